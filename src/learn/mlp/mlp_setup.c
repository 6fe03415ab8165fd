/* A network made ready to learn: its options, its arrays, the seeded start. */
#include "learn/mlp/mlp.h"
#include "base/alloc.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/random.h"
#include "base/size.h"

#include <math.h>

const struct pt_param pt_mlp_params[] = {
    {"hidden", PT_LIST, "100", 0, 0, "", "SIZES",
     "mlp: units of each hidden layer, as in 256,64; none: no hidden layer"},
    {"activation", PT_CHOICE, "relu", 0, 0, PT_CHOICES(PT_ACTIVATION_MAP), "NAME",
     "mlp: what hidden units make of their sum"},
    {"output", PT_CHOICE, "softmax", 0, 0, PT_CHOICES(PT_OUTPUT_MAP), "NAME",
     "mlp: what the last sums become for the loss; two classes: one sigmoid"},
    {"loss", PT_CHOICE, "cross-entropy", 0, 0, PT_CHOICES(PT_LOSS_MAP), "NAME",
     "mlp: what falls; with --hidden none it is gradient descent of linear weights down this loss"},
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

void pt_mlp_destroy(void *self)
{
    struct pt_mlp *m = self;
    void *const arrays[] = {m->gradient, m->first, m->second, m->memory, m->rows, m->number, m->losses, m->scores,
                            m->pieces, m->net.w};

    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        pt_release(arrays[i]);
}

static ptron_status read_hidden(struct pt_mlp *m, ptron_error *err)
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

static ptron_status read_options(struct pt_mlp *m, ptron_error *err)
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
    return read_hidden(m, err);
}

/* He: normal with variance 2/in; Glorot: uniform within sqrt(6/(in + out)). Biases are 0. */
static void draw_weights(struct pt_mlp *m)
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

static size_t rows_of_piece(const struct pt_mlp *m, uint32_t layer)
{
    return pt_max(1, PIECE_WEIGHTS / m->net.size[layer + 1]);
}

static ptron_status cut_pieces(struct pt_mlp *m, ptron_error *err)
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
            m->pieces[m->n_pieces++] = (struct pt_mlp_piece){l, from, pt_min(each, in - from)};
            from += each;
        } while (from < in);
    }
    return PTRON_OK;
}

static ptron_status reserve_arrays(struct pt_mlp *m, ptron_error *err)
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
    m->number = pt_array(m->batch, sizeof *m->number);
    m->losses = pt_array(m->batch / PT_NET_TILE + 1, sizeof *m->losses);
    m->scores = pt_array(m->batch, m->net.size[m->net.n_layers] * sizeof *m->scores);
    if (m->net.w == NULL || m->gradient == NULL || m->first == NULL || m->second == NULL || m->memory == NULL ||
        m->rows == NULL || m->number == NULL || m->losses == NULL || m->scores == NULL)
        return pt_fail_memory(err, (4 * n + cells) * bytes, "a network");
    return cut_pieces(m, err);
}

ptron_status pt_mlp_create(const struct pt_algorithm *algorithm, const struct pt_setup *setup, void *self,
                           ptron_error *err)
{
    struct pt_mlp *m = self;

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
