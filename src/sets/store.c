/* Growing rows in memory. Arrays double, so that large ones are moved by the system without copying, and
 * pages not yet written cost nothing; there is never a second copy of the rows. */
#include "sets/store.h"
#include "base/alloc.h"
#include "base/memory.h"
#include "base/size.h"
#include "recipe/scale.h"
#include "rows/values.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { ROWS_PER_TASK = 4096, LARGE_BYTES = 4 << 20 };

void pt_store_fini(struct pt_store *store)
{
    void *const arrays[] = {store->offset, store->label, store->norm2, store->weight,
                            store->place,  store->index, store->value};

    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        pt_release(arrays[i]);
    *store = (struct pt_store){0};
}

/* `array` is the address of a pointer of any type. Where a system moves large pages whole, it does so to and from whole
 * ones only: nearly all would become small ones, each handed out by itself and looked up by itself. */
static bool resize(void *array, size_t count, size_t size)
{
    size_t bytes;
    void *memory;

    if (count <= LARGE_BYTES / size || count > SIZE_MAX / 2 / size)
        return pt_resize_at(array, count, size);
    bytes = pt_memory_whole_pages(count * size);
    if (!pt_resize_at(array, bytes, 1))
        return false;
    memcpy(&memory, array, sizeof memory);
    pt_memory_large_pages(memory, bytes);
    return true;
}

static size_t doubled(size_t room, size_t wanted)
{
    return pt_max(wanted, room > SIZE_MAX / 2 ? wanted : 2 * room);
}

static bool reserve_rows(struct pt_store *store, size_t wanted)
{
    const size_t room = doubled(store->row_room, wanted);

    if (wanted <= store->row_room)
        return true;
    if (!resize(&store->label, room, sizeof *store->label) || !resize(&store->norm2, room, sizeof *store->norm2) ||
        (store->has_places && !resize(&store->place, room, sizeof *store->place)) ||
        (store->weight != NULL && !resize(&store->weight, room, sizeof *store->weight)) ||
        (!store->dense && !resize(&store->offset, room + 1, sizeof *store->offset)))
        return false;
    store->row_room = room;
    return true;
}

static bool reserve_values(struct pt_store *store, size_t wanted)
{
    const size_t room = doubled(store->value_room, wanted);

    if (wanted <= store->value_room)
        return true;
    if ((!store->dense && !resize(&store->index, room, sizeof *store->index)) ||
        (store->kind != PT_ONES && !resize(&store->value, room, pt_kind_bytes(store->kind))))
        return false;
    store->value_room = room;
    return true;
}

/* Changes the kind of what is there to a wider one. */
static bool widen(struct pt_store *store, enum pt_kind kind)
{
    kind = pt_kind_join(kind, store->kind);
    if (kind == store->kind)
        return true;
    if (!resize(&store->value, store->value_room, pt_kind_bytes(kind)))
        return false;
    pt_values_convert(store->value, store->n_values, store->kind, kind);
    store->kind = kind;
    store->n_touched = 0;
    return true;
}

/* Row weights come late: the rows before had 1. */
static bool begin_weights(struct pt_store *store)
{
    store->weight = pt_array(store->row_room, sizeof *store->weight);
    if (store->weight == NULL)
        return false;
    for (size_t i = 0; i < store->n_rows; i++)
        store->weight[i] = 1.0;
    return true;
}

static void copy_values(struct pt_store *store, const struct pt_block *block, size_t from, size_t n)
{
    const size_t bytes = pt_kind_bytes(block->kind);

    if (n == 0 || store->kind == PT_ONES)
        return;
    if (block->kind == store->kind) {
        memcpy((char *)store->value + store->n_values * bytes, (const char *)block->value + from * bytes, n * bytes);
        return;
    }
    for (size_t done = 0; done < n; done += 256) {
        double stretch[256];
        const size_t m = pt_min(256, n - done);

        pt_values_load(block->value, block->kind, from + done, m, stretch);
        pt_values_store(store->value, store->kind, store->n_values + done, m, stretch);
    }
}

static void copy_heads(struct pt_store *store, const struct pt_block *block)
{
    const size_t at = store->n_rows;

    for (size_t i = 0; i < block->n_rows; i++) {
        store->label[at + i] = block->label == NULL ? PT_NO_LABEL : block->label[i];
        store->norm2[at + i] = block->norm2[i];
        if (store->weight != NULL)
            store->weight[at + i] = block->weight == NULL ? 1.0 : block->weight[i];
        if (store->has_places)
            store->place[at + i] = block->place[i];
        if (!store->dense)
            store->offset[at + i] = store->n_values + (block->offset[i] - block->offset[0]);
    }
}

