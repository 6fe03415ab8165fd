/* A state of the weights that comes back. Where every update adds whole rows and all sums are exact, the
 * updates between two equal states add up to zero: a contradiction among the rows, found for free, and a
 * proof that no hyperplane separates them. (Not for sums that were rounded: those may repeat by accident.) */
#ifndef PT_LEARN_TRAINER_CYCLE_H
#define PT_LEARN_TRAINER_CYCLE_H

#include "learn/linear/weights.h"
#include "model/model.h"
#include "sets/dataset.h"

struct pt_cycle {             /* Brent: compare with one state, remembered anew at epochs 1, 2, 4, 8, ... */
    struct pt_weights saved;  /* no weights: nothing saved yet */
    uint64_t at, updates;     /* when it was saved */
};

/* States come back in small sets only: beyond this many weights nothing is remembered. */
enum { PT_CYCLE_WEIGHTS = 65536 };

/* Looks at the weights after an epoch; *back: they equal the saved ones though updates lie between. */
ptron_status pt_cycle_look(struct pt_cycle *cycle, const ptron_model *last, uint64_t epoch, uint64_t updates,
                           bool *back, ptron_error *err);
void pt_cycle_fini(struct pt_cycle *cycle);

/* As part of what a resume needs; `shape` says how large the weights must be. */
void         pt_cycle_save(const struct pt_cycle *cycle, struct pt_buffer *out);
ptron_status pt_cycle_load(struct pt_cycle *cycle, const ptron_model *shape, struct pt_cursor *in, ptron_error *err);

/* Whether sums of `updates` rows, each times `rate`, are exact: whole numbers all below 2^53. */
bool pt_cycle_is_exact(const ptron_dataset *set, double rate, double bias_scale, uint64_t updates);

#endif
