/* Evaluation: rows are scored on all threads, then one loop counts them in row order. */
#include "judge/score.h"
#include "base/alloc.h"
#include "base/elementary.h"
#include "base/size.h"
#include "judge/predict.h"
#include "math/classes.h"
#include "score/score_rows.h"
#include "sets/share.h"

#include <math.h>

struct verdict {        /* what is to be counted of one row */
    double   margin;    /* y(w.x+b), or own score less the best other */
    uint32_t rank;      /* of many classes: those that score above its own; of equals the first */
    double   own, miss; /* probability of the row's class, and how far all are from the truth, squared */
    uint32_t label, answer;
};

struct counting {
    ptron_evaluation *evaluation;
    struct verdict   *verdicts;   /* [rows of a round] */
};

/* ---- one row ------------------------------------------------------------------------------------- */

static bool is_known(const ptron_model *model, uint32_t label)
{
    return label < model->recipe.labels.classes.count;
}

/* Two classes: (p - y)^2. More: summed over them. The scores are written over. */
static void judge_probabilities(const ptron_evaluation *e, double *scores, struct verdict *verdict)
{
    double pair[2], *p = e->model->n_vectors == 1 ? pair : scores;   /* many are made in place */

    pt_model_probabilities(e->model, scores, p);
    verdict->own = p[verdict->label];
    for (uint32_t c = e->n_classes == 2; c < e->n_classes; c++) {
        const double off = p[c] - (c == verdict->label ? 1.0 : 0.0);
        verdict->miss += off * off;
    }
}

static uint32_t rank_of(const double *scores, uint32_t n, uint32_t label)
{
    uint32_t above = 0;

    for (uint32_t c = 0; c < n; c++)
        above += scores[c] > scores[label] || (c < label && scores[c] == scores[label]);
    return above;
}

static struct verdict judge_row(const ptron_evaluation *e, const struct pt_row *row, double *scores)
{
    struct verdict verdict = {.label = row->label};

    if (!is_known(e->model, row->label))
        return verdict;
    verdict.answer = pt_model_class(e->model, scores, e->cut);
    verdict.margin = pt_margin_of(scores, e->model->n_vectors, row->label, NULL);
    if (e->ranks != NULL)
        verdict.rank = rank_of(scores, e->n_classes, row->label);
    if (pt_model_has_probabilities(e->model))
        judge_probabilities(e, scores, &verdict);
    return verdict;
}

static void judge_rows(void *context, uint64_t first, const struct pt_row *rows, size_t n, double *scores)
{
    const struct counting *c = context;

    for (size_t i = 0; i < n; i++)
        c->verdicts[first % PT_ROUND_ROWS + i] =
            judge_row(c->evaluation, &rows[i], scores + i * c->evaluation->model->n_vectors);
}

/* ---- counting ------------------------------------------------------------------------------------ */

/* With two classes the score on the threshold is the tie; errors follow the threshold, the margin does not. Where
 * probabilities rule, there is none: the most probable label is the answer. */
static void count_known(ptron_evaluation *e, const struct verdict *v)
{
    const double score = v->label == 1 ? v->margin : -v->margin;   /* of two classes */
    const bool tie = !e->by_probability && (e->n_classes == 2 ? score == e->cut.at : v->margin == 0.0);

    e->confusion[(size_t)v->label * e->n_classes + v->answer]++;
    e->ties += tie;
    e->errors += tie || v->label != v->answer || isnan(v->margin);
    if (v->margin < 0.0)
        e->loss -= v->margin;
    if (v->margin < e->least)
        e->least = v->margin + 0.0;   /* no -0 */
    e->log_loss -= pt_log(fmax(v->own, 1e-15));
    e->brier += v->miss;
    if (e->n_classes == 2)
        pt_scores_add(&e->by_class[v->label], score);
    else if (e->ranks != NULL)
        e->ranks[v->rank]++;
}

static void count_rows(void *context, uint64_t first, uint64_t to)
{
    const struct counting *c = context;
    ptron_evaluation *e = c->evaluation;

    for (; first < to; first++) {
        const struct verdict *v = &c->verdicts[first % PT_ROUND_ROWS];

        e->rows += v->label != PT_NO_LABEL;
        if (is_known(e->model, v->label)) {
            count_known(e, v);
            if (!isfinite(v->margin) && e->wild == UINT64_MAX)
                e->wild = first;
        } else if (v->label != PT_NO_LABEL) {
            e->unknown_labels++;
            e->errors++;
        }
    }
}

