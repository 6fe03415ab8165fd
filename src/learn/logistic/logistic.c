/* The epochs of logistic regression, its objective and gap, its state, its name. */
#include "learn/logistic/logistic.h"
#include "base/alloc.h"
#include "base/elementary.h"
#include "base/size.h"

#include <float.h>
#include <math.h>

const struct pt_param pt_logistic_params[] = {
    {"penalty", PT_CHOICE, "l2", 0, 0, "l2|l1", "NORM",
     "logistic: what large weights cost: half their squares (l2), or their size (l1), which makes many exactly 0"},
};
const size_t pt_n_logistic_params = sizeof pt_logistic_params / sizeof *pt_logistic_params;

static void logistic_destroy(void *self)
{
    struct pt_logistic *l = self;
    struct pt_weights *scratch[] = {&l->gradient, &l->step, &l->residual, &l->search, &l->image, &l->scale};
    void *arrays[] = {l->seen, l->rows, l->product, l->pull, l->bend, l->along, l->columns.start, l->columns.row,
                      l->columns.value};

    pt_linear_fini(&l->base);
    for (size_t i = 0; i < sizeof scratch / sizeof *scratch; i++)
        pt_weights_fini(scratch[i]);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        pt_release(arrays[i]);
}

/* ---- creating ------------------------------------------------------------------------------------ */

static ptron_status logistic_create(const struct pt_algorithm *algorithm, const struct pt_setup *setup, void *self,
                                    ptron_error *err)
{
    const double gap = pt_option_real(setup->options, "gap");
    struct pt_logistic *l = self;

    if (setup->stream)
        return pt_fail(err, PTRON_ARGUMENT, "%s comes back to its rows; a stream cannot give them", algorithm->name);
    if (setup->rows > UINT32_MAX)
        return pt_fail(err, PTRON_DATA, "%s takes up to %lu rows", algorithm->name, (unsigned long)UINT32_MAX);
    l->C = pt_option_real(setup->options, "C");
    l->l1 = pt_option_is(setup->options, "penalty", "l1");
    l->free_bias = pt_option_flag(setup->options, "free-bias");
    l->target = gap > 0.0 ? gap : 1e-6;
    PT_TRY(pt_linear_init(&l->base, setup, 1, err));
    l->seen = pt_zeroed((size_t)setup->rows, sizeof *l->seen);
    return l->seen == NULL ? pt_fail_memory(err, (size_t)setup->rows, "a mark for each row") : PTRON_OK;
}

static ptron_status make_scratch(struct pt_logistic *l, ptron_error *err)
{
    struct pt_weights *scratch[] = {&l->gradient, &l->step, &l->residual, &l->search, &l->image, &l->scale};
    double **arrays[] = {&l->product, &l->pull, &l->bend, &l->along};

    if (l->rows != NULL)
        return PTRON_OK;
    for (uint64_t i = 0; i < l->base.setup.rows; i++)
        l->n += l->seen[i];
    for (size_t i = 0; i < sizeof scratch / sizeof *scratch; i++)
        if (scratch[i]->w == NULL)
            PT_TRY(pt_weights_init(scratch[i], 1, l->base.w.features, err));
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        if (*arrays[i] == NULL && (*arrays[i] = pt_zeroed(l->n, sizeof **arrays[i])) == NULL)
            return pt_fail_memory(err, l->n * sizeof **arrays[i], "the products of all rows");
    l->rows = pt_array(l->n, sizeof *l->rows);
    if (l->rows == NULL)
        return pt_fail_memory(err, l->n * sizeof *l->rows, "the numbers of the rows");
    l->n = 0;
    for (uint64_t i = 0; i < l->base.setup.rows; i++)
        if (l->seen[i])
            l->rows[l->n++] = (uint32_t)i;
    return PTRON_OK;
}

/* ---- looking ------------------------------------------------------------------------------------- */

static double sign_of(const struct pt_row *row)
{
    return row->label == 1 ? 1.0 : -1.0;
}

static double loss_of(double product)   /* log(1 + e^-product) without overflow */
{
    return product > 0.0 ? pt_log1p(pt_exp(-product)) : pt_log1p(pt_exp(product)) - product;
}

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

