/* The point of the rows' convex hull that is nearest to the origin, in floating point: an active set of rows
 * with weights lambda > 0, grown and shrunk one row at a time.
 *
 * Least-distance form of Lawson and Hanson (1974, ch. 23): with columns e_i = (a_i, 1), minimise
 * |sum lambda_i e_i - (0, 1)| over lambda >= 0. The residual r is (-w rho, rho): when it is zero the lambdas
 * are a contradiction, else w is the least-norm vector with a_i.w >= 1, so that 1/|w| is the best margin.
 * With free_bias the bias coordinate is left out and sum y_i lambda_i = 0 takes its place: one row, the
 * pivot, carries that condition, and the columns are differences against it.
 *
 * Locked rows may have multipliers of any sign: w is then orthogonal to them, and the search is for a w among
 * those. (Not together with free_bias.)
 *
 * Nothing here is proof: prove/contradiction.c and prove/bracket.c make it so. */
#ifndef PT_PROVE_NEAREST_H
#define PT_PROVE_NEAREST_H

#include "prove/qr.h"
#include "prove/rows.h"
#include "prove/watch.h"

enum pt_nearest_end {
    PT_NEAREST_SEPARATES,   /* every product of w is positive (asked to stop there) */
    PT_NEAREST_OPTIMAL,     /* no row is nearer than the gap allows */
    PT_NEAREST_ZERO,        /* the residual vanished: a contradiction, to rounding */
    PT_NEAREST_STUCK,       /* rounding decides from here on */
    PT_NEAREST_BUDGET       /* time ran out, or the observer said stop */
};

struct pt_nearest {
    const struct pt_rows *rows;
    const uint32_t *live;          /* [n] the rows that take part; NULL: all */
    size_t    n;
    bool      free_bias;
    const double *column_scale;    /* [width] or NULL: 1 */
    double   *row_scale;           /* [n]; owned */
    double   *length;              /* [n] |e_i|; owned */
    bool      stop_when_separated;
    double    gap;                 /* of rho: how far a product may stay below 1 */
    /* the active set */
    size_t    size, room;
    uint32_t *member;              /* [size] positions in live; with free_bias member[0] is the pivot */
    double   *lambda;              /* [size] */
    double   *target;              /* [size] scratch */
    double   *z;                   /* [locked + size] scratch */
    struct pt_qr qr;               /* columns of the locked rows, then of the members, the pivot left out */
    size_t    n_locked;
    /* what it has come to */
    double   *residual;            /* [qr.m] */
    double   *w;                   /* [width] in the space of the rows: a_i.w = row_scale_i^-1 (...) */
    double    rho, beta;
    double    least;               /* smallest product (1 on the active rows), at the last full look */
    /* scratch */
    double   *product, *column;    /* [n], [qr.m] */
    unsigned char *blocked;        /* [n] entered in vain since the last progress */
    uint32_t *candidate;           /* [n_candidates] the best rows to enter, best first */
    size_t    n_candidates;
};

/* scale: one factor for all rows, or 0: each row is brought to length 1 (only the verdict survives that). */
ptron_status pt_nearest_init(struct pt_nearest *nearest, const struct pt_rows *rows, const uint32_t *live,
                             size_t n, bool free_bias, const double *column_scale, double scale,
                             ptron_error *err);
void pt_nearest_fini(struct pt_nearest *nearest);

/* Starts from rows (positions in live) with lambda > 0 rather than from nothing. */
ptron_status pt_nearest_start(struct pt_nearest *nearest, const uint32_t *member, const double *lambda, size_t n,
                              ptron_error *err);

/* Locks a row of `rows` (any row, live or not), before anything else; *independent is false when the rows locked
 * before have it in their span. */
ptron_status pt_nearest_lock(struct pt_nearest *nearest, size_t row, bool *independent, ptron_error *err);

ptron_status pt_nearest_run(struct pt_nearest *nearest, struct pt_watch *watch, enum pt_nearest_end *end,
                            ptron_error *err);

#endif
