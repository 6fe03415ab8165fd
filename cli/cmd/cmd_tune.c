/* perceptron tune: settings tried on folds, ranked, and the chosen one learned from all rows. */
#include "cmd/commands.h"
#include "cmd/tune_grid.h"
#include "cmd/tune_report.h"
#include "diag.h"
#include "output.h"
#include "progress.h"
#include "status_line.h"
#include "words/numbers.h"
#include "words/report_page.h"
#include "words/training.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct tuning {
    const struct args *args;
    struct grid   grid;
    ptron_tuning *tuning;
    ptron_model  *model;
    ptron_result  result;
    char          tried[4096];     /* the file of what was tried; "": there is none */
    double        drawn_at, kept_at, began;
    uint64_t      first;           /* runs done before these */
    bool          line;
};

enum { KEEP_SECONDS = 5 };

/* ---- what was tried ------------------------------------------------------------------------------ */

static ptron_status name_tried(struct tuning *t, ptron_error *err)
{
    const char *output = args_value(t->args, "output");

    if (output == NULL || strcmp(output, "-") == 0)
        return args_flag(t->args, "resume")
                   ? diag_fail(err, PTRON_ARGUMENT,
                               "--resume goes on from what is kept beside the model: name it with -o")
                   : PTRON_OK;
    const char *slash = strrchr(output, '/');
    const size_t folder = slash == NULL ? 0 : (size_t)(slash - output) + 1, room = NAME_MAX - strlen(".tried");
    const size_t length = strlen(output + folder);

    /* of a name that would become too long, the beginning */
    if (snprintf(t->tried, sizeof t->tried, "%.*s.tried", (int)(folder + (length < room ? length : room)), output) >=
        (int)sizeof t->tried)
        return diag_fail(err, PTRON_ARGUMENT, "the name of the model is too long");
    return PTRON_OK;
}

static ptron_status keep_tried(struct tuning *t, ptron_error *err)
{
    void *bytes = NULL;
    size_t length = 0;
    ptron_status status;

    if (t->tried[0] == '\0')
        return PTRON_OK;
    TRY(ptron_tuning_write(t->tuning, &bytes, &length, err));
    status = output_write(t->tried, bytes, length, err);
    ptron_bytes_free(bytes);
    return status;
}

/* Of another file only the beginning is read, however long it is. */
static ptron_status read_tried(struct tuning *t, ptron_error *err)
{
    static const char head[] = "perceptron tuning ";
    FILE *in = fopen(t->tried, "rb");
    char *bytes = NULL;
    size_t length = 0, got = 1, room = 0;
    ptron_status status = PTRON_OK;

    if (in == NULL)
        return diag_fail_file(err, t->tried, "nothing to go on from");
    while (got > 0 && status == PTRON_OK) {
        char *more = realloc(bytes, room += 1 << 20);
        if (more == NULL) {
            status = diag_fail(err, PTRON_NOMEM, "no memory for what was tried");
            break;
        }
        bytes = more;
        got = fread(bytes + length, 1, room - length, in);
        length += got;
        if (length < sizeof head || memcmp(bytes, head, sizeof head - 1) != 0)
            break;
    }
    fclose(in);
    if (status == PTRON_OK)
        status = ptron_tuning_restore(t->tuning, bytes, length, err);
    if (status == PTRON_DATA)
        snprintf(err->file, sizeof err->file, "%.95s", t->tried);
    free(bytes);
    return status;
}

/* ---- runs ---------------------------------------------------------------------------------------- */

static void draw(struct tuning *t, uint64_t done, uint64_t runs, double now)
{
    struct line line = {0};

    line_add(&line, 0, "%s of %s", text_count(done).s, text_some(runs, "run").s);
    if (done > t->first)
        line_add(&line, 1, ", about %s left",
                 text_about((now - t->began) * (double)(runs - done) / (double)(done - t->first)).s);
    line_draw(&line);
    t->drawn_at = now;
}

static bool on_run(void *user, uint64_t done, uint64_t runs)
{
    struct tuning *t = user;
    const double now = clock_now();

    if (t->line && now - t->drawn_at > 0.2)
        draw(t, done, runs, now);
    if (now - t->kept_at > KEEP_SECONDS) {
        keep_tried(t, NULL);
        t->kept_at = now;
    }
    return !interrupts_any();
}