/* One minus entropy's share of a row: C c (p ln p + (1 - p) ln(1 - p)), p = pull/(C c) times `share`. */
static double conjugate(double pull, double most, double share)
{
    const double p = share * pull / most, q = 1.0 - p;

    return most * ((p > 0.0 ? p * pt_log(p) : 0.0) + (q > 0.0 ? q * pt_log1p(-p) : 0.0));   /* 1 - p has little of it */
}

/* What doubles may have made of a sum of pulls times rows, as a length: n u times the sum of the terms' own. */
static double sum_rounding(const struct pt_logistic *l)
{
    const double scale2 = l->base.setup.bias_scale * l->base.setup.bias_scale;
    double lengths = 0.0;

    for (size_t i = 0; i < l->n; i++)
        lengths += l->pull[i] * sqrt(pt_setup_row(&l->base.setup, l->rows[i]).norm2 + scale2);
    return ((double)l->n + (double)l->base.w.features + 8.0) * DBL_EPSILON * lengths;
}

/* A bias that costs nothing asks the pulls of both labels to add up to the same: those of the label that has more are
 * drawn in by its share, [label]. */
static void balance(const struct pt_logistic *l, double share[2])
{
    double sum[2] = {0.0, 0.0};

    share[0] = share[1] = 1.0;
    for (size_t i = 0; l->free_bias && i < l->n; i++)
        sum[pt_setup_row(&l->base.setup, l->rows[i]).label == 1] += l->pull[i];
    if (sum[0] != sum[1])
        share[sum[1] > sum[0]] = fmin(sum[0], sum[1]) / fmax(sum[0], sum[1]);
}

/* The sum of pull y x over the rows, or its negative: that is the loss's gradient, unless pulls were drawn in. */
static const struct pt_weights *sum_up(struct pt_logistic *l, const double shares[2])
{
    if (shares[0] == 1.0 && shares[1] == 1.0)
        return &l->gradient;
    pt_weights_fill(&l->image, 0.0);
    for (size_t i = 0; i < l->n; i++) {
        const struct pt_row row = pt_setup_row(&l->base.setup, l->rows[i]);
        pt_linear_add(&l->base, &l->image, sign_of(&row) * shares[row.label == 1] * l->pull[i], &row);
    }
    return &l->image;
}

/* The dual at the rows' pulls is a lower bound, whatever they are: -1/2 |sum|^2 less the conjugates, sum being that of
 * pull y x; l1: where no coordinate of the sum is above 1, to which the pulls are drawn in. Less what rounding may have
 * added: to this, and, by that of the products, to the objective that it is held against. */
static double lower_bound(struct pt_logistic *l, const struct pt_weights *w, double objective)
{
    const struct pt_vec_ops *ops = l->base.setup.ops;
    const double off = sum_rounding(l);
    const struct pt_weights *sum;
    double shares[2], draw = 1.0, value = 0.0, most, length;

    balance(l, shares);
    sum = sum_up(l, shares);
    most = l->free_bias ? 0.0 : fabs(sum->bias[0]);
    for (size_t j = 0; l->l1 && j < sum->features; j++)
        most = fmax(most, fabs(sum->w[j]));
    if (l->l1 && most + off > 1.0)
        draw = 1.0 / (most + off);
    for (size_t i = 0; i < l->n; i++) {
        const struct pt_row row = pt_setup_row(&l->base.setup, l->rows[i]);
        value -= conjugate(l->pull[i], l->C * row.weight, draw * shares[row.label == 1]);
    }
    value -= pt_weights_norm(ops, w) * off + 8.0 * DBL_EPSILON * (value + objective);
    length = l->free_bias ? sqrt(ops->norm2(sum->w, sum->features)) : pt_weights_norm(ops, sum);
    return l->l1 ? value : value - 0.5 * (length + off) * (length + off);
}

struct pt_logistic_value pt_logistic_look(struct pt_logistic *l, const struct pt_weights *w)
{
    const struct pt_setup *s = &l->base.setup;
    struct pt_logistic_value value = {0};

