/* Batch learning: the mistakes of many rows are summed with the weights held still, then one step is taken.
 *     w += eta * sum over mistakes of y x
 * The sum is over all rows, or over batch-size of them at a time. Products are worked out on all threads, each
 * row's on its own; the sum is in row order: threads never show. */
#include "learn/batch.h"
#include "base/alloc.h"
#include "base/size.h"
#include "learn/online/online.h"

#include <math.h>
#include <string.h>

const struct pt_param pt_batch_params[] = {
    {"batch-size", PT_COUNT, "0", 0, 1e15, "", "N", "batch: rows to a step; 0: all"},
    {"eps", PT_REAL, "0", 0, 1e300, "", "EPS",
     "batch: stop when a step is no longer than this; gradient-descent: and the risk changes no more"},
};
const size_t pt_n_batch_params = sizeof pt_batch_params / sizeof *pt_batch_params;

enum { TASK_ROWS = 128 };

struct batch_algorithm {
    struct pt_algorithm algorithm;
    bool on_risk;               /* gradient descent: stops on the risk */
};

struct sum {                    /* of the batch being gathered */
    struct pt_weights along;    /* sum over mistakes of weight y x */
    uint64_t rows, mistakes;
    double   mass;              /* sum of the weights of the mistakes */
    bool     exact;             /* no addition was rounded */
};

struct batch {
    struct pt_setup setup;
    bool     on_risk;
    bool     lenient;
    double   eps;
    uint64_t size;              /* rows to a step; 0: all */
    struct pt_weights w, start;
    struct sum sum;
    double   mass;
    uint64_t steps;             /* taken with mistakes */
    bool     contradiction;     /* mistakes added up to exactly zero */
    double   longest;           /* step of this epoch */
    double   risk, epoch_risk, last_risk;
    double   step_norm;         /* longest of the last epoch */
    double  *products;          /* [room] of the rows at hand */
    size_t   room;
    double   additive[1];
};

/* ---- creating ------------------------------------------------------------------------------------ */

static void batch_destroy(void *self)
{
    struct batch *b = self;

    if (b == NULL)
        return;
    pt_weights_fini(&b->w);
    pt_weights_fini(&b->start);
    pt_weights_fini(&b->sum.along);
    pt_release(b->products);
    pt_release(b);
}

static ptron_status prepare(struct batch *b, ptron_error *err)
{
    const struct pt_setup *s = &b->setup;

    PT_TRY(pt_weights_init(&b->w, 1, s->features, err));
    PT_TRY(pt_weights_init(&b->sum.along, 1, s->features, err));
    if (s->start == NULL)
        return PTRON_OK;
    pt_weights_set(&b->w, s->start);
    return pt_weights_copy(&b->start, s->start, err);
}

static ptron_status check(const struct batch_algorithm *a, const struct pt_setup *s, ptron_error *err)
{
    const char *name = a->algorithm.name;

    if (pt_option_flag(s->options, "average"))
        return pt_fail(err, PTRON_ARGUMENT, "%s takes no average", name);
    if (a->on_risk && pt_option_count(s->options, "batch-size") != 0)
        return pt_fail(err, PTRON_ARGUMENT, "%s takes all rows to a step; batch takes a batch size", name);
    if (s->stream && pt_option_count(s->options, "batch-size") == 0)
        return pt_fail(err, PTRON_ARGUMENT, "a stream has no end: %s needs a batch size", name);
    return PTRON_OK;
}

static ptron_status batch_create(const struct pt_algorithm *algorithm, const struct pt_setup *setup, void **self,
                                 ptron_error *err)
{
    const struct batch_algorithm *own = (const void *)algorithm;   /* its first member */
    struct batch *b = *self = NULL;
    ptron_status status;

    PT_TRY(check(own, setup, err));
    b = pt_zeroed(1, sizeof *b);
    if (b == NULL)
        return pt_fail_memory(err, sizeof *b, "a learner");
    b->setup = *setup;
    b->on_risk = own->on_risk;
    b->lenient = pt_option_is(setup->options, "tie", "correct");
    b->eps = pt_option_real(setup->options, "eps");
    b->size = pt_option_count(setup->options, "batch-size");
    b->sum.exact = true;
    b->last_risk = b->step_norm = b->risk = NAN;
    status = prepare(b, err);
    if (status != PTRON_OK) {
        batch_destroy(b);
        return status;
    }
    b->setup.start = NULL;
    *self = b;
    return PTRON_OK;
}

