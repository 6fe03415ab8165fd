/* Flags for chunks of bytes and for groups of rows, set when they were found sound. Two threads may check the same one:
 * both find the same. */
#include "pack/pack_trust.h"
#include "base/alloc.h"
#include "base/size.h"
#include "pack/pack_parts.h"
#include "rows/values.h"

#include <assert.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { GROUP_ROWS = 4096 };

struct pt_trust {                  /* one allocation, with its arrays behind it */
    const char *path;
    struct pt_map map;
    struct pt_pack_head head;
    struct pt_block block;         /* as mapped */
    size_t n_chunks, n_groups;
    atomic_uchar *chunks;          /* [n_chunks] 1: the checksum is right */
    atomic_uchar *groups;          /* [n_groups] 1: the rows are sound */
    atomic_size_t left;            /* groups that are not */
};

ptron_status pt_trust_new(const char *path, const struct pt_map *map, const struct pt_pack_head *head,
                          struct pt_trust **out, ptron_error *err)
{
    const size_t n_chunks = (size_t)pt_pack_chunks(head);
    const size_t n_groups = (size_t)((head->n_rows + GROUP_ROWS - 1) / GROUP_ROWS);
    const size_t bytes = sizeof **out + n_chunks + n_groups + strlen(path) + 1;
    struct pt_trust *t = *out = pt_zeroed(1, bytes);

    _Static_assert(sizeof(atomic_uchar) == 1, "flags are bytes");
    if (t == NULL)
        return pt_fail_memory(err, bytes, "a pack");
    t->map = *map;
    t->head = *head;
    t->n_chunks = n_chunks;
    t->n_groups = n_groups;
    t->chunks = (atomic_uchar *)(t + 1);
    t->groups = t->chunks + n_chunks;
    t->path = memcpy((char *)(t + 1) + n_chunks + n_groups, path, strlen(path) + 1);
    atomic_init(&t->left, n_groups);
    return PTRON_OK;
}

/* ---- chunks of bytes ----------------------------------------------------------------------------- */

struct chunks {
    struct pt_trust *trust;
    size_t from;
};

static void sum_chunk(void *context, size_t task)
{
    const struct chunks *c = context;
    struct pt_trust *t = c->trust;
    const size_t i = c->from + task;
    const uint64_t from = PT_PACK_PAGE + (uint64_t)i * PT_PACK_BLOCK;
    uint64_t stored;

    if (atomic_load_explicit(&t->chunks[i], memory_order_relaxed) != 0)
        return;
    memcpy(&stored, t->map.bytes + t->head.checks + i * sizeof stored, sizeof stored);
    if (XXH3_64bits(t->map.bytes + from, pt_min(PT_PACK_BLOCK, (size_t)(t->head.checks - from))) == stored)
        atomic_store_explicit(&t->chunks[i], 1, memory_order_relaxed);
}

ptron_status pt_trust_bytes(struct pt_trust *t, uint64_t from, uint64_t to, pt_pool *pool, ptron_error *err)
{
    struct chunks c = {t, (size_t)((from - PT_PACK_PAGE) / PT_PACK_BLOCK)};
    const size_t end = from == to ? c.from : (size_t)((to - 1 - PT_PACK_PAGE) / PT_PACK_BLOCK) + 1;

    assert(from >= PT_PACK_PAGE && from <= to && to <= t->head.checks);
    pt_pool_run(pool, end - c.from, sum_chunk, &c);
    for (size_t i = c.from; i < end; i++)
        if (atomic_load_explicit(&t->chunks[i], memory_order_relaxed) == 0)
            return pt_fail_at(err, PTRON_DATA, t->path, 0, 0, "block %zu of %zu of the pack is damaged", i + 1,
                              t->n_chunks);
    return PTRON_OK;
}

/* ---- rows ---------------------------------------------------------------------------------------- */

static ptron_status senseless(const struct pt_trust *t, size_t row, ptron_error *err)
{
    return pt_fail_at(err, PTRON_DATA, t->path, 0, 0, "the pack's rows near %zu make no sense", row + 1);
}

