/* The parts of a checkup that need one look at each row: norms, order of the classes. */
#include "judge/check.h"
#include "base/alloc.h"

#include <math.h>

static void check_norms(const ptron_dataset *set, ptron_checkup *checkup)
{
    double sum = 0.0;

    for (uint64_t i = 0; i < set->n_rows; i++) {
        const double norm = sqrt(pt_dataset_row(set, i).norm2);

        if (i == 0 || norm < checkup->smallest_norm)
            checkup->smallest_norm = norm;
        if (i == 0 || norm > checkup->largest_norm) {
            checkup->largest_norm = norm;
            checkup->largest_norm_row = i;
        }
        sum += norm;
    }
    checkup->mean_norm = set->n_rows == 0 ? 0.0 : sum / (double)set->n_rows;
}

/* Sorted: as many runs of equal labels as there are classes. A set with one row of each class is not. */
static ptron_status check_order(const ptron_dataset *set, ptron_checkup *checkup, ptron_error *err)
{
    const size_t n_classes = pt_dataset_classes(set);
    bool *seen = pt_zeroed(n_classes, sizeof *seen);
    uint64_t runs = 0, classes = 0, rows = 0;
    uint32_t last = PT_NO_LABEL;

    if (seen == NULL)
        return pt_fail_memory(err, n_classes, "a checkup");
    for (uint64_t i = 0; i < set->n_rows; i++) {
        const uint32_t label = pt_dataset_row(set, i).label;

        if (label >= n_classes)
            continue;
        rows++;
        runs += label != last;
        classes += !seen[label];
        seen[label] = true;
        last = label;
    }
    checkup->sorted_by_class = classes > 1 && runs == classes && rows >= 2 * classes;
    pt_release(seen);
    return PTRON_OK;
}

ptron_status pt_check(const ptron_dataset *set, ptron_checkup *checkup, const ptron_watch *watch, ptron_error *err)
{
    struct pt_meter meter = pt_meter_of(watch, 3 * set->n_rows);   /* features, hashes, equal rows */

    *checkup = (ptron_checkup){.size = sizeof *checkup};
    check_norms(set, checkup);
    PT_TRY(check_order(set, checkup, err));
    PT_TRY(pt_check_features(set, checkup, &meter, err));
    pt_check_memory(set, checkup);
    return pt_check_twins(set, checkup, &meter, err);
}
