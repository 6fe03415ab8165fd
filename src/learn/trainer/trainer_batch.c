/* The batches of an epoch. */
#include "base/size.h"
#include "learn/trainer/trainer.h"

#include <assert.h>

/* Whether the visits after this batch stand close together, so that they can be fetched in sequence. */
static void look_ahead(struct pt_batch *batch, const uint32_t *visit, size_t n)
{
    uint32_t least = UINT32_MAX, most = 0;

    for (size_t i = 0; i < n; i++) {
        least = visit[i] < least ? visit[i] : least;
        most = visit[i] > most ? visit[i] : most;
    }
    if (n == 0 || most - least >= 2 * PT_ORDER_ROWS)
        return;
    batch->next = least;
    batch->n_next = most - least + 1;
}

struct pt_batch pt_trainer_batch(const ptron_trainer *t, const struct pt_block *rows, uint64_t at, uint64_t end)
{
    struct pt_batch batch = {.block = rows, .n = pt_min(PT_ORDER_ROWS, (size_t)(end - at)),
                             .base = t->passing.before, .source = t->order.n > 0 ? t->set->source : NULL,
                             .class_weight = t->class_weight};

    assert(at < end);
    if (t->order.visit == NULL) {
        batch.first = (size_t)(at - t->order.skip);
        return batch;
    }
    batch.order = t->order.visit + (at - t->order.skip);
    look_ahead(&batch, batch.order + batch.n, pt_min(PT_ORDER_ROWS, (size_t)(end - at) - batch.n));
    return batch;
}
