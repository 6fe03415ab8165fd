/* The active-set method: which row enters, which leave, when it ends. */
#include "prove/nearest.h"
#include "base/alloc.h"
#include "base/size.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

enum { CANDIDATES = 64 };
static const double RANK_TINY = 1e-13;       /* what is left of a column that adds nothing */
static const double LOCK_TINY = 1e-9;        /* the same for locked rows, which whole numbers will judge */
static const double ZERO_RESIDUAL = 1e-12;   /* of the unit vector that the rows try to reach */
static const double KEEP_LOOKING = 0.4;      /* of the first score; candidates below it wait for the next full look */

static size_t row_of(const struct pt_nearest *s, size_t position)
{
    return s->live == NULL ? position : s->live[position];
}

static double column_factor(const struct pt_nearest *s, size_t j)
{
    return s->column_scale == NULL ? 1.0 : s->column_scale[j];
}

/* column = (by a_i, last). */
static void fill_column(const struct pt_nearest *s, size_t i, double scale, double last, double *column)
{
    const struct pt_row row = pt_rows_row(s->rows, i);
    const double by = pt_rows_sign(s->rows, i) * scale;

    memset(column, 0, s->qr.m * sizeof *column);
    for (size_t j = 0; j < row.n; j++) {
        const size_t at = row.index == NULL ? j : row.index[j];
        column[at] = by * pt_row_value(&row, j) * column_factor(s, at);
    }
    if (s->rows->bias && !s->free_bias)
        column[s->rows->view.features] = by * column_factor(s, s->rows->view.features);
    column[s->qr.m - 1] = last;
}

/* column = e_i of the row at this position, less y_i y_p e_p with a free bias (p is the pivot). */
static void build_column(const struct pt_nearest *s, size_t position, double *column)
{
    fill_column(s, row_of(s, position), s->row_scale[position], 1, column);
    if (!s->free_bias)
        return;

    const size_t pivot = row_of(s, s->member[0]);
    const struct pt_row row = pt_rows_row(s->rows, pivot);
    const double by = -pt_rows_sign(s->rows, row_of(s, position)) * s->row_scale[s->member[0]];
    for (size_t j = 0; j < row.n; j++) {
        const size_t at = row.index == NULL ? j : row.index[j];
        column[at] += by * pt_row_value(&row, j) * column_factor(s, at);
    }
    column[s->qr.m - 1] -= pt_rows_sign(s->rows, row_of(s, position)) * pt_rows_sign(s->rows, pivot);
}

static ptron_status prepare_lengths(struct pt_nearest *s, double scale, ptron_error *err)
{
    for (size_t k = 0; k < s->n; k++) {
        const struct pt_row row = pt_rows_row(s->rows, row_of(s, k));
        double norm2 = 0;

        for (size_t j = 0; j < row.n; j++) {
            const double x = pt_row_value(&row, j) * column_factor(s, row.index == NULL ? j : row.index[j]);
            norm2 += x * x;
        }
        if (s->rows->bias && !s->free_bias)
            norm2 += column_factor(s, s->rows->view.features) * column_factor(s, s->rows->view.features);
        s->row_scale[k] = scale > 0 ? scale : norm2 > 0 ? 1 / sqrt(norm2) : 1;
        s->length[k] = sqrt(norm2 * s->row_scale[k] * s->row_scale[k] + 1);
        if (!isfinite(s->length[k]) || s->row_scale[k] == 0)
            return pt_fail(err, PTRON_DATA, "row %zu is too large for floating point", row_of(s, k) + 1);
    }
    return PTRON_OK;
}

