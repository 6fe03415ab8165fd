/* The epochs of logistic regression, its objective and gap, its state, its name. */
#include "learn/logistic/logistic.h"
#include "base/alloc.h"

#include <float.h>
#include <math.h>
#include <string.h>

const struct pt_param pt_logistic_params[] = {
    {"penalty", PT_CHOICE, "l2", 0, 0, "l2|l1", "NORM",
     "logistic: what large weights cost: half their squares (l2), or their size (l1), which makes many exactly 0"},
};
const size_t pt_n_logistic_params = sizeof pt_logistic_params / sizeof *pt_logistic_params;

static void logistic_destroy(void *self)
{
    struct pt_logistic *l = self;
    struct pt_weights *scratch[] = {&l->gradient, &l->step, &l->residual, &l->search, &l->image, &l->scale};
    void *arrays[] = {l->seen, l->rows, l->columns.start, l->columns.row, l->columns.value};

    pt_linear_fini(&l->base);
    pt_logistic_free_parts(l);
    for (size_t i = 0; i < sizeof scratch / sizeof *scratch; i++)
        pt_weights_fini(scratch[i]);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        pt_release(arrays[i]);
}

/* ---- creating ------------------------------------------------------------------------------------ */

/* A file of row numbers may name a row twice: here it counts once, which no shard could tell by itself. */
static ptron_status check_shards(const struct pt_logistic *l, const struct pt_setup *setup, const char *name,
                                 ptron_error *err)
{
    const char *order = pt_option_text(setup->options, "order");

    if (l->l1)
        return pt_fail(err, PTRON_ARGUMENT, "shards of %s add up sums over all rows; --penalty l1 goes through the "
                       "features one by one: give no --shards with it", name);
    if (strcmp(order, "given") != 0 && strcmp(order, "once") != 0 && strcmp(order, "each") != 0)
        return pt_fail(err, PTRON_ARGUMENT, "a file of row numbers may name a row in several shards, and %s counts it "
                       "once: give no --shards with it", name);
    return PTRON_OK;
}

static ptron_status logistic_create(const struct pt_algorithm *algorithm, const struct pt_setup *setup, void *self,
                                    ptron_error *err)
{
    const double gap = pt_option_real(setup->options, "gap");
    struct pt_logistic *l = self;

    if (setup->stream)
        return pt_fail(err, PTRON_ARGUMENT, "%s comes back to its rows; a stream cannot give them", algorithm->name);
    l->shards = (size_t)pt_option_count(setup->options, "shards");
    if (l->shards == 1 && setup->rows > UINT32_MAX)
        return pt_fail(err, PTRON_DATA, "%s takes up to %lu rows", algorithm->name, (unsigned long)UINT32_MAX);
    l->C = pt_option_real(setup->options, "C");
    l->l1 = pt_option_is(setup->options, "penalty", "l1");
    l->free_bias = pt_option_flag(setup->options, "free-bias");
    l->target = gap > 0.0 ? gap : 1e-6;
    if (l->shards > 1)
        PT_TRY(check_shards(l, setup, algorithm->name, err));
    PT_TRY(pt_linear_init(&l->base, setup, 1, err));
    if (l->shards > 1)
        return PTRON_OK;
    l->seen = pt_zeroed((size_t)setup->rows, sizeof *l->seen);
    return l->seen == NULL ? pt_fail_memory(err, (size_t)setup->rows, "a mark for each row") : PTRON_OK;
}

/* The rows that came, by their numbers. */
static ptron_status list_rows(struct pt_logistic *l, ptron_error *err)
{
    uint32_t *rows;
    size_t n = 0;

    if (l->seen == NULL || l->rows != NULL)
        return PTRON_OK;
    for (uint64_t i = 0; i < l->base.setup.rows; i++)
        n += l->seen[i];
    rows = pt_array(n, sizeof *rows);
    if (rows == NULL)
        return pt_fail_memory(err, n * sizeof *rows, "the numbers of the rows");
    l->n = 0;
    for (uint64_t i = 0; i < l->base.setup.rows; i++)
        if (l->seen[i])
            rows[l->n++] = (uint32_t)i;
    l->rows = rows;
    return PTRON_OK;
}

