/* Many trainings of one set at the same time. They share nothing but rows, so the order they end in shows nowhere. */
#ifndef PT_LEARN_TRAINER_COMPARE_H
#define PT_LEARN_TRAINER_COMPARE_H

#include "learn/trainer/trainer.h"

/* See ptron_compare. results [n]: full size. */
ptron_status pt_compare(const ptron_options *const *runs, size_t n, const ptron_dataset *set,
                        const ptron_dataset *validation, size_t threads, const ptron_observer *observer,
                        ptron_result *results, ptron_error *err);

#endif