ptron_status pt_nearest_init(struct pt_nearest *s, const struct pt_rows *rows, const uint32_t *live, size_t n,
                             bool free_bias, const double *column_scale, double scale, ptron_error *err)
{
    *s = (struct pt_nearest){.rows = rows, .live = live, .n = n, .free_bias = free_bias && rows->bias,
                             .column_scale = column_scale, .gap = 1e-10, .least = -INFINITY};
    pt_qr_init(&s->qr, rows->ops, (size_t)(s->free_bias ? rows->view.features : rows->width) + 1);
    s->row_scale = pt_array(n, sizeof *s->row_scale);
    s->length = pt_array(n, sizeof *s->length);
    s->residual = pt_zeroed(s->qr.m, sizeof *s->residual);
    s->column = pt_array(s->qr.m, sizeof *s->column);
    s->w = pt_zeroed((size_t)rows->width + 1, sizeof *s->w);
    s->product = pt_array(n, sizeof *s->product);
    s->blocked = pt_zeroed(n, 1);
    s->candidate = pt_array(CANDIDATES, sizeof *s->candidate);
    if (s->row_scale == NULL || s->length == NULL || s->residual == NULL || s->column == NULL || s->w == NULL ||
        s->product == NULL || s->blocked == NULL || s->candidate == NULL)
        return pt_fail_memory(err, n * 3 * sizeof(double), "the search for the nearest point");
    s->residual[s->qr.m - 1] = 1;
    s->rho = 1;
    return prepare_lengths(s, scale, err);
}

void pt_nearest_fini(struct pt_nearest *s)
{
    pt_qr_fini(&s->qr);
    pt_release(s->row_scale);
    pt_release(s->length);
    pt_release(s->residual);
    pt_release(s->column);
    pt_release(s->w);
    pt_release(s->product);
    pt_release(s->blocked);
    pt_release(s->candidate);
    pt_release(s->member);
    pt_release(s->lambda);
    pt_release(s->target);
    pt_release(s->z);
    *s = (struct pt_nearest){0};
}

static ptron_status need_member(struct pt_nearest *s, ptron_error *err)
{
    const size_t room = s->room == 0 ? 64 : 2 * s->room;

    if (s->size < s->room)
        return PTRON_OK;
    if (!pt_resize_at(&s->member, room, sizeof *s->member) || !pt_resize_at(&s->lambda, room, sizeof *s->lambda) ||
        !pt_resize_at(&s->target, room, sizeof *s->target) || !pt_resize_at(&s->z, room + s->n_locked, sizeof *s->z))
        return pt_fail_memory(err, room * sizeof *s->lambda, "the active rows");
    s->room = room;
    return PTRON_OK;
}

/* Adds the row; *entered is false when its column depends on the others. */
static ptron_status enter(struct pt_nearest *s, size_t position, double lambda, bool *entered, ptron_error *err)
{
    *entered = true;
    PT_TRY(need_member(s, err));
    if (s->free_bias && s->size == 0) {
        s->member[0] = (uint32_t)position;
    } else {
        build_column(s, position, s->column);
        PT_TRY(pt_qr_add(&s->qr, s->column, RANK_TINY, entered, err));
    }
    if (!*entered)
        return PTRON_OK;
    s->member[s->size] = (uint32_t)position;
    s->lambda[s->size++] = lambda;
    return PTRON_OK;
}

/* The factorisation anew with the largest lambda as pivot; what turns out dependent is left out. */
static ptron_status rebuild(struct pt_nearest *s, ptron_error *err)
{
    const size_t size = s->size;
    size_t most = 0;
    bool entered;

    for (size_t k = 1; k < size; k++)
        if (s->lambda[k] > s->lambda[most])
            most = k;
    if (size > 0) {
        const uint32_t member = s->member[0];
        const double lambda = s->lambda[0];
        s->member[0] = s->member[most];
        s->lambda[0] = s->lambda[most];
        s->member[most] = member;
        s->lambda[most] = lambda;
    }
    pt_qr_clear(&s->qr);
    s->size = 0;
    for (size_t k = 0; k < size; k++)
        PT_TRY(enter(s, s->member[k], s->lambda[k], &entered, err));
    return PTRON_OK;
}

static ptron_status drop_member(struct pt_nearest *s, size_t k, ptron_error *err)
{
    const bool pivot = s->free_bias && k == 0;

    if (!pivot)
        pt_qr_drop(&s->qr, s->n_locked + k - (s->free_bias ? 1 : 0));
    memmove(&s->member[k], &s->member[k + 1], (s->size - k - 1) * sizeof *s->member);
    memmove(&s->lambda[k], &s->lambda[k + 1], (s->size - k - 1) * sizeof *s->lambda);
    s->size--;
    return pivot ? rebuild(s, err) : PTRON_OK;
}

