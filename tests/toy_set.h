/* Sets made by hand from a matrix of doubles, for tests of what uses rows. */
#ifndef TESTS_TOY_SET_H
#define TESTS_TOY_SET_H

#include "sets/dataset.h"

#include <stdlib.h>
#include <string.h>

struct toy_set {
    ptron_dataset set;
    double   *value;      /* [values] */
    float    *narrow;     /* the same as F32 */
    uint32_t *index, *label;
    uint64_t *offset;     /* [rows + 1] */
    double   *norm2;
    uint64_t *class_rows;
};

static inline void toy_set_rows(struct toy_set *toy, const double *x, size_t rows, uint32_t features, bool dense)
{
    size_t n = 0;

    for (size_t i = 0; i < rows; i++) {
        for (uint32_t j = 0; j < features; j++) {
            const double v = x[i * features + j];

            toy->norm2[i] += v * v;
            if (!dense && v == 0.0)
                continue;
            toy->index[n] = j;
            toy->value[n++] = v;
        }
        toy->offset[i + 1] = n;
    }
    for (size_t i = 0; i < n; i++)
        toy->narrow[i] = (float)toy->value[i];
    toy->set.block = (struct pt_block){.n_rows = rows, .kind = PT_F64, .dense = dense, .width = features,
                                       .offset = dense ? NULL : toy->offset, .index = dense ? NULL : toy->index,
                                       .value = toy->value, .label = toy->label, .norm2 = toy->norm2};
}

/* x [rows][features]; sparse rows leave zeros out. */
static inline struct toy_set *toy_set(const double *x, const uint32_t *label, size_t rows, uint32_t features,
                                      uint32_t classes, bool dense)
{
    struct toy_set *toy = calloc(1, sizeof *toy);
    const size_t cells = rows * features + 1;

    toy->value = calloc(cells, sizeof *toy->value);
    toy->narrow = calloc(cells, sizeof *toy->narrow);
    toy->index = calloc(cells, sizeof *toy->index);
    toy->label = calloc(rows + 1, sizeof *toy->label);
    toy->offset = calloc(rows + 1, sizeof *toy->offset);
    toy->norm2 = calloc(rows + 1, sizeof *toy->norm2);
    toy->class_rows = calloc(classes, sizeof *toy->class_rows);
    memcpy(toy->label, label, rows * sizeof *label);
    toy->set.n_rows = rows;
    toy->set.n_features = features;
    toy->set.kind = PT_F64;
    toy->set.class_rows = toy->class_rows;
    toy->set.shared = &toy->set.recipe;
    toy_set_rows(toy, x, rows, features, dense);
    for (size_t i = 0; i < rows; i++)
        if (label[i] < classes)
            toy->class_rows[label[i]]++;
    return toy;
}

static inline void toy_set_narrow(struct toy_set *toy)   /* the same rows stored as floats */
{
    toy->set.block.value = toy->narrow;
    toy->set.block.kind = toy->set.kind = PT_F32;
}

/* All rows, class 1 against the others. */
static inline struct pt_view toy_view(const struct toy_set *toy)
{
    struct pt_view view = pt_dataset_view(&toy->set);

    view.positive = 1;
    return view;
}

static inline void toy_set_free(struct toy_set *toy)
{
    free(toy->value);
    free(toy->narrow);
    free(toy->index);
    free(toy->label);
    free(toy->offset);
    free(toy->norm2);
    free(toy->class_rows);
    free(toy);
}

#endif
