/* The rows as the proofs see them: vectors a_i = y_i (x_i, 1), the last coordinate only with a bias.
 *
 * A set is separable when some w has a_i.w > 0 for every row, and not separable when whole numbers
 * lambda_i >= 0, not all zero, have sum lambda_i a_i = 0: one of the two always holds (Gordan 1873).
 * A weight vector w has `width` entries: the features, then the bias when there is one. Borrows the rows. */
#ifndef PT_PROVE_ROWS_H
#define PT_PROVE_ROWS_H

#include "math/vec.h"
#include "par/pool.h"
#include "rows/view.h"

#define PT_TOO_LARGE "values that are not finite or too large to square"

struct pt_rows {
    struct pt_view           view;      /* its positive class is +1, all others are -1 */
    uint32_t                 width;     /* features + bias */
    bool                     bias;
    const struct pt_vec_ops *ops;
    pt_pool                 *pool;
};

static inline struct pt_rows pt_rows_of(const struct pt_view *view, bool bias, pt_pool *pool)
{
    return (struct pt_rows){.view = *view, .width = view->features + (bias ? 1u : 0u), .bias = bias, .ops = pt_vec(),
                            .pool = pool};
}

static inline struct pt_row pt_rows_row(const struct pt_rows *rows, size_t i)
{
    return pt_view_row(&rows->view, i);
}

static inline int pt_rows_sign(const struct pt_rows *rows, size_t i)
{
    return pt_view_sign(&rows->view, i);
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

/* Where `row` stands in list [n], which increases and has it. */
size_t pt_rows_find(const uint32_t *list, size_t n, size_t row);

#endif
