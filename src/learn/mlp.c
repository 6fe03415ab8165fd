/* The multi-layer perceptron: back-propagation in mini-batches.
 *
 * A mini-batch takes two rounds of tasks: tiles of rows go forward and backward; then pieces of the weights gather
 * their slope over all rows and take their step. Tiles and pieces are cut by the data and the network's shape,
 * so threads never show. Rows are gathered until a mini-batch is full or the epoch ends, however they come; those of
 * an unfinished one are part of the state. A step counts as an update when its first row comes. */
#include "base/alloc.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/random.h"
#include "base/size.h"
#include "learn/learner.h"
#include "learn/trainer/schedule.h"
#include "math/classes.h"
#include "model/net.h"

#include <math.h>
#include <string.h>

const struct pt_param pt_mlp_params[] = {
    {"hidden", PT_LIST, "100", 0, 0, "", "SIZES",
     "mlp: units of each hidden layer, as in 256,64; none: no hidden layer"},
    {"activation", PT_CHOICE, "relu", 0, 0, PT_CHOICES(PT_ACTIVATION_MAP), "NAME",
     "mlp: what hidden units make of their sum"},
    {"output", PT_CHOICE, "softmax", 0, 0, PT_CHOICES(PT_OUTPUT_MAP), "NAME",
     "mlp: what the last sums become for the loss; two classes: one sigmoid"},
    {"loss", PT_CHOICE, "cross-entropy", 0, 0, PT_CHOICES(PT_LOSS_MAP), "NAME", "mlp: what falls"},
    {"optimizer", PT_CHOICE, "adam", 0, 0, PT_CHOICES(PT_OPTIMIZER_MAP), "NAME",
     "mlp: how a step follows the slope; the rate, when not given, is 0.001 for adam and else 0.1"},
    {"momentum", PT_REAL, "0.9", 0, 0.9999, "", "SHARE", "mlp: what momentum and nesterov keep of the last step"},
    {"init", PT_CHOICE, "auto", 0, 0, "auto|he|glorot", "NAME",
     "mlp: how wide the seeded start is; auto: he for relu, glorot for others"},
    {"l2", PT_REAL, "0", 0, 1e9, "", "LAMBDA", "mlp: weights are drawn to 0 by half of this times their square"},
    {"precision", PT_CHOICE, "double", 0, 0, "double|single", "NAME", "mlp: numbers of 64 bits, or of 32 for speed"},
};
const size_t pt_n_mlp_params = sizeof pt_mlp_params / sizeof *pt_mlp_params;

enum { PIECE_WEIGHTS = 32768, DEFAULT_ROWS = 32, BATCH_MOST = 65536 };

struct piece {               /* of a layer's weights: those of inputs from..from+rows */
    uint32_t layer;
    size_t   from, rows;
};

struct mlp {
    struct pt_setup setup;
    const struct pt_blas *blas;
    const struct pt_net_math *ops;
    struct pt_net net;
    enum pt_loss loss;
    struct pt_step_rule rule;
    double   default_rate;      /* times the schedule's, when no rate was given */
    size_t   batch;             /* rows to a step */
    uint64_t steps;
    void    *gradient, *first, *second;   /* [n_weights]; moments only where the optimizer has them */
    char    *memory;            /* of values and slopes */
    size_t   value_at[PT_NET_LAYERS + 1], slope_at[PT_NET_LAYERS + 1];   /* reals from the start */
    struct pt_row *rows;        /* [batch] of the mini-batch at hand */
    size_t   n;                 /* rows gathered so far */
    size_t   packed;            /* of these, already among the values: the rows themselves may be gone */
    double  *losses;            /* [tiles of a batch] */
    double  *scores;            /* [batch][scores] */
    struct piece *pieces;
    size_t   n_pieces;
    double   epoch_loss, risk;  /* risk: mean loss of the last epoch */
    uint64_t epoch_rows;
};

/* ---- creating ------------------------------------------------------------------------------------ */

static void mlp_destroy(void *self)
{
    struct mlp *m = self;
    void *const arrays[] = {m->gradient, m->first, m->second, m->memory, m->rows, m->losses, m->scores, m->pieces,
                            m->net.w};

    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        pt_release(arrays[i]);
}

