/* The public face of training and comparing: options are completed here, work is done in learn. */
#include "api/api.h"
#include "base/alloc.h"
#include "learn/trainer/compare.h"
#include "learn/trainer/trainer.h"

ptron_status ptron_trainer_new(const ptron_options *options, const ptron_dataset *set,
                               const ptron_dataset *validation, ptron_trainer **out, ptron_error *err)
{
    return pt_trainer_new(pt_options_given(options), set, validation, out, err);
}

ptron_status ptron_compare(const ptron_options *const *runs, size_t n, const ptron_dataset *set,
                           const ptron_dataset *validation, size_t threads, const ptron_observer *observer,
                           ptron_result *const *results, ptron_error *err)
{
    const ptron_options **given;
    ptron_result *full;
    ptron_status status;

    if (runs == NULL || set == NULL || results == NULL || n == 0)
        return pt_fail(err, PTRON_ARGUMENT, "runs, a set and places for results are wanted");
    full = pt_zeroed(n, sizeof *full);
    given = pt_zeroed(n, sizeof *given);
    for (size_t i = 0; given != NULL && i < n; i++)
        given[i] = pt_options_given(runs[i]);
    status = full == NULL || given == NULL
                 ? pt_fail_memory(err, n * sizeof *full, "results")
                 : pt_compare(given, n, set, validation, threads, observer, full, err);
    for (size_t i = 0; status == PTRON_OK && i < n; i++)
        pt_hand_over(results[i], &full[i], sizeof full[i]);
    pt_release(given);
    pt_release(full);
    return status;
}
