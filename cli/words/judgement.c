/* The numbers of an evaluation, each explained; confusion; precision and recall of each label. */
#include "words/judgement.h"
#include "diag.h"
#include "words/margins.h"
#include "words/numbers.h"
#include "words/training.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- per class ----------------------------------------------------------------------------------- */

struct class_score {
    uint64_t rows, answers, right;   /* of this class; given this class; both */
    double precision, recall, f1;    /* NaN when nothing was there to count */
};

static double share(uint64_t part, uint64_t whole)
{
    return whole > 0 ? (double)part / (double)whole : (double)NAN;
}

static struct class_score score_class(const struct judgement *t, size_t c)
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

enum { NAME_WIDTH = 16, WIDEST_MATRIX = 10, CONFUSIONS_SHOWN = 10, MANY_TOP = 5 };

/* A label cut to n characters, not bytes, so that columns line up and no character is cut in two. */
static void print_name(FILE *out, const char *name, size_t n, bool right)
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
        fprintf(out, "%*s", (int)(n - characters), "");
    fprintf(out, "%.*s", (int)bytes, name);
    if (!right)
        fprintf(out, "%*s", (int)(n - characters), "");
}

static void print_matrix(FILE *out, const struct judgement *t)
{
    fprintf(out, "\nRows by their label (down) and the model's answer (across)\n  %*s", NAME_WIDTH, "");
    for (size_t c = 0; c < t->n_classes; c++) {
        fputc(' ', out);
        print_name(out, text_name(ptron_model_class_name(t->model, c)).s, 12, true);
    }
    fputc('\n', out);
    for (size_t truth = 0; truth < t->n_classes; truth++) {
        fputs("  ", out);
        print_name(out, text_name(ptron_model_class_name(t->model, truth)).s, NAME_WIDTH, false);
        for (size_t answer = 0; answer < t->n_classes; answer++)
            fprintf(out, " %12s", text_count(ptron_evaluation_count(t->evaluation, truth, answer)).s);
        fputc('\n', out);
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

static void print_confusions(FILE *out, const struct judgement *t)
{
    struct confusion top[CONFUSIONS_SHOWN] = {{0}};

    for (size_t truth = 0; truth < t->n_classes; truth++)
        for (size_t answer = 0; answer < t->n_classes; answer++)
            if (truth != answer)
                insert(top, CONFUSIONS_SHOWN,
                       (struct confusion){ptron_evaluation_count(t->evaluation, truth, answer), truth, answer});
    fprintf(out, "\nMixed up most often (--json has the whole matrix)\n");
    for (size_t i = 0; i < CONFUSIONS_SHOWN && top[i].rows > 0; i++)
        fprintf(out, "  %8s row%s of '%s' %s called '%s'\n", text_count(top[i].rows).s, pt_plural(top[i].rows),
               text_name(ptron_model_class_name(t->model, top[i].truth)).s, text_was(top[i].rows),
               text_name(ptron_model_class_name(t->model, top[i].answer)).s);
}

static void print_share(FILE *out, double value)
{
    if (isnan(value))
        fprintf(out, " %10s", "-");
    else
        fprintf(out, " %10.4f", value);
}

static void print_mean(FILE *out, const char *name, double f1)
{
    fprintf(out, "  %-*s %10s %10s %10s", NAME_WIDTH, name, "", "", "");
    print_share(out, f1);
    fputc('\n', out);
}

static void print_classes(FILE *out, const struct judgement *t)
{
    fprintf(out, "\nPrecision: of the rows given a label, the share that has it. Recall: of the rows that have it, "
           "the\nshare that was found. F1: their harmonic mean.\n  %*s %10s %10s %10s %10s\n", NAME_WIDTH, "", "rows",
           "precision", "recall", "F1");
    for (size_t c = 0; c < t->n_classes; c++) {
        const struct class_score s = score_class(t, c);
        fputs("  ", out);
        print_name(out, text_name(ptron_model_class_name(t->model, c)).s, NAME_WIDTH, false);
        fprintf(out, " %10s", text_count(s.rows).s);
        print_share(out, s.precision);
        print_share(out, s.recall);
        print_share(out, s.f1);
        fputc('\n', out);
    }
    print_mean(out, "mean (macro)", t->facts.macro_f1);
    print_mean(out, "mean, by rows", t->facts.weighted_f1);
}

static void print_point(FILE *out, const struct judgement *t)
{
    const ptron_operating_point *p = &t->point;

    fprintf(out, "\nThe threshold for %s%s\n", t->wanted,
            p->reached ? "" : ": none gives it; this has the highest precision there is");
    run_line(out, "threshold", "%-12s scores above it are '%s': --threshold %s", text_number(p->threshold).s,
             text_name(ptron_model_class_name(t->model, 1)).s, text_exact(p->threshold).s);
    run_line(out, "gives", "precision %s, recall %s, F1 %s on these rows, from which it was found",
             text_number(p->precision).s, text_number(p->recall).s, text_number(p->f1).s);
}

static void print_summary(FILE *out, const struct judgement *t)
{
    const ptron_evaluation_facts *f = &t->facts;
    const struct margins margins = {f->margin, t->bias ? f->distance : f->margin, f->functional_margin, t->kernel,
                                    t->n_classes > 2};

    run_line(out, "error", "%-12s %s of %s wrong", text_percent(f->error).s, text_count(f->errors).s,
             text_some(f->rows, "row").s);
    if (f->ties > 0) {
        run_line(out, "", "%-12s of these %s", text_count(f->ties).s,
                 isnan(f->margin) ? f->ties == 1 ? "is a tie: the score is on neither side"
                                                 : "are ties: the score is on neither side"
                 : f->ties == 1   ? "lies exactly on the boundary"
                                  : "lie exactly on the boundary");
        run_line(out, "", "%-12s the recalls and tables below count %s by the label that predict gives", "",
                 pt_one_many(f->ties, "it", "them"));
    }
    if (f->unknown_labels > 0)
        run_line(out, "", "%-12s of these %s a label that the model does not know",
                 text_count(f->unknown_labels).s, pt_one_many(f->unknown_labels, "carries", "carry"));
    if (t->unlabelled > 0)
        run_line(out, "unlabelled", "%-12s %s no label and %s not counted",
                 text_count(t->unlabelled).s,
                 pt_one_many(t->unlabelled, "row carries", "rows carry"), text_was(t->unlabelled));
    if (!isnan(f->balanced_accuracy))
        run_line(out, "balanced", "%-12s accuracy with every label counted the same: the mean of the recalls",
                 text_percent(f->balanced_accuracy).s);
    if (t->top > 0)
        run_line(out, "in the top", "%-12s of the rows have their label among the %s that score highest",
                 text_percent(share(ptron_evaluation_within(t->evaluation, (size_t)t->top), f->rows)).s,
                 text_count(t->top).s);
    if (!isnan(f->auc))
        run_line(out, "AUC", "%-12s area under the ROC curve: how often a positive row scores above a negative one",
                 text_number(f->auc).s);
    if (!isnan(f->average_precision))
        run_line(out, "avg. precision", "%-12s area under precision against recall, in steps",
                 text_number(f->average_precision).s);
    if (!isnan(f->perceptron_loss))
        run_line(out, "perceptron loss", "%-12s sum over the rows of %s: how far wrong the wrong ones are",
                 text_number(f->perceptron_loss).s,
                 t->n_classes > 2    ? "max(0, best other score - own)"
                 : isnan(f->margin) || t->kernel ? "max(0, -y score)"
                                                 : "max(0, -y(w.x+b))");
    if (!isnan(f->log_loss))
        run_line(out, "log loss", "%-12s mean of -ln of the probability given to the true class",
                 text_number(f->log_loss).s);
    if (!isnan(f->brier))
        run_line(out, "Brier score", "%-12s mean squared error of the probabilities", text_number(f->brier).s);
    margins_print(out, &margins);
}

void judgement_print(FILE *out, const struct judgement *t)
{
    print_summary(out, t);
    if (t->n_classes <= WIDEST_MATRIX)
        print_matrix(out, t);
    else
        print_confusions(out, t);
    print_classes(out, t);
    if (t->wanted != NULL)
        print_point(out, t);
}

/* ---- JSON ---------------------------------------------------------------------------------------- */

static void json_numbers(struct json *json, const struct judgement *t)
{
    const ptron_evaluation_facts *f = &t->facts;

    json_put(json, COUNT("rows", f->rows), COUNT("errors", f->errors), REAL("error", f->error),
             COUNT("ties", f->ties), COUNT("unknown_labels", f->unknown_labels),
             COUNT("unlabelled", t->unlabelled), REAL("balanced_accuracy", f->balanced_accuracy),
             REAL("macro_f1", f->macro_f1), REAL("weighted_f1", f->weighted_f1), REAL("auc", f->auc),
             REAL("average_precision", f->average_precision),
             REAL("perceptron_loss", f->perceptron_loss), REAL("log_loss", f->log_loss),
             REAL("brier", f->brier), REAL("margin", f->margin),
             REAL("distance", f->distance), REAL("functional_margin", f->functional_margin));
    if (t->top > 0)
        json_put(json, OBJECT("top"), COUNT("k", t->top),
                 COUNT("rows", ptron_evaluation_within(t->evaluation, (size_t)t->top)),
                 REAL("accuracy", share(ptron_evaluation_within(t->evaluation, (size_t)t->top), f->rows)), END);
    if (t->wanted != NULL)
        json_put(json, OBJECT("threshold_for"), TEXT("wanted", t->wanted), FLAG("reached", t->point.reached),
                 REAL("threshold", t->point.threshold), REAL("precision", t->point.precision),
                 REAL("recall", t->point.recall), REAL("f1", t->point.f1), END);
}

static void json_classes(struct json *json, const struct judgement *t)
{
    json_array(json, "classes");
    for (size_t c = 0; c < t->n_classes; c++)
        json_text(json, NULL, ptron_model_class_name(t->model, c));
    json_end_array(json);
    json_array(json, "confusion");
    for (size_t truth = 0; truth < t->n_classes; truth++) {
        json_array(json, NULL);
        for (size_t answer = 0; answer < t->n_classes; answer++)
            json_count(json, NULL, ptron_evaluation_count(t->evaluation, truth, answer));
        json_end_array(json);
    }
    json_end_array(json);
    json_array(json, "per_class");
    for (size_t c = 0; c < t->n_classes; c++) {
        const struct class_score s = score_class(t, c);
        json_put(json, OBJECT(NULL), TEXT("label", ptron_model_class_name(t->model, c)), COUNT("rows", s.rows),
                 REAL("precision", s.precision), REAL("recall", s.recall), REAL("f1", s.f1), END);
    }
    json_end_array(json);
}

struct curve {              /* [n] each */
    double   *score;
    uint64_t *right, *wrong;
    size_t    n;
    double    positives, negatives;
};

static double score_at(const struct curve *c, size_t i) { return c->score[i]; }
static double recall_at(const struct curve *c, size_t i) { return (double)c->right[i] / c->positives; }
static double fallout_at(const struct curve *c, size_t i) { return (double)c->wrong[i] / c->negatives; }
static double precision_at(const struct curve *c, size_t i)
{
    return (double)c->right[i] / (double)(c->right[i] + c->wrong[i]);
}

/* Every distinct score, highest first: rows that score at least as high are called positive. */
static void json_points(struct json *json, const struct curve *c)
{
    static const struct {
        const char *key;
        double (*value)(const struct curve *, size_t);
    } columns[] = {{"score", score_at}, {"false_positive_rate", fallout_at}, {"true_positive_rate", recall_at},
                   {"precision", precision_at}, {"recall", recall_at}};

    json_object(json, "curve");
    for (size_t k = 0; k < sizeof columns / sizeof *columns; k++) {
        json_array(json, columns[k].key);
        for (size_t i = 0; i < c->n; i++)
            json_real(json, NULL, columns[k].value(c, i));
        json_end_array(json);
    }
    json_end_object(json);
}

static ptron_status json_curve(struct json *json, const struct judgement *t, ptron_error *err)
{
    struct curve c = {.n = ptron_evaluation_curve(t->evaluation, NULL, NULL, NULL, 0)};
    bool whole;

    if (t->n_classes != 2 || c.n == 0)
        return PTRON_OK;
    c.score = malloc(c.n * sizeof *c.score);
    c.right = malloc(c.n * sizeof *c.right);
    c.wrong = malloc(c.n * sizeof *c.wrong);
    whole = c.score != NULL && c.right != NULL && c.wrong != NULL;
    if (whole) {
        ptron_evaluation_curve(t->evaluation, c.score, c.right, c.wrong, c.n);
        c.positives = (double)c.right[c.n - 1];
        c.negatives = (double)c.wrong[c.n - 1];
        json_points(json, &c);
    }
    free(c.score);
    free(c.right);
    free(c.wrong);
    return whole ? PTRON_OK : diag_fail(err, PTRON_NOMEM, "no memory for a curve of %s", text_counted(c.n, "point").s);
}

ptron_status judgement_json(struct json *json, const struct judgement *t, ptron_error *err)
{
    json_numbers(json, t);
    json_classes(json, t);
    return t->curves ? json_curve(json, t, err) : PTRON_OK;
}

/* ---- filling ------------------------------------------------------------------------------------- */

ptron_status judgement_fill(struct judgement *t, const ptron_model *model, ptron_evaluation *evaluation,
                            ptron_error *err)
{
    PTRON_SIZED(ptron_model_facts, facts);

    ptron_model_describe(model, &facts);
    t->model = model;
    t->evaluation = evaluation;
    t->n_classes = (size_t)facts.classes;
    t->bias = facts.has_bias || facts.vectors != 1;
    t->kernel = strcmp(facts.kind, "kernel") == 0;
    if (t->n_classes == 2)
        t->top = 0;
    else if (t->top == 0 && t->n_classes > WIDEST_MATRIX)
        t->top = MANY_TOP;
    t->facts.size = sizeof t->facts;
    ptron_evaluation_describe(evaluation, &t->facts);
    t->point.size = sizeof t->point;
    return t->wanted == NULL ? PTRON_OK : ptron_evaluation_operate(evaluation, t->wanted, &t->point, err);
}
