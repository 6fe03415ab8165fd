/* Pending rows: rows of a stream that have come and were not learned from, or judged, yet. Some learners add up blocks
 * of rows, and the sums depend on where a block begins; it must begin where it would in memory, so rows wait until
 * their block is whole. */
#ifndef PT_LEARN_TRAINER_STREAM_ROWS_H
#define PT_LEARN_TRAINER_STREAM_ROWS_H

#include "sets/dataset.h"
#include "sets/store.h"

struct pt_pending {
    struct pt_store store;
    ptron_dataset   view;    /* of rows at the front; owns nothing */
};

void         pt_pending_fini(struct pt_pending *pending);
ptron_status pt_pending_add(struct pt_pending *pending, const ptron_dataset *rows, ptron_error *err);   /* a copy */
/* The rows at the front, as many times `unit` as there are, or all; read by the recipe of `like`. NULL: too few. */
const ptron_dataset *pt_pending_front(struct pt_pending *pending, const ptron_dataset *like, size_t unit, bool all);
ptron_status pt_pending_drop_front(struct pt_pending *pending, ptron_error *err);
/* Class c is class to[c] from now on. */
void         pt_pending_renumber(struct pt_pending *pending, const uint32_t *to);

#endif
