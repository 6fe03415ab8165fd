/* The multi-layer perceptron's parameters. */
#ifndef PT_LEARN_MLP_H
#define PT_LEARN_MLP_H

#include "base/param.h"

extern const struct pt_param pt_mlp_params[];
extern const size_t pt_n_mlp_params;

#endif
