/* The public face of run records: JSON, pages, pictures and plots. */
#include "api/api.h"
#include "base/alloc.h"
#include "record/record.h"
#include "report/page.h"

#include <string.h>

ptron_status ptron_run_say(ptron_run *run, const char *name, const char *text, ptron_error *err)
{
    if (run == NULL || name == NULL || text == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a run, a name and a text are wanted");
    if (pt_text_named(name) == PT_TEXTS)
        return pt_fail(err, PTRON_ARGUMENT, "a record has no text '%.60s'", name);
    pt_record_set_text(run->record, pt_text_named(name), text);
    return pt_record_status(run->record, err);
}

ptron_status ptron_run_tell(ptron_run *run, const char *option, const char *value, ptron_error *err)
{
    const struct pt_table *told;

    if (run == NULL || option == NULL || value == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a run, an option and its value are wanted");
    told = PT_TABLE(run->record, parameters);
    for (size_t i = 0; told != NULL && i < told->n_rows; i++)
        if (strcmp(pt_table_text(told, i, PT_parameters_name), option) == 0)
            return PTRON_OK;
    PT_ADD_ROW(run->record, parameters, .name = option, .value = value);
    return pt_record_status(run->record, err);
}

void ptron_run_keep(ptron_run *run, uint64_t steps)
{
    if (run != NULL)
        run->keep = steps;
}

ptron_status ptron_run_theorem(ptron_run *run, const ptron_trainer *trainer, ptron_theorem *theorem, ptron_error *err)
{
    ptron_theorem full = {.size = sizeof full};

    if (run == NULL || run->set == NULL || trainer == NULL || theorem == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a run of rows, its trainer and room for the theorem are wanted");
    PT_TRY(pt_steps_theorem(run, trainer, &full, err));
    return pt_hand_over(&full, theorem, sizeof full, err);
}

bool ptron_run_step(const ptron_run *run, size_t i, ptron_step *step, ptron_sides *sides)
{
    ptron_sides full;

    if (run == NULL || step == NULL || i >= run->n_kept)
        return false;
    if (sides != NULL) {
        pt_steps_sides(run, i, &full);
        if (pt_hand_over(&full, sides, sizeof full, NULL) != PTRON_OK)
            return false;
    }
    return pt_hand_over(&run->kept[i].step, step, sizeof *step, NULL) == PTRON_OK;
}

ptron_status ptron_run_write(const ptron_run *run, void **bytes, size_t *length, ptron_error *err)
{
    struct pt_buffer out;

    if (run == NULL || bytes == NULL || length == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a run and places for its bytes and their number are wanted");
    pt_buffer_init(&out);
    pt_record_write(run->record, &out);
    return pt_give_bytes(&out, pt_buffer_status(&out, err), bytes, length);
}

ptron_status ptron_run_read(const void *bytes, size_t length, ptron_run **out, ptron_error *err)
{
    ptron_run *run;
    ptron_status status;

    if (bytes == NULL || out == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "bytes and a place for the run are wanted");
    *out = NULL;
    run = pt_zeroed(1, sizeof *run);
    if (run == NULL)
        return pt_fail_memory(err, sizeof *run, "a run record");
    status = pt_record_read(bytes, length, &run->record, err);
    if (status != PTRON_OK) {
        ptron_run_free(run);
        return status;
    }
    *out = run;
    return PTRON_OK;
}

bool ptron_run_is(const void *bytes, size_t length)
{
    return bytes != NULL && pt_record_is(bytes, length);
}

ptron_status ptron_run_page(const ptron_run *run, void **bytes, size_t *length, ptron_error *err)
{
    struct pt_buffer out;

    if (run == NULL || bytes == NULL || length == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a run and places for its bytes and their number are wanted");
    pt_buffer_init(&out);
    pt_page_write(run->record, &out);
    return pt_give_bytes(&out, pt_buffer_status(&out, err), bytes, length);
}

ptron_status ptron_run_picture(const ptron_run *run, size_t i, const char **name, void **bytes, size_t *length,
                               ptron_error *err)
{
    struct pt_buffer out;

    if (run == NULL || name == NULL || bytes == NULL || length == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a run and places for a picture's name, bytes and their number are wanted");
    pt_buffer_init(&out);
    *name = pt_page_picture(run->record, i, &out);
    if (*name == NULL && !out.failed) {
        pt_buffer_fini(&out);
        *bytes = NULL;
        *length = 0;
        return PTRON_OK;
    }
    return pt_give_bytes(&out, pt_buffer_status(&out, err), bytes, length);
}

ptron_status ptron_run_picture_named(const ptron_run *run, const char *name, void **bytes, size_t *length,
                                     ptron_error *err)
{
    struct pt_buffer out;

    if (run == NULL || name == NULL || bytes == NULL || length == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a run, a name and places for bytes and their number are wanted");
    pt_buffer_init(&out);
    *bytes = NULL;
    *length = 0;
    if (pt_page_picture_named(run->record, name, &out) || out.failed)
        return pt_give_bytes(&out, pt_buffer_status(&out, err), bytes, length);
    pt_buffer_fini(&out);
    return PTRON_OK;
}

ptron_status ptron_run_plot(const ptron_run *run, size_t columns, bool plain, void **bytes, size_t *length,
                            ptron_error *err)
{
    struct pt_buffer out;

    if (run == NULL || bytes == NULL || length == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a run and places for its bytes and their number are wanted");
    pt_buffer_init(&out);
    pt_plot_write(run->record, columns, plain, &out);
    return pt_give_bytes(&out, pt_buffer_status(&out, err), bytes, length);
}
