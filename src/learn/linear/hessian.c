/* Second derivatives of few weights: sums, Cholesky's factors. */
#include "learn/linear/hessian.h"
#include "base/alloc.h"
#include "base/size.h"
#include "math/outer.h"
#include "rows/values.h"

#include <math.h>
#include <string.h>

enum { MOST_FEATURES = 127 };   /* part of the numeric contract */

bool pt_hessian_suits(const struct pt_setup *setup, size_t features)
{
    return features <= MOST_FEATURES && pt_setup_rows(setup).block->dense;
}

ptron_status pt_hessian_init(struct pt_hessian *h, size_t features, ptron_error *err)
{
    const size_t size = features + 1, stride = (size + PT_OUTER_WIDE - 1) / PT_OUTER_WIDE * PT_OUTER_WIDE;
    const size_t room = stride * (2 * stride + PT_HESSIAN_ROWS + PT_OUTER_WIDE);

    h->sum = pt_array(room, sizeof *h->sum);
    if (h->sum == NULL)
        return pt_fail_memory(err, room * sizeof *h->sum, "second derivatives");
    h->size = size;
    h->stride = stride;
    h->factor = h->sum + stride * stride;
    h->row = h->factor + stride * stride;
    h->less = h->row + PT_HESSIAN_ROWS * stride;
    memset(h->row, 0, (PT_HESSIAN_ROWS + PT_OUTER_WIDE) * stride * sizeof *h->row);   /* rows end in zeros */
    return PTRON_OK;
}

void pt_hessian_fini(struct pt_hessian *h)
{
    pt_release(h->sum);
    *h = (struct pt_hessian){0};
}

void pt_hessian_clear(struct pt_hessian *h)
{
    memset(h->sum, 0, h->stride * h->stride * sizeof *h->sum);
}

void pt_hessian_add(struct pt_hessian *h, const struct pt_row *rows, const double *by, size_t n, double constant)
{
    for (size_t i = 0; i < n; i++) {
        const double root = sqrt(by[i]);
        double *x = h->row + i * h->stride;

        pt_values_load(rows[i].value, rows[i].kind, 0, rows[i].n, x);
        for (size_t k = rows[i].n; k + 1 < h->size; k++)
            x[k] = 0.0;
        x[h->size - 1] = constant;
        for (size_t k = 0; k < h->size; k++)
            x[k] *= root;
    }
    pt_outer_add(h->sum, h->row, h->row, n, h->size, h->stride, h->stride);
}

void pt_hessian_mirror(struct pt_hessian *h)
{
    for (size_t j = 0; j < h->size; j++)
        for (size_t k = 0; k < j; k++)
            h->sum[j * h->stride + k] = h->sum[k * h->stride + j];
}

void pt_hessian_times(const struct pt_hessian *h, const double *d, double *restrict to)
{
    pt_outer_times(h->sum, d, to, h->size, h->stride);
}

/* Divides row j by the root of what is left on its diagonal, where one over it stands from then on. */
static bool divide(struct pt_hessian *h, double *row, size_t j, double whole)
{
    const bool good = row[j] > 1e-14 * whole;
    const double by = good ? 1.0 / sqrt(row[j]) : 0.0;

    for (size_t k = j + 1; k < h->stride; k++)
        row[k] *= by;
    row[j] = by;
    return good;
}

/* From the rows of a block, which are done, the products are taken off of all rows behind. */
static void take_off(struct pt_hessian *h, size_t block)
{
    const size_t from = block + PT_OUTER_WIDE, width = h->stride - from;
    const double *done = h->factor + block * h->stride + from;

    for (size_t i = 0; i < PT_OUTER_WIDE; i++)
        for (size_t k = 0; k < width; k++)
            h->less[i * h->stride + k] = -done[i * h->stride + k];
    pt_outer_add(h->factor + from * h->stride + from, h->less, done, PT_OUTER_WIDE, h->size - from, width, h->stride);
}

/* The upper half, row by row: U^T U. */
bool pt_hessian_factor(struct pt_hessian *h, const struct pt_vec_ops *ops, double ridge, double bias_ridge)
{
    const size_t stride = h->stride;
    bool whole = true;

    memcpy(h->factor, h->sum, stride * stride * sizeof *h->sum);
    for (size_t j = 0; j < h->size; j++)
        h->factor[j * stride + j] += j + 1 == h->size ? bias_ridge : ridge;
    for (size_t block = 0; block < h->size; block += PT_OUTER_WIDE) {
        const size_t end = pt_min(block + PT_OUTER_WIDE, h->size);

        for (size_t j = block; j < end; j++) {
            double *row = h->factor + j * stride;

            whole &= divide(h, row, j, h->sum[j * stride + j] + (j + 1 == h->size ? bias_ridge : ridge));
            for (size_t i = j + 1; i < end; i++)
                ops->blend(h->factor + i * stride + i, -row[i], row + i, stride - i);
        }
        if (end < h->size)
            take_off(h, block);
    }
    return whole;
}

void pt_hessian_solve(const struct pt_hessian *h, const struct pt_vec_ops *ops, double *b)
{
    for (size_t j = 0; j < h->size; j++) {
        const double *row = h->factor + j * h->stride;

        b[j] *= row[j];
        ops->blend(b + j + 1, -b[j], row + j + 1, h->size - j - 1);
    }
    for (size_t j = h->size; j-- > 0;) {
        const double *row = h->factor + j * h->stride;
        b[j] = (b[j] - ops->dot_dense[PT_F64](b + j + 1, row + j + 1, h->size - j - 1)) * row[j];
    }
}
