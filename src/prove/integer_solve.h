/* Linear systems over the whole numbers: Dixon's lifting by FLINT, ranks modulo a prime.
 *
 * FLINT (with the libraries it needs) takes 4 ms to load, so it is opened on first use, and not for a small system: a
 * command that proves nothing, or little, does not pay for it. */
#ifndef PT_PROVE_INTEGER_SOLVE_H
#define PT_PROVE_INTEGER_SOLVE_H

#include "prove/exact.h"

/* a x = denominator b, a [n][n] by rows, the denominator above 0 and as small as can be. *singular: no answer. */
ptron_status pt_integer_solve(size_t n, mpz_t *a, mpz_t *b, mpz_t *x, mpz_t denominator, bool *singular,
                             ptron_error *err);
/* The same by elimination, for a few dozen equations. */
ptron_status pt_integer_eliminate(size_t n, mpz_t *a, mpz_t *b, mpz_t *x, mpz_t denominator, bool *singular,
                                  ptron_error *err);

/* The conditions of the nearest point (gram.c): for active rows with products H = A A' + unit^2 11',
 *     H z = 1,   or with a free bias   (H without the bias) z + beta y = 1,  y'z = 0;
 * z [n] (and beta, z[n], with free_bias) over the denominator, which is above 0. */
ptron_status pt_gram_solve(const struct pt_exact *exact, bool free_bias, const size_t *row, size_t n, mpz_t *z,
                           mpz_t denominator, bool *singular, ptron_error *err);

/* The whole number modulo 2^61 - 1. */
uint64_t pt_integer_residue(const mpz_t value);

/* Eliminates a [rows][columns] modulo 2^61 - 1 in place, row after row. Row k that depends on those before it
 * gets pivot[k] = SIZE_MAX, any other the column of its pivot. Returns the rank; it is never above the true
 * one. */
size_t pt_integer_pivots(uint64_t *a, size_t rows, size_t columns, size_t *pivot);

#endif
