/* One class against the rest, for any binary learner: as many learners as classes, each of which sees the rows
 * of its class as positive and all others as negative. They share nothing, so they learn in parallel. The class
 * with the highest score is the answer. There is a bound on the margin for each class, none for all at once. */
#include "base/alloc.h"
#include "learn/online.h"

#include <string.h>

struct one {                      /* the learner of one class */
    void *self;
    uint32_t class;               /* setup.positive points here */
    bool done;                    /* its updates are used up */
    struct pt_observed seen;
    ptron_status status;
    ptron_error err;
};

struct rest {
    struct pt_setup setup;
    const struct pt_learner_ops *inner;
    struct one *ones;             /* [setup.classes] */
    struct pt_weights shown;      /* all last weights together, for a look */
    double *additive;             /* [setup.classes] */
    const struct pt_batch *batch; /* at hand */
    size_t from;
};

static void rest_destroy(void *self)
{
    struct rest *r = self;

    if (r == NULL)
        return;
    for (uint32_t c = 0; r->ones != NULL && c < r->setup.classes; c++)
        if (r->ones[c].self != NULL)
            r->inner->destroy(r->ones[c].self);
    pt_weights_fini(&r->shown);
    pt_release(r->additive);
    pt_release(r->ones);
    pt_release(r);
}

/* A start for one class out of a start for all. */
static ptron_status take_start(const struct pt_weights *all, uint32_t class, struct pt_weights *own, ptron_error *err)
{
    PT_TRY(pt_weights_init(own, 1, all->features, err));
    for (size_t j = 0; j < all->features; j++)
        own->w[j] = all->w[j * all->vectors + class];
    own->bias[0] = all->bias[class];
    return PTRON_OK;
}

static ptron_status create_one(struct rest *r, struct one *one, ptron_error *err)
{
    struct pt_setup setup = r->setup;
    struct pt_weights start = {0};
    ptron_status status;

    setup.classes = 2;
    setup.inner = NULL;
    setup.positive = &one->class;
    setup.pool = NULL;
    setup.start = NULL;
    if (r->setup.start != NULL) {
        PT_TRY(take_start(r->setup.start, one->class, &start, err));
        setup.start = &start;
    }
    status = r->inner->create(r->inner, &setup, &one->self, err);
    pt_weights_fini(&start);
    return status;
}

static ptron_status create_all(struct rest *r, ptron_error *err)
{
    const uint32_t classes = r->setup.classes;

    r->ones = pt_zeroed(classes, sizeof *r->ones);
    r->additive = pt_zeroed(classes, sizeof *r->additive);
    if (r->ones == NULL || r->additive == NULL)
        return pt_fail_memory(err, classes * sizeof *r->ones, "a learner for each class");
    for (uint32_t c = 0; c < classes; c++) {
        r->ones[c].class = c;
        PT_TRY(create_one(r, &r->ones[c], err));
    }
    r->setup.start = NULL;
    return PTRON_OK;
}

static ptron_status rest_create(const struct pt_learner_ops *ops, const struct pt_setup *setup, void **self,
                                ptron_error *err)
{
    struct rest *r = *self = pt_zeroed(1, sizeof *r);
    ptron_status status;

    (void)ops;
    if (r == NULL)
        return pt_fail_memory(err, sizeof *r, "a learner");
    r->setup = *setup;
    r->inner = setup->inner;
    status = create_all(r, err);
    if (status != PTRON_OK) {
        rest_destroy(r);
        *self = NULL;
    }
    return status;
}

/* ---- learning ------------------------------------------------------------------------------------ */

static void observe_one(void *context, size_t c)
{
    struct rest *r = context;
    struct one *one = &r->ones[c];
    struct pt_batch batch = *r->batch;

    one->seen = (struct pt_observed){0};
    one->status = PTRON_OK;
    if (one->done)
        return;
    batch.positive = &one->class;
    one->status = r->inner->observe(one->self, &batch, r->from, &one->seen, &one->err);
    one->done = one->seen.request == PT_STOP;
}

/* The first class's trouble is told, whichever thread met one first. */
static ptron_status first_trouble(const struct rest *r, ptron_error *err)
{
    for (uint32_t c = 0; c < r->setup.classes; c++) {
        if (r->ones[c].status != PTRON_OK && err != NULL)
            *err = r->ones[c].err;
        if (r->ones[c].status != PTRON_OK)
            return r->ones[c].status;
    }
    return PTRON_OK;
}

