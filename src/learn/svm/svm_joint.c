/* All free rows at once. One alpha after another hardly moves where rows point almost the same way (values of 1000 and
 * 1010 beside a bias of 1); the free alphas together have their best at the solution of
 *     Q d = 1 - y w.x,   Q_ij = y_i y_j x_i.x_j,
 * which conjugate gradients find in as many steps as there are free rows, at most. The alphas go that way as far as
 * their ranges let them; w follows. The dual rises with every step. */
#include "learn/svm/svm.h"
#include "base/alloc.h"
#include "base/size.h"

#include <math.h>

struct joint {
    struct pt_svm *s;
    size_t n;                    /* free rows, s->active */
    struct pt_row *row;          /* [n] they */
    double *d, *r, *p, *q;       /* [n] way, what is left, direction, Q times it */
    struct pt_weights v;         /* sum of p y x */
};

static double sign_of(const struct pt_row *row)
{
    return row->label == 1 ? 1.0 : -1.0;
}

/* y (w.x + b) of free row i. */
static double product(const struct joint *j, const struct pt_weights *w, size_t i)
{
    const struct pt_row *row = &j->row[i];

    return sign_of(row) *
           (pt_vec_dot(j->s->base.setup.ops, w->w, row) + w->bias[0] * j->s->base.setup.bias_scale);
}

static double square(const double *a, size_t n)
{
    double sum = 0.0;

    for (size_t i = 0; i < n; i++)
        sum += a[i] * a[i];
    return sum;
}

static void solve(struct joint *j)
{
    const double begun = square(j->r, j->n);
    double left = begun;

    for (size_t step = 0; step < pt_min(j->n, PT_SVM_STEPS) && left > 1e-24 * begun; step++) {
        double along, before = left;

        pt_weights_fill(&j->v, 0.0);
        for (size_t i = 0; i < j->n; i++)
            pt_linear_add(&j->s->base, &j->v, sign_of(&j->row[i]) * j->p[i], &j->row[i]);
        along = pt_weights_norm2(j->s->base.setup.ops, &j->v);
        if (!(along > 0.0) || !isfinite(along))
            return;
        for (size_t i = 0; i < j->n; i++)
            j->q[i] = product(j, &j->v, i);
        for (size_t i = 0; i < j->n; i++) {
            j->d[i] += before / along * j->p[i];
            j->r[i] -= before / along * j->q[i];
        }
        left = square(j->r, j->n);
        for (size_t i = 0; i < j->n; i++)
            j->p[i] = j->r[i] + left / before * j->p[i];
    }
}

/* How far of the whole way every alpha stays within 0..C. */
static double share_of_way(const struct joint *j)
{
    double share = 1.0;

    for (size_t i = 0; i < j->n; i++) {
        const double alpha = j->s->alpha[j->s->active[i]], top = j->s->C * j->row[i].weight;

        if (j->d[i] < 0.0)
            share = fmin(share, alpha / -j->d[i]);
        else if (j->d[i] > 0.0 && !isinf(top))
            share = fmin(share, (top - alpha) / j->d[i]);
    }
    return share;
}

static bool go(struct joint *j)
{
    const double share = share_of_way(j);

    for (size_t i = 0; i < j->n; i++) {
        const struct pt_row *row = &j->row[i];
        double *alpha = &j->s->alpha[j->s->active[i]];
        const double next = fmin(fmax(*alpha + share * j->d[i], 0.0), j->s->C * row->weight);

        pt_linear_add(&j->s->base, &j->s->base.w, sign_of(row) * (next - *alpha), row);
        *alpha = next;
    }
    j->s->base.updates++;
    return share == 1.0;
}

ptron_status pt_svm_joint(struct pt_svm *s, size_t n, bool *whole, ptron_error *err)
{
    double *numbers = pt_zeroed(4 * n, sizeof *numbers);
    struct joint j = {.s = s, .n = n, .row = pt_array(n, sizeof *j.row), .d = numbers, .r = numbers + n,
                      .p = numbers + 2 * n, .q = numbers + 3 * n};
    const struct pt_seen_rows rows = pt_setup_rows(&s->base.setup);
    ptron_status status = numbers == NULL || j.row == NULL
                              ? pt_fail_memory(err, 4 * n * sizeof *numbers, "the free rows")
                              : pt_weights_init(&j.v, 1, s->base.w.features, err);

    if (status == PTRON_OK) {
        for (size_t i = 0; i < n; i++)
            j.row[i] = pt_seen_row(&rows, s->active[i]);
        for (size_t i = 0; i < n; i++)
            j.p[i] = j.r[i] = 1.0 - product(&j, &s->base.w, i);
        solve(&j);
        *whole = go(&j);
    }
    pt_weights_fini(&j.v);
    pt_release(j.row);
    pt_release(numbers);
    return status;
}
