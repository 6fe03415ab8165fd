/* One class against the rest, for any binary learner: as many learners as classes, each of which sees the rows
 * of its class as positive and all others as negative. They share nothing, so they learn in parallel. The class
 * with the highest score is the answer. There is a bound on the margin for each class, none for all at once.
 *
 * In a stream classes may come late. To a class that has not come yet every row is negative, so one learner more, that
 * of unseen classes, learns every row as negative: a class that comes up begins as its copy, as if it had been there
 * from the start.
 * While there are only two classes the learner of the second is the answer, as in memory, where it would be alone. */
#include "base/alloc.h"
#include "base/size.h"
#include "learn/linear/linear.h"

#include <math.h>
#include <string.h>

struct one {                      /* the learner of one class */
    void *self;
    uint32_t class;               /* setup.positive points here */
    bool done;                    /* its updates are used up */
    uint64_t updates, mistakes;   /* in all, in a stream */
    struct pt_observed seen;
    ptron_status status;
    ptron_error err;
};

struct one_vs_rest {
    struct pt_setup setup;
    const struct pt_algorithm *algorithm;   /* what learns each class */
    const struct pt_learner_ops *inner;     /* its functions */
    struct one *ones;             /* [setup.classes] and that of unseen classes, NULL but in a stream */
    uint64_t uncounted_updates, uncounted_mistakes;   /* of learners that did not count when they made them */
    bool between;                 /* an epoch has ended, and no row came since */
    struct pt_weights shown;      /* all last weights together, for a look */
    double *additive;             /* [setup.classes] */
    const struct pt_batch *batch; /* at hand */
    size_t from;
};

/* `ones` of that many classes, and of unseen ones. */
static void free_ones(const struct one_vs_rest *r, struct one *ones, uint32_t classes)
{
    for (uint32_t c = 0; ones != NULL && c <= classes; c++)
        pt_learner_free(r->inner, ones[c].self);
    pt_release(ones);
}

static struct one *unseen_of(struct one_vs_rest *r)
{
    return &r->ones[r->setup.classes];
}

/* Two classes: the learner of the second is all there is to see. */
static bool is_binary(const struct one_vs_rest *r)
{
    return r->setup.classes == 2;
}

static void rest_destroy(void *self)
{
    struct one_vs_rest *r = self;

    free_ones(r, r->ones, r->setup.classes);
    pt_weights_fini(&r->shown);
    pt_release(r->additive);
}

static ptron_status create_one(struct one_vs_rest *r, struct one *one, ptron_error *err)
{
    const struct pt_weights *all = r->setup.start;
    struct pt_setup setup = r->setup;
    struct pt_weights start = {0};
    ptron_status status;

    setup.classes = 2;
    setup.positive = &one->class;
    setup.pool = NULL;
    setup.start = all == NULL ? NULL : &start;
    if (all != NULL) {   /* a start for one class out of a start for all */
        PT_TRY(pt_weights_init(&start, 1, all->features, err));
        for (size_t j = 0; j < all->features; j++)
            start.w[j] = all->w[j * all->vectors + one->class];
        start.bias[0] = all->bias[one->class];
    }
    status = pt_learner_new(r->inner, r->algorithm, &setup, &one->self, err);
    pt_weights_fini(&start);
    return status;
}

static ptron_status rest_create(const struct pt_algorithm *algorithm, const struct pt_setup *setup, void *self,
                                ptron_error *err)
{
    const uint32_t classes = setup->classes;
    struct one_vs_rest *r = self;

    r->setup = *setup;
    r->algorithm = algorithm;
    r->inner = algorithm->ops;
    r->ones = pt_zeroed(classes + 1, sizeof *r->ones);
    r->additive = pt_zeroed(classes, sizeof *r->additive);
    if (r->ones == NULL || r->additive == NULL)
        return pt_fail_memory(err, classes * sizeof *r->ones, "a learner for each class");
    for (uint32_t c = 0; c < classes; c++) {
        r->ones[c].class = c;
        PT_TRY(create_one(r, &r->ones[c], err));
    }
    r->setup.start = NULL;
    unseen_of(r)->class = UINT32_MAX;
    return setup->stream ? create_one(r, unseen_of(r), err) : PTRON_OK;
}

/* ---- learning ------------------------------------------------------------------------------------
 * The updates allowed are each class's own: its learner rests when they are used up, and the others go on. */

