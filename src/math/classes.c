/* Products with many vectors: a feature is fetched once for up to 32 of them. */
#include "base/size.h"
#include "math/classes_impl.h"
#include "math/vec.h"

enum { WIDE = PT_CLASSES_WIDE, STEP = 4 };   /* vectors in a group, added at once */

/* sum += x w for one feature: four at a time, which the compiler turns into vector instructions. */
static inline void add_feature(double *restrict sum, const double *restrict w, double x, size_t wide)
{
    size_t k = 0;

    for (; k + STEP <= wide; k += STEP)
        for (size_t i = 0; i < STEP; i++)
            sum[k + i] += w[k + i] * x;
    for (; k < wide; k++)
        sum[k] += w[k] * x;
}

/* One group of vectors from `w`, `stride` apart from feature to feature. */
#define SPARSE(name, NAME, type, bytes, value_i)                                                             \
    static void sparse_##name(const double *w, size_t stride, size_t wide, const struct pt_row *row,         \
                              double *scores)                                                                \
    {                                                                                                        \
        const type *x = row->value;                                                                          \
        double sum[WIDE] = {0};                                                                              \
                                                                                                             \
        (void)x;                                                                                             \
        for (size_t i = 0; i < row->n; i++) {                                                                \
            pt_classes_fetch(w, stride, wide, row, i);                                                       \
            add_feature(sum, w + row->index[i] * stride, value_i, wide);                                     \
        }                                                                                                    \
        for (size_t k = 0; k < wide; k++)                                                                    \
            scores[k] = sum[k];                                                                              \
    }

/* The lanes of pt_vec_dot, one set for each vector. */
#define DENSE(name, NAME, type, bytes, value_i)                                                              \
    static void dense_##name(const double *w, size_t stride, size_t wide, const struct pt_row *row,          \
                             double *scores)                                                                 \
    {                                                                                                        \
        const type *x = row->value;                                                                          \
        double lane[8][WIDE] = {{0}};                                                                        \
                                                                                                             \
        (void)x;                                                                                             \
        for (size_t i = 0; i < row->n; i++)                                                                  \
            add_feature(lane[i % 8], w + i * stride, value_i, wide);                                         \
        for (size_t k = 0; k < wide; k++) {                                                                  \
            const double own[8] = {lane[0][k], lane[1][k], lane[2][k], lane[3][k],                           \
                                   lane[4][k], lane[5][k], lane[6][k], lane[7][k]};                          \
            scores[k] = pt_fold_lanes(own);                                                                  \
        }                                                                                                    \
    }

PT_KIND_MAP(SPARSE)
PT_KIND_MAP(DENSE)

void pt_classes_dot(const double *w, size_t vectors, const struct pt_row *row, double *scores)
{
#define X(name, NAME, type, bytes, value) [PT_##NAME] = {dense_##name, sparse_##name},
    static const struct {
        pt_classes_group *dense, *sparse;
    } of[PT_N_KINDS] = {PT_KIND_MAP(X)};
#undef X
    pt_classes_group *const own = pt_vec()->classes[row->kind];
    pt_classes_group *const dot = row->index == NULL ? of[row->kind].dense : own != NULL ? own : of[row->kind].sparse;

    for (size_t v = 0; v < vectors; v += WIDE)
        dot(w + v, vectors, pt_min(WIDE, vectors - v), row, scores + v);
}

void pt_classes_add(double *w, size_t vectors, size_t v, double a, const struct pt_row *row)
{
    for (size_t i = 0; i < row->n; i++)
        w[(row->index == NULL ? i : row->index[i]) * vectors + v] += a * pt_row_value(row, i);
}