static ptron_status run_all(struct tuning *t, ptron_error *err)
{
    const ptron_tuning_watch watch = {.size = sizeof watch, .user = t, .on_run = on_run};
    ptron_status status;
    PTRON_SIZED(ptron_tuning_facts, facts);

    ptron_tuning_describe(t->tuning, &facts);
    t->first = facts.done;
    t->began = t->kept_at = clock_now();
    t->line = !args_flag(t->args, "quiet") && line_possible();
    interrupts_catch();
    status = ptron_tuning_run(t->tuning, &watch, err);
    if (t->line)
        line_clear();
    return status;
}

/* ---- what comes of it ---------------------------------------------------------------------------- */

/* For other programs: row, counted from 1, and its fold of each repetition; 0: it is tested in none. */
static ptron_status list_folds(const struct tuning *t, ptron_error *err)
{
    const uint64_t repeats = ptron_options_count(t->args->options, "repeats");
    const char *path = args_value(t->args, "fold-rows");
    struct output list;
    ptron_status status;
    PTRON_SIZED(ptron_tuning_facts, facts);

    if (path == NULL)
        return PTRON_OK;
    ptron_tuning_describe(t->tuning, &facts);
    TRY(output_open(&list, path, err));
    for (uint64_t i = 0; i < facts.rows; i++) {
        fprintf(list.file, "%" PRIu64, i + 1);
        for (uint64_t r = 0; r < repeats; r++)
            fprintf(list.file, "\t%" PRIu64, ptron_tuning_fold(t->tuning, r, i) + 1);
        fputc('\n', list.file);
    }
    status = output_commit(&list, err);
    output_discard(&list);
    return status;
}

static ptron_status save(struct tuning *t, ptron_error *err)
{
    const char *output = args_value(t->args, "output");
    void *bytes = NULL;
    size_t length = 0;
    ptron_status status;

    if (output == NULL)
        return PTRON_OK;
    if (strcmp(output, "-") != 0)
        return ptron_model_save(t->model, output, err);
    TRY(ptron_model_write(t->model, &bytes, &length, err));
    status = fwrite(bytes, 1, length, stdout) == length ? PTRON_OK
                                                        : diag_fail(err, PTRON_IO, "cannot write to standard output");
    ptron_bytes_free(bytes);
    return status;
}

static ptron_status draw_page(struct tuning *t, ptron_error *err)
{
    ptron_run *run = NULL;
    ptron_status status;

    if (args_value(t->args, "report") == NULL)
        return PTRON_OK;
    status = ptron_run_of_model(t->model, NULL, NULL, &run, err);
    if (status == PTRON_OK)
        status = ptron_run_tuning(run, t->tuning, err);
    if (status == PTRON_OK)
        status = page_tell(run, t->args, "Settings tried on folds of the rows, and the one chosen.", err);
    ptron_run_free(run);
    return status;
}

/* The chosen setting, learned from all rows. */
static ptron_status finish(struct tuning *t, ptron_error *err)
{
    if (args_value(t->args, "output") == NULL && args_value(t->args, "report") == NULL)
        return PTRON_OK;
    t->result.size = sizeof t->result;
    TRY(ptron_tuning_finish(t->tuning, NULL, &t->result, &t->model, err));
    TRY(save(t, err));
    TRY(draw_page(t, err));
    if (t->tried[0] != '\0')
        unlink(t->tried);
    return PTRON_OK;
}

static void print(const struct tuning *t)
{
    const char *output = args_value(t->args, "output");
    FILE *out = output != NULL && strcmp(output, "-") == 0 ? stderr : stdout;

    if (args_flag(t->args, "json")) {
        struct json json = json_begin(out);
        tune_json(&json, t->tuning);
        json_text(&json, "model", output);
        json_finish(&json);
        return;
    }
    if (args_flag(t->args, "quiet"))
        return;
    tune_report(out, t->tuning);
    if (ptron_options_flag(t->args->options, "curve"))
        tune_curve(out, t->tuning);
    if (t->model == NULL)
        return;
    fprintf(out, "\nLearned again from all %s. ", text_some(t->result.rows, "row").s);
    run_print_stop(out, &t->result);
    if (output != NULL && strcmp(output, "-") != 0)
        fprintf(out, "The model is in %s; 'perceptron show' has the table.\n", text_path(output).s);
}

