/* Learning from rows that pass by: nothing is looked at twice, and classes and features come when they come. */
#include "base/alloc.h"
#include "base/plural.h"
#include "base/size.h"
#include "learn/trainer/trainer.h"
#include "sets/row_checksum.h"

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
    pt_dict_fini(&t->passing.classes);
    return pt_dict_copy(&t->passing.classes, classes, err);
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

/* Everything that speaks of classes by number. */
static ptron_status renumber_all(ptron_trainer *t, const uint32_t *to, uint32_t n, ptron_error *err)
{
    uint64_t *sums = pt_zeroed(n, sizeof *sums);
    ptron_status status = PTRON_OK;

    if (sums == NULL)
        return pt_fail_memory(err, n * sizeof *sums, "the classes");
    if (t->ops->stream.renumber == NULL)
        status = pt_fail(err, PTRON_DATA, "a class came late that sorts before others, and %s cannot renumber them; "
                                          "name all classes (--classes)", t->algorithm->name);
    else
        status = t->ops->stream.renumber(t->learner, to, n, err);
    for (size_t c = 0; c < t->passing.n_sums; c++)
        sums[to[c]] = t->passing.sums[c];
    pt_release(t->passing.sums);
    t->passing.sums = sums;
    t->passing.n_sums = n;
    pt_pending_renumber(&t->passing.pending, to);
    return status;
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
        number_classes(&t->passing.classes, all, to, taken);
    for (uint32_t c = 0; status == PTRON_OK && c < t->passing.classes.count; c++)
        moved |= to[c] != c;
    if (moved)
        status = renumber_all(t, to, n, err);
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
    if (same)
        return PTRON_OK;
    pt_cycle_fini(&t->cycle);   /* of another shape */
    PT_TRY(t->ops->stream.widen(t->learner, features, classes, err));
    return pt_trainer_check_rest(t, err);
}

/* Rows that were read on their own, not as a stream that goes on, may lack what those before them had. Of one class
 * against the rest only the rest may have another name. */
static ptron_status check_goes_on(const ptron_trainer *t, const ptron_dataset *rows, ptron_error *err)
{
    const struct pt_dict *now = &rows->shared->labels.classes, *known = &t->passing.classes;
    uint32_t lost = 0;

    if (rows->n_features < t->setup.features)
        return pt_fail(err, PTRON_ARGUMENT, "rows of %u feature%s were learned from before these, which have %u",
                       t->setup.features, pt_plural(t->setup.features), rows->n_features);
    for (uint32_t c = 0; c < known->count; c++) {
        size_t length;
        const char *name = pt_dict_text(known, c, &length);

        lost += pt_dict_find(now, name, length) == PT_DICT_NONE;
    }
    if (lost > (pt_option_text(t->options, "positive")[0] != '\0' ? 1 : 0) || now->count < known->count)
        return pt_fail(err, PTRON_ARGUMENT, "rows of other classes were learned from before these");
    return PTRON_OK;
}

ptron_status pt_trainer_follow(ptron_trainer *t, const ptron_dataset *rows, ptron_error *err)
{
    const struct pt_dict *classes = &rows->shared->labels.classes;
    const uint32_t known = (uint32_t)pt_max(t->setup.classes, 2);
    const bool first = t->learner == NULL;
    struct pt_refs *fed;

    if (rows->running != NULL && (t->algorithm->can & PT_WHOLE_BATCHES) != 0)
        return pt_fail(err, PTRON_ARGUMENT, "%s learns from rows when %d have come; standardising them as they "
                                            "come goes "
                       "row by row", t->algorithm->name, PT_ORDER_ROWS);
    if (!first)
        PT_TRY(check_goes_on(t, rows, err));
    t->passing.values += rows->n_values;
    if (rows->n_features / 2 > t->setup.features)
        PT_TRY(pt_recipe_check_width(rows->shared, t->passing.values, err));
    PT_TRY(widen(t, (uint32_t)pt_max(rows->n_features, t->setup.features), (uint32_t)pt_max(classes->count, known),
                 err));
    if (!first && classes->count > t->passing.classes.count)
        PT_TRY(renumber(t, classes, err));
    if (classes->count > t->passing.classes.count)
        PT_TRY(keep_classes(t, classes, err));
    t->set = rows;
    fed = pt_refs_take(&rows->refs);
    pt_refs_drop(t->set_refs);
    t->set_refs = fed;
    t->split.n_trained = rows->n_rows;
    t->passing.ended = false;
    PT_TRY(pt_trainer_weigh(t, rows, err));
    return pt_trainer_check_rows(t, err);
}

/* ---- the checksum of rows that are gone ------------------------------------------------------------ */

