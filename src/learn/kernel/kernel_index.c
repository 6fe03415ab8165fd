/* Kept rows found again by what is in them. */
#include "base/alloc.h"
#include "learn/kernel/kernel.h"

void pt_row_index_fini(struct pt_row_index *index)
{
    pt_release(index->hash);
    pt_row_table_fini(&index->table);
    *index = (struct pt_row_index){0};
}

struct sought {
    const struct pt_row_index *index;
    const struct pt_rowset *rows;
    const struct pt_row *row;
    uint64_t hash;
};

static bool is_sought(const void *context, size_t slot)
{
    const struct sought *s = context;

    return s->index->hash[slot] == s->hash && pt_rowset_equals(s->rows, slot, s->row);
}

size_t pt_row_index_find(const struct pt_row_index *index, const struct pt_rowset *rows, const struct pt_row *row,
                         uint64_t hash)
{
    return pt_row_table_find(&index->table, hash, is_sought, &(struct sought){index, rows, row, hash});
}

static void enter_all(struct pt_row_index *index, size_t n)
{
    pt_row_table_clear(&index->table);
    for (size_t slot = 0; slot < n; slot++)
        pt_row_table_put(&index->table, index->hash[slot], slot);
}

ptron_status pt_row_index_add(struct pt_row_index *index, size_t slot, uint64_t hash, ptron_error *err)
{
    if (slot >= index->room) {
        const size_t room = index->room == 0 ? 64 : 2 * index->room;
        uint64_t *hashes = pt_resize(index->hash, room, sizeof *hashes);

        if (hashes != NULL)
            index->hash = hashes;
        if (hashes == NULL || !pt_row_table_init(&index->table, 2 * room))
            return pt_fail_memory(err, room * 24, "the rows that are kept");
        index->room = room;
        enter_all(index, slot);
    }
    index->hash[slot] = hash;
    pt_row_table_put(&index->table, hash, slot);
    return PTRON_OK;
}

void pt_row_index_erase(struct pt_row_index *index, size_t slot, size_t n)
{
    index->hash[slot] = index->hash[n - 1];
    enter_all(index, n - 1);
}