static ptron_status read_hidden(struct mlp *m, ptron_error *err)
{
    const char *item;
    size_t length;

    m->net.size[0] = m->setup.features;
    if (!pt_option_is(m->setup.options, "hidden", "none"))
        for (size_t i = 0; pt_option_item(m->setup.options, "hidden", i, &item, &length); i++) {
            const char *at = item;
            uint64_t units;
            if (!pt_parse_u64(&at, item + length, &units) || at != item + length || units < 1 || units > 1000000)
                return pt_fail(err, PTRON_ARGUMENT, "a hidden layer of '%.*s' units; 1 to 1000000 are wanted",
                               (int)pt_min(length, 40), item);
            if (i + 2 > PT_NET_LAYERS)
                return pt_fail(err, PTRON_ARGUMENT, "more than %d hidden layers", PT_NET_LAYERS - 1);
            m->net.size[++m->net.n_layers] = (uint32_t)units;
        }
    m->net.size[++m->net.n_layers] = m->setup.classes == 2 ? 1 : m->setup.classes;
    return pt_net_count(&m->net) ? PTRON_OK : pt_fail(err, PTRON_ARGUMENT, "the network is too large");
}

static ptron_status read_options(struct mlp *m, ptron_error *err)
{
    const ptron_options *o = m->setup.options;
    const uint64_t batch = pt_option_count(o, "batch-size");

    m->net.activation = (enum pt_activation)pt_option_choice(o, "activation");
    m->net.output = (enum pt_output)pt_option_choice(o, "output");
    m->net.single = pt_option_is(o, "precision", "single");
    m->loss = (enum pt_loss)pt_option_choice(o, "loss");
    m->rule = (struct pt_step_rule){
        .kind = (enum pt_optimizer)pt_option_choice(o, "optimizer"),
        .momentum = pt_option_real(o, "momentum"),
        .l2 = pt_option_real(o, "l2"),
    };
    m->default_rate = ptron_options_given(o, "rate") ? 1.0 : m->rule.kind == PT_ADAM ? 0.001 : 0.1;
    if (batch > BATCH_MOST)
        return pt_fail(err, PTRON_ARGUMENT, "mlp takes mini-batches of at most %d rows", BATCH_MOST);
    m->batch = batch == 0 ? DEFAULT_ROWS : (size_t)batch;
    if (m->loss == PT_CROSS_ENTROPY && m->net.output == PT_OUT_LINEAR)
        return pt_fail(err, PTRON_ARGUMENT, "cross-entropy needs probabilities: output softmax or sigmoid, or "
                                            "--loss squared");
    if (m->setup.start != NULL)
        return pt_fail(err, PTRON_ARGUMENT, "mlp starts from its own seeded weights");
    return read_hidden(m, err);
}

/* He: normal with variance 2/in; Glorot: uniform within sqrt(6/(in + out)). Biases are 0. */
static void draw_weights(struct mlp *m)
{
    const ptron_options *o = m->setup.options;
    const bool he = pt_option_is(o, "init", "he") || (pt_option_is(o, "init", "auto") && m->net.activation == PT_RELU);
    pt_random random = pt_random_of(m->setup.seed, UINT64_C(0x6d6c70));

    for (uint32_t l = 0; l < m->net.n_layers; l++) {
        const size_t in = m->net.size[l], out = m->net.size[l + 1], at = pt_net_offset(&m->net, l);
        const double wide = sqrt(6.0 / (double)(in + out)), deep = sqrt(2.0 / (double)pt_max(1, in));
        for (size_t i = 0; i < in * out; i++)
            pt_net_set(&m->net, at + i, he ? deep * pt_random_normal(&random)
                                           : wide * (2.0 * pt_random_unit(&random) - 1.0));
    }
}

static size_t rows_of_piece(const struct mlp *m, uint32_t layer)
{
    return pt_max(1, PIECE_WEIGHTS / m->net.size[layer + 1]);
}

static ptron_status cut_pieces(struct mlp *m, ptron_error *err)
{
    size_t n = 0;

    for (uint32_t l = 0; l < m->net.n_layers; l++)
        n += 1 + m->net.size[l] / rows_of_piece(m, l);
    m->pieces = pt_array(n, sizeof *m->pieces);
    if (m->pieces == NULL)
        return pt_fail_memory(err, n * sizeof *m->pieces, "a network");
    for (uint32_t l = 0; l < m->net.n_layers; l++) {
        const size_t in = m->net.size[l], each = rows_of_piece(m, l);
        size_t from = 0;
        do {
            m->pieces[m->n_pieces++] = (struct piece){l, from, pt_min(each, in - from)};
            from += each;
        } while (from < in);
    }
    return PTRON_OK;
}

