/* Rigorous bounds for the best margin, from rows with whole multipliers lambda.
 *
 * With W = sum lambda_i a_i and L = sum lambda_i, no unit vector has a margin above |W| / L, and W itself has
 * the margin min_i a_i.W / |W|. For the distance with a free bias, sum y_i lambda_i = 0, W is taken without
 * its bias, the upper bound is |W| / L again, and the lower is half of what lies between the classes along W.
 * Sums are whole numbers; the one square root is rounded outwards. */
#ifndef PT_PROVE_BRACKET_H
#define PT_PROVE_BRACKET_H

#include "prove/exact.h"

struct pt_margin {
    double lower, upper;      /* lower is -infinity when W does not separate */
    struct pt_terms terms;    /* what both rest on; owned */
};

void pt_margin_fini(struct pt_margin *margin);

/* Takes the terms over (also on failure). */
ptron_status pt_bracket_terms(const struct pt_exact *exact, bool free_bias, struct pt_terms *terms,
                              struct pt_margin *out, ptron_error *err);

/* The margin of whole-number weights w, rounded down; rows where skip is set do not count. */
ptron_status pt_bracket_weights(const struct pt_exact *exact, mpz_t *w, const unsigned char *skip,
                                bool free_bias, double *lower, ptron_error *err);

/* The distance that the terms' W has once its bias is dropped, rounded down. */
ptron_status pt_bracket_direction(const struct pt_exact *exact, const struct pt_terms *terms, double *lower,
                                  ptron_error *err);

/* Whole multipliers from floating ones: the largest gets `bits` bits, with free_bias the classes' sums become
 * equal. */
ptron_status pt_terms_from(const struct pt_rows *rows, const size_t *row, const double *lambda, size_t n,
                           unsigned bits, bool free_bias, struct pt_terms *out, ptron_error *err);

/* With free_bias: makes the classes' sums equal by raising the largest multiplier of the smaller side. */
void pt_terms_balance(const struct pt_rows *rows, struct pt_terms *terms);

/* R = max |a_i|. */
void pt_bracket_radius(const struct pt_exact *exact, double *lower, double *upper);

/* sqrt(num / den), rounded so that the shortest decimal of the double is on the safe side as well. */
double pt_sqrt_down(const mpz_t num, const mpz_t den);
double pt_sqrt_up(const mpz_t num, const mpz_t den);

#endif
