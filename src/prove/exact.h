/* The rows as whole numbers: every value times base^scale, base 10 where a value is its decimal and 2 where it
 * is the binary number itself. One scale for the whole set, so that sums and products stay whole numbers:
 * a_i here means that whole-number row, sign and bias (base^scale) included. */
#ifndef PT_PROVE_EXACT_H
#define PT_PROVE_EXACT_H

#include "prove/rows.h"

#include <gmp.h>

/* Whole numbers in a row, with their owner. */
struct pt_integers {
    size_t n;
    mpz_t *at;   /* [n] */
};

struct pt_exact {
    const struct pt_rows *rows;
    bool     decimal;
    unsigned scale;
    mpz_t    unit;      /* base^scale: what 1 has become */
    struct pt_integers power;   /* base^k; owned */
};

ptron_status pt_integers_init(struct pt_integers *list, size_t n, ptron_error *err);   /* all 0 */
void         pt_integers_fini(struct pt_integers *list);

/* Rows with multipliers > 0, in the order of the rows. */
struct pt_terms {
    size_t    n;
    uint64_t *row;   /* [n] */
    struct pt_integers by;
};

ptron_status pt_terms_init(struct pt_terms *terms, size_t n, ptron_error *err);
void         pt_terms_fini(struct pt_terms *terms);
void         pt_terms_drop_zeros(struct pt_terms *terms);
void         pt_terms_sort(struct pt_terms *terms);
void         pt_terms_reduce(struct pt_terms *terms);   /* divides by the greatest common divisor */

/* value = mantissa * base^exponent, mantissa 0 or not divisible by the base. */
void pt_exact_split(double value, bool decimal, int64_t *mantissa, int *exponent);

/* Finds the scale of the set. */
ptron_status pt_exact_init(struct pt_exact *exact, const struct pt_rows *rows, bool decimal, ptron_error *err);
void         pt_exact_fini(struct pt_exact *exact);

void pt_exact_value(const struct pt_exact *exact, double value, mpz_t out);
/* out = a_i.w; w += by a_i (w [width]). */
void pt_exact_dot(const struct pt_exact *exact, size_t i, mpz_t *w, mpz_t out);
void pt_exact_add(const struct pt_exact *exact, size_t i, const mpz_t by, mpz_t *w);
/* a_i as an array [width], zeros included. */
void pt_exact_row(const struct pt_exact *exact, size_t i, mpz_t *out);
/* |a_i|^2 */
void pt_exact_norm2(const struct pt_exact *exact, size_t i, mpz_t out);
/* w = sum of the terms; w is [width]. */
void pt_exact_sum(const struct pt_exact *exact, const struct pt_terms *terms, mpz_t *w);

#endif
