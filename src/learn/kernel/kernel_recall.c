/* Recalling scores. An epoch visits the same blocks of rows as the one before, so that all rows of a block were
 * last seen at about the same update; what they lack is what was learned since. */
#include "base/alloc.h"
#include "base/memory.h"
#include "base/size.h"
#include "learn/kernel/kernel.h"

#include <math.h>
#include <string.h>

void pt_recall_fini(struct pt_recall *r)
{
    void *const arrays[] = {r->scores, r->seen_at, r->log, r->values, r->coef, r->norm2, r->found};

    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        pt_release(arrays[i]);
    *r = (struct pt_recall){0};
}

static ptron_status no_memory(uint64_t rows, uint32_t vectors, ptron_error *err)
{
    return pt_fail_memory(err, (size_t)rows * (vectors + 1) * sizeof(double), "the scores of all rows");
}

static ptron_status reserve_rows(struct pt_recall *r, size_t rows, uint32_t vectors, ptron_error *err)
{
    size_t cells;

    if (!pt_mul(rows, vectors, &cells) || !pt_resize_at(&r->scores, cells, sizeof *r->scores) ||
        !pt_resize_at(&r->seen_at, rows, sizeof *r->seen_at))
        return no_memory(rows, vectors, err);
    r->row_room = rows;
    return PTRON_OK;
}

ptron_status pt_recall_reach(struct pt_recall *r, uint64_t rows, uint32_t vectors, ptron_error *err)
{
    if (rows <= r->rows)
        return PTRON_OK;
    if (rows > r->row_room)
        PT_TRY(reserve_rows(r, pt_max((size_t)rows, 2 * r->row_room), vectors, err));
    memset(r->scores + r->rows * vectors, 0, (size_t)(rows - r->rows) * vectors * sizeof *r->scores);
    for (; r->rows < rows; r->rows++)
        r->seen_at[r->rows] = UINT64_MAX;
    return PTRON_OK;
}

ptron_status pt_recall_init(struct pt_recall *r, uint64_t rows, uint32_t vectors, ptron_error *err)
{
    if (rows == 0)
        return PTRON_OK;
    PT_TRY(pt_memory_expect(rows, (vectors + 1) * sizeof *r->scores, "the scores of all rows", err));
    PT_TRY(reserve_rows(r, (size_t)rows, vectors, err));
    return pt_recall_reach(r, rows, vectors, err);
}

ptron_status pt_recall_log(struct pt_recall *r, size_t slot, const double *steps, uint32_t vectors, ptron_error *err)
{
    void *log = r->log;

    if (r->rows == 0)
        return PTRON_OK;
    for (uint32_t v = 0; v < vectors; v++) {
        if (steps[v] == 0.0)
            continue;
        if (!pt_grow(&log, &r->room, r->n + 1, sizeof *r->log))
            return pt_fail_memory(err, (r->n + 1) * sizeof *r->log, "the updates");
        r->log = log;
        r->log[r->n++] = (struct pt_update){(uint32_t)slot, v, steps[v]};
    }
    return PTRON_OK;
}

/* ---- what was learned since ----------------------------------------------------------------------- */

static ptron_status reserve_found(struct pt_recall *r, size_t kept, ptron_error *err)
{
    uint32_t *found;

    if (kept <= r->found_room)
        return PTRON_OK;
    found = pt_zeroed(2 * kept, sizeof *found);
    if (found == NULL)
        return pt_fail_memory(err, 2 * kept * sizeof *found, "a block of rows");
    pt_release(r->found);
    r->found = found;
    r->found_room = 2 * kept;
    return PTRON_OK;
}

/* Rows updated on since then, each counted once. */
static size_t count_rows(struct pt_recall *r, size_t from)
{
    size_t n = 0;

    for (size_t i = from; i < r->n; i++) {
        n += r->found[r->log[i].slot] == 0;
        r->found[r->log[i].slot] = 1;
    }
    for (size_t i = from; i < r->n; i++)
        r->found[r->log[i].slot] = 0;
    return n;
}

static ptron_status reserve_gathered(struct pt_recall *r, const struct pt_dual *w, size_t n, ptron_error *err)
{
    size_t cells;

    if (n <= r->gathered_room)
        return PTRON_OK;
    pt_release(r->values);
    pt_release(r->coef);
    pt_release(r->norm2);
    r->gathered_room = 0;
    r->values = pt_mul(2 * n, w->rows.width, &cells) ? pt_array(cells, sizeof *r->values) : NULL;
    r->coef = pt_array(2 * n, w->vectors * sizeof *r->coef);
    r->norm2 = pt_array(2 * n, sizeof *r->norm2);
    if (r->values == NULL || r->coef == NULL || r->norm2 == NULL)
        return pt_fail_memory(err, 2 * n * w->rows.width * sizeof *r->values, "a block of rows");
    r->gathered_room = 2 * n;
    return PTRON_OK;
}

