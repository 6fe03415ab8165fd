/* Numbers that are fitted on the training rows and kept in the recipe: the means that fill missing cells,
 * and scaling.
 *
 *     standard  (x - mean) / sd, the population's sd
 *     minmax    (x - min) / (max - min), into [0, 1]
 *     ball      x / (largest norm of a row), the constant feature not counted
 *     unit      x / (the row's own norm); a zero row stays
 *     auto      standard where features differ in reach (spans.h), else none
 *     tfidf     counts weighed as word_weight.h says, then as unit; numbers beside them as standard
 *
 * Unit and tfidf divide by the norm that the recipe's wording names: l2 unless told otherwise.
 *
 * A feature that never changes gets factor 1, so it becomes 0 where there is centring. Sparse rows are never
 * centred, which would fill them: standard only divides by the sd (zeros not stored count as values), minmax
 * by the largest |x|. Whole rows (CSV with categories) have every number and are centred; their categories stay 0 and
 * 1. With ball every norm is at most 1 before the constant 1 is thought of, so R^2 is at most 2.
 *
 * Sums run over the rows in order, twice (mean first, then squares around it): the same bits for any number
 * of threads. Row weights do not count. */
#ifndef PT_RECIPE_SCALE_H
#define PT_RECIPE_SCALE_H

#include "recipe/recipe.h"

/* Fits recipe->fill from rows where a missing cell is NaN: the mean of the cells that are there, 0 for a
 * column without any. */
ptron_status pt_fill_fit(struct pt_recipe *recipe, const struct pt_block *blocks, size_t n_blocks,
                         ptron_error *err);

/* Categories stay 0 and 1 beside numbers that are centred. */
bool pt_is_scaled(const struct pt_recipe *recipe, uint32_t feature);
ptron_status pt_fail_large_feature(const struct pt_recipe *recipe, uint32_t feature, ptron_error *err);

/* What a missing cell of the feature becomes. */
static inline double pt_fill_of(const struct pt_recipe *recipe, uint32_t feature)
{
    return recipe->fill == NULL ? 0.0 : recipe->fill[feature];
}

/* Replaces the NaNs of a row (value: F64; index NULL when dense). */
void pt_fill_row(const struct pt_recipe *recipe, const uint32_t *index, double *value, size_t n);

/* Fits recipe->scaling, shift, factor and ball; rows have no NaN. recipe->n_features and dense are as they
 * will stay. Fails, naming the feature, where values are too large for their sum or range to be finite. */
ptron_status pt_scale_fit(struct pt_recipe *recipe, enum pt_scaling scaling, const struct pt_block *blocks,
                          size_t n_blocks, ptron_error *err);

/* The same for rows that do not stand in blocks: `each` visits all of them in the order of the source, as often as it
 * is called. Where others have the rows before and after these, `relay` takes over what they have added up (pieces of
 * memory) before the first row, and passes it on after the last, until all have the sums of all; NULL: there are none.
 */
struct pt_relayed {
    void  *bytes;
    size_t length;
};
struct pt_walk {
    void (*each)(void *context, void (*visit)(void *with, const struct pt_row *row), void *with);
    void *context;
    ptron_status (*relay)(void *with, bool pass_on, const struct pt_relayed *pieces, size_t n, ptron_error *err);
    void *with;
};
/* One pass; pieces [n] are what `with` adds up. */
ptron_status pt_walk_rows(const struct pt_walk *walk, void (*visit)(void *with, const struct pt_row *row), void *with,
                          const struct pt_relayed *pieces, size_t n, ptron_error *err);
/* Rows in blocks as a walk: context is a struct pt_blocks. */
struct pt_blocks {
    const struct pt_block *blocks;
    size_t n;
};
void pt_blocks_each(void *context, void (*visit)(void *with, const struct pt_row *row), void *with);
ptron_status pt_fill_fit_walk(struct pt_recipe *recipe, const struct pt_walk *walk, ptron_error *err);
ptron_status pt_scale_fit_walk(struct pt_recipe *recipe, enum pt_scaling scaling, const struct pt_walk *walk,
                               ptron_error *err);

#endif
