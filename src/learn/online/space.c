/* Spaces. Binary: one vector, the sign is the class. Classes: one vector for each, an update goes up for the row's own
 * class and down for its rival. In the plain ones an update goes along the row; the confident ones learn how sure each
 * weight is. */
#include "learn/online/online.h"
#include "math/classes.h"

#include <math.h>

/* ---- two classes --------------------------------------------------------------------------------- */

static double binary_sign(const struct pt_row *row)
{
    return row->label == 1 ? 1.0 : -1.0;
}

/* y (w.x + b), the constant feature included. */
static double binary_margin(const struct pt_online *o, const struct pt_row *row, uint32_t *rival)
{
    *rival = 0;
    return binary_sign(row) * pt_linear_product(&o->base, row);
}

static void binary_add(const struct pt_online *o, struct pt_weights *w, const struct pt_row *row, uint32_t rival,
                       double step)
{
    (void)rival;
    pt_linear_add(&o->base, w, binary_sign(row) * step, row);
}

const struct pt_space pt_space_binary = {
    .one_vector = true, .margin = binary_margin, .add = binary_add, .pairs = 1.0, .many = &pt_space_classes,
};

/* ---- many classes -------------------------------------------------------------------------------- */

static double class_margin(const struct pt_online *o, const struct pt_row *row, uint32_t *rival)
{
    const size_t vectors = o->base.w.vectors;

    pt_classes_dot(o->base.w.w, vectors, row, o->base.scores);
    for (size_t v = 0; v < vectors; v++)
        o->base.scores[v] += o->base.w.bias[v] * o->base.setup.bias_scale;
    return pt_margin_of(o->base.scores, vectors, row->label, rival);
}

static void class_add(const struct pt_online *o, struct pt_weights *w, const struct pt_row *row, uint32_t rival,
                      double step)
{
    pt_classes_add(w->w, w->vectors, row->label, step, row);
    pt_classes_add(w->w, w->vectors, rival, -step, row);
    w->bias[row->label] += step * o->base.setup.bias_scale;
    w->bias[rival] -= step * o->base.setup.bias_scale;
}

const struct pt_space pt_space_classes = {
    .margin = class_margin, .add = class_add, .pairs = 2.0, .many = &pt_space_classes,
};

/* ---- confidence ----------------------------------------------------------------------------------
 * AROW, diagonal (Crammer, Kulesza, Dredze 2009). Beside each weight stands a variance, 1 at first. An update goes
 * along Sx instead of x, and shrinks the variances of the features it used:
 *     w += step y S x,   S_jj -= S_jj^2 x_j^2 / (x'Sx + r). */

static size_t weight_at(const struct pt_weights *w, const struct pt_row *row, size_t i, size_t v)
{
    return (row->index == NULL ? i : row->index[i]) * w->vectors + v;
}

/* x'Sx over one vector's variances, the constant feature included. */
static double spread_of(const struct pt_online *o, const struct pt_row *row, size_t v)
{
    const struct pt_weights *s = &o->variance;
    double sum = 0.0;

    if (s->paired)
        sum = o->base.setup.ops->paired[row->kind].spread(o->base.w.w, row->index, row->value, row->n);
    for (size_t i = 0; i < row->n && !s->paired; i++) {
        const double x = pt_row_value(row, i);
        sum += s->w[weight_at(s, row, i, v)] * x * x;
    }
    return sum + s->bias[v] * o->base.setup.bias_scale * o->base.setup.bias_scale;
}

static void add_along(const struct pt_online *o, struct pt_weights *w, const struct pt_row *row, size_t v,
                      double step)
{
    const struct pt_weights *s = &o->variance;

    if (s->paired)
        o->base.setup.ops->paired[row->kind].add_along(w->w, step, row->index, row->value, row->n);
    for (size_t i = 0; i < row->n && !s->paired; i++) {
        const size_t at = weight_at(w, row, i, v);
        w->w[at] += step * (s->w[at] * pt_row_value(row, i));
    }
    w->bias[v] += step * (s->bias[v] * o->base.setup.bias_scale);
}

static void shrink(struct pt_online *o, const struct pt_row *row, size_t v, double beta)
{
    struct pt_weights *s = &o->variance;

    if (s->paired)
        o->base.setup.ops->paired[row->kind].shrink(o->base.w.w, beta, row->index, row->value, row->n);
    for (size_t i = 0; i < row->n && !s->paired; i++) {
        double *at = &s->w[weight_at(s, row, i, v)];
        const double along = *at * pt_row_value(row, i);
        *at -= beta * along * along;
    }
    s->bias[v] -= beta * (s->bias[v] * o->base.setup.bias_scale) * (s->bias[v] * o->base.setup.bias_scale);
}

static double shrinkage(const struct pt_online *o, const struct pt_case *c)
{
    return 1.0 / (c->norm2 + o->param[0] / c->weight);
}

static void confident_add(const struct pt_online *o, struct pt_weights *w, const struct pt_row *row, uint32_t rival,
                          double step)
{
    (void)rival;
    add_along(o, w, row, 0, row->label == 1 ? step : -step);
}

static double confident_spread(const struct pt_online *o, const struct pt_row *row, uint32_t rival)
{
    (void)rival;
    return spread_of(o, row, 0);
}

static void confident_moved(struct pt_online *o, const struct pt_row *row, uint32_t rival, const struct pt_case *c)
{
    (void)rival;
    shrink(o, row, 0, shrinkage(o, c));
}

const struct pt_space pt_space_confident = {
    .one_vector = true, .margin = binary_margin, .add = confident_add, .pairs = 1.0,
    .many = &pt_space_confident_classes, .spread = confident_spread, .moved = confident_moved,
};

static void confident_class_add(const struct pt_online *o, struct pt_weights *w, const struct pt_row *row,
                                uint32_t rival, double step)
{
    add_along(o, w, row, row->label, step);
    add_along(o, w, row, rival, -step);
}

static double confident_class_spread(const struct pt_online *o, const struct pt_row *row, uint32_t rival)
{
    return spread_of(o, row, row->label) + spread_of(o, row, rival);
}

static void confident_class_moved(struct pt_online *o, const struct pt_row *row, uint32_t rival,
                                  const struct pt_case *c)
{
    shrink(o, row, row->label, shrinkage(o, c));
    shrink(o, row, rival, shrinkage(o, c));
}

const struct pt_space pt_space_confident_classes = {
    .margin = class_margin, .add = confident_class_add, .pairs = 2.0,
    .many = &pt_space_confident_classes, .spread = confident_class_spread, .moved = confident_class_moved,
};
