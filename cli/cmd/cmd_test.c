/* perceptron test: how often a model is wrong on labelled rows, and how. */
#include "cmd/commands.h"
#include "diag.h"
#include "progress.h"
#include "words/facts.h"
#include "words/margins.h"
#include "words/numbers.h"
#include "words/training.h"

#include <math.h>
#include <string.h>

struct test {
    const struct args *args;
    ptron_model      *model;
    ptron_stream     *stream;
    ptron_evaluation *evaluation;
    ptron_dataset_facts    read;
    ptron_evaluation_facts facts;
    size_t n_classes;
    bool bias, kernel;
};

/* ---- per class ----------------------------------------------------------------------------------- */

struct class_score {
    uint64_t rows, answers, right;   /* of this class; given this class; both */
    double precision, recall, f1;    /* NaN when nothing was there to count */
};

static double share(uint64_t part, uint64_t whole)
{
    return whole > 0 ? (double)part / (double)whole : (double)NAN;
}

static struct class_score score_class(const struct test *t, size_t c)
{
    struct class_score s = {.right = ptron_evaluation_count(t->evaluation, c, c)};

    for (size_t k = 0; k < t->n_classes; k++) {
        s.rows += ptron_evaluation_count(t->evaluation, c, k);
        s.answers += ptron_evaluation_count(t->evaluation, k, c);
    }
    s.precision = share(s.right, s.answers);
    s.recall = share(s.right, s.rows);
    s.f1 = share(2 * s.right, s.rows + s.answers);
    return s;
}

/* ---- in words ------------------------------------------------------------------------------------ */

enum { NAME_WIDTH = 16, WIDEST_MATRIX = 10, CONFUSIONS_SHOWN = 10 };

/* A label cut to n characters, not bytes, so that columns line up and no character is cut in two. */
static void print_name(const char *name, size_t n, bool right)
{
    size_t characters = 0, bytes = 0;

    for (; name[bytes] != '\0'; bytes++) {
        characters += ((unsigned char)name[bytes] & 0xc0) != 0x80;
        if (characters > n) {
            characters = n;
            break;
        }
    }
    if (right)
        printf("%*s", (int)(n - characters), "");
    printf("%.*s", (int)bytes, name);
    if (!right)
        printf("%*s", (int)(n - characters), "");
}

static void print_matrix(const struct test *t)
{
    printf("\nRows by their label (down) and the model's answer (across)\n  %*s", NAME_WIDTH, "");
    for (size_t c = 0; c < t->n_classes; c++) {
        putchar(' ');
        print_name(text_name(ptron_model_class_name(t->model, c)).s, 12, true);
    }
    putchar('\n');
    for (size_t truth = 0; truth < t->n_classes; truth++) {
        fputs("  ", stdout);
        print_name(text_name(ptron_model_class_name(t->model, truth)).s, NAME_WIDTH, false);
        for (size_t answer = 0; answer < t->n_classes; answer++)
            printf(" %12s", text_count(ptron_evaluation_count(t->evaluation, truth, answer)).s);
        putchar('\n');
    }
}

struct confusion {
    uint64_t rows;
    size_t truth, answer;
};

/* Keeps the largest, sorted, in top[n]. */
static void insert(struct confusion *top, size_t n, struct confusion one)
{
    for (size_t i = 0; i < n; i++)
        if (one.rows > top[i].rows) {
            const struct confusion pushed = top[i];
            top[i] = one;
            one = pushed;
        }
}

static void print_confusions(const struct test *t)
{
    struct confusion top[CONFUSIONS_SHOWN] = {{0}};

    for (size_t truth = 0; truth < t->n_classes; truth++)
        for (size_t answer = 0; answer < t->n_classes; answer++)
            if (truth != answer)
                insert(top, CONFUSIONS_SHOWN,
                       (struct confusion){ptron_evaluation_count(t->evaluation, truth, answer), truth, answer});
    printf("\nMixed up most often (--json has the whole matrix)\n");
    for (size_t i = 0; i < CONFUSIONS_SHOWN && top[i].rows > 0; i++)
        printf("  %8s row%s of '%s' %s called '%s'\n", text_count(top[i].rows).s, text_plural(top[i].rows),
               text_name(ptron_model_class_name(t->model, top[i].truth)).s, text_was(top[i].rows),
               text_name(ptron_model_class_name(t->model, top[i].answer)).s);
}