    pt_weights_fill(&l->gradient, 0.0);
    for (size_t i = 0; i < l->n; i++) {
        const struct pt_row row = pt_setup_row(s, l->rows[i]);
        const double y = sign_of(&row), most = l->C * row.weight;
        const double m = y * (pt_vec_dot(s->ops, w->w, &row) + w->bias[0] * s->bias_scale);
        const double e = pt_exp(-fabs(m)), p = m > 0.0 ? e / (1.0 + e) : 1.0 / (1.0 + e);   /* 1/(1 + e^m) */

        l->product[i] = m;
        l->pull[i] = most * p;
        l->bend[i] = most * e / ((1.0 + e) * (1.0 + e));
        value.loss += most * loss_of(m);
        pt_linear_add(&l->base, &l->gradient, -y * l->pull[i], &row);
    }
    value.objective = pt_logistic_penalty(l, w) + value.loss;
    value.lower = fmax(0.0, lower_bound(l, w, value.objective));   /* neither loss nor penalty is below 0 */
    return value;
}

static double gap_of(const struct pt_logistic_value *value)
{
    return value->objective > 0.0 && isfinite(value->objective)
               ? fmax(0.0, (value->objective - value->lower) / value->objective)
               : INFINITY;
}

/* ---- moving -------------------------------------------------------------------------------------- */

void pt_logistic_project(struct pt_logistic *l, const struct pt_weights *d)
{
    const struct pt_setup *s = &l->base.setup;

    for (size_t i = 0; i < l->n; i++) {
        const struct pt_row row = pt_setup_row(s, l->rows[i]);
        l->along[i] = pt_vec_dot(s->ops, d->w, &row) + d->bias[0] * s->bias_scale;
    }
}

double pt_logistic_loss_at(const struct pt_logistic *l, double by)
{
    double loss = 0.0;

    for (size_t i = 0; i < l->n; i++) {
        const struct pt_row row = pt_setup_row(&l->base.setup, l->rows[i]);
        loss += l->C * row.weight * loss_of(l->product[i] + by * sign_of(&row) * l->along[i]);
    }
    return loss;
}

bool pt_logistic_move(struct pt_logistic *l, const struct pt_logistic_value *at, double expected)
{
    struct pt_weights *w = &l->base.w, *next = &l->search;   /* free by now */

    if (!(expected < 0.0))
        return false;
    pt_logistic_project(l, &l->step);
    for (double by = 1.0; by > 1e-12; by /= 2.0) {
        double value;

        pt_weights_set(next, w);
        pt_weights_blend(l->base.setup.ops, next, by, &l->step);
        value = pt_logistic_penalty(l, next) + pt_logistic_loss_at(l, by);
        if (value < at->objective && value <= at->objective + 0.01 * by * expected) {
            pt_weights_set(w, next);
            return true;
        }
    }
    return false;
}

/* ---- epochs -------------------------------------------------------------------------------------- */

