/* The training loop. */
#include "learn/trainer/trainer.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "base/size.h"
#include "base/sized.h"
#include "pack/pack_trust.h"

#include <math.h>
#include <string.h>

/* ---- one batch ----------------------------------------------------------------------------------- */

struct run {                      /* what one public call carries around */
    ptron_observer observer;
    double began;                 /* seconds on the clock */
    double limit;                 /* seconds of training; 0: none */
};

static double elapsed(const ptron_trainer *t, const struct run *run)
{
    return t->seconds + (pt_clock_seconds() - run->began);
}

/* Unless given, of a kernel: an epoch looks at every row kept, for every row. */
enum { KERNEL_EPOCHS = 20, KERNEL_VISITS = 200000, KERNEL_PATIENCE = 3 };

/* Who goes back to the first row after each update has no epochs but the last, unless they are asked for: then as many
 * rows may be visited. */
static uint64_t most_epochs(const ptron_trainer *t)
{
    const unsigned can = t->algorithm->can;
    const uint64_t most = pt_option_count(t->options, "epochs"), visits = KERNEL_VISITS / (t->order.n + 1);

    if (ptron_options_given(t->options, "epochs"))
        return most;
    return (can & PT_RESTARTS) != 0                          ? 0
           : (can & PT_TAKES_KERNEL) == 0 || visits >= most ? most
           : visits < KERNEL_EPOCHS                         ? KERNEL_EPOCHS
                                                            : visits;
}

static uint64_t patience_of(const ptron_trainer *t)
{
    const bool own = (t->algorithm->can & PT_TAKES_KERNEL) != 0 && !ptron_options_given(t->options, "patience") &&
                     !ptron_options_given(t->options, "epochs");

    return own ? KERNEL_PATIENCE : pt_option_count(t->options, "patience");
}

/* Measured when an epoch ends, it holds for ever. */
static ptron_status measure_upper(ptron_trainer *t, ptron_error *err)
{
    struct pt_bracket last = {0}, answered = {0};

    if (t->ops->numbers.bracket == NULL || (t->set != NULL && t->set->running != NULL))
        return PTRON_OK;
    PT_TRY(t->ops->numbers.bracket(t->learner, &last, &answered, err));
    if (last.mass > 0.0 && isfinite(last.mass) && isfinite(last.norm2))
        t->upper = fmin(t->upper, sqrt(last.norm2) / last.mass);
    return PTRON_OK;
}

static ptron_status report_progress(ptron_trainer *t, const struct run *run, uint64_t row, uint64_t rows,
                                    ptron_progress *progress, ptron_error *err)
{
    if (row == 0)
        PT_TRY(measure_upper(t, err));
    *progress = (ptron_progress){
        .size = sizeof *progress,
        .epoch = t->counts.epochs + (row > 0),
        .epochs = most_epochs(t),
        .row = row,
        .rows = rows,
        .mistakes = row > 0 ? t->counts.epoch_mistakes : t->counts.last_mistakes,
        .updates = t->counts.updates,
        .seconds = elapsed(t, run),
        .margin_lower = NAN,
        .margin_upper = t->upper > 1e-140 ? t->upper : (double)NAN,   /* squares of less may be lost */
        .holdout_error = NAN,
        .risk = NAN,
    };
    return PTRON_OK;
}

/* Some learners know only later whether what they observed moves anything. */
static void settle_updates(ptron_trainer *t)
{
    const uint64_t updates = t->ops->numbers.updates == NULL ? UINT64_MAX : t->ops->numbers.updates(t->learner);

    if (updates != UINT64_MAX)
        t->counts.updates = updates;
}

static void count_seen(ptron_trainer *t, const struct pt_observed *seen)
{
    t->counts.row += seen->consumed;
    t->counts.seen += seen->consumed;
    t->counts.updates += seen->updates;
    t->counts.mistakes += seen->mistakes;
    t->counts.epoch_updates += seen->updates;
    t->counts.epoch_mistakes += seen->mistakes;
    settle_updates(t);
}

