/* Batch learning: the mistakes of many rows are summed with the weights held still, then one step is taken.
 *     w += eta * sum over mistakes of y x
 * The sum is over all rows, or over batch-size of them at a time. Products are worked out on all threads, each
 * row's on its own; the sum is in row order: threads never show. In shards each sums up its rows, and the sums are
 * added along the tree over shards: one step for all. */
#include "base/alloc.h"
#include "base/size.h"
#include "learn/linear/linear.h"
#include "learn/trainer/schedule.h"

#include <math.h>

const struct pt_param pt_batch_params[] = {
    {"batch-size", PT_COUNT, "0", 0, 1e15, "", "N", "batch: rows to a step; 0: all"},
    {"eps", PT_REAL, "0", 0, 1e300, "", "EPS",
     "batch: stop when a step is no longer than this; gradient-descent: and changes the risk, the perceptron loss, by "
     "no more (other losses: --algorithm mlp --hidden none --loss ...)"},
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
    struct pt_linear base;      /* updates: steps taken with mistakes */
    bool     on_risk;
    bool     lenient;
    double   eps;
    uint64_t size;              /* rows to a step; 0: all */
    struct sum sum;
    bool     contradiction;     /* mistakes added up to exactly zero */
    double   longest;           /* step of this epoch */
    double   epoch_risk;        /* of this epoch: each row's when it was met */
    double   step_norm;         /* longest of the last epoch */
    double  *products;          /* [room] of the rows at hand */
    size_t   room;
};

/* ---- creating ------------------------------------------------------------------------------------ */

static void batch_destroy(void *self)
{
    struct batch *b = self;

    pt_linear_fini(&b->base);
    pt_weights_fini(&b->sum.along);
    pt_release(b->products);
}

static ptron_status check_options(const struct batch_algorithm *a, const struct pt_setup *s, ptron_error *err)
{
    const char *name = a->algorithm.name;

    if (s->stream && a->on_risk)
        return pt_fail(err, PTRON_ARGUMENT, "%s takes all rows to a step; a stream has no end", name);
    if (s->stream && pt_option_count(s->options, "batch-size") == 0)
        return pt_fail(err, PTRON_ARGUMENT, "a stream has no end: %s needs a batch size", name);
    if (pt_option_count(s->options, "shards") > 1 && pt_option_count(s->options, "batch-size") > 0)
        return pt_fail(err, PTRON_ARGUMENT, "shards of %s add up to one step for all rows; give no --batch-size with "
                       "--shards", name);
    return PTRON_OK;
}

static ptron_status batch_create(const struct pt_algorithm *algorithm, const struct pt_setup *setup, void *self,
                                 ptron_error *err)
{
    const struct batch_algorithm *own = (const void *)algorithm;   /* its first member */
    struct batch *b = self;

    PT_TRY(check_options(own, setup, err));
    b->on_risk = own->on_risk;
    b->lenient = pt_option_is(setup->options, "tie", "correct");
    b->eps = pt_option_real(setup->options, "eps");
    b->size = pt_option_count(setup->options, "batch-size");
    b->sum.exact = true;
    b->step_norm = NAN;
    PT_TRY(pt_linear_init(&b->base, setup, 1, err));
    return pt_weights_init(&b->sum.along, 1, setup->features, err);
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
        b->products[i] = sign_of(&row) * pt_linear_product(&b->base, &row);
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

    pt_linear_add(&b->base, &s->along, step, row);
    s->mass += row->weight;
    s->mistakes++;
    s->exact = s->exact && s->mistakes < 1048576 && on_grid(row);
    b->epoch_risk -= row->weight * product;
}

/* ---- stepping ------------------------------------------------------------------------------------ */

/* Mistakes that add up to zero move nothing: that is no update. */
static void take_step(struct batch *b)
{
    const double rate = pt_schedule_rate(b->base.setup.schedule, b->base.updates + 1);
    const double norm = pt_weights_norm(b->base.setup.ops, &b->sum.along);
    const double scale = b->base.setup.bias_scale * 4096.0;   /* the bias is on the grid when this is whole */

    if (b->sum.mistakes > 0) {
        b->base.updates += norm > 0.0;
        b->contradiction |= norm == 0.0 && b->sum.exact && scale == floor(scale) && scale < 4294967296.0;
        pt_weights_blend(b->base.setup.ops, &b->base.w, rate, &b->sum.along);
        b->base.mass += rate * b->sum.mass;
        b->longest = fmax(b->longest, rate * norm);
    }
    pt_weights_fill(&b->sum.along, 0.0);
    b->sum = (struct sum){.along = b->sum.along, .exact = true};
}

