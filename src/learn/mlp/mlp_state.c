/* The state of a network: its weights, what the optimizer keeps, and the rows of an unfinished mini-batch. */
#include "learn/mlp/mlp.h"

#include <math.h>
#include <string.h>

static void save_reals(const struct pt_mlp *m, void *array, struct pt_buffer *out)
{
    const struct pt_net view = {.single = m->net.single, .w = array};

    for (size_t i = 0; i < m->net.n_weights; i++)
        pt_buffer_f64(out, pt_net_weight(&view, i));
}

static ptron_status load_pending(struct pt_mlp *m, struct pt_cursor *in, ptron_error *err)
{
    struct pt_net view = {.single = m->net.single, .w = m->memory};
    const uint64_t n = pt_cursor_u64(in);
    bool right = !in->failed && n < m->batch;

    for (size_t i = 0; right && i < n; i++) {
        m->number[i] = UINT64_MAX;
        m->rows[i] = (struct pt_row){.label = pt_cursor_u32(in), .weight = pt_cursor_f64(in)};
        right = !in->failed && m->rows[i].label < m->setup.classes && isfinite(m->rows[i].weight);
        for (size_t j = 0; right && j < m->net.size[0]; j++)
            pt_net_set(&view, i * m->net.size[0] + j, pt_cursor_f64(in));
    }
    m->n = m->packed = right ? (size_t)n : 0;
    return right && !in->failed ? PTRON_OK : pt_fail(err, PTRON_MODEL, "the state is cut short or does not fit");
}

void pt_mlp_save_state(const void *self, struct pt_buffer *out)
{
    const struct pt_mlp *m = self;
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

static ptron_status load_reals(const struct pt_mlp *m, void *array, struct pt_cursor *in, ptron_error *err)
{
    struct pt_net view = m->net;

    view.w = array;
    for (size_t i = 0; i < m->net.n_weights; i++)
        pt_net_set(&view, i, pt_cursor_f64(in));
    return pt_net_is_finite(&view) && !in->failed ? PTRON_OK
                                                  : pt_fail(err, PTRON_MODEL, "the state is cut short or not finite");
}

ptron_status pt_mlp_load_state(void *self, struct pt_cursor *in, ptron_error *err)
{
    struct pt_mlp *m = self;
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