static void name_epoch(const ptron_trainer *t, ptron_status status, ptron_error *err)
{
    char message[sizeof err->message];
    ptron_detail detail;

    if (err == NULL || status != PTRON_DATA)
        return;
    detail = err->detail;
    memcpy(message, err->message, sizeof message);
    pt_fail(err, status, "epoch %llu: %.200s", (unsigned long long)t->counts.epochs + 1, message);
    err->detail = detail;
}

ptron_status pt_trainer_name_row(const ptron_trainer *t, const struct pt_batch *batch, size_t i, ptron_status status,
                                 ptron_error *err)
{
    const struct pt_block *block = batch->block;
    const size_t at = i < batch->n ? pt_batch_at(batch, i) : 0;

    name_epoch(t, status, err);
    if (err == NULL || i >= batch->n)
        return status;
    if (block->place != NULL && pt_place_file(block->place[at]) < t->set->n_files)
        pt_error_place(err, t->set->files[pt_place_file(block->place[at])], pt_place_line(block->place[at]), 0);
    return status;
}

static ptron_status observe_batch(ptron_trainer *t, const struct pt_batch *batch, const struct pt_batch *rows,
                                  struct pt_observed *seen, ptron_error *err)
{
    const ptron_status status = t->ops->observe(t->learner, rows, 0, seen, err);

    count_seen(t, seen);
    return status == PTRON_DATA ? pt_trainer_name_row(t, batch, seen->consumed, status, err) : status;
}

/* What the weights say of a row that they have not learned from yet. */
static ptron_status answer_row(ptron_trainer *t, const struct run *run, const struct pt_row *row, ptron_error *err)
{
    ptron_answer answer = {.size = sizeof answer, .row = t->counts.seen, .label = row->label};
    ptron_model last;
    double *scores;
    ptron_status status;

    PT_TRY(t->ops->last(t->learner, &last, err));
    scores = pt_array(last.n_vectors, sizeof *scores);
    if (scores == NULL)
        return pt_fail_memory(err, last.n_vectors * sizeof *scores, "scores");
    status = pt_model_score_rows(&last, row, 1, scores, err);
    if (status == PTRON_OK) {
        answer.answer = pt_model_class(&last, scores, (struct pt_cut){0});
        answer.score = scores[last.n_vectors == 1 ? 0 : answer.answer];
        if (!run->observer.on_answer(run->observer.user, &answer))
            t->reason = PTRON_STOP_ASKED;
    }
    pt_release(scores);
    return status;
}

/* Row by row, for an observer that wants to see each. */
static ptron_status trace_batch(ptron_trainer *t, const struct run *run, uint64_t rows, const struct pt_batch *batch,
                                struct pt_observed *total, ptron_error *err)
{
    for (size_t i = 0; i < batch->n && total->request == PT_GO_ON && t->reason == PTRON_STOP_RUNNING; i++) {
        const uint32_t at = (uint32_t)pt_batch_at(batch, i);
        const struct pt_batch one = {.block = batch->block, .order = &at, .n = 1, .base = batch->base,
                                     .source = batch->source, .class_weight = batch->class_weight};
        ptron_step step = {.size = sizeof step, .epoch = t->counts.epochs + 1, .keep = NAN, .threshold = NAN,
                           .alpha = NAN};
        struct pt_observed seen = {.step = run->observer.on_row == NULL ? NULL : &step,
                                   .last = t->counts.row + 1 == rows};

        step.row = pt_batch_source(batch, i);
        if (run->observer.on_answer != NULL) {
            const struct pt_row row = pt_batch_row(batch, i);
            PT_TRY(answer_row(t, run, &row, err));
        }
        PT_TRY(observe_batch(t, &one, &one, &seen, err));
        total->request = seen.request;
        total->consumed++;
        if (run->observer.on_row != NULL && !run->observer.on_row(run->observer.user, &step))
            t->reason = PTRON_STOP_ASKED;
    }
    return PTRON_OK;
}

