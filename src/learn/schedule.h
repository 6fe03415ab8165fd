/* The rate of update t: constant, or falling with t. */
#ifndef PT_LEARN_SCHEDULE_H
#define PT_LEARN_SCHEDULE_H

#include "base/param.h"

enum pt_schedule_kind { PT_RATE_CONSTANT, PT_RATE_INVERSE, PT_RATE_ROOT, PT_RATE_POWER };

struct pt_schedule {
    enum pt_schedule_kind kind;
    double rate, power;
};

struct pt_schedule pt_schedule_of(const ptron_options *options);
double pt_schedule_rate(const struct pt_schedule *schedule, uint64_t t);   /* t: 1-based update */

#endif
