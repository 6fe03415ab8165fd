/* Shards: as many learners of one kind as the rows have parts, which learn side by side from the mixed weights and
 * are mixed when the epoch ends. A learner like any other, but for being told which shard a batch is for. How many
 * shards there are is part of what is computed; how many threads carry them never shows. */
#ifndef PT_LEARN_TRAINER_SHARDS_H
#define PT_LEARN_TRAINER_SHARDS_H

#include "learn/learner.h"

/* pt_shards_ops (learner.h) run in place of an algorithm's own, which must be able to mix. */

/* The epoch begins: every shard goes on from the mixed weights. */
void pt_shards_begin(void *self);
/* Different shards may observe at once. */
ptron_status pt_shards_observe(void *self, size_t shard, const struct pt_batch *batch, struct pt_observed *seen,
                               ptron_error *err);
uint64_t pt_shards_row(const void *self, size_t shard);   /* rows it has learned from in this epoch */

#endif
