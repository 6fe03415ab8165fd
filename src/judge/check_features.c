/* Features that never change, are never used, or live on another scale than the rest. One pass over the stored
 * values; a value of 0 and a value not stored are the same. */
#include "judge/check.h"
#include "base/alloc.h"
#include "recipe/spans.h"

#include <assert.h>
#include <math.h>

struct feature {
    uint64_t rows;      /* in which it is not zero */
    double   first;     /* its first value that is not zero */
    double   most;      /* its largest |value| */
    bool     varies;
};

static void see_row(struct feature *features, const struct pt_row *row, ptron_checkup *checkup)
{
    bool empty = true;

    if (row->n == 0) {
        checkup->empty_rows++;
        return;
    }
    assert(row->value != NULL || row->kind == PT_ONES);
    for (size_t j = 0; j < row->n; j++) {
        const double value = pt_row_value(row, j);
        struct feature *f = &features[row->index == NULL ? j : row->index[j]];

        if (value == 0.0)
            continue;
        empty = false;
        if (f->rows++ == 0)
            f->first = value;
        f->varies |= value != f->first;
        f->most = fmax(f->most, fabs(value));
    }
    checkup->empty_rows += empty;
}

static void note_feature(ptron_checkup *checkup, uint64_t number, const struct feature *f, uint64_t n_rows)
{
    if (f->rows == 0) {
        checkup->unused_features++;
        return;
    }
    if (checkup->smallest_scale == 0.0 || f->most < checkup->smallest_scale) {
        checkup->smallest_scale = f->most;
        checkup->smallest_scale_feature = number;
    }
    if (f->most > checkup->largest_scale) {
        checkup->largest_scale = f->most;
        checkup->largest_scale_feature = number;
    }
    if (f->rows == n_rows && !f->varies && checkup->constant_features++ == 0)
        checkup->constant_example = number;
}

static void note_reaches(ptron_checkup *checkup, const struct pt_reach *reaches, const ptron_dataset *set)
{
    struct pt_spread spread;

    if (set->shared->feature_map.kind != PT_MAP_NONE)   /* these are made of those that scaling would be of */
        return;
    pt_reaches_differ(reaches, set->n_rows, set->shared, &spread);
    checkup->least_reach = spread.least;
    checkup->greatest_reach = spread.most;
    checkup->least_reach_feature = spread.least_feature;
    checkup->greatest_reach_feature = spread.most_feature;
}

ptron_status pt_check_features(const ptron_dataset *set, ptron_checkup *checkup, struct pt_meter *meter,
                               ptron_error *err)
{
    struct feature *features = pt_zeroed(set->n_features, sizeof *features);
    struct pt_reach *reaches = pt_zeroed(set->n_features, sizeof *reaches);
    ptron_status status = PTRON_OK;

    if (features == NULL || reaches == NULL)
        status = pt_fail_memory(err, set->n_features * (sizeof *features + sizeof *reaches),
                                "a checkup of the features");
    for (size_t slice = 0; status == PTRON_OK && slice < pt_slices(set->n_rows); slice++) {
        const uint64_t from = pt_slice_from(slice), to = pt_slice_to(set->n_rows, slice);

        for (uint64_t i = from; i < to; i++) {
            const struct pt_row row = pt_dataset_row(set, i);
            see_row(features, &row, checkup);
            pt_reach_see(reaches, &row);
        }
        status = pt_meter_add(meter, to - from, err);
    }
    for (uint32_t j = 0; status == PTRON_OK && j < set->n_features; j++)
        note_feature(checkup, j, &features[j], set->n_rows);
    if (status == PTRON_OK)
        note_reaches(checkup, reaches, set);
    pt_release(reaches);
    pt_release(features);
    return status;
}
