/* The direction of Newton's method, by conjugate gradients with the second derivative's diagonal as preconditioner: no
 * matrix is made. How exactly it is solved grows as the gradient falls. */
#include "base/size.h"
#include "learn/logistic/logistic.h"

#include <math.h>

enum { MOST_TURNS = 1000 };

static double dot(const struct pt_weights *a, const struct pt_weights *b)
{
    double sum = a->bias[0] * b->bias[0];

    for (size_t j = 0; j < a->features; j++)
        sum += a->w[j] * b->w[j];
    return sum;
}

/* image = d + sum of bend (x.d) x, d without a bias that is free. */
static ptron_status bend(struct pt_logistic *l, const struct pt_weights *d, struct pt_weights *image, ptron_error *err)
{
    pt_weights_set(image, d);
    image->bias[0] = l->free_bias ? 0.0 : image->bias[0];
    return pt_logistic_sum_bend(l, d, image, err);
}

/* One over the diagonal. */
static ptron_status fill_scale(struct pt_logistic *l, ptron_error *err)
{
    struct pt_weights *s = &l->scale;

    pt_weights_fill(s, 1.0);
    s->bias[0] = l->free_bias ? 1e-12 : 1.0;
    PT_TRY(pt_logistic_sum_diagonal(l, s, err));
    for (size_t j = 0; j < s->features; j++)
        s->w[j] = 1.0 / s->w[j];
    s->bias[0] = 1.0 / s->bias[0];
    return PTRON_OK;
}

static void multiply(struct pt_weights *to, const struct pt_weights *a, const struct pt_weights *b)
{
    for (size_t j = 0; j < to->features; j++)
        to->w[j] = a->w[j] * b->w[j];
    to->bias[0] = a->bias[0] * b->bias[0];
}

ptron_status pt_logistic_newton(struct pt_logistic *l, double *expected, ptron_error *err)
{
    const struct pt_vec_ops *ops = l->base.setup.ops;
    struct pt_weights *r = &l->residual, *p = &l->search, *q = &l->image;
    const double pulled = l->gradient.bias[0];
    double length, rho, wanted;

    pt_weights_blend(ops, &l->gradient, 1.0, &l->base.w);   /* of penalty and loss together */
    l->gradient.bias[0] = l->free_bias ? pulled : l->gradient.bias[0];
    length = sqrt(pt_weights_norm2(ops, &l->gradient));
    if (l->first == 0.0)
        l->first = length;
    wanted = length * fmin(0.1, length / l->first);
    PT_TRY(fill_scale(l, err));
    pt_weights_fill(&l->step, 0.0);
    pt_weights_set(r, &l->gradient);
    pt_weights_scale(ops, r, -1.0);
    multiply(p, &l->scale, r);
    rho = dot(r, p);
    for (size_t turn = 0; turn < MOST_TURNS && sqrt(pt_weights_norm2(ops, r)) > wanted && rho > 0.0; turn++) {
        double by, next;

        PT_TRY(bend(l, p, q, err));
        by = rho / dot(p, q);
        pt_weights_blend(ops, &l->step, by, p);
        pt_weights_blend(ops, r, -by, q);
        multiply(q, &l->scale, r);
        next = dot(r, q);
        pt_weights_scale(ops, p, next / rho);
        pt_weights_blend(ops, p, 1.0, q);
        rho = next;
    }
    *expected = dot(&l->gradient, &l->step);
    return PTRON_OK;
}