static ptron_status make_scratch(struct pt_logistic *l, ptron_error *err)
{
    struct pt_weights *scratch[] = {&l->gradient, &l->step, &l->residual, &l->search, &l->image, &l->scale};

    PT_TRY(list_rows(l, err));
    for (size_t i = 0; i < sizeof scratch / sizeof *scratch; i++)
        if (scratch[i]->w == NULL)
            PT_TRY(pt_weights_init(scratch[i], 1, l->base.w.features, err));
    return pt_logistic_make_parts(l, true, err);
}

/* ---- looking ------------------------------------------------------------------------------------- */

double pt_logistic_penalty(const struct pt_logistic *l, const struct pt_weights *w)
{
    const double bias = l->free_bias ? 0.0 : w->bias[0];
    double sum = 0.0;

    if (!l->l1)
        return 0.5 * (l->base.setup.ops->norm2(w->w, w->features) + bias * bias);
    for (size_t j = 0; j < w->features; j++)
        sum += fabs(w->w[j]);
    return sum + fabs(bias);
}

/* A bias that costs nothing asks the pulls of both labels to add up to the same: those of the label that has more are
 * drawn in by its share, [label]. */
static void balance(const struct pt_logistic *l, const double *numbers, double share[2])
{
    const double down = numbers[PT_PULL_DOWN], up = numbers[PT_PULL_UP];

    share[0] = share[1] = 1.0;
    if (l->free_bias && down != up)
        share[up > down] = fmin(down, up) / fmax(down, up);
}

/* The sum of pull y x over the rows, or its negative: that is the loss's gradient, unless pulls were drawn in. */
static ptron_status sum_up(struct pt_logistic *l, const double shares[2], const struct pt_weights **sum,
                           ptron_error *err)
{
    *sum = shares[0] == 1.0 && shares[1] == 1.0 ? &l->gradient : &l->image;
    return *sum == &l->gradient ? PTRON_OK : pt_logistic_sum_drawn_in(l, shares, err);
}

/* The dual at the rows' pulls is a lower bound, whatever they are: -1/2 |sum|^2 less the conjugates, sum being that of
 * pull y x; l1: where no coordinate of the sum is above 1, to which the pulls are drawn in. Less what rounding may have
 * added: to this, and, by that of the products, to the objective that it is held against. */
static ptron_status lower_bound(struct pt_logistic *l, const struct pt_weights *w, double objective,
                                const double *numbers, double *lower, ptron_error *err)
{
    const struct pt_vec_ops *ops = l->base.setup.ops;
    /* What doubles may have made of a sum of pulls times rows, as a length: n u times the sum of the terms' own. */
    const double off = ((double)l->n + (double)l->base.w.features + 8.0) * DBL_EPSILON * numbers[PT_LENGTHS];
    const struct pt_weights *sum;
    double shares[2], value, most, length;

    balance(l, numbers, shares);
    PT_TRY(sum_up(l, shares, &sum, err));
    most = l->free_bias ? 0.0 : fabs(sum->bias[0]);
    for (size_t j = 0; l->l1 && j < sum->features; j++)
        most = fmax(most, fabs(sum->w[j]));
    for (size_t label = 0; l->l1 && most + off > 1.0 && label < 2; label++)
        shares[label] *= 1.0 / (most + off);
    PT_TRY(pt_logistic_sum_conjugates(l, shares, &value, err));
    value -= pt_weights_norm(ops, w) * off + 8.0 * DBL_EPSILON * (value + objective);
    length = l->free_bias ? sqrt(ops->norm2(sum->w, sum->features)) : pt_weights_norm(ops, sum);
    *lower = l->l1 ? value : value - 0.5 * (length + off) * (length + off);
    return PTRON_OK;
}

/* Whether the gap is surely more than `beyond`: with l2 it is half the square of the whole gradient's length, the bound
 * being taken at the pulls of these weights, but for rounding, which only widens it. That costs no logarithm. */