static void settle(const struct one_vs_rest *r, struct one *one)
{
    one->done = r->setup.max_updates > 0 && one->self != NULL &&
                r->inner->numbers.made(one->self).all >= r->setup.max_updates;
}

static void observe_one(void *context, size_t c)
{
    struct one_vs_rest *r = context;
    struct one *one = &r->ones[c];
    struct pt_batch batch = *r->batch;

    one->seen = (struct pt_observed){0};
    one->status = PTRON_OK;
    if (one->done || one->self == NULL)
        return;
    batch.positive = &one->class;
    one->status = r->inner->observe(one->self, &batch, r->from, &one->seen, &one->err);
    settle(r, one);
    one->updates += one->seen.updates;
    one->mistakes += one->seen.mistakes;
}

static ptron_status rest_observe(void *self, const struct pt_batch *batch, size_t from, struct pt_observed *seen,
                                 ptron_error *err)
{
    struct one_vs_rest *r = self;
    bool all_done = true;

    r->batch = batch;
    r->from = from;
    r->between = false;
    pt_pool_run(r->setup.pool, r->setup.classes + 1, observe_one, r);
    for (uint32_t c = 0; c <= r->setup.classes; c++) {   /* the first class's trouble, whichever thread met one first */
        if (r->ones[c].status != PTRON_OK && err != NULL)
            *err = r->ones[c].err;
        PT_TRY(r->ones[c].status);
    }
    seen->mistakes += r->uncounted_mistakes;
    seen->updates += r->uncounted_updates;
    r->uncounted_mistakes = r->uncounted_updates = 0;
    for (uint32_t c = is_binary(r); c < r->setup.classes; c++) {
        seen->mistakes += r->ones[c].seen.mistakes;
        seen->updates += r->ones[c].seen.updates;
        all_done &= r->ones[c].done;
    }
    seen->consumed += batch->n - from;
    seen->request = all_done ? PT_STOP : PT_GO_ON;
    if (seen->step != NULL)
        seen->step->n_weights = 0;   /* nothing single to show */
    return PTRON_OK;
}

/* After a whole epoch all classes are known: what waited for others is not needed any more. */
static void drop_hidden(struct one_vs_rest *r)
{
    struct one *const hidden[] = {unseen_of(r), is_binary(r) ? &r->ones[0] : unseen_of(r)};

    r->between = true;
    for (size_t i = 0; i < 2; i++) {
        pt_learner_free(r->inner, hidden[i]->self);
        hidden[i]->self = NULL;
    }
}

/* One that rests makes no step at the end of an epoch, nor goes over its rows again. */
static ptron_status end_epoch_of(struct one_vs_rest *r, struct one *one, ptron_stop *own, ptron_error *err)
{
    *own = PTRON_STOP_RUNNING;
    if (!one->done || (r->algorithm->can & PT_OWN_GAP) == 0)
        PT_TRY(r->inner->end_epoch(one->self, own, err));
    settle(r, one);
    if (one->done)
        *own = PTRON_STOP_UPDATES;
    return PTRON_OK;
}

/* A reason of its own ends the run only when every class has one; then the last class's counts, or that the updates of
 * some were used up. */
static ptron_status rest_end_epoch(void *self, ptron_stop *reason, ptron_error *err)
{
    struct one_vs_rest *r = self;
    ptron_stop all = PTRON_STOP_RUNNING;
    bool every = true;

    drop_hidden(r);
    for (uint32_t c = is_binary(r); c < r->setup.classes; c++) {
        ptron_stop own;
        PT_TRY(end_epoch_of(r, &r->ones[c], &own, err));
        every &= own != PTRON_STOP_RUNNING;
        all = all == PTRON_STOP_UPDATES ? all : own;
    }
    if (every)
        *reason = all;
    return PTRON_OK;
}

/* ---- classes that come late ------------------------------------------------------------------------ */

static ptron_status clone(struct one_vs_rest *r, const struct one *from, struct one *to, uint32_t class,
                          ptron_error *err)
{
    struct pt_buffer state;
    struct pt_cursor in;
    ptron_status status;

    *to = (struct one){.class = class, .done = from->done, .updates = from->updates, .mistakes = from->mistakes};
    if (from->self == NULL)
        return PTRON_OK;
    pt_buffer_init(&state);
    r->inner->state.save(from->self, &state);
    in = (struct pt_cursor){.at = (const unsigned char *)state.bytes};
    in.end = in.at + state.length;
    status = state.failed ? pt_fail_memory(err, state.length, "a learner") : create_one(r, to, err);
    if (status == PTRON_OK)
        status = r->inner->state.load(to->self, &in, err);
    pt_buffer_fini(&state);
    return status;
}

