/* A matrix of second derivatives of few weights: the sum of a x x^T over rows, the constant feature being the last.
 * With it at hand a product with it costs no pass over the rows, and equations with it are solved directly. */
#ifndef PT_LEARN_LINEAR_HESSIAN_H
#define PT_LEARN_LINEAR_HESSIAN_H

#include "learn/learner.h"

enum { PT_HESSIAN_ROWS = 32 };      /* that are added at a time */

struct pt_hessian {
    double *sum, *factor;         /* [stride][stride], of which [size][size] count; sum is owned, NULL: there is none */
    double *row;                  /* [PT_HESSIAN_ROWS][stride] rows as doubles, times the root of what they count */
    double *less;                 /* [PT_OUTER_WIDE][stride] rows that are taken off */
    size_t  size, stride;
};

/* Where the weights are few and rows stand value by value: else most products are with zeros, and passes over what is
 * there are quicker. */
bool         pt_hessian_suits(const struct pt_setup *setup, size_t features);
ptron_status pt_hessian_init(struct pt_hessian *h, size_t features, ptron_error *err);
void         pt_hessian_fini(struct pt_hessian *h);

void pt_hessian_clear(struct pt_hessian *h);
/* n <= PT_HESSIAN_ROWS dense rows, each times by[i] >= 0. All rows are added up one after the other. */
void pt_hessian_add(struct pt_hessian *h, const struct pt_row *rows, const double *by, size_t n, double constant);
void pt_hessian_mirror(struct pt_hessian *h);   /* after the last row: until then one half is there */

/* to += the sum times d; both are [stride] long, zeros behind the numbers that count. */
void pt_hessian_times(const struct pt_hessian *h, const double *d, double *restrict to);

/* Takes the sum, plus these on its diagonal, apart into factors. A direction that rounding leaves nothing of is shut:
 * false. */
bool pt_hessian_factor(struct pt_hessian *h, const struct pt_vec_ops *ops, double ridge, double bias_ridge);
void pt_hessian_solve(const struct pt_hessian *h, const struct pt_vec_ops *ops, double *b);   /* b becomes it */

#endif
