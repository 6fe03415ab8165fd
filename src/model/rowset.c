/* Keeping rows, and multiplying others with them. */
#include "model/rowset.h"
#include "base/alloc.h"
#include "base/size.h"
#include "math/vec.h"

#include <assert.h>
#include <math.h>
#include <string.h>

void pt_rowset_init(struct pt_rowset *set, uint32_t width)
{
    *set = (struct pt_rowset){.width = width, .dense = true};
}

void pt_rowset_fini(struct pt_rowset *set)
{
    void *const arrays[] = {set->norm2, set->value, set->index, set->start, set->length};

    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        pt_release(arrays[i]);
    *set = (struct pt_rowset){.width = set->width, .dense = true};
}

/* ---- growing ------------------------------------------------------------------------------------- */

static bool reserve_dense(struct pt_rowset *set, size_t room)
{
    size_t cells;

    return pt_mul(room, set->width, &cells) && pt_resize_at(&set->value, cells, sizeof *set->value);
}

static ptron_status reserve_rows(struct pt_rowset *set, size_t wanted, ptron_error *err)
{
    const size_t room = pt_max(wanted, pt_max(16, set->row_room + set->row_room / 2));

    if (wanted <= set->row_room)
        return PTRON_OK;
    if (!pt_resize_at(&set->norm2, room, sizeof *set->norm2) || (set->dense && !reserve_dense(set, room)) ||
        (!set->dense && (!pt_resize_at(&set->start, room, sizeof *set->start) ||
                         !pt_resize_at(&set->length, room, sizeof *set->length))))
        return pt_fail_memory(err, room * (set->dense ? set->width : 3) * sizeof(double), "the rows that are kept");
    set->row_room = room;
    return PTRON_OK;
}

