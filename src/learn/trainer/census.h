/* How fixed weights do on the rows of a view: errors, least product, loss. */
#ifndef PT_LEARN_TRAINER_CENSUS_H
#define PT_LEARN_TRAINER_CENSUS_H

#include "learn/learner.h"
#include "sets/dataset.h"

/* Fails only when memory is out, or a pack is found damaged. */
ptron_status pt_census_take(const ptron_model *model, const struct pt_view *view, pt_pool *pool,
                            struct pt_census *census, ptron_error *err);
void pt_census_add(struct pt_census *to, const struct pt_census *from);

#endif
