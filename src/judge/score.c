/* Evaluation: tasks score the slices of a round of rows, then one loop counts that round in row order. */
#include "judge/score.h"
#include "base/alloc.h"
#include "base/size.h"
#include "judge/match.h"
#include "judge/predict.h"

#include <math.h>

enum { ROUND_SLICES = 64 };   /* bounds memory; does not show in a result */

struct verdict {        /* what is to be counted of one row */
    double   margin;    /* y(w.x+b), or own score less the best other */
    double   own, miss; /* probability of the row's class, and how far all are from the truth, squared */
    uint32_t label, answer;
};

struct round {
    const ptron_evaluation *evaluation;
    const ptron_dataset    *set;
    size_t          first_slice;
    double         *scores;     /* [ROUND_SLICES][PT_SCORE_ROWS][vectors], then probabilities [classes] */
    struct verdict *verdicts;   /* [rows of a round] */
    ptron_status   *status;     /* [ROUND_SLICES] */
};

/* ---- one row ------------------------------------------------------------------------------------- */

static double best_other(const double *scores, size_t n, size_t own)
{
    double best = -(double)INFINITY;

    for (size_t c = 0; c < n; c++)
        if (c != own && scores[c] > best)
            best = scores[c];
    return best;
}

static bool is_known(const ptron_model *model, uint32_t label)
{
    return label < model->recipe.labels.classes.count;
}

/* Numbers that a task writes: scores of some rows, probabilities of one. */
static size_t scores_room(const ptron_evaluation *e)
{
    return PT_SCORE_ROWS * (size_t)e->model->n_vectors + e->n_classes;
}

/* Two classes: (p - y)^2. More: summed over them. */
static void judge_probabilities(const ptron_evaluation *e, const double *scores, double *p, struct verdict *verdict)
{
    pt_calibration_apply(e->model->calibration, scores, p);
    verdict->own = p[verdict->label];
    for (uint32_t c = e->n_classes == 2; c < e->n_classes; c++) {
        const double off = p[c] - (c == verdict->label ? 1.0 : 0.0);
        verdict->miss += off * off;
    }
}

static struct verdict judge_row(const ptron_evaluation *e, const struct pt_row *row, const double *scores,
                                double *p)
{
    const size_t n = e->model->n_vectors;
    struct verdict verdict = {.label = row->label};

    if (!is_known(e->model, row->label))
        return verdict;
    verdict.answer = pt_model_class(e->model, scores, e->threshold);
    if (n == 1)
        verdict.margin = row->label == 1 ? scores[0] : -scores[0];
    else
        verdict.margin = scores[row->label] - best_other(scores, n, row->label);
    if (e->model->calibration != NULL)
        judge_probabilities(e, scores, p, &verdict);
    return verdict;
}

/* Up to PT_SCORE_ROWS rows. */
static ptron_status judge_rows(const struct round *round, uint64_t from, size_t n, double *scores,
                               struct verdict *verdicts)
{
    const ptron_evaluation *e = round->evaluation;
    struct pt_row rows[PT_SCORE_ROWS];

    for (size_t i = 0; i < n; i++)
        rows[i] = pt_dataset_row(round->set, from + i);
    PT_TRY(pt_model_score_rows(e->model, rows, n, scores, NULL));
    for (size_t i = 0; i < n; i++)
        verdicts[i] = judge_row(e, &rows[i], scores + i * e->model->n_vectors,
                                scores + PT_SCORE_ROWS * (size_t)e->model->n_vectors);
    return PTRON_OK;
}

static void judge_slice(void *context, size_t task)
{
    const struct round *round = context;
    const size_t slice = round->first_slice + task;
    const uint64_t from = pt_slice_from(slice), to = pt_slice_to(round->set->n_rows, slice);
    double *scores = round->scores + task * scores_room(round->evaluation);
    struct verdict *verdicts = round->verdicts + task * PT_SLICE_ROWS;

    round->status[task] = PTRON_OK;
    for (uint64_t i = from; i < to && round->status[task] == PTRON_OK; i += PT_SCORE_ROWS)
        round->status[task] = judge_rows(round, i, pt_min(PT_SCORE_ROWS, (size_t)(to - i)), scores,
                                         verdicts + (i - from));
}

/* ---- counting ------------------------------------------------------------------------------------ */

/* With two classes the score on the threshold is the tie; errors follow the threshold, the margin does not. */
static bool is_tie(const ptron_evaluation *e, const struct verdict *v)
{
    if (e->n_classes == 2)
        return (v->label == 1 ? v->margin : -v->margin) == e->threshold;
    return v->margin == 0.0;
}

static void count_known(ptron_evaluation *e, const struct verdict *v)
{
    const bool tie = is_tie(e, v);

    e->confusion[(size_t)v->label * e->n_classes + v->answer]++;
    e->ties += tie;
    e->errors += tie || v->label != v->answer || isnan(v->margin);
    if (v->margin < 0.0)
        e->loss -= v->margin;
    if (v->margin < e->least)
        e->least = v->margin;
    e->log_loss -= log(fmax(v->own, 1e-15));
    e->brier += v->miss;
    if (e->n_classes == 2)
        pt_scores_add(&e->by_class[v->label], v->label == 1 ? v->margin : -v->margin);
}

static void count_row(ptron_evaluation *e, const struct verdict *v)
{
    if (v->label == PT_NO_LABEL)
        return;
    e->rows++;
    if (is_known(e->model, v->label)) {
        count_known(e, v);
    } else {
        e->unknown_labels++;
        e->errors++;
    }
}

