/* All alphas at once, from inside of their ranges: where weights are few, a dozen steps take what coordinates may not
 * reach in thousands of epochs. Beside each alpha there are two more numbers above zero: how far its product may be
 * above 1 (`over`) and below it (`under`), with
 *     y w.x - 1 = over - under,   alpha over = mu,   (top - alpha) under = mu,   w = sum of alpha y x,
 * and mu goes to zero. A step of Newton's for these is, all but w eliminated,
 *     (I + sum of x x^T / curve) dw = sum of y x r / curve,   curve = over/alpha + under/(top - alpha),
 * as large as there are weights (Ferris and Munson 2002), first without and then with what it leaves of second order
 * (Mehrotra 1992). */
#include "base/alloc.h"
#include "base/size.h"
#include "learn/linear/hessian.h"
#include "learn/svm/svm.h"

#include <math.h>
#include <string.h>

enum { MOST_STEPS = 120, MOST_ROWS = 1 << 18, ARRAYS = 12 };   /* part of the numeric contract */

struct inside {
    struct pt_svm *s;
    size_t n;
    uint32_t *number;            /* [n] rows that have a range, s->active */
    struct pt_row *row;          /* [n] they */
    double *alpha, *rest, *top;  /* [n] rest: top - alpha, also where that is less than alpha's last digit */
    double *over, *under, *product;                                /* [n] */
    double *by;                  /* [n] one over curve */
    double *r, *d_alpha, *d_over, *d_under, *d_product;           /* [n] what is asked, and the way */
    double *w, *dw, *off;        /* [stride] */
    bool careful;                /* rounding is in the way */
    struct pt_hessian hessian;
};

/* ---- sums over rows ------------------------------------------------------------------------------ */

static double sign_of(const struct pt_row *row)
{
    return row->label == 1 ? 1.0 : -1.0;
}

static double dot(const struct inside *in, const double *w, size_t i)
{
    const struct pt_setup *setup = &in->s->base.setup;

    return sign_of(&in->row[i]) *
           (pt_vec_dot(setup->ops, w, &in->row[i]) + w[in->hessian.size - 1] * setup->bias_scale);
}

/* to = the sum of a b y x; b NULL: of a y x. */
static void sum_up(const struct inside *in, double *to, const double *a, const double *b)
{
    const struct pt_setup *setup = &in->s->base.setup;

    memset(to, 0, in->hessian.stride * sizeof *to);
    for (size_t i = 0; i < in->n; i++) {
        const double step = sign_of(&in->row[i]) * (b == NULL ? a[i] : a[i] * b[i]);

        pt_vec_add(setup->ops, to, step, &in->row[i]);
        to[in->hessian.size - 1] += step * setup->bias_scale;
    }
}

/* Those of the alphas, which rounding may have put a digit beyond their ends. */
static void set_weights(struct inside *in)
{
    for (size_t i = 0; i < in->n; i++)
        in->alpha[i] = in->alpha[i] < in->top[i] ? in->alpha[i] : in->top[i];
    sum_up(in, in->w, in->alpha, NULL);
    for (size_t i = 0; i < in->n; i++)
        in->product[i] = dot(in, in->w, i);
}

static void sum_hessian(struct inside *in)
{
    pt_hessian_clear(&in->hessian);
    for (size_t from = 0; from < in->n; from += PT_HESSIAN_ROWS)
        pt_hessian_add(&in->hessian, in->row + from, in->by + from, pt_min(PT_HESSIAN_ROWS, in->n - from),
                       in->s->base.setup.bias_scale);
    pt_hessian_mirror(&in->hessian);
    pt_hessian_factor(&in->hessian, in->s->base.setup.ops, 1.0, 1.0);
}

/* ---- where it stands ----------------------------------------------------------------------------- */

static double dual_of(const struct inside *in)
{
    double mass = 0.0;

    for (size_t i = 0; i < in->n; i++)
        mass += in->alpha[i];
    return mass - 0.5 * in->s->base.setup.ops->norm2(in->w, in->hessian.size);
}

static double gap_of(const struct inside *in)
{
    double primal = 0.5 * in->s->base.setup.ops->norm2(in->w, in->hessian.size);

    for (size_t i = 0; i < in->n; i++)
        primal += in->product[i] < 1.0 ? in->top[i] * (1.0 - in->product[i]) : 0.0;
    return (primal - dual_of(in)) / primal;
}

