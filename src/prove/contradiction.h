/* From rows that seem to sum to zero to whole numbers that make it so: sum lambda_i a_i = 0, exactly. */
#ifndef PT_PROVE_CONTRADICTION_H
#define PT_PROVE_CONTRADICTION_H

#include "prove/exact.h"

/* row [n] with lambda [n] > 0, to rounding. *found: terms hold a contradiction, as few rows as make one
 * (Caratheodory), checked over the whole numbers; else terms are empty. */
ptron_status pt_contradiction_find(const struct pt_exact *exact, const size_t *row, const double *lambda,
                                   size_t n, struct pt_terms *terms, bool *found, ptron_error *err);

/* The same beside a span: the first n_free rows, independent ones, may have multipliers of any sign (their lambda is
 * not looked at), the others must have positive ones. */
ptron_status pt_contradiction_beside(const struct pt_exact *exact, const size_t *row, const double *lambda, size_t n,
                                     size_t n_free, struct pt_terms *terms, bool *found, ptron_error *err);

/* Whether the terms sum to zero; and whether they do with positive multipliers. */
ptron_status pt_terms_vanish(const struct pt_exact *exact, const struct pt_terms *terms, bool *vanish,
                             ptron_error *err);
ptron_status pt_contradiction_holds(const struct pt_exact *exact, const struct pt_terms *terms, bool *holds,
                                    ptron_error *err);

#endif
