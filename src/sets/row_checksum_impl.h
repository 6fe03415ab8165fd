/* Checksums of rows: the same code for every instruction set, each compiled for its own. */
#ifndef PT_SETS_ROW_CHECKSUM_IMPL_H
#define PT_SETS_ROW_CHECKSUM_IMPL_H

#include "base/size.h"
#include "rows/values.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <string.h>

struct pt_marks_ops {
    uint64_t (*row)(const struct pt_row *row, uint64_t number);
    void (*rows)(const struct pt_block *block, uint64_t number, uint64_t *marks);
};

#if defined(__x86_64__)
extern const struct pt_marks_ops pt_marks_avx2;   /* where pt_simd_avx2() */
#endif

enum { STRETCH = 512 };

/* Values as doubles, whatever their kind. */
static uint64_t mark_values(const struct pt_row *row)
{
    double stretch[STRETCH];
    uint64_t hash = 0;

    for (size_t at = 0; at < row->n; at += STRETCH) {
        const size_t n = pt_min(STRETCH, row->n - at);
        const double *values = row->kind == PT_F64 ? (const double *)row->value + at : stretch;

        if (row->kind != PT_F64)
            pt_values_load(row->value, row->kind, at, n, stretch);
        hash = hash * UINT64_C(0x9e3779b97f4a7c15) + XXH3_64bits(values, n * sizeof *values);
    }
    return hash;
}

/* Long arrays are hashed without a seed, which would be mixed into a secret of its own for every row. */
static uint64_t mark_row(const struct pt_row *row, uint64_t number, uint64_t values)
{
    const bool sparse = row->index != NULL && row->n > 0;
    uint64_t parts[] = {row->n, row->index == NULL, number, 0, values,
                        sparse ? XXH3_64bits(row->index, row->n * sizeof *row->index) : 0};

    memcpy(&parts[3], &row->weight, sizeof row->weight);
    return XXH3_64bits(parts, sizeof parts);
}

static uint64_t mark(const struct pt_row *row, uint64_t number)
{
    return mark_row(row, number, mark_values(row));
}

/* As many ones as before are hashed as before. */
static void mark_rows(const struct pt_block *block, uint64_t number, uint64_t *marks)
{
    enum { FEW = 64 };
    uint64_t ones[FEW] = {0};

    for (size_t i = 0; i < block->n_rows; i++) {
        const struct pt_row row = pt_block_row(block, i);
        uint64_t *known = row.kind == PT_ONES && row.n < FEW ? &ones[row.n] : NULL;
        const uint64_t values = known != NULL && *known != 0 ? *known : mark_values(&row);

        if (known != NULL)
            *known = values;
        marks[i] = mark_row(&row, number + i, values);
    }
}

#define PT_MARKS_OPS {mark, mark_rows}

#endif
