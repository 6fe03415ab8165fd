/* Linear weights that learn, and that answer as a model. */
#include "learn/linear/linear.h"
#include "base/alloc.h"

/* ---- weights ------------------------------------------------------------------------------------- */

static ptron_status make_scratch(struct pt_linear *l, size_t vectors, ptron_error *err)
{
    double *additive = pt_zeroed(vectors, sizeof *additive), *scores = pt_zeroed(vectors, sizeof *scores);

    if (additive == NULL || scores == NULL) {
        pt_release(additive);
        pt_release(scores);
        return pt_fail_memory(err, vectors * sizeof *scores, "a learner");
    }
    pt_release(l->additive);
    pt_release(l->scores);
    l->additive = additive;
    l->scores = scores;
    return PTRON_OK;
}

ptron_status pt_linear_init(struct pt_linear *l, const struct pt_setup *setup, size_t vectors, ptron_error *err)
{
    l->setup = *setup;
    l->scale = 1.0;
    l->setup.start = NULL;   /* borrowed for create only */
    PT_TRY(pt_weights_init_touched(&l->w, vectors, setup->features, setup->pool, err));
    PT_TRY(make_scratch(l, vectors, err));
    if (setup->start == NULL)
        return PTRON_OK;
    pt_weights_set(&l->w, setup->start);
    return pt_weights_copy(&l->start, setup->start, err);
}

void pt_linear_fini(struct pt_linear *l)
{
    pt_weights_fini(&l->w);
    pt_weights_fini(&l->start);
    pt_weights_fini(&l->shown);
    pt_release(l->additive);
    pt_release(l->scores);
}

ptron_status pt_linear_widen(struct pt_linear *l, size_t vectors, uint32_t features, ptron_error *err)
{
    PT_TRY(pt_weights_widen(&l->w, vectors, features, err));
    if (l->start.w != NULL)
        PT_TRY(pt_weights_widen(&l->start, vectors, features, err));
    pt_weights_fini(&l->shown);
    l->setup.features = l->w.features;
    return make_scratch(l, vectors, err);
}

void pt_linear_fold(struct pt_linear *l)
{
    if (l->scale == 1.0)
        return;
    pt_weights_scale(l->setup.ops, &l->w, l->scale);
    l->mass *= l->scale;
    l->scale = 1.0;
}

/* Beyond these ends a product of two such numbers could leave what doubles hold. Where it is folded depends on the
 * weights alone, never on who looks. */
void pt_linear_shrink(struct pt_linear *l, double keep)
{
    l->scale *= keep;
    if (!(l->scale > 1e-100 && l->scale < 1e100))
        pt_linear_fold(l);
}

/* ---- answering ----------------------------------------------------------------------------------- */

/* The weights as they are, scale included. */
static ptron_status show(struct pt_linear *l, const struct pt_weights **w, ptron_error *err)
{
    *w = &l->w;
    if (l->scale == 1.0)
        return PTRON_OK;
    if (l->shown.w == NULL)
        PT_TRY(pt_weights_init(&l->shown, l->w.vectors, l->w.features, err));
    pt_weights_set(&l->shown, &l->w);
    pt_weights_scale(l->setup.ops, &l->shown, l->scale);
    *w = &l->shown;
    return PTRON_OK;
}

ptron_status pt_linear_last(void *self, ptron_model *view, ptron_error *err)
{
    struct pt_linear *l = self;
    const struct pt_weights *w;

    PT_TRY(show(l, &w, err));
    pt_linear_view(&l->setup, w, l->additive, view);
    return PTRON_OK;
}

ptron_status pt_linear_snapshot(const void *self, ptron_model *model, ptron_error *err)
{
    const struct pt_linear *l = self;
    struct pt_weights answer;

    PT_TRY(pt_weights_copy(&answer, &l->w, err));
    if (l->scale != 1.0)
        pt_weights_scale(l->setup.ops, &answer, l->scale);
    return pt_linear_give(&l->setup, &answer, model, err);
}

/* From w0 != 0 it is w - w0 that is a sum of rows. */
struct pt_bracket pt_linear_bracket_of(const struct pt_linear *l, const struct pt_weights *w, double mass)
{
    const double norm2 = l->start.w == NULL ? pt_weights_norm2(l->setup.ops, w) : pt_weights_distance2(w, &l->start);

    return (struct pt_bracket){.norm2 = norm2, .mass = mass};
}

