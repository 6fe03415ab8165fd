/* Sets made by hand from a matrix of doubles, for tests of what uses rows. */
#ifndef TESTS_TOY_SET_H
#define TESTS_TOY_SET_H

#include "sets/dataset.h"

#include <stdlib.h>
#include <string.h>

struct toy_set {
    ptron_dataset   set;
    struct pt_block *blocks;
    double   *value;      /* [values] of all blocks */
    float    *narrow;     /* the same as F32 */
    uint32_t *index, *label;
    uint64_t *offset;     /* [rows + blocks] */
    double   *norm2;
    uint64_t *class_rows;
};

static inline void toy_set_rows(struct toy_set *toy, const double *x, size_t rows, uint32_t features, bool dense)
{
    size_t n = 0, o = 0;

    for (size_t b = 0; b < toy->set.n_blocks; b++) {
        const size_t from = b * (size_t)toy->set.rows_per_block;
        const size_t left = rows - from;
        const size_t n_rows = left < toy->set.rows_per_block ? left : (size_t)toy->set.rows_per_block;
        struct pt_block *block = &toy->blocks[b];

        *block = (struct pt_block){.n_rows = n_rows, .kind = PT_F64, .dense = dense, .width = features};
        block->value = dense ? toy->value + from * features : toy->value;
        block->index = dense ? NULL : toy->index;
        block->offset = dense ? NULL : toy->offset + o;
        block->label = toy->label + from;
        block->norm2 = toy->norm2 + from;
        for (size_t i = from; i < from + n_rows; i++) {
            toy->offset[o++] = n;
            for (uint32_t j = 0; j < features; j++) {
                const double v = x[i * features + j];

                toy->norm2[i] += v * v;
                if (!dense && v == 0.0)
                    continue;
                toy->index[n] = j;
                toy->value[n++] = v;
            }
        }
        toy->offset[o++] = n;
    }
    for (size_t i = 0; i < n; i++)
        toy->narrow[i] = (float)toy->value[i];
}

/* x [rows][features]; sparse rows leave zeros out. Several blocks when rows_per_block < rows. */
static inline struct toy_set *toy_set(const double *x, const uint32_t *label, size_t rows, uint32_t features,
                                      uint32_t classes, bool dense, size_t rows_per_block)
{
    struct toy_set *toy = calloc(1, sizeof *toy);
    const size_t cells = rows * features + 1, blocks = (rows + rows_per_block - 1) / rows_per_block;

    toy->blocks = calloc(blocks + 1, sizeof *toy->blocks);
    toy->value = calloc(cells, sizeof *toy->value);
    toy->narrow = calloc(cells, sizeof *toy->narrow);
    toy->index = calloc(cells, sizeof *toy->index);
    toy->label = calloc(rows + 1, sizeof *toy->label);
    toy->offset = calloc(rows + blocks + 1, sizeof *toy->offset);
    toy->norm2 = calloc(rows + 1, sizeof *toy->norm2);
    toy->class_rows = calloc(classes, sizeof *toy->class_rows);
    memcpy(toy->label, label, rows * sizeof *label);
    toy->set.blocks = toy->blocks;
    toy->set.n_blocks = blocks;
    toy->set.rows_per_block = rows_per_block;
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
    for (size_t b = 0; b < toy->set.n_blocks; b++) {
        struct pt_block *block = &toy->blocks[b];

        block->value = toy->narrow + ((const double *)block->value - toy->value);
        block->kind = PT_F32;
    }
    toy->set.kind = PT_F32;
}

static inline void toy_set_free(struct toy_set *toy)
{
    free(toy->blocks);
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
