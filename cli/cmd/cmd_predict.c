/* perceptron predict: one line out for each line in, in the same order, in constant memory; a pipe is answered
 * line by line. */
#include "cmd/answers.h"
#include "cmd/commands.h"
#include "diag.h"
#include "launched.h"
#include "output.h"
#include "progress.h"
#include "words/facts.h"

#include <errno.h>
#include <string.h>

struct prediction {
    const struct args *args;
    ptron_model   *model;
    ptron_stream  *stream;
    struct output  output;
    struct answers answers;
};

static ptron_status answer_all(struct prediction *p, ptron_error *err)
{
    const ptron_dataset *rows = NULL;

    TRY(ptron_stream_next(p->stream, &rows, err));
    while (rows != NULL && !interrupts_any()) {
        TRY(answers_add(&p->answers, rows, p->args->options, err));
        TRY(output_flush(&p->output, err));
        TRY(ptron_stream_next(p->stream, &rows, err));
    }
    return interrupts_any() ? diag_fail(err, PTRON_CANCELED, "stopped; nothing was written") : PTRON_OK;
}

/* ---- the command --------------------------------------------------------------------------------- */

static bool on_wait(void *user, uint64_t taken)
{
    (void)user, (void)taken;
    return !interrupts_any();
}

static ptron_status open_all(struct prediction *p, const struct answers_with *with, ptron_error *err)
{
    const ptron_watch watch = {.size = sizeof watch, .on_wait = on_wait};

    TRY(ptron_options_watch(p->args->options, &watch, err));
    TRY(ptron_model_load(p->args->files[0], &p->model, err));
    TRY(answers_begin(&p->answers, p->model, with, NULL, err));
    TRY(ptron_stream_open(p->args->files + 1, p->args->n_files - 1, p->args->options, p->model, &p->stream, err));
    if (ranks_first())
        TRY(output_open(&p->output, args_value(p->args, "output"), err));
    else if ((p->output.file = tmpfile()) == NULL)
        return diag_fail(err, PTRON_IO, "cannot keep the lines of this rank: %s", strerror(errno));
    TRY(answers_open(&p->answers, p->stream, p->output.file, err));
    if (args_flag(p->args, "names") && ranks_first()) {
        answers_names(&p->answers);
        TRY(output_flush(&p->output, err));
    }
    if (p->output.to != NULL)
        interrupts_catch();   /* so that Ctrl-C leaves no half file behind */
    return PTRON_OK;
}

/* What all ranks have left out; the first bad row is told where rank 0 has met it. */
static ptron_status add_facts(ptron_dataset_facts *facts, ptron_error *err)
{
    uint64_t *const counts[] = {&facts->bad_rows,       &facts->missing_rows,      &facts->dropped_rows,
                                &facts->missing_cells,  &facts->unseen_labels,     &facts->unseen_words,
                                &facts->unseen_features, &facts->unseen_categories, &facts->header_lines};

    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        TRY(ptron_ranks_sum(ranks_all(), counts[i], 1, err));
    return PTRON_OK;
}

static ptron_status finish(struct prediction *p, ptron_dataset_facts *facts, ptron_error *err)
{
    ptron_stream_describe(p->stream, facts);
    if (!ranks_many())
        return output_commit(&p->output, err);
    TRY(ranks_join_output(p->output.file, err));
    TRY(add_facts(facts, err));
    return ranks_first() ? output_commit(&p->output, err) : PTRON_OK;
}

static void print_notes(const ptron_dataset_facts *facts)
{
    facts_note_skipped(facts);
    facts_note_unseen(facts);
    facts_note_labels(facts);
}

static void prediction_free(struct prediction *p)
{
    output_discard(&p->output);
    ptron_stream_close(p->stream);
    answers_end(&p->answers);
    ptron_model_free(p->model);
}

static int run_predict(const struct args *args)
{
    struct prediction p = {.args = args};
    struct answers_with with = {
        .scores = args_flag(args, "scores") || args_flag(args, "json"), .chances = args_flag(args, "probabilities"),
        .places = args_flag(args, "places"), .json = args_flag(args, "json"), .keep = args_value(args, "keep"),
        .no_answer = args_value(args, "no-answer"),
    };
    PTRON_SIZED(ptron_dataset_facts, facts);
    uint64_t top, most;
    ptron_error err = {0};
    ptron_status status;
    int code = EXIT_DONE;

    if (!args_count(args, "top", 0, &top) || !args_count(args, "explain", 0, &most))
        return EXIT_USAGE;
    if (with.json && args_flag(args, "names"))
        return diag_usage("predict", "--names is for lines; JSON has its names");
    with.top = top > SIZE_MAX / 64 ? SIZE_MAX / 64 : (size_t)top;
    with.reasons = (size_t)most;
    status = open_all(&p, &with, &err);
    if (status == PTRON_OK)
        status = answer_all(&p, &err);
    if (status == PTRON_OK)
        status = finish(&p, &facts, &err);
    if (status == PTRON_OK && !args_flag(args, "quiet"))
        print_notes(&facts);
    if (status != PTRON_OK)
        code = diag_error(args->command->name, &err);
    prediction_free(&p);
    return status == PTRON_CANCELED ? interrupts_code() : code;
}

const struct command cmd_predict = {
    .name = "predict",
    .summary = "label rows with a model",
    .operands = "MODEL DATA...",
    .files = {2, SIZE_MAX},
    .about = "Prints a label for each row of DATA, one per line, in the order of the rows. The rows need no labels\n"
             "of their own; columns are matched by name, words and features that the model does not know are left\n"
             "out and counted. A pipe is answered line by line. With two classes the label is the positive one\n"
             "when the score is above the threshold; on the boundary it is the negative one. Where probabilities were\n"
             "fitted (train --calibrate) the label is the most probable one, unless --threshold says otherwise.\n"
             "How rows are read, scaled and completed comes from the model. Each line but a header's has an answer:\n"
             "an empty one, a comment, and a row that is left out, as by --on-bad skip or --classes, get that of\n"
             "--no-answer, and empty cells in the other columns. A control character in a label is printed as \\n,\n"
             "\\t, \\r or \\xNN, so that a label never breaks a line.\n",
    .examples = "  perceptron predict iris.model new.csv\n"
                "  perceptron predict iris.model new.csv --scores -o answers.tsv\n"
                "  perceptron predict iris.model new.csv --top 2 --explain 3 --names\n"
                "  tail -f messages.txt | perceptron predict spam.model - --json\n",
    .options = {
        {"scores", 0, NULL, "after the label a TAB and the score; one score per class when there are more than two"},
        {"probabilities", 0, NULL, "after the label a TAB and a probability for each class, in the order of 'show'"},
        {"top", 0, "K", "after the label the K best labels, each with its score (with --probabilities: that)"},
        {"explain", 0, "K",
         "linear models: after all that the K features that spoke loudest, each as NAME=PART of the score"},
        {"keep", 0, "COLUMNS", "before the label the cells of these columns of a table, by name or number from 1"},
        {"names", 0, NULL, "a first line that names the columns of the answers"},
        {"no-answer", 0, "TEXT", "the answer for a line without a row; '?' when not given, in JSON a label of null"},
        {"places", 0, NULL, "before the label the row's place, file:line, and a TAB"},
        {"output", 'o', "FILE", "write the lines here instead of standard output"},
        {"json", 0, NULL, "one JSON object per line: label and score, or scores by class"},
        RANKS_OPTIONS,
        {"quiet", 'q', NULL, "no notes"},
    },
    .groups = {"data", "use"},
    .of_model = true,
    .shared = true,
    .run = run_predict,
};
