/* What a caller's arrays may be wrong about. A row is named by its 1-based number, as a line would be. */
#include "rows/arrays.h"
#include "base/error.h"
#include "base/plural.h"
#include "base/size.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* ---- shapes --------------------------------------------------------------------------------------- */

/* Sizes are 0, 1, 2, 4 or 8: no division, which would take as long as a short row. */
static bool is_multiple(uintptr_t of, size_t size)
{
    return size == 0 || (of & (size - 1)) == 0;
}

static bool is_aligned(const void *array, size_t size)
{
    return is_multiple((uintptr_t)array, size);
}

static ptron_status check_kinds(const ptron_rows *rows, ptron_error *err)
{
    const bool dense = rows->offsets == NULL;
    const size_t size = (unsigned)rows->kind < PT_N_KINDS ? pt_kind_bytes((enum pt_kind)rows->kind) : 0;

    if (rows->n_features >= UINT32_MAX - 1)
        return pt_fail(err, PTRON_ARGUMENT, "features is %zu, and at most %" PRIu32 " are possible", rows->n_features,
                       UINT32_MAX - 2);
    if ((unsigned)rows->kind >= PT_N_KINDS)
        return pt_fail(err, PTRON_ARGUMENT, "value kind %d is not known", (int)rows->kind);
    if (dense && rows->indices != NULL)
        return pt_fail(err, PTRON_ARGUMENT, "indices without offsets");
    if (dense && rows->kind == PTRON_ONES)
        return pt_fail(err, PTRON_ARGUMENT, "dense rows need values");
    if (!is_aligned(rows->values, size) || !is_multiple((uintptr_t)rows->row_stride, size))
        return pt_fail(err, PTRON_ARGUMENT, "values do not stand at multiples of their %zu byte%s", size,
                       pt_plural(size));
    return PTRON_OK;
}

/* Any whole number of rows and bytes apart must be within what pointers can reach. */
static ptron_status check_dense(struct pt_arrays *a, const ptron_rows *rows, ptron_error *err)
{
    const size_t size = pt_kind_bytes(a->kind), bytes = a->n_features * size;
    size_t apart, all;

    if (a->n_features == 0 || !pt_mul(a->n_features, sizeof(double), &all) || all > PTRDIFF_MAX)
        return pt_fail(err, PTRON_ARGUMENT, "%zu x %zu values are not possible", a->n_rows, a->n_features);
    if (rows->value_stride != 0 && rows->value_stride != (ptrdiff_t)size && a->n_features > 1)
        return pt_fail(err, PTRON_ARGUMENT, "the values of a row stand %td byte%s apart, not %zu: an array in "
                       "Fortran order, or a slice of columns, must be copied first", rows->value_stride,
                       pt_plural((uint64_t)rows->value_stride), size);
    a->stride = rows->row_stride == 0 || a->n_rows == 1 ? (ptrdiff_t)bytes : rows->row_stride;
    apart = a->stride < 0 ? 0 - (size_t)a->stride : (size_t)a->stride;
    if (apart < bytes)
        return pt_fail(err, PTRON_ARGUMENT, "rows of %zu byte%s stand only %zu apart: an array in Fortran order "
                       "must be copied first", bytes, pt_plural(bytes), apart);
    if (!pt_mul(a->n_rows, apart, &all) || all > PTRDIFF_MAX)
        return pt_fail(err, PTRON_ARGUMENT, "%zu x %zu values are not possible", a->n_rows, a->n_features);
    if (a->value == NULL && a->n_rows > 0)
        return pt_fail(err, PTRON_ARGUMENT, "values are missing");
    return PTRON_OK;
}

/* All of them before an index is read: the last one says how many there are. */
static ptron_status check_offsets(const struct pt_arrays *a, size_t n_values, ptron_error *err)
{
    const uint64_t most = n_values != 0 ? n_values : SIZE_MAX / sizeof(double);
    uint64_t before = pt_arrays_offset(a, 0);

    for (size_t i = 0; i < a->n_rows; i++) {
        const uint64_t end = pt_arrays_offset(a, i + 1);

        if (end < before || end > most)
            return pt_fail_at(err, PTRON_ARGUMENT, NULL, i + 1, 0, end < before ? "the offsets do not increase" :
                              "the row's offsets are negative or beyond the values");
        before = end;
    }
    if (before > pt_arrays_offset(a, 0) && a->index == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "offsets without indices");
    if (before > pt_arrays_offset(a, 0) && a->kind != PT_ONES && a->value == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "values are missing");
    return PTRON_OK;
}

static bool is_width(size_t bytes)
{
    return bytes == 0 || bytes == 4 || bytes == 8;
}

