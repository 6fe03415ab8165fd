/* Sparse kernels on weights in pairs: w[2 j] belongs to feature j, and beside it stands another number of the same
 * feature, so that one line of the cache serves both. The same sums in the same order as vec_sparse.c. */
#ifndef PT_MATH_VEC_PAIRED_H
#define PT_MATH_VEC_PAIRED_H

#include "rows/row.h"

struct pt_paired_ops {
    double (*dot)(const double *w, const uint32_t *index, const void *x, size_t n, const uint32_t *next, size_t n_next);
                                      /* weights for the n_next features of the next row are asked for */
    void   (*add)(double *w, double a, const uint32_t *index, const void *x, size_t n);
    /* w += a x, and b x to the numbers beside them. */
    void   (*add_both)(double *w, double a, double b, const uint32_t *index, const void *x, size_t n);
    /* With s, the number beside each weight: x'Sx; w += a Sx; s -= a (s x)^2. */
    double (*spread)(const double *w, const uint32_t *index, const void *x, size_t n);
    void   (*add_along)(double *w, double a, const uint32_t *index, const void *x, size_t n);
    void   (*shrink)(double *w, double a, const uint32_t *index, const void *x, size_t n);
};

#endif