static bool is_far(const struct pt_logistic *l, const struct pt_weights *w, double objective, double beyond)
{
    const double doubt = 16.0 * ((double)l->n + (double)w->features) * DBL_EPSILON;
    double length2 = 0.0;

    if (l->l1 || l->free_bias || !(beyond < 0.4))   /* 0 is a bound, too: then the gap is 1 */
        return false;
    for (size_t j = 0; j < w->features; j++)
        length2 += (w->w[j] + l->gradient.w[j]) * (w->w[j] + l->gradient.w[j]);
    length2 += (w->bias[0] + l->gradient.bias[0]) * (w->bias[0] + l->gradient.bias[0]);
    return 0.5 * length2 > 2.0 * (beyond + doubt) * objective;
}

/* Fills gradient and what the rows have for these weights. The lower bound is 0 where the gap is beyond `beyond` in any
 * case. */
static ptron_status look(struct pt_logistic *l, const struct pt_weights *w, double beyond,
                         struct pt_logistic_value *value, ptron_error *err)
{
    double numbers[PT_LOGISTIC_NUMBERS - 1] = {0};

    PT_TRY(pt_logistic_sum_look(l, w, numbers, err));
    value->objective = pt_logistic_penalty(l, w) + numbers[PT_LOSS];
    value->lower = 0.0;   /* neither loss nor penalty is below it */
    if (is_far(l, w, value->objective, beyond))
        return PTRON_OK;
    PT_TRY(lower_bound(l, w, value->objective, numbers, &value->lower, err));
    value->lower = fmax(0.0, value->lower);
    return PTRON_OK;
}

static double gap_of(const struct pt_logistic_value *value)
{
    return value->objective > 0.0 && isfinite(value->objective)
               ? fmax(0.0, (value->objective - value->lower) / value->objective)
               : INFINITY;
}

/* ---- moving -------------------------------------------------------------------------------------- */

/* Moves along `step` as far as the objective falls enough; expected: its fall along a unit of it, below 0. Not moved:
 * it falls no more. */
static ptron_status move(struct pt_logistic *l, const struct pt_logistic_value *at, double expected, bool *moved,
                         ptron_error *err)
{
    struct pt_weights *w = &l->base.w, *next = &l->search;   /* free by now */

    *moved = false;
    if (!(expected < 0.0))
        return PTRON_OK;
    pt_logistic_project(l, &l->step);
    for (double by = 1.0; by > 1e-12 && !*moved; by /= 2.0) {
        double value;

        pt_weights_set(next, w);
        pt_weights_blend(l->base.setup.ops, next, by, &l->step);
        PT_TRY(pt_logistic_loss_at(l, by, &value, err));
        value = pt_logistic_penalty(l, next) + value;
        *moved = value < at->objective && value <= at->objective + 0.01 * by * expected;
    }
    if (*moved)
        pt_weights_set(w, next);
    return PTRON_OK;
}

/* ---- epochs -------------------------------------------------------------------------------------- */

static ptron_status logistic_observe(void *self, const struct pt_batch *batch, size_t from, struct pt_observed *seen,
                                     ptron_error *err)
{
    struct pt_logistic *l = self;

    for (size_t i = from; i < batch->n; i++) {
        pt_batch_fetch(batch, i);
        const struct pt_row row = pt_batch_row(batch, i);
        const double product = pt_logistic_sign(&row) * pt_linear_product(&l->base, &row);

        if (!isfinite(product))
            return pt_linear_overflow(&l->base.setup, err);
        if (l->seen != NULL)
            l->seen[pt_batch_source(batch, i)] = true;
        seen->mistakes += product <= 0.0;
        seen->updates += !l->begun;   /* the step at the end */
        l->begun = true;
        seen->consumed++;
        if (seen->step == NULL)
            continue;
        seen->step->product = product;
        seen->step->mistake = product <= 0.0;
        PT_TRY(pt_linear_describe(&l->base, &row, 0, seen->step, err));
        seen->step->mass = seen->step->keep = seen->step->threshold = NAN;
    }
    return PTRON_OK;
}

