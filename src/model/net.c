/* Networks: shape, arithmetic in both precisions, scores. */
#include "model/net.h"
#include "base/alloc.h"
#include "base/elementary.h"
#include "base/size.h"
#include "model/model.h"
#include "model/rowset.h"

#include <math.h>
#include <string.h>

enum { PT_NET_TARGETS = 4096 };   /* classes at most */

/* Who multiplies for a layer. */
static const struct pt_blas *by(const struct pt_net *net, const struct pt_blas *blas, uint32_t layer)
{
    return (size_t)net->size[layer] * net->size[layer + 1] <= PT_PLAIN_CELLS ? &pt_blas_plain : blas;
}

#define JOIN(a, b) a##b

#define REAL  double
#define GEMM  dgemm
#define EXP   pt_exp
#define LOG1P pt_log1p
#define SQRT  sqrt
#define TANH  pt_tanh
#define OPS   double_ops
#define ID(x) JOIN(x, _double)
#include "model/net_impl.h"
#undef REAL
#undef GEMM
#undef EXP
#undef LOG1P
#undef SQRT
#undef TANH
#undef OPS
#undef ID

#define REAL  float
#define GEMM  sgemm
#define EXP   (float)pt_exp
#define LOG1P (float)pt_log1p
#define SQRT  sqrtf
#define TANH  (float)pt_tanh
#define OPS   single_ops
#define ID(x) JOIN(x, _single)
#include "model/net_impl.h"

const struct pt_net_math *pt_net_math_of(bool single)
{
    return single ? &single_ops : &double_ops;
}

const char *pt_activation_name(enum pt_activation activation)
{
    static const char *const names[PT_N_ACTIVATIONS] = {PT_ACTIVATION_MAP(PT_CHOICE_TEXT) "sign"};

    return names[activation];
}

/* ---- shape --------------------------------------------------------------------------------------- */

bool pt_net_count(struct pt_net *net)
{
    size_t cells, units = net->size[0];

    net->n_weights = 0;
    if (net->n_layers < 1 || net->n_layers > PT_NET_LAYERS || net->size[net->n_layers] > PT_NET_TARGETS)
        return false;
    for (uint32_t l = 0; l < net->n_layers; l++)
        if (net->size[l + 1] == 0 || net->size[l + 1] > INT32_MAX / 2 || net->size[l] > INT32_MAX / 2 ||
            !pt_mul((size_t)net->size[l] + 1, net->size[l + 1], &cells) ||
            !pt_add(net->n_weights, cells, &net->n_weights) || !pt_add(units, net->size[l + 1], &units))
            return false;
    return net->n_weights <= SIZE_MAX / sizeof(double) && units <= SIZE_MAX / sizeof(double) / PT_NET_TILE;
}

size_t pt_net_offset(const struct pt_net *net, uint32_t layer)
{
    size_t offset = 0;

    for (uint32_t l = 0; l < layer; l++)
        offset += ((size_t)net->size[l] + 1) * net->size[l + 1];
    return offset;
}

void pt_net_fini(void *own)
{
    struct pt_net *net = own;

    pt_release(net->w);
    net->w = NULL;
}

ptron_status pt_net_copy(void *own, const void *other, ptron_error *err)
{
    const struct pt_net *from = other;
    struct pt_net *to = own;
    const size_t bytes = pt_net_math_of(from->single)->bytes;

    *to = *from;
    to->w = pt_array(from->n_weights, bytes);
    if (to->w == NULL)
        return pt_fail_memory(err, from->n_weights * bytes, "a network");
    memcpy(to->w, from->w, from->n_weights * bytes);
    return PTRON_OK;
}

double pt_net_weight(const struct pt_net *net, size_t i)
{
    return net->single ? (double)((const float *)net->w)[i] : ((const double *)net->w)[i];
}

void pt_net_set(struct pt_net *net, size_t i, double value)
{
    if (net->single)
        ((float *)net->w)[i] = (float)value;
    else
        ((double *)net->w)[i] = value;
}

bool pt_net_is_finite(const struct pt_net *net)
{
    bool finite = true;

    for (size_t i = 0; i < net->n_weights; i++)
        finite &= isfinite(pt_net_weight(net, i)) != 0;
    return finite;
}

/* ---- scores -------------------------------------------------------------------------------------- */

