/* How long a proof may go on: a deadline, an observer that may cancel, an amount of work. The work is counted
 * in multiplications, so that what it decides is the same on every machine; only a deadline is not. */
#ifndef PT_PROVE_WATCH_H
#define PT_PROVE_WATCH_H

#include "base/clock.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

struct pt_watch {
    double deadline;                      /* pt_clock_seconds; infinite: none */
    double started;
    bool (*tell)(void *user, const char *step, double seconds, double lower, double upper);
    void  *user;
    const char *step;                     /* what is being tried, for the observer */
    double lower, upper;                  /* the bracket so far; NaN: not known */
    bool   canceled;
};

/* False when the time is over or the observer said stop. */
static inline bool pt_watch_go_on(struct pt_watch *watch)
{
    const double now = pt_clock_seconds();

    if (!watch->canceled && watch->tell != NULL)
        watch->canceled = !watch->tell(watch->user, watch->step, now - watch->started, watch->lower, watch->upper);
    return !watch->canceled && now < watch->deadline;
}

#endif
