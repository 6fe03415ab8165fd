/* Learning from a stream: rows in, learned from, gone. Told on the way: the progressive error, which is that on
 * rows not yet learned from. Files are read once more at the end, to judge the weights. */
#include "cmd/train_report.h"
#include "diag.h"
#include "progress.h"
#include "words/facts.h"
#include "words/numbers.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct watch {
    uint64_t rows;          /* before the rows at hand */
    uint64_t told;          /* the last number of rows told about */
    bool     line, verbose;
    double   drawn_at;
    bool     ended;         /* the stream came to its end */
    bool     knows_all;     /* the files were read once for their classes */
    uint64_t changes;       /* rows of another class than the one before */
    char    *last_class;    /* owned: of the last row; NULL: none came, or no memory */
};

static void tell_error(const struct watch *watch, const ptron_progress *p)
{
    const uint64_t rows = watch->rows + p->row;

    fprintf(stderr, "%s rows, progressive error %s", text_count(rows).s,
            text_percent((double)p->mistakes / (double)rows).s);
}

/* On a terminal a line that is drawn anew; with --verbose a line whenever the rows have doubled. */
static bool on_block(void *user, const ptron_progress *p)
{
    struct watch *watch = user;

    if (watch->verbose && watch->rows + p->row >= 2 * watch->told) {
        watch->told = watch->rows + p->row;
        tell_error(watch, p);
        fputc('\n', stderr);
    }
    if (watch->line && p->seconds - watch->drawn_at >= 0.2) {
        watch->drawn_at = p->seconds;
        fputs("\r\033[K", stderr);
        tell_error(watch, p);
        fflush(stderr);
    }
    return !interrupts_any();
}

/* ---- steps --------------------------------------------------------------------------------------- */

static ptron_result training_of(const ptron_model *model)
{
    PTRON_SIZED(ptron_result, result);

    ptron_model_training(model, &result, NULL);
    return result;
}

/* A stream comes once, in its own order: what the defaults say of epochs and order is for rows in memory. One that
 * goes on after whole epochs is one epoch more. */
static ptron_status fix_options(const struct training *t, ptron_options *options, ptron_error *err)
{
    char epochs[24] = "1";

    if (ptron_options_given(options, "order") && !ptron_options_is(options, "order", "given"))
        return diag_fail(err, PTRON_ARGUMENT, "a stream comes in its own order; it cannot be shuffled");
    if (t->resumed == NULL && ptron_options_given(options, "epochs") && !ptron_options_is(options, "epochs", "1"))
        return diag_fail(err, PTRON_ARGUMENT, "a stream passes by once; --epochs 1 is all there is");
    if (ptron_options_given(options, "patience"))
        return diag_fail(err, PTRON_ARGUMENT, "patience waits for epochs; a stream has only one");
    if (t->resumed != NULL)
        snprintf(epochs, sizeof epochs, "%llu", (unsigned long long)training_of(t->resumed).epochs + 1);
    TRY(ptron_options_set(options, "order", "given", err));
    return ptron_options_set(options, "epochs", epochs, err);
}

static ptron_status start_stream(struct training *t, ptron_error *err)
{
    const struct args *args = t->args;

    TRY(ptron_trainer_new(args->options, NULL, NULL, &t->trainer, err));
    if (t->resumed == NULL)
        return ptron_stream_open(args->files, args->n_files, args->options, NULL, &t->stream, err);
    TRY(ptron_trainer_resume(t->trainer, t->resumed, err));
    return ptron_stream_continue(args->files, args->n_files, args->options, t->resumed, &t->stream, err);
}

