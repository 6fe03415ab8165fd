/* Products for `explain`, all of them scores: of a linear model made of one vector, for rows made of the other. */
#include "cmd/explain.h"
#include "diag.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

ptron_status explain_scorer(const double *w, size_t n, ptron_model **out, ptron_error *err)
{
    static const char *const classes[] = {"-", "+"};

    return ptron_model_new_linear(classes, 2, n, w, NULL, NULL, out, err);
}

static ptron_status score(const double *w, const double *row, size_t n, double *out, ptron_error *err)
{
    const ptron_rows one = {.size = sizeof one, .n_rows = 1, .n_features = n, .kind = PTRON_F64, .values = row};
    ptron_model *model = NULL;
    ptron_status status = explain_scorer(w, n, &model, err);

    if (status == PTRON_OK)
        status = ptron_predict_rows(model, &one, 0.0, out, NULL, NULL, err);
    ptron_model_free(model);
    return status == PTRON_NOMEM ? status : PTRON_OK;   /* numbers too large or small: there is none to tell */
}

/* w* of the proof beside a model of so many features: all vectors one after another, then their biases. */
static bool copy_star(const struct explanation *e, const ptron_model_facts *model, double *star)
{
    const size_t features = (size_t)model->features, vectors = (size_t)model->vectors;

    for (size_t v = 0; v < vectors; v++) {
        double *bias = &star[vectors * features + v];
        const double *one = vectors == 1 ? ptron_certificate_weights(e->certificate, bias)
                                         : ptron_certificate_class_weights(e->certificate, v, bias);
        if (one == NULL || e->proof.features > features)
            return false;
        memcpy(&star[v * features], one, (size_t)e->proof.features * sizeof *star);
    }
    return true;
}

static double rate_of(const ptron_model *model)
{
    const char *name, *value;
    double rate = 1.0;

    for (size_t i = 0; ptron_model_parameter(model, i, &name, &value); i++)
        if (strcmp(name, "rate") == 0)
            rate = strtod(value, NULL);
    return rate;
}

static const double least_square = 1e-280;   /* sums of smaller squares are lost */

static ptron_status measure(struct explanation *e, const ptron_model_facts *model, double *w, double *star,
                            ptron_error *err)
{
    const size_t all = (size_t)(model->features * model->vectors), n = all + (size_t)model->vectors;
    const double rate = rate_of(e->model);

    if (!copy_star(e, model, star) || ptron_model_copy_weights(e->model, w, all, w + all, NULL) != PTRON_OK)
        return PTRON_OK;
    e->product = e->norm2 = NAN;
    TRY(score(star, w, n, &e->product, err));
    TRY(score(w, w, n, &e->norm2, err));
    e->has_star = e->norm2 >= least_square;
    e->product /= rate;
    e->norm2 = e->norm2 / rate / rate;
    e->has_star &= e->norm2 > 0.0 && isfinite(e->norm2) && isfinite(e->product);
    return PTRON_OK;
}

ptron_status explain_measure(struct explanation *e, ptron_error *err)
{
    PTRON_SIZED(ptron_model_facts, model);
    double *w, *star;
    ptron_status status;

    if (e->model == NULL || e->certificate == NULL)
        return PTRON_OK;
    ptron_model_describe(e->model, &model);
    const size_t n = (size_t)((model.features + 1) * model.vectors);
    if (model.vectors != (e->proof.classes > 2 ? e->proof.classes : 1))
        return PTRON_OK;
    w = calloc(n, sizeof *w);
    star = calloc(n, sizeof *star);
    if (w == NULL || star == NULL)
        status = diag_fail(err, PTRON_NOMEM, "no memory for weights");
    else
        status = measure(e, &model, w, star, err);
    free(w);
    free(star);
    return status;
}
