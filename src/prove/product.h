/* Products a_i.w for whole-number weights w, with certainty: floating point with an error bound decides most
 * rows, whole numbers the rest.
 *
 * With u = 2^-53, values and weights each rounded once, a sum of m products in any order is off by at most
 * g |x|.|w|, g = (m + 2) u / (1 - (m + 2) u), plus m 2^-1074 where products underflow. */
#ifndef PT_PROVE_PRODUCT_H
#define PT_PROVE_PRODUCT_H

#include "prove/exact.h"

struct pt_products {
    const struct pt_exact *exact;
    mpz_t   *w;            /* [width]; borrowed */
    double  *near;         /* [width] w / 2^shift, rounded */
    long     shift;
    double   norm;         /* |near|, rounded up */
    double  *value;        /* [n] a_i.near, sign included, in the units of the data (not scaled) */
};

/* value[i] for all rows. The true product is within pt_products_error of it, times 2^shift. */
ptron_status pt_products_init(struct pt_products *products, const struct pt_exact *exact, mpz_t *w,
                              ptron_error *err);
void   pt_products_fini(struct pt_products *products);
double pt_products_error(const struct pt_products *products, size_t i);

/* The least of a_i.w over the rows with this sign (0: any), exactly; *row is where. No such row: *row is
 * SIZE_MAX. */
void pt_products_least(const struct pt_products *products, const unsigned char *skip, int sign, mpz_t least,
                       size_t *row);

/* w / 2^shift as doubles near [n], the largest between 1/2 and 1. */
void pt_integers_near(mpz_t *w, size_t n, double *near, long *shift);
/* out [n] = w [n] rounded to whole numbers, scaled so that the largest gets `bits` bits; all 0 where w is. */
void pt_integers_round(const double *w, size_t n, int bits, mpz_t *out);

#endif
