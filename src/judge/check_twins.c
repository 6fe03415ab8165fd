/* Rows that are equal: duplicates under the same label, contradictions under different ones.
 *
 * Each row has a 128-bit hash of its nonzero (index, value) pairs, made in parallel; rows then meet in two
 * open-addressed tables, one of vectors and one of vectors with their labels. The hash only brings rows
 * together: they count as equal when their values are. Dense and sparse rows, and all value kinds, hash alike;
 * a stored 0, a -0 and no value are the same. */
#include "base/alloc.h"
#include "judge/check.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { PAIRS = 128 };

struct table {
    uint32_t *slot;     /* [slots] row + 1, or 0 */
    size_t    slots;    /* a power of two, at least twice the rows */
};

struct twins {
    const ptron_dataset *set;
    XXH128_hash_t *hash;      /* [rows] */
    bool          *counted;   /* [rows] the first row of a vector that was found contradictory */
    struct table vectors, labelled;
};

/* ---- one row ------------------------------------------------------------------------------------- */

/* Moves *at to the next nonzero value; false at the end. */
static bool next_value(const struct pt_row *row, size_t *at, uint32_t *index, double *value)
{
    for (; *at < row->n; ++*at) {
        *value = pt_row_value(row, *at);
        if (*value != 0.0) {
            *index = row->index == NULL ? (uint32_t)*at : row->index[*at];
            ++*at;
            return true;
        }
    }
    return false;
}

static XXH128_hash_t hash_row(const struct pt_row *row)
{
    struct { uint64_t index, value; } pairs[PAIRS];
    XXH3_state_t state;
    size_t at = 0, n = 0;
    uint32_t index;
    double value;

    XXH3_128bits_reset(&state);
    while (next_value(row, &at, &index, &value)) {
        pairs[n].index = index;
        memcpy(&pairs[n].value, &value, sizeof value);
        if (++n == PAIRS) {
            XXH3_128bits_update(&state, pairs, sizeof pairs);
            n = 0;
        }
    }
    XXH3_128bits_update(&state, pairs, n * sizeof *pairs);
    return XXH3_128bits_digest(&state);
}

static bool rows_equal(const struct pt_row *a, const struct pt_row *b)
{
    size_t at_a = 0, at_b = 0;
    uint32_t index_a, index_b;
    double value_a, value_b;

    for (;;) {
        const bool more_a = next_value(a, &at_a, &index_a, &value_a);
        const bool more_b = next_value(b, &at_b, &index_b, &value_b);

        if (!more_a || !more_b)
            return more_a == more_b;
        if (index_a != index_b || value_a != value_b)
            return false;
    }
}

/* ---- the tables ---------------------------------------------------------------------------------- */

static void hash_slice(void *context, size_t slice)
{
    const struct twins *twins = context;
    const uint64_t to = pt_slice_to(twins->set->n_rows, slice);

    for (uint64_t i = pt_slice_from(slice); i < to; i++) {
        const struct pt_row row = pt_dataset_row(twins->set, i);

        twins->hash[i] = hash_row(&row);
    }
}

static bool same(const struct twins *twins, uint32_t a, uint32_t b, bool with_label)
{
    const XXH128_hash_t left = twins->hash[a], right = twins->hash[b];
    struct pt_row row_a, row_b;

    if (left.low64 != right.low64 || left.high64 != right.high64)
        return false;
    row_a = pt_dataset_row(twins->set, a);
    row_b = pt_dataset_row(twins->set, b);
    return (!with_label || row_a.label == row_b.label) && rows_equal(&row_a, &row_b);
}

/* The first row equal to this one: itself when it is new. */
static uint32_t meet(const struct twins *twins, struct table *table, uint32_t row, bool with_label)
{
    const uint64_t label = with_label ? pt_dataset_row(twins->set, row).label : 0;
    size_t at = (size_t)(twins->hash[row].low64 + label * UINT64_C(0x9e3779b97f4a7c15)) & (table->slots - 1);

    while (table->slot[at] != 0 && !same(twins, table->slot[at] - 1, row, with_label))
        at = (at + 1) & (table->slots - 1);
    if (table->slot[at] == 0)
        table->slot[at] = row + 1;
    return table->slot[at] - 1;
}

static void see_row(struct twins *twins, uint32_t row, ptron_checkup *checkup)
{
    const uint32_t label = pt_dataset_row(twins->set, row).label;
    uint32_t first;

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

static bool make_table(struct table *table, size_t n_rows)
{
    table->slots = 16;
    while (table->slots / 2 < n_rows)
        table->slots *= 2;
    table->slot = pt_zeroed(table->slots, sizeof *table->slot);
    return table->slot != NULL;
}

static bool make_twins(struct twins *twins, const ptron_dataset *set)
{
    const size_t n_rows = (size_t)set->n_rows;

    *twins = (struct twins){.set = set};
    twins->hash = pt_array(n_rows, sizeof *twins->hash);
    twins->counted = pt_zeroed(n_rows, sizeof *twins->counted);
    return twins->hash != NULL && twins->counted != NULL && make_table(&twins->vectors, n_rows) &&
           make_table(&twins->labelled, n_rows);
}

static void free_twins(struct twins *twins)
{
    pt_release(twins->hash);
    pt_release(twins->counted);
    pt_release(twins->vectors.slot);
    pt_release(twins->labelled.slot);
}

ptron_status pt_check_twins(const ptron_dataset *set, ptron_checkup *checkup, ptron_error *err)
{
    ptron_status status = PTRON_OK;
    struct twins twins;

    if (set->n_rows >= UINT32_MAX)
        return pt_fail(err, PTRON_ARGUMENT, "more rows than can be compared: at most 4294967294");
    if (make_twins(&twins, set)) {
        pt_pool_run(set->pool, pt_slices(set->n_rows), hash_slice, &twins);
        for (uint32_t i = 0; i < (uint32_t)set->n_rows; i++)
            see_row(&twins, i, checkup);
    } else {
        status = pt_fail_memory(err, (size_t)set->n_rows * sizeof *twins.hash, "comparing the rows");
    }
    free_twins(&twins);
    return status;
}