/* ---- summing ------------------------------------------------------------------------------------- */

struct run {                        /* rows whose products are wanted */
    struct batch *b;
    const struct pt_batch *batch;
    size_t from, n;
};

static double sign_of(const struct pt_row *row)
{
    return row->label == 1 ? 1.0 : -1.0;
}

static void multiply(void *context, size_t task)
{
    const struct run *run = context;
    const struct batch *b = run->b;
    const size_t to = pt_min(run->n, (task + 1) * TASK_ROWS);

    for (size_t i = task * TASK_ROWS; i < to; i++) {
        const struct pt_row row = pt_batch_row(run->batch, run->from + i);
        b->products[i] = sign_of(&row) * (pt_vec_dot(b->setup.ops, b->w.w, &row) + b->w.bias[0] * b->setup.bias_scale);
    }
}

/* Values are multiples of 2^-12 below 2^20: a million of them add up without rounding. */
static bool on_grid(const struct pt_row *row)
{
    if (row->weight != 1.0)
        return false;
    if (row->kind == PT_ONES || row->kind == PT_U8)
        return true;
    for (size_t i = 0; i < row->n; i++) {
        const double x = pt_row_value(row, i) * 4096.0;
        if (x != floor(x) || fabs(x) > 4294967296.0)
            return false;
    }
    return true;
}

static bool is_mistake(const struct batch *b, double product)
{
    return product < 0.0 || (product == 0.0 && !b->lenient);
}

static void add_mistake(struct batch *b, const struct pt_row *row, double product)
{
    const double step = sign_of(row) * row->weight;
    struct sum *s = &b->sum;

    pt_vec_add(b->setup.ops, s->along.w, step, row);
    s->along.bias[0] += step * b->setup.bias_scale;
    s->mass += row->weight;
    s->mistakes++;
    s->exact = s->exact && s->mistakes < 1048576 && on_grid(row);
    b->epoch_risk -= product;
}

/* ---- stepping ------------------------------------------------------------------------------------ */

static void clear_sum(struct sum *s)
{
    pt_weights_fill(&s->along, 0.0);
    s->rows = s->mistakes = 0;
    s->mass = 0.0;
    s->exact = true;
}

static bool bias_on_grid(double scale)
{
    return scale * 4096.0 == floor(scale * 4096.0) && scale < 1048576.0;
}

static void take_step(struct batch *b)
{
    const double rate = pt_schedule_rate(b->setup.schedule, b->steps + 1);
    const double norm = sqrt(pt_weights_norm2(b->setup.ops, &b->sum.along));

    if (b->sum.mistakes > 0) {
        b->steps++;
        b->contradiction |= norm == 0.0 && b->sum.exact && bias_on_grid(b->setup.bias_scale);
        pt_weights_blend(b->setup.ops, &b->w, rate, &b->sum.along);
        b->mass += rate * b->sum.mass;
        b->longest = fmax(b->longest, rate * norm);
    }
    clear_sum(&b->sum);
}

static ptron_status make_room(struct batch *b, size_t n, ptron_error *err)
{
    void *products = b->products;
    const bool fits = pt_grow(&products, &b->room, n, sizeof *b->products);

    b->products = products;
    return fits ? PTRON_OK : pt_fail_memory(err, n * sizeof *b->products, "the products of a batch");
}

static void describe(const struct batch *b, const struct pt_row *row, double product, ptron_step *out)
{
    out->sign = row->label == 1 ? 1 : -1;
    out->product = product;
    out->step = 0.0;   /* taken later, for many rows at once */
    out->mistake = is_mistake(b, product);
    out->n_weights = b->w.features;
    out->weights = b->w.w;
    out->bias = b->w.bias[0] * b->setup.bias_scale;
    out->mass = b->mass;
    out->updates = b->steps;
    out->vectors = 1;
    out->label = row->label;
    out->rival = 0;
}

