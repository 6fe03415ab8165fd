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

const ptron_dataset *pt_pending_front(struct pt_pending *pending, const ptron_dataset *like, size_t unit, bool all)
{
    const size_t there = pending->store.n_rows, n = all ? there : there - there % unit;

    if (n == 0)
        return NULL;
    pending->view = *like;
    pending->view.block = pt_store_block(&pending->store);
    pending->view.block.n_rows = n;
    pending->view.n_rows = n;
    pending->view.at = pending->view.source = NULL;
    return &pending->view;
}

/* The rows of a block from `first` on. */
static struct pt_block rest_of(struct pt_block block, size_t first)
{
    block.n_rows -= first;
    block.label += first;
    block.norm2 += first;
    if (block.weight != NULL)
        block.weight += first;
    if (block.place != NULL)
        block.place += first;
    if (!block.dense)
        block.offset += first;
    else if (block.value != NULL)
        block.value = (const char *)block.value + first * block.width * pt_kind_bytes(block.kind);
    return block;
}

ptron_status pt_pending_drop_front(struct pt_pending *pending, ptron_error *err)
{
    const struct pt_block rest = rest_of(pt_store_block(&pending->store), (size_t)pending->view.n_rows);
    struct pt_store left = {0};
    ptron_status status = PTRON_OK;

    assert(pending->view.n_rows <= pending->store.n_rows);
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