/* All learners anew, of that many classes: class c is to[c], or where that is NULL stays; more are copies
 * of that of unseen classes. */
static ptron_status rearrange(struct one_vs_rest *r, uint32_t classes, const uint32_t *to, ptron_error *err)
{
    const uint32_t before = r->setup.classes;
    struct one *ones = pt_zeroed(classes + 1, sizeof *ones), *old = r->ones;
    double *additive = pt_resize(r->additive, classes, sizeof *additive);
    ptron_status status = PTRON_OK;

    r->additive = additive != NULL ? additive : r->additive;
    if (ones == NULL || additive == NULL)
        status = pt_fail_memory(err, classes * sizeof *ones, "a learner for each class");
    for (uint32_t c = 0; status == PTRON_OK && c < classes; c++) {
        const uint32_t class = to == NULL ? c : to[c];
        status = clone(r, &old[c < before ? c : before], &ones[class], class, err);
    }
    if (status == PTRON_OK)
        status = clone(r, &old[before], &ones[classes], UINT32_MAX, err);
    if (status != PTRON_OK) {
        free_ones(r, ones, classes);
        return status;
    }
    free_ones(r, old, before);
    r->ones = ones;
    r->setup.classes = classes;
    return PTRON_OK;
}

static ptron_status came_too_late(ptron_error *err)
{
    return pt_fail(err, PTRON_DATA, "a new class came up after whole epochs; one class against the rest must have "
                                    "met it in the first");
}

static ptron_status rest_widen(void *self, uint32_t features, uint32_t classes, ptron_error *err)
{
    struct one_vs_rest *r = self;
    const struct one unseen = *unseen_of(r), first = r->ones[0];
    const uint64_t more = classes - r->setup.classes;

    for (uint32_t c = 0; c <= r->setup.classes; c++)
        if (r->ones[c].self != NULL)
            PT_TRY(r->inner->stream.widen(r->ones[c].self, features, 2, err));
    r->setup.features = features;
    pt_weights_fini(&r->shown);
    if (more == 0)
        return PTRON_OK;
    if (unseen.self == NULL || first.self == NULL)
        return came_too_late(err);
    /* What the new classes' learners did before they counted counts now. */
    r->uncounted_updates += more * unseen.updates + (is_binary(r) ? first.updates : 0);
    r->uncounted_mistakes += more * unseen.mistakes + (is_binary(r) ? first.mistakes : 0);
    return rearrange(r, classes, NULL, err);
}

static ptron_status rest_renumber(void *self, const uint32_t *to, uint32_t n, ptron_error *err)
{
    struct one_vs_rest *r = self;

    pt_weights_fini(&r->shown);
    return is_binary(r) && r->ones[0].self == NULL ? came_too_late(err) : rearrange(r, n, to, err);
}

/* ---- answering ----------------------------------------------------------------------------------- */

/* `additive` of a model is bias times scale; weights hold the coefficient. */
static void put_vector(const struct one_vs_rest *r, const ptron_model *one, uint32_t class, struct pt_weights *all)
{
    for (size_t j = 0; j < one->n_features; j++)
        all->w[j * all->vectors + class] = one->weights[j];
    all->bias[class] = r->setup.bias_scale != 0.0 ? one->bias[0] / r->setup.bias_scale : 0.0;
}

static ptron_status rest_last(void *self, ptron_model *view, ptron_error *err)
{
    struct one_vs_rest *r = self;

    if (is_binary(r))
        return r->inner->last(r->ones[1].self, view, err);
    if (r->shown.w == NULL)
        PT_TRY(pt_weights_init(&r->shown, r->setup.classes, r->setup.features, err));
    for (uint32_t c = 0; c < r->setup.classes; c++) {
        ptron_model one;
        PT_TRY(r->inner->last(r->ones[c].self, &one, err));
        put_vector(r, &one, c, &r->shown);
    }
    pt_linear_view(&r->setup, &r->shown, r->additive, view);
    return PTRON_OK;
}

