/* Kernels, networks, neighbours and made features in words. */
#include "model/model.h"
#include "base/plural.h"
#include "model/dual.h"
#include "model/neighbours.h"
#include "model/net.h"

static void add_number(struct pt_buffer *out, const char *name, double value)
{
    pt_buffer_text(out, name);
    pt_buffer_number(out, value);
}

static void describe_dual(const struct pt_dual *dual, struct pt_buffer *out)
{
    const struct pt_kernel *k = &dual->kernel;

    pt_buffer_text(out, pt_kernel_name(k->kind));
    pt_buffer_text(out, " kernel");
    if (k->kind == PT_KERNEL_POLYNOMIAL)
        add_number(out, ", degree ", k->degree);
    if (k->kind != PT_KERNEL_LINEAR)
        add_number(out, ", gamma ", k->gamma);
    if (k->kind == PT_KERNEL_POLYNOMIAL)
        add_number(out, ", coef0 ", k->coef0);
    pt_buffer_format(out, ", %zu row%s kept", dual->rows.n, pt_plural(dual->rows.n));
}

static void describe_net(const struct pt_net *net, struct pt_buffer *out)
{
    for (uint32_t l = 0; l <= net->n_layers; l++)
        pt_buffer_format(out, "%s%u", l == 0 ? "" : "-", (unsigned)net->size[l]);
    pt_buffer_format(out, ", %s, %s precision", pt_activation_name(net->activation),
                     net->single ? "single" : "double");
}

static void describe_lift(const struct pt_feature_map *lift, struct pt_buffer *out)
{
    pt_buffer_format(out, "%s%u %s feature%s of %u", out->length > 0 ? " on " : "", (unsigned)lift->out,
                     pt_feature_map_name(lift->kind), pt_plural(lift->out), (unsigned)lift->in);
    add_number(out, ", gamma ", lift->gamma);
}

void pt_model_structure(const ptron_model *model, struct pt_buffer *out)
{
    if (model->kind == PT_MODEL_DUAL)
        describe_dual(model->dual, out);
    if (model->kind == PT_MODEL_NET)
        describe_net(model->net, out);
    if (model->kind == PT_MODEL_NEAR)
        pt_buffer_format(out, "%u nearest of %zu row%s", (unsigned)model->near->k, model->near->rows.n,
                         pt_plural(model->near->rows.n));
    if (model->recipe.feature_map.kind != PT_MAP_NONE)
        describe_lift(&model->recipe.feature_map, out);
}
