/* The mistake-driven family composed: one loop, three axes, a table of names. */
#include "learn/online.h"
#include "base/alloc.h"

#include <math.h>
#include <string.h>

static void online_destroy(void *self)
{
    struct pt_online *o = self;

    if (o == NULL)
        return;
    pt_weights_fini(&o->w);
    pt_weights_fini(&o->start);
    pt_weights_fini(&o->kept.weights);
    pt_release(o->additive);
    pt_release(o);
}

static ptron_status prepare(struct pt_online *o, ptron_error *err)
{
    const struct pt_setup *s = &o->setup;
    const size_t vectors = o->parts.space->vectors(s->classes);

    PT_TRY(pt_weights_init(&o->w, vectors, s->features, err));
    if (o->parts.keeper->keeps)
        PT_TRY(pt_weights_init(&o->kept.weights, vectors, s->features, err));
    o->additive = pt_zeroed(vectors, sizeof *o->additive);
    if (o->additive == NULL)
        return pt_fail_memory(err, vectors * sizeof *o->additive, "a learner");
    if (s->start != NULL) {
        pt_weights_set(&o->w, s->start);
        PT_TRY(pt_weights_copy(&o->start, s->start, err));
        o->w_norm2 = pt_weights_norm2(s->ops, &o->w);
    }
    o->kept.errors = UINT64_MAX;
    return PTRON_OK;
}

static ptron_status online_create(const struct pt_learner_ops *ops, const struct pt_setup *setup, void **self,
                                  ptron_error *err)
{
    const struct pt_parts *parts = ops->parts;
    struct pt_online *o = *self = NULL;
    ptron_status status;

    if (parts->keeper == &pt_keep_pocket && setup->judge == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "%s looks at all rows again and again; a stream cannot give them",
                       ops->name);
    o = pt_zeroed(1, sizeof *o);
    if (o == NULL)
        return pt_fail_memory(err, sizeof *o, "a learner");
    o->setup = *setup;
    o->parts = *parts;
    o->schedule = pt_schedule_of(setup->options);
    status = prepare(o, err);
    if (status != PTRON_OK) {
        online_destroy(o);
        return status;
    }
    o->setup.start = NULL;   /* borrowed for create only */
    *self = o;
    return PTRON_OK;
}

/* ---- learning ------------------------------------------------------------------------------------ */

static double row_weight(const struct pt_online *o, const struct pt_row *row)
{
    return o->setup.class_weight == NULL ? row->weight : row->weight * o->setup.class_weight[row->label];
}

/* The norm of w moves by the law of cosines: |w + s y x|^2 = |w|^2 + 2 s y w.x + s^2 |x|^2. */
static void move(struct pt_online *o, const struct pt_row *row, uint32_t rival, double step, double product,
                 double norm2)
{
    o->parts.space->add(o, &o->w, row, rival, step);
    o->w_norm2 += 2.0 * step * product + step * step * norm2;
    o->mass += step;
    o->updates++;
}

static void describe(const struct pt_online *o, const struct pt_case *c, double step, ptron_step *out)
{
    out->sign = c->sign;
    out->product = c->product;
    out->step = step;
    out->mistake = c->product <= 0.0;
    out->n_weights = o->w.features;
    out->weights = o->w.w;
    out->bias = o->w.bias[0] * o->setup.bias_scale;
    out->mass = o->mass;
    out->updates = o->updates;
}

static ptron_status overflow(const struct pt_row *row, ptron_error *err)
{
    (void)row;
    return pt_fail(err, PTRON_DATA, "the product with the weights overflows; scale the data (--scale standard) or "
                                    "lower the rate");
}

/* One row; true: weights moved. */
static ptron_status learn_row(struct pt_online *o, const struct pt_row *row, struct pt_observed *seen,
                              ptron_error *err)
{
    uint32_t rival = 0;
    const double s = o->setup.bias_scale;
    const struct pt_case c = {
        .product = o->parts.space->margin(o, row, &rival),
        .norm2 = row->norm2 + s * s,
        .sign = row->label == 1 ? 1 : -1,
        .w_norm2 = o->w_norm2,
        .mass = o->mass,
        .updates = o->updates,
        .param = o->param,
    };
    double step;

    if (!isfinite(c.product))
        return overflow(row, err);
    step = o->parts.rule(&c);
    seen->mistakes += c.product <= 0.0;
    if (step > 0.0) {
        step *= pt_schedule_rate(&o->schedule, o->updates + 1) * row_weight(o, row);
        move(o, row, rival, step, c.product, c.norm2);
        seen->updates++;
        o->parts.keeper->moved(o, row, rival, step);
    } else {
        o->parts.keeper->stayed(o);
    }
    if (seen->step != NULL)
        describe(o, &c, step, seen->step);
    return PTRON_OK;
}

