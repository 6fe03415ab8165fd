/* Spaces. Binary: one vector, the sign is the class. Classes: one vector for each, an update goes up for the row's own
 * class and down for its rival. An update goes along the row; the confident ones are in confident.c. */
#include "learn/online/online.h"
#include "math/classes.h"

/* ---- two classes --------------------------------------------------------------------------------- */

static double binary_sign(const struct pt_row *row)
{
    return row->label == 1 ? 1.0 : -1.0;
}

/* y (w.x + b), the constant feature included. */
double pt_space_binary_margin(const struct pt_online *o, const struct pt_row *row, uint32_t *rival)
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
    .one_vector = true, .margin = pt_space_binary_margin, .add = binary_add, .pairs = 1.0, .many = &pt_space_classes,
};

/* ---- many classes -------------------------------------------------------------------------------- */

double pt_space_class_margin(const struct pt_online *o, const struct pt_row *row, uint32_t *rival)
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
    .margin = pt_space_class_margin, .add = class_add, .pairs = 2.0, .many = &pt_space_classes,
};
