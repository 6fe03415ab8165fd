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
    double work, most_work;               /* multiplications of the search, as counted by it; most 0: no limit */
};

static inline bool pt_watch_work_left(const struct pt_watch *watch)
{
    return !(watch->most_work > 0) || watch->work < watch->most_work;
}

/* False when the time or the work is over or the observer said stop. */
static inline bool pt_watch_go_on(struct pt_watch *watch)
{
    const double now = pt_clock_seconds();

    if (!watch->canceled && watch->tell != NULL)
        watch->canceled = !watch->tell(watch->user, watch->step, now - watch->started, watch->lower, watch->upper);
    return !watch->canceled && now < watch->deadline && pt_watch_work_left(watch);
}

#endif
