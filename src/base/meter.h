/* How far work on rows is, for whoever watches it (ptron_watch.on_rows). */
#ifndef PT_BASE_METER_H
#define PT_BASE_METER_H

#include "base/error.h"

struct pt_meter {
    ptron_watch watch;          /* zeroed: nobody watches */
    uint64_t    done, total;    /* rows; those that are gone through twice count twice */
};

static inline struct pt_meter pt_meter_of(const ptron_watch *watch, uint64_t total)   /* NULL: nobody watches */
{
    return (struct pt_meter){.watch = watch == NULL ? (ptron_watch){0} : *watch, .total = total};
}

static inline bool pt_meter_is_watched(const struct pt_meter *meter)
{
    return meter != NULL && meter->watch.on_rows != NULL;
}

/* More rows are done; PTRON_CANCELED: no more are wanted. Only in the caller's thread. NULL: nobody watches. */
static inline ptron_status pt_meter_add(struct pt_meter *meter, uint64_t rows, ptron_error *err)
{
    if (!pt_meter_is_watched(meter))
        return PTRON_OK;
    meter->done += rows;
    if (meter->watch.on_rows(meter->watch.user, meter->done, meter->total))
        return PTRON_OK;
    return pt_fail(err, PTRON_CANCELED, "the work on the rows was stopped");
}

#endif
