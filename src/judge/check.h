/* What a user should know of a set before training: see ptron_checkup. */
#ifndef PT_JUDGE_CHECK_H
#define PT_JUDGE_CHECK_H

#include "base/meter.h"
#include "sets/dataset.h"

ptron_status pt_check(const ptron_dataset *set, ptron_checkup *checkup, const ptron_watch *watch,
                      ptron_error *err);   /* a full struct */

/* The parts; each fills its own fields of a cleared struct. */
ptron_status pt_check_twins(const ptron_dataset *set, ptron_checkup *checkup, struct pt_meter *meter,
                            ptron_error *err);
ptron_status pt_check_features(const ptron_dataset *set, ptron_checkup *checkup, struct pt_meter *meter,
                               ptron_error *err);
void pt_check_memory(const ptron_dataset *set, ptron_checkup *checkup);   /* after the features */

#endif
