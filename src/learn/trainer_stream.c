/* Learning from rows that pass by: nothing is looked at twice, and classes and features come when they come. */
#include "base/alloc.h"
#include "base/size.h"
#include "learn/trainer.h"

#include <string.h>

/* What needs the rows again, or all of them before the first. */
ptron_status pt_trainer_check_stream(const ptron_trainer *t, ptron_error *err)
{
    const ptron_options *o = t->options;

    if (pt_option_count(o, "shards") > 1)
        return pt_fail(err, PTRON_ARGUMENT, "shards are parts of all rows; a stream does not know how many there are");
    if (pt_option_real(o, "holdout") > 0.0)
        return pt_fail(err, PTRON_ARGUMENT, "a stream cannot hold rows out; its progressive error is on rows not yet "
                                            "learned from");
    if (!pt_option_is(o, "calibrate", "none"))
        return pt_fail(err, PTRON_ARGUMENT, "probabilities are fitted on rows held out; a stream cannot hold rows out");
    if (!pt_option_is(o, "start", "zero"))
        return pt_fail(err, PTRON_ARGUMENT, "a stream starts from zero, or goes on from a model (--resume)");
    return PTRON_OK;
}

static ptron_status keep_classes(ptron_trainer *t, const struct pt_dict *classes, ptron_error *err)
{
    pt_dict_fini(&t->classes);
    return pt_dict_copy(&t->classes, classes, err);
}

/* Where each class, known or new, stands among all of them: the new ones have the numbers left over. */
static void number_classes(const struct pt_dict *known, const struct pt_dict *all, uint32_t *to, bool *taken)
{
    uint32_t next = 0;

    for (uint32_t c = 0; c < known->count; c++) {
        size_t length;
        const char *name = pt_dict_text(known, c, &length);

        to[c] = pt_dict_find(all, name, length);
        to[c] = to[c] == PT_DICT_NONE ? c : to[c];   /* one against the rest: only the rest has a new name */
        taken[to[c]] = true;
    }
    for (uint32_t c = known->count; c < all->count; c++) {
        while (taken[next])
            next++;
        to[c] = next++;
    }
}

static ptron_status renumber(ptron_trainer *t, const struct pt_dict *all, ptron_error *err)
{
    const uint32_t n = all->count;
    uint32_t *to = pt_array(n, sizeof *to);
    bool *taken = pt_zeroed(n, sizeof *taken), moved = false;
    ptron_status status = PTRON_OK;

    if (to == NULL || taken == NULL)
        status = pt_fail_memory(err, n * sizeof *to, "the classes");
    else
        number_classes(&t->classes, all, to, taken);
    for (uint32_t c = 0; status == PTRON_OK && c < t->classes.count; c++)
        moved |= to[c] != c;
    if (moved && t->ops->renumber == NULL)
        status = pt_fail(err, PTRON_DATA, "a class came late that sorts before others, and %s cannot renumber them",
                         t->algorithm->name);
    else if (moved)
        status = t->ops->renumber(t->learner, to, n, err);
    pt_release(to);
    pt_release(taken);
    return status;
}

/* Wider first: a new class is the last one until it is given its number. */
static ptron_status widen(ptron_trainer *t, uint32_t features, uint32_t classes, ptron_error *err)
{
    const bool same = features == t->setup.features && classes == t->setup.classes;

    t->setup.features = features;
    t->setup.classes = classes;
    if (t->learner == NULL)
        return pt_trainer_create(t, err);
    return same ? PTRON_OK : t->ops->widen(t->learner, features, classes, err);
}

ptron_status pt_trainer_follow(ptron_trainer *t, const ptron_dataset *rows, ptron_error *err)
{
    const struct pt_dict *classes = &rows->shared->labels.classes;
    const uint32_t known = (uint32_t)pt_max(t->setup.classes, 2);
    const bool first = t->learner == NULL;

    PT_TRY(widen(t, (uint32_t)pt_max(rows->n_features, t->setup.features), (uint32_t)pt_max(classes->count, known),
                 err));
    if (!first && classes->count > t->classes.count)
        PT_TRY(renumber(t, classes, err));
    if (classes->count > t->classes.count)
        PT_TRY(keep_classes(t, classes, err));
    t->set = rows;
    t->n_trained = rows->n_rows;
    return pt_trainer_check_rows(t, err);
}

ptron_status pt_trainer_end_stream(ptron_trainer *t, ptron_error *err)
{
    if (t->learner == NULL)
        return pt_fail(err, PTRON_DATA, "there are no rows to learn from");
    if (t->counts.row > 0) {
        PT_TRY(t->ops->end_epoch(t->learner, &t->reason, err));
        t->counts.epochs++;
        t->counts.row = 0;
        t->counts.last_mistakes = t->counts.epoch_mistakes;
        t->counts.epoch_mistakes = t->counts.epoch_updates = 0;
    }
    if (t->reason == PTRON_STOP_RUNNING)
        t->reason = PTRON_STOP_END;
    return PTRON_OK;
}

ptron_status pt_trainer_settle(const ptron_trainer *t, struct pt_recipe *recipe, ptron_error *err)
{
    const struct pt_dict *classes = &recipe->labels.classes;

    if (!t->set->growing)
        return PTRON_OK;
    PT_TRY(pt_labels_settle(&recipe->labels, pt_option_text(t->options, "positive"), err));
    return classes->count >= 2 ? PTRON_OK
                               : pt_fail(err, PTRON_DATA, "every row is labelled '%.60s'; two classes are needed",
                                         pt_dict_text(classes, 0, NULL));
}

ptron_status pt_trainer_create_like(ptron_trainer *t, const ptron_model *model, ptron_error *err)
{
    t->setup.features = model->n_features;
    t->setup.classes = model->recipe.labels.classes.count;
    PT_TRY(keep_classes(t, &model->recipe.labels.classes, err));
    return pt_trainer_create(t, err);
}

ptron_stop ptron_trainer_reason(const ptron_trainer *trainer)
{
    return trainer->reason;
}
