/* Prediction slice by slice; each task writes the answers of its own rows only. */
#include "judge/predict.h"
#include "base/alloc.h"
#include "judge/match.h"

struct prediction {
    const ptron_model   *model;
    const ptron_dataset *set;
    double    threshold;
    double   *scores;    /* [rows][vectors]; NULL: not wanted */
    uint32_t *classes;   /* [rows]; NULL: not wanted */
    double   *scratch;   /* [slices][vectors]; NULL when scores are wanted */
};

static void predict_slice(void *context, size_t slice)
{
    const struct prediction *p = context;
    const size_t n_vectors = p->model->n_vectors;
    const uint64_t to = pt_slice_to(p->set->n_rows, slice);

    for (uint64_t i = pt_slice_from(slice); i < to; i++) {
        const struct pt_row row = pt_dataset_row(p->set, i);
        double *scores = p->scores != NULL ? p->scores + i * n_vectors : p->scratch + slice * n_vectors;

        pt_model_score(p->model, &row, scores);
        if (p->classes != NULL)
            p->classes[i] = pt_model_class(p->model, scores, p->threshold);
    }
}

ptron_status pt_predict(const ptron_model *model, const ptron_dataset *set, double threshold, double *scores,
                        uint32_t *classes, ptron_error *err)
{
    const size_t slices = pt_slices(set->n_rows);
    struct prediction p = {model, set, threshold, scores, classes, NULL};

    PT_TRY(pt_match_features(model, set, err));
    if (scores == NULL) {
        p.scratch = pt_array(slices, model->n_vectors * sizeof *p.scratch);
        if (p.scratch == NULL)
            return pt_fail_memory(err, slices * model->n_vectors * sizeof *p.scratch, "scores");
    }
    pt_pool_run(set->pool, slices, predict_slice, &p);
    pt_release(p.scratch);
    return PTRON_OK;
}

struct calibrating {
    const ptron_model   *model;
    const ptron_dataset *set;
    double *scores;          /* [slices][vectors] */
    double *probabilities;   /* [rows][classes] */
};

static void calibrate_slice(void *context, size_t slice)
{
    const struct calibrating *c = context;
    const size_t n_vectors = c->model->n_vectors, classes = n_vectors == 1 ? 2 : n_vectors;
    const uint64_t to = pt_slice_to(c->set->n_rows, slice);
    double *scores = c->scores + slice * n_vectors;

    for (uint64_t i = pt_slice_from(slice); i < to; i++) {
        const struct pt_row row = pt_dataset_row(c->set, i);

        pt_model_score(c->model, &row, scores);
        pt_calibration_apply(c->model->calibration, scores, c->probabilities + i * classes);
    }
}

ptron_status pt_predict_probabilities(const ptron_model *model, const ptron_dataset *set, double *probabilities,
                                      ptron_error *err)
{
    const size_t slices = pt_slices(set->n_rows);
    struct calibrating c = {model, set, NULL, probabilities};

    PT_TRY(pt_match_features(model, set, err));
    c.scores = pt_array(slices, model->n_vectors * sizeof *c.scores);
    if (c.scores == NULL)
        return pt_fail_memory(err, slices * model->n_vectors * sizeof *c.scores, "scores");
    pt_pool_run(set->pool, slices, calibrate_slice, &c);
    pt_release(c.scores);
    return PTRON_OK;
}
