/* A small network as neurons and wires, and the line of each neuron of the first hidden layer. */
#include "model/net.h"
#include "record/record_plane.h"

enum { MOST_NEURONS = 16, MOST_WIRES = 600 };

static bool is_small(const struct pt_net *net)
{
    for (uint32_t layer = 0; layer <= net->n_layers; layer++)
        if (net->size[layer] > MOST_NEURONS)
            return false;
    return net->n_weights <= MOST_WIRES;
}

/* One row per wire: from neuron `from` of a layer to neuron `to` of the next. */
static void record_wires(struct pt_record *record, const struct pt_net *net)
{
    for (uint32_t layer = 0; layer < net->n_layers; layer++) {
        const size_t first = pt_net_offset(net, layer), out = net->size[layer + 1];
        for (size_t from = 0; from < net->size[layer]; from++)
            for (size_t to = 0; to < out; to++)
                PT_ADD_ROW(record, wires, .layer = layer, .from = (double)from, .to = (double)to,
                           .weight = pt_net_weight(net, first + from * out + to));
    }
}

void pt_record_net(const struct pt_judged *v)
{
    const struct pt_net *net = v->model->net;
    struct pt_record *record = v->run->record;
    char name[256];

    if (v->model->kind != PT_MODEL_NET || net == NULL || !is_small(net))
        return;
    for (uint32_t layer = 0; layer <= net->n_layers; layer++)
        PT_ADD_ROW(record, layers, .neurons = net->size[layer]);
    for (size_t j = 0; j < net->size[0]; j++) {
        ptron_model_feature_name(v->model, j, name, sizeof name);
        PT_ADD_ROW(record, inputs, .name = name);
    }
    pt_record_set_text(record, PT_TEXT_activation, pt_activation_name(net->activation));
    record_wires(record, net);
    if (net->n_layers > 1 && net->size[0] == 2 && v->axes == NULL) {   /* where a neuron's sum is 0 is a line */
        const size_t out = net->size[1], first = pt_net_offset(net, 0);
        for (size_t to = 0; to < out; to++)
            PT_ADD_ROW(record, hidden_lines, .x = pt_net_weight(net, first + to),
                       .y = pt_net_weight(net, first + out + to), .b = pt_net_weight(net, first + 2 * out + to));
    }
}
