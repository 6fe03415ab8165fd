/* Fitting probabilities to the scores of rows that were not learned from. */
#ifndef PT_LEARN_TRAINER_CALIBRATE_H
#define PT_LEARN_TRAINER_CALIBRATE_H

#include "learn/trainer/census.h"
#include "model/calibration.h"

ptron_status pt_calibrate(const ptron_model *model, const struct pt_view *view, enum pt_calibration_kind kind,
                          pt_pool *pool, struct pt_calibration **out, ptron_error *err);

#endif
