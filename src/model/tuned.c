/* The TUNE section: what was ranked by, then the settings. */
#include "model/tuned.h"
#include "base/alloc.h"
#include "base/sized.h"
#include "model/section.h"

#include <stddef.h>
#include <string.h>

static const size_t reals[] = {
    offsetof(ptron_tuned, mean), offsetof(ptron_tuned, spread), offsetof(ptron_tuned, standard_error),
    offsetof(ptron_tuned, difference), offsetof(ptron_tuned, difference_error), offsetof(ptron_tuned, train),
    offsetof(ptron_tuned, share),
};
enum { N_REALS = sizeof reals / sizeof *reals, LEAST_BYTES = 4 + 8 + 8 + 8 * N_REALS + 4 };
enum { BEST = 1, SIMPLEST = 2, CHOSEN = 4 };

void pt_tuned_fini(ptron_model *model)
{
    for (size_t i = 0; model->tuned != NULL && i < model->n_tuned; i++)
        pt_release((void *)(uintptr_t)model->tuned[i].name);
    pt_release(model->tuned);
    pt_release(model->tuned_by);
}

void pt_tuned_save(const ptron_model *model, struct pt_buffer *out)
{
    pt_buffer_string(out, model->tuned_by);
    pt_buffer_u32(out, (uint32_t)model->n_tuned);
    for (size_t i = 0; i < model->n_tuned; i++) {
        const ptron_tuned *t = &model->tuned[i];

        pt_buffer_string(out, t->name);
        pt_buffer_u64(out, t->setting);
        pt_buffer_u64(out, t->folds);
        for (size_t k = 0; k < N_REALS; k++)
            pt_save_real(out, *(const double *)((const char *)t + reals[k]));
        pt_buffer_u32(out, (t->best ? BEST : 0u) | (t->simplest ? SIMPLEST : 0u) | (t->chosen ? CHOSEN : 0u));
    }
}

static ptron_status load_row(ptron_tuned *t, struct pt_cursor *in, ptron_error *err)
{
    char *name = pt_cursor_string(in);
    uint32_t marks;

    if (name == NULL)
        return in->failed ? pt_fail(err, PTRON_MODEL, "section TUNE ends too early")
                          : pt_fail_memory(err, 0, "the table of the tuning");
    *t = (ptron_tuned){.size = sizeof *t, .name = name};
    t->setting = pt_cursor_u64(in);
    t->folds = pt_cursor_u64(in);
    for (size_t k = 0; k < N_REALS; k++)
        *(double *)((char *)t + reals[k]) = pt_cursor_f64(in);
    t->seconds = (double)NAN;
    marks = pt_cursor_u32(in);
    t->best = (marks & BEST) != 0;
    t->simplest = (marks & SIMPLEST) != 0;
    t->chosen = (marks & CHOSEN) != 0;
    return in->failed ? pt_fail(err, PTRON_MODEL, "section TUNE ends too early") : PTRON_OK;
}

ptron_status pt_tuned_load(ptron_model *model, struct pt_cursor *in, ptron_error *err)
{
    uint32_t n;

    model->tuned_by = pt_cursor_string(in);
    n = pt_cursor_u32(in);
    if (in->failed || n > pt_cursor_left(in) / LEAST_BYTES)
        return pt_fail(err, PTRON_MODEL, "section TUNE ends too early");
    model->tuned = pt_zeroed(n, sizeof *model->tuned);
    if (model->tuned == NULL || model->tuned_by == NULL)
        return pt_fail_memory(err, n * sizeof *model->tuned, "the table of the tuning");
    for (uint32_t i = 0; i < n; i++) {
        const ptron_status status = load_row(&model->tuned[i], in, err);

        model->n_tuned += model->tuned[i].name != NULL;
        PT_TRY(status);
    }
    return PTRON_OK;
}