/* Between batches: the caller may cancel, time may be up. Ranks stop together, when the epoch ends. */
static ptron_status check_stop(ptron_trainer *t, const struct run *run, uint64_t rows, ptron_error *err)
{
    ptron_stop *reason = t->setup.ranks == NULL ? &t->reason : &t->wish;
    ptron_progress progress;

    if (t->reason != PTRON_STOP_RUNNING)
        return PTRON_OK;
    if (run->limit > 0.0 && elapsed(t, run) >= run->limit)
        *reason = PTRON_STOP_TIME;
    if (run->observer.on_block == NULL)
        return PTRON_OK;
    PT_TRY(report_progress(t, run, t->counts.row, rows, &progress, err));
    if (!run->observer.on_block(run->observer.user, &progress))
        *reason = PTRON_STOP_ASKED;
    return PTRON_OK;
}

/* Between epochs, or scans. */
static void check_budget(ptron_trainer *t)
{
    const uint64_t epochs = most_epochs(t);
    const uint64_t used = t->order.n > 0 ? t->counts.seen / t->order.n : t->counts.epochs;

    if (t->reason == PTRON_STOP_RUNNING && t->counts.row == 0 && epochs > 0 && used >= epochs)
        t->reason = PTRON_STOP_EPOCHS;
}

/* Whether there is anything of a budget left; 0 is no limit. */
static bool has_left(uint64_t budget, uint64_t used)
{
    return budget == 0 || used < budget;
}

static struct pt_made made(const ptron_trainer *t)
{
    const uint64_t n = t->counts.updates;

    return t->ops->numbers.made == NULL ? (struct pt_made){n, n, n} : t->ops->numbers.made(t->learner);
}

/* Whether some part of the learner, or every one, has come to the end of the updates allowed. */
static bool some_spent(const ptron_trainer *t)
{
    return !has_left(t->setup.max_updates, made(t).most);
}

static bool all_spent(const ptron_trainer *t)
{
    return !has_left(t->setup.max_updates, made(t).fewest);
}

static ptron_status observe_next(ptron_trainer *t, const struct pt_view *view, const struct run *run,
                                 struct pt_observed *seen, ptron_error *err)
{
    struct pt_batch batch, rows;

    if (t->shards != NULL) {
        const ptron_status status = pt_trainer_round(t, seen, err);
        count_seen(t, seen);
        return status;
    }
    batch = pt_trainer_batch(t, view->block, t->counts.row, view->n);
    PT_TRY(pt_trust_batch(view->trust, &batch, err));
    if (run->observer.on_row != NULL || run->observer.on_answer != NULL)
        return trace_batch(t, run, view->n, &batch, seen, err);
    rows = pt_gather_batch(t, view, &batch);
    pt_marks_go_on(t);
    return observe_batch(t, &batch, &rows, seen, err);
}

/* The rows of an epoch, or of a scan that began anew, are counted from here on. */
static void restart_counts(struct pt_counts *c)
{
    c->row = 0;
    c->last_mistakes = c->epoch_mistakes;
    c->epoch_mistakes = c->epoch_updates = 0;
}

/* From the present row to the end of the epoch, or of the rows fed, or to a reason to stop. */
static ptron_status run_rows(ptron_trainer *t, const struct pt_view *view, const struct run *run, ptron_error *err)
{
    while (t->counts.row < view->n && t->reason == PTRON_STOP_RUNNING) {
        struct pt_observed seen = {0};

        PT_TRY(observe_next(t, view, run, &seen, err));
        if (seen.request == PT_RESTART_EPOCH || seen.request == PT_RESTART_AND_STOP) {
            restart_counts(&t->counts);   /* a scan that comes to its end is then one without an update */
            check_budget(t);              /* scans that do not end make no epoch: the budget counts rows */
        }
        if (seen.request == PT_STOP || seen.request == PT_RESTART_AND_STOP)
            t->reason = PTRON_STOP_UPDATES;
        PT_TRY(check_stop(t, run, view->n, err));
    }
    return PTRON_OK;
}

