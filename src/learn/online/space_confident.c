/* Spaces that learn how sure each weight is (AROW, diagonal: Crammer, Kulesza, Dredze 2009). Beside each
 * weight stands a variance, 1 at first. An update goes along Sx instead of x, and shrinks the variances of
 * the features it used:
 *     w += step y S x,   S_jj -= S_jj^2 x_j^2 / (x'Sx + r). */
#include "learn/online/online.h"

#include <math.h>

static size_t place(const struct pt_weights *w, const struct pt_row *row, size_t i, size_t v)
{
    return (row->index == NULL ? i : row->index[i]) * w->vectors + v;
}

/* x'Sx over one vector's variances, the constant feature included. */
static double spread_of(const struct pt_online *o, const struct pt_row *row, size_t v)
{
    const struct pt_weights *s = &o->variance;
    double sum = 0.0;

    for (size_t i = 0; i < row->n; i++) {
        const double x = pt_row_value(row, i);
        sum += s->w[place(s, row, i, v)] * x * x;
    }
    return sum + s->bias[v] * o->base.setup.bias_scale * o->base.setup.bias_scale;
}

static void add_along(const struct pt_online *o, struct pt_weights *w, const struct pt_row *row, size_t v,
                      double step)
{
    const struct pt_weights *s = &o->variance;

    for (size_t i = 0; i < row->n; i++) {
        const size_t at = place(w, row, i, v);
        w->w[at] += step * (s->w[at] * pt_row_value(row, i));
    }
    w->bias[v] += step * (s->bias[v] * o->base.setup.bias_scale);
}

static void shrink(struct pt_online *o, const struct pt_row *row, size_t v, double beta)
{
    struct pt_weights *s = &o->variance;

    for (size_t i = 0; i < row->n; i++) {
        double *at = &s->w[place(s, row, i, v)];
        const double along = *at * pt_row_value(row, i);
        *at -= beta * along * along;
    }
    s->bias[v] -= beta * (s->bias[v] * o->base.setup.bias_scale) * (s->bias[v] * o->base.setup.bias_scale);
}

static double shrinkage(const struct pt_online *o, const struct pt_case *c)
{
    return 1.0 / (c->norm2 + o->param[0] / c->weight);
}

/* ---- two classes --------------------------------------------------------------------------------- */

static size_t one_vector(uint32_t classes)
{
    (void)classes;
    return 1;
}

static double sign_margin(const struct pt_online *o, const struct pt_row *row, uint32_t *rival)
{
    return pt_space_binary.margin(o, row, rival);
}

static void sign_add(const struct pt_online *o, struct pt_weights *w, const struct pt_row *row, uint32_t rival,
                     double step)
{
    (void)rival;
    add_along(o, w, row, 0, row->label == 1 ? step : -step);
}

static double sign_spread(const struct pt_online *o, const struct pt_row *row, uint32_t rival)
{
    (void)rival;
    return spread_of(o, row, 0);
}

static void sign_settle(struct pt_online *o, const struct pt_row *row, uint32_t rival, const struct pt_case *c)
{
    (void)rival;
    shrink(o, row, 0, shrinkage(o, c));
}

const struct pt_space pt_space_confident = {
    .vectors = one_vector, .margin = sign_margin, .add = sign_add, .pairs = 1.0,
    .many = &pt_space_confident_classes, .spread = sign_spread, .settle = sign_settle,
};

/* ---- many classes: the row's own and its rival move ------------------------------------------------ */

static size_t class_vectors(uint32_t classes)
{
    return classes;
}

static double class_margin(const struct pt_online *o, const struct pt_row *row, uint32_t *rival)
{
    return pt_space_classes.margin(o, row, rival);
}

static void class_add(const struct pt_online *o, struct pt_weights *w, const struct pt_row *row, uint32_t rival,
                      double step)
{
    add_along(o, w, row, row->label, step);
    add_along(o, w, row, rival, -step);
}

static double class_spread(const struct pt_online *o, const struct pt_row *row, uint32_t rival)
{
    return spread_of(o, row, row->label) + spread_of(o, row, rival);
}

static void class_settle(struct pt_online *o, const struct pt_row *row, uint32_t rival, const struct pt_case *c)
{
    shrink(o, row, row->label, shrinkage(o, c));
    shrink(o, row, rival, shrinkage(o, c));
}

const struct pt_space pt_space_confident_classes = {
    .vectors = class_vectors, .margin = class_margin, .add = class_add, .pairs = 2.0,
    .many = &pt_space_confident_classes, .spread = class_spread, .settle = class_settle,
};