static void print_share(double value)
{
    if (isnan(value))
        printf(" %10s", "-");
    else
        printf(" %10.4f", value);
}

static void print_classes(const struct test *t)
{
    printf("\nPrecision: of the rows given a label, the share that has it. Recall: of the rows that have it, the\n"
           "share that was found. F1: their harmonic mean.\n  %*s %10s %10s %10s %10s\n", NAME_WIDTH, "", "rows",
           "precision", "recall", "F1");
    for (size_t c = 0; c < t->n_classes; c++) {
        const struct class_score s = score_class(t, c);
        fputs("  ", stdout);
        print_name(text_name(ptron_model_class_name(t->model, c)).s, NAME_WIDTH, false);
        printf(" %10s", text_count(s.rows).s);
        print_share(s.precision);
        print_share(s.recall);
        print_share(s.f1);
        putchar('\n');
    }
}

static void print_summary(const struct test *t)
{
    const ptron_evaluation_facts *f = &t->facts;
    const struct margins margins = {f->margin, t->bias ? f->distance : f->margin, f->functional_margin, t->kernel,
                                    t->n_classes > 2};

    run_line(stdout, "error", "%-12s %s of %s wrong", text_percent(f->error).s, text_count(f->errors).s,
             text_some(f->rows, "row").s);
    if (f->ties > 0)
        run_line(stdout, "", "%-12s of these %s exactly on the boundary", text_count(f->ties).s,
                 f->ties == 1 ? "lies" : "lie");
    if (f->unknown_labels > 0)
        run_line(stdout, "", "%-12s of these %s a label that the model does not know",
                 text_count(f->unknown_labels).s, f->unknown_labels == 1 ? "carries" : "carry");
    if (t->read.unlabelled_rows > 0)
        run_line(stdout, "unlabelled", "%-12s %s no label and %s not counted",
                 text_count(t->read.unlabelled_rows).s,
                 t->read.unlabelled_rows == 1 ? "row carries" : "rows carry", text_was(t->read.unlabelled_rows));
    if (!isnan(f->auc))
        run_line(stdout, "AUC", "%-12s area under the ROC curve: how often a positive row scores above a negative one",
                 text_number(f->auc).s);
    if (!isnan(f->perceptron_loss))
        run_line(stdout, "perceptron loss", "%-12s sum over the rows of max(0, -y(w.x+b)): how far wrong the wrong "
                 "ones are", text_number(f->perceptron_loss).s);
    if (!isnan(f->log_loss))
        run_line(stdout, "log loss", "%-12s mean of -ln of the probability given to the true class",
                 text_number(f->log_loss).s);
    if (!isnan(f->brier))
        run_line(stdout, "Brier score", "%-12s mean squared error of the probabilities", text_number(f->brier).s);
    margins_print(stdout, &margins);
}

static void print_report(const struct test *t)
{
    print_summary(t);
    if (t->n_classes <= WIDEST_MATRIX)
        print_matrix(t);
    else
        print_confusions(t);
    print_classes(t);
}

/* ---- JSON ---------------------------------------------------------------------------------------- */

static void print_json(const struct test *t)
{
    const ptron_evaluation_facts *f = &t->facts;
    struct json json = json_begin(stdout);

    json_put(&json, COUNT("rows", f->rows), COUNT("errors", f->errors), REAL("error", f->error),
             COUNT("ties", f->ties), COUNT("unknown_labels", f->unknown_labels),
             COUNT("unlabelled", t->read.unlabelled_rows), REAL("auc", f->auc),
             REAL("perceptron_loss", f->perceptron_loss), REAL("log_loss", f->log_loss),
             REAL("brier", f->brier), REAL("margin", f->margin),
             REAL("distance", f->distance), REAL("functional_margin", f->functional_margin));
    json_array(&json, "classes");
    for (size_t c = 0; c < t->n_classes; c++)
        json_text(&json, NULL, ptron_model_class_name(t->model, c));
    json_end_array(&json);
    json_array(&json, "confusion");
    for (size_t truth = 0; truth < t->n_classes; truth++) {
        json_array(&json, NULL);
        for (size_t answer = 0; answer < t->n_classes; answer++)
            json_count(&json, NULL, ptron_evaluation_count(t->evaluation, truth, answer));
        json_end_array(&json);
    }
    json_end_array(&json);
    json_array(&json, "per_class");
    for (size_t c = 0; c < t->n_classes; c++) {
        const struct class_score s = score_class(t, c);
        json_put(&json, OBJECT(NULL), TEXT("label", ptron_model_class_name(t->model, c)), COUNT("rows", s.rows),
                 REAL("precision", s.precision), REAL("recall", s.recall), REAL("f1", s.f1), END);
    }
    json_end_array(&json);
    facts_json_skipped(&json, &t->read);
    facts_json_unseen(&json, &t->read);
    json_finish(&json);
}