/* Halfway, as far as the dual rises along that. */
static void begin(struct inside *in)
{
    double mass = 0.0, norm2, share, off = 0.0;

    for (size_t i = 0; i < in->n; i++)
        mass += in->alpha[i] = 0.5 * in->top[i];
    set_weights(in);
    norm2 = in->s->base.setup.ops->norm2(in->w, in->hessian.size);
    share = mass < norm2 ? mass / norm2 : 1.0;
    for (size_t i = 0; i < in->n; i++)
        in->alpha[i] *= share;
    set_weights(in);
    for (size_t i = 0; i < in->n; i++)
        off += fabs(in->product[i] - 1.0);
    off = off > 0.0 ? off / (double)in->n : 1.0;
    for (size_t i = 0; i < in->n; i++) {
        const double more = in->product[i] - 1.0;

        in->rest[i] = in->top[i] - in->alpha[i];
        in->over[i] = off + (more > 0.0 ? more : 0.0);
        in->under[i] = off + (more < 0.0 ? -more : 0.0);
    }
}

/* ---- one step ------------------------------------------------------------------------------------ */

/* dw is what the d_alpha come to, but for rounding, which grows with the reach of curve: that is taken off. */
static void refine(struct inside *in)
{
    double *off = in->off;

    sum_up(in, off, in->d_alpha, NULL);
    for (size_t k = 0; k < in->hessian.size; k++)
        off[k] = in->dw[k] - off[k];
    pt_hessian_solve(&in->hessian, in->s->base.setup.ops, off);
    for (size_t i = 0; i < in->n; i++) {
        const double more = dot(in, off, i);
        in->d_product[i] -= more;
        in->d_alpha[i] += more * in->by[i];
    }
    in->s->base.setup.ops->blend(in->dw, -1.0, off, in->hessian.size);
}

/* d_alpha, dw and d_product for what is asked. */
static void solve(struct inside *in)
{
    sum_up(in, in->dw, in->r, in->by);
    pt_hessian_solve(&in->hessian, in->s->base.setup.ops, in->dw);
    for (size_t i = 0; i < in->n; i++) {
        in->d_product[i] = dot(in, in->dw, i);
        in->d_alpha[i] = (in->r[i] - in->d_product[i]) * in->by[i];
    }
    for (size_t i = 0; in->careful && i < 2; i++)
        refine(in);
}

struct lengths {                 /* how far the way stays inside */
    double alpha, rest;
};

static double shorter(double length, double x, double dx)
{
    return x + length * dx < 0.0 ? -x / dx : length;
}

static struct lengths lengths_of(const struct inside *in)
{
    struct lengths to = {1.0, 1.0};

    for (size_t i = 0; i < in->n; i++) {
        to.alpha = shorter(shorter(to.alpha, in->alpha[i], in->d_alpha[i]), in->rest[i],
                           -in->d_alpha[i]);
        to.rest = shorter(shorter(to.rest, in->over[i], in->d_over[i]), in->under[i], in->d_under[i]);
    }
    return to;
}

/* Twice n times the mean of both products, so far along the way. */
static double products_at(const struct inside *in, struct lengths at)
{
    double sum = 0.0;

    for (size_t i = 0; i < in->n; i++) {
        const double alpha = in->alpha[i] + at.alpha * in->d_alpha[i];
        sum += alpha * (in->over[i] + at.rest * in->d_over[i]) +
               (in->rest[i] - at.alpha * in->d_alpha[i]) * (in->under[i] + at.rest * in->d_under[i]);
    }
    return sum;
}

/* Straight to mu = 0. */
static void predict(struct inside *in)
{
    for (size_t i = 0; i < in->n; i++) {
        in->by[i] = 1.0 / (in->over[i] / in->alpha[i] + in->under[i] / in->rest[i]);
        in->r[i] = 1.0 - in->product[i];
    }
    sum_hessian(in);
    solve(in);
    for (size_t i = 0; i < in->n; i++) {
        in->d_over[i] = -in->over[i] * (1.0 + in->d_alpha[i] / in->alpha[i]);
        in->d_under[i] = -in->under[i] * (1.0 - in->d_alpha[i] / in->rest[i]);
    }
}

/* To this mu, less what the straight way would leave. */
static void correct(struct inside *in, double mu)
{
    for (size_t i = 0; i < in->n; i++) {
        const double alpha = in->alpha[i], rest = in->rest[i];
        const double for_over = (mu - in->d_alpha[i] * in->d_over[i]) / alpha;
        const double for_under = (mu + in->d_alpha[i] * in->d_under[i]) / rest;

        in->r[i] = 1.0 - in->product[i] + for_over - for_under;
        in->d_over[i] = for_over - in->over[i];
        in->d_under[i] = for_under - in->under[i];
    }
    solve(in);
    for (size_t i = 0; i < in->n; i++) {
        in->d_over[i] -= in->over[i] / in->alpha[i] * in->d_alpha[i];
        in->d_under[i] += in->under[i] / in->rest[i] * in->d_alpha[i];
    }
}