static ptron_status reserve_arrays(struct mlp *m, ptron_error *err)
{
    const size_t bytes = m->ops->bytes, n = m->net.n_weights;
    const bool one = m->rule.kind != PT_SGD, two = m->rule.kind == PT_ADAM;
    size_t cells = 0;   /* reals that the values and slopes of a batch take */

    for (uint32_t l = 0; l <= m->net.n_layers; l++) {
        m->value_at[l] = cells;
        cells += m->batch * m->net.size[l];
        m->slope_at[l] = cells;
        cells += l == 0 ? 0 : m->batch * m->net.size[l];
    }
    PT_TRY(pt_memory_expect(n * (2u + one + two) + cells, bytes, "the network and a mini-batch", err));
    m->net.w = pt_zeroed(n, bytes);
    m->gradient = pt_zeroed(n, bytes);
    m->first = pt_zeroed(one ? n : 0, bytes);
    m->second = pt_zeroed(two ? n : 0, bytes);
    m->memory = pt_array(cells, bytes);
    m->rows = pt_array(m->batch, sizeof *m->rows);
    m->losses = pt_array(m->batch / PT_NET_TILE + 1, sizeof *m->losses);
    m->scores = pt_array(m->batch, m->net.size[m->net.n_layers] * sizeof *m->scores);
    if (m->net.w == NULL || m->gradient == NULL || m->first == NULL || m->second == NULL || m->memory == NULL ||
        m->rows == NULL || m->losses == NULL || m->scores == NULL)
        return pt_fail_memory(err, (4 * n + cells) * bytes, "a network");
    return cut_pieces(m, err);
}

static ptron_status mlp_create(const struct pt_algorithm *algorithm, const struct pt_setup *setup, void *self,
                               ptron_error *err)
{
    struct mlp *m = self;

    (void)algorithm;
    m->setup = *setup;
    PT_TRY(read_options(m, err));
    PT_TRY(pt_blas_open(&m->blas, err));
    m->ops = pt_net_math_of(m->net.single);
    PT_TRY(reserve_arrays(m, err));
    draw_weights(m);
    m->risk = (double)NAN;
    return PTRON_OK;
}

/* ---- a mini-batch -------------------------------------------------------------------------------- */

/* Where rows from `from` on have their values and slopes. */
static void point(const struct mlp *m, size_t from, void **values, void **slopes)
{
    for (uint32_t l = 0; l <= m->net.n_layers; l++) {
        values[l] = m->memory + (m->value_at[l] + from * m->net.size[l]) * m->ops->bytes;
        slopes[l] = m->memory + (m->slope_at[l] + from * m->net.size[l]) * m->ops->bytes;
    }
}

/* A score of exactly 0, or a tie for the best, is a mistake. */
static bool is_mistake(const struct mlp *m, const struct pt_row *row, const double *scores)
{
    return !(pt_margin_of(scores, m->net.size[m->net.n_layers], row->label, NULL) > 0.0);
}

static void pack(const struct mlp *m, size_t from, size_t to)   /* nothing when to <= from */
{
    void *values[PT_NET_LAYERS + 1], *slopes[PT_NET_LAYERS + 1];

    if (from >= to)
        return;
    point(m, from, values, slopes);
    m->ops->pack(m->rows + from, to - from, m->net.size[0], values[0]);
}

