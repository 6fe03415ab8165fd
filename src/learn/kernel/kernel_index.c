/* Rows found again by what is in them: an open table of hashes. */
#include "base/alloc.h"
#include "learn/kernel/kernel.h"

#include <string.h>

void pt_row_index_fini(struct pt_row_index *index)
{
    pt_release(index->hash);
    pt_release(index->table);
    *index = (struct pt_row_index){0};
}

/* Zeros do not count, so that dense and sparse rows agree. */
uint64_t pt_row_hash(const struct pt_row *row)
{
    uint64_t hash = UINT64_C(0x243f6a8885a308d3);

    for (size_t j = 0; j < row->n; j++) {
        const double value = pt_row_value(row, j);
        uint64_t bits;
        if (value == 0.0)
            continue;
        memcpy(&bits, &value, sizeof bits);
        hash = (hash ^ bits ^ (bits >> 29)) * UINT64_C(0x9e3779b97f4a7c15);
        hash = (hash ^ (row->index == NULL ? j : row->index[j])) * UINT64_C(0xbf58476d1ce4e5b9);
        hash ^= hash >> 31;
    }
    return hash;
}

size_t pt_row_index_find(const struct pt_row_index *index, const struct pt_rowset *rows, const struct pt_row *row,
                         uint64_t hash)
{
    if (index->size == 0)
        return SIZE_MAX;
    for (size_t i = (size_t)hash & (index->size - 1); index->table[i] != 0; i = (i + 1) & (index->size - 1)) {
        const size_t slot = index->table[i] - 1;
        if (index->hash[slot] == hash && pt_rowset_equals(rows, slot, row))
            return slot;
    }
    return SIZE_MAX;
}

static void enter(struct pt_row_index *index, size_t slot)
{
    size_t i = (size_t)index->hash[slot] & (index->size - 1);

    while (index->table[i] != 0)
        i = (i + 1) & (index->size - 1);
    index->table[i] = (uint32_t)slot + 1;
}

static void enter_all(struct pt_row_index *index, size_t n)
{
    memset(index->table, 0, index->size * sizeof *index->table);
    for (size_t slot = 0; slot < n; slot++)
        enter(index, slot);
}

static ptron_status grow(struct pt_row_index *index, size_t slot, ptron_error *err)
{
    const size_t room = index->room == 0 ? 64 : 2 * index->room;
    uint64_t *hash = pt_resize(index->hash, room, sizeof *hash);
    uint32_t *table = pt_array(4 * room, sizeof *table);

    if (hash != NULL)
        index->hash = hash;
    if (hash == NULL || table == NULL) {
        pt_release(table);
        return pt_fail_memory(err, room * 24, "the rows that are kept");
    }
    pt_release(index->table);
    index->table = table;
    index->room = room;
    index->size = 4 * room;
    enter_all(index, slot);
    return PTRON_OK;
}

ptron_status pt_row_index_add(struct pt_row_index *index, size_t slot, uint64_t hash, ptron_error *err)
{
    if (slot >= index->room)
        PT_TRY(grow(index, slot, err));
    index->hash[slot] = hash;
    enter(index, slot);
    return PTRON_OK;
}

void pt_row_index_erase(struct pt_row_index *index, size_t slot, size_t n)
{
    index->hash[slot] = index->hash[n - 1];
    enter_all(index, n - 1);
}
