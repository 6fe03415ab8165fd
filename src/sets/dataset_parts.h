/* How a set is put together: for the rooms that make sets or streams, not for those that read their rows. */
#ifndef PT_SETS_DATASET_PARTS_H
#define PT_SETS_DATASET_PARTS_H

#include "sets/dataset.h"

/* An empty set with a pool; recipe NULL: its own is to be fitted. */
ptron_status pt_dataset_new(const ptron_options *options, const struct pt_recipe *recipe, ptron_dataset **out,
                            ptron_error *err);
/* Means for missing cells and scaling: fits the set's own recipe and applies it. */
ptron_status pt_dataset_fit_values(ptron_dataset *set, struct pt_store *store, const ptron_options *options,
                                   ptron_error *err);
/* Applies the scaling of the recipe in use. */
ptron_status pt_dataset_scale(ptron_dataset *set, struct pt_store *store, ptron_error *err);
ptron_status pt_dataset_round(ptron_dataset *set, struct pt_store *store, ptron_error *err);   /* F64 rows to F32 */
/* Rows as they were read become rows of the finished recipe: labels are classes, features count from 0. */
void pt_dataset_finish_rows(const ptron_dataset *set, bool from_one, struct pt_store *store);
/* The rows become the narrowest exact kind, or F32 by option; then features are made of the others where the recipe, or
 * the option for a recipe of the set's own, says so. The set takes the store's memory as its one block and sums it up;
 * what memory it had is freed. */
ptron_status pt_dataset_take(ptron_dataset *set, struct pt_store *store, const ptron_options *options,
                             ptron_error *err);
/* Counts and extremes of the one block; those of a block before are replaced. */
ptron_status pt_dataset_sum_up(ptron_dataset *set, ptron_error *err);

#endif
