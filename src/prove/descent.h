/* Dual coordinate descent for the hard margin: sparse rows with more features than an active set can carry.
 *
 *     minimise |sum alpha_i a_i|^2 / 2 - sum alpha_i,  alpha >= 0     (Hsieh et al. 2008, without C)
 *
 * w is the sum of alpha_i a_i all along, so alpha brackets the best margin at any moment. The constant feature
 * may be larger than 1: the larger, the freer the bias. */
#ifndef PT_PROVE_DESCENT_H
#define PT_PROVE_DESCENT_H

#include "prove/rows.h"
#include "prove/watch.h"

struct pt_descent {
    const struct pt_rows *rows;
    double *alpha;      /* [rows]; owned */
    double *best;       /* [rows] alpha where the lower bound was highest; owned */
    double *w;          /* [width] its last entry times `constant` once more; owned */
    double  constant;   /* value of the constant feature */
    double  lower, upper;   /* to rounding; of alpha now */
    double  best_lower;
};

/* Starts from d->alpha and d->w as they are: pt_descent_init makes them zero. Until upper - lower <= gap upper, or the
 * work (multiplications) is done. */
ptron_status pt_descent_run(struct pt_descent *descent, double constant, double gap, double work,
                            struct pt_watch *watch, ptron_error *err);
ptron_status pt_descent_init(struct pt_descent *descent, const struct pt_rows *rows, ptron_error *err);
void         pt_descent_fini(struct pt_descent *descent);

#endif
