/* The recorder: an observer that keeps what it sees, thinned as it grows, and the record at the end. */
#include "record/record.h"
#include "base/alloc.h"
#include "base/sized.h"
#include "learn/statement/statement.h"
#include "learn/trainer/trainer.h"
#include "pack/pack_trust.h"

#include <math.h>
#include <string.h>

static const uint64_t detailed_values = 5000000, most_uses = 4000000;

void ptron_run_free(ptron_run *run)
{
    if (run == NULL)
        return;
    for (size_t i = 0; i < run->n_frames; i++)
        pt_release(run->frames[i].weights);
    pt_release(run->last.weights);
    pt_steps_fini(run);
    pt_release(run->uses);
    pt_record_free(run->record);
    pt_refs_drop(run->set_refs);
    pt_release(run);
}

ptron_status pt_run_give(ptron_run *run, ptron_status status, ptron_run **out)
{
    *out = status == PTRON_OK ? run : NULL;
    if (status != PTRON_OK)
        ptron_run_free(run);
    return status;
}

ptron_status ptron_run_new(const ptron_dataset *set, ptron_run **out, ptron_error *err)
{
    ptron_run *run;
    ptron_status status;

    if (out == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a place for the run is wanted");
    *out = NULL;
    if (set != NULL)   /* pictures are made of any row */
        PT_TRY(pt_dataset_trust_all(set, set->pool, err));
    run = pt_zeroed(1, sizeof *run);
    if (run == NULL)
        return pt_fail_memory(err, sizeof *run, "a run record");
    run->set = set;
    run->set_refs = set == NULL ? NULL : pt_refs_take(&set->refs);
    run->stride = run->epoch_stride = 1;
    run->grid = PT_RECORD_GRID;
    run->detailed = set != NULL && set->n_values <= detailed_values && set->n_rows <= detailed_values / 50 &&
                    pt_dataset_classes(set) == 2;
    status = pt_record_new(&run->record, err);
    if (status == PTRON_OK)
        pt_record_begin_table(run->record, PT_TABLE_epochs);
    return pt_run_give(run, status, out);
}

/* ---- watching ------------------------------------------------------------------------------------- */

/* Every second frame goes, so that those left are at multiples of twice the stride. */
static void thin_frames(ptron_run *run)
{
    size_t kept = 0;

    run->stride *= 2;
    for (size_t i = 0; i < run->n_frames; i++) {
        if (run->frames[i].step.updates % run->stride == 0)
            run->frames[kept++] = run->frames[i];
        else
            pt_release(run->frames[i].weights);
    }
    run->n_frames = kept;
}

static void keep_frame(ptron_run *run, const ptron_step *step)
{
    if (step->updates % run->stride == 0) {
        if (run->n_frames == 2 * PT_RECORD_FRAMES)
            thin_frames(run);
        if (step->updates % run->stride == 0)
            run->record->failed |= !pt_frame_take(&run->frames[run->n_frames++], step, run->lemmas.squares,
                                                  step->n_weights <= 30000);
    } else if (step->n_weights <= PT_RECORD_SMALL) {
        pt_release(run->last.weights);
        run->record->failed |= !pt_frame_take(&run->last, step, run->lemmas.squares, true);
    }
}

static void keep_use(ptron_run *run, const ptron_step *step)
{
    void *uses = run->uses;

    /* too many, or a resumed run */
    if (run->n_uses == most_uses || (!step->gathers && step->updates != run->n_uses + 1)) {
        run->strange = true;
        return;
    }
    if (!pt_grow(&uses, &run->uses_room, run->n_uses + 1, sizeof *run->uses)) {
        run->record->failed = true;
        return;
    }
    run->uses = uses;
    run->uses[run->n_uses++] = (struct pt_use){.row = step->row, .step = step->step};
}

static void follow_lemmas(ptron_run *run, const ptron_step *step)
{
    struct pt_lemmas *l = &run->lemmas;

    run->n_seen++;
    l->no_sum |= isnan(step->mass);
    l->shrinks |= !(step->keep == 1.0);
    l->no_threshold |= isnan(step->threshold);
    l->threshold = fmax(l->threshold, step->threshold);
    l->gathered += step->step;
    if (step->gathers && !step->ends_batch)
        return;
    l->squares += (long double)l->gathered * l->gathered;
    l->longest = fmax(l->longest, l->gathered);
    if (l->gathered != 0.0 && run->n_uses > 0)
        run->uses[run->n_uses - 1].after = run->n_seen;
    l->gathered = 0.0;
}

static bool on_row(void *user, const ptron_step *step)
{
    ptron_run *run = user;

    if (step->step != 0.0 && !run->strange && !run->record->failed) {
        run->strange |= step->weights == NULL || step->n_weights == 0 || !isnan(step->alpha);
        if (!run->strange)
            keep_use(run, step);
    }
    follow_lemmas(run, step);
    if (step->step != 0.0 && !step->gathers && !run->strange && run->keep == 0 && !run->record->failed)
        keep_frame(run, step);
    if (run->keep > 0 && !run->record->failed)
        run->record->failed = !pt_steps_take(run, step);
    return run->inner.on_row == NULL || run->inner.on_row(run->inner.user, step);
}

static bool on_block(void *user, const ptron_progress *progress)
{
    const ptron_run *run = user;

    return run->inner.on_block == NULL || run->inner.on_block(run->inner.user, progress);
}

static bool on_epoch(void *user, const ptron_progress *p)
{
    ptron_run *run = user;

    if (run->record->tables[PT_TABLE_epochs].n_rows == 2 * PT_RECORD_EPOCHS) {
        pt_record_thin_table(run->record, PT_TABLE_epochs);
        run->epoch_stride *= 2;
    }
    if (p->epoch % run->epoch_stride == 0)
        PT_ADD_ROW(run->record, epochs, .epoch = (double)p->epoch, .mistakes = (double)p->mistakes,
                   .updates = (double)p->updates, .upper = p->margin_upper, .holdout = p->holdout_error,
                   .risk = p->risk);
    return run->inner.on_epoch == NULL || run->inner.on_epoch(run->inner.user, p);
}

ptron_status ptron_run_watch(ptron_run *run, const ptron_observer *inner, ptron_observer *observer, ptron_error *err)
{
    ptron_observer full = {.size = sizeof full, .user = run, .on_block = on_block, .on_epoch = on_epoch,
                           .wants_risk = true};

    if (run == NULL || observer == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a run and a place for the observer are wanted");
    PT_TRY(pt_take_sized(inner, &run->inner, sizeof run->inner, err));
    if (run->detailed || run->keep > 0 || run->inner.on_row != NULL)
        full.on_row = on_row;
    return pt_hand_over(&full, observer, sizeof full, err);
}

/* ---- what came out -------------------------------------------------------------------------------- */

/* Numbers that have the same name in a result and in a record. */
#define RESULT_NUMBERS(N)                                                                                            \
    N(rows) N(features) N(classes) N(epochs) N(updates) N(mistakes) N(last_epoch_mistakes) N(seed) N(radius)          \
    N(margin_lower) N(margin_upper) N(k_max_lower) N(k_max_upper) N(train_error) N(holdout_error) N(holdout_rows)     \
    N(best_epoch) N(risk) N(distance) N(distance_upper) N(bounded_value)

static void record_result(struct pt_record *record, const ptron_result *r)
{
#define SET(name) pt_record_set_number(record, PT_NUMBER_##name, (double)r->name);
    ptron_algorithm_info info = {.size = sizeof info};

    if (r->reason == PTRON_STOP_RUNNING && r->rows == 0) {   /* weights set by hand: no run, no numbers of one */
        pt_record_set_number(record, PT_NUMBER_features, (double)r->features);
        pt_record_set_number(record, PT_NUMBER_classes, (double)r->classes);
        pt_record_set_text(record, PT_TEXT_algorithm, "none: the weights were set by hand");
        return;
    }
    RESULT_NUMBERS(SET)
    pt_record_set_number(record, PT_NUMBER_train_errors,
                         r->train_errors == UINT64_MAX ? (double)NAN : (double)r->train_errors);
    pt_record_set_text(record, PT_TEXT_algorithm, r->algorithm == NULL ? "" : r->algorithm);
    if (r->bounded != NULL) {
        pt_record_set_text(record, PT_TEXT_bounded, r->bounded);
        pt_record_set_text(record, PT_TEXT_bound_formula, r->bound_formula);
    }
    if (r->reason != PTRON_STOP_RUNNING)
        pt_record_set_text(record, PT_TEXT_stop, ptron_stop_text(r->reason));
    if (r->algorithm != NULL && ptron_algorithm_find(r->algorithm, &info)) {
        pt_record_set_text(record, PT_TEXT_update, info.update);
        pt_record_set_text(record, PT_TEXT_guarantee, info.guarantee);
        if (r->risk_is != NULL && !isnan(r->risk))
            pt_record_set_text(record, PT_TEXT_risk_is, r->risk_is);
    }
}

static void record_model(struct pt_record *record, const ptron_model *model, const ptron_dataset *set)
{
    const char *name, *value;

    pt_record_begin_table(record, PT_TABLE_classes);
    pt_record_begin_table(record, PT_TABLE_parameters);
    for (size_t c = 0; (name = ptron_model_class_name(model, c)) != NULL; c++)
        PT_ADD_ROW(record, classes, .name = name,
                   .rows = set == NULL ? (double)NAN : (double)ptron_dataset_class_rows(set, c));
    for (size_t i = 0; ptron_model_parameter(model, i, &name, &value); i++)
        PT_ADD_ROW(record, parameters, .name = name, .value = value);
    pt_record_set_number(record, PT_NUMBER_has_bias, model->has_bias);
    pt_record_set_text(record, PT_TEXT_version, model->version);
    pt_record_set_text(record, PT_TEXT_kind, pt_model_kind_name(model->kind));
    pt_record_set_text(record, PT_TEXT_scaling, pt_scaling_name(model->recipe.scaling));
    pt_record_set_text(record, PT_TEXT_format, pt_formats[model->recipe.format].name);
}

/* What the risk of each epoch is called: a network's loss is an option, every other rule's is the perceptron's. */
static void record_loss(struct pt_record *record, const ptron_model *model)
{
    const char *name, *value, *loss = "cross-entropy";

    for (size_t i = 0; ptron_model_parameter(model, i, &name, &value); i++)
        loss = strcmp(name, "loss") == 0 ? value : loss;
    if (PT_TEXT(record, risk_is)[0] == '\0')
        return;
    pt_record_set_text(record, PT_TEXT_loss, model->kind != PT_MODEL_NET        ? "perceptron loss R(w)"
                                             : strcmp(loss, "squared") == 0 ? "mean of half the squared error"
                                                                               : "mean cross-entropy");
}

/* Everything of v that follows from its model, and the answers to all rows. */
static ptron_status answer_rows(struct pt_judged *v, ptron_error *err)
{
    v->vectors = ptron_model_scores(v->model);
    v->linear = v->vectors == 1 && strcmp(pt_model_kind_name(v->model->kind), "linear") == 0;
    v->n_features = v->model->n_features;
    v->weights = v->linear ? v->model->weights : NULL;
    v->bias = v->linear ? ptron_model_bias(v->model, 0) : 0.0;
    v->norm = v->linear ? pt_model_norm(v->model) : 1.0;
    v->length = v->linear ? pt_model_length(v->model) : 1.0;
    if (!(v->norm > 0.0))
        v->norm = 1.0;
    if (v->set == NULL)
        return PTRON_OK;
    v->scores = pt_array((size_t)v->set->n_rows * v->vectors, sizeof *v->scores);
    v->classes = pt_array((size_t)v->set->n_rows, sizeof *v->classes);
    if (v->scores == NULL || v->classes == NULL)
        return pt_fail_memory(err, (size_t)v->set->n_rows * v->vectors * sizeof *v->scores, "the scores of all rows");
    return ptron_predict(v->model, v->set, NULL, v->scores, v->classes, err);
}

static ptron_status finish_run(struct pt_judged *v, ptron_error *err)
{
    ptron_status status = answer_rows(v, err);

    record_model(v->run->record, v->model, v->set);
    if (status == PTRON_OK) {
        status = pt_record_answer(v, err);
        record_loss(v->run->record, v->model);
        pt_record_net(v);
        if (v->set != NULL && status == PTRON_OK) {
            pt_record_updates(v);
            status = pt_record_plane(v, err);
        }
    }
    pt_release(v->scores);
    pt_release(v->classes);
    return status == PTRON_OK ? pt_record_status(v->run->record, err) : status;
}

/* What watching has filled stays; what an earlier finish made of it goes. */
static ptron_status begin_again(ptron_run *run, ptron_error *err)
{
    struct pt_table *seen = &run->record->tables[PT_TABLE_epochs];
    struct pt_record *fresh;

    PT_TRY(pt_record_new(&fresh, err));
    fresh->failed = run->record->failed;
    fresh->tables[PT_TABLE_epochs] = *seen;
    *seen = (struct pt_table){.name = PT_TABLE_epochs};
    pt_record_free(run->record);
    run->record = fresh;
    return PTRON_OK;
}

ptron_status ptron_run_finish(ptron_run *run, ptron_trainer *trainer, const ptron_model *model, const char *axes,
                              ptron_error *err)
{
    struct pt_judged v = {.run = run, .model = model, .axes = axes};
    ptron_result result = {.size = sizeof result};
    struct pt_trainer_facts facts;

    if (run == NULL || trainer == NULL || model == NULL || pt_trainer_facts(trainer).set == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a run, a trainer with rows and a model are wanted");
    PT_TRY(ptron_trainer_result(trainer, &result, err));
    if (run->finished)
        PT_TRY(begin_again(run, err));
    run->finished = true;
    facts = pt_trainer_facts(trainer);
    v.set = facts.set;
    v.rows = facts.rows;
    v.n_rows = facts.n_rows;
    run->strange |= !facts.plain;
    record_result(run->record, &result);
    return finish_run(&v, err);
}

static const char *tuned_mark(const ptron_tuned *t)
{
    return t->chosen ? t->best ? "best, chosen" : "chosen" : t->best ? "best" : "";
}

/* What was tried before the model was learned, where it was tuned. */
static void record_tuned(struct pt_record *record, const ptron_model *model)
{
    if (model->tuned_by != NULL)
        pt_record_set_text(record, PT_TEXT_tuned_by, model->tuned_by);
    for (size_t i = 0; i < model->n_tuned; i++) {
        const ptron_tuned *t = &model->tuned[i];

        PT_ADD_ROW(record, tuned, .mean = t->mean, .spread = t->spread, .difference = t->difference,
                   .difference_error = t->difference_error, .train = t->train, .name = t->name, .mark = tuned_mark(t));
    }
}

ptron_status ptron_run_of_model(const ptron_model *model, const ptron_dataset *set, const char *axes, ptron_run **out,
                                ptron_error *err)
{
    struct pt_judged v = {.model = model, .axes = axes, .set = set, .test = set != NULL};
    ptron_result training;

    if (model == NULL || out == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a model and a place for the run are wanted");
    *out = NULL;
    PT_TRY(ptron_run_new(set, &v.run, err));
    v.n_rows = set == NULL ? 0 : set->n_rows;
    pt_statement_of_model(model, &training);
    record_result(v.run->record, &training);
    record_tuned(v.run->record, model);
    return pt_run_give(v.run, finish_run(&v, err), out);
}