static ptron_status reach_classes(struct pt_passing *p, uint32_t classes, ptron_error *err)
{
    uint64_t *sums;

    if (classes <= p->n_sums)
        return PTRON_OK;
    sums = pt_resize(p->sums, classes, sizeof *sums);
    if (sums == NULL)
        return pt_fail_memory(err, classes * sizeof *sums, "the classes");
    p->sums = sums;
    while (p->n_sums < classes)
        sums[p->n_sums++] = 0;
    return PTRON_OK;
}

static void mark_rows(void *context, size_t unused)
{
    const struct pt_marking *m = context;

    (void)unused;
    pt_mark_rows(m->rows, m->before, m->marks);
}

enum { FEW_ROWS = 256 };   /* not worth waking, or making, a thread */

/* Rows that were just read are marked while they are learned from, before other threads read on: learning waits for
 * it, and is what takes longest. Other rows, such as those of a pack, may not have been checked yet, and wait until
 * they are. */
ptron_status pt_trainer_begin_marks(ptron_trainer *t, const struct pt_block *rows, struct pt_marking *m,
                                    ptron_error *err)
{
    struct pt_passing *p = &t->passing;
    void *marks = p->marks;

    *m = (struct pt_marking){.rows = rows, .before = p->before};
    m->job = (pt_job){.task = mark_rows, .context = m, .first = true};
    PT_TRY(reach_classes(p, t->setup.classes, err));
    if (!t->set->growing || rows->n_rows < FEW_ROWS)
        return PTRON_OK;
    if (!pt_grow(&marks, &p->mark_room, rows->n_rows, sizeof *p->marks))
        return pt_fail_memory(err, rows->n_rows * sizeof *p->marks, "the checksums of rows");
    m->marks = p->marks = marks;
    pt_pool_start(t->set->pool, &m->job);
    return PTRON_OK;
}

/* Two classes take turns in their sums, which would wait for each other in memory. */
static void add_marks(uint64_t *sums, const uint32_t *label, const uint64_t *marks, size_t n)
{
    uint64_t of[2] = {0};

    for (size_t i = 0; i < n; i++) {
        if (label[i] > 1)
            sums[label[i]] += marks[i];
        of[0] += label[i] == 0 ? marks[i] : 0;
        of[1] += label[i] == 1 ? marks[i] : 0;
    }
    for (size_t c = 0; c < 2; c++)
        if (of[c] != 0)   /* there may be but one class */
            sums[c] += of[c];
}

void pt_trainer_end_marks(ptron_trainer *t, struct pt_marking *m, uint64_t consumed)
{
    if (m->marks != NULL)
        pt_pool_wait(t->set->pool, &m->job);
    if (m->marks != NULL)
        add_marks(t->passing.sums, m->rows->label, m->marks, (size_t)consumed);
    for (size_t i = 0; m->marks == NULL && i < consumed; i++) {
        const struct pt_row row = pt_block_row(m->rows, i);
        t->passing.sums[row.label] += pt_mark_row(&row, m->before + i);
    }
}

uint64_t pt_passing_fingerprint(const ptron_trainer *t)
{
    return t->counts.row > 0 || ptron_trainer_rows_waiting(t) > 0 ? 0 : t->passing.fingerprint;
}

uint64_t pt_passing_earlier(const ptron_trainer *t)
{
    const bool going_on = t->counts.row > 0 || ptron_trainer_rows_waiting(t) > 0;

    if (t->order.n > 0)
        return 0;
    return !going_on ? t->passing.earlier : t->counts.epochs > 0 ? t->passing.rows : 0;
}

void pt_passing_fini(struct pt_passing *p)
{
    pt_release(p->sums);
    pt_release(p->marks);
    pt_dict_fini(&p->classes);
    pt_pending_fini(&p->pending);
}

/* Rows in memory are those of a stream that ended: it may go on as one. */
void pt_passing_save(const ptron_trainer *t, struct pt_buffer *out)
{
    const struct pt_passing *p = &t->passing;

    pt_buffer_u64(out, t->order.n > 0 ? t->split.n_trained : p->rows);
    pt_buffer_u64(out, t->order.n > 0 ? pt_marks_fingerprint(t) : p->fingerprint);
    pt_buffer_u64(out, p->n_sums);
    for (size_t c = 0; c < p->n_sums; c++)
        pt_buffer_u64(out, p->sums[c]);
}