/* Rows of one batch: products on all threads, mistakes in row order. */
static ptron_status learn_run(struct batch *b, struct run *run, struct pt_observed *seen, ptron_error *err)
{
    PT_TRY(make_room(b, run->n, err));
    pt_pool_run(b->setup.pool, (run->n + TASK_ROWS - 1) / TASK_ROWS, multiply, run);
    for (size_t i = 0; i < run->n; i++) {
        const struct pt_row row = pt_batch_row(run->batch, run->from + i);

        if (!isfinite(b->products[i]))
            return pt_linear_overflow(err);
        if (is_mistake(b, b->products[i])) {
            seen->mistakes++;
            seen->updates += b->sum.mistakes == 0;   /* the step that this batch will take */
            add_mistake(b, &row, b->products[i]);
        }
        b->sum.rows++;
        seen->consumed++;
        if (seen->step != NULL)
            describe(b, &row, b->products[i], seen->step);
    }
    return PTRON_OK;
}

static ptron_status batch_observe(void *self, const struct pt_batch *batch, size_t from, struct pt_observed *seen,
                                  ptron_error *err)
{
    struct batch *b = self;

    for (size_t i = from; i < batch->n && seen->request == PT_GO_ON;) {
        const size_t left = batch->n - i;
        struct run run = {b, batch, i, b->size == 0 ? left : pt_min(left, (size_t)(b->size - b->sum.rows))};

        PT_TRY(learn_run(b, &run, seen, err));
        i += run.n;
        if (b->size == 0 || b->sum.rows < b->size)
            continue;
        take_step(b);
        if (b->steps == b->setup.max_updates && b->setup.max_updates > 0)
            seen->request = PT_STOP;
    }
    return PTRON_OK;
}

/* With mistakes left, a short step is no success: it is told as what it is. */
static ptron_stop reason_of(const struct batch *b, bool any)
{
    if (!any)
        return PTRON_STOP_RUNNING;   /* no mistakes: the trainer sees that nothing moved */
    if (b->contradiction)
        return PTRON_STOP_NOT_SEPARABLE;
    if (b->steps == b->setup.max_updates && b->setup.max_updates > 0)
        return PTRON_STOP_UPDATES;
    if (b->on_risk)
        return fabs(b->risk - b->last_risk) <= b->eps && b->longest <= b->eps ? PTRON_STOP_RISK : PTRON_STOP_RUNNING;
    return b->longest <= b->eps ? PTRON_STOP_STEP : PTRON_STOP_RUNNING;
}

static ptron_status batch_end_epoch(void *self, ptron_stop *reason, ptron_error *err)
{
    struct batch *b = self;
    const uint64_t before = b->steps;

    take_step(b);
    b->last_risk = b->risk;
    b->risk = b->epoch_risk;
    if (*reason == PTRON_STOP_RUNNING)
        *reason = reason_of(b, b->steps > before || b->longest > 0.0 || b->contradiction);
    b->step_norm = b->longest;
    b->longest = b->epoch_risk = 0.0;
    return pt_weights_finite(&b->w) ? PTRON_OK : pt_linear_overflow(err);
}

static ptron_status batch_widen(void *self, uint32_t features, uint32_t classes, ptron_error *err)
{
    struct batch *b = self;

    (void)classes;   /* two: one against the rest learns more */
    PT_TRY(pt_weights_widen(&b->w, 1, features, err));
    PT_TRY(pt_weights_widen(&b->sum.along, 1, features, err));
    if (b->start.w != NULL)
        PT_TRY(pt_weights_widen(&b->start, 1, features, err));
    b->setup.features = features;
    return PTRON_OK;
}

/* Two classes that change places turn the boundary round. */
static ptron_status batch_renumber(void *self, const uint32_t *to, uint32_t n, ptron_error *err)
{
    struct batch *b = self;

    (void)n, (void)err;
    if (to[0] == 0)
        return PTRON_OK;
    pt_weights_negate(&b->w);
    pt_weights_negate(&b->sum.along);
    return PTRON_OK;
}

/* ---- answering ----------------------------------------------------------------------------------- */

static ptron_status batch_last(void *self, ptron_model *view, ptron_error *err)
{
    struct batch *b = self;

    (void)err;
    pt_linear_view(&b->setup, &b->w, b->additive, view);
    return PTRON_OK;
}

static ptron_status batch_snapshot(const void *self, ptron_model *model, ptron_error *err)
{
    const struct batch *b = self;
    struct pt_weights answer;

    PT_TRY(pt_weights_copy(&answer, &b->w, err));
    return pt_linear_give(&b->setup, &answer, model, err);
}

