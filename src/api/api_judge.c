/* The public face of prediction, evaluation and checkups: arguments are looked at here, work is done in judge. */
#include "api/api.h"
#include "base/param.h"
#include "judge/check.h"
#include "judge/predict.h"
#include "judge/score.h"
#include "pack/pack_trust.h"

/* One number cannot part more than two classes. */
static ptron_status check_threshold(const ptron_model *model, const ptron_options *options, ptron_error *err)
{
    if (model->n_vectors == 1 || !ptron_options_given(options, "threshold"))
        return PTRON_OK;
    return pt_detail(err, PTRON_DETAIL_OPTION_IDLE,
                     pt_fail(err, PTRON_ARGUMENT, "--threshold does nothing with %u labels: the largest score wins",
                             (unsigned)model->n_vectors));
}

ptron_status ptron_predict(const ptron_model *model, const ptron_dataset *rows, const ptron_options *options,
                           double *scores, uint32_t *classes, ptron_error *err)
{
    if (model == NULL || rows == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a model and rows are wanted");
    if (scores == NULL && classes == NULL)
        return PTRON_OK;
    options = pt_options_given(options);
    PT_TRY(check_threshold(model, options, err));
    return pt_predict(model, rows, pt_option_real(options, "threshold"), scores, classes, &options->watch, err);
}

ptron_status ptron_predict_probabilities(const ptron_model *model, const ptron_dataset *rows,
                                         const ptron_options *options, double *probabilities, ptron_error *err)
{
    if (model == NULL || rows == NULL || probabilities == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a model, rows and a place for probabilities are wanted");
    if (model->calibration == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "the model has no probabilities: train with --calibrate");
    return pt_predict_probabilities(model, rows, probabilities, &pt_options_given(options)->watch, err);
}

ptron_status ptron_evaluation_new(const ptron_model *model, const ptron_options *options,
                                  ptron_evaluation **out, ptron_error *err)
{
    if (model == NULL || out == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a model and a place for the evaluation are wanted");
    options = pt_options_given(options);
    PT_TRY(check_threshold(model, options, err));
    return pt_evaluation_new(model, pt_option_real(options, "threshold"), &options->watch, out, err);
}

ptron_status ptron_evaluation_add(ptron_evaluation *evaluation, const ptron_dataset *rows, ptron_error *err)
{
    if (evaluation == NULL || rows == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "an evaluation and rows are wanted");
    PT_TRY(pt_dataset_trust_all(rows, rows->pool, err));
    return pt_evaluation_add(evaluation, rows, err);
}

void ptron_evaluation_describe(ptron_evaluation *evaluation, ptron_evaluation_facts *facts)
{
    ptron_evaluation_facts full;

    if (evaluation == NULL || facts == NULL)
        return;
    pt_evaluation_describe(evaluation, &full);
    pt_hand_over(&full, facts, sizeof full, NULL);
}

uint64_t ptron_evaluation_count(const ptron_evaluation *evaluation, size_t truth, size_t answer)
{
    const size_t n = evaluation == NULL ? 0 : evaluation->n_classes;

    return truth < n && answer < n ? evaluation->confusion[truth * n + answer] : 0;
}

ptron_status ptron_dataset_check(const ptron_dataset *set, const ptron_options *options, ptron_checkup *checkup,
                                 ptron_error *err)
{
    ptron_checkup full;

    if (set == NULL || checkup == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a set and a place for the checkup are wanted");
    PT_TRY(pt_dataset_trust_all(set, set->pool, err));
    PT_TRY(pt_check(set, &full, &pt_options_given(options)->watch, err));
    return pt_hand_over(&full, checkup, sizeof full, err);
}
