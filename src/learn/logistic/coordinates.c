/* l1: the loss is replaced by its second-order model at the weights, which is made least together with the penalty,
 * coordinate by coordinate; coordinates at 0 that the model wants there are left alone after the first round. */
#include "base/alloc.h"
#include "base/size.h"
#include "learn/logistic/logistic.h"

#include <math.h>

enum { LEAST_ROUNDS = 200, MOST_ROUNDS = 20000, WORK = 100000000 };   /* more where a round costs little */

/* ---- the rows by feature ------------------------------------------------------------------------- */

static size_t feature_of(const struct pt_row *row, size_t k)
{
    return row->index == NULL ? k : row->index[k];
}

static void count_values(const struct pt_logistic *l, size_t *start)
{
    const struct pt_seen_rows rows = pt_setup_rows(&l->base.setup);

    for (size_t i = 0; i < l->n; i++) {
        const struct pt_row row = pt_seen_row(&rows, l->rows[i]);

        for (size_t k = 0; k < row.n; k++)
            start[feature_of(&row, k) + 1] += pt_row_value(&row, k) != 0.0;
    }
    for (size_t j = 0; j < l->base.w.features; j++)
        start[j + 1] += start[j];
}

static void place_values(struct pt_logistic *l, size_t *next)
{
    const struct pt_seen_rows rows = pt_setup_rows(&l->base.setup);
    struct pt_column_values *c = &l->columns;

    for (size_t i = 0; i < l->n; i++) {
        const struct pt_row row = pt_seen_row(&rows, l->rows[i]);

        for (size_t k = 0; k < row.n; k++) {
            const double x = pt_row_value(&row, k);
            size_t at;
            if (x == 0.0)
                continue;
            at = next[feature_of(&row, k)]++;
            c->row[at] = (uint32_t)i;
            c->value[at] = x;
        }
    }
}

static ptron_status make_columns(struct pt_logistic *l, ptron_error *err)
{
    const size_t features = l->base.w.features;
    struct pt_column_values *c = &l->columns;
    size_t *next;

    if (c->value != NULL)
        return PTRON_OK;
    if (c->start == NULL)
        c->start = pt_zeroed(features + 1, sizeof *c->start);
    if (c->start == NULL)
        return pt_fail_memory(err, features * sizeof *c->start, "the rows by feature");
    if (c->start[features] == 0)
        count_values(l, c->start);
    pt_release(c->row);
    c->row = pt_array(c->start[features] + 1, sizeof *c->row);
    next = pt_array(features + 1, sizeof *next);
    c->value = c->row == NULL || next == NULL ? NULL : pt_array(c->start[features] + 1, sizeof *c->value);
    if (c->value != NULL) {
        for (size_t j = 0; j < features; j++)
            next[j] = c->start[j];
        place_values(l, next);
    }
    pt_release(next);
    return c->value == NULL ? pt_fail_memory(err, c->start[features] * 12, "the rows by feature") : PTRON_OK;
}

/* ---- the model of the loss ----------------------------------------------------------------------- */

/* Where g d + 1/2 h d^2 + |w + d| is least; costless: without the last. */
static double least_at(double g, double h, double w, bool costless)
{
    if (costless)
        return -g / h;
    if (g + 1.0 <= h * w)
        return -(g + 1.0) / h;
    if (g - 1.0 >= h * w)
        return -(g - 1.0) / h;
    return -w;
}

struct coordinate {
    double *w, *step;        /* the weight, and how far the direction moves it */
    double  gradient, h;     /* of the loss, at the weights */
    const uint32_t *row;     /* [n]; NULL: the constant feature, of all rows */
    const double *value;
    size_t  n;
};

static struct coordinate coordinate_of(struct pt_logistic *l, size_t j)
{
    const struct pt_column_values *c = &l->columns;

