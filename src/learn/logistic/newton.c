/* The direction of Newton's method. Of few features the second derivatives are a matrix, and the equations are solved
 * at once. Else, and where rounding is in the way, by conjugate gradients with their diagonal as preconditioner: how
 * exactly grows as the gradient falls. */
#include "base/size.h"
#include "learn/logistic/logistic.h"

#include <math.h>
#include <string.h>

enum { MOST_TURNS = 1000 };

static double dot(const struct pt_weights *a, const struct pt_weights *b)
{
    double sum = a->bias[0] * b->bias[0];

    for (size_t j = 0; j < a->features; j++)
        sum += a->w[j] * b->w[j];
    return sum;
}

/* image += the second derivatives at hand times d. */
static void add_bend(struct pt_logistic *l, const struct pt_weights *d, struct pt_weights *image)
{
    const size_t n = d->features;
    double *along = l->along, *sum = along + l->hessian.stride;

    memcpy(along, d->w, n * sizeof *along);
    along[n] = d->bias[0];
    memset(sum, 0, l->hessian.stride * sizeof *sum);
    pt_hessian_times(&l->hessian, along, sum);
    for (size_t j = 0; j < n; j++)
        image->w[j] += sum[j];
    image->bias[0] += sum[n];
}

/* image = d + sum of bend (x.d) x, d without a bias that is free. */
static ptron_status bend(struct pt_logistic *l, const struct pt_weights *d, struct pt_weights *image, ptron_error *err)
{
    pt_weights_set(image, d);
    image->bias[0] = l->free_bias ? 0.0 : image->bias[0];
    if (l->hessian.sum == NULL)
        return pt_logistic_sum_bend(l, d, image, err);
    add_bend(l, d, image);
    return PTRON_OK;
}

static void add_diagonal(const struct pt_hessian *h, struct pt_weights *to)
{
    for (size_t j = 0; j < to->features; j++)
        to->w[j] += h->sum[j * h->stride + j];
    to->bias[0] += h->sum[to->features * h->stride + to->features];
}

/* One over the diagonal. */
static ptron_status fill_scale(struct pt_logistic *l, ptron_error *err)
{
    struct pt_weights *s = &l->scale;

    pt_weights_fill(s, 1.0);
    s->bias[0] = l->free_bias ? 1e-12 : 1.0;
    if (l->hessian.sum == NULL)
        PT_TRY(pt_logistic_sum_diagonal(l, s, err));
    else
        add_diagonal(&l->hessian, s);
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

/* The step itself, where the equations can be solved at once and rounding leaves no more than `wanted`. */
static bool solve(struct pt_logistic *l, double wanted)
{
    const struct pt_vec_ops *ops = l->base.setup.ops;
    const size_t n = l->step.features;
    struct pt_weights *r = &l->residual;

    if (!pt_hessian_factor(&l->hessian, ops, 1.0, l->free_bias ? 1e-12 : 1.0))
        return false;
    for (size_t j = 0; j < n; j++)
        l->along[j] = -l->gradient.w[j];
    l->along[n] = -l->gradient.bias[0];
    pt_hessian_solve(&l->hessian, ops, l->along);
    memcpy(l->step.w, l->along, n * sizeof *l->along);
    l->step.bias[0] = l->along[n];
    pt_weights_set(r, &l->step);
    r->bias[0] = l->free_bias ? 0.0 : r->bias[0];
    add_bend(l, &l->step, r);
    pt_weights_blend(ops, r, 1.0, &l->gradient);
    return sqrt(pt_weights_norm2(ops, r)) <= wanted;
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
    if (l->hessian.sum != NULL)
        pt_logistic_sum_hessian(l);
    if (l->hessian.sum != NULL && solve(l, wanted)) {
        *expected = dot(&l->gradient, &l->step);
        return PTRON_OK;
    }
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