static ptron_status rest_observe(void *self, const struct pt_batch *batch, size_t from, struct pt_observed *seen,
                                 ptron_error *err)
{
    struct rest *r = self;
    bool all_done = true;

    r->batch = batch;
    r->from = from;
    pt_pool_run(r->setup.pool, r->setup.classes, observe_one, r);
    PT_TRY(first_trouble(r, err));
    for (uint32_t c = 0; c < r->setup.classes; c++) {
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

/* A reason of its own ends the run only when every class has one; then the last class's counts. */
static ptron_status rest_end_epoch(void *self, ptron_stop *reason, ptron_error *err)
{
    struct rest *r = self;
    ptron_stop all = PTRON_STOP_RUNNING;
    bool every = true;

    for (uint32_t c = 0; c < r->setup.classes; c++) {
        ptron_stop own = PTRON_STOP_RUNNING;
        PT_TRY(r->inner->end_epoch(r->ones[c].self, &own, err));
        every &= own != PTRON_STOP_RUNNING;
        all = own;
    }
    if (every)
        *reason = all;
    return PTRON_OK;
}

static ptron_status rest_widen(void *self, uint32_t features, uint32_t classes, ptron_error *err)
{
    struct rest *r = self;

    if (classes != r->setup.classes)
        return pt_fail(err, PTRON_DATA, "a new class came up; one class against the rest must know them all at the "
                       "start (--multiclass direct need not)");
    for (uint32_t c = 0; c < classes; c++)
        PT_TRY(r->inner->widen(r->ones[c].self, features, 2, err));
    r->setup.features = features;
    pt_weights_fini(&r->shown);
    return PTRON_OK;
}

/* ---- answering ----------------------------------------------------------------------------------- */

/* `additive` of a model is bias times scale; weights hold the coefficient. */
static void put_vector(const struct rest *r, const ptron_model *one, uint32_t class, struct pt_weights *all)
{
    for (size_t j = 0; j < one->n_features; j++)
        all->w[j * all->vectors + class] = one->weights[j];
    all->bias[class] = r->setup.bias_scale != 0.0 ? one->bias[0] / r->setup.bias_scale : 0.0;
}

static ptron_status rest_last(void *self, ptron_model *view, ptron_error *err)
{
    struct rest *r = self;

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

static ptron_status gather(const struct rest *r, struct pt_weights *all, ptron_error *err)
{
    for (uint32_t c = 0; c < r->setup.classes; c++) {
        ptron_model one = {0};
        const ptron_status status = r->inner->snapshot(r->ones[c].self, &one, err);

        if (status == PTRON_OK)
            put_vector(r, &one, c, all);
        pt_release(one.weights);
        pt_release(one.bias);
        PT_TRY(status);
    }
    return PTRON_OK;
}

static ptron_status rest_snapshot(const void *self, ptron_model *model, ptron_error *err)
{
    const struct rest *r = self;
    struct pt_weights all;
    ptron_status status;

    PT_TRY(pt_weights_init(&all, r->setup.classes, r->setup.features, err));
    status = gather(r, &all, err);
    if (status != PTRON_OK) {
        pt_weights_fini(&all);
        return status;
    }
    return pt_linear_give(&r->setup, &all, model, err);
}

static ptron_status rest_bracket(const void *self, struct pt_bracket *last, struct pt_bracket *answered,
                                 ptron_error *err)
{
    (void)self, (void)err;
    *last = *answered = (struct pt_bracket){0};
    return PTRON_OK;
}

/* ---- state --------------------------------------------------------------------------------------- */

static void rest_save_state(const void *self, struct pt_buffer *out)
{
    const struct rest *r = self;

    pt_buffer_u32(out, r->setup.classes);
    for (uint32_t c = 0; c < r->setup.classes; c++) {
        pt_buffer_u32(out, r->ones[c].done);
        r->inner->save_state(r->ones[c].self, out);
    }
}

static ptron_status rest_load_state(void *self, struct pt_cursor *in, ptron_error *err)
{
    struct rest *r = self;

    if (pt_cursor_u32(in) != r->setup.classes)
        return pt_fail(err, PTRON_MODEL, "the state has other classes than the data");
    for (uint32_t c = 0; c < r->setup.classes; c++) {
        r->ones[c].done = pt_cursor_u32(in) != 0;
        PT_TRY(r->inner->load_state(r->ones[c].self, in, err));
    }
    return PTRON_OK;
}

const struct pt_learner_ops pt_rest_learner = {
    .name = "one-vs-rest", .many = true, .create = rest_create, .observe = rest_observe,
    .end_epoch = rest_end_epoch, .widen = rest_widen, .snapshot = rest_snapshot, .last = rest_last,
    .bracket = rest_bracket, .save_state = rest_save_state, .load_state = rest_load_state,
    .destroy = rest_destroy,
};