ptron_status pt_trust_heads(struct pt_trust *t, const struct pt_block *b, uint32_t classes, ptron_error *err)
{
    t->block = *b;
    for (size_t i = 0; i < b->n_rows; i++)
        if ((!b->dense && (b->offset[i] > b->offset[i + 1] || b->offset[i + 1] > t->head.n_values)) ||
            (b->label[i] != PT_NO_LABEL && b->label[i] >= classes) ||
            (b->weight != NULL && !(b->weight[i] > 0.0 && isfinite(b->weight[i]))))
            return senseless(t, i, err);
    return PTRON_OK;
}

static bool row_is_sound(const struct pt_trust *t, size_t i)
{
    const struct pt_row row = pt_block_row(&t->block, i);

    for (size_t j = 0; row.index != NULL && j < row.n; j++)
        if (row.index[j] >= t->head.features || (j > 0 && row.index[j] <= row.index[j - 1]))
            return false;
    if (pt_values_norm2(row.value, row.kind, 0, row.n, t->block.dense) != row.norm2)
        return false;
    for (size_t j = 0; !isfinite(row.norm2) && j < row.n; j++)   /* squares may be too large, values may not */
        if (!isfinite(pt_row_value(&row, j)))
            return false;
    return true;
}

/* The chunks with this array's share of values from..to. */
static ptron_status trust_values(struct pt_trust *t, size_t array, size_t size, uint64_t from, uint64_t to,
                                 ptron_error *err)
{
    const uint64_t start = t->head.array[array];

    return t->head.bytes[array] == 0 ? PTRON_OK : pt_trust_bytes(t, start + from * size, start + to * size, NULL, err);
}

static ptron_status trust_group(struct pt_trust *t, size_t group, ptron_error *err)
{
    const size_t from = group * GROUP_ROWS, to = pt_min(from + GROUP_ROWS, t->block.n_rows);
    const uint64_t first = pt_block_first(&t->block, from), end = pt_block_first(&t->block, to);

    if (atomic_load_explicit(&t->groups[group], memory_order_relaxed) != 0)
        return PTRON_OK;
    PT_TRY(trust_values(t, PT_MEMORY_INDEX, sizeof *t->block.index, first, end, err));
    PT_TRY(trust_values(t, PT_MEMORY_VALUE, pt_kind_bytes(t->block.kind), first, end, err));
    for (size_t i = from; i < to; i++)
        if (!row_is_sound(t, i))
            return senseless(t, from, err);
    if (atomic_exchange(&t->groups[group], 1) == 0)
        atomic_fetch_sub(&t->left, 1);
    return PTRON_OK;
}

static void try_group(void *context, size_t group)   /* one that is wrong stays unmarked */
{
    (void)trust_group(context, group, NULL);
}

/* ---- what is asked -------------------------------------------------------------------------------- */

static bool has_left(const struct pt_trust *t)
{
    return t != NULL && atomic_load_explicit(&t->left, memory_order_relaxed) > 0;
}

/* The first that is wrong is told, whichever thread met one first. */
ptron_status pt_trust_all(struct pt_trust *t, pt_pool *pool, ptron_error *err)
{
    if (!has_left(t))
        return PTRON_OK;
    pt_pool_run(pool, t->n_groups, try_group, t);
    for (size_t group = 0; has_left(t) && group < t->n_groups; group++)
        PT_TRY(trust_group(t, group, err));
    return PTRON_OK;
}

ptron_status pt_trust_rows(struct pt_trust *t, uint64_t at, size_t n, ptron_error *err)
{
    if (!has_left(t) || n == 0)
        return PTRON_OK;
    for (uint64_t group = at / GROUP_ROWS; group <= (at + n - 1) / GROUP_ROWS; group++)
        PT_TRY(trust_group(t, (size_t)group, err));
    return PTRON_OK;
}

ptron_status pt_trust_batch(struct pt_trust *t, const struct pt_batch *batch, ptron_error *err)
{
    if (!has_left(t))
        return PTRON_OK;
    if (batch->order == NULL)
        return pt_trust_rows(t, batch->first, batch->n, err);
    for (size_t i = 0; i < batch->n; i++)
        PT_TRY(trust_group(t, batch->order[i] / GROUP_ROWS, err));
    return PTRON_OK;
}

ptron_status pt_trust_unchanged(const struct pt_trust *t, ptron_error *err)
{
    return t == NULL || !pt_map_changed(&t->map)
               ? PTRON_OK
               : pt_fail_at(err, PTRON_DATA, t->path, 0, 0, "was changed or cut while it was in use");
}