static ptron_status online_observe(void *self, const struct pt_batch *batch, size_t from, struct pt_observed *seen,
                                   ptron_error *err)
{
    struct pt_online *o = self;

    for (size_t i = from; i < batch->n; i++) {
        const struct pt_row row = pt_block_row(batch->block, pt_batch_at(batch, i));
        const uint64_t before = o->updates;

        PT_TRY(learn_row(o, &row, seen, err));
        seen->consumed++;
        if (o->updates != before && o->updates == o->setup.max_updates) {
            seen->request = PT_STOP;
            break;
        }
    }
    return PTRON_OK;
}

static ptron_status online_end_epoch(void *self, ptron_stop *reason, ptron_error *err)
{
    struct pt_online *o = self;

    (void)reason;
    o->parts.keeper->end_epoch(o);
    if (!isfinite(o->w_norm2) || !pt_weights_finite(&o->w))
        return overflow(NULL, err);
    return PTRON_OK;
}

static ptron_status online_widen(void *self, uint32_t features, uint32_t classes, ptron_error *err)
{
    struct pt_online *o = self;
    const size_t vectors = o->parts.space->vectors(classes);

    PT_TRY(pt_weights_widen(&o->w, vectors, features, err));
    if (o->parts.keeper->keeps)
        PT_TRY(pt_weights_widen(&o->kept.weights, vectors, features, err));
    if (o->start.w != NULL)
        PT_TRY(pt_weights_widen(&o->start, vectors, features, err));
    o->setup.features = o->w.features;
    o->setup.classes = classes;
    return PTRON_OK;
}

/* ---- answering ----------------------------------------------------------------------------------- */

void pt_online_view(const struct pt_setup *setup, const struct pt_weights *weights, double *additive,
                    ptron_model *view)
{
    *view = (ptron_model){
        .kind = PT_MODEL_LINEAR,
        .n_features = weights->features,
        .n_vectors = (uint32_t)weights->vectors,
        .weights = weights->w,
        .bias = additive,
        .has_bias = setup->bias_scale != 0.0,
        .bias_scale = setup->bias_scale,
    };
    for (size_t v = 0; v < weights->vectors; v++)
        additive[v] = weights->bias[v] * setup->bias_scale;
}

static void online_last(void *self, ptron_model *view)
{
    struct pt_online *o = self;

    pt_online_view(&o->setup, &o->w, o->additive, view);
}

static ptron_status online_snapshot(const void *self, ptron_model *model, ptron_error *err)
{
    const struct pt_online *o = self;
    struct pt_weights answer;
    double mass, *additive;

    PT_TRY(pt_weights_init(&answer, o->w.vectors, o->w.features, err));
    additive = pt_zeroed(o->w.vectors, sizeof *additive);
    if (additive == NULL) {
        pt_weights_fini(&answer);
        return pt_fail_memory(err, o->w.vectors * sizeof *additive, "a model");
    }
    o->parts.keeper->answer(o, &answer, &mass);
    if (!pt_weights_finite(&answer)) {
        pt_weights_fini(&answer);
        pt_release(additive);
        return overflow(NULL, err);
    }
    pt_online_view(&o->setup, &answer, additive, model);
    pt_release(answer.bias);   /* the rest now belongs to the model */
    return PTRON_OK;
}

/* From w0 != 0 it is w - w0 that is a sum of rows. */
static struct pt_bracket bracket_of(const struct pt_online *o, const struct pt_weights *w, double mass)
{
    const double norm2 = o->start.w == NULL ? pt_weights_norm2(o->setup.ops, w)
                                            : pt_weights_distance2(w, &o->start);

    return (struct pt_bracket){norm2, mass};
}

static ptron_status online_bracket(const void *self, struct pt_bracket *last, struct pt_bracket *answered,
                                   ptron_error *err)
{
    const struct pt_online *o = self;
    struct pt_weights answer;
    double mass = 0.0;

    *last = bracket_of(o, &o->w, o->mass);
    *answered = *last;
    if (!o->parts.keeper->keeps)
        return PTRON_OK;
    PT_TRY(pt_weights_init(&answer, o->w.vectors, o->w.features, err));
    o->parts.keeper->answer(o, &answer, &mass);
    *answered = bracket_of(o, &answer, mass);
    pt_weights_fini(&answer);
    return PTRON_OK;
}

