/* Hashes of rows, and a table with linear probing. */
#include "rows/row_hash.h"
#include "base/alloc.h"

#include <string.h>

static size_t feature_of(const struct pt_row *row, size_t j)
{
    return row->index == NULL ? j : row->index[j];
}

static size_t next_nonzero(const struct pt_row *row, size_t j)
{
    while (j < row->n && pt_row_value(row, j) == 0.0)
        j++;
    return j;
}

uint64_t pt_row_hash(const struct pt_row *row)
{
    uint64_t hash = UINT64_C(0x243f6a8885a308d3);

    for (size_t j = 0; j < row->n; j++) {
        const double value = pt_row_value(row, j);
        uint64_t bits;
        if (value == 0.0)
            continue;
        memcpy(&bits, &value, sizeof bits);
        bits = (bits ^ feature_of(row, j) * UINT64_C(0xbf58476d1ce4e5b9)) * UINT64_C(0x94d049bb133111eb);
        hash = (hash ^ bits ^ bits >> 32) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    return hash;
}

bool pt_row_equals(const struct pt_row *a, const struct pt_row *b)
{
    size_t i = next_nonzero(a, 0), j = next_nonzero(b, 0);

    while (i < a->n && j < b->n && feature_of(a, i) == feature_of(b, j) && pt_row_value(a, i) == pt_row_value(b, j)) {
        i = next_nonzero(a, i + 1);
        j = next_nonzero(b, j + 1);
    }
    return i == a->n && j == b->n;
}

bool pt_row_is_zero(const struct pt_row *row)
{
    return next_nonzero(row, 0) == row->n;
}

/* ---- the table ----------------------------------------------------------------------------------- */

bool pt_row_table_init(struct pt_row_table *table, size_t n)
{
    size_t size = 16;
    uint32_t *slot;

    while (size / 2 < n)
        size *= 2;
    slot = pt_zeroed(size, sizeof *slot);
    if (slot == NULL)
        return false;
    pt_release(table->slot);
    *table = (struct pt_row_table){slot, size};
    return true;
}

void pt_row_table_clear(struct pt_row_table *table)
{
    if (table->size > 0)
        memset(table->slot, 0, table->size * sizeof *table->slot);
}

void pt_row_table_fini(struct pt_row_table *table)
{
    pt_release(table->slot);
    *table = (struct pt_row_table){0};
}

size_t pt_row_table_find(const struct pt_row_table *table, uint64_t hash,
                         bool (*same)(const void *context, size_t number), const void *context)
{
    const size_t mask = table->size - 1;

    if (table->size == 0)
        return SIZE_MAX;
    for (size_t at = (size_t)hash & mask; table->slot[at] != 0; at = (at + 1) & mask)
        if (same(context, table->slot[at] - 1))
            return table->slot[at] - 1;
    return SIZE_MAX;
}

void pt_row_table_put(struct pt_row_table *table, uint64_t hash, size_t number)
{
    const size_t mask = table->size - 1;
    size_t at = (size_t)hash & mask;

    while (table->slot[at] != 0)
        at = (at + 1) & mask;
    table->slot[at] = (uint32_t)number + 1;
}