/* A row as it was seen. Where its batch ends with it, the weights are those after the step that is about to be taken:
 * at the end of an epoch that happens when nobody looks at rows any more. */
static ptron_status describe(struct batch *b, const struct pt_row *row, double product, bool last, ptron_step *out,
                             ptron_error *err)
{
    const double rate = pt_schedule_rate(b->base.setup.schedule, b->base.updates + 1);

    out->product = product;
    out->mistake = is_mistake(b, product);
    out->step = out->mistake ? rate * row->weight : 0.0;
    PT_TRY(pt_linear_describe(&b->base, row, 0, out, err));
    out->keep = 1.0;
    out->threshold = 0.0;
    out->gathers = true;
    out->ends_batch = last || b->sum.rows == b->size;
    if (!out->ends_batch || b->sum.mistakes == 0)
        return PTRON_OK;
    if (b->base.shown.w == NULL)
        PT_TRY(pt_weights_init(&b->base.shown, 1, b->base.w.features, err));
    pt_weights_set(&b->base.shown, &b->base.w);
    pt_weights_blend(b->base.setup.ops, &b->base.shown, rate, &b->sum.along);
    out->weights = b->base.shown.w;
    out->bias = b->base.shown.bias[0] * b->base.setup.bias_scale;
    out->mass += rate * b->sum.mass;
    out->updates += pt_weights_norm(b->base.setup.ops, &b->sum.along) > 0.0;
    return PTRON_OK;
}

/* Rows of one batch: products on all threads, mistakes in row order. */
static ptron_status learn_run(struct batch *b, struct run *run, struct pt_observed *seen, ptron_error *err)
{
    void *products = b->products;
    const bool fits = pt_grow(&products, &b->room, run->n, sizeof *b->products);

    b->products = products;
    if (!fits)
        return pt_fail_memory(err, run->n * sizeof *b->products, "the products of a batch");
    pt_pool_run(b->base.setup.pool, (run->n + TASK_ROWS - 1) / TASK_ROWS, multiply, run);
    for (size_t i = 0; i < run->n; i++) {
        const struct pt_row row = pt_batch_row(run->batch, run->from + i);

        if (!isfinite(b->products[i]))
            return pt_linear_overflow(&b->base.setup, err);
        if (is_mistake(b, b->products[i])) {
            seen->mistakes++;
            seen->updates += b->sum.mistakes == 0;   /* the step that this batch will take */
            add_mistake(b, &row, b->products[i]);
        }
        b->sum.rows++;
        seen->consumed++;
        if (seen->step != NULL)
            PT_TRY(describe(b, &row, b->products[i], seen->last, seen->step, err));
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
        if (pt_linear_is_spent(&b->base))
            seen->request = PT_STOP;
    }
    return PTRON_OK;
}

/* R(w) of the last weights: what the perceptron criterion sums up to over all rows. */
static ptron_status batch_risk(void *self, double *risk, ptron_error *err)
{
    struct batch *b = self;
    struct pt_census census;
    ptron_model view;

    *risk = NAN;
    if (b->base.setup.stream)
        return PTRON_OK;
    pt_linear_view(&b->base.setup, &b->base.w, b->base.additive, &view);
    PT_TRY(pt_setup_judge(&b->base.setup, &view, &census, err));
    *risk = census.loss;
    return PTRON_OK;
}

/* By how much the last step, one for all rows, changed the risk. */
static ptron_status risk_change(struct batch *b, double *change, ptron_error *err)
{
    double risk;

    *change = 0.0;
    if (b->longest == 0.0)
        return PTRON_OK;
    PT_TRY(batch_risk(b, &risk, err));
    *change = fabs(risk - b->epoch_risk);
    return PTRON_OK;
}

/* With mistakes left, a short step is no success: it is told as what it is. */
static ptron_status find_reason(struct batch *b, ptron_stop *reason, ptron_error *err)
{
    double change;

    if (b->contradiction) {
        *reason = PTRON_STOP_NOT_SEPARABLE;
    } else if (pt_linear_is_spent(&b->base)) {
        *reason = PTRON_STOP_UPDATES;
    } else if (b->longest <= b->eps && !b->on_risk) {
        *reason = PTRON_STOP_STEP;
    } else if (b->longest <= b->eps) {
        PT_TRY(risk_change(b, &change, err));
        *reason = change <= b->eps ? PTRON_STOP_RISK : PTRON_STOP_RUNNING;
    }
    return PTRON_OK;
}

