/* Learning from a stream: rows in, learned from, gone. Told on the way (stream_watch.c): the progressive error, that on
 * rows not yet learned from. Files are read once more at the end, to judge the weights. */
#include "cmd/stream_watch.h"
#include "cmd/train_report.h"
#include "diag.h"
#include "progress.h"
#include "words/facts.h"
#include "words/numbers.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct order {              /* of the rows' classes */
    uint64_t changes;       /* rows of another class than the one before */
    char    *last_class;    /* owned: of the last row; NULL: none came, or no memory */
};

/* ---- steps --------------------------------------------------------------------------------------- */

static ptron_result training_of(const ptron_model *model)
{
    PTRON_SIZED(ptron_result, result);

    ptron_model_training(model, &result, NULL);
    return result;
}

ptron_status stream_options_fix(ptron_options *options, const ptron_model *resumed, ptron_error *err)
{
    char epochs[24] = "1";

    if (ptron_options_given(options, "order") && !ptron_options_is(options, "order", "given"))
        return diag_fail(err, PTRON_ARGUMENT, "a stream comes in its own order; it cannot be shuffled");
    if (resumed != NULL)
        snprintf(epochs, sizeof epochs, "%llu", (unsigned long long)training_of(resumed).epochs + 1);
    TRY(ptron_options_set(options, "order", "given", err));
    return ptron_options_set(options, "epochs", epochs, err);
}

static ptron_status fix_options(const struct training *t, ptron_options *options, ptron_error *err)
{
    if (t->resumed == NULL && ptron_options_given(options, "epochs") && !ptron_options_is(options, "epochs", "1"))
        return diag_fail(err, PTRON_ARGUMENT, "a stream passes by once; --epochs 1 is all there is");
    if (ptron_options_given(options, "patience"))
        return diag_fail(err, PTRON_ARGUMENT, "patience waits for epochs; a stream has only one");
    return stream_options_fix(options, t->resumed, err);
}

ptron_status train_resume(struct training *t, ptron_error *err)
{
    const ptron_status status = ptron_trainer_resume(t->trainer, t->resumed, err);

    if (status == PTRON_MODEL && err->file[0] == '\0')
        snprintf(err->file, sizeof err->file, "%s", args_value(t->args, "resume"));
    return status;
}

static ptron_status start_stream(struct training *t, ptron_error *err)
{
    const struct args *args = t->args;

    TRY(ptron_trainer_new(args->options, NULL, NULL, &t->trainer, err));
    if (t->resumed == NULL)
        return ptron_stream_open(args->files, args->n_files, args->options, NULL, &t->stream, err);
    TRY(train_resume(t, err));
    return ptron_stream_continue(args->files, args->n_files, args->options, t->resumed, &t->stream, err);
}

/* All are files, not pipes. */
static bool is_read_again(const struct training *t)
{
    struct stat file;

    for (size_t i = 0; i < t->args->n_files; i++)
        if (strcmp(t->args->files[i], "-") == 0 || stat(t->args->files[i], &file) != 0 || !S_ISREG(file.st_mode))
            return false;
    return true;
}

/* Files, read from the first row of the epoch to the last: pipes are gone, and so are rows before a resume. */
static bool can_read_again(const struct training *t)
{
    return !args_flag(t->args, "once") && (t->resumed == NULL || training_of(t->resumed).row == 0) && is_read_again(t);
}

/* ---- classes that come too late -------------------------------------------------------------------- */

static void free_names(char **names, size_t n)
{
    for (size_t i = 0; names != NULL && i < n; i++)
        free(names[i]);
    free(names);
}

static char **names_of(const ptron_dataset *rows, size_t *n)   /* NULL: no memory */
{
    char **names;

    for (*n = 0; ptron_dataset_class_name(rows, *n) != NULL;)
        ++*n;
    names = calloc(*n + 1, sizeof *names);
    for (size_t i = 0; names != NULL && i < *n; i++) {
        names[i] = strdup(ptron_dataset_class_name(rows, i));
        if (names[i] == NULL) {
            free_names(names, *n);
            return NULL;
        }
    }
    return names;
}

/* Reads on to the end for the names of all classes, then starts again; *rows are then the first. */
static ptron_status start_over(struct training *t, const ptron_dataset **rows, ptron_error *err)
{
    const ptron_dataset *last = NULL;
    ptron_status status = PTRON_OK;
    size_t n = 0;
    char **names;

    while (status == PTRON_OK && *rows != NULL && !interrupts_any()) {
        last = *rows;
        status = ptron_stream_next(t->stream, rows, err);
    }
    names = names_of(last, &n);
    if (status == PTRON_OK && names == NULL)
        status = diag_fail(err, PTRON_NOMEM, "no memory for the names of the classes");
    ptron_trainer_free(t->trainer);
    ptron_stream_close(t->stream);
    t->trainer = NULL;
    t->stream = NULL;
    if (status == PTRON_OK)
        status = start_stream(t, err);
    if (status == PTRON_OK)
        status = ptron_stream_expect(t->stream, (const char *const *)names, n, err);
    free_names(names, n);
    return status == PTRON_OK ? ptron_stream_next(t->stream, rows, err) : status;
}

