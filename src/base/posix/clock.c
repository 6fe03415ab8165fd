/* Monotonic seconds: elapsed time is a difference of two of these. */
#include "base/clock.h"

#include <time.h>

double pt_clock_seconds(void)
{
    struct timespec now = {0};

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
