/* The multi-layer perceptron: back-propagation in mini-batches.
 *
 * A mini-batch takes two rounds of tasks: tiles of rows go forward and backward; then pieces of the weights gather
 * their slope over all rows and take their step. Tiles and pieces are cut by the data and the network's shape,
 * so threads never show. Rows are gathered until a mini-batch is full or the epoch ends, however they come; those of
 * an unfinished one are part of the state. A step counts as an update when its first row comes. */
#include "learn/mlp/mlp.h"
#include "base/alloc.h"
#include "base/elementary.h"
#include "base/size.h"
#include "learn/trainer/schedule.h"
#include "math/classes.h"

#include <math.h>

/* ---- a mini-batch -------------------------------------------------------------------------------- */

/* Where rows from `from` on have their values and slopes. */
static void point(const struct pt_mlp *m, size_t from, void **values, void **slopes)
{
    for (uint32_t l = 0; l <= m->net.n_layers; l++) {
        values[l] = m->memory + (m->value_at[l] + from * m->net.size[l]) * m->ops->bytes;
        slopes[l] = m->memory + (m->slope_at[l] + from * m->net.size[l]) * m->ops->bytes;
    }
}

/* A score of exactly 0, or a tie for the best, is a mistake. */
static bool is_mistake(const struct pt_mlp *m, const struct pt_row *row, const double *scores)
{
    return !(pt_margin_of(scores, m->net.size[m->net.n_layers], row->label, NULL) > 0.0);
}

static void pack(const struct pt_mlp *m, size_t from, size_t to)   /* nothing when to <= from */
{
    void *values[PT_NET_LAYERS + 1], *slopes[PT_NET_LAYERS + 1];

    if (from >= to)
        return;
    point(m, from, values, slopes);
    m->ops->pack(m->rows + from, to - from, m->net.size[0], values[0]);
}

static void run_tile(void *context, size_t i)
{
    const struct pt_mlp *m = context;
    const size_t from = i * PT_NET_TILE, n = pt_min(PT_NET_TILE, m->n - from), last = m->net.n_layers;
    const struct pt_row *rows = m->rows + from;
    double *scores = m->scores + from * m->net.size[last];
    void *values[PT_NET_LAYERS + 1], *slopes[PT_NET_LAYERS + 1];

    pack(m, pt_max(from, m->packed), from + n);
    point(m, from, values, slopes);
    m->ops->forward(&m->net, m->blas, n, values);
    m->ops->scores(&m->net, n, values[last], scores);
    m->losses[i] = m->ops->loss(&m->net, m->loss, rows, n, values[last], slopes[last]);
    m->ops->backward(&m->net, m->blas, n, values, slopes);
}

static void *real_at(const struct pt_mlp *m, void *array, size_t i)
{
    return (char *)array + i * m->ops->bytes;
}

static void step_part(const struct pt_mlp *m, size_t from, size_t n, bool decays)
{
    const bool one = m->rule.kind != PT_SGD, two = m->rule.kind == PT_ADAM;

    m->ops->step(&m->rule, decays, n, real_at(m, m->net.w, from), real_at(m, m->gradient, from),
                 one ? real_at(m, m->first, from) : NULL, two ? real_at(m, m->second, from) : NULL);
}

static void run_piece(void *context, size_t i)
{
    const struct pt_mlp *m = context;
    const struct pt_mlp_piece *p = &m->pieces[i];
    const size_t in = m->net.size[p->layer], out = m->net.size[p->layer + 1], at = pt_net_offset(&m->net, p->layer);
    void *values[PT_NET_LAYERS + 1], *slopes[PT_NET_LAYERS + 1];

    point(m, 0, values, slopes);
    m->ops->gradient(&m->net, m->blas, p->layer, p->from, p->rows, m->n, values[p->layer], slopes[p->layer + 1],
                     m->gradient);
    step_part(m, at + p->from * out, p->rows * out, true);
    if (p->from == 0)
        step_part(m, at + in * out, out, false);
}

static ptron_status diverged(ptron_error *err)
{
    return pt_fail(err, PTRON_DATA, "the network diverges: its loss is no number any more; lower the rate, or scale "
                                    "the data (--scale standard)");
}

static ptron_status too_steep(ptron_error *err)
{
    return pt_fail(err, PTRON_DATA, "the slopes of the loss are so large that their squares overflow, and "
                                    "nothing can be "
                                    "learned; scale the data (--scale standard)");
}

