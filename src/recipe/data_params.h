/* The options that say how data is read. */
#ifndef PT_RECIPE_DATA_PARAMS_H
#define PT_RECIPE_DATA_PARAMS_H

#include "base/param.h"

extern const struct pt_param pt_data_params[];
extern const size_t          pt_n_data_params;

#endif