/* The step of the epoch; where nothing falls any more for rounding, that is the end, too. */
static ptron_status logistic_end_epoch(void *self, ptron_stop *reason, ptron_error *err)
{
    struct pt_logistic *l = self;
    double expected = 0.0;
    bool moved;

    PT_TRY(make_scratch(l, err));
    l->epochs++;
    l->begun = false;
    if (!l->looked)
        PT_TRY(look(l, &l->base.w, l->target, &l->last, err));
    l->looked = false;
    if (gap_of(&l->last) <= l->target) {
        *reason = PTRON_STOP_GAP;
        return PTRON_OK;
    }
    PT_TRY((l->l1 ? pt_logistic_coordinates : pt_logistic_newton)(l, &expected, err));
    PT_TRY(move(l, &l->last, expected, &moved, err));
    if (moved)
        l->base.updates++;
    else
        *reason = PTRON_STOP_IDLE;
    if (!pt_weights_finite(&l->base.w, l->base.setup.pool) || !isfinite(l->first))
        return pt_linear_overflow(&l->base.setup, err);
    PT_TRY(look(l, &l->base.w, l->target, &l->last, err));
    l->looked = true;   /* the next epoch begins with it */
    if (gap_of(&l->last) <= l->target)
        *reason = PTRON_STOP_GAP;
    else if (*reason == PTRON_STOP_RUNNING && pt_linear_is_spent(&l->base))
        *reason = PTRON_STOP_UPDATES;
    return PTRON_OK;
}

/* ---- shards -------------------------------------------------------------------------------------- */

/* Shards count mistakes. The step at the epoch's end goes through their rows itself, again and again (sums.c). */
static ptron_status logistic_mix(void *self, void *const *others, const double *share, size_t n, bool *level,
                                 ptron_error *err)
{
    (void)self, (void)others, (void)share, (void)n, (void)level, (void)err;
    return PTRON_OK;
}

static void logistic_follow(void *self, const void *mixed, bool level)
{
    struct pt_logistic *l = self;
    const struct pt_logistic *from = mixed;

    (void)level;
    pt_weights_set(&l->base.w, &from->base.w);
    l->begun = l->looked = false;
}

static uint64_t logistic_updates(const void *self)
{
    return ((const struct pt_logistic *)self)->base.updates;
}

/* ---- numbers ------------------------------------------------------------------------------------- */

static ptron_status look_at_answer(struct pt_logistic *l, const struct pt_weights *w, ptron_result *result,
                                   ptron_error *err)
{
    struct pt_logistic_value value;

    PT_TRY(pt_logistic_make_parts(l, false, err));
    PT_TRY(pt_weights_init(&l->gradient, 1, w->features, err));
    if (l->free_bias)
        PT_TRY(pt_weights_init(&l->image, 1, w->features, err));
    PT_TRY(look(l, w, INFINITY, &value, err));
    result->objective = value.objective;
    result->gap = gap_of(&value);
    return PTRON_OK;
}

/* Of the weights answered with, which may be earlier ones: looked at by a copy, whose scratch it is. */
static ptron_status logistic_report(const void *self, const struct pt_answer *answer, ptron_result *result,
                                    ptron_error *err)
{
    const struct pt_logistic *l = self;
    const double scale = l->base.setup.bias_scale;
    struct pt_logistic copy = {.base = {.setup = l->base.setup, .w = l->base.w}, .C = l->C, .l1 = l->l1,
                               .free_bias = l->free_bias, .shards = l->shards, .rows = l->rows, .n = l->n};
    double bias = 0.0;
    struct pt_weights w;
    ptron_status status;

    result->updates = l->base.updates;
    if (answer == NULL || (l->shards > 1 ? l->epochs == 0 : l->rows == NULL))
        return PTRON_OK;
    if (scale != 0.0)
        bias = answer->model->bias[0] / scale;
    w = (struct pt_weights){.w = answer->model->weights, .bias = &bias, .vectors = 1,
                            .features = answer->model->n_features};
    status = look_at_answer(&copy, &w, result, err);
    pt_logistic_free_parts(&copy);
    pt_weights_fini(&copy.gradient);
    pt_weights_fini(&copy.image);
    return status;
}

