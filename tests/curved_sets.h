/* Small sets that no line separates. */
#ifndef PT_TESTS_CURVED_SETS_H
#define PT_TESTS_CURVED_SETS_H

#include "support.h"

static const double xor_table[] = {0, 0, +1, 1, 1, +1, 0, 1, -1, 1, 0, -1};

/* A disc within a ring. */
static inline struct toy toy_circles(size_t rows, uint64_t seed)
{
    struct toy toy = toy_new(rows, 2);
    pt_random random = pt_random_of(seed, 1);

    for (size_t i = 0; i < rows; i++) {
        const double angle = 6.283185307179586 * pt_random_unit(&random);
        const double radius = (i % 2 == 0 ? 1.0 : 0.5) + 0.1 * (pt_random_unit(&random) - 0.5);
        toy.x[2 * i] = radius * cos(angle);
        toy.x[2 * i + 1] = radius * sin(angle);
        toy.label[i] = i % 2 == 1;
    }
    toy_borrow(&toy);
    return toy;
}

/* Two half circles, each reaching into the other. */
static inline struct toy toy_moons(size_t rows, uint64_t seed)
{
    struct toy toy = toy_new(rows, 2);
    pt_random random = pt_random_of(seed, 2);

    for (size_t i = 0; i < rows; i++) {
        const double angle = 3.141592653589793 * pt_random_unit(&random), noise = 0.1 * (pt_random_unit(&random) - 0.5);
        toy.label[i] = i % 2 == 1;
        toy.x[2 * i] = toy.label[i] ? 1.0 - cos(angle) : cos(angle);
        toy.x[2 * i + 1] = (toy.label[i] ? 0.5 - sin(angle) : sin(angle)) + noise;
    }
    toy_borrow(&toy);
    return toy;
}

/* Whole numbers, labels by a sign that no hyperplane gives; some rows come twice. */
static inline struct toy toy_whole(size_t rows, size_t features, uint64_t seed)
{
    struct toy toy = toy_new(rows, features);
    pt_random random = pt_random_of(seed, 3);

    for (size_t i = 0; i < rows; i++) {
        const size_t from = i % 7 == 6 ? i - 3 : i;
        for (size_t j = 0; j < features; j++)
            toy.x[i * features + j] = from != i ? toy.x[from * features + j]
                                                : (double)pt_random_below(&random, 9) - 4.0;
        toy.label[i] = toy.x[i * features] * toy.x[i * features + 1] + toy.x[i * features + 2] > 0.0;
    }
    toy.label[0] = 0;
    toy.label[1] = 1;
    toy_borrow(&toy);
    return toy;
}

/* `classes` clouds of rows around whole points; names "0", "1", ... */
static inline struct toy toy_clouds(size_t rows, size_t features, size_t classes, uint64_t seed)
{
    static const char *const names[] = {"0", "1", "2", "3", "4", "5", "6", "7"};
    struct toy toy = toy_new(rows, features);
    pt_random random = pt_random_of(seed, 4);
    ptron_rows given = {.size = sizeof given, .n_rows = rows, .n_features = features, .kind = PTRON_F64,
                        .n_classes = classes, .class_names = names};
    ptron_error err = {0};

    for (size_t i = 0; i < rows; i++) {
        toy.label[i] = (uint32_t)(i % classes);
        for (size_t j = 0; j < features; j++)
            toy.x[i * features + j] = 2.0 * (double)((i % classes) >> j & 1) + 0.3 * pt_random_normal(&random);
    }
    given.values = toy.x;
    given.labels = toy.label;
    if (ptron_dataset_borrow(&given, NULL, NULL, &toy.set, &err) != PTRON_OK)
        fail_msg("%s", err.message);
    return toy;
}

#endif
