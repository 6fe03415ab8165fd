/* The reference: portable C. Every other file must equal it bit for bit. */
#include "math/vec_impl.h"

static bool always(void)
{
    return true;
}

/* Eight running sums, lane i % 8, folded in a fixed tree: the shape of two 4-lane registers. */
#define DENSE(name, NAME, type, bytes, value)                                               \
    static double dot_##name(const double *w, const void *values, size_t n)                 \
    {                                                                                       \
        const type *x = values;                                                             \
        double lane[8] = {0};                                                               \
        size_t i = 0;                                                                       \
                                                                                            \
        for (const size_t whole = n - n % 8; i < whole;)                                    \
            for (size_t j = 0; j < 8; j++, i++)                                             \
                lane[j] += w[i] * (value);                                                  \
        for (; i < n; i++)                                                                  \
            lane[i % 8] += w[i] * (value);                                                  \
        return pt_fold_lanes(lane);                                                         \
    }                                                                                       \
    static void add_##name(double *w, double a, const void *values, size_t n)               \
    {                                                                                       \
        const type *x = values;                                                             \
                                                                                            \
        for (size_t i = 0; i < n; i++)                                                      \
            w[i] += a * (value);                                                            \
    }

PT_STORED_KIND_MAP(DENSE)

#define PAIR(name, NAME, type, bytes, value) static PT_PAIR(pair_##name, dot_##name)
PT_STORED_KIND_MAP(PAIR)

PT_VEC_TABLE(scalar, always, pt_, NULL)
