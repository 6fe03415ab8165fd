/* Products and sums in pairs. */
#include "math/vec_impl.h"

#define PAIRED(name, NAME, type, bytes, value)                                                              \
    double pt_paired_dot_##name(const double *w, const uint32_t *index, const void *values, size_t n,       \
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
    void pt_paired_add_##name(double *w, double a, const uint32_t *index, const void *values, size_t n)     \
    {                                                                                                       \
        const type *x = values;                                                                             \
                                                                                                            \
        (void)x;                                                                                            \
        for (size_t i = 0; i < n; i++)                                                                      \
            w[2 * (size_t)index[i]] += a * (value);                                                         \
    }                                                                                                       \
    void pt_paired_both_##name(double *w, double a, double b, const uint32_t *index, const void *values,    \
                               size_t n)                                                                    \
    {                                                                                                       \
        const type *x = values;                                                                             \
                                                                                                            \
        (void)x;                                                                                            \
        for (size_t i = 0; i < n; i++) {                                                                    \
            double *at = w + 2 * (size_t)index[i];                                                          \
            const double v = (value);                                                                       \
            at[0] += a * v;                                                                                 \
            at[1] += b * v;                                                                                 \
        }                                                                                                   \
    }                                                                                                       \
    double pt_paired_spread_##name(const double *w, const uint32_t *index, const void *values, size_t n)    \
    {                                                                                                       \
        const type *x = values;                                                                             \
        double sum = 0.0;                                                                                   \
                                                                                                            \
        (void)x;                                                                                            \
        for (size_t i = 0; i < n; i++)                                                                      \
            sum += w[2 * (size_t)index[i] + 1] * (value) * (value);                                         \
        return sum;                                                                                         \
    }                                                                                                       \
    void pt_paired_along_##name(double *w, double a, const uint32_t *index, const void *values, size_t n)   \
    {                                                                                                       \
        const type *x = values;                                                                             \
                                                                                                            \
        (void)x;                                                                                            \
        for (size_t i = 0; i < n; i++) {                                                                    \
            double *at = w + 2 * (size_t)index[i];                                                          \
            at[0] += a * (at[1] * (value));                                                                 \
        }                                                                                                   \
    }                                                                                                       \
    void pt_paired_shrink_##name(double *w, double a, const uint32_t *index, const void *values, size_t n)  \
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
