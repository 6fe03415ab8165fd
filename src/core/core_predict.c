/* Prediction without sets and threads: arrays, and what scores mean. */
#include "base/sized.h"
#include "model/model.h"

#include <math.h>

ptron_status ptron_predict_rows(const ptron_model *model, const ptron_rows *rows, double threshold, double *scores,
                                uint32_t *classes, double *probabilities, ptron_error *err)
{
    const ptron_rows *seen;
    ptron_rows full;

    if (model == NULL || rows == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a model and rows are wanted");
    seen = pt_see_sized(rows, &full, sizeof full, err);
    if (seen == NULL)
        return PTRON_ARGUMENT;
    if (probabilities != NULL && !pt_model_has_probabilities(model))
        return pt_fail(err, PTRON_ARGUMENT, "the model has no probabilities: train with --calibrate");
    return pt_predict_rows(model, seen,
                           isnan(threshold) ? (struct pt_cut){0} : (struct pt_cut){PT_CUT_SCORE, threshold}, scores,
                           classes, probabilities, err);
}

ptron_status ptron_model_probabilities(const ptron_model *model, const double *scores, double *probabilities,
                                       ptron_error *err)
{
    if (model == NULL || scores == NULL || probabilities == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a model, scores and a place for probabilities are wanted");
    if (!pt_model_has_probabilities(model))
        return pt_fail(err, PTRON_ARGUMENT, "the model has no probabilities: train with --calibrate");
    pt_model_probabilities(model, scores, probabilities);
    return PTRON_OK;
}