/* Files, read from the first row of the epoch to the last: pipes are gone, and so are rows before a resume. */
static bool can_read_again(const struct training *t)
{
    struct stat file;

    if (args_flag(t->args, "once") || (t->resumed != NULL && training_of(t->resumed).row > 0))
        return false;
    for (size_t i = 0; i < t->args->n_files; i++)
        if (strcmp(t->args->files[i], "-") == 0 || stat(t->args->files[i], &file) != 0 || !S_ISREG(file.st_mode))
            return false;
    return true;
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
        status = diag_fail(err, PTRON_NOMEM, "no memory for the names of %zu classes", n);
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

/* Until both classes have come there is no model to write. */
static ptron_status save_now(struct training *t, ptron_error *err)
{
    ptron_model *model;
    ptron_status status = ptron_trainer_snapshot(t->trainer, &model, err);

    if (status == PTRON_DATA)
        return PTRON_OK;
    if (status == PTRON_OK)
        status = ptron_model_save(model, args_value(t->args, "output"), err);
    ptron_model_free(model);
    return status;
}

/* Classes are told apart by name: their numbers may change when one comes late. */
static void note_classes(struct watch *watch, const ptron_dataset *rows, uint64_t n)
{
    const char *name;

    if (n == 0)
        return;
    name = ptron_dataset_class_name(rows, (size_t)ptron_dataset_row_class(rows, 0));
    watch->changes += watch->last_class != NULL && strcmp(watch->last_class, name) != 0;
    for (uint64_t i = 1; i < n; i++)
        watch->changes += ptron_dataset_row_class(rows, i) != ptron_dataset_row_class(rows, i - 1);
    free(watch->last_class);
    watch->last_class = strdup(ptron_dataset_class_name(rows, (size_t)ptron_dataset_row_class(rows, n - 1)));
}

static ptron_status learn_rows(struct training *t, struct watch *watch, uint64_t save_every, ptron_error *err)
{
    const ptron_observer observer = {.size = sizeof observer, .user = watch, .on_block = on_block};
    const ptron_dataset *rows = NULL;
    ptron_status status = ptron_stream_next(t->stream, &rows, err);
    uint64_t saved = 0;

    while (status == PTRON_OK && rows != NULL) {
        PTRON_SIZED(ptron_dataset_facts, facts);

        if (!watch->knows_all && t->resumed == NULL && !ptron_trainer_can_follow(t->trainer, rows) &&
            can_read_again(t)) {
            free(watch->last_class);
            *watch = (struct watch){.verbose = watch->verbose, .line = watch->line, .knows_all = true};
            saved = 0;
            status = start_over(t, &rows, err);
            continue;
        }
        status = ptron_trainer_feed(t->trainer, rows, &observer, err);
        if (status != PTRON_OK || ptron_trainer_reason(t->trainer) != PTRON_STOP_RUNNING)
            return status;
        ptron_stream_describe(t->stream, &facts);
        note_classes(watch, rows, facts.rows - watch->rows);
        watch->rows = facts.rows;
        if (save_every > 0 && facts.rows - saved >= save_every) {
            saved = facts.rows;
            status = save_now(t, err);
        }
        if (status == PTRON_OK)
            status = ptron_stream_next(t->stream, &rows, err);
    }
    if (status == PTRON_OK)
        status = ptron_trainer_feed(t->trainer, NULL, NULL, err);
    watch->ended = status == PTRON_OK;
    return status;
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

/* Time or updates that were used up also end it; Ctrl-C is met here or while waiting for rows. */
ptron_status train_stream(struct training *t, uint64_t save_every, ptron_error *err)
{
    const bool quiet = args_flag(t->args, "quiet"), verbose = args_flag(t->args, "verbose");
    struct watch watch = {.verbose = verbose, .line = !quiet && !verbose && isatty(STDERR_FILENO)};
    PTRON_SIZED(ptron_dataset_facts, facts);
    ptron_status status = fix_options(t, t->args->options, err);

    if (status == PTRON_OK)
        status = start_stream(t, err);
    if (status == PTRON_OK) {
        interrupts_catch();
        status = learn_rows(t, &watch, save_every, err);
    }
    if (status == PTRON_OK && watch.ended && can_read_again(t))
        status = judge_files(t, err);
    if (watch.drawn_at > 0.0)
        fputs("\r\033[K", stderr);
    t->result.size = sizeof t->result;
    if (status == PTRON_OK)
        status = ptron_trainer_result(t->trainer, &t->result, err);
    if (status == PTRON_OK)
        status = ptron_trainer_snapshot(t->trainer, &t->model, err);
    if (status == PTRON_OK && !quiet) {
        ptron_stream_describe(t->stream, &facts);
        facts_note_skipped(&facts);
        if (facts.rows > 2 * facts.classes && watch.changes + 1 == facts.classes)
            diag_note("the rows came sorted by class: expect poor weights; shuffle the file first, or train in memory, "
                      "where --order each shuffles");
    }
    free(watch.last_class);
    return status;
}
