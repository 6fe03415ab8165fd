/* The rows of a stream, once more: how the weights do on them, and what the epoch says of why it ended. */
#include "base/alloc.h"
#include "learn/trainer/trainer.h"
#include "pack/pack_trust.h"
#include "sets/row_checksum.h"

#include <math.h>

void pt_judging_fini(struct pt_judging *j)
{
    ptron_model_free(j->answer);
    pt_pending_fini(&j->pending);
    *j = (struct pt_judging){0};
}

bool pt_trainer_is_judged(const ptron_trainer *t)
{
    const struct pt_judging *j = &t->judging;

    return j->done && t->passing.ended && j->counts.seen == t->counts.seen && j->counts.epochs == t->counts.epochs;
}

static ptron_status begin_judging(ptron_trainer *t, ptron_error *err)
{
    struct pt_judging *j = &t->judging;

    if (t->order.n > 0 || !t->passing.ended)
        return pt_fail(err, PTRON_ARGUMENT, "rows are judged when a stream has ended");
    if (t->passing.fingerprint == 0)
        return pt_detail(err, PTRON_DETAIL_OTHER_ROWS,
                         pt_fail(err, PTRON_DATA, "other rows were learned from before these, and are gone"));
    pt_judging_fini(j);
    j->census.least = j->last.least = INFINITY;
    j->census.wild = j->last.wild = UINT64_MAX;
    j->exact = true;
    j->counts = t->counts;
    PT_TRY(pt_model_new(&j->answer, err));
    return t->ops->snapshot(t->learner, j->answer, err);
}

/* ---- rows ---------------------------------------------------------------------------------------- */

static ptron_status judge_view(ptron_trainer *t, struct pt_view view, ptron_error *err)
{
    struct pt_judging *j = &t->judging;
    ptron_model last;

    PT_TRY(pt_census_go_on(j->answer, &view, t->pool, &j->census, err));
    if (!t->end.still)
        return PTRON_OK;
    PT_TRY(t->ops->last(t->learner, &last, err));
    return pt_census_go_on(&last, &view, t->pool, &j->last, err);
}

static ptron_status judge_pending(ptron_trainer *t, bool all, ptron_error *err)
{
    const struct pt_view front = pt_pending_front(&t->judging.pending, t->setup.features, PT_SLICE_ROWS, all);

    if (front.n == 0)
        return PTRON_OK;
    PT_TRY(judge_view(t, front, err));
    return pt_pending_drop_front(&t->judging.pending, front.n, err);
}

/* Other rows than those learned from have other marks; what cannot be judged is told at once. */
static ptron_status mark_rows(ptron_trainer *t, const ptron_dataset *rows, ptron_error *err)
{
    struct pt_judging *j = &t->judging;

    for (uint64_t i = 0; i < rows->n_rows; i++) {
        const struct pt_row row = pt_dataset_row_at(rows, i);
        if (row.label >= t->setup.classes)
            return pt_detail(err, PTRON_DETAIL_OTHER_ROWS,
                             pt_fail(err, PTRON_DATA, "the rows are not those that were learned from"));
        j->sum += pt_mark_row(&row, j->rows + i) * pt_mark_class(row.label);
    }
    j->rows += rows->n_rows;
    return PTRON_OK;
}

static ptron_status judge_rows(ptron_trainer *t, const ptron_dataset *rows, ptron_error *err)
{
    struct pt_judging *j = &t->judging;

    PT_TRY(pt_dataset_trust_all(rows, t->pool, err));
    PT_TRY(mark_rows(t, rows, err));
    if (t->end.back && j->exact)
        j->exact = pt_cycle_is_exact(rows, pt_option_real(t->options, "rate"), t->setup.bias_scale, t->counts.updates);
    /* Which rows stand together matters for those that multiply matrices, and where the rows' losses are added up. */
    if ((j->answer->kind == PT_MODEL_LINEAR || j->answer->kind == PT_MODEL_VOTES) &&
        t->algorithm->ops->numbers.risk == NULL)
        return judge_view(t, pt_dataset_view(rows), err);
    PT_TRY(pt_pending_add(&j->pending, rows, err));
    return judge_pending(t, false, err);
}

/* ---- the end ------------------------------------------------------------------------------------- */

static ptron_status finish_judging(ptron_trainer *t, ptron_error *err)
{
    struct pt_judging *j = &t->judging;
    const uint64_t print = pt_mark_set(j->sum, j->rows, t->setup.features, t->setup.classes);
    double holdout_error;

    if (print != t->passing.fingerprint)
        return pt_detail(err, PTRON_DETAIL_OTHER_ROWS,
                         pt_fail(err, PTRON_DATA, "the rows are not those that were learned from"));
    if (j->pending.store.n_rows > 0)
        PT_TRY(judge_pending(t, true, err));
    j->done = true;
    PT_TRY(pt_trainer_find_reason(t, &holdout_error, err));
    if (t->reason == PTRON_STOP_RUNNING)
        t->reason = PTRON_STOP_END;
    return PTRON_OK;
}

ptron_status ptron_trainer_judge(ptron_trainer *trainer, const ptron_dataset *rows, ptron_error *err)
{
    ptron_status status = PTRON_OK;

    if (trainer == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a trainer is needed");
    if (trainer->judging.answer == NULL)
        status = begin_judging(trainer, err);
    if (status == PTRON_OK)
        status = rows != NULL ? judge_rows(trainer, rows, err) : finish_judging(trainer, err);
    if (status != PTRON_OK || rows == NULL) {
        ptron_model_free(trainer->judging.answer);
        trainer->judging.answer = NULL;
    }
    return status;
}
