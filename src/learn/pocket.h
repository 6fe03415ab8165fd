/* Gallant's pocket with ratchet (1990): the weights are judged on all rows when their run of correct rows exceeds the
 * pocket's, and at the end of an epoch; they replace the pocket only if errors strictly fall. On many rows judging
 * would be nearly all the work, so that beyond the first few million rows judged weights are passed over that would
 * make it more than PT_POCKET_SHARE times the learning. What the weights are, and how they are put away, is the
 * learner's. */
#ifndef PT_LEARN_POCKET_H
#define PT_LEARN_POCKET_H

#include "learn/learner.h"

enum { PT_POCKET_FREE = 4000000, PT_POCKET_SHARE = 16 };   /* part of the numeric contract */

struct pt_pocket {
    uint64_t run, best_run;   /* rows in a row that were right: of the present weights; of those in the pocket */
    uint64_t errors;          /* of those in the pocket; UINT64_MAX: it is empty */
    uint64_t met, judged;     /* rows learned from; rows that weights were judged on */
    bool     looked;          /* the present weights were judged already */
};

static inline void pt_pocket_moved(struct pt_pocket *pocket)
{
    pocket->met++;
    pocket->run = 0;
    pocket->looked = false;
}

static inline bool pt_pocket_stayed(struct pt_pocket *pocket)   /* true: worth a look */
{
    pocket->met++;
    return ++pocket->run > pocket->best_run && !pocket->looked &&
           pocket->judged / PT_POCKET_SHARE < pocket->met + PT_POCKET_FREE / PT_POCKET_SHARE;
}

static inline bool pt_pocket_is_empty(const struct pt_pocket *pocket)
{
    return pocket->errors == UINT64_MAX;
}

/* Judges the present weights; *better: they are to be put into the pocket. */
ptron_status pt_pocket_look(struct pt_pocket *pocket, const struct pt_setup *setup, const ptron_model *present,
                            bool *better, ptron_error *err);
void         pt_pocket_save(const struct pt_pocket *pocket, struct pt_buffer *out);
void         pt_pocket_load(struct pt_pocket *pocket, struct pt_cursor *in);

#endif
