/* What training leaves behind: numbers, a model, and the state that a resume needs. */
#include "base/alloc.h"
#include "base/sized.h"
#include "learn/trainer/trainer.h"
#include "model/model.h"
#include "pack/pack_trust.h"

#include <math.h>
#include <string.h>

/* ---- numbers ------------------------------------------------------------------------------------- */

static double radius_of(const ptron_trainer *t)
{
    return sqrt(t->max_norm2 + t->setup.bias_scale * t->setup.bias_scale);
}

struct bracket {
    double upper;       /* NaN: none */
    bool   free_bias;
};

/* norm(w)/mass for the last weights and for those answered: both bound the best margin; the lesser counts. Where the
 * square of a norm is beyond all numbers R is left: no row is farther from a boundary than it is long. */
static ptron_status bracket_of(const ptron_trainer *t, struct bracket *b, ptron_error *err)
{
    struct pt_bracket last = {0}, answered = {0};

    if (t->ops->numbers.bracket != NULL)
        PT_TRY(t->ops->numbers.bracket(t->learner, &last, &answered, err));
    *b = (struct bracket){NAN, last.free_bias};
    if (last.mass > 0.0 && isfinite(last.mass))
        b->upper = sqrt(last.norm2) / last.mass;
    if (answered.mass > 0.0 && isfinite(answered.mass))
        b->upper = fmin(b->upper, sqrt(answered.norm2) / answered.mass);
    if (isinf(b->upper))
        b->upper = sqrt(t->setup.classes > 2 ? 2.0 : 1.0) * radius_of(t);
    return PTRON_OK;
}

/* Each row meets every update that votes: whoever asks to stop does not wait for minutes of that. */
static bool is_long(const ptron_trainer *t, const ptron_model *answer)
{
    const double most = 1e9;   /* values: a second or so */

    return t->reason == PTRON_STOP_ASKED && answer->kind == PT_MODEL_VOTES &&
           (double)t->order.n * (double)answer->votes->n_values > most;
}

/* In a stream the rows are gone, unless they came once more. */
static bool can_judge(const ptron_trainer *t, const ptron_model *answer)
{
    return t->order.n > 0 ? !is_long(t, answer) : pt_trainer_is_judged(t);
}

static bool has_holdout(const ptron_trainer *t)
{
    return t->split.n_holdout > 0 || t->validation != NULL;
}

/* Weights that are numbers may still give scores that are none. */
static ptron_status name_wild(const ptron_trainer *t, bool net, uint64_t row, ptron_error *err)
{
    const char *file = NULL;
    uint64_t line = row + 1;

    ptron_dataset_row_place(t->set, row, &file, &line);
    pt_fail(err, PTRON_DATA, "%s epoch %llu the %s score of this row is no number; %sscale the data (--scale "
                             "standard)", t->counts.row > 0 ? "in" : "after",
            (unsigned long long)t->counts.epochs + (t->counts.row > 0), net ? "network's" : "weights'",
            net ? "lower the rate, or " : "");
    pt_error_place(err, file, line, 0);
    return PTRON_DATA;
}

/* The least product of the rows over the norm; where its rounding would show, with care. */
static ptron_status measure_margin(const ptron_trainer *t, const ptron_model *model, double norm, double least,
                                   ptron_result *r, ptron_error *err)
{
    const double off = pt_statement_rounding(r->radius, r->features);
    const struct pt_view view = pt_trainer_rows(t);
    bool rough;

    r->functional_margin = least + 0.0;   /* no -0 */
    r->margin_lower = isinf(norm) ? (double)NAN : norm > 0.0 ? r->functional_margin / norm : 0.0;
    rough = model->kind == PT_MODEL_LINEAR && model->n_vectors == 1 &&
            pt_statement_is_rough(0.5 * r->margin_lower, r->radius, r->features);
    if (rough && t->order.n > 0) {
        PT_TRY(pt_census_sharpen(model, &view, &r->functional_margin, err));
        r->margin_lower = r->functional_margin / norm;
    } else if (rough) {
        r->margin_lower = r->margin_lower > off ? r->margin_lower - off : (double)NAN;
    }
    return PTRON_OK;
}

