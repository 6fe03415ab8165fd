/* What the files of each instruction set share: the tables, and the sparse kernels, which are the same
 * plain loops everywhere because a sequential sum in index order was the fastest tried. */
#ifndef PT_MATH_VEC_IMPL_H
#define PT_MATH_VEC_IMPL_H

#include "math/vec.h"

extern const struct pt_vec_ops pt_vec_scalar;
#if defined(__x86_64__)
extern const struct pt_vec_ops pt_vec_avx2;
#endif
#if defined(__aarch64__)
extern const struct pt_vec_ops pt_vec_neon;
#endif

double pt_dot_dense_ones(const double *w, const void *x, size_t n);
void   pt_dot_pair_ones(const double *w, const void *x, const void *y, size_t n, double *out);
void   pt_add_dense_ones(double *w, double a, const void *x, size_t n);

double pt_dot_sparse_ones(const double *w, const uint32_t *index, const void *x, size_t n);
double pt_dot_sparse_u8(const double *w, const uint32_t *index, const void *x, size_t n);
double pt_dot_sparse_f32(const double *w, const uint32_t *index, const void *x, size_t n);
double pt_dot_sparse_f64(const double *w, const uint32_t *index, const void *x, size_t n);
double pt_dot_ahead_ones(const double *w, const uint32_t *index, const void *x, size_t n, const uint32_t *next,
                         size_t n_next);
double pt_dot_ahead_u8(const double *w, const uint32_t *index, const void *x, size_t n, const uint32_t *next,
                       size_t n_next);
double pt_dot_ahead_f32(const double *w, const uint32_t *index, const void *x, size_t n, const uint32_t *next,
                        size_t n_next);
double pt_dot_ahead_f64(const double *w, const uint32_t *index, const void *x, size_t n, const uint32_t *next,
                        size_t n_next);
void pt_add_sparse_ones(double *w, double a, const uint32_t *index, const void *x, size_t n);
void pt_add_sparse_u8(double *w, double a, const uint32_t *index, const void *x, size_t n);
void pt_add_sparse_f32(double *w, double a, const uint32_t *index, const void *x, size_t n);
void pt_add_sparse_f64(double *w, double a, const uint32_t *index, const void *x, size_t n);

/* Two products, one after the other. */
#define PT_PAIR(pair, dot)                                                                          \
    void pair(const double *w, const void *x, const void *y, size_t n, double *out)                 \
    {                                                                                               \
        out[0] = dot(w, x, n);                                                                      \
        out[1] = dot(w, y, n);                                                                      \
    }

#define PT_DOT_SPARSE {pt_dot_sparse_ones, pt_dot_sparse_u8, pt_dot_sparse_f32, pt_dot_sparse_f64}
#define PT_DOT_AHEAD  {pt_dot_ahead_ones, pt_dot_ahead_u8, pt_dot_ahead_f32, pt_dot_ahead_f64}
#define PT_ADD_SPARSE {pt_add_sparse_ones, pt_add_sparse_u8, pt_add_sparse_f32, pt_add_sparse_f64}

#endif
