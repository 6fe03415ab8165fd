/* Sparse kernels, the same on every machine: a sequential sum in index order. Each addition waits for the one before,
 * which leaves time to ask for the weights of the next row. */
#include "math/vec_impl.h"

#define SPARSE(name, NAME, type, bytes, value)                                                          \
    double pt_dot_sparse_##name(const double *w, const uint32_t *index, const void *values, size_t n)   \
    {                                                                                                   \
        const type *x = values;                                                                         \
        double sum = 0.0;                                                                               \
                                                                                                        \
        (void)x;                                                                                        \
        for (size_t i = 0; i < n; i++)                                                                  \
            sum += w[index[i]] * (value);                                                               \
        return sum;                                                                                     \
    }                                                                                                   \
    double pt_dot_ahead_##name(const double *w, const uint32_t *index, const void *values, size_t n,    \
                               const uint32_t *next, size_t n_next)                                     \
    {                                                                                                   \
        const type *x = values;                                                                         \
        const size_t both = n < n_next ? n : n_next;                                                    \
        double sum = 0.0;                                                                               \
        size_t i = 0;                                                                                   \
                                                                                                        \
        (void)x;                                                                                        \
        for (; i < both; i++) {                                                                         \
            PT_FETCH(w + next[i]);                                                                      \
            sum += w[index[i]] * (value);                                                               \
        }                                                                                               \
        for (; i < n; i++)                                                                              \
            sum += w[index[i]] * (value);                                                               \
        for (; i < n_next; i++)                                                                         \
            PT_FETCH(w + next[i]);                                                                      \
        return sum;                                                                                     \
    }                                                                                                   \
    double pt_dot_flow_##name(const double *w, const uint32_t *index, const void *values, size_t n)     \
    {                                                                                                   \
        const type *x = values;                                                                         \
        double sum = 0.0;                                                                               \
        size_t i = 0;                                                                                   \
                                                                                                        \
        (void)x;                                                                                        \
        while (i + PT_FLOW_LINE <= n) {                                                                 \
            PT_FETCH_NEAR((const void *)((uintptr_t)values + (i + PT_FLOW_AHEAD) * (bytes)));           \
            PT_FETCH_NEAR((const void *)((uintptr_t)index + (i + PT_FLOW_AHEAD) * sizeof *index));      \
            for (const size_t to = i + PT_FLOW_LINE; i < to; i++)                                       \
                sum += w[index[i]] * (value);                                                           \
        }                                                                                               \
        for (; i < n; i++)                                                                              \
            sum += w[index[i]] * (value);                                                               \
        return sum;                                                                                     \
    }                                                                                                   \
    void pt_add_sparse_##name(double *w, double a, const uint32_t *index, const void *values, size_t n) \
    {                                                                                                   \
        const type *x = values;                                                                         \
                                                                                                        \
        (void)x;                                                                                        \
        for (size_t i = 0; i < n; i++)                                                                  \
            w[index[i]] += a * (value);                                                                 \
    }

PT_KIND_MAP(SPARSE)

/* Dense rows of ones do not come from any reader; they are here so that no table has a hole. */
double pt_dot_dense_ones(const double *w, const void *x, size_t n)
{
    double lane[8] = {0};

    (void)x;
    for (size_t i = 0; i < n; i++)
        lane[i % 8] += w[i];
    return pt_fold_lanes(lane);
}

PT_PAIR(pt_dot_pair_ones, pt_dot_dense_ones)

void pt_add_dense_ones(double *w, double a, const void *x, size_t n)
{
    (void)x;
    for (size_t i = 0; i < n; i++)
        w[i] += a;
}