static ptron_status net_score_rows(const ptron_model *model, const struct pt_row *rows, size_t n, double *scores,
                                   ptron_error *err)
{
    const struct pt_net *net = model->net;
    const struct pt_net_math *ops = pt_net_math_of(net->single);
    const struct pt_blas *blas;
    void *values[PT_NET_LAYERS + 1];
    size_t cells = 0;
    char *memory;

    PT_TRY(pt_blas_open(&blas, err));
    for (uint32_t l = 0; l <= net->n_layers; l++)
        cells += (size_t)PT_NET_TILE * net->size[l];
    memory = pt_array(cells, ops->bytes);
    if (memory == NULL)
        return pt_fail_memory(err, cells * ops->bytes, "scores");
    cells = 0;
    for (uint32_t l = 0; l <= net->n_layers; l++) {
        values[l] = memory + cells * ops->bytes;
        cells += (size_t)PT_NET_TILE * net->size[l];
    }
    for (size_t at = 0; at < n; at += PT_NET_TILE) {
        const size_t m = pt_min(PT_NET_TILE, n - at);
        ops->pack(rows + at, m, net->size[0], values[0]);
        ops->forward(net, blas, m, values);
        ops->scores(net, m, values[net->n_layers], scores + at * net->size[net->n_layers]);
    }
    pt_release(memory);
    return PTRON_OK;
}

/* ---- bytes --------------------------------------------------------------------------------------- */

void pt_net_save(const void *own, struct pt_buffer *out)
{
    const struct pt_net *net = own;

    pt_buffer_u32(out, net->activation);
    pt_buffer_u32(out, net->output);
    pt_buffer_u32(out, net->single);
    pt_buffer_u32(out, net->n_layers);
    for (uint32_t l = 0; l <= net->n_layers; l++)
        pt_buffer_u32(out, net->size[l]);
    for (size_t i = 0; i < net->n_weights; i++)
        pt_value_save(out, net->single ? PT_F32 : PT_F64, pt_net_weight(net, i));
}

static ptron_status wrong(ptron_error *err)
{
    return pt_fail(err, PTRON_MODEL, "the network is cut short or makes no sense");
}

static ptron_status load_head(struct pt_net *net, struct pt_cursor *in, ptron_error *err)
{
    const uint32_t activation = pt_cursor_u32(in), output = pt_cursor_u32(in), single = pt_cursor_u32(in);

    net->n_layers = pt_cursor_u32(in);
    if (in->failed || activation >= PT_N_ACTIVATIONS || output >= PT_N_OUTPUTS || single > 1 ||
        net->n_layers < 1 || net->n_layers > PT_NET_LAYERS)
        return wrong(err);
    net->activation = (enum pt_activation)activation;
    net->output = (enum pt_output)output;
    net->single = single == 1;
    for (uint32_t l = 0; l <= net->n_layers; l++)
        net->size[l] = pt_cursor_u32(in);
    return pt_net_count(net) && net->n_weights <= pt_cursor_left(in) / (single ? 4 : 8) ? PTRON_OK : wrong(err);
}

ptron_status pt_net_load(void *own, struct pt_cursor *in, ptron_error *err)
{
    struct pt_net *net = own;

    *net = (struct pt_net){0};
    PT_TRY(load_head(net, in, err));
    net->w = pt_array(net->n_weights, pt_net_math_of(net->single)->bytes);
    if (net->w == NULL)
        return pt_fail_memory(err, net->n_weights * 8, "a network");
    for (size_t i = 0; i < net->n_weights; i++)
        pt_net_set(net, i, pt_value_load(in, net->single ? PT_F32 : PT_F64));
    return !in->failed && pt_net_is_finite(net) ? PTRON_OK : wrong(err);
}

static void net_shape(const void *own, ptron_model *model)
{
    const struct pt_net *net = own;

    model->n_features = net->size[0];
    model->n_vectors = net->size[net->n_layers];
    model->has_bias = true;
    model->bias_scale = 1.0;
}

const struct pt_model_ops pt_net_ops = {
    .name = "network", .tag = "NETW", .size = sizeof(struct pt_net), .score_rows = net_score_rows, .shape = net_shape,
    .fini = pt_net_fini, .copy = pt_net_copy, .save = pt_net_save, .load = pt_net_load,
};