/* ---- the end of an epoch -------------------------------------------------------------------------- */

/* Weights that come back end the run of who answers with the last ones; other answers may still get better, and have
 * their budget for it, if there is one. */
static bool ends_where_it_was(const ptron_trainer *t)
{
    const bool last = (t->algorithm->can & PT_OWN_ANSWER) == 0 && !pt_option_flag(t->options, "average");

    return last || (most_epochs(t) == 0 && t->setup.max_updates == 0 && pt_option_real(t->options, "time") == 0.0);
}

/* Whether weights come back that were there before; looked for where that would prove something. */
static ptron_status look_back(ptron_trainer *t, bool *back, ptron_error *err)
{
    ptron_model last;

    *back = false;
    if ((pt_trainer_can(t) & PT_ADDS_ROWS) == 0 || !ends_where_it_was(t) || t->class_weight != NULL ||
        !pt_option_is(t->options, "schedule", "constant"))
        return PTRON_OK;
    PT_TRY(t->ops->last(t->learner, &last, err));
    return pt_cycle_look(&t->cycle, &last, t->counts.epochs, t->counts.updates, back, err);
}

/* svm may go over rows again: no weight moved in the epoch if that leaves each as it was, too. */
static ptron_status end_learners_epoch(ptron_trainer *t, ptron_error *err)
{
    const uint64_t before = made(t).all;
    struct pt_epoch_end *end = &t->end;
    struct pt_weights kept = {0};
    ptron_status status = PTRON_OK;
    ptron_model last;

    if (end->still && (t->algorithm->can & PT_OWN_GAP) != 0) {
        PT_TRY(t->ops->last(t->learner, &last, err));
        status = pt_weights_keep(&kept, &last, err);
    }
    if (status == PTRON_OK) {
        status = t->ops->end_epoch(t->learner, &end->reason, err);
        name_epoch(t, status, err);
    }
    if (status == PTRON_OK && end->still && made(t).all != before &&
        (status = t->ops->last(t->learner, &last, err)) == PTRON_OK)
        end->still = kept.w != NULL && pt_weights_are(&kept, &last);
    pt_weights_fini(&kept);
    return status;
}

ptron_status pt_trainer_end_epoch(ptron_trainer *t, ptron_error *err)
{
    struct pt_epoch_end *end = &t->end;

    *end = (struct pt_epoch_end){.still = t->counts.epoch_updates == 0, .reason = PTRON_STOP_RUNNING,
                                 .stopped = PTRON_STOP_RUNNING};
    if (t->set != NULL)
        PT_TRY(pt_trust_unchanged(t->set->trust, err));
    PT_TRY(end_learners_epoch(t, err));
    settle_updates(t);
    if (end->reason == PTRON_STOP_UPDATES) {
        end->stopped = end->reason;
        end->reason = PTRON_STOP_RUNNING;
    }
    t->counts.epochs++;
    restart_counts(&t->counts);
    return end->reason == PTRON_STOP_RUNNING && !end->still ? look_back(t, &end->back, err) : PTRON_OK;
}

/* Nothing moved in a whole epoch: separated if every product is positive, else nothing ever will, unless it may not. */
static ptron_status judge_standstill(ptron_trainer *t, ptron_error *err)
{
    const struct pt_view view = pt_trainer_rows(t);
    struct pt_census census = t->judging.last;
    ptron_model last;

    if (t->order.n > 0) {
        PT_TRY(t->ops->last(t->learner, &last, err));
        PT_TRY(pt_census_take(&last, &view, t->pool, &census, err));
    }
    t->reason = census.errors == 0 ? PTRON_STOP_SEPARATED : some_spent(t) ? PTRON_STOP_UPDATES : PTRON_STOP_IDLE;
    return PTRON_OK;
}

