/* Leaving out words, categories and products that too few or too many rows have: --min-df, --max-df, --max-features.
 * Those that stay keep their order; of two that as many rows have, --max-features keeps the one that came first. */
#ifndef PT_RECIPE_PRUNE_H
#define PT_RECIPE_PRUNE_H

#include "recipe/scale.h"

struct pt_pruning {
    uint32_t *number;      /* [features before] what each becomes; PT_DICT_NONE: left out. NULL: all stay as they are */
    uint64_t  n_values;    /* that the rows have then */
};

/* The first option that asks for it; NULL: none does. */
const char *pt_prune_asked(const ptron_options *options);

/* Counts rows, decides, and renumbers the recipe, whose values are not scaled yet; rows are the caller's to change. */
ptron_status pt_prune_fit(struct pt_recipe *recipe, const ptron_options *options, const struct pt_walk *walk,
                          struct pt_pruning *out, ptron_error *err);
void pt_pruning_fini(struct pt_pruning *pruning);

/* Renumbers the features of one row and drops those left out, with their values of `size` bytes each; how many stay. */
size_t pt_prune_row(const struct pt_pruning *pruning, uint32_t *index, void *value, size_t size, size_t n);

#endif
