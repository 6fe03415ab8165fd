/* What training leaves behind: numbers, a model, and the state that a resume needs. */
#include "base/alloc.h"
#include "learn/trainer.h"
#include "model/answer.h"

#include <math.h>
#include <string.h>

/* ---- numbers ------------------------------------------------------------------------------------- */

static double radius_of(const ptron_trainer *t)
{
    return sqrt(t->max_norm2 + t->setup.bias_scale * t->setup.bias_scale);
}

/* norm(w)/mass for the last weights and for those answered: both bound the best margin; the lesser counts. */
static ptron_status upper_bound(const ptron_trainer *t, double *upper, ptron_error *err)
{
    struct pt_bracket last = {0}, answered = {0};

    *upper = NAN;
    PT_TRY(t->ops->bracket(t->learner, &last, &answered, err));
    if (last.mass > 0.0)
        *upper = sqrt(last.norm2) / last.mass;
    if (answered.mass > 0.0)
        *upper = fmin(*upper, sqrt(answered.norm2) / answered.mass);
    return PTRON_OK;
}

/* The norm of a linear model's weights, the coefficient of the constant feature included. */
static double model_norm(const ptron_trainer *t, const ptron_model *model)
{
    double norm2 = t->setup.ops->norm2(model->weights, (size_t)model->n_vectors * model->n_features);

    for (uint32_t v = 0; model->has_bias && v < model->n_vectors; v++)
        norm2 += (model->bias[v] / model->bias_scale) * (model->bias[v] / model->bias_scale);
    return sqrt(norm2);
}

static ptron_status judge_answer(ptron_trainer *t, const ptron_model *model, ptron_result *r, ptron_error *err)
{
    struct pt_census census;
    double norm;

    if (t->order.n > 0) {   /* in a stream the rows are gone */
        PT_TRY(pt_census_take(model, t->set, t->trained, t->n_trained, t->pool, &census, err));
        norm = model_norm(t, model);
        r->train_errors = census.errors;
        r->train_error = (double)census.errors / (double)census.rows;
        r->margin_lower = norm > 0.0 ? census.least / norm : 0.0;
    }
    if (t->held != NULL || t->validation != NULL) {
        PT_TRY(pt_trainer_holdout(t, model, &census, err));
        r->holdout_rows = census.rows;
        r->holdout_error = (double)census.errors / (double)census.rows;
        r->best_epoch = t->counts.best_epoch;
    }
    return PTRON_OK;
}

static void bound_updates(ptron_result *r)
{
    const double low = r->radius / r->margin_upper, high = r->radius / r->margin_lower;

    r->k_max_lower = isnan(r->margin_upper) ? NAN : low * low;
    r->k_max_upper = isnan(r->margin_lower) ? NAN : r->margin_lower > 0.0 ? high * high : INFINITY;
}

static ptron_status fill_result(ptron_trainer *t, const ptron_model *answer, ptron_result *r, ptron_error *err)
{
    const struct pt_counts *c = &t->counts;

    *r = (ptron_result){
        .size = sizeof *r,
        .reason = t->reason,
        .algorithm = t->ops->name,
        .rows = t->order.n > 0 ? t->n_trained : c->seen,
        .features = t->setup.features,
        .classes = t->setup.classes,
        .epochs = c->epochs,
        .row = c->row,
        .updates = c->updates,
        .mistakes = c->mistakes,
        .last_epoch_mistakes = c->last_mistakes,
        .seed = t->setup.seed,
        .radius = radius_of(t),
        .margin_lower = NAN,
        .train_errors = UINT64_MAX,
        .train_error = NAN,
        .progressive_error = c->seen == 0 ? NAN : (double)c->mistakes / (double)c->seen,
        .holdout_error = NAN,
        .step_norm = NAN,
        .risk = NAN,
        .seconds = t->seconds,
    };
    PT_TRY(upper_bound(t, &r->margin_upper, err));
    PT_TRY(judge_answer(t, answer, r, err));
    bound_updates(r);
    return PTRON_OK;
}

