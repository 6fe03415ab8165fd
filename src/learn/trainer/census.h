/* How fixed weights do on a list of rows: errors, least product, loss. Runs on all threads over fixed
 * slices of rows; sums are combined in slice order, so the thread count never shows. */
#ifndef PT_LEARN_TRAINER_CENSUS_H
#define PT_LEARN_TRAINER_CENSUS_H

#include "learn/learner.h"
#include "sets/dataset.h"

struct pt_polled {                  /* whom to ask */
    const ptron_dataset *set;
    const uint32_t *rows;           /* [n] which rows of the set; NULL: rows 0..n-1 */
    uint64_t        n;
    const double   *class_weight;   /* as in struct pt_batch */
    const uint32_t *positive;
};

/* Fails only when memory is out, or a pack is found damaged. */
ptron_status pt_census_take(const ptron_model *model, const struct pt_polled *polled, pt_pool *pool,
                            struct pt_census *census, ptron_error *err);

#endif
