/* The public face of prediction, evaluation and checkups: arguments are looked at here, work is done in judge. */
#include "api/api.h"
#include "base/number.h"
#include "base/param.h"
#include "judge/check.h"
#include "judge/importance.h"
#include "judge/predict.h"
#include "judge/score.h"
#include "pack/pack_trust.h"

#include <math.h>
#include <string.h>

/* Option "threshold": a score, or p= and a probability; for two classes only, which one number can part. */
static ptron_status read_cut(const ptron_model *model, const ptron_options *options, struct pt_cut *cut,
                             ptron_error *err)
{
    const char *text = pt_option_text(options, "threshold"), *end = text + strlen(text), *at;
    const bool chance = strncmp(text, "p=", 2) == 0;

    *cut = (struct pt_cut){0};
    if (*text == '\0')
        return PTRON_OK;
    if (model->n_vectors > 1)
        return pt_detail(err, PTRON_DETAIL_OPTION_IDLE,
                         pt_fail(err, PTRON_ARGUMENT, "--threshold does nothing with %u labels: the largest score wins",
                                 (unsigned)model->n_vectors));
    at = chance ? text + 2 : text;
    cut->by = chance ? PT_CUT_PROBABILITY : PT_CUT_SCORE;
    if (!pt_parse_double(&at, end, &cut->at) || at != end || !isfinite(cut->at) ||
        (chance && !(cut->at >= 0.0 && cut->at <= 1.0)))
        return pt_detail(err, PTRON_DETAIL_OPTION_VALUE,
                         pt_fail(err, PTRON_ARGUMENT, "threshold is '%.40s', wanted a score, or p= and a probability",
                                 text));
    if (chance && !pt_model_has_probabilities(model))
        return pt_fail(err, PTRON_ARGUMENT, "the model has no probabilities: train with --calibrate");
    return PTRON_OK;
}

ptron_status ptron_predict(const ptron_model *model, const ptron_dataset *rows, const ptron_options *options,
                           double *scores, uint32_t *classes, ptron_error *err)
{
    struct pt_cut cut;

    if (model == NULL || rows == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a model and rows are wanted");
    if (scores == NULL && classes == NULL)
        return PTRON_OK;
    options = pt_options_given(options);
    PT_TRY(read_cut(model, options, &cut, err));
    return pt_predict(model, rows, cut, scores, classes, &options->watch, err);
}

size_t ptron_importance_columns(const ptron_model *model)
{
    return model == NULL ? 0 : pt_importance_columns(&model->recipe);
}

size_t ptron_importance_name(const ptron_model *model, size_t column, char *name, size_t room)
{
    return model == NULL || (name == NULL && room > 0) ? 0 : pt_importance_name(&model->recipe, column, name, room);
}

ptron_status ptron_importance(const ptron_model *model, const ptron_dataset *rows, size_t column, uint64_t seed,
                              uint64_t *errors, size_t repeats, ptron_error *err)
{
    if (model == NULL || rows == NULL || (errors == NULL && repeats > 0))
        return pt_fail(err, PTRON_ARGUMENT, "a model, rows and a place for errors are wanted");
    return pt_importance(model, rows, column, seed, errors, repeats, err);
}

ptron_status ptron_predict_probabilities(const ptron_model *model, const ptron_dataset *rows,
                                         const ptron_options *options, double *probabilities, ptron_error *err)
{
    if (model == NULL || rows == NULL || probabilities == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a model, rows and a place for probabilities are wanted");
    if (!pt_model_has_probabilities(model))
        return pt_fail(err, PTRON_ARGUMENT, "the model has no probabilities: train with --calibrate");
    return pt_predict_probabilities(model, rows, probabilities, &pt_options_given(options)->watch, err);
}

ptron_status ptron_evaluation_new(const ptron_model *model, const ptron_options *options,
                                  ptron_evaluation **out, ptron_error *err)
{
    struct pt_cut cut;

    if (model == NULL || out == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a model and a place for the evaluation are wanted");
    options = pt_options_given(options);
    PT_TRY(read_cut(model, options, &cut, err));
    return pt_evaluation_new(model, cut, &options->watch, out, err);
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

uint64_t ptron_evaluation_within(const ptron_evaluation *evaluation, size_t k)
{
    uint64_t rows = 0;

    for (size_t i = 0; evaluation != NULL && evaluation->ranks != NULL && i < k && i < evaluation->n_classes; i++)
        rows += evaluation->ranks[i];
    return rows;
}

size_t ptron_evaluation_curve(ptron_evaluation *evaluation, double *scores, uint64_t *right, uint64_t *wrong,
                              size_t room)
{
    struct pt_rank at = {0};
    size_t n = 0;

    if (evaluation == NULL)
        return 0;
    pt_evaluation_sort(evaluation);
    for (; pt_scores_down(&evaluation->by_class[0], &evaluation->by_class[1], &at); n++) {
        if (n < room && scores != NULL)
            scores[n] = at.score;
        if (n < room && right != NULL)
            right[n] = at.right;
        if (n < room && wrong != NULL)
            wrong[n] = at.wrong;
    }
    return n;
}

ptron_status ptron_evaluation_operate(ptron_evaluation *evaluation, const char *wanted, ptron_operating_point *point,
                                      ptron_error *err)
{
    ptron_operating_point full;

    if (evaluation == NULL || wanted == NULL || point == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "an evaluation, what is wanted and a place for the point are needed");
    PT_TRY(pt_evaluation_operate(evaluation, wanted, &full, err));
    return pt_hand_over(&full, point, sizeof full, err);
}

ptron_status ptron_dataset_check(const ptron_dataset *set, const ptron_options *options, ptron_checkup *checkup,
                                 ptron_error *err)
{
    ptron_checkup full;

    if (set == NULL || checkup == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a set and a place for the checkup are wanted");
    PT_TRY(pt_dataset_all_here(set, err));
    PT_TRY(pt_dataset_trust_all(set, set->pool, err));
    PT_TRY(pt_check(set, &full, &pt_options_given(options)->watch, err));
    PT_TRY(pt_trust_unchanged(set->trust, err));
    return pt_hand_over(&full, checkup, sizeof full, err);
}
