/* Linear systems over the whole numbers: Dixon's lifting by FLINT, ranks modulo a prime.
 *
 * FLINT (with the libraries it needs) takes 4 ms to load, so it is opened on first use: a command that
 * proves nothing does not pay for it. */
#ifndef PT_PROVE_INTEGER_SOLVE_H
#define PT_PROVE_INTEGER_SOLVE_H

#include "prove/exact.h"

/* a x = denominator b, a [n][n] by rows. *singular: no answer. */
ptron_status pt_integer_solve(size_t n, mpz_t *a, mpz_t *b, mpz_t *x, mpz_t denominator, bool *singular,
                             ptron_error *err);

/* The whole number modulo 2^61 - 1. */
uint64_t pt_integer_residue(const mpz_t value);

/* Eliminates a [rows][columns] modulo 2^61 - 1 in place, row after row. Row k that depends on those before it
 * gets pivot[k] = SIZE_MAX, any other the column of its pivot. Returns the rank; it is never above the true
 * one. */
size_t pt_integer_pivots(uint64_t *a, size_t rows, size_t columns, size_t *pivot);

#endif