/* Classes are told apart by name: their numbers may change when one comes late. */
static void note_classes(struct order *order, const ptron_dataset *rows, uint64_t n)
{
    const char *name;
    int64_t last;

    if (n == 0)
        return;
    last = ptron_dataset_row_class(rows, 0);
    name = ptron_dataset_class_name(rows, (size_t)last);
    order->changes += order->last_class != NULL && strcmp(order->last_class, name) != 0;
    for (uint64_t i = 1; i < n; i++) {
        const int64_t class = ptron_dataset_row_class(rows, i);

        order->changes += class != last;
        last = class;
    }
    free(order->last_class);
    order->last_class = strdup(ptron_dataset_class_name(rows, (size_t)last));
}

static ptron_status forget_order(struct order *order, struct stream_watch *watch, ptron_error *err)
{
    free(order->last_class);
    *order = (struct order){0};
    return stream_watch_restart(watch, err);
}

/* The rows at hand begin with the first again: what was learned so far is forgotten. */
static ptron_status forget(struct training *t, ptron_error *err)
{
    ptron_trainer_free(t->trainer);
    t->trainer = NULL;
    return ptron_trainer_new(t->args->options, NULL, NULL, &t->trainer, err);
}

/* Classes or features have come too late for the trainer: from the first rows of a pipe, which are still there, or from
 * files it begins again. False: it has to go on. */
static bool begins_again(struct training *t, const ptron_dataset **rows, bool *knows_all, ptron_status *status,
                         ptron_error *err)
{
    if (t->resumed != NULL || ptron_trainer_can_follow(t->trainer, *rows))
        return false;
    if (ptron_stream_rewind(t->stream)) {
        *status = ptron_stream_next(t->stream, rows, err);
        return true;
    }
    if (*knows_all || !can_read_again(t))
        return false;
    *knows_all = true;
    *status = start_over(t, rows, err);
    return true;
}

/* No rows: they have all come, and a learner that waited for more learns from those it has. */
static ptron_status feed(struct training *t, struct stream_watch *watch, struct order *order,
                         const ptron_dataset *rows, ptron_error *err)
{
    const ptron_observer observer = {.size = sizeof observer, .user = watch, .on_block = stream_on_block,
                                     .on_answer = watch->answers.file == NULL ? NULL : stream_on_answer};
    PTRON_SIZED(ptron_dataset_facts, facts);

    watch->answers.rows = rows != NULL ? rows : watch->answers.rows;
    TRY(ptron_trainer_feed(t->trainer, rows, &observer, err));
    if (rows == NULL)
        return PTRON_OK;
    if (ptron_trainer_reason(t->trainer) != PTRON_STOP_RUNNING)
        return PTRON_OK;
    ptron_stream_describe(t->stream, &facts);
    if (!watch->quiet)   /* else nothing is said of it */
        note_classes(order, rows, facts.rows - watch->rows);
    return stream_watch_fed(watch, facts.rows, err);
}

/* *ended: all rows have come, none was cut off by time, updates or a signal. */
static ptron_status learn_rows(struct training *t, struct stream_watch *watch, struct order *order, bool *ended,
                               ptron_error *err)
{
    const ptron_dataset *rows = NULL;
    ptron_status status = ptron_stream_next(t->stream, &rows, err);
    bool knows_all = false;

    while (status == PTRON_OK && rows != NULL) {
        if (ptron_stream_again(t->stream)) {
            TRY(forget_order(order, watch, err));
            TRY(forget(t, err));
        }
        if (begins_again(t, &rows, &knows_all, &status, err)) {
            TRY(forget_order(order, watch, err));
            continue;
        }
        TRY(feed(t, watch, order, rows, err));
        if (ptron_trainer_reason(t->trainer) != PTRON_STOP_RUNNING || stream_watch_stops(watch))
            return PTRON_OK;
        status = ptron_stream_next(t->stream, &rows, err);
    }
    TRY(status);
    TRY(feed(t, watch, order, NULL, err));
    *ended = ptron_trainer_rows_waiting(t->trainer) == 0;
    return PTRON_OK;
}

/* ---- once more ----------------------------------------------------------------------------------- */

