/* Logistic regression: weights that make least
 *     penalty(w) + C sum of c log(1 + exp(-y w.x)),     c the row's weight,
 * the penalty being half the squared length (l2) or the sum of all |w_j| (l1). The bias is the coefficient of the
 * constant feature and counts like the others, unless it is free: then it costs nothing, as statisticians have it. One
 * step for each epoch, worked out from all rows at once: Newton's with conjugate gradients (Lin, Weng, Keerthi 2008),
 * or coordinate by coordinate on the second-order model of the loss (Yuan, Ho, Lin 2012). Sums run over the rows by
 * number, whatever order they came in; in shards, of which the epoch's end makes one step, along the tree over them. */
#ifndef PT_LEARN_LOGISTIC_LOGISTIC_H
#define PT_LEARN_LOGISTIC_LOGISTIC_H

#include "learn/linear/hessian.h"
#include "learn/linear/linear.h"

struct pt_column_values {         /* the trained rows by feature, for l1; the constant feature is the last */
    size_t   *start;              /* [features + 2] */
    uint32_t *row;                /* [start[features + 1]] positions among the trained rows */
    double   *value;
};

enum { PT_LOSS, PT_CONJUGATES, PT_LENGTHS, PT_PULL_DOWN, PT_PULL_UP, PT_LOGISTIC_NUMBERS = 1 + 5 };   /* of a look; bias
                                                                                          before them */

struct pt_logistic_part {         /* the rows that are summed up as one: all, or a shard's */
    size_t    shard;
    uint64_t  from;               /* where its rows stand */
    size_t    n;
    struct pt_row *row;           /* [n] NULL: too many to be kept */
    double   *product;            /* [n] y w.x */
    double   *pull;               /* [n] C c / (1 + e^product): how much the row asks for more */
    double   *bend;               /* [n] the loss's second derivative */
    double   *along;              /* [n] l1: x.d of a direction d */
    struct pt_weights sum;        /* of a shard */
    double    numbers[PT_LOGISTIC_NUMBERS];
};

struct pt_logistic_value {        /* of some weights */
    double objective, lower;      /* and what no weights have less than: 0 may do */
};

struct pt_logistic {
    struct pt_linear base;
    double    C, target;          /* target: relative gap to stop at */
    bool      l1, free_bias;
    size_t    shards;             /* 1: none */
    bool     *seen;               /* [setup.rows] rows to learn from; hold-out rows never come; NULL: in shards */
    uint32_t *rows;               /* [n] their numbers, increasing; NULL: in shards, or an epoch has not ended yet */
    uint64_t  n;                  /* of all ranks */
    struct pt_logistic_part *part;   /* [n_parts] those that this rank carries; NULL: an epoch has not ended yet */
    size_t    n_parts;
    uint64_t  epochs;
    bool      begun;              /* rows of this epoch have come: its step is on its way */
    double    first;              /* length of the gradient at the first step; 0: none was taken */
    struct pt_weights gradient, step, residual, search, image, scale;   /* scratch of the shape of w */
    struct pt_weights total;      /* of shards */
    struct pt_column_values columns;
    struct pt_hessian hessian;    /* of few features: the loss's second derivatives; none: passes over the rows do */
    double   *along;              /* [2 hessian.stride] a direction, and its product */
    bool      looked;             /* product, pull, bend, gradient and `last` are those of the weights */
    struct pt_logistic_value last;
};

double pt_logistic_penalty(const struct pt_logistic *l, const struct pt_weights *w);

/* Sums over the rows (sums.c). Room for them, of rows that are known by now; steps: with that for directions. */
ptron_status pt_logistic_make_parts(struct pt_logistic *l, bool steps, ptron_error *err);
void         pt_logistic_free_parts(struct pt_logistic *l);
double       pt_logistic_sign(const struct pt_row *row);
/* Fills product, pull, bend and gradient (of the loss alone) for these weights, and adds to numbers, of the enum. */
ptron_status pt_logistic_sum_look(struct pt_logistic *l, const struct pt_weights *w, double *numbers, ptron_error *err);
/* Into image: the sum of pull y x, pulls times the share of their label. */
ptron_status pt_logistic_sum_drawn_in(struct pt_logistic *l, const double shares[2], ptron_error *err);
ptron_status pt_logistic_sum_conjugates(struct pt_logistic *l, const double shares[2], double *sum, ptron_error *err);
/* image += sum of bend (x.d) x, and to += its diagonal. */
ptron_status pt_logistic_sum_bend(struct pt_logistic *l, const struct pt_weights *d, struct pt_weights *image,
                                  ptron_error *err);
ptron_status pt_logistic_sum_diagonal(struct pt_logistic *l, struct pt_weights *to, ptron_error *err);

/* All second derivatives, in `hessian`. */
void         pt_logistic_sum_hessian(struct pt_logistic *l);

/* After a look: a direction into `step` (newton.c, coordinates.c), and what it promises. */
ptron_status pt_logistic_newton(struct pt_logistic *l, double *expected, ptron_error *err);
ptron_status pt_logistic_coordinates(struct pt_logistic *l, double *expected, ptron_error *err);

extern const struct pt_param pt_logistic_params[];
extern const size_t pt_n_logistic_params;

#endif