ptron_status pt_store_add(struct pt_store *store, const struct pt_block *block, ptron_error *err)
{
    const size_t from = (size_t)pt_block_first(block, 0), n = (size_t)pt_block_values(block);

    assert(store->n_rows == 0 || (store->dense == block->dense && (!block->dense || store->width == block->width)));
    if (block->n_rows > UINT32_MAX - 2 - store->n_rows)   /* rows have numbers of 32 bits */
        return pt_fail(err, PTRON_DATA, "more than %u rows", (unsigned)(UINT32_MAX - 2));
    if (store->n_rows == 0) {
        store->dense = block->dense;
        store->width = block->width;
        store->kind = block->kind;
        store->has_places = block->place != NULL;
    }
    /* at least one value: an index that is NULL would mean dense rows */
    if (!reserve_rows(store, store->n_rows + block->n_rows) || !reserve_values(store, pt_max(1, store->n_values + n)) ||
        !widen(store, block->kind) || (block->weight != NULL && store->weight == NULL && !begin_weights(store)))
        return pt_fail_memory(err, (store->n_values + n) * sizeof(double), "the rows");
    copy_values(store, block, from, n);
    if (!block->dense && n > 0)
        pt_indices_copy(store->index + store->n_values, block->index + from, n, store->base);
    copy_heads(store, block);
    store->n_rows += block->n_rows;
    store->n_values += n;
    if (!store->dense)
        store->offset[store->n_rows] = store->n_values;
    return PTRON_OK;
}

enum { TASK_VALUES = 1 << 20 };

struct rebasing {
    struct pt_store *store;
    uint32_t less;
};

static void rebase_task(void *context, size_t task)
{
    const struct rebasing *r = context;
    const size_t end = pt_min((task + 1) * TASK_VALUES, r->store->n_values);

    for (size_t i = task * TASK_VALUES; i < end; i++)
        r->store->index[i] -= r->less;
}

void pt_store_rebase(struct pt_store *store, uint32_t base, pt_pool *pool)
{
    struct rebasing r = {store, base - store->base};   /* modulo 2^32 */

    if (r.less != 0)
        pt_pool_run(pool, (store->n_values + TASK_VALUES - 1) / TASK_VALUES, rebase_task, &r);
    store->base = base;
}

/* ---- memory ahead -------------------------------------------------------------------------------- */

enum { LEAST_TOUCH_BYTES = 4 << 20 };   /* two large pages, one for each of two threads */

static void touch(void *array, size_t from, size_t to, size_t size, pt_pool *pool)
{
    pt_touch((char *)array + from * size, (to - from) * size, pool);
}

/* An eighth of what is there is enough ahead, and is what is had in vain when no more rows come. */
void pt_store_touch(struct pt_store *store, pt_pool *pool)
{
    const size_t size = pt_kind_bytes(store->kind) + (store->dense ? 0 : sizeof *store->index);
    const size_t bytes = pt_min(PT_TOUCH_BYTES, pt_max(LEAST_TOUCH_BYTES, store->n_values * size / 8));
    const size_t step = bytes / pt_max(size, 1);
    const size_t from = pt_max(store->n_touched, store->n_values);
    const size_t to = pt_min(store->n_values + step, store->value_room);

    if (pt_pool_threads(pool) == 1 || store->n_values * size < LEAST_TOUCH_BYTES || to < from + (step - step / 8))
        return;
    if (!store->dense)
        touch(store->index, from, to, sizeof *store->index, pool);
    if (store->kind != PT_ONES)
        touch(store->value, from, to, pt_kind_bytes(store->kind), pool);
    store->n_touched = to;
}

uint64_t pt_store_ahead(const struct pt_store *store)
{
    const size_t size = pt_kind_bytes(store->kind) + (store->dense ? 0 : sizeof *store->index);

    return store->n_touched <= store->n_values ? 0 : (uint64_t)(store->n_touched - store->n_values) * size;
}

uint64_t pt_store_bytes(const struct pt_store *store, const struct pt_block *block)
{
    const uint64_t rows = store->n_rows + block->n_rows;
    const uint64_t value = pt_kind_bytes(store->n_rows == 0 ? block->kind : pt_kind_join(block->kind, store->kind));

    return rows * (sizeof *store->label + sizeof *store->norm2 + (block->place == NULL ? 0 : sizeof *store->place) +
                   (block->weight == NULL ? 0 : sizeof *store->weight) + (block->dense ? 0 : sizeof *store->offset)) +
           (store->n_values + pt_block_values(block)) * (value + (block->dense ? 0 : sizeof *store->index));
}

void pt_store_trim(struct pt_store *store)
{
    resize(&store->label, store->n_rows, sizeof *store->label);
    resize(&store->norm2, store->n_rows, sizeof *store->norm2);
    if (store->place != NULL)
        resize(&store->place, store->n_rows, sizeof *store->place);
    if (store->weight != NULL)
        resize(&store->weight, store->n_rows, sizeof *store->weight);
    if (store->offset != NULL)
        resize(&store->offset, store->n_rows + 1, sizeof *store->offset);
    if (store->index != NULL)
        resize(&store->index, store->n_values, sizeof *store->index);
    if (store->value != NULL)
        resize(&store->value, store->n_values, pt_kind_bytes(store->kind));
}

