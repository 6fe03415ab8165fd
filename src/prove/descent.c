/* Dual coordinate descent with rows put aside while they are far from the margin. */
#include "prove/descent.h"
#include "base/alloc.h"
#include "base/random.h"

#include <math.h>
#include <string.h>

enum { EPOCHS_BETWEEN_LOOKS = 8 };

struct state {
    struct pt_descent *d;
    uint32_t *active;    /* [n_active] rows visited */
    size_t    n_active;
    double   *product;   /* [rows] */
    double    aside;     /* products above this, at alpha 0, are put aside */
    double    worst;     /* largest violation in this epoch */
    double    work;
    pt_random random;
};

/* w += by a_i. The last entry of w carries the constant twice, so that a product with rows, whose constant is 1,
 * comes out right. */
static void add(struct pt_descent *d, size_t i, double by)
{
    pt_rows_add(d->rows, i, by, d->w);
    if (d->rows->bias)
        d->w[d->rows->view.features] += pt_rows_sign(d->rows, i) * by * (d->constant * d->constant - 1);
}

/* One row: alpha moves to where its product is 1. True: it stays among the active. */
static bool visit(struct state *s, size_t i)
{
    struct pt_descent *d = s->d;
    const double slope = pt_rows_dot(d->rows, i, d->w) - 1;
    const double norm2 = pt_rows_row(d->rows, i).norm2 + (d->rows->bias ? d->constant * d->constant : 0);
    const double alpha = fmax(0, d->alpha[i] - slope / norm2);

    s->work += 2.0 * (double)pt_rows_row(d->rows, i).n;
    if (d->alpha[i] == 0 && slope > s->aside)
        return false;
    s->worst = fmax(s->worst, d->alpha[i] == 0 ? -slope : fabs(slope));
    if (alpha != d->alpha[i]) {
        add(d, i, alpha - d->alpha[i]);
        d->alpha[i] = alpha;
    }
    return true;
}

static void one_epoch(struct state *s)
{
    size_t kept = 0;

    s->worst = 0;
    pt_random_shuffle(&s->random, s->active, s->n_active);
    for (size_t k = 0; k < s->n_active; k++)
        if (visit(s, s->active[k]))
            s->active[kept++] = s->active[k];
    s->n_active = kept;
    s->aside = fmax(s->worst, 1e-3);
}

/* The bracket, and every row back among the active. */
static void find_bracket(struct state *s)
{
    struct pt_descent *d = s->d;
    double mass = 0, least = INFINITY;

    for (uint32_t j = 0; j < d->rows->width; j++)
        d->w[j] = 0;
    for (size_t i = 0; i < d->rows->view.n; i++) {
        if (d->alpha[i] > 0)
            add(d, i, d->alpha[i]);
        mass += d->alpha[i];
    }
    const double bias = d->rows->bias ? d->w[d->rows->view.features] / d->constant : 0;
    const double norm = sqrt(d->rows->ops->norm2(d->w, d->rows->view.features) + bias * bias);
    pt_rows_products(d->rows, NULL, d->rows->view.n, d->w, s->product);
    for (size_t i = 0; i < d->rows->view.n; i++) {
        least = fmin(least, s->product[i]);
        s->active[i] = (uint32_t)i;
    }
    s->n_active = d->rows->view.n;
    s->aside = INFINITY;
    d->lower = norm > 0 ? least / norm : -INFINITY;
    d->upper = mass > 0 ? norm / mass : INFINITY;
    if (mass > 0 && d->lower >= d->best_lower) {
        d->best_lower = d->lower;
        memcpy(d->best, d->alpha, d->rows->view.n * sizeof *d->best);
    }
}

ptron_status pt_descent_init(struct pt_descent *d, const struct pt_rows *rows, ptron_error *err)
{
    *d = (struct pt_descent){.rows = rows, .constant = 1, .lower = -INFINITY, .upper = INFINITY};
    d->alpha = pt_zeroed(rows->view.n, sizeof *d->alpha);
    d->best = pt_zeroed(rows->view.n, sizeof *d->best);
    d->w = pt_zeroed((size_t)rows->width + 1, sizeof *d->w);
    if (d->alpha == NULL || d->best == NULL || d->w == NULL)
        return pt_fail_memory(err, (rows->view.n + rows->width) * sizeof *d->alpha, "dual coordinate descent");
    return PTRON_OK;
}

ptron_status pt_descent_run(struct pt_descent *d, double constant, double gap, double work, struct pt_watch *watch,
                            ptron_error *err)
{
    struct state s = {.d = d, .random = pt_random_of(1, 0)};

    s.active = pt_array(d->rows->view.n, sizeof *s.active);
    s.product = pt_array(d->rows->view.n, sizeof *s.product);
    d->constant = constant;
    d->best_lower = -INFINITY;
    if (s.active == NULL || s.product == NULL) {
        pt_release(s.active);
        pt_release(s.product);
        return pt_fail_memory(err, d->rows->view.n * 2 * sizeof *s.product, "dual coordinate descent");
    }
    find_bracket(&s);
    while (!(d->lower >= (1 - gap) * d->upper) && s.work < work && pt_watch_go_on(watch)) {
        for (int k = 0; k < EPOCHS_BETWEEN_LOOKS; k++)
            one_epoch(&s);
        find_bracket(&s);
        watch->lower = d->lower;
        watch->upper = d->upper;
    }
    pt_release(s.active);
    pt_release(s.product);
    return PTRON_OK;
}

void pt_descent_fini(struct pt_descent *d)
{
    pt_release(d->alpha);
    pt_release(d->best);
    pt_release(d->w);
    *d = (struct pt_descent){0};
}
