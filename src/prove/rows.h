/* The rows as the proofs see them: vectors a_i = y_i (x_i, 1), the last coordinate only with a bias.
 *
 * A set is separable when some w has a_i.w > 0 for every row, and not separable when whole numbers
 * lambda_i >= 0, not all zero, have sum lambda_i a_i = 0: one of the two always holds (Gordan 1873).
 * A weight vector w has `width` entries: the features, then the bias when there is one. Borrows blocks. */
#ifndef PT_PROVE_ROWS_H
#define PT_PROVE_ROWS_H

#include "math/vec.h"
#include "par/pool.h"
#include "rows/row.h"

struct pt_rows {
    const struct pt_block   *blocks;           /* all of rows_per_block rows but the last */
    uint64_t                 rows_per_block;
    const uint32_t          *at;               /* [n] place of each row in the blocks; NULL: in order */
    size_t                   n;                /* rows in all */
    uint32_t                 features, width;  /* width = features + bias */
    bool                     bias;
    uint32_t                 positive;         /* the class that is +1; all others are -1 */
    const struct pt_vec_ops *ops;
    pt_pool                 *pool;
};

static inline struct pt_row pt_rows_row(const struct pt_rows *rows, size_t i)
{
    size_t within;
    const struct pt_block *block = pt_block_of(rows->blocks, rows->rows_per_block, rows->at, i, &within);

    return pt_block_row(block, within);
}

static inline int pt_rows_sign(const struct pt_rows *rows, size_t i)
{
    size_t within;
    const struct pt_block *block = pt_block_of(rows->blocks, rows->rows_per_block, rows->at, i, &within);

    return block->label[within] == rows->positive ? 1 : -1;
}

/* a_i.w, and w += by a_i. */
double pt_rows_dot(const struct pt_rows *rows, size_t i, const double *w);
void   pt_rows_add(const struct pt_rows *rows, size_t i, double by, double *w);
/* |a_i|^2, to rounding. */
double pt_rows_norm2(const struct pt_rows *rows, size_t i);

/* product[k] = a_i.w for row i = live[k] (NULL: i = k), k < n; by all threads, over fixed slices. */
void pt_rows_products(const struct pt_rows *rows, const uint32_t *live, size_t n, const double *w,
                      double *product);

/* Largest |x_ij| of each feature (1 for the bias) over the rows named; scale is [width]. */
void pt_rows_column_max(const struct pt_rows *rows, const uint32_t *live, size_t n, double *scale);

/* Stored values over all rows: what one pass costs. */
double pt_rows_cost(const struct pt_rows *rows);

#endif
