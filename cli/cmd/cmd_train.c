/* perceptron train: rows in, a model and an honest report out. */
#include "cmd/checkpoint.h"
#include "cmd/commands.h"
#include "cmd/diagnosis.h"
#include "cmd/stream_watch.h"
#include "cmd/train_report.h"
#include "diag.h"
#include "launched.h"
#include "output.h"
#include "progress.h"
#include "words/facts.h"
#include "words/numbers.h"
#include "words/report_page.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- steps --------------------------------------------------------------------------------------- */

static ptron_status load_resumed(struct training *t, ptron_error *err)
{
    const char *resume = args_value(t->args, "resume");

    if (ranks_first()) {
        TRY(output_possible(args_value(t->args, "output"), err));
        TRY(output_possible(args_value(t->args, "checkpoint"), err));
        TRY(output_possible(args_value(t->args, "holdout-rows"), err));
        TRY(page_possible(t->args, err));
    }
    if (page_wanted(t->args) && ranks_many())
        return diag_fail(err, PTRON_ARGUMENT, "a page is drawn of all rows and epochs by one process, not by ranks");
    if (resume == NULL)
        return PTRON_OK;
    TRY(ptron_model_load(resume, &t->resumed, err));
    return ptron_options_adopt(t->args->options, t->resumed, err);
}

/* Epochs that were made cannot be too many: the run would end with more of them than are allowed. */
static ptron_status check_epochs(const struct training *t, ptron_error *err)
{
    PTRON_SIZED(ptron_result, made);
    const unsigned long long allowed = strtoull(ptron_options_get(t->args->options, "epochs"), NULL, 10);
    unsigned long long least;

    if (t->resumed == NULL)
        return PTRON_OK;
    TRY(ptron_model_training(t->resumed, &made, err));
    least = made.epochs + (made.row > 0);
    return allowed == 0 || allowed >= least
               ? PTRON_OK
               : diag_fail(err, PTRON_ARGUMENT, "%s is past %s already; --epochs takes %llu or more",
                           text_path(args_value(t->args, "resume")).s, text_some(allowed, "epoch").s, least);
}

/* Whether shuffled rows may stand anywhere. */
static bool gathers(const ptron_options *options)
{
    PTRON_SIZED(ptron_algorithm_info, info);

    return ptron_algorithm_find(ptron_options_get(options, "algorithm"), &info) && info.gathers &&
           ptron_options_is(options, "shards", "1");
}

static ptron_status load_rows(struct training *t, ptron_error *err)
{
    const ptron_options *given = t->args->options;
    const char *layout = NULL;

    TRY(load_resumed(t, err));
    TRY(check_epochs(t, err));
    if (!ptron_options_is(given, "epochs", "1") && ptron_options_is(given, "order", "given"))
        layout = "given";
    else if (!ptron_options_is(given, "epochs", "1") &&
             (ptron_options_is(given, "order", "each") || ptron_options_is(given, "order", "once")))
        layout = gathers(given) ? "auto" : "shuffled";   /* more than one epoch pays for moving the rows once */
    return args_load_rows(t->args, layout, t->resumed, &t->set, &t->validation, err);
}

static ptron_status run_trainer(struct training *t, ptron_error *err)
{
    ptron_observer observer, lines;
    struct checkpoint checkpoint;
    struct progress progress;
    ptron_status status;

    progress_init(&progress, &observer, ptron_options_real(t->args->options, "time"),
                  args_flag(t->args, "quiet"), args_flag(t->args, "verbose"));
    if (page_wanted(t->args)) {
        lines = observer;
        TRY(ptron_run_new(t->set, &t->run, err));
        TRY(ptron_run_watch(t->run, &lines, &observer, err));
    }
    TRY(checkpoint_watch(&checkpoint, t, &observer, err));
    interrupts_catch();
    status = ptron_trainer_run(t->trainer, &observer, err);
    progress_clear(&progress);
    t->row_pace = ranks_many() ? progress.row_pace : (double)NAN;
    if (status == PTRON_OK && checkpoint.status != PTRON_OK) {
        *err = checkpoint.error;
        status = checkpoint.status;
    }
    return status == PTRON_CANCELED ? PTRON_OK : status;
}