/* ---- the model ----------------------------------------------------------------------------------- */

static ptron_status copy_parameters(const ptron_trainer *t, ptron_model *model, ptron_error *err)
{
    const struct pt_param *param;
    const char *value;
    size_t n = 0;

    while (pt_options_setting(t->options, n, &param, &value))
        n++;
    model->parameters = pt_zeroed(n, sizeof *model->parameters);
    for (size_t i = 0; model->parameters != NULL && pt_options_setting(t->options, i, &param, &value); i++) {
        struct pt_parameter *p = &model->parameters[model->n_parameters];
        if (pt_param_is_manner(param->name))
            continue;
        model->n_parameters++;
        p->name = pt_copy_text(param->name, strlen(param->name));
        p->value = pt_copy_text(value, strlen(value));
        if (p->name == NULL || p->value == NULL)
            return pt_fail_memory(err, n, "the parameters");
    }
    return model->parameters == NULL ? pt_fail_memory(err, n, "the parameters") : PTRON_OK;
}

static ptron_status copy_texts(const ptron_trainer *t, ptron_model *model, ptron_error *err)
{
    model->algorithm = pt_copy_text(t->ops->name, strlen(t->ops->name));
    model->version = pt_copy_text(ptron_version(), strlen(ptron_version()));
    if (model->algorithm == NULL || model->version == NULL)
        return pt_fail_memory(err, 64, "a model");
    return copy_parameters(t, model, err);
}

/* The best weights of the hold-out epochs, or the learner's answer. */
static ptron_status fill_answer(const ptron_trainer *t, ptron_model *model, ptron_error *err)
{
    const ptron_model *best = t->best;

    if (best == NULL)
        return t->ops->snapshot(t->learner, model, err);
    return pt_model_copy_answer(best, model, err);
}

static void save_counts(const struct pt_counts *c, struct pt_buffer *out)
{
    const uint64_t values[] = {c->epochs, c->row, c->updates, c->mistakes, c->seen, c->epoch_updates,
                               c->epoch_mistakes, c->last_mistakes, c->best_epoch, c->best_errors};

    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        pt_buffer_u64(out, values[i]);
}

static void load_counts(struct pt_counts *c, struct pt_cursor *in)
{
    uint64_t *const fields[] = {&c->epochs, &c->row, &c->updates, &c->mistakes, &c->seen, &c->epoch_updates,
                                &c->epoch_mistakes, &c->last_mistakes, &c->best_epoch, &c->best_errors};

    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        *fields[i] = pt_cursor_u64(in);
}

static ptron_status save_state(const ptron_trainer *t, ptron_model *model, ptron_error *err)
{
    struct pt_buffer state;

    if (!pt_option_flag(t->options, "state"))
        return PTRON_OK;
    pt_buffer_init(&state);
    save_counts(&t->counts, &state);
    pt_buffer_f64(&state, t->max_norm2);
    pt_buffer_u32(&state, t->best != NULL);
    if (t->best != NULL)
        pt_model_save_answer(t->best, &state);
    pt_cycle_save(&t->cycle, &state);
    t->ops->save_state(t->learner, &state);
    if (state.failed) {
        pt_buffer_fini(&state);
        return pt_fail_memory(err, state.length, "the learner's state");
    }
    model->state = state.bytes;   /* the model's from here on */
    model->state_length = state.length;
    return PTRON_OK;
}

static ptron_status fill_model(ptron_trainer *t, ptron_model *model, ptron_error *err)
{
    PT_TRY(fill_answer(t, model, err));
    PT_TRY(pt_recipe_copy(&model->recipe, t->set->shared, err));
    PT_TRY(copy_texts(t, model, err));
    PT_TRY(fill_result(t, model, &model->training, err));
    model->training.algorithm = model->algorithm;
    model->training.seconds = NAN;
    model->fingerprint = t->order.n > 0 ? pt_dataset_fingerprint(t->set) : 0;
    return save_state(t, model, err);
}

