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
static void record_wires(struct pt_run *record, const struct pt_net *net)
{
    struct pt_table *wires = pt_run_add_table(record, "wires", "layer,from,to,weight");

    for (uint32_t layer = 0; layer < net->n_layers; layer++) {
        const size_t first = pt_net_offset(net, layer), out = net->size[layer + 1];
        for (size_t from = 0; from < net->size[layer]; from++)
            for (size_t to = 0; to < out; to++)
                pt_run_add_row(
                    record, wires,
                    (const double[]){layer, (double)from, (double)to, pt_net_weight(net, first + from * out + to)},
                    NULL);
    }
}

static void record_inputs(const struct pt_judged *v, struct pt_run *record, size_t n)
{
    struct pt_table *inputs = pt_run_add_table(record, "inputs", "|name");
    char name[256];
    const char *const text = name;

    for (size_t j = 0; j < n; j++) {
        ptron_model_feature_name(v->model, j, name, sizeof name);
        pt_run_add_row(record, inputs, NULL, &text);
    }
}

/* Where a neuron's sum is 0: a line, when there are two features. */
static void record_lines(struct pt_run *record, const struct pt_net *net)
{
    const size_t out = net->size[1], first = pt_net_offset(net, 0);
    struct pt_table *lines = pt_run_add_table(record, "hidden_lines", "x,y,b");

    for (size_t to = 0; to < out; to++)
        pt_run_add_row(record, lines,
                       (const double[]){pt_net_weight(net, first + to), pt_net_weight(net, first + out + to),
                                        pt_net_weight(net, first + 2 * out + to)}, NULL);
}

void pt_record_net(const struct pt_judged *v)
{
    const struct pt_net *net = v->model->net;
    struct pt_run *record = v->run->record;
    struct pt_table *layers;

    if (v->model->kind != PT_MODEL_NET || net == NULL || !is_small(net))
        return;
    layers = pt_run_add_table(record, "layers", "neurons");
    for (uint32_t layer = 0; layer <= net->n_layers; layer++)
        pt_run_add_row(record, layers, &(double){net->size[layer]}, NULL);
    record_inputs(v, record, net->size[0]);
    pt_run_set_text(record, "activation", pt_activation_name(net->activation));
    record_wires(record, net);
    if (net->n_layers > 1 && net->size[0] == 2 && v->axes == NULL)
        record_lines(record, net);
}
