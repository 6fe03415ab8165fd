/* Pairwise steps: a free bias asks that the sum of alpha y stays zero.
 *
 * Write f_i = w.x_i - y_i. A row is "up" when y alpha may grow, "low" when it may shrink. At the optimum no low
 * row has a greater f than an up row; where one has, moving t = (f_low - f_up)/|x_up - x_low|^2 from the one to
 * the other, as far as the box lets it, raises the dual most. The bias is minus an f between the two kinds. */
#include "learn/svm/svm.h"

#include <math.h>

#define NONE UINT64_MAX

struct end {                  /* one row of a pair */
    uint64_t number;
    struct pt_row row;
    double y, f, cost;        /* cost: the upper end of its alpha */
};

/* How far y alpha of the row may still grow, and shrink. */
static double room_up(const struct pt_svm *s, const struct end *e)
{
    return e->y > 0.0 ? e->cost - s->alpha[e->number] : s->alpha[e->number];
}

static double room_down(const struct pt_svm *s, const struct end *e)
{
    return e->y > 0.0 ? s->alpha[e->number] : e->cost - s->alpha[e->number];
}

static struct end end_at(const struct pt_svm *s, uint64_t number)
{
    const struct pt_row row = pt_setup_row(&s->base.setup, number);
    const double y = row.label == 1 ? 1.0 : -1.0;

    return (struct end){number, row, y, pt_vec_dot(s->base.setup.ops, s->base.w.w, &row) - y, s->C * row.weight};
}

static double rows_product(const struct pt_row *a, const struct pt_row *b)
{
    double sum = 0.0;

    if (a->index == NULL) {
        for (size_t i = 0; i < a->n; i++)
            sum += pt_row_value(a, i) * pt_row_value(b, i);
        return sum;
    }
    for (size_t i = 0, j = 0; i < a->n && j < b->n;) {
        if (a->index[i] == b->index[j])
            sum += pt_row_value(a, i++) * pt_row_value(b, j++);
        else if (a->index[i] < b->index[j])
            i++;
        else
            j++;
    }
    return sum;
}

/* Whether so small a step changes the alpha at all: w follows both alphas of a pair, or neither moves. */
static bool counts(const struct pt_svm *s, const struct end *e, double t)
{
    return s->alpha[e->number] + e->y * t != s->alpha[e->number];
}

static void shift(struct pt_svm *s, const struct end *e, double t, bool all)
{
    double *alpha = &s->alpha[e->number];

    *alpha += e->y * t;
    if (all)   /* exactly to the end of its range, so that rounding leaves no crumbs */
        *alpha = *alpha < 0.5 * e->cost ? 0.0 : e->cost;
    pt_vec_add(s->base.setup.ops, s->base.w.w, t, &e->row);
}

static bool step_pair(struct pt_svm *s, const struct end *up, const struct end *low)
{
    const double between = up->row.norm2 + low->row.norm2 - 2.0 * rows_product(&up->row, &low->row);
    const double up_room = room_up(s, up), low_room = room_down(s, low);
    double t = between > 0.0 ? (low->f - up->f) / between : INFINITY;

    t = fmin(t, fmin(up_room, low_room));
    if (!(t > 0.0) || !isfinite(t) || !counts(s, up, t) || !counts(s, low, -t))
        return false;
    shift(s, up, t, t == up_room);
    shift(s, low, -t, t == low_room);
    s->base.updates++;
    return true;
}

bool pt_svm_pair(struct pt_svm *s, const struct pt_row *row, uint64_t number, double product)
{
    struct end own = {number, *row, row->label == 1 ? 1.0 : -1.0, 0.0, s->C * row->weight}, up, low;
    const bool has_up = s->partner.up != NONE, has_low = s->partner.low != NONE;
    double as_low = 0.0, as_up = 0.0;
    bool moved = false;

    own.f = own.y * product - own.y;
    if (has_up)
        up = end_at(s, s->partner.up);
    if (has_low)
        low = end_at(s, s->partner.low);
    if (has_up && room_up(s, &up) > 0.0 && room_down(s, &own) > 0.0)
        as_low = own.f - up.f;
    if (has_low && room_down(s, &low) > 0.0 && room_up(s, &own) > 0.0)
        as_up = low.f - own.f;
    /* A better partner than the one known is remembered. */
    if (room_up(s, &own) > 0.0 && (!has_up || own.f < up.f || !(room_up(s, &up) > 0.0)))
        s->partner.up = number;
    if (room_down(s, &own) > 0.0 && (!has_low || own.f > low.f || !(room_down(s, &low) > 0.0)))
        s->partner.low = number;
    if (as_low > 0.0 && as_low >= as_up)
        moved = step_pair(s, &up, &own);
    else if (as_up > 0.0)
        moved = step_pair(s, &own, &low);
    return moved;
}

void pt_svm_set_bias(struct pt_svm *s)
{
    double least_up = INFINITY, most_low = -INFINITY;

    for (uint64_t i = 0; i < s->n; i++) {
        struct end e;
        if (s->alpha[i] < 0.0)
            continue;
        e = end_at(s, i);
        if (room_up(s, &e) > 0.0 && e.f < least_up) {
            least_up = e.f;
            s->partner.up = i;
        }
        if (room_down(s, &e) > 0.0 && e.f > most_low) {
            most_low = e.f;
            s->partner.low = i;
        }
    }
    if (isfinite(least_up) && isfinite(most_low))
        s->base.w.bias[0] = -0.5 * (least_up + most_low) / s->base.setup.bias_scale;
}
