/* Spaces: where the weights live. Binary: one vector, the sign is the class. */
#include "learn/online.h"

static size_t binary_vectors(uint32_t classes)
{
    (void)classes;
    return 1;
}

static double binary_sign(const struct pt_row *row)
{
    return row->label == 1 ? 1.0 : -1.0;
}

/* y (w.x + b), the constant feature included. */
static double binary_margin(const struct pt_online *o, const struct pt_row *row, uint32_t *rival)
{
    const double product = pt_vec_dot(o->setup.ops, o->w.w, row) + o->w.bias[0] * o->setup.bias_scale;

    *rival = 0;
    return binary_sign(row) * product;
}

static void binary_add(const struct pt_online *o, struct pt_weights *w, const struct pt_row *row, uint32_t rival,
                       double step)
{
    const double signed_step = binary_sign(row) * step;

    (void)rival;
    pt_vec_add(o->setup.ops, w->w, signed_step, row);
    w->bias[0] += signed_step * o->setup.bias_scale;
}

const struct pt_space pt_space_binary = {binary_vectors, binary_margin, binary_add};
