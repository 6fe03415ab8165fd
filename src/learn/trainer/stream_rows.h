/* Rows of a stream that are held back until as many have come as go together: where the sums of a block of rows depend
 * on where it begins, it must begin where it would in memory. */
#ifndef PT_LEARN_TRAINER_STREAM_ROWS_H
#define PT_LEARN_TRAINER_STREAM_ROWS_H

#include "sets/dataset.h"
#include "sets/store.h"

struct pt_held {
    struct pt_store store;
    ptron_dataset   view;    /* of rows at the front; owns nothing */
};

void         pt_held_fini(struct pt_held *held);
ptron_status pt_held_add(struct pt_held *held, const ptron_dataset *rows, ptron_error *err);   /* a copy */
/* The rows at the front, as many times `unit` as there are, or all; read by the recipe of `like`. NULL: too few. */
const ptron_dataset *pt_held_front(struct pt_held *held, const ptron_dataset *like, size_t unit, bool all);
ptron_status pt_held_drop_front(struct pt_held *held, ptron_error *err);
/* Class c is class to[c] from now on. */
void         pt_held_renumber(struct pt_held *held, const uint32_t *to);

#endif