/* The first row at hand whose scores are not numbers is named, if there is one. */
static ptron_status name_diverged(const struct pt_mlp *m, ptron_error *err)
{
    const size_t scores = m->net.size[m->net.n_layers];
    size_t i = 0;

    while (i < m->n * scores && isfinite(m->scores[i]))
        i++;
    if (i == m->n * scores || m->number[i / scores] == UINT64_MAX)
        return diverged(err);
    return pt_fail(err, PTRON_DATA, "the network diverges: the score of row %llu is no number any more; lower the "
                                    "rate, or scale the data (--scale standard)",
                   (unsigned long long)m->number[i / scores] + 1);
}

static bool are_numbers(const double *scores, size_t n)
{
    bool all = true;

    for (size_t i = 0; i < n; i++)
        all &= isfinite(scores[i]) != 0;
    return all;
}

/* One step by the rows gathered; new ones only are looked at for mistakes. */
static ptron_status take_step(struct pt_mlp *m, uint64_t *mistakes, ptron_error *err)
{
    const size_t tiles = (m->n + PT_NET_TILE - 1) / PT_NET_TILE, scores = m->net.size[m->net.n_layers];
    double loss = 0.0;

    pt_pool_run(m->setup.pool, tiles, run_tile, m);
    for (size_t i = 0; i < tiles; i++)
        loss += m->losses[i];
    for (size_t i = m->packed; i < m->n; i++)
        *mistakes += is_mistake(m, &m->rows[i], m->scores + i * scores);
    if (!isfinite(loss) || !are_numbers(m->scores, m->n * scores))
        return name_diverged(m, err);
    m->steps++;
    m->rule.rate = m->default_rate * pt_schedule_rate(m->setup.schedule, m->steps);
    if (m->rule.kind == PT_ADAM)
        m->rule.rate *= sqrt(1.0 - pt_power(0.999, (double)m->steps)) / (1.0 - pt_power(0.9, (double)m->steps));
    pt_pool_run(m->setup.pool, m->n_pieces, run_piece, m);
    m->epoch_loss += loss;
    m->epoch_rows += m->n;
    m->n = m->packed = 0;
    return PTRON_OK;
}

/* Rows that wait for others: their values are taken now, and their mistakes counted by the weights as they are. */
static void set_aside(struct pt_mlp *m, uint64_t *mistakes)
{
    void *values[PT_NET_LAYERS + 1], *slopes[PT_NET_LAYERS + 1];
    const size_t scores = m->net.size[m->net.n_layers];

    pack(m, m->packed, m->n);
    for (size_t i = m->packed; i < m->n; i++) {
        point(m, i, values, slopes);
        m->ops->forward(&m->net, m->blas, 1, values);
        m->ops->scores(&m->net, 1, values[m->net.n_layers], m->scores + i * scores);
        *mistakes += is_mistake(m, &m->rows[i], m->scores + i * scores);
    }
    m->packed = m->n;
}

/* Of the last row gathered. */
static void describe(const struct pt_mlp *m, size_t i, ptron_step *out)
{
    const size_t n = m->net.size[m->net.n_layers];
    const double *scores = m->scores + i * n;
    const struct pt_row *row = &m->rows[i];

    out->sign = row->label == 1 ? 1 : -1;
    out->product = n == 1 ? out->sign * scores[0] : scores[row->label];
    out->step = m->rule.rate;
    out->mistake = is_mistake(m, row, scores);
    out->updates = m->steps;
    out->vectors = n;
    out->label = row->label;
}

static ptron_status mlp_observe(void *self, const struct pt_batch *batch, size_t from, struct pt_observed *seen,
                                ptron_error *err)
{
    struct pt_mlp *m = self;
    size_t last = 0;

    for (size_t at = from; at < batch->n && seen->request == PT_GO_ON; at++) {
        seen->updates += m->n == 0;
        last = m->n;
        m->number[m->n] = pt_batch_source(batch, at);
        m->rows[m->n++] = pt_batch_row(batch, at);
        seen->consumed++;
        if (m->n < m->batch)
            continue;
        if (take_step(m, &seen->mistakes, err) != PTRON_OK) {
            seen->consumed = batch->n - from;   /* the error names its row itself */
            return PTRON_DATA;
        }
        if (m->steps == m->setup.max_updates)
            seen->request = PT_STOP;
    }
    set_aside(m, &seen->mistakes);
    if (seen->step != NULL)
        describe(m, last, seen->step);
    return PTRON_OK;
}

/* The weights, and what the optimizer keeps: a slope whose square overflows stands still for ever. */
static ptron_status check_numbers(const struct pt_mlp *m, ptron_error *err)
{
    struct pt_net kept = m->net;
    bool finite = pt_net_is_finite(&m->net);

    kept.w = m->first;
    if (finite && m->rule.kind != PT_SGD && !pt_net_is_finite(&kept))
        return too_steep(err);
    kept.w = m->second;
    if (finite && m->rule.kind == PT_ADAM && !pt_net_is_finite(&kept))
        return too_steep(err);
    return finite ? PTRON_OK : diverged(err);
}

