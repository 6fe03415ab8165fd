/* Products and sums over arrays, one table of functions per instruction set, all bit-equal.
 *
 * Dense rows add up in eight lanes folded in a fixed tree, the shape of two four-lane registers; sparse
 * rows add up in index order (the fastest of the ways tried, and the same on every machine). Weights and
 * arithmetic are double whatever the value kind. */
#ifndef PT_MATH_VEC_H
#define PT_MATH_VEC_H

#include "math/classes.h"
#include "math/vec_paired.h"

enum { PT_FAR_WEIGHTS = 1 << 17 };   /* from which on weights are asked for in advance: fewer fit in the second cache */

struct pt_vec_ops {
    const char *name;                 /* "scalar", "avx2", "neon" */
    bool (*works_here)(void);
    double (*dot_dense[PT_N_KINDS])(const double *w, const void *x, size_t n);
    void   (*dot_pair[PT_N_KINDS])(const double *w, const void *x, const void *y, size_t n, double *out);   /* both */
    void   (*add_dense[PT_N_KINDS])(double *w, double a, const void *x, size_t n);   /* w += a x */
    double (*dot_sparse[PT_N_KINDS])(const double *w, const uint32_t *index, const void *x, size_t n);
    double (*dot_ahead[PT_N_KINDS])(const double *w, const uint32_t *index, const void *x, size_t n,
                                    const uint32_t *next, size_t n_next);   /* dot_sparse; w[next[]] is asked for */
    double (*dot_flow[PT_N_KINDS])(const double *w, const uint32_t *index, const void *x, size_t n);
                                      /* dot_sparse; what stands behind the row, of those that follow, is asked for */
    void   (*add_sparse[PT_N_KINDS])(double *w, double a, const uint32_t *index, const void *x, size_t n);
    struct pt_paired_ops paired[PT_N_KINDS];
    pt_classes_group *classes[PT_N_KINDS];   /* of sparse rows; NULL: classes.c has them */
    double (*norm2)(const double *w, size_t n);                                      /* eight lanes */
    void   (*blend)(double *w, double a, const double *v, size_t n);                 /* w += a v */
    void   (*scale)(double *w, double a, size_t n);
};

/* The best that works here; PERCEPTRON_SIMD=scalar|avx2|neon asks for one (ignored if it cannot run). Chosen on
 * the first call, the same ever after. */
const struct pt_vec_ops *pt_vec(void);

/* Folds eight running sums in the order two 4-lane registers would use: halves, then pairs. Every instruction set must
 * do it alike, bit for bit. */
static inline double pt_fold_lanes(const double lane[8])
{
    return ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]));
}

/* w.x for a row that has no feature at or beyond the weights' length: checked by the caller. */
static inline double pt_vec_dot(const struct pt_vec_ops *ops, const double *w, const struct pt_row *row)
{
    return row->index == NULL ? ops->dot_dense[row->kind](w, row->value, row->n)
                              : ops->dot_sparse[row->kind](w, row->index, row->value, row->n);
}

static inline void pt_vec_add(const struct pt_vec_ops *ops, double *w, double a, const struct pt_row *row)
{
    if (row->index == NULL)
        ops->add_dense[row->kind](w, a, row->value, row->n);
    else
        ops->add_sparse[row->kind](w, a, row->index, row->value, row->n);
}

#endif
