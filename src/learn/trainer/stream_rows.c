/* Pending rows. */
#include "learn/trainer/trainer.h"

#include <assert.h>

void pt_pending_fini(struct pt_pending *pending)
{
    pt_store_fini(&pending->store);
}

ptron_status pt_pending_add(struct pt_pending *pending, const ptron_dataset *rows, ptron_error *err)
{
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

ptron_status pt_pending_drop_front(struct pt_pending *pending, ptron_error *err)
{
    const struct pt_block rest = pt_block_rest(pt_store_block(&pending->store), pending->front.n_rows);
    struct pt_store left = {0};
    ptron_status status = PTRON_OK;

    assert(pending->front.n_rows <= pending->store.n_rows);
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