/* ---- the command --------------------------------------------------------------------------------- */

static ptron_status judge(struct test *t, ptron_error *err)
{
    const struct args *args = t->args;
    const ptron_dataset *rows = NULL;
    PTRON_SIZED(ptron_model_facts, model);

    if (ptron_options_given(args->options, "weight"))
        return diag_fail(err, PTRON_ARGUMENT, "every row counts once here: a weight is for training");
    TRY(ptron_model_load(args->files[0], &t->model, err));
    ptron_model_describe(t->model, &model);
    t->n_classes = (size_t)model.classes;
    t->bias = model.has_bias || model.vectors != 1;
    t->kernel = strcmp(model.kind, "kernel") == 0;
    TRY(ptron_stream_open(args->files + 1, args->n_files - 1, args->options, t->model, &t->stream, err));
    TRY(ptron_evaluation_new(t->model, args->options, &t->evaluation, err));
    TRY(ptron_stream_next(t->stream, &rows, err));
    while (rows != NULL) {
        TRY(ptron_evaluation_add(t->evaluation, rows, err));
        TRY(ptron_stream_next(t->stream, &rows, err));
    }
    ptron_evaluation_describe(t->evaluation, &t->facts);
    ptron_stream_describe(t->stream, &t->read);
    if (t->facts.rows == 0)
        return diag_fail(err, PTRON_DATA, "no labelled rows in %s: there is nothing to compare with", args->files[1]);
    return PTRON_OK;
}

static int run_test(const struct args *args)
{
    struct test t = {.args = args, .read = {.size = sizeof t.read}, .facts = {.size = sizeof t.facts}};
    struct reading reading;
    ptron_error err = {0};
    ptron_status status;
    int code = EXIT_DONE;

    reading_begin(&reading, args->options, args_flag(args, "quiet"));
    status = judge(&t, &err);
    reading_end(&reading, args->options);
    if (status == PTRON_OK && !args_flag(args, "quiet")) {
        facts_note_skipped(&t.read);
        facts_note_unseen(&t.read);
    }
    if (status != PTRON_OK)
        code = diag_error(args->command->name, &err);
    else if (args_flag(args, "json"))
        print_json(&t);
    else
        print_report(&t);
    ptron_evaluation_free(t.evaluation);
    ptron_stream_close(t.stream);
    ptron_model_free(t.model);
    return code;
}

const struct command cmd_test = {
    .name = "test",
    .summary = "how often a model is wrong on labelled rows",
    .operands = "MODEL DATA...",
    .files = {2, SIZE_MAX},
    .about = "Labels the rows of DATA with the model and compares with the labels they carry: error, confusion\n"
             "matrix, precision, recall and F1 of each class, area under the ROC curve, perceptron loss.\n"
             "A row exactly on the boundary is an error, and so is a label that the model does not know.\n"
             "Every row counts once, whatever its weight was in training.\n",
    .examples = "  perceptron test iris.model examples/data/iris.csv\n"
                "  perceptron test spam.model new.tsv --threshold 2.5\n"
                "  perceptron test spam.model new.tsv --json | jq .error\n",
    .options = {
        {"json", 0, NULL, "the result as one JSON object"},
        {"quiet", 'q', NULL, "no notes"},
    },
    .groups = {"data", "use"},
    .of_model = true,
    .run = run_test,
};
