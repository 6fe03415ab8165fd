/* How fixed weights do on a list of rows. */
#include "learn/trainer/census.h"
#include "base/alloc.h"
#include "base/size.h"
#include "pack/pack_trust.h"

#include <math.h>

enum { SLICE_ROWS = 4096 };   /* part of the numeric contract; not a tuning knob */

struct slice {
    struct pt_census census;
    ptron_status     status;
};

struct survey {
    const ptron_model      *model;
    const struct pt_polled *polled;
    struct slice *slices;   /* [slices] each worker writes its own */
    double       *scores;   /* [slices][PT_SCORE_ROWS][vectors] */
    double       *products; /* [rows of the set] by place, when rows do not stand in order; NULL: not known */
};

/* Two classes: y times the score. More: own score minus the best other. */
static double product_of(const ptron_model *model, uint32_t label, const double *scores)
{
    double rival = -INFINITY;

    if (model->n_vectors == 1)
        return label == 1 ? scores[0] : -scores[0];
    for (uint32_t v = 0; v < model->n_vectors; v++)
        if (v != label && scores[v] > rival)
            rival = scores[v];
    return scores[label] - rival;
}

static struct pt_row polled_row(const struct pt_polled *p, uint64_t i)
{
    return pt_row_seen(pt_dataset_row(p->set, p->rows == NULL ? i : p->rows[i]), p->class_weight, p->positive);
}

static void count_row(struct pt_census *c, const struct pt_row *row, double product)
{
    c->rows++;
    c->errors += !(product > 0.0);
    c->loss += product < 0.0 ? -product : 0.0;
    c->hinge += product < 1.0 ? row->weight * (1.0 - product) : 0.0;
    c->least = product < c->least ? product : c->least;
}

/* Products of a linear model where the rows stand; they are summed up in the order of the source. */
static void score_slice(void *context, size_t slice)
{
    const struct survey *s = context;
    const struct pt_polled *p = s->polled;
    double *scores = s->scores + slice * PT_SCORE_ROWS * s->model->n_vectors;
    const uint64_t from = (uint64_t)slice * SLICE_ROWS;
    const uint64_t to = from + pt_min(SLICE_ROWS, (size_t)(p->n - from));

    for (uint64_t place = from; place < to; place++) {
        const struct pt_row row = pt_row_seen(pt_dataset_row_at(p->set, place), p->class_weight, p->positive);
        if (pt_model_score_rows(s->model, &row, 1, scores, NULL) == PTRON_OK)   /* a linear one cannot fail */
            s->products[place] = product_of(s->model, row.label, scores);
    }
}

static void count_products(const struct survey *s, struct pt_census *census, uint64_t from, uint64_t to)
{
    for (uint64_t i = from; i < to; i++) {
        const struct pt_row row = polled_row(s->polled, i);
        count_row(census, &row, s->products[pt_dataset_place(s->polled->set, i)]);
    }
}

static void survey_slice(void *context, size_t slice)
{
    const struct survey *s = context;
    struct slice *own = &s->slices[slice];
    const size_t vectors = s->model->n_vectors;
    double *scores = s->scores + slice * PT_SCORE_ROWS * vectors;
    struct pt_row rows[PT_SCORE_ROWS];
    const uint64_t from = (uint64_t)slice * SLICE_ROWS;
    const uint64_t to = from + pt_min(SLICE_ROWS, (size_t)(s->polled->n - from));

    *own = (struct slice){.census = {.least = INFINITY}};
    if (s->products != NULL) {
        count_products(s, &own->census, from, to);
        return;
    }
    for (uint64_t at = from; at < to && own->status == PTRON_OK; at += PT_SCORE_ROWS) {
        const size_t n = pt_min(PT_SCORE_ROWS, (size_t)(to - at));
        for (size_t i = 0; i < n; i++)
            rows[i] = polled_row(s->polled, at + i);
        own->status = pt_model_score_rows(s->model, rows, n, scores, NULL);
        for (size_t i = 0; own->status == PTRON_OK && i < n; i++)
            count_row(&own->census, &rows[i], product_of(s->model, rows[i].label, scores + i * vectors));
    }
}

static ptron_status add_up(const struct survey *s, size_t slices, struct pt_census *census, ptron_error *err)
{
    *census = (struct pt_census){.least = INFINITY};
    for (size_t i = 0; i < slices; i++) {
        const struct pt_census *c = &s->slices[i].census;
        if (s->slices[i].status != PTRON_OK)
            return pt_fail(err, s->slices[i].status, "no memory to evaluate the model");
        census->rows += c->rows;
        census->errors += c->errors;
        census->loss += c->loss;
        census->hinge += c->hinge;
        census->least = fmin(census->least, c->least);
    }
    return PTRON_OK;
}

ptron_status pt_census_take(const ptron_model *model, const struct pt_polled *polled, pt_pool *pool,
                            struct pt_census *census, ptron_error *err)
{
    const size_t slices = (size_t)((polled->n + SLICE_ROWS - 1) / SLICE_ROWS);
    struct survey s = {.model = model, .polled = polled};
    ptron_status status;

    PT_TRY(pt_dataset_trust_all(polled->set, pool, err));
    PT_TRY(pt_model_score_rows(model, NULL, 0, NULL, err));
    s.slices = pt_array(slices, sizeof *s.slices);
    s.scores = pt_array(slices, PT_SCORE_ROWS * model->n_vectors * sizeof *s.scores);
    if (s.slices == NULL || s.scores == NULL) {
        status = pt_fail_memory(err, slices * PT_SCORE_ROWS * model->n_vectors * sizeof *s.scores, "an evaluation");
    } else {
        if (polled->set->at != NULL && polled->rows == NULL && model->kind == PT_MODEL_LINEAR)
            s.products = pt_array((size_t)polled->n, sizeof *s.products);   /* without memory for it: slower */
        if (s.products != NULL)
            pt_pool_run(pool, slices, score_slice, &s);
        pt_pool_run(pool, slices, survey_slice, &s);
        status = add_up(&s, slices, census, err);
    }
    pt_release(s.slices);
    pt_release(s.scores);
    pt_release(s.products);
    return status;
}