ptron_status pt_passing_load(ptron_trainer *t, const ptron_model *model, struct pt_cursor *in, ptron_error *err)
{
    struct pt_passing *p = &t->passing;
    uint64_t n;

    p->rows = !model->early_state ? pt_cursor_u64(in) : t->counts.epochs > 0 ? model->training.rows : 0;
    p->fingerprint = model->early_state ? model->fingerprint : pt_cursor_u64(in);
    p->earlier = t->counts.row == 0 ? model->training.earlier_rows : 0;
    n = pt_cursor_u64(in);
    if (n > model->recipe.labels.classes.count)
        return pt_fail(err, PTRON_MODEL, "the state has more classes than the model");
    PT_TRY(reach_classes(p, (uint32_t)n, err));
    for (uint64_t c = 0; c < n; c++)
        p->sums[c] = pt_cursor_u64(in);
    return PTRON_OK;
}

/* ---- the end ------------------------------------------------------------------------------------- */

ptron_status pt_trainer_end_stream(ptron_trainer *t, ptron_error *err)
{
    struct pt_passing *p = &t->passing;
    const uint64_t rows = t->counts.row;
    uint64_t sum = 0, print;
    bool same;

    if (t->learner == NULL)
        return pt_detail(err, PTRON_DETAIL_NO_ROWS, pt_fail(err, PTRON_DATA, "there are no rows to learn from"));
    if (rows == 0)
        return PTRON_OK;
    PT_TRY(pt_trainer_end_epoch(t, err));
    for (uint32_t c = 0; c < p->n_sums; c++)
        sum += p->sums[c] * pt_mark_class(c);
    print = pt_mark_set(sum, rows, t->setup.features, t->setup.classes);
    same = t->counts.epochs == 1 || print == p->fingerprint;
    p->earlier = same ? 0 : p->rows;
    p->rows = p->earlier + rows;
    p->fingerprint = same ? print : 0;
    p->n_sums = 0;
    p->ended = true;
    t->reason = t->end.reason != PTRON_STOP_RUNNING ? t->end.reason : t->end.stopped;
    if (t->reason == PTRON_STOP_RUNNING)
        t->reason = PTRON_STOP_END;
    return PTRON_OK;
}

/* With a positive label it must have come; else the classes are fixed, those that are expected with them. */
ptron_status pt_trainer_finish_setup(const ptron_trainer *t, struct pt_recipe *recipe, ptron_error *err)
{
    const char *positive = pt_option_text(t->options, "positive"), *name;

    if (!t->set->growing)
        return PTRON_OK;
    if (positive[0] != '\0')
        PT_TRY(pt_labels_assign_classes(&recipe->labels, positive, err));
    for (uint32_t id = 1; id < recipe->labels.texts.count; id++)
        if (recipe->labels.class_of[id] != recipe->labels.class_of[0])
            return PTRON_OK;
    name = pt_dict_text(&recipe->labels.classes, recipe->labels.class_of[0], NULL);
    return pt_detail(err, PTRON_DETAIL_ONE_CLASS,
                     pt_fail(err, PTRON_DATA, "every row is labelled '%.60s'; two classes are needed", name));
}

bool ptron_trainer_can_follow(const ptron_trainer *trainer, const ptron_dataset *rows)
{
    const uint32_t known = trainer == NULL ? 0 : trainer->passing.classes.count;
    const uint32_t now = rows == NULL ? 0 : rows->shared->labels.classes.count;

    if (trainer == NULL || rows == NULL)
        return false;
    if (trainer->learner != NULL && rows->n_features > trainer->setup.features && trainer->ops->stream.fixed_width)
        return false;
    if (trainer->learner == NULL || now <= known)
        return true;
    return trainer->ops->stream.late == PT_LATE_ANY ||
           (trainer->ops->stream.late == PT_LATE_SECOND && known < 2 && now == 2);
}

ptron_status pt_trainer_create_like(ptron_trainer *t, const ptron_model *model, ptron_error *err)
{
    t->setup.features = model->n_features;
    t->setup.classes = model->recipe.labels.classes.count;
    PT_TRY(keep_classes(t, &model->recipe.labels.classes, err));
    return pt_trainer_create(t, err);
}

ptron_status ptron_trainer_stop(ptron_trainer *trainer, ptron_error *err)
{
    if (trainer == NULL || trainer->order.n > 0)
        return pt_fail(err, PTRON_ARGUMENT, "a trainer that is fed is wanted");
    if (trainer->learner != NULL && trainer->reason == PTRON_STOP_RUNNING)
        trainer->reason = PTRON_STOP_ASKED;
    return PTRON_OK;
}

uint64_t ptron_trainer_rows_seen(const ptron_trainer *trainer)
{
    return trainer == NULL ? 0 : trainer->counts.seen;
}

uint64_t ptron_trainer_rows_waiting(const ptron_trainer *trainer)
{
    return trainer == NULL ? 0 : trainer->passing.pending.store.n_rows;
}

ptron_stop ptron_trainer_reason(const ptron_trainer *trainer)
{
    return trainer == NULL ? PTRON_STOP_RUNNING : trainer->reason;
}
