/* Products with many vectors: eight vectors at a time, which is one cache line of weights. */
#include "math/classes.h"
#include "base/size.h"
#include "math/vec_lanes.h"

enum { WIDE = 8 };

/* One group of at most eight vectors from `w`, `stride` apart from feature to feature. */
#define SPARSE(name, type, X)                                                                                \
    static void sparse_##name(const double *w, size_t stride, size_t wide, const struct pt_row *row,         \
                              double *scores)                                                                \
    {                                                                                                        \
        const type *x = row->value;                                                                          \
        double sum[WIDE] = {0};                                                                              \
                                                                                                             \
        (void)x;                                                                                             \
        if (wide == WIDE)                                                                                    \
            for (size_t i = 0; i < row->n; i++) {                                                            \
                const double *at = w + row->index[i] * stride;                                               \
                const double v = (X);                                                                        \
                for (size_t k = 0; k < WIDE; k++)                                                            \
                    sum[k] += at[k] * v;                                                                     \
            }                                                                                                \
        else                                                                                                 \
            for (size_t i = 0; i < row->n; i++) {                                                            \
                const double *at = w + row->index[i] * stride;                                               \
                const double v = (X);                                                                        \
                for (size_t k = 0; k < wide; k++)                                                            \
                    sum[k] += at[k] * v;                                                                     \
            }                                                                                                \
        for (size_t k = 0; k < wide; k++)                                                                    \
            scores[k] = sum[k];                                                                              \
    }

/* The lanes of pt_vec_dot, one set for each vector. */
#define DENSE(name, type, X)                                                                                 \
    static void dense_##name(const double *w, size_t stride, size_t wide, const struct pt_row *row,          \
                             double *scores)                                                                 \
    {                                                                                                        \
        const type *x = row->value;                                                                          \
        double lane[8][WIDE] = {{0}};                                                                        \
                                                                                                             \
        (void)x;                                                                                             \
        for (size_t i = 0; i < row->n; i++) {                                                                \
            const double *at = w + i * stride;                                                               \
            const double v = (X);                                                                            \
            double *to = lane[i % 8];                                                                        \
            if (wide == WIDE)                                                                                \
                for (size_t k = 0; k < WIDE; k++)                                                            \
                    to[k] += at[k] * v;                                                                      \
            else                                                                                             \
                for (size_t k = 0; k < wide; k++)                                                            \
                    to[k] += at[k] * v;                                                                      \
        }                                                                                                    \
        for (size_t k = 0; k < wide; k++) {                                                                  \
            const double own[8] = {lane[0][k], lane[1][k], lane[2][k], lane[3][k],                           \
                                   lane[4][k], lane[5][k], lane[6][k], lane[7][k]};                          \
            scores[k] = pt_fold_lanes(own);                                                                  \
        }                                                                                                    \
    }

SPARSE(ones, void, 1.0)
SPARSE(u8, unsigned char, (double)x[i])
SPARSE(f32, float, (double)x[i])
SPARSE(f64, double, x[i])
DENSE(ones, void, 1.0)
DENSE(u8, unsigned char, (double)x[i])
DENSE(f32, float, (double)x[i])
DENSE(f64, double, x[i])

typedef void group(const double *w, size_t stride, size_t wide, const struct pt_row *row, double *scores);

void pt_classes_dot(const double *w, size_t vectors, const struct pt_row *row, double *scores)
{
    static group *const sparse[PT_N_KINDS] = {sparse_ones, sparse_u8, sparse_f32, sparse_f64};
    static group *const dense[PT_N_KINDS] = {dense_ones, dense_u8, dense_f32, dense_f64};
    group *const dot = row->index == NULL ? dense[row->kind] : sparse[row->kind];

    for (size_t v = 0; v < vectors; v += WIDE)
        dot(w + v, vectors, pt_min(WIDE, vectors - v), row, scores + v);
}

void pt_classes_add(double *w, size_t vectors, size_t v, double a, const struct pt_row *row)
{
    for (size_t i = 0; i < row->n; i++)
        w[(row->index == NULL ? i : row->index[i]) * vectors + v] += a * pt_row_value(row, i);
}