static ptron_status rest_snapshot(const void *self, ptron_model *model, ptron_error *err)
{
    const struct one_vs_rest *r = self;
    struct pt_weights all;
    ptron_status status = PTRON_OK;

    if (is_binary(r))
        return r->inner->snapshot(r->ones[1].self, model, err);
    PT_TRY(pt_weights_init(&all, r->setup.classes, r->setup.features, err));
    for (uint32_t c = 0; status == PTRON_OK && c < r->setup.classes; c++) {
        ptron_model one = {0};

        status = r->inner->snapshot(r->ones[c].self, &one, err);
        if (status == PTRON_OK)
            put_vector(r, &one, c, &all);
        pt_release(one.weights);
        pt_release(one.bias);
    }
    if (status != PTRON_OK) {
        pt_weights_fini(&all);
        return status;
    }
    return pt_linear_give(&r->setup, &all, model, err);
}

static ptron_status rest_bracket(const void *self, struct pt_bracket *last, struct pt_bracket *answered,
                                 ptron_error *err)
{
    const struct one_vs_rest *r = self;

    *last = *answered = (struct pt_bracket){0};
    return is_binary(r) && r->inner->numbers.bracket != NULL
               ? r->inner->numbers.bracket(r->ones[1].self, last, answered, err)
               : PTRON_OK;
}

/* Of algorithms that come back to their rows there are numbers for all classes: sums over each against the rest. (In a
 * stream the rows are gone.) */
static bool adds_up(const struct one_vs_rest *r)
{
    bool whole = false;   /* a batch is all rows, which no stream has */

    for (const char *const *o = r->algorithm->options; *o != NULL; o++)
        whole |= strcmp(*o, "batch-size") == 0 && pt_option_count(r->setup.options, "batch-size") == 0;
    return whole || (r->algorithm->can & PT_CAN_STREAM) == 0;
}

static ptron_status report_class(const struct one_vs_rest *r, const ptron_model *all, uint32_t c, struct pt_weights *w,
                                 ptron_result *result, ptron_error *err)
{
    struct pt_setup setup = r->setup;
    struct pt_answer answer;
    ptron_model view;
    double additive;

    setup.positive = &r->ones[c].class;
    for (size_t j = 0; j < w->features; j++)
        w->w[j] = all->weights[j * all->n_vectors + c];
    w->bias[0] = r->setup.bias_scale != 0.0 ? all->bias[c] / r->setup.bias_scale : 0.0;
    pt_linear_view(&setup, w, &additive, &view);
    answer.model = &view;
    PT_TRY(pt_setup_judge(&setup, &view, &answer.census, err));
    return r->inner->numbers.report(r->ones[c].self, &answer, result, err);
}

static ptron_status report_all(const struct one_vs_rest *r, const ptron_model *all, struct pt_weights *w,
                               ptron_result *result, ptron_error *err)
{
    ptron_result sum = {.step_norm = NAN};
    double dual = 0.0;

    for (uint32_t c = 0; c < r->setup.classes; c++) {
        ptron_result one = {.updates = 0, .step_norm = NAN, .risk = NAN, .objective = NAN, .gap = NAN};

        PT_TRY(report_class(r, all, c, w, &one, err));
        sum.updates += one.updates;
        sum.step_norm = fmax(sum.step_norm, one.step_norm);
        sum.risk += one.risk;
        sum.objective += one.objective;
        dual += one.objective * (1.0 - one.gap);
    }
    result->updates = sum.updates > 0 ? sum.updates : result->updates;
    result->step_norm = sum.step_norm;
    result->risk = sum.risk;
    result->objective = sum.objective;
    result->gap = isinf(sum.objective) ? INFINITY
                  : sum.objective > 0.0 ? fmax(0.0, (sum.objective - dual) / sum.objective)
                                        : dual;   /* NaN: there is no objective */
    return PTRON_OK;
}

static ptron_status rest_report(const void *self, const struct pt_answer *answer, ptron_result *result,
                                ptron_error *err)
{
    const struct one_vs_rest *r = self;
    struct pt_weights w;
    ptron_status status;

    if (r->inner->numbers.report == NULL)
        return PTRON_OK;
    if (is_binary(r))
        return r->inner->numbers.report(r->ones[1].self, answer, result, err);
    if (answer == NULL || !adds_up(r))
        return PTRON_OK;
    PT_TRY(pt_weights_init(&w, 1, r->setup.features, err));
    status = report_all(r, answer->model, &w, result, err);
    pt_weights_fini(&w);
    return status;
}

static ptron_status rest_risk(void *self, double *risk, ptron_error *err)
{
    const struct one_vs_rest *r = self;
    double sum = 0.0, one;

    *risk = NAN;
    if (r->inner->numbers.risk == NULL || !(is_binary(r) || adds_up(r)))
        return PTRON_OK;
    for (uint32_t c = is_binary(r); c < r->setup.classes; c++) {
        PT_TRY(r->inner->numbers.risk(r->ones[c].self, &one, err));
        sum += one;
    }
    *risk = sum;
    return PTRON_OK;
}

