/* Products and sums over rows a_i = y_i (x_i, 1). Slices of rows are fixed, so that any number of threads
 * gives the same bits. */
#include "prove/rows.h"
#include "base/size.h"

#include <assert.h>
#include <math.h>

enum { SLICE = 512 };

double pt_rows_dot(const struct pt_rows *rows, size_t i, const double *w)
{
    const struct pt_row row = pt_rows_row(rows, i);
    double sum = pt_vec_dot(rows->ops, w, &row);

    if (rows->bias)
        sum += w[rows->view.features];
    return pt_rows_sign(rows, i) > 0 ? sum : -sum;
}

void pt_rows_add(const struct pt_rows *rows, size_t i, double by, double *w)
{
    const struct pt_row row = pt_rows_row(rows, i);

    if (pt_rows_sign(rows, i) < 0)
        by = -by;
    pt_vec_add(rows->ops, w, by, &row);
    if (rows->bias)
        w[rows->view.features] += by;
}

double pt_rows_norm2(const struct pt_rows *rows, size_t i)
{
    return pt_rows_row(rows, i).norm2 + (rows->bias ? 1.0 : 0.0);
}

struct products {
    const struct pt_rows *rows;
    const uint32_t *live;
    size_t n;
    const double *w;
    double *product;
};

static void multiply_slice(void *context, size_t slice)
{
    const struct products *p = context;
    const size_t to = pt_min(p->n, (slice + 1) * SLICE);

    for (size_t k = slice * SLICE; k < to; k++)
        p->product[k] = pt_rows_dot(p->rows, p->live == NULL ? k : p->live[k], p->w);
}

void pt_rows_products(const struct pt_rows *rows, const uint32_t *live, size_t n, const double *w,
                      double *product)
{
    struct products p = {rows, live, n, w, product};

    pt_pool_run(rows->pool, (n + SLICE - 1) / SLICE, multiply_slice, &p);
}

void pt_rows_column_max(const struct pt_rows *rows, const uint32_t *live, size_t n, double *scale)
{
    for (uint32_t j = 0; j < rows->width; j++)
        scale[j] = 0;
    if (rows->bias)
        scale[rows->view.features] = 1;
    for (size_t k = 0; k < n; k++) {
        const struct pt_row row = pt_rows_row(rows, live == NULL ? k : live[k]);

        for (size_t j = 0; j < row.n; j++) {
            double *most = &scale[row.index == NULL ? j : row.index[j]];
            *most = fmax(*most, fabs(pt_row_value(&row, j)));
        }
    }
}

size_t pt_rows_find(const uint32_t *list, size_t n, size_t row)
{
    size_t from = 0, to = n;

    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if (list[middle] < row)
            from = middle + 1;
        else
            to = middle;
    }
    assert(from < n && list[from] == row);
    return from;
}
