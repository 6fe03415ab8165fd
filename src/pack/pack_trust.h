/* Which rows of a mapped pack have been checked. A small pack is checked whole when it is opened. Of a large one only
 * what stands beside the rows is (labels, norms, where each row begins); features and values are checked when they are
 * first touched, so that a pack larger than memory is not read once more for it. Whoever reads the values of a set
 * asks here before; a set without a trust has nothing to check. Any number of threads may ask. */
#ifndef PT_PACK_PACK_TRUST_H
#define PT_PACK_PACK_TRUST_H

#include "sets/dataset.h"

/* Every row; pool NULL: in this thread. */
ptron_status pt_trust_all(struct pt_trust *trust, pt_pool *pool, ptron_error *err);
/* The n rows from this index in memory on; those of the batch. */
ptron_status pt_trust_rows(struct pt_trust *trust, uint64_t at, size_t n, ptron_error *err);
ptron_status pt_trust_batch(struct pt_trust *trust, const struct pt_batch *batch, ptron_error *err);

/* An error when the pack was written to since it was opened: what was made of its rows is worth nothing. */
ptron_status pt_trust_unchanged(const struct pt_trust *trust, ptron_error *err);

static inline ptron_status pt_dataset_trust_all(const ptron_dataset *set, pt_pool *pool, ptron_error *err)
{
    return pt_trust_all(set->trust, pool, err);
}

#endif