/* The same weights again, with whole rows added in between and all sums exact: not separable. */
static ptron_status judge_cycle(ptron_trainer *t, ptron_error *err)
{
    bool exact = t->judging.exact;

    if (t->order.n > 0) {
        PT_TRY(pt_dataset_trust_all(t->set, t->pool, err));
        exact = pt_cycle_is_exact(t->set, pt_option_real(t->options, "rate"), t->setup.bias_scale, t->counts.updates);
    }
    if (exact)
        t->reason = PTRON_STOP_NOT_SEPARABLE;
    return PTRON_OK;
}

/* What falls when held-out rows fare better: their errors, or a network's loss, which says more of few rows. The bits
 * of doubles above 0 are in the order of the numbers. */
static uint64_t badness(const ptron_model *model, const struct pt_census *census)
{
    uint64_t bits;

    if (!pt_model_has_log_loss(model))
        return census->errors;
    memcpy(&bits, &census->log_loss, sizeof bits);
    return bits;
}

/* The hold-out error of the weights the learner would answer with now; with patience the best ones are kept. */
static ptron_status judge_holdout(ptron_trainer *t, double *error, ptron_error *err)
{
    const uint64_t patience = patience_of(t);
    struct pt_counts *c = &t->counts;
    struct pt_census census;
    ptron_model *model;
    ptron_status status;

    *error = NAN;
    if (t->split.n_holdout == 0 && t->validation == NULL)
        return PTRON_OK;
    PT_TRY(pt_model_new(&model, err));
    status = t->ops->snapshot(t->learner, model, err);
    if (status == PTRON_OK)
        status = pt_trainer_holdout(t, model, &census, err);
    if (status == PTRON_OK) {
        *error = (double)census.errors / (double)census.rows;
        if (badness(model, &census) < c->best) {
            c->best = badness(model, &census);
            c->best_epoch = c->epochs;
            if (patience > 0) {
                ptron_model_free(t->best);
                t->best = model;
                return PTRON_OK;
            }
        } else if (patience > 0 && t->reason == PTRON_STOP_RUNNING && c->epochs - c->best_epoch >= patience) {
            t->reason = PTRON_STOP_HOLDOUT;
        }
    }
    ptron_model_free(model);
    return status;
}

/* Margin and bound closer than asked? */
static ptron_status judge_bracket(ptron_trainer *t, ptron_error *err)
{
    const double gap = pt_option_real(t->options, "gap");
    const unsigned can = pt_trainer_can(t);
    ptron_result r;

    if (gap == 0.0 || t->reason != PTRON_STOP_RUNNING || (can & PT_HAS_BRACKET) == 0 ||
        (can & PT_OWN_GAP) != 0)
        return PTRON_OK;
    PT_TRY(pt_trainer_measure(t, &r, err));
    if (r.margin_lower > 0.0 && r.margin_lower >= (1.0 - gap) * r.margin_upper)
        t->reason = PTRON_STOP_MARGIN;
    return PTRON_OK;
}

/* Being stopped with the last row (asked, time, updates) comes after what the epoch says: the run that goes on
 * must find all that an uninterrupted one finds. Updates that are used up come before epochs that are: more epochs,
 * allowed later, find them so still. */
ptron_status pt_trainer_find_reason(ptron_trainer *t, double *holdout_error, ptron_error *err)
{
    t->reason = t->end.reason;
    if (t->reason == PTRON_STOP_RUNNING && t->end.still)
        PT_TRY(judge_standstill(t, err));
    if (t->reason == PTRON_STOP_RUNNING && t->end.back)
        PT_TRY(judge_cycle(t, err));
    PT_TRY(judge_holdout(t, holdout_error, err));
    PT_TRY(judge_bracket(t, err));
    if (t->reason == PTRON_STOP_RUNNING && t->end.stopped == PTRON_STOP_UPDATES)
        t->reason = PTRON_STOP_UPDATES;
    check_budget(t);
    if (t->reason == PTRON_STOP_RUNNING)
        t->reason = t->end.stopped;
    return PTRON_OK;
}

