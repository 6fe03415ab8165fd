/* Logistic regression: weights that make least
 *     penalty(w) + C sum of c log(1 + exp(-y w.x)),     c the row's weight,
 * the penalty being half the squared length (l2) or the sum of all |w_j| (l1). The bias is the coefficient of the
 * constant feature and counts like the others, unless it is free: then it costs nothing, as statisticians have it. One
 * step for each epoch, worked out from all rows at once: Newton's with conjugate gradients (Lin, Weng, Keerthi 2008),
 * or coordinate by coordinate on the second-order model of the loss (Yuan, Ho, Lin 2012). Sums run over the rows by
 * number, whatever order they came in. */
#ifndef PT_LEARN_LOGISTIC_LOGISTIC_H
#define PT_LEARN_LOGISTIC_LOGISTIC_H

#include "learn/linear/linear.h"

struct pt_column_values {         /* the trained rows by feature, for l1; the constant feature is the last */
    size_t   *start;              /* [features + 2] */
    uint32_t *row;                /* [start[features + 1]] positions among the trained rows */
    double   *value;
};

struct pt_logistic {
    struct pt_linear base;
    double    C, target;          /* target: relative gap to stop at */
    bool      l1, free_bias;
    bool     *seen;               /* [setup.rows] rows to learn from; hold-out rows never come */
    uint32_t *rows;               /* [n] their numbers, increasing; NULL: an epoch has not ended yet */
    size_t    n;
    uint64_t  epochs;
    bool      begun;              /* rows of this epoch have come: its step is on its way */
    double    first;              /* length of the gradient at the first step; 0: none was taken */
    double   *product;            /* [n] y w.x */
    double   *pull;               /* [n] C c / (1 + e^product): how much the row asks for more */
    double   *bend;               /* [n] the loss's second derivative */
    double   *along;              /* [n] x.d of a direction d */
    struct pt_weights gradient, step, residual, search, image, scale;   /* scratch of the shape of w */
    struct pt_column_values columns;
};

struct pt_logistic_value {        /* of some weights */
    double objective, lower;      /* and what no weights have less than */
    double loss;                  /* C times the sum */
};

/* Fills product, pull, bend and gradient (of the loss alone) for these weights. */
struct pt_logistic_value pt_logistic_look(struct pt_logistic *l, const struct pt_weights *w);
double pt_logistic_penalty(const struct pt_logistic *l, const struct pt_weights *w);
/* The loss if the weights moved by `by` times the direction that `along` is of. */
double pt_logistic_loss_at(const struct pt_logistic *l, double by);
/* x.d of every row; d has the shape of w. */
void   pt_logistic_project(struct pt_logistic *l, const struct pt_weights *d);
/* Moves along `step` as far as the objective falls enough; expected: its fall along a unit of it, below 0. False: it
 * falls no more. */
bool   pt_logistic_move(struct pt_logistic *l, const struct pt_logistic_value *at, double expected);

/* After a look: a direction into `step` (newton.c, coordinates.c), and what it promises. */
ptron_status pt_logistic_newton(struct pt_logistic *l, double *expected, ptron_error *err);
ptron_status pt_logistic_coordinates(struct pt_logistic *l, double *expected, ptron_error *err);

extern const struct pt_param pt_logistic_params[];
extern const size_t pt_n_logistic_params;

#endif