static void step(struct inside *in)
{
    const double sum = products_at(in, (struct lengths){0.0, 0.0});
    struct lengths to;
    double share;

    predict(in);
    share = products_at(in, lengths_of(in)) / sum;
    correct(in, share * share * share * sum / (2.0 * (double)in->n));
    to = lengths_of(in);
    to.alpha = fmin(1.0, 0.99 * to.alpha);
    to.rest = fmin(1.0, 0.99 * to.rest);
    for (size_t i = 0; i < in->n; i++) {
        in->alpha[i] += to.alpha * in->d_alpha[i];
        in->rest[i] -= to.alpha * in->d_alpha[i];
        in->over[i] += to.rest * in->d_over[i];
        in->under[i] += to.rest * in->d_under[i];
        in->product[i] += to.alpha * in->d_product[i];
    }
    in->s->base.setup.ops->blend(in->w, to.alpha, in->dw, in->hessian.size);
}

/* Until the gap is closed by the weights that the alphas themselves come to: what steps add up to is near them. Where
 * it is not, or steps come to little, rounding is in the way. */
static void go(struct inside *in)
{
    double gap = gap_of(in), before = INFINITY;
    bool exact = true;

    for (size_t i = 0; i < MOST_STEPS; i++, before = gap, gap = gap_of(in)) {
        const bool closed = !(gap > 0.9 * in->s->target), stalled = gap < 0.1 && gap > 0.5 * before;

        if (!exact && (closed || stalled)) {
            set_weights(in);
            gap = gap_of(in);
            in->careful = exact = true;
        }
        if (exact && !(gap > 0.9 * in->s->target))
            return;
        step(in);
        in->s->base.updates++;
        exact = false;
    }
    set_weights(in);
}

/* ---- beginning and end --------------------------------------------------------------------------- */

/* Rows that came, with a range of their own. */
static size_t find_rows(struct pt_svm *s)
{
    const struct pt_seen_rows rows = pt_setup_rows(&s->base.setup);
    size_t n = 0;

    for (uint64_t i = 0; i < s->n; i++)
        if (s->alpha[i] >= 0.0 && s->C * pt_seen_row(&rows, i).weight > 0.0)
            s->active[n++] = (uint32_t)i;
    return n;
}

static ptron_status make(struct inside *in, ptron_error *err)
{
    const struct pt_seen_rows rows = pt_setup_rows(&in->s->base.setup);
    double **arrays[ARRAYS] = {&in->alpha, &in->rest, &in->top, &in->over, &in->under, &in->product,
                               &in->by, &in->r, &in->d_alpha, &in->d_over, &in->d_under,
                               &in->d_product};
    double *numbers;

    PT_TRY(pt_hessian_init(&in->hessian, in->s->base.w.features, err));
    in->row = pt_array(in->n, sizeof *in->row);
    in->alpha = numbers = pt_zeroed(ARRAYS * in->n + 3 * in->hessian.stride, sizeof *numbers);
    if (in->row == NULL || numbers == NULL)
        return pt_fail_memory(err, in->n * (ARRAYS * sizeof *numbers + sizeof *in->row), "all alphas at once");
    for (size_t i = 0; i < ARRAYS; i++, numbers += in->n)
        *arrays[i] = numbers;
    in->w = numbers;
    in->dw = numbers + in->hessian.stride;
    in->off = in->dw + in->hessian.stride;
    for (size_t i = 0; i < in->n; i++) {
        in->row[i] = pt_seen_row(&rows, in->number[i]);
        in->top[i] = in->s->C * in->row[i].weight;
    }
    return PTRON_OK;
}

/* What coordinates came to stays, unless this is better. */
static void take_over(struct inside *in, double before)
{
    struct pt_svm *s = in->s;

    if (!(dual_of(in) > before) || !isfinite(gap_of(in)))
        return;
    for (size_t i = 0; i < in->n; i++)
        s->alpha[in->number[i]] = in->alpha[i];
    memcpy(s->base.w.w, in->w, s->base.w.features * sizeof *in->w);
    s->base.w.bias[0] = in->w[in->hessian.size - 1];
}

bool pt_svm_suits_interior(const struct pt_svm *s)
{
    return !s->free_bias && !isinf(s->C) && s->n <= MOST_ROWS && pt_hessian_suits(&s->base.setup, s->base.w.features);
}

ptron_status pt_svm_interior(struct pt_svm *s, double dual, ptron_error *err)
{
    struct inside in = {.s = s, .n = find_rows(s), .number = s->active};
    ptron_status status = in.n == 0 ? PTRON_OK : make(&in, err);

    if (status == PTRON_OK && in.n > 0) {
        begin(&in);
        go(&in);
        take_over(&in, dual);
    }
    pt_hessian_fini(&in.hessian);
    pt_release(in.row);
    pt_release(in.alpha);
    return status;
}
