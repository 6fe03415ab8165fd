/* Small sets and short cuts that several tests share. Everything here fails the test when it goes wrong. */
#ifndef PT_TESTS_SUPPORT_H
#define PT_TESTS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/random.h"
#include "perceptron.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Dense rows with labels -1/+1 that live as long as the struct. */
struct toy {
    double   *x;        /* [rows][features] */
    uint32_t *label;    /* 0: negative, 1: positive */
    size_t    rows, features;
    double    margin;   /* planted: y (u.x + c) >= margin with |(u, c)| = 1; 0 when none was planted */
    ptron_dataset *set;
};

static inline void toy_borrow(struct toy *toy)
{
    static const char *const names[] = {"-1", "+1"};
    const ptron_rows rows = {
        .size = sizeof rows, .n_rows = toy->rows, .n_features = toy->features, .kind = PTRON_F64,
        .values = toy->x, .labels = toy->label, .n_classes = 2, .class_names = names,
    };
    ptron_error err = {0};

    if (ptron_dataset_borrow(&rows, NULL, NULL, &toy->set, &err) != PTRON_OK)
        fail_msg("%s", err.message);
}

static inline struct toy toy_new(size_t rows, size_t features)
{
    struct toy toy = {.rows = rows, .features = features};

    toy.x = calloc(rows * features + 1, sizeof *toy.x);
    toy.label = calloc(rows + 1, sizeof *toy.label);
    assert_non_null(toy.x);
    assert_non_null(toy.label);
    return toy;
}

static inline void toy_free(struct toy *toy)
{
    ptron_dataset_free(toy->set);
    free(toy->x);
    free(toy->label);
}

/* Rows given as x1, ..., xd, y. */
static inline struct toy toy_of(const double *table, size_t rows, size_t features)
{
    struct toy toy = toy_new(rows, features);

    for (size_t i = 0; i < rows; i++) {
        memcpy(toy.x + i * features, table + i * (features + 1), features * sizeof *toy.x);
        toy.label[i] = table[i * (features + 1) + features] > 0;
    }
    toy_borrow(&toy);
    return toy;
}

/* Random rows at least `margin` away from a random hyperplane (bias absorbed). Both classes are present.
 * With `whole` the values are integers and the margin counts before rounding is refused: rows are drawn
 * until they keep it. */
static inline struct toy toy_separable(size_t rows, size_t features, double margin, uint64_t seed, bool whole)
{
    struct toy toy = toy_new(rows, features);
    pt_random random = pt_random_of(seed, 99);
    double *u = calloc(features + 1, sizeof *u), norm = 0.0;

    for (size_t j = 0; j <= features; j++) {
        u[j] = pt_random_normal(&random);
        norm += u[j] * u[j];
    }
    for (size_t j = 0; j <= features; j++)
        u[j] /= sqrt(norm);
    for (size_t i = 0; i < rows;) {
        double product = u[features];
        for (size_t j = 0; j < features; j++) {
            const double v = pt_random_normal(&random) * (whole ? 8.0 : 1.0);
            toy.x[i * features + j] = whole ? floor(v) : v;
            product += u[j] * toy.x[i * features + j];
        }
        if (fabs(product) < margin || (i < 2 && (product > 0) != (i == 1)))
            continue;
        toy.label[i++] = product > 0;
    }
    free(u);
    toy.margin = margin;
    toy_borrow(&toy);
    return toy;
}

/* Options from name, value pairs, ended with NULL. */
static inline ptron_options *options_of(const char *const *pairs)
{
    ptron_options *options;
    ptron_error err = {0};

    assert_int_equal(ptron_options_new(&options, &err), PTRON_OK);
    for (; pairs != NULL && *pairs != NULL; pairs += 2)
        if (ptron_options_set(options, pairs[0], pairs[1], &err) != PTRON_OK)
            fail_msg("%s", err.message);
    return options;
}
#define OPTIONS(...) options_of((const char *const[]){__VA_ARGS__, NULL})

static inline ptron_trainer *trainer_of(ptron_options *options, const ptron_dataset *set)   /* frees options */
{
    ptron_trainer *trainer;
    ptron_error err = {0};

    if (ptron_trainer_new(options, set, NULL, &trainer, &err) != PTRON_OK)
        fail_msg("%s", err.message);
    ptron_options_free(options);
    return trainer;
}

static inline ptron_model *snapshot_of(ptron_trainer *trainer)
{
    ptron_model *model;
    ptron_error err = {0};

    if (ptron_trainer_snapshot(trainer, &model, &err) != PTRON_OK)
        fail_msg("%s", err.message);
    return model;
}

static inline ptron_result result_of(ptron_trainer *trainer)
{
    PTRON_SIZED(ptron_result, result);
    ptron_error err = {0};

    if (ptron_trainer_result(trainer, &result, &err) != PTRON_OK)
        fail_msg("%s", err.message);
    return result;
}

static inline void train(ptron_trainer *trainer)
{
    ptron_error err = {0};

    if (ptron_trainer_run(trainer, NULL, &err) != PTRON_OK)
        fail_msg("%s", err.message);
}

static inline ptron_model *trained(ptron_options *options, const ptron_dataset *set)
{
    ptron_trainer *t = trainer_of(options, set);
    ptron_model *model;

    train(t);
    model = snapshot_of(t);
    ptron_trainer_free(t);
    return model;
}

static inline void expect_same_bytes(const ptron_model *a, const ptron_model *b)
{
    void *x, *y;
    size_t m, n;

    assert_int_equal(ptron_model_write(a, &x, &m, NULL), PTRON_OK);
    assert_int_equal(ptron_model_write(b, &y, &n, NULL), PTRON_OK);
    assert_int_equal(m, n);
    assert_memory_equal(x, y, m);
    ptron_bytes_free(x);
    ptron_bytes_free(y);
}

#endif
