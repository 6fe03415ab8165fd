/* Rows that are equal: duplicates under the same label, contradictions under different ones.
 *
 * Hashes of the rows are made in parallel; rows then meet in two tables, one of vectors and one of vectors with
 * their labels. */
#include "base/alloc.h"
#include "judge/check.h"
#include "rows/row_hash.h"

struct twins {
    const ptron_dataset *set;
    uint64_t *hash;      /* [rows] */
    bool     *counted;   /* [rows] the first row of a vector that was found contradictory */
    struct pt_row_table vectors, labelled;
};

static void hash_slice(void *context, size_t slice)
{
    const struct twins *twins = context;
    const uint64_t to = pt_slice_to(twins->set->n_rows, slice);

    for (uint64_t i = pt_slice_from(slice); i < to; i++) {
        const struct pt_row row = pt_dataset_row(twins->set, i);

        twins->hash[i] = pt_row_hash(&row);
    }
}

struct sought {
    const struct twins *twins;
    uint32_t row;
    bool     with_label;
};

static bool same(const void *context, size_t number)
{
    const struct sought *sought = context;
    const struct twins *twins = sought->twins;
    struct pt_row a, b;

    if (twins->hash[number] != twins->hash[sought->row])
        return false;
    a = pt_dataset_row(twins->set, number);
    b = pt_dataset_row(twins->set, sought->row);
    return (!sought->with_label || a.label == b.label) && pt_row_equals(&a, &b);
}

/* The first row equal to this one: itself when it is new. */
static size_t meet(const struct twins *twins, struct pt_row_table *table, uint32_t row, bool with_label)
{
    const uint64_t label = with_label ? pt_dataset_row(twins->set, row).label : 0;
    const uint64_t hash = twins->hash[row] + label * UINT64_C(0x9e3779b97f4a7c15);
    const size_t first = pt_row_table_find(table, hash, same, &(struct sought){twins, row, with_label});

    if (first != SIZE_MAX)
        return first;
    pt_row_table_put(table, hash, row);
    return row;
}

static void see_row(struct twins *twins, uint32_t row, ptron_checkup *checkup)
{
    const uint32_t label = pt_dataset_row(twins->set, row).label;
    size_t first;

    checkup->duplicates += meet(twins, &twins->labelled, row, true) != row;
    if (label >= pt_dataset_classes(twins->set))
        return;
    first = meet(twins, &twins->vectors, row, false);
    if (twins->counted[first] || label == pt_dataset_row(twins->set, first).label)
        return;
    twins->counted[first] = true;
    if (checkup->contradictions++ == 0) {
        checkup->contradiction_rows[0] = first;
        checkup->contradiction_rows[1] = row;
    }
}

static ptron_status compare_rows(struct twins *twins, ptron_checkup *checkup, struct pt_meter *meter, ptron_error *err)
{
    const uint64_t n = twins->set->n_rows;

    pt_pool_run(twins->set->pool, pt_slices(n), hash_slice, twins);
    PT_TRY(pt_meter_add(meter, n, err));
    for (size_t slice = 0; slice < pt_slices(n); slice++) {
        const uint64_t from = pt_slice_from(slice), to = pt_slice_to(n, slice);

        for (uint64_t i = from; i < to; i++)
            see_row(twins, (uint32_t)i, checkup);
        PT_TRY(pt_meter_add(meter, to - from, err));
    }
    return PTRON_OK;
}

ptron_status pt_check_twins(const ptron_dataset *set, ptron_checkup *checkup, struct pt_meter *meter, ptron_error *err)
{
    const size_t n_rows = (size_t)set->n_rows;
    struct twins twins = {.set = set};
    ptron_status status;

    if (set->n_rows >= UINT32_MAX)
        return pt_fail(err, PTRON_ARGUMENT, "more rows than can be compared: at most 4294967294");
    twins.hash = pt_array(n_rows, sizeof *twins.hash);
    twins.counted = pt_zeroed(n_rows, sizeof *twins.counted);
    if (twins.hash != NULL && twins.counted != NULL && pt_row_table_init(&twins.vectors, n_rows) &&
        pt_row_table_init(&twins.labelled, n_rows))
        status = compare_rows(&twins, checkup, meter, err);
    else
        status = pt_fail_memory(err, n_rows * sizeof *twins.hash, "comparing the rows");
    pt_release(twins.hash);
    pt_release(twins.counted);
    pt_row_table_fini(&twins.vectors);
    pt_row_table_fini(&twins.labelled);
    return status;
}