static ptron_status batch_bracket(const void *self, struct pt_bracket *last, struct pt_bracket *answered,
                                  ptron_error *err)
{
    const struct batch *b = self;

    (void)err;
    last->norm2 = b->start.w == NULL ? pt_weights_norm2(b->setup.ops, &b->w) : pt_weights_distance2(&b->w, &b->start);
    last->mass = b->mass;
    *answered = *last;
    return PTRON_OK;
}

static void batch_report(const void *self, const struct pt_census *census, ptron_result *result)
{
    const struct batch *b = self;

    (void)census;
    result->step_norm = b->step_norm;
    result->risk = b->risk;
}

/* ---- state --------------------------------------------------------------------------------------- */

static void batch_save_state(const void *self, struct pt_buffer *out)
{
    const struct batch *b = self;
    const double reals[] = {b->sum.mass, b->mass, b->longest, b->risk, b->epoch_risk, b->last_risk, b->step_norm};
    const uint64_t counts[] = {b->sum.rows, b->sum.mistakes, b->sum.exact, b->steps, b->contradiction,
                               b->start.w != NULL};

    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++)
        pt_buffer_f64(out, reals[i]);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        pt_buffer_u64(out, counts[i]);
    pt_weights_save(&b->w, out);
    pt_weights_save(&b->sum.along, out);
    if (b->start.w != NULL)
        pt_weights_save(&b->start, out);
}

static ptron_status load_start(struct batch *b, bool there, struct pt_cursor *in, ptron_error *err)
{
    pt_weights_fini(&b->start);
    if (!there)
        return PTRON_OK;
    PT_TRY(pt_weights_init(&b->start, 1, b->w.features, err));
    return pt_weights_load(&b->start, in, err);
}

static ptron_status batch_load_state(void *self, struct pt_cursor *in, ptron_error *err)
{
    struct batch *b = self;
    double *const reals[] = {&b->sum.mass, &b->mass, &b->longest, &b->risk, &b->epoch_risk, &b->last_risk,
                             &b->step_norm};
    bool there;

    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++)
        *reals[i] = pt_cursor_f64(in);
    b->sum.rows = pt_cursor_u64(in);
    b->sum.mistakes = pt_cursor_u64(in);
    b->sum.exact = pt_cursor_u64(in) != 0;
    b->steps = pt_cursor_u64(in);
    b->contradiction = pt_cursor_u64(in) != 0;
    there = pt_cursor_u64(in) != 0;
    PT_TRY(pt_weights_load(&b->w, in, err));
    PT_TRY(pt_weights_load(&b->sum.along, in, err));
    PT_TRY(load_start(b, there, in, err));
    if (in->failed || !isfinite(b->mass) || !isfinite(b->sum.mass) || (b->size > 0 && b->sum.rows >= b->size))
        return pt_fail(err, PTRON_MODEL, "the state is cut short or makes no sense");
    return PTRON_OK;
}

/* ---- names --------------------------------------------------------------------------------------- */

static const struct pt_learner_ops batch_ops = {
    .create = batch_create, .observe = batch_observe, .end_epoch = batch_end_epoch, .snapshot = batch_snapshot,
    .last = batch_last, .destroy = batch_destroy,
    .state = {batch_save_state, batch_load_state},
    .numbers = {batch_bracket, batch_report},
    .stream = {batch_widen, batch_renumber, PT_LATE_SECOND},
};

enum { CAN = PT_ONE_VS_REST | PT_ROW_WEIGHTS | PT_ADDS_ROWS | PT_HAS_BRACKET };

static const struct batch_algorithm algorithms[] = {
    {{"batch", "w += eta * sum of y x over the mistakes of all rows, or of batch-size rows",
      "at most n (R/gamma*)^2 mistakes in all, from zero", "Duda and Hart 1973", CAN | PT_CAN_STREAM, &batch_ops},
     .on_risk = false},
    {{"gradient-descent", "the same step; stops when neither risk nor weights move by more than eps",
      "the batch's; with errors left it says so", "Duda and Hart 1973", CAN, &batch_ops}, .on_risk = true},
};
const struct pt_family pt_batch_family = PT_FAMILY(algorithms);
