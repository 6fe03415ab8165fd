/* Two more spaces to see rows in.
 *
 * The unit ball of the theorem: every row with the bias's constant, times its sign, over R. Across is how far it
 * reaches along w, up how far it is off that axis: there the margin is a straight line, and 1 over its square the
 * bound.
 *
 * The feature space of a kernel: across the distance from the boundary, which is flat there, up the direction at right
 * angles to w in which the rows spread most. Both come from the kernel's values alone: with g = <w, phi(x)> the rows
 * less their part along w have the products k(x, z) - g(x) g(z) / |w|^2. */
#include "base/alloc.h"
#include "model/dual.h"
#include "record/record_plane.h"

#include <math.h>

/* ---- the ball --------------------------------------------------------------------------------------- */

static double squared_length(const struct pt_judged *v, uint64_t row)
{
    const double constant = v->model->has_bias ? v->model->bias_scale : 0.0;

    return pt_dataset_row(v->set, row).norm2 + constant * constant;
}

static void record_ball(const struct pt_judged *v, const struct pt_plane *p)
{
    double radius2 = 0.0;

    for (uint64_t i = 0; i < v->n_rows; i++)
        radius2 = fmax(radius2, squared_length(v, pt_judged_row(v, i)));
    if (!(radius2 > 0.0) || !isfinite(radius2) || !(v->length > 0.0))
        return;
    for (size_t i = 0; i < p->n_rows; i++) {
        const double along = pt_judged_margin(v, p->rows[i]) / sqrt(radius2);
        const double off = sqrt(fmax(0.0, squared_length(v, p->rows[i]) / radius2 - along * along));
        const uint32_t label = pt_dataset_row(v->set, p->rows[i]).label;
        if (isfinite(along))
            PT_ADD_ROW(v->run->record, ball, .x = along, .y = label == 1 ? off : -off, .class = label);
    }
    if (v->n_nearest > 0)
        pt_record_set_number(v->run->record, PT_NUMBER_ball_margin,
                             pt_judged_margin(v, v->nearest[0]) / sqrt(radius2));
}

/* ---- the feature space ------------------------------------------------------------------------------ */

struct spread {                  /* of the rows drawn, at right angles to w */
    size_t  n;
    double *products;            /* [n][n] */
    double *axis, *next;         /* [n] */
};

static void fini_spread(struct spread *s)
{
    pt_release(s->products);
    pt_release(s->axis);
    pt_release(s->next);
}

static void take_mean_out(double *x, size_t n)
{
    double mean = 0.0;

    for (size_t i = 0; i < n; i++)
        mean += x[i] / (double)n;
    for (size_t i = 0; i < n; i++)
        x[i] -= mean;
}

/* Of rows as the set has them, with values of any kind. */
static double product_of(const struct pt_row *a, const struct pt_row *b)
{
    double sum = 0.0;

    for (size_t i = 0, j = 0; i < a->n && j < b->n;) {
        const size_t f = a->index == NULL ? i : a->index[i], g = b->index == NULL ? j : b->index[j];
        if (f == g)
            sum += pt_row_value(a, i) * pt_row_value(b, j);
        i += f <= g;
        j += g <= f;
    }
    return sum;
}

/* along: [n] <w, phi(x)> of the rows; the kernel is taken without the bias's constant. */
static void fill_products(const struct pt_judged *v, const struct pt_plane *p, const double *along, double norm2,
                          struct spread *s)
{
    const struct pt_kernel *kernel = &v->model->dual->kernel;

    for (size_t i = 0; i < s->n; i++)
        for (size_t j = 0; j <= i; j++) {
            const struct pt_row a = pt_dataset_row(v->set, p->rows[i]), b = pt_dataset_row(v->set, p->rows[j]);
            double value = product_of(&a, &b);
            pt_kernel_apply(kernel, a.norm2, &b.norm2, 1, &value);
            value -= kernel->constant + along[i] * along[j] / norm2;
            s->products[i * s->n + j] = s->products[j * s->n + i] = value;
        }
}

/* Leaves in `axis` where the rows are along the direction of their widest spread: power iteration. */
static void find_widest(struct spread *s)
{
    double length = 0.0;

    for (size_t i = 0; i < s->n; i++)
        s->axis[i] = (double)(i % 7) - 3.0;
    for (int turn = 0; turn < 60; turn++) {
        take_mean_out(s->axis, s->n);
        length = 0.0;
        for (size_t i = 0; i < s->n; i++) {
            s->next[i] = 0.0;
            for (size_t j = 0; j < s->n; j++)
                s->next[i] += s->products[i * s->n + j] * s->axis[j];
        }
        take_mean_out(s->next, s->n);
        for (size_t i = 0; i < s->n; i++)
            length += s->next[i] * s->next[i];
        length = sqrt(length);
        for (size_t i = 0; i < s->n && length > 0.0; i++)
            s->axis[i] = s->next[i] / length;
    }
    for (size_t i = 0; i < s->n; i++)   /* length: the largest eigenvalue of the products */
        s->axis[i] *= sqrt(length);
}

static ptron_status record_feature_space(const struct pt_judged *v, const struct pt_plane *p, ptron_error *err)
{
    const struct pt_dual *dual = v->model->dual;
    struct spread s = {.n = p->n_rows};
    double bias = 0.0, norm2, *along;
    bool good;

    for (size_t i = 0; i < dual->rows.n; i++)
        bias += dual->kernel.constant * dual->coef[i];
    norm2 = dual->norm2 - (dual->kernel.constant > 0.0 ? bias * bias / dual->kernel.constant : 0.0);
    if (!(norm2 > 1e-12 * dual->norm2) || !isfinite(norm2))
        return PTRON_OK;   /* not known, or nothing but the bias */
    along = pt_array(s.n, sizeof *along);
    s.products = pt_array(s.n * s.n, sizeof *s.products);
    s.axis = pt_array(s.n, sizeof *s.axis);
    s.next = pt_array(s.n, sizeof *s.next);
    good = along != NULL && s.products != NULL && s.axis != NULL && s.next != NULL;
    if (good) {
        for (size_t i = 0; i < s.n; i++)
            along[i] = v->scores[p->rows[i]] - bias;
        fill_products(v, p, along, norm2, &s);
        find_widest(&s);
        for (size_t i = 0; i < s.n; i++)
            PT_ADD_ROW(v->run->record, feature_space, .x = (along[i] + bias) / sqrt(norm2), .y = s.axis[i],
                       .class = pt_dataset_row(v->set, p->rows[i]).label);
    }
    pt_release(along);
    fini_spread(&s);
    return good ? PTRON_OK : pt_fail_memory(err, p->n_rows * p->n_rows * sizeof *s.products, "the kernel's values");
}

ptron_status pt_record_spaces(const struct pt_judged *v, const struct pt_plane *p, ptron_error *err)
{
    if (v->linear && v->model != NULL)
        record_ball(v, p);
    if (v->model != NULL && v->model->kind == PT_MODEL_DUAL && v->vectors == 1)
        return record_feature_space(v, p, err);
    return PTRON_OK;
}
