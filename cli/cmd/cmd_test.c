/* perceptron test: how often a model is wrong on labelled rows, and how. */
#include "cmd/commands.h"
#include "diag.h"
#include "launched.h"
#include "progress.h"
#include "words/facts.h"
#include "words/judgement.h"

struct test {
    const struct args *args;
    ptron_model      *model;
    ptron_stream     *stream;
    ptron_dataset    *set;        /* of ranks: the rows stay, each on one of them */
    ptron_evaluation *evaluation;
    ptron_dataset_facts read;
    struct judgement judgement;
};

static ptron_status judge_shared(struct test *t, ptron_error *err)
{
    const struct args *args = t->args;

    TRY(ptron_dataset_load(args->files + 1, args->n_files - 1, args->options, t->model, &t->set, err));
    TRY(ptron_evaluation_new(t->model, args->options, &t->evaluation, err));
    TRY(ptron_evaluation_add(t->evaluation, t->set, err));
    ptron_dataset_describe(t->set, &t->read);
    return PTRON_OK;
}

static ptron_status judge_rows(struct test *t, ptron_error *err)
{
    const struct args *args = t->args;
    const ptron_dataset *rows = NULL;

    TRY(ptron_stream_open(args->files + 1, args->n_files - 1, args->options, t->model, &t->stream, err));
    TRY(ptron_evaluation_new(t->model, args->options, &t->evaluation, err));
    TRY(ptron_stream_next(t->stream, &rows, err));
    while (rows != NULL) {
        TRY(ptron_evaluation_add(t->evaluation, rows, err));
        TRY(ptron_stream_next(t->stream, &rows, err));
    }
    ptron_stream_describe(t->stream, &t->read);
    return PTRON_OK;
}

static ptron_status judge(struct test *t, ptron_error *err)
{
    const struct args *args = t->args;
    PTRON_SIZED(ptron_evaluation_facts, facts);

    if (ptron_options_given(args->options, "weight"))
        return diag_fail(err, PTRON_ARGUMENT, "every row counts once here: a weight is for training");
    TRY(ptron_model_load(args->files[0], &t->model, err));
    TRY(ranks_many() ? judge_shared(t, err) : judge_rows(t, err));
    t->judgement.unlabelled = t->read.unlabelled_rows;
    t->judgement.wanted = args_value(args, "threshold-for");
    t->judgement.curves = args_flag(args, "curves");
    ptron_evaluation_describe(t->evaluation, &facts);
    if (facts.rows > 0)
        return judgement_fill(&t->judgement, t->model, t->evaluation, err);
    return diag_fail(err, PTRON_DATA, "no labelled rows in %s: there is nothing to compare with", args->files[1]);
}

static ptron_status print_json(const struct test *t, ptron_error *err)
{
    struct json json = json_begin(stdout);
    const ptron_status status = judgement_json(&json, &t->judgement, err);

    facts_json_skipped(&json, &t->read);
    facts_json_unseen(&json, &t->read);
    json_finish(&json);
    return status;
}

static int run_test(const struct args *args)
{
    struct test t = {.args = args, .read = {.size = sizeof t.read}};
    struct reading reading;
    ptron_error err = {0};
    ptron_status status;
    int code = EXIT_DONE;

    if (!args_count(args, "top-k", 0, &t.judgement.top))
        return EXIT_USAGE;
    if (args_flag(args, "curves") && !args_flag(args, "json"))
        return diag_usage("test", "--curves lists points for --json; 'perceptron report' draws them");
    reading_begin(&reading, args->options, args_flag(args, "quiet"));
    status = judge(&t, &err);
    reading_end(&reading, args->options);
    if (status == PTRON_OK && !args_flag(args, "quiet")) {
        facts_note_skipped(&t.read);
        facts_note_unseen(&t.read);
    }
    if (status == PTRON_OK && args_flag(args, "json"))
        status = print_json(&t, &err);
    else if (status == PTRON_OK)
        judgement_print(stdout, &t.judgement);
    if (status != PTRON_OK)
        code = diag_error(args->command->name, &err);
    ptron_evaluation_free(t.evaluation);
    ptron_stream_close(t.stream);
    ptron_dataset_free(t.set);
    ptron_model_free(t.model);
    return code;
}

const struct command cmd_test = {
    .name = "test",
    .summary = "how often a model is wrong on labelled rows",
    .operands = "MODEL DATA...",
    .files = {2, SIZE_MAX},
    .about = "Labels the rows of DATA with the model and compares with the labels they carry: error, confusion\n"
             "matrix, precision, recall and F1 of each class and their means, balanced accuracy, areas under the\n"
             "ROC curve and under precision against recall (average precision), perceptron loss.\n"
             "A row exactly on the boundary is an error, and so is a label that the model does not know.\n"
             "Every row counts once, whatever its weight was in training.\n",
    .examples = "  perceptron test iris.model examples/data/iris.csv\n"
                "  perceptron test spam.model new.tsv --threshold 2.5\n"
                "  perceptron test spam.model new.tsv --json | jq .error\n",
    .options = {
        {"threshold-for", 0, "WISH",
         "tell which threshold has this on these rows: precision=P, recall=R, or f1 for the best F1"},
        {"top-k", 0, "K", "many labels: the share of rows whose label is among the K that score highest"},
        {"curves", 0, NULL, "with --json: every point of the ROC curve and of precision against recall"},
        {"json", 0, NULL, "the result as one JSON object"},
        RANKS_OPTIONS,
        {"quiet", 'q', NULL, "no notes"},
    },
    .groups = {"data", "use"},
    .of_model = true,
    .shared = true,
    .run = run_test,
};
