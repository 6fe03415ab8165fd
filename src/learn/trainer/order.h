/* The order in which rows are visited: a function of mode, seed, epoch and row count alone.
 *
 * A full shuffle each epoch costs three to four times an ordered epoch, because every row is a cache miss; shuffling
 * blocks of a class-sorted file ruins accuracy. So: one scatter S of all rows that depends on the row count alone,
 * then, each epoch, a shuffle of blocks of PT_ORDER_ROWS scattered rows and of the rows within each. Up to
 * PT_ORDER_ROWS rows that is a full shuffle. Because S depends on nothing but the count, a set can be
 * laid out in S's order when it is loaded or packed, for every seed. */
#ifndef PT_LEARN_TRAINER_ORDER_H
#define PT_LEARN_TRAINER_ORDER_H

#include "base/error.h"
#include "rows/view.h"

enum { PT_ORDER_ROWS = 1024 };   /* part of the numeric contract; not a tuning knob */

enum pt_order_mode { PT_ORDER_GIVEN, PT_ORDER_ONCE, PT_ORDER_EACH, PT_ORDER_FILE };

struct pt_order {
    enum pt_order_mode mode;
    uint64_t  seed;
    size_t    n;            /* rows to visit each epoch */
    size_t    shards;       /* 1 unless set after init: each keeps its part of `base`, shuffled by itself */
    size_t    first, last;  /* of the shards those that are visited here, from `first` to before `last` */
    size_t    skip;         /* visits before the first one here, of rows that other ranks have */
    uint32_t *base;         /* [n] indices of rows: S, the file's list, or those kept by a hold-out; NULL: as they
                               stand */
    uint32_t *visit;        /* [those here] this epoch's order of them; NULL: as they stand */
};

/* Rows left out of a shuffled order are left out of S, so that those left stand in the same order. */
ptron_status pt_order_init(struct pt_order *order, enum pt_order_mode mode, uint64_t seed,
                           const struct pt_view *of, ptron_error *err);
/* Rows that are on several ranks stand by shards: those of the shards first .. last-1 are here. */
ptron_status pt_order_share(struct pt_order *order, ptron_error *err);
/* Fills order->visit for this epoch (1-based). */
void pt_order_epoch(struct pt_order *order, uint64_t epoch);
/* Where a shard's rows begin; those of shard S, which there is not, at n. */
size_t pt_order_shard(const struct pt_order *order, size_t shard);
void pt_order_fini(struct pt_order *order);

/* Reads a file of row numbers, one a line, 1-based, each in 1..n_rows, repeats allowed; *rows is 0-based. */
ptron_status pt_order_read(const char *path, size_t n_rows, uint32_t **rows, size_t *n, ptron_error *err);

#endif
