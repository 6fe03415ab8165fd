/* Prediction slice by slice; each task writes the answers of its own rows only. */
#include "judge/predict.h"
#include "base/alloc.h"
#include "judge/match.h"
#include "pack/pack_trust.h"

#include <string.h>

struct prediction {
    const ptron_model   *model;
    const ptron_dataset *set;
    double    threshold;
    double   *scores;    /* [rows][vectors]; NULL: not wanted */
    uint32_t *classes;   /* [rows]; NULL: not wanted */
    double   *scratch;   /* [slices][PT_SCORE_ROWS][vectors] */
    ptron_status *status;   /* [slices] */
};

/* Up to PT_SCORE_ROWS rows, where they stand; the answers go where the source has them. */
static ptron_status predict_rows(const struct prediction *p, uint64_t from, size_t n, double *scores)
{
    const size_t n_vectors = p->model->n_vectors;
    struct pt_row rows[PT_SCORE_ROWS];

    for (size_t i = 0; i < n; i++)
        rows[i] = pt_dataset_row_at(p->set, from + i);
    PT_TRY(pt_model_score_rows(p->model, rows, n, scores, NULL));
    for (size_t i = 0; i < n; i++) {
        const uint64_t to = pt_dataset_source(p->set, from + i);
        if (p->classes != NULL)
            p->classes[to] = pt_model_class(p->model, scores + i * n_vectors, p->threshold);
        if (p->scores != NULL && p->set->source != NULL)
            memcpy(p->scores + to * n_vectors, scores + i * n_vectors, n_vectors * sizeof *scores);
    }
    return PTRON_OK;
}

static void predict_slice(void *context, size_t slice)
{
    const struct prediction *p = context;
    const uint64_t from = pt_slice_from(slice), to = pt_slice_to(p->set->n_rows, slice);
    const bool straight = p->scores != NULL && p->set->source == NULL;
    const size_t n_vectors = p->model->n_vectors;

    p->status[slice] = pt_dataset_trust_rows(p->set, from, (size_t)(to - from), NULL);
    for (uint64_t i = from; i < to && p->status[slice] == PTRON_OK; i += PT_SCORE_ROWS)
        p->status[slice] = predict_rows(p, i, (size_t)(to - i < PT_SCORE_ROWS ? to - i : PT_SCORE_ROWS),
                                        straight ? p->scores + i * n_vectors
                                                 : p->scratch + slice * PT_SCORE_ROWS * n_vectors);
}

/* The first slice's trouble is told, whichever thread met one first. */
static ptron_status find_trouble(const struct prediction *p, size_t slices, ptron_error *err)
{
    for (size_t i = 0; i < slices; i++) {
        if (p->status[i] == PTRON_DATA)
            PT_TRY(pt_dataset_trust_all(p->set, NULL, err));
        if (p->status[i] != PTRON_OK)
            return pt_fail(err, p->status[i], "no memory to score the rows");
    }
    return PTRON_OK;
}

static ptron_status run(struct prediction *p, size_t slices, ptron_error *err)
{
    p->status = pt_array(slices, sizeof *p->status);
    p->scratch = pt_array(slices, PT_SCORE_ROWS * p->model->n_vectors * sizeof *p->scratch);
    if (p->status == NULL || p->scratch == NULL)
        return pt_fail_memory(err, slices * PT_SCORE_ROWS * p->model->n_vectors * sizeof *p->scratch, "scores");
    pt_pool_run(p->set->pool, slices, predict_slice, p);
    return find_trouble(p, slices, err);
}

ptron_status pt_predict(const ptron_model *model, const ptron_dataset *set, double threshold, double *scores,
                        uint32_t *classes, ptron_error *err)
{
    struct prediction p = {model, set, threshold, scores, classes, NULL, NULL};
    ptron_status status;

    PT_TRY(pt_match_features(model, set, err));
    PT_TRY(pt_model_score_rows(model, NULL, 0, NULL, err));
    status = run(&p, pt_slices(set->n_rows), err);
    pt_release(p.scratch);
    pt_release(p.status);
    return status;
}

ptron_status pt_predict_probabilities(const ptron_model *model, const ptron_dataset *set, double *probabilities,
                                      ptron_error *err)
{
    const size_t n_vectors = model->n_vectors, classes = n_vectors == 1 ? 2 : n_vectors;
    double *scores = pt_array((size_t)set->n_rows, n_vectors * sizeof *scores);
    ptron_status status;

    if (scores == NULL)
        return pt_fail_memory(err, (size_t)set->n_rows * n_vectors * sizeof *scores, "scores");
    status = pt_predict(model, set, 0.0, scores, NULL, err);
    for (uint64_t i = 0; status == PTRON_OK && i < set->n_rows; i++)
        pt_calibration_apply(model->calibration, scores + i * n_vectors, probabilities + i * classes);
    pt_release(scores);
    return status;
}
