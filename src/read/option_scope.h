/* Whether the options given mean anything for the rows at hand: one that would be passed over is refused. */
#ifndef PT_READ_OPTION_SCOPE_H
#define PT_READ_OPTION_SCOPE_H

#include "recipe/recipe.h"

/* The recipe has its format. `fitted`: it comes from training, and its choices stand. */
ptron_status pt_option_scope_check(const ptron_options *options, const struct pt_recipe *recipe, bool fitted,
                                   ptron_error *err);

#endif
