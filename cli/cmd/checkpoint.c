/* Checkpoints. Of ranks rank 0 decides when, all take part, and rank 0 writes. */
#include "cmd/checkpoint.h"
#include "diag.h"
#include "launched.h"
#include "progress.h"

#include <stdlib.h>

static ptron_status write_now(struct checkpoint *c, ptron_error *err)
{
    ptron_model *model = NULL;
    ptron_status status = ptron_trainer_snapshot(c->training->trainer, &model, err);

    if (status == PTRON_OK && ranks_first())
        status = ptron_model_save(model, c->path, err);
    ptron_model_free(model);
    c->written = clock_now();
    return status;
}

static bool on_epoch(void *user, const ptron_progress *progress)
{
    struct checkpoint *c = user;
    const bool go_on = c->inner.on_epoch == NULL || c->inner.on_epoch(c->inner.user, progress);
    bool due = clock_now() - c->written >= c->every;

    c->status = ptron_ranks_agree(ranks_all(), &due, &c->error);
    if (c->status == PTRON_OK && due)
        c->status = write_now(c, &c->error);
    return go_on && c->status == PTRON_OK;
}

static bool on_block(void *user, const ptron_progress *progress)
{
    const struct checkpoint *c = user;

    return c->inner.on_block == NULL || c->inner.on_block(c->inner.user, progress);
}

static bool on_row(void *user, const ptron_step *step)
{
    const struct checkpoint *c = user;

    return c->inner.on_row(c->inner.user, step);
}

ptron_status checkpoint_watch(struct checkpoint *c, struct training *training, ptron_observer *observer,
                              ptron_error *err)
{
    const char *every = args_value(training->args, "checkpoint-every");
    char *end = NULL;

    *c = (struct checkpoint){.training = training, .path = args_value(training->args, "checkpoint"),
                             .every = every == NULL ? 0.0 : strtod(every, &end), .written = clock_now(),
                             .inner = *observer};
    if (every != NULL && (end == every || *end != '\0' || !(c->every >= 0.0)))
        return diag_fail(err, PTRON_ARGUMENT, "checkpoint-every is '%s', wanted seconds", every);
    if (every != NULL && c->path == NULL)
        return diag_fail(err, PTRON_ARGUMENT, "--checkpoint-every is for --checkpoint FILE");
    if (c->path == NULL)
        return PTRON_OK;
    if (ptron_options_is(training->args->options, "state", "no"))
        return diag_fail(err, PTRON_ARGUMENT, "a checkpoint is the state of training; --no-state leaves it out");
    observer->user = c;
    observer->on_epoch = on_epoch;
    observer->on_block = on_block;
    observer->on_row = c->inner.on_row == NULL ? NULL : on_row;
    return PTRON_OK;
}