/* The answer on the rows trained on, which are there. */
static ptron_status take_census(const ptron_trainer *t, const ptron_model *model, struct pt_census *census,
                                ptron_error *err)
{
    const struct pt_view view = pt_trainer_rows(t);

    PT_TRY(pt_census_take(model, &view, t->pool, census, err));
    if ((model->kind == PT_MODEL_NET || model->kind == PT_MODEL_LINEAR) && census->wild != UINT64_MAX)
        return name_wild(t, model->kind == PT_MODEL_NET, view.rows == NULL ? census->wild : view.rows[census->wild],
                         err);
    return PTRON_OK;
}

/* How the answer does on the rows: those trained on, if they are there, and those held out. */
static ptron_status judge_answer(ptron_trainer *t, const ptron_model *model, const struct bracket *bracket,
                                 ptron_result *r, ptron_error *err)
{
    struct pt_answer answer = {model, t->judging.census};
    const bool judged = can_judge(t, model);
    struct pt_census census;
    double norm;

    if (t->order.n > 0 && judged)
        PT_TRY(take_census(t, model, &answer.census, err));
    census = answer.census;
    if (judged) {
        norm = bracket->free_bias   /* it counts in no norm: the margin is then a distance */
                   ? sqrt(pt_vec()->norm2(model->weights, (size_t)model->n_vectors * model->n_features))
                   : pt_model_norm(model);
        r->train_errors = census.errors;
        r->train_error = (double)census.errors / (double)census.rows;
        if (model->kind == PT_MODEL_LINEAR || (model->kind == PT_MODEL_DUAL && !isnan(norm)))
            PT_TRY(measure_margin(t, model, norm, census.least, r, err));
        if (t->ops->numbers.report != NULL)
            PT_TRY(t->ops->numbers.report(t->learner, &answer, r, err));
    }
    if (has_holdout(t)) {
        PT_TRY(pt_trainer_holdout(t, model, &census, err));
        r->holdout_rows = census.rows;
        r->holdout_error = (double)census.errors / (double)census.rows;
        r->best_epoch = t->counts.best_epoch;
    }
    return PTRON_OK;
}

struct pt_run pt_trainer_run_of(const ptron_trainer *t, struct pt_run_numbers *numbers)
{
    const uint64_t size = pt_option_count(t->options, "batch-size"), all = t->order.n > 0 ? t->order.n : UINT64_MAX;

    *numbers = (struct pt_run_numbers){
        .schedule = &t->schedule, .c_min = t->c_min, .c_max = t->c_max,
        .start = t->start.w == NULL ? 0.0 : sqrt(pt_weights_norm2(t->setup.ops, &t->start)),
        .batch = size > 0 && size < all ? size : all,
        .running = t->set != NULL && t->set->running != NULL,
    };
    return (struct pt_run){t->algorithm, t->options, NULL, numbers, t->setup.classes};
}

static ptron_status work_out_result(ptron_trainer *t, const ptron_model *answer, ptron_result *r, ptron_error *err)
{
    const struct pt_counts *c = &t->counts;
    struct pt_run_numbers numbers;
    const struct pt_run run = pt_trainer_run_of(t, &numbers);
    const uint64_t row = c->row + ptron_trainer_rows_waiting(t), earlier = pt_passing_earlier(t);
    struct bracket bracket;

    *r = (ptron_result){
        .size = sizeof *r,
        .reason = t->reason,
        .algorithm = t->algorithm->name,
        .rows = t->order.n > 0 ? t->split.n_trained : row > 0 ? earlier + row : t->passing.rows,
        .earlier_rows = earlier,
        .features = t->setup.features,
        .classes = t->setup.classes,
        .epochs = c->epochs,
        .row = row,
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
        .objective = NAN,
        .gap = NAN,
        .mixed_updates = NAN,
        .functional_margin = NAN,
    };
    if (pt_trainer_ops(t) == &pt_one_vs_rest_ops)   /* mistakes of each class's learner, not of all together */
        r->progressive_error = NAN;
    PT_TRY(bracket_of(t, &bracket, err));
    if (numbers.running)   /* no two rows were scaled alike: it bounds no margin of theirs */
        bracket.upper = NAN;
    r->margin_upper = bracket.upper;
    PT_TRY(judge_answer(t, answer, &bracket, r, err));
    if (t->ops->numbers.report != NULL && !can_judge(t, answer))
        PT_TRY(t->ops->numbers.report(t->learner, NULL, r, err));
    pt_statement_measure(&run, r);
    return PTRON_OK;
}

