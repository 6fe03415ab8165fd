/* Whole-number weights with products that are exactly zero, or exactly above it, where they must be. */
#ifndef PT_PROVE_INTEGER_WEIGHTS_H
#define PT_PROVE_INTEGER_WEIGHTS_H

#include "prove/exact.h"
#include "prove/peel.h"

/* out [width] = a multiple of w, rounded, less its part in the span of the independent rows row [n]: every one of
 * them has product 0. out is 0 when the rows turn out dependent. */
ptron_status pt_integer_weights_orthogonal(const struct pt_exact *exact, const size_t *row, size_t n, const double *w,
                                           mpz_t *out, ptron_error *err);

/* Adds to w [width] so that every row that peeling took has a product above 0, and no other row's changes. */
ptron_status pt_integer_weights_peel(const struct pt_exact *exact, const struct pt_peel *peel, mpz_t *w,
                                     ptron_error *err);

#endif