/* What stops the run beside the epoch's own reasons; of ranks it is what rank 0 says. */
static ptron_status find_wish(ptron_trainer *t, ptron_stop *stopped, ptron_error *err)
{
    *stopped = t->setup.ranks == NULL ? t->reason : t->wish;
    t->wish = PTRON_STOP_RUNNING;
    return pt_ranks_broadcast(t->setup.ranks, stopped, sizeof *stopped, err);
}

static ptron_status end_epoch(ptron_trainer *t, const struct run *run, ptron_error *err)
{
    ptron_stop stopped;
    ptron_progress progress;
    double holdout_error;
    bool go_on;

    PT_TRY(find_wish(t, &stopped, err));
    t->reason = PTRON_STOP_RUNNING;
    PT_TRY(pt_trainer_end_epoch(t, err));
    if (t->end.stopped == PTRON_STOP_RUNNING)
        t->end.stopped = stopped;
    PT_TRY(pt_trainer_find_reason(t, &holdout_error, err));
    if (run->observer.on_epoch == NULL)
        return PTRON_OK;
    PT_TRY(report_progress(t, run, 0, t->order.n, &progress, err));
    progress.holdout_error = holdout_error;
    if (run->observer.wants_risk && t->ops->numbers.risk != NULL)
        PT_TRY(t->ops->numbers.risk(t->learner, &progress.risk, err));
    go_on = run->observer.on_epoch(run->observer.user, &progress);
    PT_TRY(ptron_ranks_agree(t->setup.ranks, &go_on, err));
    if (!go_on && t->reason == PTRON_STOP_RUNNING)
        t->reason = PTRON_STOP_ASKED;
    return PTRON_OK;
}

/* ---- public -------------------------------------------------------------------------------------- */

static ptron_status begin_run(ptron_trainer *t, const ptron_observer *observer, struct run *run,
                              ptron_error *err)
{
    PT_TRY(pt_trainer_is_whole(t, err));
    pt_trainer_forget_answer(t);
    run->began = pt_clock_seconds();
    run->limit = pt_option_real(t->options, "time");
    return pt_take_sized(observer, &run->observer, sizeof run->observer, err);
}

static ptron_status finish_run(ptron_trainer *t, const struct run *run, ptron_status status)
{
    t->seconds = elapsed(t, run);
    t->broken |= status == PTRON_NOMEM;
    return status;
}

/* A budget that was used up may have been raised since; other reasons stand. */
static bool may_go_on(ptron_trainer *t)
{
    const struct pt_counts *c = &t->counts;

    if (t->reason == PTRON_STOP_ASKED || t->reason == PTRON_STOP_TIME || t->reason == PTRON_STOP_EPOCHS ||
        t->reason == PTRON_STOP_END ||
        (t->reason == PTRON_STOP_UPDATES && !some_spent(t)) ||
        (t->reason == PTRON_STOP_HOLDOUT &&
         has_left(patience_of(t), c->epochs - c->best_epoch)))
        t->reason = PTRON_STOP_RUNNING;
    check_budget(t);
    return t->reason == PTRON_STOP_RUNNING;
}