    if (j == l->base.w.features)
        return (struct coordinate){l->base.w.bias, l->step.bias, l->gradient.bias[0], l->scale.bias[0], NULL, NULL,
                                   l->n};
    return (struct coordinate){&l->base.w.w[j], &l->step.w[j], l->gradient.w[j], l->scale.w[j], c->row + c->start[j],
                               c->value + c->start[j], c->start[j + 1] - c->start[j]};
}

/* Moves one coordinate of the direction to its best; how far the model is from its least there, before. */
static double go(struct pt_logistic *l, struct coordinate *c)
{
    const double constant = l->base.setup.bias_scale;
    const bool costless = l->free_bias && c->row == NULL;
    double g = c->gradient, d, w = *c->w + *c->step, off;

    for (size_t k = 0; k < c->n; k++) {
        const size_t i = c->row == NULL ? k : c->row[k];
        g += l->part->bend[i] * (c->row == NULL ? constant : c->value[k]) * l->part->along[i];
    }
    off = costless ? fabs(g) : w > 0.0 ? fabs(g + 1.0) : w < 0.0 ? fabs(g - 1.0) : fmax(0.0, fabs(g) - 1.0);
    d = least_at(g, c->h, w, costless);
    if (d == 0.0 || !isfinite(d))
        return off;
    *c->step += d;
    for (size_t k = 0; k < c->n; k++)
        l->part->along[c->row == NULL ? k : c->row[k]] += d * (c->row == NULL ? constant : c->value[k]);
    return off;
}

/* The second derivatives, a little above 0 where nothing bends. */
static void fill_bends(struct pt_logistic *l)
{
    const struct pt_column_values *c = &l->columns;
    const double constant = l->base.setup.bias_scale;

    for (size_t j = 0; j < l->base.w.features; j++) {
        double h = 1e-12;
        for (size_t at = c->start[j]; at < c->start[j + 1]; at++)
            h += l->part->bend[c->row[at]] * c->value[at] * c->value[at];
        l->scale.w[j] = h;
    }
    l->scale.bias[0] = 1e-12;
    for (size_t i = 0; i < l->n; i++)
        l->scale.bias[0] += l->part->bend[i] * constant * constant;
}

/* One round over the coordinates that may move; the sum of what they lacked. */
static double go_round(struct pt_logistic *l, bool all)
{
    const size_t features = l->base.w.features;
    double off = 0.0;

    for (size_t j = 0; j <= features; j++) {
        struct coordinate c = coordinate_of(l, j);

        if (j == features && l->base.setup.bias_scale == 0.0)
            continue;
        if (all || *c.w + *c.step != 0.0)
            off += go(l, &c);
    }
    return off;
}

ptron_status pt_logistic_coordinates(struct pt_logistic *l, double *expected, ptron_error *err)
{
    double first;
    size_t rounds;

    PT_TRY(make_columns(l, err));
    rounds = pt_min(MOST_ROUNDS, WORK / (l->columns.start[l->base.w.features] + l->n + 1));
    rounds = rounds < LEAST_ROUNDS ? LEAST_ROUNDS : rounds;
    fill_bends(l);
    pt_weights_fill(&l->step, 0.0);
    for (size_t i = 0; i < l->n; i++)
        l->part->along[i] = 0.0;
    first = go_round(l, true);
    if (l->first == 0.0)
        l->first = first;
    for (size_t round = 1; round < rounds; round++) {
        const bool all = round % 10 == 0;
        const double off = go_round(l, all);

        if (off <= first * fmin(0.1, first / l->first)) {
            if (all || go_round(l, true) <= first * fmin(0.1, first / l->first))
                break;
        }
    }
    pt_weights_set(&l->search, &l->base.w);
    pt_weights_blend(l->base.setup.ops, &l->search, 1.0, &l->step);
    *expected = pt_logistic_penalty(l, &l->search) - pt_logistic_penalty(l, &l->base.w) +
                l->gradient.bias[0] * l->step.bias[0];
    for (size_t j = 0; j < l->base.w.features; j++)
        *expected += l->gradient.w[j] * l->step.w[j];
    return PTRON_OK;
}