/* target = the least-squares weights of the active rows; and the residual. */
static void find_target(struct pt_nearest *s)
{
    const size_t skip = s->free_bias && s->size > 0 ? 1 : 0;

    pt_qr_last_unit(&s->qr, s->residual, s->z);
    memcpy(s->target + skip, s->z + s->n_locked, (s->size - skip) * sizeof *s->z);
    s->rho = s->residual[s->qr.m - 1];
    if (skip == 0)
        return;
    const int pivot = pt_rows_sign(s->rows, row_of(s, s->member[0]));
    s->target[0] = 0;
    for (size_t k = 1; k < s->size; k++)
        s->target[0] -= pivot * pt_rows_sign(s->rows, row_of(s, s->member[k])) * s->target[k];
}

/* How far lambda may move to the target before an entry is zero, and which; 1 when none is in the way. */
static double room_to_move(const struct pt_nearest *s, size_t *blocking)
{
    double step = 1;

    *blocking = SIZE_MAX;
    for (size_t k = 0; k < s->size; k++) {
        const double t = s->lambda[k] / (s->lambda[k] - s->target[k]);

        if (s->target[k] <= 0 && (*blocking == SIZE_MAX || t < step)) {
            step = t;
            *blocking = k;
        }
    }
    return step;
}

/* Moves lambda to the least-squares weights, dropping rows on the way. */
static ptron_status move_lambda(struct pt_nearest *s, ptron_error *err)
{
    while (s->size > 0) {
        size_t blocking;

        find_target(s);
        const double step = room_to_move(s, &blocking);
        if (blocking == SIZE_MAX) {
            memcpy(s->lambda, s->target, s->size * sizeof *s->lambda);
            break;
        }
        for (size_t k = 0; k < s->size; k++)
            s->lambda[k] += step * (s->target[k] - s->lambda[k]);
        s->lambda[blocking] = 0;
        for (size_t k = s->size; k-- > 0;)
            if (k < s->size && s->lambda[k] <= 0)
                PT_TRY(drop_member(s, k, err));
    }
    return PTRON_OK;
}

ptron_status pt_nearest_start(struct pt_nearest *s, const uint32_t *member, const double *lambda, size_t n,
                              ptron_error *err)
{
    bool entered;

    assert(s->size == 0);
    for (size_t k = 0; k < n; k++)
        PT_TRY(enter(s, member[k], lambda[k], &entered, err));
    if (s->free_bias)
        PT_TRY(rebuild(s, err));
    return move_lambda(s, err);
}

ptron_status pt_nearest_lock(struct pt_nearest *s, size_t row, bool *independent, ptron_error *err)
{
    assert(s->size == 0 && !s->free_bias);
    fill_column(s, row, 1, 0, s->column);
    PT_TRY(pt_qr_add(&s->qr, s->column, LOCK_TINY, independent, err));
    s->n_locked += *independent;
    return PTRON_OK;
}

/* w in the space of the rows, and beta, from the residual. */
static void update_weights(struct pt_nearest *s)
{
    const size_t d = s->qr.m - 1;

    for (size_t j = 0; j < d; j++)
        s->w[j] = s->residual[j] * column_factor(s, j);
    s->beta = 0;
    if (!s->free_bias)
        return;
    s->w[s->rows->view.features] = 0;
    if (s->size > 0) {
        const size_t pivot = row_of(s, s->member[0]);
        const double product = pt_rows_dot(s->rows, pivot, s->w) * s->row_scale[s->member[0]];
        s->beta = -pt_rows_sign(s->rows, pivot) * (product + s->rho);
    }
}

/* The gradient: e_i.r, and the price of the free bias's condition. A row may enter when it is above 0. */
static double gradient(const struct pt_nearest *s, size_t position, double product)
{
    return s->row_scale[position] * product + s->rho +
           (s->free_bias ? s->beta * pt_rows_sign(s->rows, row_of(s, position)) : 0);
}

