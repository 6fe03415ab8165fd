/* Toy sets as the rows of proofs, and planted sets whose verdict is known. */
#ifndef TESTS_PROOF_ROWS_H
#define TESTS_PROOF_ROWS_H

#include "toy_set.h"

#include "base/random.h"
#include "prove/rows.h"

#include <math.h>

static inline struct pt_rows proof_rows(const struct toy_set *toy, bool bias)
{
    const struct pt_view view = toy_view(toy);

    return pt_rows_of(&view, bias, NULL);
}

struct planted {
    double   *x;          /* [n][d] decimals of `places` places */
    uint32_t *label;
    size_t    n;
    uint32_t  d;
    bool      separable;
};

/* Rows on both sides of sum w_j x_j = 0 with small whole w, the nearest at `least` / 10^places; when not separable,
 * one more row: the mean of two rows of a class under the other label. */
static inline struct planted planted_set(uint64_t seed, size_t n, uint32_t d, unsigned places, int64_t least,
                                         bool separable)
{
    struct planted p = {calloc((n + 1) * d, sizeof(double)), calloc(n + 1, sizeof(uint32_t)), n, d, separable};
    pt_random random = pt_random_of(seed, n);
    const double unit = pow(10, places);
    int64_t *whole = calloc((n + 1) * d, sizeof *whole), w[64];

    for (uint32_t j = 0; j < d; j++)
        w[j] = (int64_t)pt_random_below(&random, 11) - 5;
    w[0] = 1;
    for (size_t i = 0; i < n; i++) {
        int64_t rest = 0,
                aim = least + (int64_t)pt_random_below(&random, 2) * (int64_t)pt_random_below(&random, 100000);
        p.label[i] = i < 2 ? 1 : (uint32_t)pt_random_below(&random, 2);
        for (uint32_t j = 1; j < d; j++) {
            whole[i * d + j] = 2 * ((int64_t)pt_random_below(&random, 100001) - 50000);
            rest += w[j] * whole[i * d + j];
        }
        whole[i * d] = (p.label[i] == 1 ? 2 * aim : -2 * aim) - rest;
    }
    if (!separable) {
        for (uint32_t j = 0; j < d; j++)
            whole[n * d + j] = (whole[j] + whole[d + j]) / 2;
        p.label[p.n++] = 0;
    }
    for (size_t k = 0; k < p.n * d; k++)
        p.x[k] = (double)whole[k] / unit;
    free(whole);
    return p;
}

static inline void planted_free(struct planted *p)
{
    free(p->x);
    free(p->label);
}

#endif
