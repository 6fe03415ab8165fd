/* The rate of update t: constant, falling with t, or from a table. */
#ifndef PT_LEARN_TRAINER_SCHEDULE_H
#define PT_LEARN_TRAINER_SCHEDULE_H

#include "base/param.h"

enum pt_schedule_kind { PT_RATE_CONSTANT, PT_RATE_INVERSE, PT_RATE_ROOT, PT_RATE_POWER, PT_RATE_TABLE };

struct pt_schedule {
    enum pt_schedule_kind kind;
    double  rate, power;
    double *table;     /* [n] rates of updates 1, 2, ...; the last goes on; owned by who read it */
    size_t  n;
};

/* Reads the table, one rate a line, when the option names a file. */
ptron_status pt_schedule_init(struct pt_schedule *schedule, const ptron_options *options, ptron_error *err);
void         pt_schedule_fini(struct pt_schedule *schedule);
double       pt_schedule_falling(const struct pt_schedule *schedule, uint64_t t);

static inline double pt_schedule_rate(const struct pt_schedule *schedule, uint64_t t)   /* t: 1-based update */
{
    return schedule->kind == PT_RATE_CONSTANT ? schedule->rate : pt_schedule_falling(schedule, t);
}

#endif