static double score(const struct pt_nearest *s, size_t position, double product)
{
    const double g = gradient(s, position, product);
    const double noise = 32 * DBL_EPSILON * sqrt(fabs(s->rho)) * s->length[position];

    if (s->blocked[position] || g <= s->gap * s->rho || g <= noise)
        return 0;
    return g / s->length[position];
}

/* Looks at every row; fills the list of the best candidates, best first, and `least`. */
static void look_at_all(struct pt_nearest *s)
{
    double best[CANDIDATES], most = -INFINITY;

    update_weights(s);
    pt_rows_products(s->rows, s->live, s->n, s->w, s->product);
    s->n_candidates = 0;
    for (size_t k = 0; k < s->n; k++) {
        const double value = score(s, k, s->product[k]);
        size_t at = s->n_candidates;

        most = fmax(most, gradient(s, k, s->product[k]));
        if (value <= 0 || (at == CANDIDATES && value <= best[at - 1]))
            continue;
        at = at == CANDIDATES ? at - 1 : s->n_candidates++;
        for (; at > 0 && best[at - 1] < value; at--) {
            best[at] = best[at - 1];
            s->candidate[at] = s->candidate[at - 1];
        }
        best[at] = value;
        s->candidate[at] = (uint32_t)k;
    }
    s->least = s->rho > 0 ? 1 - most / s->rho : -INFINITY;
}

/* The best of the candidates with the weights of now; SIZE_MAX when none is above `floor`. */
static size_t best_candidate(const struct pt_nearest *s, double floor, double *value)
{
    size_t best = SIZE_MAX;

    *value = floor;
    for (size_t c = 0; c < s->n_candidates; c++) {
        const size_t position = s->candidate[c];
        const double v = score(s, position, pt_rows_dot(s->rows, row_of(s, position), s->w));

        if (v > *value) {
            *value = v;
            best = position;
        }
    }
    return best;
}

static bool vanished(const struct pt_nearest *s)
{
    return s->size > 0 && sqrt(fmax(s->rho, 0)) <= ZERO_RESIDUAL;
}

/* Enters the candidates, the best first; one that brings no progress stays blocked. *moved: some brought progress. */
static ptron_status use_candidates(struct pt_nearest *s, struct pt_watch *watch, bool *moved, ptron_error *err)
{
    double value, first = 0;

    *moved = false;
    for (size_t round = 0; round < CANDIDATES && !vanished(s) && pt_watch_work_left(watch); round++) {
        const size_t position = best_candidate(s, KEEP_LOOKING * first, &value);
        const double before = s->rho;
        bool entered;

        if (position == SIZE_MAX)
            break;
        if (first == 0)
            first = value;
        s->blocked[position] = 1;
        PT_TRY(enter(s, position, 0, &entered, err));
        if (entered)
            PT_TRY(move_lambda(s, err));
        /* Scores, and a factorisation's column. */
        watch->work += (double)s->qr.m * (double)(CANDIDATES + 8 * s->size);
        if (entered && s->rho < before) {
            *moved = true;
            memset(s->blocked, 0, s->n);
        }
        update_weights(s);
    }
    return PTRON_OK;
}

ptron_status pt_nearest_run(struct pt_nearest *s, struct pt_watch *watch, enum pt_nearest_end *end,
                            ptron_error *err)
{
    bool moved = true;

    memset(s->blocked, 0, s->n);
    while (moved) {
        if (vanished(s)) {
            *end = PT_NEAREST_ZERO;
            return PTRON_OK;
        }
        look_at_all(s);
        watch->work += (double)s->n * (double)s->rows->width;
        if (s->stop_when_separated && s->size > 0 && s->least > 1e-6) {
            *end = PT_NEAREST_SEPARATES;
            return PTRON_OK;
        }
        if (s->n_candidates == 0) {
            *end = s->least >= 1 - 2 * s->gap ? PT_NEAREST_OPTIMAL : PT_NEAREST_STUCK;
            return PTRON_OK;
        }
        if (!pt_watch_go_on(watch)) {
            *end = PT_NEAREST_BUDGET;
            return PTRON_OK;
        }
        PT_TRY(use_candidates(s, watch, &moved, err));
    }
    *end = PT_NEAREST_STUCK;
    return PTRON_OK;
}