/* ---- the evaluation ------------------------------------------------------------------------------ */

static ptron_status reserve_scores(ptron_evaluation *e, const struct pt_view *view, ptron_error *err)
{
    uint64_t n[2];

    PT_TRY(pt_view_count_labels(view, n, err));
    return pt_scores_reserve(&e->by_class[0], (size_t)n[0]) && pt_scores_reserve(&e->by_class[1], (size_t)n[1])
               ? PTRON_OK
               : pt_fail_memory(err, (size_t)view->n * sizeof(uint64_t), "the ROC curve");
}

ptron_status pt_evaluation_add_view(ptron_evaluation *e, const struct pt_view *view, pt_pool *pool, ptron_error *err)
{
    const size_t rows = (size_t)(view->n < PT_ROUND_ROWS ? view->n : PT_ROUND_ROWS);
    struct counting c = {.evaluation = e};
    struct pt_meter meter = pt_meter_of(&e->watch, view->n);
    ptron_status status;

    if (e->n_classes == 2)
        PT_TRY(reserve_scores(e, view, err));
    c.verdicts = pt_array(rows, sizeof *c.verdicts);
    if (c.verdicts == NULL)
        return pt_fail_memory(err, rows * sizeof *c.verdicts, "evaluation");
    status = pt_score_rows(&(struct pt_scoring){e->model, view, pool, judge_rows, count_rows, &c, &meter}, err);
    e->sorted = false;
    pt_release(c.verdicts);
    return status;
}

ptron_status pt_evaluation_add(ptron_evaluation *e, const ptron_dataset *set, ptron_error *err)
{
    const struct pt_view view = pt_dataset_view(set);

    PT_TRY(pt_match_features(e->model, set, err));
    PT_TRY(pt_match_classes(e->model, set, err));
    e->wild = UINT64_MAX;
    PT_TRY(pt_evaluation_add_view(e, &view, set->pool, err));
    return e->wild == UINT64_MAX ? PTRON_OK : pt_fail_wild(set, e->wild, err);
}

ptron_status pt_evaluation_new(const ptron_model *model, struct pt_cut cut, const ptron_watch *watch,
                               ptron_evaluation **out, ptron_error *err)
{
    const uint32_t n_classes = model->recipe.labels.classes.count;
    ptron_evaluation *e = *out = pt_zeroed(1, sizeof *e);
    size_t cells;

    if (e != NULL && pt_mul(n_classes, n_classes, &cells)) {
        e->model = model;
        e->model_refs = pt_refs_take(&model->refs);
        e->cut = pt_model_cut(model, cut);
        e->by_probability = e->cut.by == PT_CUT_PROBABILITY;
        e->watch = watch == NULL ? (ptron_watch){0} : *watch;
        e->n_classes = n_classes;
        e->least = (double)INFINITY;
        e->confusion = pt_zeroed(cells, sizeof *e->confusion);
        e->ranks = n_classes == 2 ? NULL : pt_zeroed(n_classes, sizeof *e->ranks);
        if (e->confusion != NULL && (n_classes == 2 || e->ranks != NULL))
            return PTRON_OK;
    }
    ptron_evaluation_free(e);
    *out = NULL;
    return pt_fail(err, PTRON_NOMEM, "no memory for the counts of %u x %u classes", (unsigned)n_classes,
                   (unsigned)n_classes);
}

void ptron_evaluation_free(ptron_evaluation *e)
{
    if (e == NULL)
        return;
    pt_scores_fini(&e->by_class[0]);
    pt_scores_fini(&e->by_class[1]);
    pt_release(e->confusion);
    pt_release(e->ranks);
    pt_refs_drop(e->model_refs);
    pt_release(e);
}

/* ---- the answer ---------------------------------------------------------------------------------- */

