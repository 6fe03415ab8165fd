/* Equal rows: a table of the first row of each kind, by a hash of the nonzero values. */
#include "prove/twins.h"
#include "base/alloc.h"

#include <string.h>

static uint64_t mix(uint64_t h, uint64_t x)
{
    h = (h ^ x) * UINT64_C(0x9e3779b97f4a7c15);
    return h ^ (h >> 29);
}

static size_t column_of(const struct pt_row *row, size_t j)
{
    return row->index == NULL ? j : row->index[j];
}

static uint64_t hash_row(const struct pt_row *row)
{
    uint64_t h = 1;

    for (size_t j = 0; j < row->n; j++) {
        const double value = pt_row_value(row, j);
        uint64_t bits;

        if (value == 0)
            continue;
        memcpy(&bits, &value, sizeof bits);
        h = mix(mix(h, column_of(row, j)), bits);
    }
    return mix(h, h >> 32);
}

static size_t next_nonzero(const struct pt_row *row, size_t j)
{
    while (j < row->n && pt_row_value(row, j) == 0)
        j++;
    return j;
}

static bool same_rows(const struct pt_row *a, const struct pt_row *b)
{
    size_t i = next_nonzero(a, 0), j = next_nonzero(b, 0);

    while (i < a->n && j < b->n && column_of(a, i) == column_of(b, j) &&
           pt_row_value(a, i) == pt_row_value(b, j)) {
        i = next_nonzero(a, i + 1);
        j = next_nonzero(b, j + 1);
    }
    return i == a->n && j == b->n;
}

static size_t table_size(size_t n)
{
    size_t size = 16;

    while (size < 2 * n)
        size *= 2;
    return size;
}

/* Puts row i into the table, or finds its twin there: SIZE_MAX when it is the first of its kind. */
static size_t place(const struct pt_rows *rows, uint32_t *slot, size_t slots, size_t i)
{
    const struct pt_row row = pt_rows_row(rows, i);
    size_t at = (size_t)hash_row(&row) & (slots - 1);

    for (; slot[at] != 0; at = (at + 1) & (slots - 1)) {
        const struct pt_row other = pt_rows_row(rows, slot[at] - 1);
        if (same_rows(&row, &other))
            return slot[at] - 1;
    }
    slot[at] = (uint32_t)i + 1;
    return SIZE_MAX;
}

ptron_status pt_twins_find(const struct pt_rows *rows, struct pt_twins *twins, ptron_error *err)
{
    const size_t slots = table_size(rows->n);
    uint32_t *slot = pt_zeroed(slots, sizeof *slot);

    *twins = (struct pt_twins){.live = pt_array(rows->n, sizeof *twins->live)};
    if (slot == NULL || twins->live == NULL) {
        pt_release(slot);
        return pt_fail_memory(err, slots * sizeof *slot, "the search for equal rows");
    }
    for (size_t i = 0; i < rows->n && !twins->contradiction; i++) {
        const struct pt_row row = pt_rows_row(rows, i);
        const size_t twin = place(rows, slot, slots, i);

        if (twin == SIZE_MAX)
            twins->live[twins->n++] = (uint32_t)i;
        twins->contradiction = (twin != SIZE_MAX && pt_rows_sign(rows, twin) != pt_rows_sign(rows, i)) ||
                               (!rows->bias && next_nonzero(&row, 0) == row.n);
        twins->row[0] = twin != SIZE_MAX && pt_rows_sign(rows, twin) != pt_rows_sign(rows, i) ? twin : i;
        twins->row[1] = i;
    }
    pt_release(slot);
    return PTRON_OK;
}

void pt_twins_fini(struct pt_twins *twins)
{
    pt_release(twins->live);
    *twins = (struct pt_twins){0};
}
