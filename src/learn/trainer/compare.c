/* Runs as tasks of a pool, each with one thread of its own. */
#include "learn/trainer/trainer.h"
#include "base/alloc.h"
#include "par/lock.h"

struct run {
    const ptron_options *options;   /* borrowed */
    ptron_result *result;           /* the caller's */
    ptron_status status;
    ptron_error  err;
};

struct comparison {
    const ptron_dataset  *set, *validation;
    ptron_observer asked;           /* by one run at a time */
    pt_lock        asking;
    ptron_observer observer;        /* what the runs see: it asks `asked` */
    struct run *runs;               /* [n] */
};

static bool ask(struct comparison *c, bool (*on)(void *user, const ptron_progress *progress),
                const ptron_progress *progress)
{
    bool go_on;

    pt_lock_take(&c->asking);
    go_on = on(c->asked.user, progress);
    pt_lock_give(&c->asking);
    return go_on;
}

static bool on_block(void *user, const ptron_progress *progress)
{
    struct comparison *c = user;

    return ask(c, c->asked.on_block, progress);
}

static bool on_epoch(void *user, const ptron_progress *progress)
{
    struct comparison *c = user;

    return ask(c, c->asked.on_epoch, progress);
}

static bool on_row(void *user, const ptron_step *step)
{
    struct comparison *c = user;
    bool go_on;

    pt_lock_take(&c->asking);
    go_on = c->asked.on_row(c->asked.user, step);
    pt_lock_give(&c->asking);
    return go_on;
}

static void do_run(void *context, size_t i)
{
    const struct comparison *c = context;
    struct run *run = &c->runs[i];
    ptron_options *alone = NULL;
    ptron_trainer *trainer = NULL;

    run->result->size = sizeof *run->result;
    run->status = pt_options_copy(run->options, &alone, &run->err);
    if (run->status == PTRON_OK)
        run->status = ptron_options_set(alone, "threads", "1", &run->err);
    if (run->status == PTRON_OK)
        pt_options_drop_idle(alone, c->validation != NULL);
    if (run->status == PTRON_OK)
        run->status = pt_trainer_new(alone, c->set, c->validation, &trainer, &run->err);
    if (run->status == PTRON_OK)
        run->status = ptron_trainer_run(trainer, &c->observer, &run->err);
    if (run->status == PTRON_OK)
        run->status = ptron_trainer_result(trainer, run->result, &run->err);
    ptron_trainer_free(trainer);
    ptron_options_free(alone);
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

ptron_status pt_compare(const ptron_options *const *runs, size_t n, const ptron_dataset *set,
                        const ptron_dataset *validation, size_t threads, const ptron_observer *observer,
                        ptron_result *results, ptron_error *err)
{
    struct comparison c = {.set = set, .validation = validation, .asked = *observer, .asking = PT_LOCK_INIT,
                           .runs = pt_zeroed(n, sizeof *c.runs)};
    pt_pool *pool = NULL;
    ptron_status status;

    if (c.runs == NULL)
        return pt_fail_memory(err, n * sizeof *c.runs, "runs");
    status = check_use(runs, n, validation != NULL, err);
    if (status != PTRON_OK) {
        pt_release(c.runs);
        return status;
    }
    for (size_t i = 0; i < n; i++)
        c.runs[i] = (struct run){.options = runs[i], .result = &results[i]};
    /* Only what is asked for: a trainer that nobody asks by row is quicker. */
    c.observer = (ptron_observer){.size = sizeof c.observer, .user = &c,
                                  .on_block = observer->on_block == NULL ? NULL : on_block,
                                  .on_epoch = observer->on_epoch == NULL ? NULL : on_epoch,
                                  .on_row = observer->on_row == NULL ? NULL : on_row,
                                  .wants_risk = observer->wants_risk};
    status = pt_pool_new(threads, &pool, err);
    if (status == PTRON_OK)
        pt_pool_run(pool, n, do_run, &c);
    for (size_t i = 0; i < n && status == PTRON_OK; i++) {   /* the first run's trouble, whichever met one first */
        status = c.runs[i].status;
        if (status != PTRON_OK && err != NULL)
            *err = c.runs[i].err;
    }
    pt_pool_free(pool);
    pt_release(c.runs);
    return status;
}