/* Which rows are held out: their number, counted from 1, a TAB and their place. */
static ptron_status list_held_out(const struct training *t, const char *path, ptron_error *err)
{
    const ptron_dataset *set = t->validation != NULL ? t->validation : t->set;
    const uint64_t n = ptron_trainer_held_out(t->trainer);
    struct output list;
    ptron_status status;

    if (path == NULL || !ranks_first())
        return PTRON_OK;
    if (n == 0)
        return diag_fail(err, PTRON_ARGUMENT, "--holdout-rows lists the rows that --holdout keeps out; there are none");
    TRY(output_open(&list, path, err));
    for (uint64_t i = 0; i < n; i++) {
        const uint64_t row = ptron_trainer_held_out_row(t->trainer, i);
        char place[512];
        facts_row_place(set, row, place, sizeof place);
        fprintf(list.file, "%" PRIu64 "\t%s\n", row + 1, place);
    }
    status = output_commit(&list, err);
    output_discard(&list);
    return status;
}

/* What `test` would say of the rows held out. */
static ptron_status judge_held_out(struct training *t, ptron_error *err)
{
    const char *wanted = ptron_options_get(t->args->options, "threshold-for");

    if (ptron_trainer_held_out(t->trainer) == 0)
        return PTRON_OK;
    TRY(ptron_evaluation_new(t->model, NULL, &t->held_out, err));
    TRY(ptron_trainer_evaluate(t->trainer, t->held_out, err));
    t->judgement.wanted = wanted != NULL && wanted[0] != '\0' ? wanted : NULL;
    return judgement_fill(&t->judgement, t->model, t->held_out, err);
}

static ptron_status learn(struct training *t, ptron_error *err)
{
    TRY(ptron_trainer_new(t->args->options, t->set, t->validation, &t->trainer, err));
    if (t->resumed != NULL)
        TRY(train_resume(t, err));
    TRY(list_held_out(t, args_value(t->args, "holdout-rows"), err));
    TRY(run_trainer(t, err));
    t->result.size = sizeof t->result;
    TRY(ptron_trainer_result(t->trainer, &t->result, err));
    TRY(ptron_trainer_snapshot(t->trainer, &t->model, err));
    TRY(judge_held_out(t, err));
    if (t->run == NULL)
        return PTRON_OK;
    TRY(ptron_run_finish(t->run, t->trainer, t->model, args_value(t->args, "axes"), err));
    return page_say(t->run, t->args, 0, &t->result, err);
}

static ptron_status save_model(struct training *t, ptron_error *err)
{
    void *bytes = NULL;
    size_t length = 0;
    ptron_status status;

    t->saved_to = args_value(t->args, "output");
    if (t->saved_to == NULL || !ranks_first())
        return PTRON_OK;
    if (strcmp(t->saved_to, "-") != 0)
        return ptron_model_save(t->model, t->saved_to, err);
    status = ptron_model_write(t->model, &bytes, &length, err);
    if (status == PTRON_OK && (fwrite(bytes, 1, length, stdout) != length || fflush(stdout) != 0))
        status = diag_fail(err, PTRON_IO, "cannot write the model to standard output: %s", strerror(errno));
    ptron_bytes_free(bytes);
    return status;
}

/* ---- the command --------------------------------------------------------------------------------- */

static FILE *report_stream(const struct training *t)
{
    const char *answers = args_value(t->args, "predictions");

    return (t->saved_to != NULL && strcmp(t->saved_to, "-") == 0) || (answers != NULL && strcmp(answers, "-") == 0)
               ? stderr : stdout;
}

static void print_report(struct training *t)
{
    struct diagnosis diagnosis;
    FILE *out = report_stream(t);

    if (!ranks_first())
        return;
    if (args_flag(t->args, "verbose") && t->stream == NULL)
        train_times(stderr, t);
    diagnosis_make(&diagnosis, t);
    t->diagnosis = &diagnosis;
    if (args_flag(t->args, "json"))
        train_report_json(out, t);
    else if (!args_flag(t->args, "quiet"))
        train_report(out, t);
    t->diagnosis = NULL;
    diagnosis_free(&diagnosis);
}

