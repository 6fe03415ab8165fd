/* The rate of update t. */
#include "learn/schedule.h"

#include <math.h>

struct pt_schedule pt_schedule_of(const ptron_options *options)
{
    return (struct pt_schedule){
        .kind = (enum pt_schedule_kind)pt_option_choice(options, "schedule"),
        .rate = pt_option_real(options, "rate"),
        .power = pt_option_real(options, "power"),
    };
}

double pt_schedule_rate(const struct pt_schedule *schedule, uint64_t t)
{
    switch (schedule->kind) {
    case PT_RATE_CONSTANT:
        break;
    case PT_RATE_INVERSE:
        return schedule->rate / (double)t;
    case PT_RATE_ROOT:
        return schedule->rate / sqrt((double)t);
    case PT_RATE_POWER:
        return schedule->rate / pow((double)t, schedule->power);
    }
    return schedule->rate;
}
