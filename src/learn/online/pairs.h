/* Weights in pairs: where sparse rows meet more weights than the near caches hold, and each weight has another number
 * beside it (the drift of its average, its variance), the two arrays become one while rows flow by. Whoever is not
 * learning from rows has them parted first: pairs change where numbers stand, never what they are. */
#ifndef PT_LEARN_ONLINE_PAIRS_H
#define PT_LEARN_ONLINE_PAIRS_H

#include "learn/online/online.h"

static inline bool pt_weights_far(const struct pt_weights *w)
{
    return w->features >= PT_FAR_WEIGHTS / w->vectors;
}

/* Before a batch: joins where that serves it, parts where it must be. Without memory for pairs there are none. */
void pt_pairs_ready(struct pt_online *o, const struct pt_batch *batch, bool described);
void pt_pairs_part(struct pt_online *o);
void pt_pairs_fini(struct pt_online *o);

/* A learner that is looked at: where its numbers stand is no part of what it is. */
const struct pt_online *pt_online_parted(const void *self);

#endif