static ptron_status batch_end_epoch(void *self, ptron_stop *reason, ptron_error *err)
{
    struct batch *b = self;
    const bool any = b->sum.mistakes > 0 || b->longest > 0.0 || b->contradiction;

    take_step(b);
    if (*reason == PTRON_STOP_RUNNING && any)   /* else no mistakes: the trainer sees that nothing moved */
        PT_TRY(find_reason(b, reason, err));
    b->step_norm = b->longest;
    b->longest = b->epoch_risk = 0.0;
    return pt_weights_finite(&b->base.w, b->base.setup.pool) ? PTRON_OK : pt_linear_overflow(&b->base.setup, err);
}

static ptron_status batch_widen(void *self, uint32_t features, uint32_t classes, ptron_error *err)
{
    struct batch *b = self;

    (void)classes;   /* two: one against the rest learns more */
    PT_TRY(pt_linear_widen(&b->base, 1, features, err));
    return pt_weights_widen(&b->sum.along, 1, features, err);
}

/* Two classes that change places turn the boundary round. */
static ptron_status batch_renumber(void *self, const uint32_t *to, uint32_t n, ptron_error *err)
{
    struct batch *b = self;

    (void)n, (void)err;
    if (to[0] == 0)
        return PTRON_OK;
    pt_weights_negate(&b->base.w);
    pt_weights_negate(&b->sum.along);
    return PTRON_OK;
}

/* ---- shards -------------------------------------------------------------------------------------- */

static ptron_status add_counts(struct batch *b, void *const *others, size_t n, ptron_error *err)
{
    uint64_t counts[3] = {0};

    for (size_t i = 0; i < n; i++) {
        const struct batch *o = others[i];
        if (o == NULL)
            continue;
        counts[0] += o->sum.rows;
        counts[1] += o->sum.mistakes;
        counts[2] += !o->sum.exact;
    }
    PT_TRY(ptron_ranks_sum(b->base.setup.ranks, counts, 3, err));
    b->sum.rows = counts[0];
    b->sum.mistakes = counts[1];
    b->sum.exact = counts[2] == 0 && counts[1] < 1048576;
    return PTRON_OK;
}

enum { N_NUMBERS = 3 };   /* bias, mass, risk */

static ptron_status add_shards(struct batch *b, void *const *others, double (*numbers)[N_NUMBERS],
                               const double **terms, size_t n, ptron_error *err)
{
    ptron_ranks *ranks = b->base.setup.ranks;
    double all[N_NUMBERS];

    PT_TRY(add_counts(b, others, n, err));
    for (size_t i = 0; i < n; i++)
        terms[i] = others[i] == NULL ? NULL : ((const struct batch *)others[i])->sum.along.w;
    PT_TRY(pt_tree_sum(ranks, terms, n, b->sum.along.features, b->sum.along.w, err));
    for (size_t i = 0; i < n; i++) {
        const struct batch *o = others[i];
        terms[i] = numbers[i];
        if (o == NULL)
            continue;
        numbers[i][0] = o->sum.along.bias[0];
        numbers[i][1] = o->sum.mass;
        numbers[i][2] = o->epoch_risk;
    }
    PT_TRY(pt_tree_sum(ranks, terms, n, N_NUMBERS, all, err));
    b->sum.along.bias[0] = all[0];
    b->sum.mass = all[1];
    b->epoch_risk = all[2];
    return PTRON_OK;
}

/* The shards' sums become one, of which the epoch's end makes a step; there are no shares. */
static ptron_status batch_mix(void *self, void *const *others, const double *share, size_t n, bool *level,
                              ptron_error *err)
{
    const double **terms = pt_array(n, sizeof *terms);
    double (*numbers)[N_NUMBERS] = pt_array(n, sizeof *numbers);
    ptron_status status;

    (void)share, (void)level;
    status = terms == NULL || numbers == NULL ? pt_fail_memory(err, n * sizeof *numbers, "sums of shards")
                                              : add_shards(self, others, numbers, terms, n, err);
    pt_release(terms);
    pt_release(numbers);
    return status;
}

static void batch_follow(void *self, const void *mixed, bool level)
{
    struct batch *b = self;
    const struct batch *from = mixed;

    (void)level;
    pt_weights_set(&b->base.w, &from->base.w);
    b->base.mass = from->base.mass;
    b->base.updates = from->base.updates;
    pt_weights_fill(&b->sum.along, 0.0);
    b->sum = (struct sum){.along = b->sum.along, .exact = true};
    b->epoch_risk = 0.0;
}