static ptron_status run_epochs(ptron_trainer *t, const ptron_observer *observer, bool only_one, ptron_error *err)
{
    ptron_status status = PTRON_OK;
    struct pt_view view;
    struct run run;

    if (t == NULL || t->order.n == 0)
        return pt_fail(err, PTRON_ARGUMENT, "a trainer without rows can only be fed");
    PT_TRY(begin_run(t, observer, &run, err));
    if (!may_go_on(t))
        return PTRON_OK;
    view = pt_trainer_rows(t);
    view.n = t->order.n;   /* a file of row numbers may name some twice, or leave some out */
    do {
        pt_marks_go_on(t);
        pt_order_epoch(&t->order, t->counts.epochs + 1);
        status = run_rows(t, &view, &run, err);
        pt_gather_stop(t);
        pt_marks_stop(t);
        if (status == PTRON_OK && t->counts.row == t->order.n)
            status = end_epoch(t, &run, err);
    } while (!only_one && status == PTRON_OK && t->reason == PTRON_STOP_RUNNING);
    return finish_run(t, &run, status);
}

ptron_status ptron_trainer_run(ptron_trainer *trainer, const ptron_observer *observer, ptron_error *err)
{
    return run_epochs(trainer, observer, false, err);
}

ptron_status ptron_trainer_step(ptron_trainer *trainer, const ptron_observer *observer, ptron_error *err)
{
    return run_epochs(trainer, observer, true, err);
}

/* The rows of this call follow those fed before: they are one epoch until the stream ends. */
static ptron_status feed_rows(ptron_trainer *t, struct pt_view view, const struct run *run, ptron_error *err)
{
    struct pt_marking marking;
    ptron_status status;

    t->passing.before = t->counts.row;
    t->counts.row = 0;
    status = pt_trainer_begin_marks(t, view.block, &marking, err);
    if (status == PTRON_OK) {
        status = run_rows(t, &view, run, err);
        pt_trainer_end_marks(t, &marking, status == PTRON_OK ? t->counts.row : 0);
    }
    t->passing.used = t->counts.row;
    t->counts.row += t->passing.before;
    t->passing.before = 0;
    return status;
}

/* Learners that go through blocks of rows get them as in memory; `all`: the stream has ended. */
static ptron_status feed_pending(ptron_trainer *t, const struct run *run, bool all, ptron_error *err)
{
    const struct pt_view front = pt_pending_front(&t->passing.pending, t->setup.features, PT_ORDER_ROWS, all);

    if (front.n == 0)
        return PTRON_OK;
    PT_TRY(feed_rows(t, front, run, err));
    return pt_pending_drop_front(&t->passing.pending, (size_t)t->passing.used, err);
}

/* No rows: the stream has ended. */
static ptron_status feed_or_end(ptron_trainer *t, const ptron_dataset *rows, const struct run *run, ptron_error *err)
{
    if (rows == NULL) {
        if (t->learner != NULL && t->set != NULL)
            PT_TRY(feed_pending(t, run, true, err));
        return t->passing.pending.store.n_rows > 0 ? PTRON_OK : pt_trainer_end_stream(t, err);   /* stopped before */
    }
    PT_TRY(pt_trainer_follow(t, rows, err));
    t->reason = all_spent(t) ? PTRON_STOP_UPDATES : PTRON_STOP_RUNNING;
    if (t->reason != PTRON_STOP_RUNNING)   /* since before these rows */
        return PTRON_OK;
    if ((t->algorithm->can & PT_WHOLE_BATCHES) == 0)
        return feed_rows(t, pt_dataset_view(rows), run, err);
    PT_TRY(pt_dataset_trust_all(rows, t->pool, err));
    PT_TRY(pt_pending_add(&t->passing.pending, rows, err));
    return feed_pending(t, run, false, err);
}

ptron_status ptron_trainer_feed(ptron_trainer *trainer, const ptron_dataset *rows, const ptron_observer *observer,
                                ptron_error *err)
{
    struct run run;

    if (trainer == NULL || trainer->order.n > 0)
        return pt_fail(err, PTRON_ARGUMENT, "rows are fed to a trainer that was made without any");
    PT_TRY(begin_run(trainer, observer, &run, err));
    return finish_run(trainer, &run, feed_or_end(trainer, rows, &run, err));
}