static ptron_status mlp_end_epoch(void *self, ptron_stop *reason, ptron_error *err)
{
    struct pt_mlp *m = self;
    uint64_t counted = 0;

    if (m->n > 0)
        PT_TRY(take_step(m, &counted, err));
    if (m->setup.max_updates > 0 && m->steps >= m->setup.max_updates)
        *reason = PTRON_STOP_UPDATES;
    m->risk = m->epoch_rows == 0 ? (double)NAN : m->epoch_loss / (double)m->epoch_rows;
    m->epoch_loss = 0.0;
    m->epoch_rows = 0;
    return check_numbers(m, err);
}

static ptron_status mlp_widen(void *self, uint32_t features, uint32_t classes, ptron_error *err)
{
    const struct pt_mlp *m = self;

    return pt_fail(err, PTRON_DATA, "a network has as many inputs and classes as its first rows: %u and %u, not %u and "
                                    "%u; name all classes (--classes)", (unsigned)m->setup.features,
                   (unsigned)m->setup.classes, (unsigned)features, (unsigned)classes);
}

/* ---- answering ----------------------------------------------------------------------------------- */

static void fill_head(const struct pt_mlp *m, ptron_model *model)
{
    model->kind = PT_MODEL_NET;
    model->n_features = m->net.size[0];
    model->n_vectors = m->net.size[m->net.n_layers];
    model->has_bias = true;
    model->bias_scale = 1.0;
}

static ptron_status mlp_snapshot(const void *self, ptron_model *model, ptron_error *err)
{
    const struct pt_mlp *m = self;

    fill_head(m, model);
    model->net = pt_zeroed(1, sizeof *model->net);
    if (model->net == NULL)
        return pt_fail_memory(err, sizeof *model->net, "a model");
    PT_TRY(check_numbers(m, err));
    return pt_net_copy(model->net, &m->net, err);
}

static ptron_status mlp_last(void *self, ptron_model *view, ptron_error *err)
{
    struct pt_mlp *m = self;

    (void)err;
    *view = (ptron_model){.net = &m->net};
    fill_head(m, view);
    return PTRON_OK;
}

static ptron_status mlp_risk(void *self, double *risk, ptron_error *err)
{
    (void)err;
    *risk = ((const struct pt_mlp *)self)->risk;
    return PTRON_OK;
}

static ptron_status mlp_report(const void *self, const struct pt_answer *answer, ptron_result *result, ptron_error *err)
{
    (void)answer, (void)err;
    result->risk = ((const struct pt_mlp *)self)->risk;
    return PTRON_OK;
}

static struct pt_made mlp_made(const void *self)
{
    const uint64_t steps = ((const struct pt_mlp *)self)->steps;

    return (struct pt_made){steps, steps, steps};
}

#define OF_ROWS ", over the last epoch's rows, each before its step and times its weight"

static const struct pt_learner_ops mlp_ops = {
    .size = sizeof(struct pt_mlp),
    .create = pt_mlp_create, .observe = mlp_observe, .end_epoch = mlp_end_epoch, .snapshot = mlp_snapshot,
    .last = mlp_last, .destroy = pt_mlp_destroy,
    .state = {pt_mlp_save_state, pt_mlp_load_state},
    .numbers = {.report = mlp_report, .risk = mlp_risk, .made = mlp_made,
                .risk_text = "mean loss" OF_ROWS,
                .risk_of = PT_OWN("cross-entropy", "mean cross-entropy" OF_ROWS,
                                  "squared", "mean of half the squared distance of outputs from targets" OF_ROWS)},
    .stream = {.widen = mlp_widen, .fixed_width = true},
};

static const struct pt_algorithm algorithms[] = {
    {"mlp", "each weight follows the slope of the loss, found by back-propagation",
     "slopes equal finite differences; none on what it reaches",
     "Rumelhart, Hinton and Williams 1986; Kingma and Ba 2015", PT_MANY_CLASSES | PT_CAN_STREAM | PT_ROW_WEIGHTS |
         PT_NO_MARGIN | PT_TAKES_RATE,
     PT_PROVED_NOTHING, &mlp_ops,
     PT_OWN("hidden", "activation", "output", "loss", "optimizer", "momentum", "init", "l2", "precision",
            "batch-size")},
};
const struct pt_family pt_mlp_family = PT_FAMILY(algorithms);
