/* Kept rows as bytes. Values are written as the narrowest kind that holds them all: pixels take a byte each. */
#include "base/alloc.h"
#include "base/size.h"
#include "model/rowset.h"
#include "rows/values.h"

#include <math.h>
#include <string.h>

void pt_value_save(struct pt_buffer *out, enum pt_kind kind, double x)
{
    const float narrow = (float)x;
    uint32_t bits;

    memcpy(&bits, &narrow, sizeof bits);
    if (kind == PT_U8)
        pt_buffer_byte(out, (char)(unsigned char)x);
    else if (kind == PT_F32)
        pt_buffer_u32(out, bits);
    else
        pt_buffer_f64(out, x);
}

static void save_row(struct pt_buffer *out, const struct pt_row *row, enum pt_kind kind)
{
    if (row->index != NULL) {
        pt_buffer_u32(out, (uint32_t)row->n);
        for (size_t j = 0; j < row->n; j++)
            pt_buffer_u32(out, row->index[j]);
    }
    for (size_t j = 0; j < row->n; j++)
        pt_value_save(out, kind, pt_row_value(row, j));
    pt_buffer_f64(out, row->norm2);
}

void pt_rowset_save(const struct pt_rowset *set, struct pt_buffer *out)
{
    enum pt_kind kind = PT_U8;   /* one for all rows */

    for (size_t i = 0; i < set->n; i++) {
        const struct pt_row row = pt_rowset_row(set, i);
        kind = pt_values_kind(row.value, row.n, kind, false);
    }
    pt_buffer_u32(out, set->width);
    pt_buffer_u32(out, set->dense);
    pt_buffer_u32(out, kind);
    pt_buffer_u64(out, set->n);
    for (size_t i = 0; i < set->n; i++) {
        const struct pt_row row = pt_rowset_row(set, i);
        save_row(out, &row, kind);
    }
}

/* ---- back ---------------------------------------------------------------------------------------- */

static ptron_status fail_rows(ptron_error *err)
{
    return pt_fail(err, PTRON_MODEL, "the rows that are kept are cut short or make no sense");
}

double pt_value_load(struct pt_cursor *in, enum pt_kind kind)
{
    const unsigned char *byte;
    uint32_t bits;
    float narrow;

    if (kind == PT_F64)
        return pt_cursor_f64(in);
    if (kind == PT_U8) {
        byte = pt_cursor_bytes(in, 1);
        return byte == NULL ? 0.0 : *byte;
    }
    bits = pt_cursor_u32(in);
    memcpy(&narrow, &bits, sizeof narrow);
    return (double)narrow;
}

/* Into scratch that grows with the longest row. */
struct scratch {
    uint32_t *index;
    double   *value;
    size_t    room;
};

static bool make_room(struct scratch *s, size_t n)
{
    if (n <= s->room)
        return true;
    if (!pt_resize_at(&s->index, n, sizeof *s->index) || !pt_resize_at(&s->value, n, sizeof *s->value))
        return false;
    s->room = n;
    return true;
}

static ptron_status load_row(struct pt_rowset *set, enum pt_kind kind, struct scratch *s, struct pt_cursor *in,
                             ptron_error *err)
{
    const size_t n = set->dense ? set->width : pt_cursor_u32(in);
    struct pt_row row = {.n = n, .kind = PT_F64, .weight = 1.0};
    bool finite = true;

    if (in->failed || n > pt_cursor_left(in))   /* a value is a byte at least */
        return fail_rows(err);
    if (!make_room(s, n))
        return pt_fail_memory(err, n * 12, "the rows that are kept");
    for (size_t j = 0; !set->dense && j < n; j++) {
        s->index[j] = pt_cursor_u32(in);
        if (s->index[j] >= set->width || (j > 0 && s->index[j] <= s->index[j - 1]))
            return fail_rows(err);
    }
    for (size_t j = 0; j < n; j++)
        finite &= isfinite(s->value[j] = pt_value_load(in, kind)) != 0;
    row.index = set->dense ? NULL : s->index;
    row.value = s->value;
    row.norm2 = pt_cursor_f64(in);
    if (in->failed || !finite || !isfinite(row.norm2) || row.norm2 < 0.0)
        return fail_rows(err);
    return pt_rowset_add(set, &row, err);
}

ptron_status pt_rowset_load(struct pt_rowset *set, struct pt_cursor *in, ptron_error *err)
{
    const uint32_t width = pt_cursor_u32(in), dense = pt_cursor_u32(in), kind = pt_cursor_u32(in);
    const uint64_t n = pt_cursor_u64(in);
    struct scratch s = {0};
    ptron_status status = PTRON_OK;

    pt_rowset_init(set, width);
    if (in->failed || dense > 1 || kind < PT_U8 || kind > PT_F64 || n > pt_cursor_left(in) / 8 ||
        (!dense && width <= PT_ROWSET_DENSE))
        return fail_rows(err);
    set->dense = dense == 1;
    if (!make_room(&s, 1))   /* a sparse row has indices, were it empty */
        status = pt_fail_memory(err, 12, "the rows that are kept");
    for (uint64_t i = 0; status == PTRON_OK && i < n; i++)
        status = load_row(set, (enum pt_kind)kind, &s, in, err);
    pt_release(s.index);
    pt_release(s.value);
    return status;
}