static void run_tile(void *context, size_t i)
{
    const struct mlp *m = context;
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

static void *real_at(const struct mlp *m, void *array, size_t i)
{
    return (char *)array + i * m->ops->bytes;
}

static void step_part(const struct mlp *m, size_t from, size_t n, bool decays)
{
    const bool one = m->rule.kind != PT_SGD, two = m->rule.kind == PT_ADAM;

    m->ops->step(&m->rule, decays, n, real_at(m, m->net.w, from), real_at(m, m->gradient, from),
                 one ? real_at(m, m->first, from) : NULL, two ? real_at(m, m->second, from) : NULL);
}

static void run_piece(void *context, size_t i)
{
    const struct mlp *m = context;
    const struct piece *p = &m->pieces[i];
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

/* One step by the rows gathered; new ones only are looked at for mistakes. */
static ptron_status take_step(struct mlp *m, uint64_t *mistakes, ptron_error *err)
{
    const size_t tiles = (m->n + PT_NET_TILE - 1) / PT_NET_TILE, scores = m->net.size[m->net.n_layers];
    double loss = 0.0;

    pt_pool_run(m->setup.pool, tiles, run_tile, m);
    for (size_t i = 0; i < tiles; i++)
        loss += m->losses[i];
    for (size_t i = m->packed; i < m->n; i++)
        *mistakes += is_mistake(m, &m->rows[i], m->scores + i * scores);
    if (!isfinite(loss))
        return diverged(err);
    m->steps++;
    m->rule.rate = m->default_rate * pt_schedule_rate(m->setup.schedule, m->steps);
    if (m->rule.kind == PT_ADAM)
        m->rule.rate *= sqrt(1.0 - pow(0.999, (double)m->steps)) / (1.0 - pow(0.9, (double)m->steps));
    pt_pool_run(m->setup.pool, m->n_pieces, run_piece, m);
    m->epoch_loss += loss;
    m->epoch_rows += m->n;
    m->n = m->packed = 0;
    return PTRON_OK;
}

/* Rows that wait for others: their values are taken now, and their mistakes counted by the weights as they are. */
static void set_aside(struct mlp *m, uint64_t *mistakes)
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
static void describe(const struct mlp *m, size_t i, ptron_step *out)
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
    struct mlp *m = self;
    size_t last = 0;

    for (size_t at = from; at < batch->n && seen->request == PT_GO_ON; at++) {
        seen->updates += m->n == 0;
        last = m->n;
        m->rows[m->n++] = pt_batch_row(batch, at);
        seen->consumed++;
        if (m->n < m->batch)
            continue;
        PT_TRY(take_step(m, &seen->mistakes, err));
        if (m->steps == m->setup.max_updates)
            seen->request = PT_STOP;
    }
    set_aside(m, &seen->mistakes);
    if (seen->step != NULL)
        describe(m, last, seen->step);
    return PTRON_OK;
}

static ptron_status mlp_end_epoch(void *self, ptron_stop *reason, ptron_error *err)
{
    struct mlp *m = self;
    uint64_t counted = 0;

    if (m->n > 0)
        PT_TRY(take_step(m, &counted, err));
    if (m->setup.max_updates > 0 && m->steps >= m->setup.max_updates)
        *reason = PTRON_STOP_UPDATES;
    m->risk = m->epoch_rows == 0 ? (double)NAN : m->epoch_loss / (double)m->epoch_rows;
    m->epoch_loss = 0.0;
    m->epoch_rows = 0;
    return pt_net_is_finite(&m->net) ? PTRON_OK : diverged(err);
}

static ptron_status mlp_widen(void *self, uint32_t features, uint32_t classes, ptron_error *err)
{
    const struct mlp *m = self;

    return pt_fail(err, PTRON_DATA, "a network has as many inputs and classes as its first rows: %u and %u, not %u and "
                                    "%u; name all classes (--classes)", (unsigned)m->setup.features,
                   (unsigned)m->setup.classes, (unsigned)features, (unsigned)classes);
}

/* ---- answering ----------------------------------------------------------------------------------- */

static void fill_head(const struct mlp *m, ptron_model *model)
{
    model->kind = PT_MODEL_NET;
    model->n_features = m->net.size[0];
    model->n_vectors = m->net.size[m->net.n_layers];
    model->has_bias = true;
    model->bias_scale = 1.0;
}

static ptron_status mlp_snapshot(const void *self, ptron_model *model, ptron_error *err)
{
    const struct mlp *m = self;

    fill_head(m, model);
    model->net = pt_zeroed(1, sizeof *model->net);
    if (model->net == NULL)
        return pt_fail_memory(err, sizeof *model->net, "a model");
    if (!pt_net_is_finite(&m->net))
        return diverged(err);
    return pt_net_copy(model->net, &m->net, err);
}

static ptron_status mlp_last(void *self, ptron_model *view, ptron_error *err)
{
    struct mlp *m = self;

    (void)err;
    *view = (ptron_model){.net = &m->net};
    fill_head(m, view);
    return PTRON_OK;
}

static void mlp_report(const void *self, const struct pt_census *census, ptron_result *result)
{
    (void)census;
    result->risk = ((const struct mlp *)self)->risk;
}

/* ---- state --------------------------------------------------------------------------------------- */

static void save_reals(const struct mlp *m, void *array, struct pt_buffer *out)
{
    const struct pt_net view = {.single = m->net.single, .w = array};

    for (size_t i = 0; i < m->net.n_weights; i++)
        pt_buffer_f64(out, pt_net_weight(&view, i));
}

static ptron_status load_pending(struct mlp *m, struct pt_cursor *in, ptron_error *err)
{
    struct pt_net view = {.single = m->net.single, .w = m->memory};
    const uint64_t n = pt_cursor_u64(in);
    bool right = !in->failed && n < m->batch;

    for (size_t i = 0; right && i < n; i++) {
        m->rows[i] = (struct pt_row){.label = pt_cursor_u32(in), .weight = pt_cursor_f64(in)};
        right = !in->failed && m->rows[i].label < m->setup.classes && isfinite(m->rows[i].weight);
        for (size_t j = 0; right && j < m->net.size[0]; j++)
            pt_net_set(&view, i * m->net.size[0] + j, pt_cursor_f64(in));
    }
    m->n = m->packed = right ? (size_t)n : 0;
    return right && !in->failed ? PTRON_OK : pt_fail(err, PTRON_MODEL, "the state is cut short or does not fit");
}

static void mlp_save_state(const void *self, struct pt_buffer *out)
{
    const struct mlp *m = self;
    const struct pt_net inputs = {.single = m->net.single, .w = m->memory};   /* their values come first */

    pt_net_save(&m->net, out);
    pt_buffer_u64(out, m->steps);
    pt_buffer_f64(out, m->epoch_loss);
    pt_buffer_u64(out, m->epoch_rows);
    pt_buffer_u64(out, isnan(m->risk) ? UINT64_C(0) : UINT64_C(1));
    pt_buffer_f64(out, isnan(m->risk) ? 0.0 : m->risk);
    if (m->rule.kind != PT_SGD)
        save_reals(m, m->first, out);
    if (m->rule.kind == PT_ADAM)
        save_reals(m, m->second, out);
    pt_buffer_u64(out, m->packed);   /* the rows of an unfinished mini-batch, as the network sees them */
    for (size_t i = 0; i < m->packed; i++) {
        pt_buffer_u32(out, m->rows[i].label);
        pt_buffer_f64(out, m->rows[i].weight);
        for (size_t j = 0; j < m->net.size[0]; j++)
            pt_buffer_f64(out, pt_net_weight(&inputs, i * m->net.size[0] + j));
    }
}

static ptron_status load_reals(const struct mlp *m, void *array, struct pt_cursor *in, ptron_error *err)
{
    struct pt_net view = m->net;

    view.w = array;
    for (size_t i = 0; i < m->net.n_weights; i++)
        pt_net_set(&view, i, pt_cursor_f64(in));
    return pt_net_is_finite(&view) && !in->failed ? PTRON_OK
                                                  : pt_fail(err, PTRON_MODEL, "the state is cut short or not finite");
}

static ptron_status mlp_load_state(void *self, struct pt_cursor *in, ptron_error *err)
{
    struct mlp *m = self;
    struct pt_net net;
    ptron_status status = pt_net_load(&net, in, err);
    bool known;

    if (status == PTRON_OK && (net.n_layers != m->net.n_layers || net.single != m->net.single ||
                               memcmp(net.size, m->net.size, sizeof net.size) != 0))
        status = pt_fail(err, PTRON_MODEL, "the state does not fit the network");
    if (status == PTRON_OK)
        memcpy(m->net.w, net.w, net.n_weights * m->ops->bytes);
    pt_net_fini(&net);
    PT_TRY(status);
    m->steps = pt_cursor_u64(in);
    m->epoch_loss = pt_cursor_f64(in);
    m->epoch_rows = pt_cursor_u64(in);
    known = pt_cursor_u64(in) != 0;
    m->risk = pt_cursor_f64(in);
    m->risk = known ? m->risk : (double)NAN;
    if (in->failed || !isfinite(m->epoch_loss))
        return pt_fail(err, PTRON_MODEL, "the state is cut short or not finite");
    if (m->rule.kind != PT_SGD)
        PT_TRY(load_reals(m, m->first, in, err));
    if (m->rule.kind == PT_ADAM)
        PT_TRY(load_reals(m, m->second, in, err));
    return load_pending(m, in, err);
}

static const struct pt_learner_ops mlp_ops = {
    .size = sizeof(struct mlp),
    .create = mlp_create, .observe = mlp_observe, .end_epoch = mlp_end_epoch, .snapshot = mlp_snapshot,
    .last = mlp_last, .destroy = mlp_destroy,
    .state = {mlp_save_state, mlp_load_state},
    .numbers = {.report = mlp_report},
    .stream = {.widen = mlp_widen},
};

static const struct pt_algorithm algorithms[] = {
    {"mlp", "each weight follows the slope of the loss, found by back-propagation",
     "slopes equal finite differences; none on what it reaches",
     "Rumelhart, Hinton and Williams 1986; Kingma and Ba 2015", PT_MANY_CLASSES | PT_CAN_STREAM | PT_ROW_WEIGHTS,
     &mlp_ops,
     PT_OWN("hidden", "activation", "output", "loss", "optimizer", "momentum", "init", "l2", "precision",
            "batch-size")},
};
const struct pt_family pt_mlp_family = PT_FAMILY(algorithms);