/* ---- state --------------------------------------------------------------------------------------- */

static void online_save_state(const void *self, struct pt_buffer *out)
{
    const struct pt_online *o = self;

    pt_weights_save(&o->w, out);
    pt_buffer_f64(out, o->w_norm2);
    pt_buffer_f64(out, o->mass);
    pt_buffer_u64(out, o->updates);
    pt_buffer_u32(out, o->start.w != NULL);
    if (o->start.w != NULL)
        pt_weights_save(&o->start, out);
    if (!o->parts.keeper->keeps)
        return;
    pt_weights_save(&o->kept.weights, out);
    pt_buffer_f64(out, o->kept.mass);
    pt_buffer_u64(out, o->kept.seen);
    pt_buffer_u64(out, o->kept.run);
    pt_buffer_u64(out, o->kept.best_run);
    pt_buffer_u64(out, o->kept.errors);
    pt_buffer_u32(out, o->kept.looked);
}

static ptron_status load_kept(struct pt_online *o, struct pt_cursor *in, ptron_error *err)
{
    PT_TRY(pt_weights_load(&o->kept.weights, in, err));
    o->kept.mass = pt_cursor_f64(in);
    o->kept.seen = pt_cursor_u64(in);
    o->kept.run = pt_cursor_u64(in);
    o->kept.best_run = pt_cursor_u64(in);
    o->kept.errors = pt_cursor_u64(in);
    o->kept.looked = pt_cursor_u32(in) != 0;
    return PTRON_OK;
}

static ptron_status online_load_state(void *self, struct pt_cursor *in, ptron_error *err)
{
    struct pt_online *o = self;

    PT_TRY(pt_weights_load(&o->w, in, err));
    o->w_norm2 = pt_cursor_f64(in);
    o->mass = pt_cursor_f64(in);
    o->updates = pt_cursor_u64(in);
    pt_weights_fini(&o->start);
    if (pt_cursor_u32(in) != 0) {
        PT_TRY(pt_weights_init(&o->start, o->w.vectors, o->w.features, err));
        PT_TRY(pt_weights_load(&o->start, in, err));
    }
    if (o->parts.keeper->keeps)
        PT_TRY(load_kept(o, in, err));
    if (in->failed || !isfinite(o->mass) || !isfinite(o->kept.mass) || !(o->w_norm2 < INFINITY))
        return pt_fail(err, PTRON_MODEL, "the state is cut short or not finite");
    return PTRON_OK;
}

/* ---- names --------------------------------------------------------------------------------------- */

#define ONLINE(name_, parts_, update_, guarantee_, reference_)                                                  \
    {.name = name_, .update = update_, .guarantee = guarantee_, .reference = reference_, .parts = &(parts_),    \
     .adds_rows = true,                                                                                         \
     .create = online_create, .observe = online_observe, .end_epoch = online_end_epoch, .widen = online_widen,  \
     .snapshot = online_snapshot, .last = online_last, .bracket = online_bracket,                               \
     .save_state = online_save_state, .load_state = online_load_state, .destroy = online_destroy}

static const struct pt_parts perceptron_parts = {pt_rule_mistake, &pt_space_binary, &pt_keep_last};
static const struct pt_parts averaged_parts = {pt_rule_mistake, &pt_space_binary, &pt_keep_average};
static const struct pt_parts pocket_parts = {pt_rule_mistake, &pt_space_binary, &pt_keep_pocket};

const struct pt_learner_ops pt_online_learners[] = {
    ONLINE("perceptron", perceptron_parts, "y w.x <= 0: w += eta y x",
           "at most (R/gamma*)^2 updates from zero, in any order", "Rosenblatt 1958; Novikoff 1962"),
    ONLINE("averaged", averaged_parts, "the perceptron's; answers with the mean of all w",
           "the perceptron's bound on updates", "Freund and Schapire 1999; Collins 2002"),
    ONLINE("pocket", pocket_parts, "the perceptron's; answers with the w of fewest training errors",
           "never worse than any w it looked at", "Gallant 1990"),
};
const size_t pt_n_online_learners = sizeof pt_online_learners / sizeof *pt_online_learners;