static ptron_status logistic_observe(void *self, const struct pt_batch *batch, size_t from, struct pt_observed *seen,
                                     ptron_error *err)
{
    struct pt_logistic *l = self;

    for (size_t i = from; i < batch->n; i++) {
        pt_batch_fetch(batch, i);
        const struct pt_row row = pt_batch_row(batch, i);
        const double product = sign_of(&row) * pt_linear_product(&l->base, &row);

        if (!isfinite(product))
            return pt_linear_overflow(&l->base.setup, err);
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
    struct pt_logistic_value at;
    double expected = 0.0;

    PT_TRY(make_scratch(l, err));
    l->epochs++;
    l->begun = false;
    at = pt_logistic_look(l, &l->base.w);
    if (gap_of(&at) <= l->target) {
        *reason = PTRON_STOP_GAP;
        return PTRON_OK;
    }
    PT_TRY((l->l1 ? pt_logistic_coordinates : pt_logistic_newton)(l, &expected, err));
    if (pt_logistic_move(l, &at, expected))
        l->base.updates++;
    else
        *reason = PTRON_STOP_IDLE;
    if (!pt_weights_finite(&l->base.w) || !isfinite(l->first))
        return pt_linear_overflow(&l->base.setup, err);
    at = pt_logistic_look(l, &l->base.w);
    if (gap_of(&at) <= l->target)
        *reason = PTRON_STOP_GAP;
    return PTRON_OK;
}

static uint64_t logistic_updates(const void *self)
{
    return ((const struct pt_logistic *)self)->base.updates;
}

/* ---- numbers ------------------------------------------------------------------------------------- */

/* Of the weights answered with, which may be earlier ones: looked at by a copy, whose scratch it is. */
static ptron_status logistic_report(const void *self, const struct pt_answer *answer, ptron_result *result,
                                    ptron_error *err)
{
    const struct pt_logistic *l = self;
    const double scale = l->base.setup.bias_scale;
    struct pt_logistic look = {.base = {.setup = l->base.setup, .w = l->base.w}, .C = l->C, .l1 = l->l1,
                               .free_bias = l->free_bias, .rows = l->rows, .n = l->n};
    double bias = 0.0;
    struct pt_weights w;
    ptron_status status = PTRON_OK;

    result->updates = l->base.updates;
    if (answer == NULL || l->rows == NULL)
        return PTRON_OK;
    if (scale != 0.0)
        bias = answer->model->bias[0] / scale;
    w = (struct pt_weights){.w = answer->model->weights, .bias = &bias, .vectors = 1,
                            .features = answer->model->n_features};
    look.product = pt_array(l->n, sizeof *look.product);
    look.pull = pt_array(l->n, sizeof *look.pull);
    look.bend = pt_array(l->n, sizeof *look.bend);
    if (look.product == NULL || look.pull == NULL || look.bend == NULL)
        status = pt_fail_memory(err, 3 * l->n * sizeof *look.bend, "the objective");
    if (status == PTRON_OK)
        status = pt_weights_init(&look.gradient, 1, w.features, err);
    if (status == PTRON_OK && l->free_bias)
        status = pt_weights_init(&look.image, 1, w.features, err);
    if (status == PTRON_OK) {
        const struct pt_logistic_value value = pt_logistic_look(&look, &w);

        result->objective = value.objective;
        result->gap = gap_of(&value);
    }
    pt_release(look.product);
    pt_release(look.pull);
    pt_release(look.bend);
    pt_weights_fini(&look.gradient);
    pt_weights_fini(&look.image);
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

static void logistic_save_state(const void *self, struct pt_buffer *out)
{
    const struct pt_logistic *l = self;

    pt_weights_save(&l->base.w, out);
    pt_buffer_u64(out, l->base.updates);
    pt_buffer_u64(out, l->epochs);
    pt_buffer_u32(out, l->begun);
    pt_buffer_f64(out, l->first);
    pt_buffer_u64(out, l->base.setup.rows);
    for (uint64_t i = 0; i < l->base.setup.rows; i += 32) {
        uint32_t marks = 0;

        for (uint64_t k = i; k < i + 32 && k < l->base.setup.rows; k++)
            marks |= (uint32_t)l->seen[k] << (k - i);
        pt_buffer_u32(out, marks);
    }
}

static ptron_status logistic_load_state(void *self, struct pt_cursor *in, ptron_error *err)
{
    struct pt_logistic *l = self;
    const uint64_t n = l->base.setup.rows;
    bool any = false, right;

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
    .numbers = {.bracket = logistic_bracket, .report = logistic_report, .updates = logistic_updates,
                .objective_text = "half the squared norm (l1: the sum of all |w|), plus C times the log loss of the "
                                  "rows"},
};

static const struct pt_algorithm algorithms[] = {
    {"logistic", "each epoch a step of Newton's to the least penalty + C sum of log(1 + exp(-y w.x))",
     "the duality gap says how far from the best objective it is; scores are log odds",
     "Cox 1958; Lin, Weng, Keerthi 2008; Yuan, Ho, Lin 2012",
     PT_ONE_VS_REST | PT_ANY_ROW | PT_OWN_GAP | PT_TAKES_GAP | PT_TAKES_BIAS | PT_TAKES_START | PT_ROW_WEIGHTS |
         PT_LOG_ODDS,
     PT_PROVED_NOTHING, &logistic_ops, PT_OWN("C", "penalty", "free-bias")},
};
const struct pt_family pt_logistic_family = PT_FAMILY(algorithms);