static bool is_known(const ptron_trainer *t)
{
    const struct pt_known *known = &t->known;

    return known->result.size > 0 && known->judged == t->judging.done && known->counts.seen == t->counts.seen &&
           known->counts.epochs == t->counts.epochs && known->waiting == ptron_trainer_rows_waiting(t);
}

/* Judging all rows may take longer than learning from them: done once for each state that training comes to. */
static ptron_status fill_result(ptron_trainer *t, const ptron_model *answer, ptron_result *r, ptron_error *err)
{
    struct pt_known *known = &t->known;
    ptron_result full;

    if (!is_known(t)) {
        PT_TRY(work_out_result(t, answer, &full, err));
        known->result = full;
        known->counts = t->counts;
        known->judged = t->judging.done;
        known->waiting = ptron_trainer_rows_waiting(t);
    }
    *r = known->result;
    r->reason = t->reason;
    r->seconds = t->seconds;
    return PTRON_OK;
}

/* ---- the model ----------------------------------------------------------------------------------- */

/* Its name stands in the model by itself: the library's own needs no word beside it, so that who names it and who does
 * not get the same bytes. */
static bool goes_without_saying(const struct pt_param *param, const char *value)
{
    return pt_param_is_manner(param->name) ||
           (strcmp(param->name, "algorithm") == 0 && strcmp(value, param->initial) == 0);
}

/* Names and the parameters that were set, but for those of manner alone. */
static ptron_status copy_texts(const ptron_trainer *t, ptron_model *model, ptron_error *err)
{
    const struct pt_param *param;
    const char *value;
    size_t n = 0;

    model->algorithm = pt_copy_text(t->algorithm->name, strlen(t->algorithm->name));
    model->version = pt_copy_text(ptron_version(), strlen(ptron_version()));
    if (model->algorithm == NULL || model->version == NULL)
        return pt_fail_memory(err, 64, "a model");
    while (pt_options_setting(t->options, n, &param, &value))
        n++;
    model->parameters = pt_zeroed(n, sizeof *model->parameters);
    for (size_t i = 0; model->parameters != NULL && pt_options_setting(t->options, i, &param, &value); i++) {
        struct pt_parameter *p = &model->parameters[model->n_parameters];
        if (goes_without_saying(param, value))
            continue;
        model->n_parameters++;
        p->name = pt_copy_text(param->name, strlen(param->name));
        p->value = pt_copy_text(value, strlen(value));
        if (p->name == NULL || p->value == NULL)
            return pt_fail_memory(err, n, "the parameters");
    }
    return model->parameters == NULL ? pt_fail_memory(err, n, "the parameters") : PTRON_OK;
}

/* The best weights of the hold-out epochs, or the learner's answer. */
static ptron_status fill_answer(const ptron_trainer *t, ptron_model *model, ptron_error *err)
{
    return t->best == NULL ? t->ops->snapshot(t->learner, model, err) : pt_model_copy_answer(t->best, model, err);
}