static void say_stopped(const struct tuning *t)
{
    PTRON_SIZED(ptron_tuning_facts, facts);

    ptron_tuning_describe(t->tuning, &facts);
    if (t->tried[0] == '\0')
        diag_note("stopped after %s of %s; with -o MODEL they would have been kept", text_count(facts.done).s,
                  text_some(facts.runs, "run").s);
    else
        diag_note("stopped after %s of %s, which are kept in %s: the same command with --resume goes on",
                  text_count(facts.done).s, text_some(facts.runs, "run").s, text_path(t->tried).s);
}

static ptron_status open_rows(struct tuning *t, ptron_error *err)
{
    struct reading reading;
    ptron_status status;

    reading_begin(&reading, t->args->options, args_flag(t->args, "quiet"));
    status = ptron_tuning_open(t->args->files, t->args->n_files, t->args->options,
                               (const ptron_options *const *)t->grid.settings, t->grid.n, &t->tuning, err);
    reading_end(&reading, t->args->options);
    return status;
}

static ptron_status tune(struct tuning *t, ptron_error *err)
{
    const bool curve = ptron_options_flag(t->args->options, "curve");
    ptron_status status;

    TRY(output_possible(args_value(t->args, "output"), err));
    TRY(output_possible(args_value(t->args, "report"), err));
    TRY(name_tried(t, err));
    TRY(grid_make(&t->grid, t->args, curve, err));
    TRY(open_rows(t, err));
    if (args_flag(t->args, "resume"))
        TRY(read_tried(t, err));
    TRY(list_folds(t, err));
    status = run_all(t, err);
    if (status == PTRON_CANCELED) {
        TRY(keep_tried(t, err));
        say_stopped(t);
    }
    return status == PTRON_OK ? finish(t, err) : status;
}

static int run_tune(const struct args *args)
{
    struct tuning t = {.args = args};
    ptron_error err = {0};
    const ptron_status status = tune(&t, &err);
    int code = EXIT_DONE;

    if (status == PTRON_OK)
        print(&t);
    else if (status != PTRON_CANCELED)
        code = diag_error(args->command->name, &err);
    if (status != PTRON_OK && interrupts_any())
        code = interrupts_code();
    ptron_model_free(t.model);
    ptron_tuning_free(t.tuning);
    grid_free(&t.grid);
    return code;
}

const struct command cmd_tune = {
    .name = "tune",
    .summary = "try settings on folds of the rows, choose one, learn it from all",
    .operands = "DATA...",
    .files = {1, SIZE_MAX},
    .about = "Deals the rows of DATA out into folds; every setting learns from all but one and is tested on that one,\n"
             "for each. Words, categories, means and scaling are fitted to the rows learned from alone. Prints the\n"
             "settings by rank: mean and spread of the score, the difference to the best fold by fold, the time. The\n"
             "simplest within one standard error of the best is learned again from all rows (--pick best: the best).\n"
             "Settings are all combinations of the lists of --try, which any option of reading and learning can have;\n"
             "without --try, a small grid: averaged, svm, logistic and arow, or of the --algorithm given what matters\n"
             "most, with and without scaling. Ctrl-C keeps what was tried in MODEL.tried; --resume goes on.\n",
    .examples = "  perceptron tune examples/data/breast_cancer.csv -o best.model\n"
                "  perceptron tune examples/data/iris.csv --scale standard --try algorithm=svm,logistic --try C=0.1,1\n"
                "  perceptron tune mine.csv --group patient --repeats 3 --score auc --report page.html -o best.model\n"
                "  perceptron tune examples/data/breast_cancer.csv --curve --algorithm averaged --scale standard\n",
    .many = "try",
    .options = {
        {"output", 'o', "MODEL", "write the model here; '-' is standard output; without it nothing is saved"},
        {"try", 0, "NAME=LIST",
         "values to try for an option, as in C=0.1,1,10; bars part those with commas; any number of times"},
        {"resume", 0, NULL, "go on from what an interrupted run has kept in MODEL.tried"},
        {"fold-rows", 0, "FILE", "list the fold of each row here: number, TAB, fold of each repetition"},
        {"report", 0, "PAGE", "write a page about it here: one HTML file that needs nothing else"},
        {"json", 0, NULL, "every setting and every test as one JSON object"},
        {"quiet", 'q', NULL, "no table, no notes and no progress"},
    },
    .groups = {"data", "train", "tune"},
    .run = run_tune,
};
