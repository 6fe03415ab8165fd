/* Sums over each slice of rows, then over the slices in order. */
#include "learn/trainer/trainer.h"
#include "base/alloc.h"
#include "math/classes.h"
#include "model/rowset.h"
#include "score/score_rows.h"
#include "sets/share.h"

#include <float.h>
#include <math.h>

static const struct pt_census nothing = {.least = INFINITY, .wild = UINT64_MAX};

struct survey {
    const ptron_model    *model;
    const struct pt_view *view;
    struct pt_census      slices[PT_ROUND_SLICES];   /* each is written by one thread at a time */
    struct pt_census     *sum;
    double               *margins;   /* [rows] by index in memory, when rows do not stand in order; NULL: not known */
};

static void count_row(struct pt_census *c, const struct pt_row *row, double margin)
{
    c->rows++;
    c->errors += !(margin > 0.0);
    c->loss += margin < 0.0 ? row->weight * -margin : 0.0;
    c->hinge += margin < 1.0 ? row->weight * (1.0 - margin) : 0.0;
    c->least = margin < c->least ? margin : c->least;
}

static struct pt_census *slice_of(struct survey *s, uint64_t row)
{
    return &s->slices[row % PT_ROUND_ROWS / PT_SLICE_ROWS];
}

static void count_rows(void *context, uint64_t first, const struct pt_row *rows, size_t n, double *scores)
{
    struct survey *s = context;
    const size_t vectors = s->model->n_vectors;
    const bool has_loss = pt_model_has_log_loss(s->model);
    struct pt_census sum = *slice_of(s, first);

    for (size_t i = 0; i < n; i++) {
        const double margin = pt_margin_of(scores + i * vectors, vectors, rows[i].label, NULL);

        count_row(&sum, &rows[i], margin);
        if (has_loss && rows[i].label < (vectors > 1 ? vectors : 2))
            sum.log_loss += pt_model_log_loss(s->model, scores + i * vectors, rows[i].label);
        if (!isfinite(margin) && first + i < sum.wild)
            sum.wild = first + i;
    }
    *slice_of(s, first) = sum;
}

static void keep_margins(void *context, uint64_t first, const struct pt_row *rows, size_t n, double *scores)
{
    const struct survey *s = context;
    const size_t vectors = s->model->n_vectors;

    for (size_t i = 0; i < n; i++)
        s->margins[first + i] = pt_margin_of(scores + i * vectors, vectors, rows[i].label, NULL);
}

static void count_kept(void *context, uint64_t first, const struct pt_row *rows, size_t n, double *unused)
{
    struct survey *s = context;
    struct pt_census sum = *slice_of(s, first);

    (void)unused;
    for (size_t i = 0; i < n; i++) {
        const double margin = s->margins[pt_view_at(s->view, first + i)];

        count_row(&sum, &rows[i], margin);
        if (!isfinite(margin) && first + i < sum.wild)
            sum.wild = first + i;
    }
    *slice_of(s, first) = sum;
}

static void add_census(struct pt_census *to, const struct pt_census *from)
{
    to->rows += from->rows;
    to->errors += from->errors;
    to->loss += from->loss;
    to->hinge += from->hinge;
    to->log_loss += from->log_loss;
    to->least = fmin(to->least, from->least);
    to->wild = from->wild < to->wild ? from->wild : to->wild;
}

static void add_slices(void *context, uint64_t first, uint64_t to)
{
    struct survey *s = context;

    for (; first < to; first += PT_SLICE_ROWS) {
        add_census(s->sum, slice_of(s, first));
        *slice_of(s, first) = nothing;
    }
}

ptron_status pt_census_take(const ptron_model *model, const struct pt_view *view, pt_pool *pool,
                            struct pt_census *census, ptron_error *err)
{
    *census = nothing;
    return pt_census_go_on(model, view, pool, census, err);
}

ptron_status pt_census_go_on(const ptron_model *model, const struct pt_view *view, pt_pool *pool,
                             struct pt_census *census, ptron_error *err)
{
    struct survey s = {.model = model, .view = view, .sum = census};
    struct pt_scoring scoring = {model, view, pool, count_rows, add_slices, &s, NULL};
    struct pt_view standing = *view;
    ptron_status status = PTRON_OK;

    for (size_t i = 0; i < PT_ROUND_SLICES; i++)
        s.slices[i] = nothing;
    /* Linear scores are quickest worked out where the rows stand; without memory for that, in their order. */
    if (view->own == NULL && view->at != NULL && view->rows == NULL && model->kind == PT_MODEL_LINEAR)
        s.margins = pt_array((size_t)view->n, sizeof *s.margins);
    if (s.margins != NULL) {
        standing.at = NULL;
        status = pt_score_rows(&(struct pt_scoring){model, &standing, pool, keep_margins, NULL, &s, NULL}, err);
        scoring.model = NULL;
        scoring.take = count_kept;
    }
    if (status == PTRON_OK)
        status = pt_score_rows(&scoring, err);
    pt_release(s.margins);
    return status;
}

/* ---- twice the digits -------------------------------------------------------------------------------------
 * A product and a sum as a double and what its rounding left (Ogita, Rump, Oishi 2005). */

struct twice {
    double sum, rest;
    double size;     /* of all terms */
    bool   exact;    /* nothing was left over so far */
};

static void add_twice(struct twice *t, double a, double b)   /* += a b */
{
    const double product = a * b, sum = t->sum + product, part = sum - t->sum;
    const double left = (t->sum - (sum - part)) + (product - part), under = fma(a, b, -product);

    t->rest += left + under;
    t->sum = sum;
    t->size += fabs(product);
    t->exact &= left == 0.0 && under == 0.0;
}

/* The bias comes last: beside large products it would be lost first. */
static struct twice product_of(const ptron_model *model, const struct pt_row *row)
{
    const size_t known = pt_row_known(row, model->n_features);
    struct twice product = {.exact = true};

    for (size_t j = 0; j < known; j++)
        add_twice(&product, model->weights[row->index == NULL ? j : row->index[j]], pt_row_value(row, j));
    add_twice(&product, model->bias[0], 1.0);
    return product;
}

ptron_status pt_census_sharpen(const ptron_model *model, const struct pt_view *view, double *result, ptron_error *err)
{
    double least = INFINITY, lost = 0.0;   /* what the products that drowned in rounding may be, at most */

    for (uint64_t i = 0; i < pt_view_here(view); i++) {
        const struct pt_row row = pt_view_row_here(view, i);
        const struct twice product = product_of(model, &row);
        const double value = product.sum + product.rest, digits = ((double)row.n + 8.0) * DBL_EPSILON;

        if (!product.exact && fabs(value) <= digits * digits * product.size)
            lost = fmax(lost, digits * digits * product.size);
        else
            least = fmin(least, (row.label == 1 ? 1.0 : -1.0) * value);
    }
    PT_TRY(pt_view_least(view, &least, err));
    PT_TRY(pt_view_largest(view, &lost, err));
    *result = lost > 0.0 && least > -lost ? (double)NAN : least + 0.0;
    return PTRON_OK;
}