struct pt_block pt_store_block(const struct pt_store *store)
{
    return (struct pt_block){
        .n_rows = store->n_rows, .kind = store->kind, .dense = store->dense, .width = store->width,
        .offset = store->offset, .index = store->index, .value = store->value, .label = store->label,
        .weight = store->weight, .norm2 = store->norm2, .place = store->place,
    };
}

ptron_status pt_store_widen(struct pt_store *store, enum pt_kind kind, ptron_error *err)
{
    return widen(store, kind) ? PTRON_OK
                              : pt_fail_memory(err, store->value_room * sizeof(double), "the rows as doubles");
}

void pt_store_narrow(struct pt_store *store, bool decimals)
{
    enum pt_kind kind;

    if (store->kind != PT_F64 && store->kind != PT_D6)   /* no kinds that differed were joined in it */
        return;
    kind = pt_values_narrowest(store->value, store->kind, store->n_values, store->dense ? PT_U8 : PT_ONES, decimals);
    pt_values_convert(store->value, store->n_values, store->kind, kind);
    store->kind = kind;
    if (kind == PT_ONES) {
        pt_release(store->value);
        store->value = NULL;
    }
}

ptron_status pt_store_round(struct pt_store *store, size_t *bad_row, ptron_error *err)
{
    const struct pt_block block = pt_store_block(store);
    const double *value;

    if (!pt_kind_is_double(store->kind))
        return PTRON_OK;
    PT_TRY(pt_store_widen(store, PT_F64, err));
    value = store->value;
    for (size_t i = 0; i < store->n_values; i++)
        if (fabs(value[i]) > 3.4028234663852886e38) {
            for (*bad_row = 0; pt_block_first(&block, *bad_row + 1) <= i;)
                ++*bad_row;
            return pt_fail(err, PTRON_DATA, "a value is too large for 32 bits (values=f32)");
        }
    pt_values_convert(store->value, store->n_values, PT_F64, PT_F32);
    store->kind = PT_F32;
    return PTRON_OK;
}

/* ---- work on all rows ---------------------------------------------------------------------------- */

struct work {
    struct pt_store *store;
    const struct pt_recipe *recipe;   /* NULL: values stay as they are */
    bool fill;
};

static void change_rows(void *context, size_t task)
{
    const struct work *work = context;
    struct pt_store *store = work->store;
    const struct pt_block block = pt_store_block(store);
    const size_t end = pt_min((task + 1) * ROWS_PER_TASK, store->n_rows);

    for (size_t i = task * ROWS_PER_TASK; i < end; i++) {
        const size_t from = (size_t)pt_block_first(&block, i), n = (size_t)pt_block_first(&block, i + 1) - from;

        if (work->recipe != NULL && n > 0) {   /* without values there may be no arrays at all */
            const uint32_t *index = store->dense ? NULL : store->index + from;
            double *value = (double *)store->value + from;

            if (work->fill)
                pt_fill_row(work->recipe, index, value, n);
            else
                pt_recipe_scale_row(work->recipe, index, value, n, store->norm2[i]);
        }
        store->norm2[i] = pt_values_norm2(store->value, store->kind, from, n, store->dense);
    }
}

void pt_store_measure(struct pt_store *store, pt_pool *pool)
{
    struct work work = {.store = store};

    pt_pool_run(pool, (store->n_rows + ROWS_PER_TASK - 1) / ROWS_PER_TASK, change_rows, &work);
}

void pt_store_prune(struct pt_store *store, const struct pt_pruning *pruning, pt_pool *pool)
{
    const size_t size = pt_kind_bytes(store->kind);
    char *bytes = store->value;
    size_t to = 0;

    for (size_t i = 0; i < store->n_rows; i++) {
        const size_t from = (size_t)store->offset[i], n = (size_t)store->offset[i + 1] - from;
        const size_t kept =
            n == 0 ? 0 : pt_prune_row(pruning, store->index + from, size == 0 ? NULL : bytes + from * size, size, n);

        if (kept > 0 && to < from) {
            memmove(store->index + to, store->index + from, kept * sizeof *store->index);
            if (size > 0)
                memmove(bytes + to * size, bytes + from * size, kept * size);
        }
        store->offset[i] = to;
        to += kept;
    }
    if (store->n_rows > 0)
        store->offset[store->n_rows] = to;
    store->n_values = to;
    pt_store_measure(store, pool);
}

ptron_status pt_store_change(struct pt_store *store, const struct pt_recipe *recipe, bool fill, pt_pool *pool,
                             ptron_error *err)
{
    struct work work = {store, recipe, fill};

    PT_TRY(pt_store_widen(store, PT_F64, err));
    pt_pool_run(pool, (store->n_rows + ROWS_PER_TASK - 1) / ROWS_PER_TASK, change_rows, &work);
    return PTRON_OK;
}
