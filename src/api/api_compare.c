/* The public face of comparing. */
#include "api/api.h"
#include "base/alloc.h"
#include "learn/trainer/compare.h"

ptron_status ptron_compare(const ptron_options *const *runs, size_t n, const ptron_dataset *set,
                           const ptron_dataset *validation, size_t threads, const ptron_observer *observer,
                           ptron_result *const *results, ptron_error *err)
{
    ptron_result *full;
    ptron_status status;

    if (runs == NULL || set == NULL || results == NULL || n == 0)
        return pt_fail(err, PTRON_ARGUMENT, "runs, a set and places for results are wanted");
    full = pt_zeroed(n, sizeof *full);
    if (full == NULL)
        return pt_fail_memory(err, n * sizeof *full, "results");
    status = pt_compare(runs, n, set, validation, threads, observer, full, err);
    for (size_t i = 0; status == PTRON_OK && i < n; i++)
        pt_hand_over(results[i], &full[i], sizeof full[i]);
    pt_release(full);
    return status;
}
