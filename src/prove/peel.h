/* Peeling: where the nonzero a_ij of a feature all have one sign, no contradiction sum lambda_i a_i = 0 can use the
 * rows that have it, because that column could not sum to zero. They go, and then another feature may have one sign
 * among the rows left. When no row is left the set is separable, and the list of features and signs is the proof:
 * weights that fall fast enough along it. O(stored values). */
#ifndef PT_PROVE_PEEL_H
#define PT_PROVE_PEEL_H

#include "prove/rows.h"

struct pt_peel_step {
    uint32_t feature;   /* rows->features: the bias */
    int32_t  sign;
};

struct pt_peel {
    struct pt_peel_step *step;   /* [n] in order; owned */
    size_t         n, room;
    unsigned char *gone;         /* [rows] which rows went; owned */
    size_t         left;         /* rows that did not */
};

ptron_status pt_peel_run(const struct pt_rows *rows, struct pt_peel *peel, ptron_error *err);
void         pt_peel_fini(struct pt_peel *peel);

#endif
