/* Pending rows. */
#include "base/alloc.h"
#include "base/size.h"
#include "learn/trainer/trainer.h"

#include <assert.h>
#include <math.h>

void pt_pending_fini(struct pt_pending *pending)
{
    pt_store_fini(&pending->store);
}

ptron_status pt_pending_add(struct pt_pending *pending, const ptron_dataset *rows, ptron_error *err)
{
    const struct pt_store *store = &pending->store;
    const struct pt_block *block = &rows->block;

    if (store->n_rows > 0 && (store->dense != block->dense || (block->dense && store->width != block->width)))
        return pt_fail(err, PTRON_DATA, "the rows that wait in the model for their batch came as another kind of file; "
                       "go on with rows of that kind");
    return pt_store_add(&pending->store, &rows->block, err);
}

struct pt_view pt_pending_front(struct pt_pending *pending, uint32_t features, size_t unit, bool all)
{
    pending->front = pt_store_block(&pending->store);
    if (!all)
        pending->front.n_rows -= pending->front.n_rows % unit;
    return (struct pt_view){.block = &pending->front, .n = pending->front.n_rows, .features = features,
                            .positive = PT_NO_LABEL};
}

ptron_status pt_pending_drop_front(struct pt_pending *pending, size_t n, ptron_error *err)
{
    const struct pt_block rest = pt_block_rest(pt_store_block(&pending->store), n);
    struct pt_store left = {0};
    ptron_status status = PTRON_OK;

    assert(n <= pending->store.n_rows);
    if (rest.n_rows > 0)
        status = pt_store_add(&left, &rest, err);
    pt_store_fini(&pending->store);
    pending->store = left;
    return status;
}

void pt_pending_renumber(struct pt_pending *pending, const uint32_t *to)
{
    for (size_t i = 0; i < pending->store.n_rows; i++)
        pending->store.label[i] = to[pending->store.label[i]];
}

/* ---- as part of what a resume needs ---------------------------------------------------------------- */

void pt_pending_save(const struct pt_pending *pending, struct pt_buffer *out)
{
    const struct pt_block block = pt_store_block(&pending->store);

    if (block.n_rows == 0)
        return;
    pt_buffer_u64(out, block.n_rows);
    pt_buffer_u32(out, block.dense ? block.width : UINT32_MAX);
    for (size_t i = 0; i < block.n_rows; i++) {
        const struct pt_row row = pt_block_row(&block, i);

        pt_buffer_u32(out, row.label);
        pt_buffer_f64(out, row.weight);
        if (!block.dense)
            pt_buffer_u32(out, (uint32_t)row.n);
        for (size_t j = 0; j < row.n; j++) {
            if (!block.dense)
                pt_buffer_u32(out, row.index[j]);
            pt_buffer_f64(out, pt_row_value(&row, j));
        }
    }
}

struct loading {              /* one row of the state */
    uint32_t *index;          /* [room] */
    double   *value;
    size_t    room;
    uint32_t  features, classes;
};

/* Its values, and whether they are a row: the file may say anything. */
static bool load_values(struct loading *l, size_t n, bool dense, struct pt_cursor *in)
{
    bool right = true;

    for (size_t j = 0; right && j < n; j++) {
        if (!dense)
            l->index[j] = pt_cursor_u32(in);
        l->value[j] = pt_cursor_f64(in);
        right = !in->failed && isfinite(l->value[j]) &&
                (dense || (l->index[j] < l->features && (j == 0 || l->index[j - 1] < l->index[j])));
    }
    return right;
}

static ptron_status load_row(struct pt_pending *pending, struct loading *l, uint32_t width, struct pt_cursor *in,
                             ptron_error *err)
{
    const bool dense = width != UINT32_MAX;
    const uint32_t label = pt_cursor_u32(in);
    const double weight = pt_cursor_f64(in), norm2 = 0.0;
    const size_t n = dense ? width : pt_cursor_u32(in), bytes = dense ? 8 : 12;
    const uint64_t offset[] = {0, n};
    struct pt_block one = {.n_rows = 1, .kind = PT_F64, .dense = dense, .width = dense ? width : 0, .label = &label,
                           .weight = weight == 1.0 ? NULL : &weight, .norm2 = &norm2};

    if (in->failed || n > pt_cursor_left(in) / bytes || label >= l->classes || !(weight >= 0.0) || isinf(weight))
        return pt_fail(err, PTRON_MODEL, "the state's waiting rows do not fit");
    if (n > l->room) {
        l->room = n;
        if (!pt_resize_at(&l->index, n, sizeof *l->index) || !pt_resize_at(&l->value, n, sizeof *l->value))
            return pt_fail_memory(err, n * bytes, "the waiting rows");
    }
    if (!load_values(l, n, dense, in))
        return pt_fail(err, PTRON_MODEL, "the state's waiting rows do not fit");
    one.offset = dense ? NULL : offset;
    one.index = dense ? NULL : l->index;
    one.value = l->value;
    return pt_store_add(&pending->store, &one, err);
}

ptron_status pt_pending_load(struct pt_pending *pending, uint32_t features, uint32_t classes, struct pt_cursor *in,
                             pt_pool *pool, ptron_error *err)
{
    struct loading l = {.features = features, .classes = classes};
    const uint64_t n = pt_cursor_u64(in);
    const uint32_t width = pt_cursor_u32(in);
    ptron_status status = PTRON_OK;

    if (in->failed || n == 0 || (width != UINT32_MAX && width != features))
        return pt_fail(err, PTRON_MODEL, "the state's waiting rows do not fit");
    pt_store_fini(&pending->store);
    for (uint64_t i = 0; status == PTRON_OK && i < n; i++)
        status = load_row(pending, &l, width, in, err);
    if (status == PTRON_OK)
        pt_store_measure(&pending->store, pool);
    pt_release(l.index);
    pt_release(l.value);
    return status;
}