static ptron_status check_ready(const ptron_trainer *t, ptron_error *err)
{
    if (t == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a trainer is needed");
    return t->learner == NULL ? pt_fail(err, PTRON_DATA, "there are no rows to learn from") : PTRON_OK;
}

ptron_status ptron_trainer_snapshot(ptron_trainer *trainer, ptron_model **out, ptron_error *err)
{
    ptron_model *model = *out = NULL;
    ptron_status status;

    PT_TRY(check_ready(trainer, err));
    model = pt_zeroed(1, sizeof *model);
    if (model == NULL)
        return pt_fail_memory(err, sizeof *model, "a model");
    status = fill_model(trainer, model, err);
    if (status != PTRON_OK) {
        ptron_model_free(model);
        return status;
    }
    *out = model;
    return PTRON_OK;
}

ptron_status ptron_trainer_result(ptron_trainer *trainer, ptron_result *result, ptron_error *err)
{
    ptron_model *model;
    ptron_result full;
    ptron_status status;

    PT_TRY(check_ready(trainer, err));
    model = pt_zeroed(1, sizeof *model);
    if (model == NULL)
        return pt_fail_memory(err, sizeof *model, "a model");
    status = fill_answer(trainer, model, err);
    if (status == PTRON_OK)
        status = fill_result(trainer, model, &full, err);
    ptron_model_free(model);
    if (status != PTRON_OK)
        return status;
    full.size = result->size < sizeof full ? result->size : sizeof full;
    memcpy(result, &full, full.size);
    return PTRON_OK;
}

/* ---- resume -------------------------------------------------------------------------------------- */

static ptron_status check_same(const ptron_trainer *t, const ptron_model *model, ptron_error *err)
{
    if (model->state == NULL)
        return pt_fail(err, PTRON_MODEL, "the model holds no state to resume from (it was trained with --no-state)");
    if (strcmp(model->algorithm, t->ops->name) != 0)
        return pt_fail(err, PTRON_ARGUMENT, "the model was trained by '%.40s', not by '%s'", model->algorithm,
                       t->ops->name);
    if (t->order.n > 0 && model->fingerprint != pt_dataset_fingerprint(t->set))
        return pt_fail(err, PTRON_DATA, "the rows are not those the model was trained on; "
                                        "--start MODEL begins anew from its weights");
    return PTRON_OK;
}

static ptron_status load_best(ptron_trainer *t, struct pt_cursor *in, ptron_error *err)
{
    if (pt_cursor_u32(in) == 0)
        return PTRON_OK;
    t->best = pt_zeroed(1, sizeof *t->best);
    if (t->best == NULL)
        return pt_fail_memory(err, sizeof *t->best, "a model");
    return pt_model_load_answer(t->best, in, err);
}

ptron_status ptron_trainer_resume(ptron_trainer *trainer, const ptron_model *model, ptron_error *err)
{
    struct pt_cursor in;
    ptron_model shape;

    if (trainer == NULL || model == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a trainer and a model are needed");
    PT_TRY(check_same(trainer, model, err));
    in = (struct pt_cursor){model->state, (const unsigned char *)model->state + model->state_length, false};
    load_counts(&trainer->counts, &in);
    trainer->max_norm2 = pt_cursor_f64(&in);
    PT_TRY(load_best(trainer, &in, err));
    trainer->ops->last(trainer->learner, &shape);
    PT_TRY(pt_cycle_load(&trainer->cycle, &shape, &in, err));
    PT_TRY(trainer->ops->load_state(trainer->learner, &in, err));
    if (in.failed || pt_cursor_left(&in) != 0 || trainer->counts.row > trainer->order.n)
        return pt_fail(err, PTRON_MODEL, "the state does not fit the data");
    trainer->reason = model->training.reason;
    return PTRON_OK;
}