/* ---- answering ----------------------------------------------------------------------------------- */

static ptron_status batch_report(const void *self, const struct pt_answer *answer, ptron_result *result,
                                 ptron_error *err)
{
    (void)err;
    result->step_norm = ((const struct batch *)self)->step_norm;
    result->risk = answer == NULL ? (double)NAN : answer->census.loss;
    return PTRON_OK;
}

static uint64_t batch_updates(const void *self)
{
    return ((const struct pt_linear *)self)->updates;
}

/* ---- state --------------------------------------------------------------------------------------- */

static void batch_save_state(const void *self, struct pt_buffer *out)
{
    const struct batch *b = self;
    const double reals[] = {b->sum.mass, b->base.mass, b->longest, b->epoch_risk, b->step_norm};
    const uint64_t counts[] = {b->sum.rows, b->sum.mistakes, b->sum.exact, b->base.updates, b->contradiction,
                               b->base.start.w != NULL};

    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++)
        pt_buffer_f64(out, reals[i]);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        pt_buffer_u64(out, counts[i]);
    pt_weights_save(&b->base.w, out);
    pt_weights_save(&b->sum.along, out);
    pt_linear_save_start(&b->base, out);
}

static ptron_status batch_load_state(void *self, struct pt_cursor *in, ptron_error *err)
{
    struct batch *b = self;
    double *const reals[] = {&b->sum.mass, &b->base.mass, &b->longest, &b->epoch_risk, &b->step_norm};
    bool there;

    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++)
        *reals[i] = pt_cursor_f64(in);
    b->sum.rows = pt_cursor_u64(in);
    b->sum.mistakes = pt_cursor_u64(in);
    b->sum.exact = pt_cursor_u64(in) != 0;
    b->base.updates = pt_cursor_u64(in);
    b->contradiction = pt_cursor_u64(in) != 0;
    there = pt_cursor_u64(in) != 0;
    PT_TRY(pt_weights_load(&b->base.w, in, err));
    PT_TRY(pt_weights_load(&b->sum.along, in, err));
    PT_TRY(pt_linear_load_start(&b->base, there, in, err));
    if (in->failed || !isfinite(b->base.mass) || !isfinite(b->sum.mass) || (b->size > 0 && b->sum.rows >= b->size))
        return pt_fail(err, PTRON_MODEL, "the state is cut short or makes no sense");
    return PTRON_OK;
}

/* ---- names --------------------------------------------------------------------------------------- */

static const struct pt_learner_ops batch_ops = {
    .size = sizeof(struct batch),
    .create = batch_create, .observe = batch_observe, .end_epoch = batch_end_epoch, .snapshot = pt_linear_snapshot,
    .last = pt_linear_last, .destroy = batch_destroy,
    .state = {batch_save_state, batch_load_state},
    .numbers = {.bracket = pt_linear_bracket, .report = batch_report, .risk = batch_risk, .updates = batch_updates,
                .made = pt_linear_made,
                .risk_text = "perceptron loss of the weights kept: sum over the rows of max(0, -y(w.x+b)), each times "
                             "its weight"},
    .stream = {batch_widen, batch_renumber, PT_LATE_SECOND, false},
    .shards = {batch_mix, batch_follow},
};

enum {
    CAN = PT_ONE_VS_REST | PT_ROW_WEIGHTS | PT_ADDS_ROWS | PT_HAS_BRACKET | PT_TAKES_RATE | PT_TAKES_TIE |
          PT_TAKES_START | PT_TAKES_BIAS | PT_TAKES_GAP | PT_CAN_SHARD
};

static const struct batch_algorithm algorithms[] = {
    {{"batch", "w += eta * sum of y x over the mistakes of all rows, or of batch-size rows",
      "at most n (R/gamma*)^2 mistakes in all, from zero", "Duda and Hart 1973", CAN | PT_CAN_STREAM, PT_PROVED_BATCH,
      &batch_ops,
      PT_OWN("batch-size", "eps")},
     .on_risk = false},
    {{"gradient-descent", "the batch's; stops when neither risk nor weights move by more than eps",
      "the batch's; with errors left it says so", "Duda and Hart 1973", CAN, PT_PROVED_BATCH, &batch_ops,
      PT_OWN("eps")},
     .on_risk = true},
};
const struct pt_family pt_batch_family = PT_FAMILY(algorithms);