static void training_free(struct training *t)
{
    ptron_run_free(t->run);
    ptron_evaluation_free(t->held_out);
    ptron_model_free(t->model);
    ptron_trainer_free(t->trainer);
    ptron_dataset_free(t->validation);
    ptron_dataset_free(t->set);
    ptron_tuning_free(t->folds);
    ptron_stream_close(t->stream);
    ptron_model_free(t->resumed);
}

/* The same options, tested on each of --folds parts after learning from the others. */
static ptron_status test_folds(struct training *t, ptron_error *err)
{
    const char *const handed[] = {"folds", NULL};
    const ptron_options *const setting[] = {t->args->options};
    ptron_status status = PTRON_OK;

    if (args_value(t->args, "folds") == NULL)
        return PTRON_OK;
    if (t->resumed != NULL || t->validation != NULL)
        return diag_fail(err, PTRON_ARGUMENT, "--folds deals out DATA alone: it goes with neither --resume nor "
                         "--validation");
    TRY(args_hand_on(t->args, handed, err));
    status = ptron_tuning_open(t->args->files, t->args->n_files, t->args->options, setting, 1, &t->folds, err);
    if (status == PTRON_OK)
        status = ptron_tuning_run(t->folds, NULL, err);
    ptron_options_unset(t->args->options, "folds");
    return status;
}

static ptron_status train_in_memory(struct training *t, ptron_error *err)
{
    const bool quiet = args_flag(t->args, "quiet");
    struct reading reading;
    ptron_status status;

    reading_begin(&reading, t->args->options, quiet);
    for (size_t i = 0; i < t->args->n_files; i++)
        reading.waits |= strcmp(t->args->files[i], "-") == 0;
    status = load_rows(t, err);
    reading_end(&reading, t->args->options);
    if (status == PTRON_OK && !quiet)
        train_notes(t);
    if (status == PTRON_OK && t->resumed == NULL && !ptron_options_is(t->args->options, "algorithm", "neighbours")) {
        PTRON_SIZED(ptron_dataset_facts, facts);

        ptron_dataset_describe(t->set, &facts);
        status = facts_question_labels(t->set, &facts, !quiet, err);
    }
    if (status == PTRON_OK)
        status = test_folds(t, err);
    return status == PTRON_OK ? learn(t, err) : status;
}

static ptron_status train_as_they_come(struct training *t, const struct save_every *every, ptron_error *err)
{
    if (ranks_many())
        return diag_fail(err, PTRON_ARGUMENT, "a stream is learned from in its order, by one process; ranks cannot "
                         "share it");
    TRY(load_resumed(t, err));
    if (args_value(t->args, "validation") != NULL)
        return diag_fail(err, PTRON_ARGUMENT, "a stream has no epochs to test after; use 'perceptron test' on its "
                         "model");
    if (page_wanted(t->args))
        return diag_fail(err, PTRON_ARGUMENT, "a page is drawn of epochs and rows; a stream keeps neither");
    return train_stream(t, every, err);
}

static int run_train(const struct args *args)
{
    struct training t = {.args = args, .row_pace = NAN};
    ptron_error err = {0};
    ptron_status status;
    struct save_every every;
    bool streams;
    int code = EXIT_DONE;

    if (!save_every_parse(args, &every))
        return EXIT_USAGE;
    streams = args_flag(args, "stream") || args_flag(args, "save-every");
    if (args_flag(args, "save-every") &&
        (args_value(args, "output") == NULL || strcmp(args_value(args, "output"), "-") == 0))
        return diag_usage("train", "--save-every needs a file to write to (-o FILE)");
    if (args_flag(args, "folds") && streams)
        return diag_usage("train", "--folds keeps all rows, --stream none");
    if (args_flag(args, "once") && !streams)
        return diag_usage("train", "--once is for --stream");
    if (args_value(args, "predictions") != NULL && !streams)
        return diag_usage("train", "--predictions tells what was said of each row before it was learned from: with "
                          "--stream. For rows that stay, use 'perceptron predict'");
    status = args_value(args, "resume") != NULL ? PTRON_OK
                                                : defaults_choose(&t.defaults, args->options, streams, &err);
    if (status == PTRON_OK)
        status = streams ? train_as_they_come(&t, &every, &err) : train_in_memory(&t, &err);
    if (status == PTRON_OK)
        status = save_model(&t, &err);
    if (status == PTRON_OK)
        print_report(&t);
    if (status == PTRON_OK && t.run != NULL)
        status = page_deliver(t.run, args, report_stream(&t), &err);
    if (status != PTRON_OK)
        code = status == PTRON_CANCELED ? interrupts_code() : diag_error(args->command->name, &err);
    training_free(&t);
    return code;
}

