/* What the property tests measure with: separable sets of whole numbers, their best margin, plain sums. */
#ifndef PT_TESTS_MARGINS_H
#define PT_TESTS_MARGINS_H

#include "support.h"
#include "weights.h"

#include <stdio.h>

/* The claims are held to a hundred sets; under sanitizers, which look for other things and are slow, to a part. */
#if defined(__SANITIZE_ADDRESS__)
enum { SETS = 15 };
#else
enum { SETS = 100 };
#endif

/* Rows, features and margin vary with the seed. */
static inline struct toy separable_set(uint64_t seed)
{
    return toy_separable(20 + (size_t)(seed % 5) * 15, 2 + (size_t)(seed % 4), 0.5 + (double)(seed % 3), seed, true);
}

static inline double row_sign(const struct toy *toy, size_t i)
{
    return toy->label[i] == 1 ? 1.0 : -1.0;
}

/* y (w.x + b) of row i, in the plainest way. */
static inline double plain_product(const struct toy *toy, size_t i, const double *w, double b)
{
    double sum = b;

    for (size_t j = 0; j < toy->features; j++)
        sum += w[j] * toy->x[i * toy->features + j];
    return row_sign(toy, i) * sum;
}

static inline double plain_norm2(const struct toy *toy, const double *w, double b)
{
    double sum = b * b;

    for (size_t j = 0; j < toy->features; j++)
        sum += w[j] * w[j];
    return sum;
}

static inline double plain_margin(const struct toy *toy, const double *w, double b)
{
    double least = INFINITY;

    for (size_t i = 0; i < toy->rows; i++)
        least = fmin(least, plain_product(toy, i, w, b));
    return least / sqrt(plain_norm2(toy, w, b));
}

static inline double plain_radius2(const struct toy *toy)   /* exact for whole numbers */
{
    double most = 0.0;

    for (size_t i = 0; i < toy->rows; i++)
        most = fmax(most, plain_norm2(toy, toy->x + i * toy->features, 1.0));
    return most;
}

static inline double plain_radius(const struct toy *toy)
{
    return sqrt(plain_radius2(toy));
}

struct best {               /* the best margin, and who has it */
    double lower, upper;    /* gamma* is between; lower is measured with plain sums */
    double u[16], c;        /* a unit vector with margin `lower` */
};

static inline struct best best_margin(const struct toy *toy)
{
    ptron_trainer *t = trainer_of(OPTIONS("algorithm", "hard-margin", "gap", "1e-9", "epochs", "100000"), toy->set);
    struct best best;
    ptron_model *m;
    double norm;

    train(t);
    assert_int_equal(result_of(t).reason, PTRON_STOP_MARGIN);
    m = snapshot_of(t);
    norm = sqrt(plain_norm2(toy, weights_of(m, 0), ptron_model_bias(m, 0)));
    for (size_t j = 0; j < toy->features; j++)
        best.u[j] = weights_of(m, 0)[j] / norm;
    best.c = ptron_model_bias(m, 0) / norm;
    best.lower = plain_margin(toy, best.u, best.c);
    best.upper = result_of(t).margin_upper;
    assert_true(best.lower > 0.0 && best.lower <= best.upper * (1 + 1e-12) && best.lower > best.upper * (1 - 1e-6));
    assert_true(best.upper * (1 + 1e-9) >= toy->margin);
    ptron_model_free(m);
    ptron_trainer_free(t);
    return best;
}

static inline ptron_result run_to_end(const struct toy *toy, ptron_options *options)
{
    ptron_trainer *t = trainer_of(options, toy->set);
    ptron_result r;

    train(t);
    r = result_of(t);
    ptron_trainer_free(t);
    return r;
}

#endif
