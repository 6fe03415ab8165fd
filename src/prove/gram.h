/* The whole-number conditions of the nearest point: for active rows with products H = A A' + unit^2 11',
 *     H z = 1,   or with a free bias   (H without the bias) z + beta y = 1,  y'z = 0. */
#ifndef PT_PROVE_GRAM_H
#define PT_PROVE_GRAM_H

#include "prove/exact.h"

/* z [n] (and beta, z[n], with free_bias) over the denominator, which is made positive. */
ptron_status pt_gram_solve(const struct pt_exact *exact, bool free_bias, const size_t *row, size_t n, mpz_t *z,
                           mpz_t denominator, bool *singular, ptron_error *err);

#endif
