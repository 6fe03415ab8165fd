/* What the files of each instruction set share: the tables, and the sparse kernels, which are the same
 * plain loops everywhere because a sequential sum in index order was the fastest tried; decimals may be unpacked by an
 * instruction set's own. */
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

#define X(name, NAME, type, bytes, value)                                                              \
    double pt_dot_sparse_##name(const double *w, const uint32_t *index, const void *x, size_t n);      \
    double pt_dot_ahead_##name(const double *w, const uint32_t *index, const void *x, size_t n,        \
                               const uint32_t *next, size_t n_next);                                   \
    double pt_dot_flow_##name(const double *w, const uint32_t *index, const void *x, size_t n);        \
    void pt_add_sparse_##name(double *w, double a, const uint32_t *index, const void *x, size_t n);     \
    double pt_paired_dot_##name(const double *w, const uint32_t *index, const void *x, size_t n,        \
                                const uint32_t *next, size_t n_next);                                   \
    void pt_paired_add_##name(double *w, double a, const uint32_t *index, const void *x, size_t n);     \
    void pt_paired_both_##name(double *w, double a, double b, const uint32_t *index, const void *x,     \
                               size_t n);                                                               \
    double pt_paired_spread_##name(const double *w, const uint32_t *index, const void *x, size_t n);    \
    void pt_paired_along_##name(double *w, double a, const uint32_t *index, const void *x, size_t n);   \
    void pt_paired_shrink_##name(double *w, double a, const uint32_t *index, const void *x, size_t n);
PT_KIND_MAP(X)
#undef X

/* Values that are asked for in advance when rows flow by, and how many at once. */
enum { PT_FLOW_AHEAD = 256, PT_FLOW_LINE = 8 };

/* Two products, one after the other. */
#define PT_PAIR(pair, dot)                                                                          \
    void pair(const double *w, const void *x, const void *y, size_t n, double *out)                 \
    {                                                                                               \
        out[0] = dot(w, x, n);                                                                      \
        out[1] = dot(w, y, n);                                                                      \
    }

/* The table of an instruction set, whose file has dot_, pair_ and add_ for each kind that is stored. */
#define PT_DOT_DENSE(name, NAME, type, bytes, value)  dot_##name,
#define PT_DOT_PAIR(name, NAME, type, bytes, value)   pair_##name,
#define PT_ADD_DENSE(name, NAME, type, bytes, value)  add_##name,
#define PT_SPARSE(what, decimal)                                                                    \
    {pt_##what##_ones, pt_##what##_u8, pt_##what##_f32, pt_##what##_f64,                            \
     decimal##what##_d2, decimal##what##_d3, decimal##what##_d4, decimal##what##_d6}

#define PT_PAIRED(name, from)                                                                       \
    {from##paired_dot_##name, pt_paired_add_##name, from##paired_both_##name,                       \
     pt_paired_spread_##name, pt_paired_along_##name, pt_paired_shrink_##name}

/* decimal: what the names of its sparse kernels for decimals begin with, pt_ for the plain ones. Behind it: the
 * products with many vectors, where it has its own. */
#define PT_VEC_TABLE(set, works, decimal, ...)                                                          \
    static double norm2(const double *w, size_t n)                                                  \
    {                                                                                               \
        return dot_f64(w, w, n);                                                                    \
    }                                                                                               \
    static void blend(double *w, double a, const double *v, size_t n)                               \
    {                                                                                               \
        add_f64(w, a, v, n);                                                                        \
    }                                                                                               \
    static void scale(double *w, double a, size_t n)                                                \
    {                                                                                               \
        for (size_t i = 0; i < n; i++)                                                              \
            w[i] *= a;                                                                              \
    }                                                                                               \
    const struct pt_vec_ops pt_vec_##set = {                                                        \
        .name = #set,                                                                               \
        .works_here = works,                                                                        \
        .dot_dense = {pt_dot_dense_ones, PT_STORED_KIND_MAP(PT_DOT_DENSE)},                         \
        .dot_pair = {pt_dot_pair_ones, PT_STORED_KIND_MAP(PT_DOT_PAIR)},                            \
        .add_dense = {pt_add_dense_ones, PT_STORED_KIND_MAP(PT_ADD_DENSE)},                         \
        .dot_sparse = PT_SPARSE(dot_sparse, decimal),                                               \
        .dot_ahead = PT_SPARSE(dot_ahead, decimal),                                                 \
        .dot_flow = PT_SPARSE(dot_flow, decimal),                                                   \
        .add_sparse = PT_SPARSE(add_sparse, decimal),                                               \
        .paired = {PT_PAIRED(ones, pt_), PT_PAIRED(u8, pt_), PT_PAIRED(f32, pt_),                   \
                   PT_PAIRED(f64, pt_), PT_PAIRED(d2, decimal), PT_PAIRED(d3, decimal),             \
                   PT_PAIRED(d4, decimal), PT_PAIRED(d6, decimal)},                                 \
        .classes = {__VA_ARGS__},                                                                   \
        .norm2 = norm2,                                                                             \
        .blend = blend,                                                                             \
        .scale = scale,                                                                             \
    };

#endif
