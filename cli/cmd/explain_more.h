/* What holds beyond the convergence theorem: mistakes of one pass when rows are not separable, what that says of new
 * rows, and how many labelings are separable by chance. Only of two classes, without weights of rows. */
#ifndef CLI_CMD_EXPLAIN_MORE_H
#define CLI_CMD_EXPLAIN_MORE_H

#include "cmd/explain.h"

struct mistake_bound {     /* for w of length 1: at most so many mistakes in one pass, with this gamma */
    double gamma;
    double lack;           /* what rows lack to a product of gamma: root of the sum of squares, or sum over gamma */
    double mistakes;       /* NaN: none is known */
};

struct explanation_more {
    bool     known;
    bool     best;         /* w is w* of the proof; else the averaged perceptron's */
    double  *w;            /* [features], and the bias */
    struct mistake_bound squares, hinge;
    /* a perceptron from zero, the rows in one shuffled order */
    uint64_t rows;         /* that it learned from */
    uint64_t mistakes;     /* in its first pass */
    uint64_t moved;        /* rows that ever caused an update */
    bool     ended;        /* the last pass made no mistake */
    uint64_t held;         /* rows held out, and how often it errs on them: after all its passes */
    double   measured;
    double   cover;        /* share of the labelings of so many rows that are separable */
};

/* known stays false where the rows are weighted, or the explanation is about a model that was given. */
ptron_status explain_more_find(const struct explanation *e, struct explanation_more *more, ptron_error *err);
void         explain_more_print(FILE *out, const struct explanation *e, const struct explanation_more *more);
void         explain_more_json(struct json *json, const struct explanation *e, const struct explanation_more *more);
void         explain_more_free(struct explanation_more *more);

/* Of the labelings of n points in general position in a space of so many dimensions, the share that hyperplanes through
 * the origin separate: 2 (C(n-1, 0) + ... + C(n-1, dimensions-1)) / 2^n (Cover 1965). */
double explain_cover(uint64_t n, uint64_t dimensions);

#endif
