/* The training loop. */
#include "learn/trainer.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "base/size.h"

#include <math.h>
#include <string.h>

void ptron_trainer_free(ptron_trainer *trainer)
{
    if (trainer == NULL)
        return;
    if (trainer->learner != NULL)
        trainer->ops->destroy(trainer->learner);
    ptron_model_free(trainer->best);
    pt_cycle_fini(&trainer->cycle);
    pt_weights_fini(&trainer->start);
    pt_order_fini(&trainer->order);
    pt_release(trainer->held);
    pt_release(trainer->trained);
    pt_pool_free(trainer->pool);
    ptron_options_free(trainer->options);
    pt_release(trainer);
}

/* ---- setting up ---------------------------------------------------------------------------------- */

/* The learner's question: how do these weights do on the rows trained on? */
static void judge(void *self, const ptron_model *model, struct pt_census *census)
{
    ptron_trainer *t = self;
    const ptron_status status =
        pt_census_take(model, t->set, t->trained, t->n_trained, t->pool, census, &t->judge_error);

    if (status != PTRON_OK) {
        t->judge_status = status;
        *census = (struct pt_census){.errors = UINT64_MAX};
    }
}

static ptron_status check_classes(const ptron_dataset *set, ptron_error *err)
{
    const struct pt_dict *classes = &set->shared->labels.classes;

    if (set->n_rows == 0)
        return pt_fail(err, PTRON_DATA, "there are no rows to learn from");
    if (classes->count == 0)
        return pt_fail(err, PTRON_DATA, "the rows have no labels");
    if (classes->count == 1)
        return pt_fail(err, PTRON_DATA, "every row is labelled '%.60s'; two classes are needed",
                       pt_dict_text(classes, 0, NULL));
    if (classes->count > 2)
        return pt_fail(err, PTRON_DATA,
                       "%u classes ('%.30s', '%.30s', '%.30s'%s); choose one against the rest with --positive LABEL "
                       "or two with --classes A,B",
                       (unsigned)classes->count, pt_dict_text(classes, 0, NULL), pt_dict_text(classes, 1, NULL),
                       pt_dict_text(classes, 2, NULL), classes->count > 3 ? ", ..." : "");
    for (uint32_t c = 0; c < 2; c++)
        if (set->class_rows[c] == 0)
            return pt_fail(err, PTRON_DATA, "no row is labelled '%.60s'", pt_dict_text(classes, c, NULL));
    return PTRON_OK;
}

/* Rows are looked at once before training, so that no inner loop has to. */
static ptron_status check_rows(ptron_trainer *t, ptron_error *err)
{
    for (uint64_t i = 0; i < t->n_trained; i++) {
        const uint64_t at = t->trained == NULL ? i : t->trained[i];
        const struct pt_row row = pt_dataset_row(t->set, at);

        if (row.label >= 2)
            return pt_fail(err, PTRON_DATA, "row %llu has no label", (unsigned long long)at + 1);
        if (row.norm2 > t->max_norm2)
            t->max_norm2 = row.norm2;
    }
    if (!isfinite(t->max_norm2))
        return pt_fail(err, PTRON_DATA, "values are so large that their squares overflow; scale them "
                                        "(--scale minmax)");
    return PTRON_OK;
}