/* Files that have changed meanwhile cannot be judged; the weights are none the worse. */
static ptron_status judge_files(struct training *t, ptron_error *err)
{
    const ptron_dataset *rows = NULL;
    ptron_stream *stream = NULL;
    ptron_model *model = NULL;
    ptron_status status = ptron_trainer_snapshot(t->trainer, &model, err);
    bool opened;

    if (status == PTRON_OK && training_of(model).earlier_rows > 0) {   /* these are not all, and the others are gone */
        ptron_model_free(model);
        return PTRON_OK;
    }
    if (status == PTRON_OK)
        status = ptron_stream_open(t->args->files, t->args->n_files, t->args->options, model, &stream, err);
    opened = status == PTRON_OK;
    if (opened)
        do {
            status = ptron_stream_next(stream, &rows, err);
            if (status == PTRON_OK && !interrupts_any())
                status = ptron_trainer_judge(t->trainer, rows, err);
        } while (status == PTRON_OK && rows != NULL && !interrupts_any());
    if (opened && (status == PTRON_DATA || status == PTRON_IO)) {
        diag_note("the files have changed while they were learned from: the weights are not judged on them");
        status = PTRON_OK;
    }
    ptron_stream_close(stream);
    ptron_model_free(model);
    return status;
}

/* Someone asked to stop while rows were waited for, or between them: what was learned is kept. */
static ptron_status stop_waiting(struct training *t, const struct stream_watch *watch, ptron_error *err)
{
    if (watch->status != PTRON_OK || !interrupts_any())
        return watch->status != PTRON_OK ? watch->status : PTRON_CANCELED;
    return ptron_trainer_stop(t->trainer, err);
}

static void tell_order(const struct training *t, const struct order *order)
{
    PTRON_SIZED(ptron_dataset_facts, facts);

    ptron_stream_describe(t->stream, &facts);
    facts_note_skipped(&facts);
    if (facts.rows > 2 * facts.classes && order->changes + 1 == facts.classes)
        diag_note("the rows came sorted by class: expect poor weights; shuffle the file first, or train in memory, "
                  "where --order each shuffles");
}

static void tell_waiting(const struct training *t)
{
    const uint64_t rows = ptron_trainer_rows_waiting(t->trainer);

    if (rows > 0)
        diag_note("%s wait%s for %s batch and %s kept in the model; a resume learns from %s first",
                  text_some(rows, "row").s, pt_one_many(rows, "s", ""), pt_one_many(rows, "its", "their"),
                  pt_one_many(rows, "is", "are"), pt_one_many(rows, "it", "them"));
}

static ptron_status learn(struct training *t, struct stream_watch *watch, struct order *order, ptron_error *err)
{
    const ptron_watch waiting = {.size = sizeof waiting, .user = watch, .on_wait = stream_on_wait};
    bool ended = false;
    ptron_status status;

    interrupts_catch();
    TRY(fix_options(t, t->args->options, err));
    TRY(ptron_options_watch(t->args->options, &waiting, err));
    watch->live = !is_read_again(t);
    status = start_stream(t, err);
    if (status == PTRON_OK && t->resumed == NULL)
        status = ptron_stream_hurry(t->stream, err);
    if (status == PTRON_OK)
        status = stream_answers_open(&watch->answers, args_value(t->args, "predictions"),
                                     ptron_trainer_rows_seen(t->trainer), err);
    if (status == PTRON_OK)
        status = learn_rows(t, watch, order, &ended, err);
    if (status == PTRON_OK || status == PTRON_CANCELED) {
        const ptron_status written = stream_answers_flush(&watch->answers, err);
        status = written == PTRON_OK ? status : written;
    }
    if (status == PTRON_CANCELED || (status == PTRON_OK && interrupts_any() && !ended))
        status = stop_waiting(t, watch, err);
    stream_watch_end(watch);
    if (status == PTRON_OK && ended && can_read_again(t) && !ptron_options_is(t->args->options, "scale", "standard"))
        status = judge_files(t, err);
    ptron_options_watch(t->args->options, NULL, NULL);
    return status;
}

/* Time or updates that were used up also end it, and so does being asked to. */
ptron_status train_stream(struct training *t, const struct save_every *every, ptron_error *err)
{
    struct stream_watch watch;
    struct order order = {0};
    ptron_status status;

    stream_watch_begin(&watch, t, every, err);
    status = learn(t, &watch, &order, err);
    t->result.size = sizeof t->result;
    if (status == PTRON_OK)
        status = ptron_trainer_result(t->trainer, &t->result, err);
    if (status == PTRON_OK)
        status = ptron_trainer_snapshot(t->trainer, &t->model, err);
    if (status == PTRON_OK && !watch.quiet) {
        tell_order(t, &order);
        tell_waiting(t);
    }
    if (status == PTRON_DATA && interrupts_any() && err->file[0] == '\0') {   /* none, or of one class only */
        diag_note("stopped before there was a model to keep: %s", err->message);
        status = PTRON_CANCELED;
    }
    stream_answers_close(&watch.answers);
    free(order.last_class);
    return status;
}
