/* The public face of training and comparing: options are completed here, work is done in learn. */
#include "api/api.h"
#include "base/alloc.h"
#include "judge/predict.h"
#include "judge/score.h"
#include "learn/trainer/trainer.h"

ptron_status ptron_trainer_new(const ptron_options *options, const ptron_dataset *set,
                               const ptron_dataset *validation, ptron_trainer **out, ptron_error *err)
{
    if (out == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a place for the trainer is needed");
    return pt_trainer_new(pt_options_given(options), set, validation, out, err);
}

uint64_t ptron_trainer_held_out(const ptron_trainer *trainer)
{
    return trainer == NULL || trainer->set == NULL ? 0 : pt_trainer_holdout_rows(trainer).n;
}

uint64_t ptron_trainer_held_out_row(const ptron_trainer *trainer, uint64_t i)
{
    if (i >= ptron_trainer_held_out(trainer))
        return UINT64_MAX;
    return trainer->validation != NULL ? i : trainer->split.holdout == NULL ? UINT64_MAX : trainer->split.holdout[i];
}

ptron_status ptron_trainer_evaluate(const ptron_trainer *trainer, ptron_evaluation *evaluation, ptron_error *err)
{
    if (trainer == NULL || evaluation == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a trainer and an evaluation are needed");
    if (ptron_trainer_held_out(trainer) == 0)
        return pt_fail(err, PTRON_ARGUMENT, "no rows are held out");
    PT_TRY(pt_match_features(evaluation->model, trainer->set, err));
    PT_TRY(pt_match_classes(evaluation->model, trainer->set, err));
    const struct pt_view held = pt_trainer_holdout_rows(trainer);
    return pt_evaluation_add_view(evaluation, &held, trainer->pool, err);
}

ptron_status ptron_compare(const ptron_options *const *runs, size_t n, const ptron_dataset *set,
                           const ptron_dataset *validation, size_t threads, const ptron_observer *observer,
                           ptron_result *const *results, ptron_error *err)
{
    const ptron_options **given;
    ptron_observer seen;
    ptron_result *full;
    ptron_status status;

    if (runs == NULL || set == NULL || results == NULL || n == 0)
        return pt_fail(err, PTRON_ARGUMENT, "runs, a set and places for results are wanted");
    for (size_t i = 0; i < n; i++)
        if (results[i] == NULL || pt_size_of(results[i]) == 0)
            return pt_fail_size(err);
    PT_TRY(pt_take_sized(observer, &seen, sizeof seen, err));
    full = pt_zeroed(n, sizeof *full);
    given = pt_zeroed(n, sizeof *given);
    for (size_t i = 0; given != NULL && i < n; i++)
        given[i] = pt_options_given(runs[i]);
    status = full == NULL || given == NULL
                 ? pt_fail_memory(err, n * sizeof *full, "results")
                 : pt_compare(given, n, set, validation, threads, &seen, full, err);
    for (size_t i = 0; status == PTRON_OK && i < n; i++)
        status = pt_hand_over(&full[i], results[i], sizeof full[i], err);
    pt_release(given);
    pt_release(full);
    return status;
}
