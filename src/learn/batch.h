/* The batch rule's parameters. */
#ifndef PT_LEARN_BATCH_H
#define PT_LEARN_BATCH_H

#include "base/param.h"

extern const struct pt_param pt_batch_params[];
extern const size_t pt_n_batch_params;

#endif