static ptron_status make_order(ptron_trainer *t, ptron_error *err)
{
    static const char *const modes[] = {"given", "once", "each"};
    const char *order = pt_option_text(t->options, "order");
    uint32_t *listed = NULL;
    size_t n = 0;
    ptron_status status;

    for (size_t mode = 0; mode < 3; mode++)
        if (strcmp(order, modes[mode]) == 0)
            return pt_order_init(&t->order, (enum pt_order_mode)mode, t->setup.seed, t->trained,
                                 (size_t)t->n_trained, err);
    if (t->held != NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a file of row numbers and --holdout do not go together");
    PT_TRY(pt_order_read(order, (size_t)t->set->n_rows, &listed, &n, err));
    status = pt_order_init(&t->order, PT_ORDER_FILE, t->setup.seed, listed, n, err);
    pt_release(listed);
    return status;
}

static ptron_status fill_setup(ptron_trainer *t, ptron_error *err)
{
    const ptron_options *o = t->options;
    const bool bias = pt_option_flag(o, "bias");

    t->setup = (struct pt_setup){
        .ops = pt_vec(),
        .options = o,
        .classes = 2,
        .seed = pt_option_count(o, "seed"),
        .max_updates = pt_option_count(o, "max-updates"),
        .bias_scale = bias ? pt_option_real(o, "bias-scale") : 0.0,
        .trainer = t,
    };
    t->ops = pt_learner_named(pt_option_text(o, "algorithm"));
    if (t->ops == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "no algorithm '%.40s'; --algorithm list prints them all",
                       pt_option_text(o, "algorithm"));
    return pt_pool_new((size_t)pt_option_count(o, "threads"), &t->pool, err);
}

static ptron_status attach_set(ptron_trainer *t, ptron_error *err)
{
    PT_TRY(check_classes(t->set, err));
    t->setup.features = t->set->n_features;
    t->setup.rows = t->set->n_rows;
    t->setup.judge = judge;
    t->n_trained = t->set->n_rows;
    if (t->validation == NULL && pt_option_real(t->options, "holdout") > 0.0)
        PT_TRY(pt_trainer_split(t, pt_option_real(t->options, "holdout"), err));
    PT_TRY(check_rows(t, err));
    PT_TRY(make_order(t, err));
    return pt_trainer_start(t, err);
}

static ptron_status set_up(ptron_trainer *t, ptron_error *err)
{
    PT_TRY(fill_setup(t, err));
    if (t->set == NULL)
        return PTRON_OK;   /* the learner is made by the first feed */
    PT_TRY(attach_set(t, err));
    t->setup.start = t->start.w == NULL ? NULL : &t->start;
    return t->ops->create(t->ops, &t->setup, &t->learner, err);
}

ptron_status ptron_trainer_new(const ptron_options *options, const ptron_dataset *set,
                               const ptron_dataset *validation, ptron_trainer **out, ptron_error *err)
{
    ptron_trainer *t = *out = NULL;
    ptron_status status;

    t = pt_zeroed(1, sizeof *t);
    if (t == NULL)
        return pt_fail_memory(err, sizeof *t, "a trainer");
    t->set = set;
    t->validation = validation;
    t->counts.best_errors = UINT64_MAX;
    status = pt_options_copy(options, &t->options, err);
    if (status == PTRON_OK)
        status = set_up(t, err);
    if (status != PTRON_OK) {
        ptron_trainer_free(t);
        return status;
    }
    *out = t;
    return PTRON_OK;
}

/* ---- one batch ----------------------------------------------------------------------------------- */

struct run {                      /* what one public call carries around */
    const ptron_observer *observer;
    double began;                 /* seconds on the clock */
    double limit;                 /* seconds of training; 0: none */
};

static double elapsed(const ptron_trainer *t, const struct run *run)
{
    return t->seconds + (pt_clock_seconds() - run->began);
}

static void report_progress(const ptron_trainer *t, const struct run *run, uint64_t row, uint64_t rows,
                            ptron_progress *progress)
{
    struct pt_bracket last = {0}, answered = {0};

    *progress = (ptron_progress){
        .size = sizeof *progress,
        .epoch = t->counts.epochs + (row > 0),
        .epochs = pt_option_count(t->options, "epochs"),
        .row = row,
        .rows = rows,
        .mistakes = row > 0 ? t->counts.epoch_mistakes : t->counts.last_mistakes,
        .updates = t->counts.updates,
        .seconds = elapsed(t, run),
        .margin_lower = NAN,
        .margin_upper = NAN,
        .holdout_error = NAN,
    };
    if (row == 0 && t->ops->bracket(t->learner, &last, &answered, NULL) == PTRON_OK && last.mass > 0.0)
        progress->margin_upper = sqrt(last.norm2) / last.mass;
}

static bool wants_rows(const struct run *run)
{
    return run->observer != NULL && run->observer->on_row != NULL;
}

/* Rows from position `at` of the epoch that stand in one block, at most PT_ORDER_ROWS. */
static struct pt_batch batch_at(ptron_trainer *t, const ptron_dataset *set, uint64_t at, uint64_t rows)
{
    const uint32_t *visit = t->order.visit == NULL || set != t->set ? NULL : t->order.visit + at;
    const uint64_t first = visit == NULL ? at : visit[0];
    const uint64_t block = first / set->rows_per_block, start = block * set->rows_per_block;
    const size_t most = pt_min(PT_ORDER_ROWS, (size_t)(rows - at));
    struct pt_batch batch = {.block = &set->blocks[block]};

    if (visit == NULL) {
        batch.first = (size_t)(first - start);
        batch.n = pt_min(most, batch.block->n_rows - batch.first);
        return batch;
    }
    batch.order = t->local;
    for (; batch.n < most && visit[batch.n] / set->rows_per_block == block; batch.n++)
        t->local[batch.n] = (uint32_t)(visit[batch.n] - start);
    return batch;
}

static void count_seen(ptron_trainer *t, const struct pt_observed *seen)
{
    t->counts.row += seen->consumed;
    t->counts.seen += seen->consumed;
    t->counts.updates += seen->updates;
    t->counts.mistakes += seen->mistakes;
    t->counts.epoch_updates += seen->updates;
    t->counts.epoch_mistakes += seen->mistakes;
}

/* An error in mid-epoch names the row and the epoch. */
static ptron_status name_row(const ptron_trainer *t, const ptron_dataset *set, const struct pt_batch *batch,
                             size_t i, ptron_status status, ptron_error *err)
{
    const struct pt_block *block = batch->block;
    const size_t at = pt_batch_at(batch, i);
    char message[sizeof err->message];

    if (err == NULL || i >= batch->n)
        return status;
    memcpy(message, err->message, sizeof message);
    pt_fail(err, status, "epoch %llu: %.200s", (unsigned long long)t->counts.epochs + 1, message);
    if (block->place != NULL && pt_place_file(block->place[at]) < set->n_files)
        pt_error_place(err, set->files[pt_place_file(block->place[at])], pt_place_line(block->place[at]), 0);
    return status;
}

/* How the evaluations went that the learner asked for since the last look. */
static ptron_status judged(ptron_trainer *t, ptron_error *err)
{
    const ptron_status status = t->judge_status;

    t->judge_status = PTRON_OK;
    if (status != PTRON_OK && err != NULL)
        *err = t->judge_error;
    return status;
}

static ptron_status observe_batch(ptron_trainer *t, const ptron_dataset *set, const struct pt_batch *batch,
                                  struct pt_observed *seen, ptron_error *err)
{
    const ptron_status status = t->ops->observe(t->learner, batch, 0, seen, err);

    count_seen(t, seen);
    if (status != PTRON_OK)
        return name_row(t, set, batch, seen->consumed, status, err);
    return judged(t, err);
}

/* Row by row, for an observer that wants to see each. */
static ptron_status trace_batch(ptron_trainer *t, const ptron_dataset *set, const struct run *run,
                                const struct pt_batch *batch, struct pt_observed *total, ptron_error *err)
{
    for (size_t i = 0; i < batch->n && total->request == PT_GO_ON; i++) {
        const uint32_t at = (uint32_t)pt_batch_at(batch, i);
        const struct pt_batch one = {.block = batch->block, .order = &at, .n = 1};
        ptron_step step = {.size = sizeof step, .epoch = t->counts.epochs + 1};
        struct pt_observed seen = {.step = &step};

        step.row = (uint64_t)(batch->block - set->blocks) * set->rows_per_block + at;
        PT_TRY(observe_batch(t, set, &one, &seen, err));
        total->request = seen.request;
        total->consumed++;
        if (!run->observer->on_row(run->observer->user, &step)) {
            t->reason = PTRON_STOP_ASKED;
            return PTRON_OK;
        }
    }
    return PTRON_OK;
}

/* Between batches: the caller may cancel, time may be up. */
static void look_up(ptron_trainer *t, const struct run *run, uint64_t rows)
{
    ptron_progress progress;

    if (t->reason != PTRON_STOP_RUNNING)
        return;
    if (run->limit > 0.0 && elapsed(t, run) >= run->limit)
        t->reason = PTRON_STOP_TIME;
    if (run->observer == NULL || run->observer->on_block == NULL)
        return;
    report_progress(t, run, t->counts.row, rows, &progress);
    if (!run->observer->on_block(run->observer->user, &progress))
        t->reason = PTRON_STOP_ASKED;
}

/* From the present row to the end of the epoch, or to a reason to stop. */
static ptron_status run_rows(ptron_trainer *t, const ptron_dataset *set, const struct run *run, uint64_t rows,
                             ptron_error *err)
{
    while (t->counts.row < rows && t->reason == PTRON_STOP_RUNNING) {
        const struct pt_batch batch = batch_at(t, set, t->counts.row, rows);
        struct pt_observed seen = {0};

        PT_TRY(wants_rows(run) ? trace_batch(t, set, run, &batch, &seen, err)
                               : observe_batch(t, set, &batch, &seen, err));
        if (seen.request == PT_RESTART_EPOCH)
            t->counts.row = 0;
        if (seen.request == PT_STOP)
            t->reason = PTRON_STOP_UPDATES;
        look_up(t, run, rows);
    }
    return PTRON_OK;
}

/* ---- the end of an epoch -------------------------------------------------------------------------- */

/* Nothing moved in a whole epoch: separated if every product is positive, else nothing ever will. */
static ptron_status judge_standstill(ptron_trainer *t, ptron_error *err)
{
    struct pt_census census;
    ptron_model last;

    t->ops->last(t->learner, &last);
    PT_TRY(pt_census_take(&last, t->set, t->trained, t->n_trained, t->pool, &census, err));
    t->reason = census.errors == 0 ? PTRON_STOP_SEPARATED : PTRON_STOP_IDLE;
    return PTRON_OK;
}

/* The same weights again, with whole rows added in between: not separable. */
static ptron_status judge_cycle(ptron_trainer *t, ptron_error *err)
{
    const double rate = pt_option_real(t->options, "rate");
    ptron_model last;
    bool back;

    if (!t->ops->adds_rows || !pt_option_is(t->options, "schedule", "constant"))
        return PTRON_OK;
    t->ops->last(t->learner, &last);
    PT_TRY(pt_cycle_look(&t->cycle, &last, t->counts.epochs, t->counts.updates, &back, err));
    if (back && pt_cycle_is_exact(t->set, rate, t->setup.bias_scale, t->counts.updates))
        t->reason = PTRON_STOP_NOT_SEPARABLE;
    return PTRON_OK;
}

static ptron_status keep_best(ptron_trainer *t, ptron_model *model, uint64_t errors)
{
    const uint64_t patience = pt_option_count(t->options, "patience");

    if (errors < t->counts.best_errors) {
        t->counts.best_errors = errors;
        t->counts.best_epoch = t->counts.epochs;
        if (patience > 0) {
            ptron_model_free(t->best);
            t->best = model;
            return PTRON_OK;
        }
    } else if (patience > 0 && t->counts.epochs - t->counts.best_epoch >= patience) {
        t->reason = PTRON_STOP_HOLDOUT;
    }
    ptron_model_free(model);
    return PTRON_OK;
}

/* The hold-out error of the weights the learner would answer with now. */
static ptron_status judge_holdout(ptron_trainer *t, double *error, ptron_error *err)
{
    struct pt_census census;
    ptron_model *model;
    ptron_status status;

    *error = NAN;
    if (t->held == NULL && t->validation == NULL)
        return PTRON_OK;
    model = pt_zeroed(1, sizeof *model);
    if (model == NULL)
        return pt_fail_memory(err, sizeof *model, "a model");
    status = t->ops->snapshot(t->learner, model, err);
    if (status == PTRON_OK)
        status = pt_trainer_holdout(t, model, &census, err);
    if (status != PTRON_OK) {
        ptron_model_free(model);
        return status;
    }
    *error = (double)census.errors / (double)census.rows;
    return keep_best(t, model, census.errors);
}

static void check_budget(ptron_trainer *t)
{
    const uint64_t epochs = pt_option_count(t->options, "epochs");

    if (t->reason == PTRON_STOP_RUNNING && epochs > 0 && t->counts.epochs >= epochs)
        t->reason = PTRON_STOP_EPOCHS;
}

static ptron_status end_epoch(ptron_trainer *t, const struct run *run, ptron_error *err)
{
    const bool still = t->counts.epoch_updates == 0;
    ptron_progress progress;
    double holdout_error;

    PT_TRY(t->ops->end_epoch(t->learner, &t->reason, err));
    PT_TRY(judged(t, err));
    t->counts.epochs++;
    t->counts.row = 0;
    t->counts.last_mistakes = t->counts.epoch_mistakes;
    t->counts.epoch_mistakes = t->counts.epoch_updates = 0;
    PT_TRY(judge_holdout(t, &holdout_error, err));
    if (still && t->reason == PTRON_STOP_RUNNING)
        PT_TRY(judge_standstill(t, err));
    if (t->reason == PTRON_STOP_RUNNING)
        PT_TRY(judge_cycle(t, err));
    check_budget(t);
    if (run->observer == NULL || run->observer->on_epoch == NULL)
        return PTRON_OK;
    report_progress(t, run, 0, t->order.n, &progress);
    progress.holdout_error = holdout_error;
    if (!run->observer->on_epoch(run->observer->user, &progress) && t->reason == PTRON_STOP_RUNNING)
        t->reason = PTRON_STOP_ASKED;
    return PTRON_OK;
}

/* ---- public -------------------------------------------------------------------------------------- */

static struct run run_of(const ptron_trainer *t, const ptron_observer *observer)
{
    return (struct run){observer, pt_clock_seconds(), pt_option_real(t->options, "time")};
}

static ptron_status one_epoch(ptron_trainer *t, const struct run *run, ptron_error *err)
{
    pt_order_epoch(&t->order, t->counts.epochs + 1);
    PT_TRY(run_rows(t, t->set, run, t->order.n, err));
    return t->counts.row == t->order.n ? end_epoch(t, run, err) : PTRON_OK;
}

static ptron_status finish(ptron_trainer *t, const struct run *run, ptron_status status)
{
    t->seconds = elapsed(t, run);
    return status;
}

/* A budget that was used up may have been raised since; other reasons stand until a resume. */
static bool may_go_on(ptron_trainer *t)
{
    if (t->reason == PTRON_STOP_ASKED || t->reason == PTRON_STOP_TIME || t->reason == PTRON_STOP_EPOCHS)
        t->reason = PTRON_STOP_RUNNING;
    check_budget(t);
    return t->reason == PTRON_STOP_RUNNING;
}

ptron_status ptron_trainer_run(ptron_trainer *trainer, const ptron_observer *observer, ptron_error *err)
{
    struct run run;

    if (trainer == NULL || trainer->set == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a trainer without rows can only be fed");
    run = run_of(trainer, observer);
    while (may_go_on(trainer)) {
        const ptron_status status = one_epoch(trainer, &run, err);
        if (status != PTRON_OK)
            return finish(trainer, &run, status);
        if (trainer->reason != PTRON_STOP_RUNNING)
            break;
    }
    return finish(trainer, &run, PTRON_OK);
}

ptron_status ptron_trainer_step(ptron_trainer *trainer, const ptron_observer *observer, ptron_error *err)
{
    struct run run;

    if (trainer == NULL || trainer->set == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a trainer without rows can only be fed");
    run = run_of(trainer, observer);
    if (!may_go_on(trainer))
        return PTRON_OK;
    return finish(trainer, &run, one_epoch(trainer, &run, err));
}

static ptron_status prepare_feed(ptron_trainer *t, const ptron_dataset *rows, ptron_error *err)
{
    const uint32_t features = (uint32_t)pt_max(rows->n_features, t->setup.features);

    t->set = rows;
    t->n_trained = rows->n_rows;
    PT_TRY(check_rows(t, err));
    if (t->learner == NULL) {
        t->setup.features = features;
        return t->ops->create(t->ops, &t->setup, &t->learner, err);
    }
    if (features == t->setup.features)
        return PTRON_OK;
    t->setup.features = features;
    return t->ops->widen(t->learner, features, t->setup.classes, err);
}

ptron_status ptron_trainer_feed(ptron_trainer *trainer, const ptron_dataset *rows, const ptron_observer *observer,
                                ptron_error *err)
{
    struct run run;

    if (trainer == NULL || rows == NULL || trainer->order.n > 0)
        return pt_fail(err, PTRON_ARGUMENT, "rows are fed to a trainer that was made without any");
    run = run_of(trainer, observer);
    PT_TRY(prepare_feed(trainer, rows, err));
    trainer->counts.row = 0;
    trainer->reason = PTRON_STOP_RUNNING;
    PT_TRY(run_rows(trainer, rows, &run, rows->n_rows, err));
    if (trainer->reason == PTRON_STOP_RUNNING)
        trainer->reason = PTRON_STOP_END;
    trainer->counts.row = 0;
    return finish(trainer, &run, PTRON_OK);
}