static ptron_status save_state(const ptron_trainer *t, ptron_model *model, ptron_error *err)
{
    uint64_t counts[PT_N_COUNTS];
    struct pt_buffer state;

    if (!pt_option_flag(t->options, "state"))
        return PTRON_OK;
    pt_buffer_init(&state);
    memcpy(counts, &t->counts, sizeof counts);
    for (size_t i = 0; i < PT_N_COUNTS; i++)
        pt_buffer_u64(&state, counts[i]);
    pt_buffer_f64(&state, t->max_norm2);
    pt_buffer_u32(&state, t->best != NULL);
    if (t->best != NULL)
        pt_model_save_answer(t->best, &state);
    pt_cycle_save(&t->cycle, &state);
    pt_passing_save(t, &state);
    t->ops->state.save(t->learner, &state);
    pt_pending_save(&t->passing.pending, &state);
    if (state.failed) {
        const size_t length = state.length;

        pt_buffer_fini(&state);
        return pt_fail_memory(err, length, "the learner's state");
    }
    model->state = state.bytes;   /* the model's from here on */
    model->state_length = state.length;
    return PTRON_OK;
}

/* Rows that were standardised as they came: the numbers are those of the rows learned from. */
static ptron_status fix_running(const ptron_trainer *t, struct pt_recipe *recipe, ptron_error *err)
{
    if (t->set->running == NULL)
        return PTRON_OK;
    pt_running_fini(&recipe->running);
    PT_TRY(pt_running_copy(&recipe->running, t->set->running, err));
    pt_running_back(&recipe->running, t->set->running_log, t->passing.used);
    return pt_running_settle(recipe, err);
}

void pt_trainer_forget_answer(ptron_trainer *t)
{
    ptron_model_free(t->known.answer);
    t->known.answer = NULL;
}

/* The answer that was measured last, if it still is the answer; else an empty model. */
static ptron_status take_answer(ptron_trainer *t, ptron_model **model, bool *answered, ptron_error *err)
{
    *answered = t->known.answer != NULL && is_known(t);
    *model = *answered ? t->known.answer : NULL;
    if (!*answered)
        return pt_model_new(model, err);
    t->known.answer = NULL;
    return PTRON_OK;
}

/* All that answers rows; nothing of how it came about. */
static ptron_status fill_answering(ptron_trainer *t, ptron_model *model, bool answered, ptron_error *err)
{
    const size_t calibrated = pt_option_choice(t->options, "calibrate");   /* 0: none */
    const struct pt_view held = pt_trainer_holdout_rows(t);

    if (t->order.n > 0)
        PT_TRY(pt_dataset_trust_all(t->set, t->pool, err));
    PT_TRY(pt_trust_unchanged(t->set->trust, err));
    if (!answered)
        PT_TRY(fill_answer(t, model, err));
    if (calibrated == 0 && (t->algorithm->can & PT_LOG_ODDS) != 0)
        PT_TRY(pt_calibration_of_log_odds(model->n_vectors, &model->calibration, err));
    if (calibrated > 0 && held.n > 0)
        PT_TRY(pt_calibrate(model, &held, (enum pt_calibration_kind)(calibrated - 1), t->pool, &model->calibration,
                            err));
    if (pt_option_text(t->options, "threshold-for")[0] != '\0' && held.n > 0)
        PT_TRY(pt_fit_threshold(model, &held, pt_option_text(t->options, "threshold-for"), err));
    PT_TRY(pt_recipe_copy(&model->recipe, t->set->shared, err));
    PT_TRY(fix_running(t, &model->recipe, err));
    return pt_trainer_finish_setup(t, &model->recipe, err);
}

static ptron_status fill_model(ptron_trainer *t, ptron_model *model, bool answered, ptron_error *err)
{
    PT_TRY(fill_answering(t, model, answered, err));
    PT_TRY(copy_texts(t, model, err));
    PT_TRY(fill_result(t, model, &model->training, err));
    model->training.algorithm = model->algorithm;
    model->training.seconds = NAN;
    model->fingerprint = t->order.n > 0 ? pt_marks_fingerprint(t) : pt_passing_fingerprint(t);
    return save_state(t, model, err);
}

