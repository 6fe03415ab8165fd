/* The parameters of training that every learner shares. */
#ifndef PT_LEARN_TRAINER_TRAIN_PARAMS_H
#define PT_LEARN_TRAINER_TRAIN_PARAMS_H

#include "base/param.h"

extern const struct pt_param pt_train_params[];
extern const size_t pt_n_train_params;

#endif