size_t pt_row_known(const struct pt_row *row, uint32_t width)
{
    size_t low = 0, high = row->n;

    if (row->index == NULL)
        return pt_min(row->n, width);
    if (row->n == 0 || row->index[row->n - 1] < width)
        return row->n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (row->index[middle] < width)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct pt_row pt_row_within(const struct pt_row *row, uint32_t width)
{
    struct pt_row known = *row;

    known.n = pt_row_known(row, width);
    if (known.n == row->n)
        return known;
    known.norm2 = 0.0;
    for (size_t j = 0; j < known.n; j++)
        known.norm2 += pt_row_value(&known, j) * pt_row_value(&known, j);
    return known;
}

double pt_row_product(const struct pt_row *a, const struct pt_row *b)
{
    const double *x = a->value;
    double sum = 0.0;

    assert(a->kind == PT_F64);
    if (a->index != NULL && b->index == NULL) {
        for (size_t i = 0; i < a->n && a->index[i] < b->n; i++)
            sum += x[i] * pt_row_value(b, a->index[i]);
        return sum;
    }
    for (size_t i = 0, j = 0; i < a->n && j < b->n;) {
        const size_t f = a->index == NULL ? i : a->index[i], g = b->index == NULL ? j : b->index[j];

        if (f == g)
            sum += x[i] * pt_row_value(b, j);
        i += f <= g;
        j += g <= f;
    }
    return sum;
}

static void spread(const struct pt_row *row, double *x)
{
    for (size_t j = 0; j < row->n; j++)
        x[row->index == NULL ? j : row->index[j]] = pt_row_value(row, j);
}

static ptron_status add_sparse(struct pt_rowset *set, const struct pt_row *row, ptron_error *err)
{
    const size_t wanted = set->n_values + row->n;
    const size_t room = pt_max(wanted, pt_max(64, set->value_room + set->value_room / 2));

    if (wanted > set->value_room || set->index == NULL) {   /* a sparse row has indices, were it empty */
        if (!pt_resize_at(&set->index, room, sizeof *set->index) ||
            !pt_resize_at(&set->value, room, sizeof *set->value))
            return pt_fail_memory(err, room * 12, "the rows that are kept");
        set->value_room = room;
    }
    set->start[set->n] = set->n_values;
    set->length[set->n] = row->n;
    for (size_t j = 0; j < row->n; j++) {
        set->index[set->n_values + j] = row->index == NULL ? (uint32_t)j : row->index[j];
        set->value[set->n_values + j] = pt_row_value(row, j);
    }
    set->n_values += row->n;
    return PTRON_OK;
}

ptron_status pt_rowset_add(struct pt_rowset *set, const struct pt_row *row, ptron_error *err)
{
    const struct pt_row known = pt_row_within(row, set->width);

    if (!isfinite(known.norm2))   /* it could not be loaded again */
        return pt_fail(err, PTRON_DATA, "the squares of a row's values overflow; scale the data (--scale minmax)");
    if (set->n == 0 && set->row_room == 0)
        set->dense = row->index == NULL || set->width <= PT_ROWSET_DENSE;
    PT_TRY(reserve_rows(set, set->n + 1, err));
    if (set->dense) {
        double *x = set->value + set->n * set->width;
        memset(x, 0, set->width * sizeof *x);
        spread(&known, x);
    } else {
        PT_TRY(add_sparse(set, &known, err));
    }
    set->norm2[set->n++] = known.norm2;
    return PTRON_OK;
}

struct pt_row pt_rowset_row(const struct pt_rowset *set, size_t slot)
{
    return (struct pt_row){
        .index = set->dense ? NULL : set->index + set->start[slot],
        .value = set->value + (set->dense ? slot * set->width : (size_t)set->start[slot]),
        .n = set->dense ? set->width : (size_t)set->length[slot],
        .kind = PT_F64,
        .label = PT_NO_LABEL,
        .weight = 1.0,
        .norm2 = set->norm2[slot],
    };
}

ptron_status pt_rowset_copy(struct pt_rowset *to, const struct pt_rowset *from, const size_t *slots, size_t n,
                            ptron_error *err)
{
    pt_rowset_init(to, from->width);
    to->dense = from->dense;
    PT_TRY(reserve_rows(to, pt_max(n, 1), err));
    for (size_t i = 0; i < n; i++) {
        const struct pt_row row = pt_rowset_row(from, slots == NULL ? i : slots[i]);
        PT_TRY(pt_rowset_add(to, &row, err));
    }
    return PTRON_OK;
}

ptron_status pt_rowset_widen(struct pt_rowset *set, uint32_t width, ptron_error *err)
{
    const size_t old = set->width;

    if (width <= set->width)
        return PTRON_OK;
    set->width = width;
    if (!set->dense || set->row_room == 0)
        return PTRON_OK;
    if (!reserve_dense(set, set->row_room)) {
        set->width = (uint32_t)old;
        return pt_fail_memory(err, set->row_room * width * sizeof *set->value, "the rows that are kept");
    }
    for (size_t i = set->n; i-- > 0;) {
        memmove(set->value + i * width, set->value + i * old, old * sizeof *set->value);
        memset(set->value + i * width + old, 0, (width - old) * sizeof *set->value);
    }
    return PTRON_OK;
}

/* ---- erasing ------------------------------------------------------------------------------------- */

/* Copies the rows together once holes outweigh them; without memory for that the holes stay. */
static void close_holes(struct pt_rowset *set)
{
    const size_t n = set->n_values - set->holes;
    uint32_t *index;
    double *value;
    size_t end = 0;

    if (set->holes <= n)
        return;
    index = pt_array(n, sizeof *index);
    value = pt_array(n, sizeof *value);
    if (index == NULL || value == NULL) {
        pt_release(index);
        pt_release(value);
        return;
    }
    for (size_t i = 0; i < set->n; i++) {
        memcpy(index + end, set->index + set->start[i], (size_t)set->length[i] * sizeof *index);
        memcpy(value + end, set->value + set->start[i], (size_t)set->length[i] * sizeof *value);
        set->start[i] = end;
        end += (size_t)set->length[i];
    }
    pt_release(set->index);
    pt_release(set->value);
    set->index = index;
    set->value = value;
    set->n_values = set->value_room = n;
    set->holes = 0;
}

void pt_rowset_erase(struct pt_rowset *set, size_t slot)
{
    const size_t last = --set->n;

    set->norm2[slot] = set->norm2[last];
    if (set->dense) {
        if (slot != last)
            memcpy(set->value + slot * set->width, set->value + last * set->width, set->width * sizeof *set->value);
        return;
    }
    set->holes += (size_t)set->length[slot];
    set->start[slot] = set->start[last];
    set->length[slot] = set->length[last];
    close_holes(set);
}

bool pt_rowset_equals(const struct pt_rowset *set, size_t slot, const struct pt_row *row)
{
    const struct pt_row kept = pt_rowset_row(set, slot);
    size_t j = 0;

    if (kept.norm2 != row->norm2)
        return false;
    for (size_t i = 0; i < kept.n; i++) {
        const double value = pt_row_value(&kept, i);
        const uint32_t feature = kept.index == NULL ? (uint32_t)i : kept.index[i];
        const bool there = j < row->n && (row->index == NULL ? (uint32_t)j : row->index[j]) == feature;
        if (value != (there ? pt_row_value(row, j) : 0.0))
            return false;
        j += there;
    }
    return j == row->n;
}

/* ---- products ------------------------------------------------------------------------------------ */

size_t pt_rowset_scratch(const struct pt_rowset *set, size_t n)
{
    size_t cells;

    if (!pt_mul(set->dense ? n : 1, set->width, &cells))
        return SIZE_MAX / 2;   /* more than there is, also when a little is added */
    return pt_max(1, cells);
}

void pt_rowset_pack(const struct pt_rowset *set, const struct pt_row *rows, size_t n, double *scratch)
{
    if (!set->dense && set->n_values < set->width) {   /* no more is read, and few features may be far apart */
        for (size_t i = 0; i < set->n_values; i++)
            scratch[set->index[i]] = 0.0;
        return;
    }
    memset(scratch, 0, pt_rowset_scratch(set, n) * sizeof *scratch);
    for (size_t i = 0; set->dense && i < n; i++)
        spread(&rows[i], scratch + i * set->width);
}

/* The row stands spread out in x while it is multiplied with the kept ones. */
static void sparse_products(const struct pt_rowset *set, const struct pt_row *row, double *x, size_t from, size_t n,
                            double *out)
{
    const struct pt_vec_ops *ops = pt_vec();

    spread(row, x);
    for (size_t i = 0; i < n; i++) {
        const struct pt_row kept = pt_rowset_row(set, from + i);
        out[i] = pt_vec_dot(ops, x, &kept);
    }
    for (size_t j = 0; j < row->n; j++)
        x[row->index == NULL ? j : row->index[j]] = 0.0;
}

const struct pt_blas *pt_rowset_blas(const struct pt_rowset *set, const struct pt_blas *blas)
{
    return set->width <= PT_PLAIN_WIDTH ? &pt_blas_plain : blas;
}

void pt_rowset_products(const struct pt_rowset *set, const struct pt_blas *blas, const struct pt_row *rows, size_t n,
                        double *scratch, size_t from, size_t n_kept, double *out)
{
    if (set->width == 0)
        memset(out, 0, n * n_kept * sizeof *out);
    else if (set->dense)
        pt_blas_rows(pt_rowset_blas(set, blas), n, n_kept, set->width, scratch,
                     set->value + from * set->width, 0.0, out);
    else
        for (size_t i = 0; i < n; i++)
            sparse_products(set, &rows[i], scratch, from, n_kept, out + i * n_kept);
}