ptron_status pt_arrays_open(struct pt_arrays *arrays, const ptron_rows *rows, ptron_error *err)
{
    PT_TRY(check_kinds(rows, err));
    if (!is_width(rows->offset_bytes) || !is_width(rows->index_bytes))
        return pt_fail(err, PTRON_ARGUMENT, "offsets and indices of %zu and %zu bytes; 4 or 8 are possible",
                       rows->offset_bytes, rows->index_bytes);
    *arrays = (struct pt_arrays){
        .value = rows->kind == PTRON_ONES ? NULL : rows->values, .offset = rows->offsets, .index = rows->indices,
        .n_rows = rows->n_rows, .n_features = rows->n_features, .kind = (enum pt_kind)rows->kind,
        .wide_offset = rows->offset_bytes != 4, .wide_index = rows->index_bytes == 8,
    };
    if (rows->offsets == NULL)
        return check_dense(arrays, rows, err);
    if (!is_aligned(rows->offsets, arrays->wide_offset ? 8 : 4) ||
        !is_aligned(rows->indices, arrays->wide_index ? 8 : 4))
        return pt_fail(err, PTRON_ARGUMENT, "offsets or indices do not stand at multiples of their size");
    return check_offsets(arrays, rows->n_values, err);
}

/* ---- rows ----------------------------------------------------------------------------------------- */

const uint32_t *pt_arrays_narrow(const struct pt_arrays *a, size_t row, size_t n, uint32_t *narrow)
{
    const uint64_t *wide = (const uint64_t *)a->index + pt_arrays_offset(a, row);

    for (size_t j = 0; j < n; j++)
        narrow[j] = wide[j] < UINT32_MAX ? (uint32_t)wide[j] : UINT32_MAX;
    return narrow;
}

static int64_t index_as_given(const struct pt_arrays *a, uint64_t at)
{
    return a->wide_index ? ((const int64_t *)a->index)[at] : ((const uint32_t *)a->index)[at];
}

static ptron_status tell_index(const struct pt_arrays *a, size_t i, size_t n, ptron_error *err)
{
    const uint64_t from = pt_arrays_offset(a, i);

    for (size_t j = 0; j < n; j++) {
        const int64_t index = index_as_given(a, from + j), before = j == 0 ? -1 : index_as_given(a, from + j - 1);

        if (index < 0)
            return pt_fail_at(err, PTRON_ARGUMENT, NULL, i + 1, 0, "feature %" PRId64 " is negative", index);
        if ((uint64_t)index >= a->n_features)
            return pt_fail_at(err, PTRON_ARGUMENT, NULL, i + 1, 0, "feature %" PRId64 " is beyond the %zu feature%s",
                              index, a->n_features, pt_plural(a->n_features));
        if (index <= before)
            return pt_fail_at(err, PTRON_ARGUMENT, NULL, i + 1, 0, "feature %" PRId64 " does not follow %" PRId64
                              "; indices must increase", index, before);
    }
    return PTRON_OK;
}

/* Without a branch inside, four at a time where the compiler has vectors: below 2^31 an index is larger than the one
 * before if and only if that one less it has the top bit set. What this cannot tell, the slow way does. */
bool pt_indices_rise(const uint32_t *index, size_t n, size_t n_features)
{
    uint32_t less = UINT32_MAX, any;
    size_t j = 1;

    if (n == 0)
        return true;
    any = index[0];
#if defined(__GNUC__)
    typedef uint32_t four __attribute__((vector_size(16)));
    four all_less = {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX}, all_any = {0}, before, here;

    for (; j + 4 <= n; j += 4) {
        memcpy(&before, index + j - 1, sizeof before);
        memcpy(&here, index + j, sizeof here);
        all_less &= before - here;
        all_any |= here;
    }
    less = all_less[0] & all_less[1] & all_less[2] & all_less[3];
    any |= all_any[0] | all_any[1] | all_any[2] | all_any[3];
#endif
    for (; j < n; j++) {
        less &= index[j - 1] - index[j];
        any |= index[j];
    }
    return (less & ~any) >> 31 == 1 && index[n - 1] < n_features;
}

ptron_status pt_arrays_check_indices(const struct pt_arrays *a, size_t i, const struct pt_row *row, ptron_error *err)
{
    if (row->index == NULL || pt_indices_rise(row->index, row->n, a->n_features))
        return PTRON_OK;
    return tell_index(a, i, row->n, err);
}

ptron_status pt_arrays_check_values(size_t i, const struct pt_row *row, ptron_error *err)
{
    for (size_t j = 0; j < row->n && row->kind >= PT_F32; j++) {
        const double x = pt_row_value(row, j);

        if (!isfinite(x))
            return pt_detail(err, PTRON_DETAIL_NOT_FINITE,
                             pt_fail_at(err, PTRON_DATA, NULL, i + 1, j + 1, "value %s is not a finite number",
                                        isnan(x) ? "nan" : x > 0 ? "inf" : "-inf"));
    }
    return PTRON_OK;
}
