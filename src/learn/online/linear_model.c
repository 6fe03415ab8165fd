/* Weights as a linear model: borrowed for a look, or handed over for good. */
#include "base/alloc.h"
#include "learn/online/online.h"

void pt_linear_view(const struct pt_setup *setup, const struct pt_weights *weights, double *additive,
                    ptron_model *view)
{
    *view = (ptron_model){
        .kind = PT_MODEL_LINEAR,
        .n_features = weights->features,
        .n_vectors = (uint32_t)weights->vectors,
        .weights = weights->w,
        .bias = additive,
        .has_bias = setup->bias_scale != 0.0,
        .bias_scale = setup->bias_scale,
    };
    for (size_t v = 0; v < weights->vectors; v++)
        additive[v] = weights->bias[v] * setup->bias_scale;
}

ptron_status pt_linear_overflow(ptron_error *err)
{
    return pt_fail(err, PTRON_DATA, "the product with the weights overflows; scale the data (--scale standard) or "
                                    "lower the rate");
}

ptron_status pt_linear_give(const struct pt_setup *setup, struct pt_weights *weights, ptron_model *model,
                            ptron_error *err)
{
    double *additive = NULL;
    ptron_status status = pt_weights_finite(weights) ? PTRON_OK : pt_linear_overflow(err);

    if (status == PTRON_OK) {
        additive = pt_zeroed(weights->vectors, sizeof *additive);
        if (additive == NULL)
            status = pt_fail_memory(err, weights->vectors * sizeof *additive, "a model");
    }
    if (status != PTRON_OK) {
        pt_weights_fini(weights);
        return status;
    }
    pt_linear_view(setup, weights, additive, model);
    pt_release(weights->bias);   /* the rest now belongs to the model */
    *weights = (struct pt_weights){0};
    return PTRON_OK;
}
