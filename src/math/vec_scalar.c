/* The reference: portable C. Every other file must equal it bit for bit. */
#include "math/vec_impl.h"
#include "math/vec_lanes.h"

static bool always(void)
{
    return true;
}

/* Eight running sums, lane i % 8, folded in a fixed tree: the shape of two 4-lane registers. */
#define DENSE(name, type)                                                                   \
    static double dot_##name(const double *w, const void *values, size_t n)                 \
    {                                                                                       \
        const type *x = values;                                                             \
        double lane[8] = {0};                                                               \
        size_t i = 0;                                                                       \
                                                                                            \
        for (; i + 8 <= n; i += 8)                                                          \
            for (size_t j = 0; j < 8; j++)                                                  \
                lane[j] += w[i + j] * (double)x[i + j];                                     \
        for (; i < n; i++)                                                                  \
            lane[i % 8] += w[i] * (double)x[i];                                             \
        return pt_fold_lanes(lane);                                                         \
    }                                                                                       \
    static void add_##name(double *w, double a, const void *values, size_t n)               \
    {                                                                                       \
        const type *x = values;                                                             \
                                                                                            \
        for (size_t i = 0; i < n; i++)                                                      \
            w[i] += a * (double)x[i];                                                       \
    }

DENSE(u8, unsigned char)
DENSE(f32, float)
DENSE(f64, double)

static PT_PAIR(pair_u8, dot_u8)
static PT_PAIR(pair_f32, dot_f32)
static PT_PAIR(pair_f64, dot_f64)

static double norm2(const double *w, size_t n)
{
    return dot_f64(w, w, n);
}

static void blend(double *w, double a, const double *v, size_t n)
{
    add_f64(w, a, v, n);
}

static void scale(double *w, double a, size_t n)
{
    for (size_t i = 0; i < n; i++)
        w[i] *= a;
}

const struct pt_vec_ops pt_vec_scalar = {
    .name = "scalar",
    .works_here = always,
    .dot_dense = {pt_dot_dense_ones, dot_u8, dot_f32, dot_f64},
    .dot_pair = {pt_dot_pair_ones, pair_u8, pair_f32, pair_f64},
    .add_dense = {pt_add_dense_ones, add_u8, add_f32, add_f64},
    .dot_sparse = PT_DOT_SPARSE,
    .dot_ahead = PT_DOT_AHEAD,
    .add_sparse = PT_ADD_SPARSE,
    .norm2 = norm2,
    .blend = blend,
    .scale = scale,
};
