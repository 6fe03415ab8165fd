/* Runs as tasks of a pool, each with one thread of its own: what ptron_compare and ptron_tuning_run stand on. */
#include "learn/trainer/trainer.h"
#include "base/alloc.h"
#include "par/lock.h"

#include <stdio.h>

struct outcome {
    ptron_status status;
    ptron_error  err;
};

struct comparison {
    const struct pt_trial *trials;  /* [n] */
    const struct pt_trials *how;
    pt_lock        asking;          /* the observer is asked by one run at a time */
    ptron_observer observer;        /* what the runs see: it asks the one of `how` */
    struct outcome *outcomes;       /* [n] */
};

static bool ask(struct comparison *c, bool (*on)(void *user, const ptron_progress *progress),
                const ptron_progress *progress)
{
    bool go_on;

    pt_lock_take(&c->asking);
    go_on = on(c->how->observer->user, progress);
    pt_lock_give(&c->asking);
    return go_on;
}

static bool on_block(void *user, const ptron_progress *progress)
{
    struct comparison *c = user;

    return ask(c, c->how->observer->on_block, progress);
}

static bool on_epoch(void *user, const ptron_progress *progress)
{
    struct comparison *c = user;

    return ask(c, c->how->observer->on_epoch, progress);
}

static bool on_row(void *user, const ptron_step *step)
{
    struct comparison *c = user;
    bool go_on;

    pt_lock_take(&c->asking);
    go_on = c->how->observer->on_row(c->how->observer->user, step);
    pt_lock_give(&c->asking);
    return go_on;
}

static ptron_status allow_epochs(ptron_trainer *trainer, uint64_t epochs, ptron_error *err)
{
    char text[24];

    snprintf(text, sizeof text, "%llu", (unsigned long long)epochs);
    return ptron_options_set(trainer->options, "epochs", text, err);
}

static ptron_status try_one(const struct comparison *c, size_t i, ptron_trainer **trainer, ptron_error *err)
{
    const struct pt_trial *trial = &c->trials[i];
    uint64_t more = 0;

    PT_TRY(pt_trainer_new(trial->options, trial->set, trial->validation, trainer, err));
    do {
        if (more > 0)
            PT_TRY(allow_epochs(*trainer, more, err));
        more = 0;
        PT_TRY(ptron_trainer_run(*trainer, &c->observer, err));
        if (trial->result != NULL)
            PT_TRY(ptron_trainer_result(*trainer, trial->result, err));
        if (c->how->after != NULL)
            PT_TRY(c->how->after(c->how->context, i, *trainer, &more, err));
    } while (more > 0);
    return PTRON_OK;
}

static void do_run(void *context, size_t i)
{
    const struct comparison *c = context;
    struct outcome *outcome = &c->outcomes[i];
    ptron_trainer *trainer = NULL;

    outcome->status = try_one(c, i, &trainer, &outcome->err);
    ptron_trainer_free(trainer);
}

ptron_status pt_try(const struct pt_trial *trials, size_t n, const struct pt_trials *how, ptron_error *err)
{
    const ptron_observer *observer = how->observer;
    struct comparison c = {.trials = trials, .how = how, .asking = PT_LOCK_INIT,
                           .outcomes = pt_zeroed(n, sizeof *c.outcomes)};
    ptron_status status = PTRON_OK;

    if (c.outcomes == NULL)
        return pt_fail_memory(err, n * sizeof *c.outcomes, "runs");
    /* Only what is asked for: a trainer that nobody asks by row is quicker. */
    c.observer = (ptron_observer){.size = sizeof c.observer, .user = &c,
                                  .on_block = observer->on_block == NULL ? NULL : on_block,
                                  .on_epoch = observer->on_epoch == NULL ? NULL : on_epoch,
                                  .on_row = observer->on_row == NULL ? NULL : on_row,
                                  .wants_risk = observer->wants_risk};
    pt_pool_run(how->pool, n, do_run, &c);
    for (size_t i = 0; i < n && status == PTRON_OK; i++) {   /* the first run's trouble, whichever met one first */
        status = c.outcomes[i].status;
        if (status != PTRON_OK && err != NULL)
            *err = c.outcomes[i].err;
    }
    pt_release(c.outcomes);
    return status;
}

struct used {                       /* options that do something in some run */
    const struct pt_param **param;  /* [n] */
    size_t n;
};

static bool is_used(const struct used *used, const struct pt_param *param)
{
    for (size_t i = 0; i < used->n; i++)
        if (used->param[i] == param)
            return true;
    return false;
}

/* What a run was given must do something in one of them at least. */
static ptron_status refuse_unused(const ptron_options *const *runs, size_t n, bool validation, struct used *used,
                                  ptron_error *err)
{
    const struct pt_param *param;
    const char *value;

    for (size_t r = 0; r < n; r++)
        for (size_t i = 0; pt_options_setting(runs[r], i, &param, &value); i++)
            if (!is_used(used, param) && !pt_option_idles(runs[r], validation, param->name))
                used->param[used->n++] = param;
    for (size_t r = 0; r < n; r++)
        for (size_t i = 0; pt_options_setting(runs[r], i, &param, &value); i++)
            if (!is_used(used, param))
                return pt_option_refuse(runs[r], validation, param->name, err);
    return PTRON_OK;
}

static ptron_status check_use(const ptron_options *const *runs, size_t n, bool validation, ptron_error *err)
{
    struct used used = {0};
    size_t room = 0;
    ptron_status status;

    for (size_t t = 0; t < runs[0]->n_tables; t++)
        room += *runs[0]->tables[t].n;
    used.param = pt_array(room, sizeof *used.param);
    status = used.param == NULL ? pt_fail_memory(err, room * sizeof *used.param, "options")
                                : refuse_unused(runs, n, validation, &used, err);
    pt_release(used.param);
    return status;
}

static ptron_status options_alone(const ptron_options *run, bool validation, ptron_options **out, ptron_error *err)
{
    PT_TRY(pt_options_copy(run, out, err));
    PT_TRY(ptron_options_set(*out, "threads", "1", err));
    pt_options_drop_idle(*out, validation);
    return PTRON_OK;
}

ptron_status pt_compare(const ptron_options *const *runs, size_t n, const ptron_dataset *set,
                        const ptron_dataset *validation, size_t threads, const ptron_observer *observer,
                        ptron_result *results, ptron_error *err)
{
    struct pt_trials how = {.observer = observer};
    struct pt_trial *trials;
    ptron_options **alone;
    ptron_status status;

    PT_TRY(check_use(runs, n, validation != NULL, err));
    trials = pt_zeroed(n, sizeof *trials);
    alone = pt_zeroed(n, sizeof *alone);
    status = trials == NULL || alone == NULL ? pt_fail_memory(err, n * sizeof *trials, "runs") : PTRON_OK;
    for (size_t i = 0; status == PTRON_OK && i < n; i++) {
        status = options_alone(runs[i], validation != NULL, &alone[i], err);
        trials[i] = (struct pt_trial){alone[i], set, validation, &results[i]};
        results[i].size = sizeof results[i];
    }
    if (status == PTRON_OK)
        status = pt_pool_new(threads, &how.pool, err);
    if (status == PTRON_OK)
        status = pt_try(trials, n, &how, err);
    pt_pool_free(how.pool);
    for (size_t i = 0; alone != NULL && i < n; i++)
        ptron_options_free(alone[i]);
    pt_release(alone);
    pt_release(trials);
    return status;
}