struct pt_made pt_linear_made(const void *self)
{
    const uint64_t updates = ((const struct pt_linear *)self)->updates;

    return (struct pt_made){updates, updates, updates};
}

bool pt_linear_is_spent(const struct pt_linear *l)
{
    return l->setup.max_updates > 0 && l->updates >= l->setup.max_updates;
}

ptron_status pt_linear_bracket(const void *self, struct pt_bracket *last, struct pt_bracket *answered,
                               ptron_error *err)
{
    const struct pt_linear *l = self;

    (void)err;
    *last = *answered = pt_linear_bracket_of(l, &l->w, l->mass);
    return PTRON_OK;
}

ptron_status pt_linear_describe(struct pt_linear *l, const struct pt_row *row, uint32_t rival, ptron_step *out,
                                ptron_error *err)
{
    const double s = l->setup.bias_scale;
    const struct pt_weights *w;

    PT_TRY(show(l, &w, err));
    out->sign = row->label == 1 ? 1 : -1;
    out->n_weights = w->features * w->vectors;
    out->weights = w->w;
    out->bias = w->bias[w->vectors == 1 ? 0 : row->label] * s;
    out->mass = l->mass * l->scale;
    out->updates = l->updates;
    out->vectors = w->vectors;
    out->label = row->label;
    out->rival = rival;
    out->rival_bias = w->vectors > 1 && rival < w->vectors ? w->bias[rival] * s : 0.0;
    return PTRON_OK;
}

/* ---- state --------------------------------------------------------------------------------------- */

void pt_linear_save_start(const struct pt_linear *l, struct pt_buffer *out)
{
    if (l->start.w != NULL)
        pt_weights_save(&l->start, out);
}

ptron_status pt_linear_load_start(struct pt_linear *l, bool there, struct pt_cursor *in, ptron_error *err)
{
    pt_weights_fini(&l->start);
    if (!there)
        return PTRON_OK;
    PT_TRY(pt_weights_init(&l->start, l->w.vectors, l->w.features, err));
    return pt_weights_load(&l->start, in, err);
}

/* ---- models -------------------------------------------------------------------------------------- */

static void fill_model(const struct pt_setup *setup, const struct pt_weights *weights, double *additive,
                       ptron_model *model)
{
    model->kind = PT_MODEL_LINEAR;
    model->n_features = weights->features;
    model->n_vectors = (uint32_t)weights->vectors;
    model->weights = weights->w;
    model->bias = additive;
    model->has_bias = setup->bias_scale != 0.0;
    model->bias_scale = setup->bias_scale;
    for (size_t v = 0; v < weights->vectors; v++)
        additive[v] = setup->bias_scale == 0.0 ? 0.0 : weights->bias[v] * setup->bias_scale;   /* no -0 */
}

void pt_linear_view(const struct pt_setup *setup, const struct pt_weights *weights, double *additive,
                    ptron_model *view)
{
    *view = (ptron_model){0};
    fill_model(setup, weights, additive, view);
}

ptron_status pt_linear_overflow(const struct pt_setup *setup, ptron_error *err)
{
    const struct pt_algorithm *algorithm = pt_algorithm_named(pt_option_text(setup->options, "algorithm"));
    const bool rated = algorithm != NULL && (algorithm->can & PT_TAKES_RATE) != 0;

    return pt_detail(err, PTRON_DETAIL_TOO_LARGE,
                     pt_fail(err, PTRON_DATA, "the product with the weights overflows; scale the data (--scale "
                                              "standard)%s", rated ? " or lower the rate" : ""));
}

ptron_status pt_linear_give(const struct pt_setup *setup, struct pt_weights *weights, ptron_model *model,
                            ptron_error *err)
{
    double *additive = pt_zeroed(weights->vectors, sizeof *additive);
    ptron_status status = PTRON_OK;

    if (additive == NULL)
        status = pt_fail_memory(err, weights->vectors * sizeof *additive, "a model");
    else if (!pt_weights_finite(weights, setup->pool))
        status = pt_linear_overflow(setup, err);
    if (status != PTRON_OK) {
        pt_release(additive);
        pt_weights_fini(weights);
        return status;
    }
    fill_model(setup, weights, additive, model);
    pt_release(weights->bias);   /* the rest now belongs to the model */
    *weights = (struct pt_weights){0};
    return PTRON_OK;
}
