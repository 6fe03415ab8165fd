/* Monotonic seconds. */
#ifndef PT_BASE_CLOCK_H
#define PT_BASE_CLOCK_H

double pt_clock_seconds(void);

#endif
