/* The nearest point of the hull over the whole numbers: the active set of prove/nearest.h goes on from where
 * floating point left it, each step an exact solution. Ends with the best multipliers, or with a contradiction. */
#ifndef PT_PROVE_POLISH_H
#define PT_PROVE_POLISH_H

#include "prove/exact.h"
#include "prove/watch.h"

enum pt_polish_end {
    PT_POLISH_OPTIMAL,         /* no product is below 1 - gap */
    PT_POLISH_CONTRADICTION,   /* the terms sum to zero */
    PT_POLISH_STOPPED          /* time or steps ran out, or a dependency came up; terms are of the last step
                                  that had positive multipliers, none if there was no such step */
};

struct pt_polish {
    const struct pt_exact *exact;
    bool     free_bias;
    double   gap;
    size_t   most_steps;
    size_t   n, room;      /* active rows */
    size_t  *row;          /* [room] */
    double  *lambda;       /* [room] sum 1 */
    double  *target;       /* [room] */
    struct pt_integers z;  /* [n + 1] numerators, then the border's */
    mpz_t    denominator;
    struct pt_terms terms; /* the result */
    size_t   steps;
};

ptron_status pt_polish_init(struct pt_polish *polish, const struct pt_exact *exact, bool free_bias,
                            const size_t *row, const double *lambda, size_t n, ptron_error *err);
void         pt_polish_fini(struct pt_polish *polish);
ptron_status pt_polish_run(struct pt_polish *polish, struct pt_watch *watch, enum pt_polish_end *end,
                           ptron_error *err);

/* Cuts multipliers to this many bits for the largest; sums of the classes made equal with free_bias. */
void pt_terms_round(const struct pt_rows *rows, struct pt_terms *terms, unsigned bits, bool free_bias);

#endif
