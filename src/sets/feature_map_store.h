/* Making features for rows in a store. */
#ifndef PT_SETS_FEATURE_MAP_STORE_H
#define PT_SETS_FEATURE_MAP_STORE_H

#include "base/param.h"
#include "sets/store.h"

/* Fits recipe->feature_map by the option "features" (and gamma, seed); none: nothing happens. */
ptron_status pt_feature_map_fit(struct pt_recipe *recipe, const struct pt_store *store, const ptron_options *options,
                         ptron_error *err);
/* Replaces the rows by those with the features made: dense, F32. */
ptron_status pt_feature_map_store(const struct pt_recipe *recipe, struct pt_store *store, pt_pool *pool, ptron_error *err);

#endif