/* UINT64_MAX: those observed. */
static uint64_t rest_updates(const void *self)
{
    const struct one_vs_rest *r = self;
    uint64_t sum = 0;

    if (r->inner->numbers.updates == NULL)
        return UINT64_MAX;
    for (uint32_t c = is_binary(r); c < r->setup.classes; c++)
        sum += r->inner->numbers.updates(r->ones[c].self);
    return sum;
}

static struct pt_made rest_made(const void *self)
{
    const struct one_vs_rest *r = self;
    struct pt_made all = {.fewest = UINT64_MAX};

    for (uint32_t c = is_binary(r); c < r->setup.classes; c++) {
        const uint64_t one = r->inner->numbers.made(r->ones[c].self).all;
        all.fewest = pt_min(all.fewest, one);
        all.most = pt_max(all.most, one);
        all.all += one;
    }
    return all;
}

/* ---- state ---------------------------------------------------------------------------------------
 * With two classes that of the second's learner, as if it were alone. Then, in the middle of a stream, those that wait
 * for other classes. */

static void save_one(const struct one_vs_rest *r, const struct one *one, struct pt_buffer *out)
{
    pt_buffer_u32(out, one->done);
    pt_buffer_u64(out, one->updates);
    pt_buffer_u64(out, one->mistakes);
    r->inner->state.save(one->self, out);
}

static ptron_status load_one(struct one_vs_rest *r, struct one *one, struct pt_cursor *in, ptron_error *err)
{
    (void)pt_cursor_u32(in);   /* whether it was done: more updates may be allowed by now */
    one->updates = pt_cursor_u64(in);
    one->mistakes = pt_cursor_u64(in);
    PT_TRY(r->inner->state.load(one->self, in, err));
    settle(r, one);
    return PTRON_OK;
}

static ptron_status load_hidden(struct one_vs_rest *r, struct pt_cursor *in, ptron_error *err)
{
    if (!r->setup.stream)
        return PTRON_OK;
    if (pt_cursor_left(in) == 0) {
        drop_hidden(r);
        return PTRON_OK;
    }
    PT_TRY(load_one(r, unseen_of(r), in, err));
    return is_binary(r) ? load_one(r, &r->ones[0], in, err) : PTRON_OK;
}

static void rest_save_state(const void *self, struct pt_buffer *out)
{
    const struct one_vs_rest *r = self;
    const struct one *unseen = &r->ones[r->setup.classes];

    if (is_binary(r)) {
        r->inner->state.save(r->ones[1].self, out);
    } else {
        pt_buffer_u32(out, r->setup.classes);
        for (uint32_t c = 0; c < r->setup.classes; c++) {
            pt_buffer_u32(out, r->ones[c].done);
            r->inner->state.save(r->ones[c].self, out);
        }
    }
    if (r->between || unseen->self == NULL)
        return;
    save_one(r, unseen, out);
    if (is_binary(r))
        save_one(r, &r->ones[0], out);
}

static ptron_status rest_load_state(void *self, struct pt_cursor *in, ptron_error *err)
{
    struct one_vs_rest *r = self;

    if (is_binary(r)) {
        PT_TRY(r->inner->state.load(r->ones[1].self, in, err));
        return load_hidden(r, in, err);
    }
    if (pt_cursor_u32(in) != r->setup.classes)
        return pt_fail(err, PTRON_MODEL, "the state has other classes than the data");
    for (uint32_t c = 0; c < r->setup.classes; c++) {
        (void)pt_cursor_u32(in);   /* as above */
        PT_TRY(r->inner->state.load(r->ones[c].self, in, err));
        settle(r, &r->ones[c]);
    }
    return load_hidden(r, in, err);
}

const struct pt_learner_ops pt_one_vs_rest_ops = {
    .size = sizeof(struct one_vs_rest),
    .create = rest_create, .observe = rest_observe, .end_epoch = rest_end_epoch, .snapshot = rest_snapshot,
    .last = rest_last, .destroy = rest_destroy,
    .state = {rest_save_state, rest_load_state},
    .numbers = {.bracket = rest_bracket, .report = rest_report, .risk = rest_risk, .updates = rest_updates,
                .made = rest_made},
    .stream = {rest_widen, rest_renumber, PT_LATE_ANY, false},
};
