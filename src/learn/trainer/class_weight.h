/* How much the rows of each class count. */
#ifndef PT_LEARN_TRAINER_CLASS_WEIGHT_H
#define PT_LEARN_TRAINER_CLASS_WEIGHT_H

#include "base/param.h"
#include "sets/dataset.h"

/* Option "class-weight": nothing (*weights is NULL), balanced (rows / (classes * rows of the class), over
 * rows [n] of the set, NULL: all), or LABEL=WEIGHT,... with 1 for those not named. *weights [classes] is owned. */
ptron_status pt_class_weights(const ptron_options *options, const ptron_dataset *set, const uint32_t *rows, uint64_t n,
                              double **weights, ptron_error *err);

#endif