static ptron_status run_round(ptron_evaluation *e, struct round *round, ptron_error *err)
{
    const uint64_t from = pt_slice_from(round->first_slice), n_rows = round->set->n_rows;
    const size_t slices = pt_min(pt_slices(n_rows) - round->first_slice, ROUND_SLICES);
    const uint64_t to = pt_slice_to(n_rows, round->first_slice + slices - 1);

    pt_pool_run(round->set->pool, slices, judge_slice, round);
    for (size_t i = 0; i < slices; i++)
        if (round->status[i] != PTRON_OK)
            return pt_fail(err, round->status[i], "no memory to score the rows");
    for (uint64_t i = from; i < to; i++)
        count_row(e, &round->verdicts[i - from]);
    return PTRON_OK;
}

/* ---- the evaluation ------------------------------------------------------------------------------ */

static bool reserve_scores(ptron_evaluation *e, const ptron_dataset *set)
{
    size_t n[2] = {0};

    for (uint64_t i = 0; i < set->n_rows; i++) {
        const uint32_t label = pt_dataset_row(set, i).label;

        if (label < 2)
            n[label]++;
    }
    return pt_scores_reserve(&e->by_class[0], n[0]) && pt_scores_reserve(&e->by_class[1], n[1]);
}

static ptron_status prepare_round(struct round *round, const ptron_evaluation *e, const ptron_dataset *set,
                                  ptron_error *err)
{
    const size_t rows = (size_t)(set->n_rows < (uint64_t)ROUND_SLICES * PT_SLICE_ROWS
                                     ? set->n_rows
                                     : (uint64_t)ROUND_SLICES * PT_SLICE_ROWS);

    *round = (struct round){.evaluation = e, .set = set};
    round->scores = pt_array(pt_min(ROUND_SLICES, pt_slices(set->n_rows)),
                             scores_room(e) * sizeof *round->scores);
    round->status = pt_array(ROUND_SLICES, sizeof *round->status);
    round->verdicts = pt_array(rows, sizeof *round->verdicts);
    if (round->scores == NULL || round->verdicts == NULL || round->status == NULL)
        return pt_fail_memory(err, rows * sizeof *round->verdicts, "evaluation");
    return PTRON_OK;
}

ptron_status pt_evaluation_add(ptron_evaluation *e, const ptron_dataset *set, ptron_error *err)
{
    struct round round = {0};
    ptron_status status;

    PT_TRY(pt_match_features(e->model, set, err));
    PT_TRY(pt_match_classes(e->model, set, err));
    PT_TRY(pt_model_score_rows(e->model, NULL, 0, NULL, err));
    if (e->n_classes == 2 && !reserve_scores(e, set))
        return pt_fail_memory(err, (size_t)set->n_rows * sizeof(uint64_t), "the ROC curve");
    status = prepare_round(&round, e, set, err);
    for (size_t slice = 0; status == PTRON_OK && slice < pt_slices(set->n_rows); slice += ROUND_SLICES) {
        round.first_slice = slice;
        status = run_round(e, &round, err);
    }
    e->sorted = false;
    pt_release(round.scores);
    pt_release(round.verdicts);
    pt_release(round.status);
    return status;
}

ptron_status pt_evaluation_new(const ptron_model *model, double threshold, ptron_evaluation **out,
                               ptron_error *err)
{
    const uint32_t n_classes = model->recipe.labels.classes.count;
    ptron_evaluation *e = *out = pt_zeroed(1, sizeof *e);
    size_t cells;

    if (e != NULL && pt_mul(n_classes, n_classes, &cells)) {
        e->model = model;
        e->threshold = threshold;
        e->n_classes = n_classes;
        e->least = (double)INFINITY;
        e->confusion = pt_zeroed(cells, sizeof *e->confusion);
        if (e->confusion != NULL)
            return PTRON_OK;
    }
    ptron_evaluation_free(e);
    *out = NULL;
    return pt_fail(err, PTRON_NOMEM, "no memory for the counts of %u times %u classes", (unsigned)n_classes,
                   (unsigned)n_classes);
}

void ptron_evaluation_free(ptron_evaluation *e)
{
    if (e == NULL)
        return;
    pt_scores_fini(&e->by_class[0]);
    pt_scores_fini(&e->by_class[1]);
    pt_release(e->confusion);
    pt_release(e);
}

/* ---- the answer ---------------------------------------------------------------------------------- */

/* A distance from the boundary: among the rows, or in the kernel's space. */
static bool has_margin(const ptron_model *model)
{
    return model->kind == PT_MODEL_LINEAR || model->kind == PT_MODEL_DUAL;
}

void pt_evaluation_describe(ptron_evaluation *e, ptron_evaluation_facts *facts)
{
    const double rows = (double)e->rows, known = (double)(e->rows - e->unknown_labels);
    const double norm = pt_model_norm(e->model);
    const bool fitted = e->model->calibration != NULL && known > 0.0;

    *facts = (ptron_evaluation_facts){
        .size = sizeof *facts,
        .rows = e->rows,
        .errors = e->errors,
        .unknown_labels = e->unknown_labels,
        .ties = e->ties,
        .error = e->rows == 0 ? (double)NAN : (double)e->errors / rows,
        .auc = pt_scores_area(&e->by_class[0], &e->by_class[1], e->sorted),
        .perceptron_loss = known == 0.0 ? (double)NAN : e->loss / known,
        .margin = known == 0.0 || !has_margin(e->model) ? (double)NAN : norm == 0.0 ? 0.0 : e->least / norm,
        .log_loss = fitted ? e->log_loss / known : (double)NAN,
        .brier = fitted ? e->brier / known : (double)NAN,
    };
    e->sorted = true;
}
