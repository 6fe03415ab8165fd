/* Which rows lie on every hyperplane that has no row on its wrong side: those that are in a contradiction. When
 * sum lambda_i a_i = 0 with every lambda_i above 0 and w has no product below 0, all these products are 0. */
#ifndef PT_PROVE_FORCED_H
#define PT_PROVE_FORCED_H

#include "prove/exact.h"

/* sum = by sum + more, `by` the least whole number (at least 1) that leaves every multiplier above 0. Rows of `more`
 * with negative multipliers must be in the sum. */
ptron_status pt_forced_add(struct pt_terms *sum, const struct pt_terms *more, ptron_error *err);

struct pt_forced {
    const struct pt_exact *exact;
    const unsigned char   *on;      /* [rows] the rows to be proved forced; those of `some` are among them */
    const struct pt_terms *some;    /* a contradiction */
    const size_t *basis;            /* [n_basis] independent rows of it, with columns where they are so */
    const size_t *column;
    size_t        n_basis;
};

/* *proved: every row that is on has a multiplier above 0, and with them the rows sum to zero, over the whole numbers.
 * Then `listed` names rows with their multipliers, and all others that are on have the multiplier `common`. */
ptron_status pt_forced_prove(const struct pt_forced *forced, struct pt_terms *listed, mpz_t common, bool *proved,
                             ptron_error *err);

#endif