/* There is no bound on margins; with a free bias they are distances. */
static ptron_status logistic_bracket(const void *self, struct pt_bracket *last, struct pt_bracket *answered,
                                     ptron_error *err)
{
    const struct pt_logistic *l = self;

    (void)err;
    *last = *answered = (struct pt_bracket){.free_bias = l->free_bias};
    return PTRON_OK;
}

/* ---- state --------------------------------------------------------------------------------------- */

static uint64_t marked_rows(const struct pt_logistic *l)
{
    return l->seen == NULL ? 0 : l->base.setup.rows;
}

static void logistic_save_state(const void *self, struct pt_buffer *out)
{
    const struct pt_logistic *l = self;
    const uint64_t rows = marked_rows(l);

    pt_weights_save(&l->base.w, out);
    pt_buffer_u64(out, l->base.updates);
    pt_buffer_u64(out, l->epochs);
    pt_buffer_u32(out, l->begun);
    pt_buffer_f64(out, l->first);
    pt_buffer_u64(out, rows);
    for (uint64_t i = 0; i < rows; i += 32) {
        uint32_t marks = 0;

        for (uint64_t k = i; k < i + 32 && k < rows; k++)
            marks |= (uint32_t)l->seen[k] << (k - i);
        pt_buffer_u32(out, marks);
    }
}

static ptron_status logistic_load_state(void *self, struct pt_cursor *in, ptron_error *err)
{
    struct pt_logistic *l = self;
    const uint64_t n = marked_rows(l);
    bool any = false, right;

    l->looked = false;
    PT_TRY(pt_weights_load(&l->base.w, in, err));
    l->base.updates = pt_cursor_u64(in);
    l->epochs = pt_cursor_u64(in);
    l->begun = pt_cursor_u32(in) != 0;
    l->first = pt_cursor_f64(in);
    right = pt_cursor_u64(in) == n && isfinite(l->first);
    for (uint64_t i = 0; right && i < n; i += 32) {
        const uint32_t marks = pt_cursor_u32(in);

        for (uint64_t k = i; k < i + 32 && k < n; k++)
            any |= l->seen[k] = (marks >> (k - i) & 1) != 0;
    }
    if (!right || in->failed)
        return pt_fail(err, PTRON_MODEL, "the state is cut short or makes no sense");
    return l->epochs > 0 && any ? make_scratch(l, err) : PTRON_OK;
}

/* ---- names --------------------------------------------------------------------------------------- */

static const struct pt_learner_ops logistic_ops = {
    .size = sizeof(struct pt_logistic),
    .create = logistic_create, .observe = logistic_observe, .end_epoch = logistic_end_epoch,
    .snapshot = pt_linear_snapshot, .last = pt_linear_last, .destroy = logistic_destroy,
    .state = {logistic_save_state, logistic_load_state},
    .shards = {logistic_mix, logistic_follow},
    .numbers = {.bracket = logistic_bracket, .report = logistic_report, .updates = logistic_updates, .made = pt_linear_made,
                .objective_text = "half the squared norm (l1: the sum of all |w|), plus C times the log loss of the "
                                  "rows"},
};

static const struct pt_algorithm algorithms[] = {
    {"logistic", "each epoch a step of Newton's to the least penalty + C sum of log(1 + exp(-y w.x))",
     "the duality gap says how far from the best objective it is; scores are log odds",
     "Cox 1958; Lin, Weng, Keerthi 2008; Yuan, Ho, Lin 2012",
     PT_ONE_VS_REST | PT_ANY_ROW | PT_OWN_GAP | PT_TAKES_GAP | PT_TAKES_BIAS | PT_TAKES_START | PT_ROW_WEIGHTS |
         PT_LOG_ODDS | PT_CAN_SHARD,
     PT_PROVED_NOTHING, &logistic_ops, PT_OWN("C", "penalty", "free-bias")},
};
const struct pt_family pt_logistic_family = PT_FAMILY(algorithms);
