/* The answering part of a model: copied, and as bytes inside a state. */
#include "model/model.h"
#include "base/alloc.h"
#include "base/size.h"

#include <math.h>
#include <string.h>

static ptron_status make_weights(ptron_model *model, ptron_error *err)
{
    size_t n;

    if (pt_mul(model->n_vectors, model->n_features, &n)) {
        model->weights = pt_array(n, sizeof *model->weights);
        model->bias = pt_array(model->n_vectors, sizeof *model->bias);
        if (model->weights != NULL && model->bias != NULL)
            return PTRON_OK;
    }
    return pt_fail(err, PTRON_NOMEM, "no memory for %u x %u weights", (unsigned)model->n_vectors,
                   (unsigned)model->n_features);
}

ptron_status pt_model_copy_answer(const ptron_model *from, ptron_model *to, ptron_error *err)
{
    to->kind = from->kind;
    to->n_features = from->n_features;
    to->n_vectors = from->n_vectors;
    to->has_bias = from->has_bias;
    to->bias_scale = from->bias_scale;
    if (from->own != NULL)
        return pt_model_copy_own(from->own, to, err);
    PT_TRY(make_weights(to, err));
    memcpy(to->weights, from->weights, (size_t)from->n_vectors * from->n_features * sizeof *to->weights);
    memcpy(to->bias, from->bias, from->n_vectors * sizeof *to->bias);
    if (from->votes == NULL)
        return PTRON_OK;
    PT_TRY(pt_model_make_votes(to, err));
    return pt_votes_copy(to->votes, from->votes, err);
}

void pt_model_save_answer(const ptron_model *model, struct pt_buffer *out)
{
    pt_buffer_u32(out, model->kind);
    if (model->own != NULL) {
        pt_model_ops_of(model->kind)->save(model->own, out);
        return;
    }
    pt_buffer_u32(out, model->n_vectors);
    pt_buffer_u32(out, model->n_features);
    pt_buffer_f64(out, model->has_bias ? model->bias_scale : 0.0);
    pt_buffer_f64s(out, model->bias, model->n_vectors);
    pt_buffer_f64s(out, model->weights, (size_t)model->n_vectors * model->n_features);
    if (model->votes != NULL)
        pt_votes_save(model->votes, out);
}

ptron_status pt_model_load_answer(ptron_model *model, struct pt_cursor *in, ptron_error *err)
{
    size_t n;
    bool finite = true;
    const uint32_t kind = pt_cursor_u32(in);

    if (kind >= PT_N_MODEL_KINDS)
        return pt_fail(err, PTRON_MODEL, "the state is of a kind that this library does not know");
    model->kind = (enum pt_model_kind)kind;
    if (pt_model_ops_of(model->kind)->load != NULL)
        return pt_model_load_own(model, in, err);
    model->n_vectors = pt_cursor_u32(in);
    model->n_features = pt_cursor_u32(in);
    model->bias_scale = pt_cursor_f64(in);
    model->has_bias = model->bias_scale != 0.0;
    if (in->failed || !pt_mul(model->n_vectors, model->n_features, &n) || n > pt_cursor_left(in) / 8 ||
        model->n_vectors > pt_cursor_left(in) / 8)
        return pt_fail(err, PTRON_MODEL, "the state is cut short");
    PT_TRY(make_weights(model, err));
    for (uint32_t v = 0; v < model->n_vectors; v++)
        finite &= isfinite(model->bias[v] = pt_cursor_f64(in)) != 0;
    for (size_t i = 0; i < n; i++)
        finite &= isfinite(model->weights[i] = pt_cursor_f64(in)) != 0;
    if (in->failed || !finite)
        return pt_fail(err, PTRON_MODEL, "the state is cut short or not finite");
    if (model->kind != PT_MODEL_VOTES)
        return PTRON_OK;
    PT_TRY(pt_model_make_votes(model, err));
    return pt_votes_load(model->votes, model->n_vectors == 1 ? 2 : model->n_vectors, model->n_features, in, err);
}
