/* Rows in a caller's arrays, as ptron_rows describes them: checked first, then seen as rows. */
#ifndef PT_ROWS_ARRAYS_H
#define PT_ROWS_ARRAYS_H

#include "rows/row.h"

struct pt_arrays {
    const char *value;           /* of row 0; NULL for PT_ONES */
    const void *offset, *index;  /* NULL: dense */
    size_t n_rows, n_features;
    enum pt_kind kind;
    bool wide_offset, wide_index;   /* of 8 bytes, not of 4 */
    ptrdiff_t stride;            /* dense: bytes from one row to the next */
};

/* Shapes and offsets; neither indices nor values are looked at. No rows are fine. */
ptron_status pt_arrays_open(struct pt_arrays *arrays, const ptron_rows *rows, ptron_error *err);

/* An offset that is negative is beyond everything. */
static inline uint64_t pt_arrays_offset(const struct pt_arrays *a, size_t i)
{
    if (a->wide_offset)
        return ((const uint64_t *)a->offset)[i];
    return (uint64_t)(int64_t)((const int32_t *)a->offset)[i];
}

static inline size_t pt_arrays_length(const struct pt_arrays *a, size_t row)
{
    return a->offset == NULL ? a->n_features : (size_t)(pt_arrays_offset(a, row + 1) - pt_arrays_offset(a, row));
}

/* Indices of 8 bytes, copied; too large ones as UINT32_MAX. */
const uint32_t *pt_arrays_narrow(const struct pt_arrays *a, size_t row, size_t n, uint32_t *narrow);

/* Where the n indices of a row are: NULL when it is dense. Of 8 bytes they are copied to `narrow`. */
static inline const uint32_t *pt_arrays_indices(const struct pt_arrays *a, size_t row, size_t n, uint32_t *narrow)
{
    static const uint32_t none[1];   /* rows without any value: NULL would mean dense */

    if (a->offset == NULL)
        return NULL;
    if (n == 0)
        return none;
    return a->wide_index ? pt_arrays_narrow(a, row, n, narrow)
                         : (const uint32_t *)a->index + pt_arrays_offset(a, row);
}

/* Row i of n values without its norm; its indices are as pt_arrays_indices gave them and were not checked. Field by
 * field: a copy of the whole struct would wait for the stores just made, which costs as much as ten values. */
static inline void pt_arrays_row(const struct pt_arrays *a, size_t i, size_t n, const uint32_t *index,
                                 struct pt_row *row)
{
    const ptrdiff_t at = index == NULL ? (ptrdiff_t)i * a->stride
                                       : (ptrdiff_t)(pt_arrays_offset(a, i) * pt_kind_bytes(a->kind));

    row->index = index;
    row->value = a->value == NULL ? NULL : a->value + at;
    row->n = n;
    row->kind = a->kind;
    row->label = PT_NO_LABEL;
    row->weight = 1.0;
    row->norm2 = 0.0;
}

/* Whether n indices increase and are below the number of features; false also where that takes a closer look. */
bool pt_indices_rise(const uint32_t *index, size_t n, size_t n_features);
/* Whether the row's indices increase and are below the number of features. */
ptron_status pt_arrays_check_indices(const struct pt_arrays *a, size_t i, const struct pt_row *row, ptron_error *err);
/* Which value is not finite, if any. A finite sum of squares, or product with finite weights, spares the call. */
ptron_status pt_arrays_check_values(size_t i, const struct pt_row *row, ptron_error *err);

#endif