/* Means over the classes that have rows, or answers: what nobody has and nobody was given counts for nothing. */
static void judge_classes(const ptron_evaluation *e, ptron_evaluation_facts *facts)
{
    double recalls = 0.0, f1s = 0.0, weighted = 0.0, rows = 0.0, met = 0.0, present = 0.0;

    for (size_t c = 0; c < e->n_classes; c++) {
        uint64_t own = 0, given = 0;
        const uint64_t right = e->confusion[c * e->n_classes + c];

        for (size_t k = 0; k < e->n_classes; k++) {
            own += e->confusion[c * e->n_classes + k];
            given += e->confusion[k * e->n_classes + c];
        }
        if (own + given == 0)
            continue;
        met += 1.0;
        present += own > 0;
        rows += (double)own;
        recalls += own > 0 ? (double)right / (double)own : 0.0;
        f1s += 2.0 * (double)right / ((double)own + (double)given);
        weighted += (double)own * (2.0 * (double)right / ((double)own + (double)given));
    }
    facts->balanced_accuracy = present > 0.0 ? recalls / present : (double)NAN;
    facts->macro_f1 = met > 0.0 ? f1s / met : (double)NAN;
    facts->weighted_f1 = rows > 0.0 ? weighted / rows : (double)NAN;
}

void pt_evaluation_sort(ptron_evaluation *e)
{
    for (size_t c = 0; c < 2 && !e->sorted; c++)
        pt_scores_sort(&e->by_class[c]);
    e->sorted = true;
}

ptron_status pt_evaluation_operate(ptron_evaluation *e, const char *wanted, ptron_operating_point *point,
                                   ptron_error *err)
{
    struct pt_wish wish;
    struct pt_rank at;
    double threshold;
    bool reached;

    PT_TRY(pt_wish_read(wanted, &wish, err));
    if (e->n_classes != 2)
        return pt_fail(err, PTRON_ARGUMENT, "a threshold parts two labels; the model has %u", (unsigned)e->n_classes);
    pt_evaluation_sort(e);
    if (!pt_scores_operate(&e->by_class[0], &e->by_class[1], wish, &at, &threshold, &reached))
        return pt_fail(err, PTRON_DATA, "a threshold is found from rows of both labels, and one has none");
    *point = (ptron_operating_point){
        .size = sizeof *point,
        .threshold = threshold,
        .precision = (double)at.right / (double)(at.right + at.wrong),
        .recall = (double)at.right / (double)e->by_class[1].n,
        .f1 = 2.0 * (double)at.right / (double)(at.right + at.wrong + e->by_class[1].n),
        .reached = reached,
    };
    return PTRON_OK;
}

void pt_evaluation_describe(ptron_evaluation *e, ptron_evaluation_facts *facts)
{
    const double rows = (double)e->rows, known = (double)(e->rows - e->unknown_labels);
    const double norm = pt_model_norm(e->model), length = pt_model_length(e->model);
    /* A distance from the boundary: among the rows, or in the kernel's space. */
    const bool linear = e->model->kind == PT_MODEL_LINEAR;
    const bool lost = linear && e->least == 0.0 && norm < 1e-140;   /* products that no double holds */
    const bool has_margin = (linear || e->model->kind == PT_MODEL_DUAL) && !lost;
    const bool fitted = pt_model_has_probabilities(e->model) && known > 0.0;

    pt_evaluation_sort(e);
    *facts = (ptron_evaluation_facts){
        .size = sizeof *facts,
        .rows = e->rows,
        .errors = e->errors,
        .unknown_labels = e->unknown_labels,
        .ties = e->ties,
        .error = e->rows == 0 ? (double)NAN : (double)e->errors / rows,
        .auc = pt_scores_area(&e->by_class[0], &e->by_class[1]),
        .perceptron_loss = known == 0.0 || e->model->kind == PT_MODEL_NEAR ? (double)NAN : e->loss,
        .margin = known == 0.0 || !has_margin || norm == 0.0 ? (double)NAN : e->least / norm,
        .distance = known == 0.0 || !(length > 0.0) || lost ? (double)NAN : e->least / length,
        .functional_margin = known == 0.0 || !has_margin ? (double)NAN : e->least,
        .log_loss = fitted ? e->log_loss / known : (double)NAN,
        .brier = fitted ? e->brier / known : (double)NAN,
        .average_precision = pt_scores_precision(&e->by_class[0], &e->by_class[1]),
    };
    judge_classes(e, facts);
}
