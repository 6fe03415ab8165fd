/* Prediction without sets and threads: arrays, and what scores mean. */
#include "base/sized.h"
#include "model/model.h"

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
    if (probabilities != NULL && model->calibration == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "the model has no probabilities: train with --calibrate");
    return pt_predict_rows(model, seen, threshold, scores, classes, probabilities, err);
}

ptron_status ptron_model_probabilities(const ptron_model *model, const double *scores, double *probabilities,
                                       ptron_error *err)
{
    if (model == NULL || scores == NULL || probabilities == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a model, scores and a place for probabilities are wanted");
    if (model->calibration == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "the model has no probabilities: train with --calibrate");
    pt_calibration_apply(model->calibration, scores, probabilities);
    return PTRON_OK;
}