/* The answer, and what was measured of it. */
static ptron_status measure_answer(ptron_trainer *t, ptron_model *model, ptron_result *result, ptron_error *err)
{
    PT_TRY(fill_answer(t, model, err));
    return fill_result(t, model, result, err);
}

ptron_status pt_trainer_measure(ptron_trainer *t, ptron_result *result, ptron_error *err)
{
    ptron_model *model;
    ptron_status status;

    PT_TRY(pt_model_new(&model, err));
    status = measure_answer(t, model, result, err);
    ptron_model_free(model);
    return status;
}

ptron_status pt_trainer_result(ptron_trainer *t, ptron_result *result, ptron_error *err)
{
    struct pt_run_numbers numbers;
    const struct pt_run run = pt_trainer_run_of(t, &numbers);
    ptron_model *model;
    ptron_status status;

    PT_TRY(pt_model_new(&model, err));
    status = measure_answer(t, model, result, err);
    if (status == PTRON_OK)
        pt_statement_tell(&run, model, result);
    pt_trainer_forget_answer(t);
    if (status == PTRON_OK)
        t->known.answer = model;
    else
        ptron_model_free(model);
    return status;
}

ptron_status pt_trainer_is_whole(const ptron_trainer *t, ptron_error *err)
{
    return t->broken ? pt_fail(err, PTRON_ARGUMENT, "memory ran out while this trainer learned; make a new one")
                     : PTRON_OK;
}

