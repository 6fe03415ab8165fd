/* The table of kinds. */
#include "model/kinds.h"
#include "base/alloc.h"
#include "model/dual.h"
#include "model/neighbours.h"
#include "model/net.h"

#include <math.h>

/* ---- sums of kernels ----------------------------------------------------------------------------- */

static void dual_score(const ptron_model *model, const struct pt_row *row, double *scores)
{
    pt_dual_score(model->dual, row, scores);
}

static ptron_status dual_score_rows(const ptron_model *model, const struct pt_row *rows, size_t n, double *scores,
                                    ptron_error *err)
{
    return pt_dual_score_rows(model->dual, rows, n, scores, err);
}

static double dual_norm(const ptron_model *model)
{
    return sqrt(model->dual->norm2);
}

static void dual_release(ptron_model *model)
{
    if (model->dual != NULL)
        pt_dual_fini(model->dual);
    pt_release(model->dual);
    model->dual = NULL;
}

static ptron_status make_dual(ptron_model *model, ptron_error *err)
{
    model->dual = pt_zeroed(1, sizeof *model->dual);
    return model->dual == NULL ? pt_fail_memory(err, sizeof *model->dual, "a model") : PTRON_OK;
}

static ptron_status dual_copy(const ptron_model *from, ptron_model *to, ptron_error *err)
{
    PT_TRY(make_dual(to, err));
    return pt_dual_copy(to->dual, from->dual, err);
}

static void dual_save(const ptron_model *model, struct pt_buffer *out)
{
    pt_dual_save(model->dual, out);
}

static ptron_status dual_load(ptron_model *model, struct pt_cursor *in, ptron_error *err)
{
    PT_TRY(make_dual(model, err));
    PT_TRY(pt_dual_load(model->dual, in, err));
    model->n_features = model->dual->rows.width;
    model->n_vectors = model->dual->vectors;
    model->has_bias = model->dual->kernel.constant > 0.0;
    model->bias_scale = sqrt(model->dual->kernel.constant);
    return PTRON_OK;
}

/* ---- networks ------------------------------------------------------------------------------------ */

static ptron_status net_score_rows(const ptron_model *model, const struct pt_row *rows, size_t n, double *scores,
                                   ptron_error *err)
{
    return pt_net_score_rows(model->net, rows, n, scores, err);
}

static void net_score(const ptron_model *model, const struct pt_row *row, double *scores)
{
    if (pt_net_score_rows(model->net, row, 1, scores, NULL) != PTRON_OK)
        for (uint32_t v = 0; v < model->n_vectors; v++)
            scores[v] = (double)NAN;
}

static void net_release(ptron_model *model)
{
    if (model->net != NULL)
        pt_net_fini(model->net);
    pt_release(model->net);
    model->net = NULL;
}

static ptron_status make_net(ptron_model *model, ptron_error *err)
{
    model->net = pt_zeroed(1, sizeof *model->net);
    return model->net == NULL ? pt_fail_memory(err, sizeof *model->net, "a model") : PTRON_OK;
}

static ptron_status net_copy(const ptron_model *from, ptron_model *to, ptron_error *err)
{
    PT_TRY(make_net(to, err));
    return pt_net_copy(to->net, from->net, err);
}

static void net_save(const ptron_model *model, struct pt_buffer *out)
{
    pt_net_save(model->net, out);
}

static ptron_status net_load(ptron_model *model, struct pt_cursor *in, ptron_error *err)
{
    PT_TRY(make_net(model, err));
    PT_TRY(pt_net_load(model->net, in, err));
    model->n_features = model->net->size[0];
    model->n_vectors = model->net->size[model->net->n_layers];
    model->has_bias = true;
    model->bias_scale = 1.0;
    return PTRON_OK;
}

/* ---- neighbours ---------------------------------------------------------------------------------- */

static ptron_status near_score_rows(const ptron_model *model, const struct pt_row *rows, size_t n, double *scores,
                                    ptron_error *err)
{
    return pt_near_score_rows(model->near, rows, n, scores, err);
}

static void near_score(const ptron_model *model, const struct pt_row *row, double *scores)
{
    if (pt_near_score_rows(model->near, row, 1, scores, NULL) != PTRON_OK)
        for (uint32_t v = 0; v < model->n_vectors; v++)
            scores[v] = (double)NAN;
}

static void near_release(ptron_model *model)
{
    if (model->near != NULL)
        pt_near_fini(model->near);
    pt_release(model->near);
    model->near = NULL;
}

static ptron_status make_near(ptron_model *model, ptron_error *err)
{
    model->near = pt_zeroed(1, sizeof *model->near);
    return model->near == NULL ? pt_fail_memory(err, sizeof *model->near, "a model") : PTRON_OK;
}

static ptron_status near_copy(const ptron_model *from, ptron_model *to, ptron_error *err)
{
    PT_TRY(make_near(to, err));
    return pt_near_copy(to->near, from->near, err);
}

static void near_save(const ptron_model *model, struct pt_buffer *out)
{
    pt_near_save(model->near, out);
}

static ptron_status near_load(ptron_model *model, struct pt_cursor *in, ptron_error *err)
{
    PT_TRY(make_near(model, err));
    PT_TRY(pt_near_load(model->near, in, err));
    model->n_features = model->near->rows.width;
    model->n_vectors = model->near->classes == 2 ? 1 : model->near->classes;
    return PTRON_OK;
}

const struct pt_kind_ops *pt_kind_ops_of(enum pt_model_kind kind)
{
    static const struct pt_kind_ops table[PT_N_MODEL_KINDS] = {
        [PT_MODEL_DUAL] = {"DUAL", dual_score, dual_score_rows, dual_norm, dual_release, dual_copy, dual_save,
                           dual_load},
        [PT_MODEL_NET] = {"NETW", net_score, net_score_rows, NULL, net_release, net_copy, net_save, net_load},
        [PT_MODEL_NEAR] = {"NEAR", near_score, near_score_rows, NULL, near_release, near_copy, near_save, near_load},
    };

    return kind < PT_N_MODEL_KINDS && table[kind].tag != NULL ? &table[kind] : NULL;
}