/* Each row once, with the sum of its steps. */
static void gather_since(struct pt_recall *r, const struct pt_dual *w, size_t from)
{
    const size_t width = w->rows.width;
    size_t n = 0;

    for (size_t i = from; i < r->n; i++) {
        const struct pt_update *u = &r->log[i];
        if (r->found[u->slot] == 0) {
            if (width > 0)
                memcpy(r->values + n * width, w->rows.value + u->slot * width, width * sizeof *r->values);
            memset(r->coef + n * w->vectors, 0, w->vectors * sizeof *r->coef);
            r->norm2[n] = w->rows.norm2[u->slot];
            r->found[u->slot] = (uint32_t)++n;
        }
        r->coef[(r->found[u->slot] - 1) * w->vectors + u->vector] += u->step;
    }
    for (size_t i = from; i < r->n; i++)
        r->found[r->log[i].slot] = 0;
}

static bool seen_together(const struct pt_recall *r, const uint64_t *numbers, size_t n)
{
    const uint64_t at = r->seen_at[numbers[0]];

    for (size_t i = 1; i < n; i++)
        if (r->seen_at[numbers[i]] != at)
            return false;
    return at != UINT64_MAX && at >= r->first;
}

ptron_status pt_recall_since(struct pt_recall *r, const struct pt_dual *w, const uint64_t *numbers, size_t n,
                             bool *usable, struct pt_dual *view, ptron_error *err)
{
    size_t from, m;

    *usable = false;
    if (!w->rows.dense || !seen_together(r, numbers, n))
        return PTRON_OK;
    from = (size_t)(r->seen_at[numbers[0]] - r->first);
    PT_TRY(reserve_found(r, w->rows.n, err));
    m = count_rows(r, from);
    if (m > w->rows.n - w->rows.n / 4)   /* gathering would cost more than it saves */
        return PTRON_OK;
    PT_TRY(reserve_gathered(r, w, m, err));
    gather_since(r, w, from);
    *view = *w;
    view->rows = (struct pt_rowset){.dense = true, .width = w->rows.width, .n = m, .norm2 = r->norm2,
                                    .value = r->values};
    view->coef = r->coef;
    *usable = true;
    return PTRON_OK;
}

void pt_recall_forget_old(struct pt_recall *r)
{
    uint64_t oldest = r->first + r->n;

    for (uint64_t i = 0; i < r->rows; i++)
        if (r->seen_at[i] != UINT64_MAX && r->seen_at[i] < oldest)
            oldest = r->seen_at[i];
    if (oldest <= r->first)
        return;
    r->n -= (size_t)(oldest - r->first);
    memmove(r->log, r->log + (oldest - r->first), r->n * sizeof *r->log);
    r->first = oldest;
}

/* ---- bytes --------------------------------------------------------------------------------------- */

void pt_recall_save(const struct pt_recall *r, uint32_t vectors, struct pt_buffer *out)
{
    pt_buffer_u64(out, r->rows);
    pt_buffer_u64(out, r->first);
    pt_buffer_u64(out, r->n);
    for (size_t i = 0; i < r->rows * vectors; i++)
        pt_buffer_f64(out, r->scores[i]);
    for (size_t i = 0; i < r->rows; i++)
        pt_buffer_u64(out, r->seen_at[i]);
    for (size_t i = 0; i < r->n; i++) {
        pt_buffer_u32(out, r->log[i].slot);
        pt_buffer_u32(out, r->log[i].vector);
        pt_buffer_f64(out, r->log[i].step);
    }
}

static ptron_status broken_state(ptron_error *err)
{
    return pt_fail(err, PTRON_MODEL, "the state is cut short or not finite");
}

static ptron_status load_log(struct pt_recall *r, size_t n, uint32_t vectors, size_t kept, struct pt_cursor *in,
                             ptron_error *err)
{
    r->log = pt_array(n + 1, sizeof *r->log);
    if (r->log == NULL)
        return pt_fail_memory(err, n * sizeof *r->log, "the updates");
    r->room = n + 1;
    for (r->n = 0; r->n < n; r->n++) {
        struct pt_update *u = &r->log[r->n];
        u->slot = pt_cursor_u32(in);
        u->vector = pt_cursor_u32(in);
        u->step = pt_cursor_f64(in);
        if (u->slot >= kept || u->vector >= vectors || !isfinite(u->step))
            return broken_state(err);
    }
    return PTRON_OK;
}

ptron_status pt_recall_load(struct pt_recall *r, bool grows, uint32_t vectors, size_t kept, struct pt_cursor *in,
                            ptron_error *err)
{
    const uint64_t rows = pt_cursor_u64(in), first = pt_cursor_u64(in), n = pt_cursor_u64(in);
    bool right = true;

    if (in->failed || (!grows && rows != r->rows) || rows > pt_cursor_left(in) / 16 || n > pt_cursor_left(in) / 16)
        return broken_state(err);
    if (grows)
        PT_TRY(pt_recall_reach(r, rows, vectors, err));
    for (size_t i = 0; i < rows * vectors; i++)
        right &= isfinite(r->scores[i] = pt_cursor_f64(in)) != 0;
    for (size_t i = 0; i < rows; i++) {
        r->seen_at[i] = pt_cursor_u64(in);
        right &= r->seen_at[i] == UINT64_MAX || (r->seen_at[i] >= first && r->seen_at[i] - first <= n);
    }
    if (!right)
        return broken_state(err);
    r->first = first;
    pt_release(r->log);
    return load_log(r, (size_t)n, vectors, kept, in, err);
}