static ptron_status check_ready(const ptron_trainer *t, ptron_error *err)
{
    if (t == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a trainer is needed");
    PT_TRY(pt_trainer_is_whole(t, err));
    return t->learner == NULL || t->set == NULL ? pt_detail(err, PTRON_DETAIL_NO_ROWS,
                                                            pt_fail(err, PTRON_DATA, "there are no rows to learn from"))
                                                : PTRON_OK;
}

ptron_status ptron_trainer_snapshot(ptron_trainer *trainer, ptron_model **out, ptron_error *err)
{
    ptron_model *model;
    ptron_status status;
    bool answered;

    if (out == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a place for the model is needed");
    *out = NULL;
    PT_TRY(check_ready(trainer, err));
    PT_TRY(take_answer(trainer, &model, &answered, err));
    status = fill_model(trainer, model, answered, err);
    if (status != PTRON_OK) {
        ptron_model_free(model);
        return status;
    }
    *out = model;
    return PTRON_OK;
}

ptron_status pt_trainer_answer(ptron_trainer *t, ptron_model **out, double *train_error, ptron_error *err)
{
    struct pt_census census;
    ptron_model *model;
    ptron_status status;

    *out = NULL;
    PT_TRY(check_ready(t, err));
    PT_TRY(pt_model_new(&model, err));
    status = fill_answering(t, model, false, err);
    if (status == PTRON_OK)
        status = take_census(t, model, &census, err);
    if (status != PTRON_OK) {
        ptron_model_free(model);
        return status;
    }
    *train_error = (double)census.errors / (double)census.rows;
    *out = model;
    return PTRON_OK;
}

ptron_status ptron_trainer_result(ptron_trainer *trainer, ptron_result *result, ptron_error *err)
{
    ptron_result full;

    if (result == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a place for the result is needed");
    PT_TRY(check_ready(trainer, err));
    PT_TRY(pt_trainer_result(trainer, &full, err));
    return pt_hand_over(&full, result, sizeof full, err);
}

/* ---- resume -------------------------------------------------------------------------------------- */

static ptron_status check_same(const ptron_trainer *t, const ptron_model *model, ptron_error *err)
{
    if (model->state == NULL)
        return pt_fail(err, PTRON_MODEL, "the model holds no state to resume from (it was trained with --no-state)");
    if (strcmp(model->algorithm, t->algorithm->name) != 0)
        return pt_fail(err, PTRON_ARGUMENT, "the model was trained by '%.40s', not by '%s'", model->algorithm,
                       t->algorithm->name);
    if (t->order.n > 0)
        PT_TRY(pt_dataset_trust_all(t->set, t->pool, err));
    if (t->order.n > 0 && model->fingerprint != pt_marks_fingerprint(t))
        return pt_detail(err, PTRON_DETAIL_OTHER_ROWS,
                         pt_fail(err, PTRON_DATA, "the rows are not those the model was trained on; "
                                 "--start MODEL begins anew from its weights"));
    return PTRON_OK;
}

/* The weights kept as the best so far answer like the model that they came in, and fit the rows. */
static ptron_status check_best(const ptron_trainer *t, const ptron_model *model, ptron_error *err)
{
    const ptron_model *best = t->best;
    const bool like = best->kind == model->kind && best->n_vectors == model->n_vectors &&
                      best->n_features == model->n_features && best->has_bias == model->has_bias &&
                      (!best->has_bias || best->bias_scale == model->bias_scale);
    const bool fits = t->order.n == 0 || (best->n_features == t->setup.features &&
                                          best->n_vectors == (t->setup.classes == 2 ? 1 : t->setup.classes));

    return like && fits ? PTRON_OK : pt_fail(err, PTRON_MODEL, "the best weights so far do not fit the model");
}

ptron_status ptron_trainer_resume(ptron_trainer *trainer, const ptron_model *model, ptron_error *err)
{
    uint64_t counts[PT_N_COUNTS];
    struct pt_cursor in;
    ptron_model shape;

    if (trainer == NULL || model == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a trainer and a model are needed");
    PT_TRY(check_same(trainer, model, err));
    pt_trainer_forget_answer(trainer);
    in = (struct pt_cursor){model->state, (const unsigned char *)model->state + model->state_length, false};
    for (size_t i = 0; i < PT_N_COUNTS; i++)
        counts[i] = pt_cursor_u64(&in);
    memcpy(&trainer->counts, counts, sizeof counts);
    trainer->max_norm2 = pt_cursor_f64(&in);
    if (!(trainer->max_norm2 >= 0.0))
        return pt_fail(err, PTRON_MODEL, "the state's longest row has no length");
    if (pt_cursor_u32(&in) != 0) {
        ptron_model_free(trainer->best);
        trainer->best = NULL;
        PT_TRY(pt_model_new(&trainer->best, err));
        PT_TRY(pt_model_load_answer(trainer->best, &in, err));
        PT_TRY(check_best(trainer, model, err));
    }
    if (trainer->order.n == 0) {   /* the weights of rows that are gone are not known, nor whether the best were now */
        ptron_model_free(trainer->best);
        trainer->best = NULL;
        trainer->counts.best = UINT64_MAX;
        trainer->counts.best_epoch = 0;
        trainer->c_min = pt_statement_may_weigh(model) ? 0.0 : 1.0;
        trainer->c_max = 1.0;
    }
    if (trainer->learner == NULL)
        PT_TRY(pt_trainer_create_like(trainer, model, err));
    PT_TRY(trainer->ops->last(trainer->learner, &shape, err));
    PT_TRY(pt_cycle_load(&trainer->cycle, &shape, &in, err));
    PT_TRY(pt_passing_load(trainer, model, &in, err));
    PT_TRY(trainer->ops->state.load(trainer->learner, &in, err));
    if (!in.failed && pt_cursor_left(&in) > 0 && trainer->order.n == 0 &&
        (trainer->algorithm->can & PT_WHOLE_BATCHES) != 0)
        PT_TRY(pt_pending_load(&trainer->passing.pending, trainer->setup.features, trainer->setup.classes, &in,
                               trainer->pool, err));
    if (in.failed || pt_cursor_left(&in) != 0 || (trainer->set != NULL && trainer->counts.row > trainer->order.n) ||
        !pt_trainer_shards_fit(trainer))
        return pt_fail(err, PTRON_MODEL, "the state does not fit the data");
    trainer->reason = model->training.reason;
    return PTRON_OK;
}
