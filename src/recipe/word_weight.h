/* What the count of a word is worth: scaling tfidf.
 *
 *     weight of a count   1 + ln(count); a count below 1, which no text has, is its own weight
 *     weight of a word    1 + ln((1 + rows) / (1 + rows that have it))
 *
 * A row's values are the products of the two, brought to norm 1. Numbers that stand beside words are scaled as
 * standard does, and do not count for the norm. With --counts the first weight is what that says. The logarithm has
 * the same bits on every machine. */
#ifndef PT_RECIPE_WORD_WEIGHT_H
#define PT_RECIPE_WORD_WEIGHT_H

#include "base/elementary.h"
#include "recipe/scale.h"

static inline double pt_count_weight(double count)
{
    return count == 1.0 || !(count >= 1.0) ? count : 1.0 + pt_log(count);
}

/* Fits recipe->factor of all features but numbers to the rows, which are sparse; refused where values are below 0. */
ptron_status pt_word_weights_fit(struct pt_recipe *recipe, const struct pt_walk *walk, ptron_error *err);

#endif
