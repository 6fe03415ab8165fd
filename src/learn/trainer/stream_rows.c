/* Rows held back. */
#include "learn/trainer/stream_rows.h"

void pt_held_fini(struct pt_held *held)
{
    pt_store_fini(&held->store);
}

ptron_status pt_held_add(struct pt_held *held, const ptron_dataset *rows, ptron_error *err)
{
    return pt_store_add(&held->store, &rows->block, err);
}

const ptron_dataset *pt_held_front(struct pt_held *held, const ptron_dataset *like, size_t unit, bool all)
{
    const size_t there = held->store.n_rows, n = all ? there : there - there % unit;

    if (n == 0)
        return NULL;
    held->view = *like;
    held->view.block = pt_store_block(&held->store);
    held->view.block.n_rows = n;
    held->view.n_rows = n;
    held->view.at = held->view.source = NULL;
    return &held->view;
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

ptron_status pt_held_drop_front(struct pt_held *held, ptron_error *err)
{
    const struct pt_block rest = rest_of(pt_store_block(&held->store), (size_t)held->view.n_rows);
    struct pt_store left = {0};
    ptron_status status = PTRON_OK;

    if (rest.n_rows > 0)
        status = pt_store_add(&left, &rest, err);
    pt_store_fini(&held->store);
    held->store = left;
    return status;
}

void pt_held_renumber(struct pt_held *held, const uint32_t *to)
{
    for (size_t i = 0; i < held->store.n_rows; i++)
        held->store.label[i] = to[held->store.label[i]];
}
