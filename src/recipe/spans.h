/* How far the values of each feature reach, and whether features differ so much in it that they want scaling. This is
 * what `--scale auto` goes by and what `check` advises. Least and greatest values only: the order of rows is nothing to
 * them, so that rows in memory, in a pack or on many machines get the same answer.
 *
 *     rows that can be centred    ranges of numbers (greatest less least) or sizes (the largest |x|) differ tenfold
 *     other sparse rows           sizes differ a hundredfold
 *     words, images               never: their values count the same thing */
#ifndef PT_RECIPE_SPANS_H
#define PT_RECIPE_SPANS_H

#include "recipe/recipe.h"
#include "recipe/scale.h"

struct pt_reach {                /* of a feature; zeroed: no value yet */
    double   least, most;
    uint64_t rows;               /* that store a value; in the others it is 0 */
};

void pt_reach_see(struct pt_reach *reaches, const struct pt_row *row);   /* [n_features] */
/* Whether they differ; *spread is then which and how much, else cleared. n_rows: all that were seen. */
bool pt_reaches_differ(const struct pt_reach *reaches, uint64_t n_rows, const struct pt_recipe *recipe,
                       struct pt_spread *spread);

/* What auto comes to for these rows, standard or none; recipe->spread is why. */
ptron_status pt_scale_choose(struct pt_recipe *recipe, const struct pt_walk *walk, enum pt_scaling *scaling,
                             ptron_error *err);

#endif
