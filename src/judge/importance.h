/* Permutation importance: how many rows are answered wrongly when one column's values are exchanged between the rows
 * and all else stays (Breiman 2001). A column of a table goes with all its categories or words, and with the feature
 * that says where its cell is missing; rows of other formats have features. */
#ifndef PT_JUDGE_IMPORTANCE_H
#define PT_JUDGE_IMPORTANCE_H

#include "model/model.h"
#include "sets/dataset.h"

/* How many columns, and the name of one, ended and cut to `room`; its full length. */
size_t pt_importance_columns(const struct pt_recipe *recipe);
size_t pt_importance_name(const struct pt_recipe *recipe, size_t column, char *name, size_t room);

/* errors [repeats]; column SIZE_MAX: of the rows as they are. Which row gets whose value depends on seed, column and
 * repeat alone. Fails where a row's features depend on each other: scaled by its own length, or made of others. */
ptron_status pt_importance(const ptron_model *model, const ptron_dataset *set, size_t column, uint64_t seed,
                           uint64_t *errors, size_t repeats, ptron_error *err);

#endif
