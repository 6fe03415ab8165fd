/* While a batch is learned from, another thread copies the rows of the next one side by side. */
#include "base/alloc.h"
#include "base/size.h"
#include "learn/trainer/trainer.h"

#include <string.h>

enum { LEAST_BYTES = 1 << 20 };   /* of rows; fewer are in the caches anyway */

/* Learners that know rows by what is in them alone, and rows that are far apart: not those that were laid out. */
static bool serves(const ptron_trainer *t, const struct pt_view *view)
{
    return t->order.visit != NULL && t->algorithm->ops->any_place && view->trust == NULL && view->at == NULL &&
           !view->block->dense && view->block->n_rows > 0 && pt_block_bytes(view->block) > LEAST_BYTES;
}

/* ---- copying --------------------------------------------------------------------------------------- */

static bool make_room(struct pt_gathered *to, size_t values, size_t size)
{
    if (to->label == NULL) {
        to->offset = pt_array(PT_ORDER_ROWS + 1, sizeof *to->offset);
        to->label = pt_array(PT_ORDER_ROWS, sizeof *to->label);
        to->norm2 = pt_array(PT_ORDER_ROWS, sizeof *to->norm2);
        to->weight = pt_array(PT_ORDER_ROWS, sizeof *to->weight);
    }
    return to->offset != NULL && to->label != NULL && to->norm2 != NULL && to->weight != NULL &&
           pt_grow(&to->index, &to->index_room, pt_max(1, values), sizeof(uint32_t)) &&
           pt_grow(&to->value, &to->value_room, pt_max(1, values * size), 1);
}

static void copy_rows(struct pt_gathered *to, const struct pt_batch *batch)
{
    const struct pt_block *block = batch->block;
    const size_t size = pt_kind_bytes(block->kind);
    uint32_t *index = to->index;
    char *value = to->value;

    for (size_t i = 0; i < batch->n; i++) {
        const size_t at = pt_batch_at(batch, i), n = (size_t)(to->offset[i + 1] - to->offset[i]);
        const uint64_t from = block->offset[at];

        pt_batch_fetch(batch, i);
        to->label[i] = block->label[at];
        to->norm2[i] = block->norm2[at];
        if (block->weight != NULL)
            to->weight[i] = block->weight[at];
        memcpy(index, block->index + from, n * sizeof *index);
        index += n;
        if (size > 0)
            memcpy(value, (const char *)block->value + from * size, n * size);
        value += n * size;
    }
}

static void gather(void *context, size_t unused)
{
    struct pt_gathered *to = context;
    const struct pt_batch *batch = &to->batch;
    const struct pt_block *block = batch->block;
    uint64_t values = 0;

    (void)unused;
    to->whole = make_room(to, 0, 0);
    for (size_t i = 0; to->whole && i < batch->n; i++) {
        const size_t at = pt_batch_at(batch, i);

        to->offset[i] = values;
        values += block->offset[at + 1] - block->offset[at];
    }
    if (!to->whole || !make_room(to, (size_t)values, pt_kind_bytes(block->kind))) {
        to->whole = false;
        return;
    }
    to->offset[batch->n] = values;
    copy_rows(to, batch);
    to->block = (struct pt_block){.n_rows = batch->n, .kind = block->kind, .offset = to->offset, .index = to->index,
                                  .value = block->value == NULL ? NULL : to->value, .label = to->label,
                                  .weight = block->weight == NULL ? NULL : to->weight, .norm2 = to->norm2};
}

/* ---- in turns -------------------------------------------------------------------------------------- */

static void start(struct pt_gathered *to, const struct pt_batch *batch, pt_pool *pool)
{
    to->batch = *batch;
    to->batch.n_next = 0;   /* what comes after it is no concern of who copies it */
    to->job = (pt_job){.task = gather, .context = to, .first = true};
    to->begun = true;
    pt_pool_start(pool, &to->job);
}

static void finish(struct pt_gathered *to, pt_pool *pool)
{
    if (to->begun)
        pt_pool_wait(pool, &to->job);
    to->begun = false;
}

struct pt_batch pt_gather_batch(ptron_trainer *t, const struct pt_view *view, const struct pt_batch *batch)
{
    struct pt_gathered *now = &t->gather.two[t->gather.turn], *then = &t->gather.two[!t->gather.turn];
    const uint64_t end = t->counts.row + batch->n;
    struct pt_batch copy = *batch;

    if (!serves(t, view))
        return *batch;
    if (!now->begun || now->batch.order != batch->order) {
        finish(now, t->pool);
        start(now, batch, t->pool);
    }
    finish(now, t->pool);
    if (end < view->n) {
        const struct pt_batch next = pt_trainer_batch(t, view->block, end, view->n);
        start(then, &next, t->pool);
    }
    t->gather.turn = !t->gather.turn;
    copy.block = &now->block;
    copy.order = NULL;
    copy.first = copy.n_next = 0;
    return now->whole ? copy : *batch;
}

void pt_gather_stop(ptron_trainer *t)
{
    for (size_t i = 0; i < 2; i++)
        finish(&t->gather.two[i], t->pool);
}

void pt_gather_fini(struct pt_gather *g)
{
    for (size_t i = 0; i < 2; i++) {
        struct pt_gathered *to = &g->two[i];
        void *const arrays[] = {to->offset, to->label, to->norm2, to->weight, to->index, to->value};

        for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
            pt_release(arrays[k]);
    }
    *g = (struct pt_gather){0};
}