const struct command cmd_train = {
    .name = "train",
    .summary = "learn a model from labelled rows",
    .operands = "DATA...",
    .files = {1, SIZE_MAX},
    .about = "Learns from the labelled rows of DATA (several files are one set) and tells why it stopped: the rows\n"
             "are separated, they cannot be, or a budget ran out; with the margin, its bounds, and the errors.\n"
             "Without --algorithm it learns 'averaged', scaled where 'check' would advise it (--scale auto), "
             "and says so;\n"
             "--algorithm perceptron is the textbook's. A stream is not scaled unless --scale is given.\n"
             "Formats are found by content: CSV and TSV, JSON lines, ARFF, LIBSVM, label<TAB>text, IDX images, .npy;\n"
             ".gz, .zst and .xz too.\n"
             "Ctrl-C keeps the model so far; --resume goes on as if nothing had happened.\n"
             "With --stream the rows are learned from once, in their order, while they come, in constant memory;\n"
             "without it '-' is read to its end first. Streaming a file equals one epoch with --order given\n"
             "and the same --algorithm and --scale.\n",
    .examples = "  perceptron train examples/data/iris.csv --positive setosa -o iris.model\n"
                "  perceptron train messages.tsv --algorithm averaged --holdout 0.2 -o spam.model\n"
                "  perceptron train table.csv --label diagnosis --positive malignant --scale standard --json\n"
                "  zcat big.svm.gz | perceptron train - --epochs 5 -o big.model\n"
                "  perceptron train examples/data/eighty-five.csv --report page.html --plot\n"
                "  tail -f clicks.svm | perceptron train - --save-every 100000 -o clicks.model\n"
                "  perceptron train --algorithm list\n",
    .options = {
        {"output", 'o', "MODEL", "write the model here; '-' is standard output; without it nothing is saved"},
        {"validation", 0, "FILE", "rows to watch the error on while training, never learned from"},
        {"holdout-rows", 0, "FILE", "list the rows that --holdout keeps out here: number, TAB, file:line"},
        {"folds", 0, "K", "test the same options on each of K parts of the rows, learned from the others, too"},
        {"resume", 0, "MODEL", "go on where this model's training stopped, with its options; the same DATA again"},
        {"checkpoint", 0, "FILE", "keep the training so far here, after each epoch; --resume FILE goes on from it"},
        {"checkpoint-every", 0, "SECONDS", "with --checkpoint: only when so much time has passed since the last one"},
        RANKS_OPTIONS,
        {"no-diagnose", 0, NULL,
         "after a budget ran out, do not look (for a twentieth of the work) whether rows can be separated"},
        PAGE_OPTIONS,
        {"stream", 0, NULL, "learn from each row once, as it comes, and keep none: for pipes without end"},
        {"save-every", 0, "N|TIME", "as --stream, and write the model about every N rows, or every 60s, 5m, 1h"},
        {"predictions", 0, "FILE",
         "with --stream: write here what is said of each row before it is learned from: number, TAB, answer, "
         "TAB, score, "
         "TAB, label"},
        {"once", 0, NULL, "with --stream: do not read files once more at the end to judge the weights"},
        {"json", 0, NULL, "the report as one JSON object"},
        {"verbose", 'v', NULL,
         "a line per epoch on standard error, then one of the times of reading, moving rows and training"},
        {"quiet", 'q', NULL, "no report, no notes, no progress; errors only"},
    },
    .groups = {"data", "train"},
    .initials = default_initials,
    .shared = true,
    .run = run_train,
};
