/* The best margin of a separable set, bracketed: with the bias absorbed (the theorem's), and as a distance with
 * a free bias (the hard-margin support vector machine's). */
#ifndef PT_PROVE_MARGIN_H
#define PT_PROVE_MARGIN_H

#include "prove/certify.h"

struct pt_start {      /* rows with floating multipliers */
    size_t  n;
    size_t *row;       /* [n] owned */
    double *lambda;    /* [n] owned */
};

ptron_status pt_start_init(struct pt_start *start, size_t n, ptron_error *err);
void         pt_start_fini(struct pt_start *start);

struct pt_margin_task {
    const struct pt_exact *exact;
    const struct pt_certify_options *options;
    struct pt_watch *watch;
    const struct pt_start *start;    /* rows to begin with; n 0: none */
    const uint32_t *live;            /* [n_live] increasing: the rows without their copies */
    size_t n_live;
    double most_values;              /* of the factorisation; beyond, coordinate descent */
};

/* Fills proof->theorem and proof->distance. */
ptron_status pt_margin_run(const struct pt_margin_task *task, struct pt_proof *proof, ptron_error *err);

#endif
