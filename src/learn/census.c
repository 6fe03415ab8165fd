/* How fixed weights do on a list of rows. */
#include "learn/census.h"
#include "base/alloc.h"
#include "base/size.h"

#include <math.h>

enum { SLICE_ROWS = 4096 };   /* part of the numeric contract; not a tuning knob */

struct survey {
    const ptron_model      *model;
    const struct pt_polled *polled;
    struct pt_census *slices;   /* [slices] each worker writes its own */
    double           *scores;   /* [slices][vectors] */
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

static void survey_slice(void *context, size_t slice)
{
    const struct survey *s = context;
    struct pt_census *c = &s->slices[slice];
    double *scores = s->scores + slice * s->model->n_vectors;
    const uint64_t from = (uint64_t)slice * SLICE_ROWS;
    const uint64_t to = from + pt_min(SLICE_ROWS, (size_t)(s->polled->n - from));

    *c = (struct pt_census){.least = INFINITY};
    for (uint64_t i = from; i < to; i++) {
        const struct pt_row row = polled_row(s->polled, i);
        double product;

        pt_model_score(s->model, &row, scores);
        product = product_of(s->model, row.label, scores);
        c->rows++;
        c->errors += !(product > 0.0);
        c->loss += product < 0.0 ? -product : 0.0;
        c->hinge += product < 1.0 ? row.weight * (1.0 - product) : 0.0;
        c->least = product < c->least ? product : c->least;
    }
}

ptron_status pt_census_take(const ptron_model *model, const struct pt_polled *polled, pt_pool *pool,
                            struct pt_census *census, ptron_error *err)
{
    const size_t slices = (size_t)((polled->n + SLICE_ROWS - 1) / SLICE_ROWS);
    struct survey s = {.model = model, .polled = polled, .slices = pt_array(slices, sizeof *s.slices)};

    s.scores = pt_array(slices, model->n_vectors * sizeof *s.scores);
    if (s.slices == NULL || s.scores == NULL) {
        pt_release(s.slices);
        pt_release(s.scores);
        return pt_fail_memory(err, slices * sizeof *s.slices, "an evaluation");
    }
    pt_pool_run(pool, slices, survey_slice, &s);
    *census = (struct pt_census){.least = INFINITY};
    for (size_t i = 0; i < slices; i++) {
        census->rows += s.slices[i].rows;
        census->errors += s.slices[i].errors;
        census->loss += s.slices[i].loss;
        census->hinge += s.slices[i].hinge;
        census->least = fmin(census->least, s.slices[i].least);
    }
    pt_release(s.slices);
    pt_release(s.scores);
    return PTRON_OK;
}
