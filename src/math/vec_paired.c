/* Products and sums in pairs. */
#include "math/vec_paired.h"

#define PAIRED(name, NAME, type, bytes, value)                                                              \
    static double dot_##name(const double *w, const uint32_t *index, const void *values, size_t n,          \
                             const uint32_t *next, size_t n_next)                                           \
    {                                                                                                       \
        const type *x = values;                                                                             \
        const size_t both = n < n_next ? n : n_next;                                                        \
        double sum = 0.0;                                                                                   \
        size_t i = 0;                                                                                       \
                                                                                                            \
        (void)x;                                                                                            \
        for (; i < both; i++) {                                                                             \
            PT_FETCH(w + 2 * (size_t)next[i]);                                                              \
            sum += w[2 * (size_t)index[i]] * (value);                                                       \
        }                                                                                                   \
        for (; i < n; i++)                                                                                  \
            sum += w[2 * (size_t)index[i]] * (value);                                                       \
        for (; i < n_next; i++)                                                                             \
            PT_FETCH(w + 2 * (size_t)next[i]);                                                              \
        return sum;                                                                                         \
    }                                                                                                       \
    static void add_##name(double *w, double a, const uint32_t *index, const void *values, size_t n)        \
    {                                                                                                       \
        const type *x = values;                                                                             \
                                                                                                            \
        (void)x;                                                                                            \
        for (size_t i = 0; i < n; i++)                                                                      \
            w[2 * (size_t)index[i]] += a * (value);                                                         \
    }                                                                                                       \
    static double spread_##name(const double *w, const uint32_t *index, const void *values, size_t n)       \
    {                                                                                                       \
        const type *x = values;                                                                             \
        double sum = 0.0;                                                                                   \
                                                                                                            \
        (void)x;                                                                                            \
        for (size_t i = 0; i < n; i++)                                                                      \
            sum += w[2 * (size_t)index[i] + 1] * (value) * (value);                                         \
        return sum;                                                                                         \
    }                                                                                                       \
    static void along_##name(double *w, double a, const uint32_t *index, const void *values, size_t n)      \
    {                                                                                                       \
        const type *x = values;                                                                             \
                                                                                                            \
        (void)x;                                                                                            \
        for (size_t i = 0; i < n; i++) {                                                                    \
            double *at = w + 2 * (size_t)index[i];                                                          \
            at[0] += a * (at[1] * (value));                                                                 \
        }                                                                                                   \
    }                                                                                                       \
    static void shrink_##name(double *w, double a, const uint32_t *index, const void *values, size_t n)     \
    {                                                                                                       \
        const type *x = values;                                                                             \
                                                                                                            \
        (void)x;                                                                                            \
        for (size_t i = 0; i < n; i++) {                                                                    \
            double *at = w + 2 * (size_t)index[i];                                                          \
            const double along = at[1] * (value);                                                           \
            at[1] -= a * along * along;                                                                     \
        }                                                                                                   \
    }

PT_KIND_MAP(PAIRED)

#define X(name, NAME, type, bytes, value) \
    [PT_##NAME] = {dot_##name, add_##name, spread_##name, along_##name, shrink_##name},
const struct pt_paired_ops pt_paired[PT_N_KINDS] = {PT_KIND_MAP(X)};
#undef X
