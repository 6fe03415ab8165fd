/* A small network as neurons and wires, and the line of each neuron of the first hidden layer; a linear model of two
 * labels as the one neuron that it is. */
#include "base/alloc.h"
#include "model/net.h"
#include "record/record_plane.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_NEURONS = 16, MOST_WIRES = 600, MOST_INPUTS = 8 };

static bool is_small(const struct pt_net *net)
{
    for (uint32_t layer = 0; layer <= net->n_layers; layer++)
        if (net->size[layer] > MOST_NEURONS)
            return false;
    return net->n_weights <= MOST_WIRES;
}

/* One row per wire: from neuron `from` of a layer to neuron `to` of the next. Behind the last neuron of a layer stands
 * the constant 1, whose wires are the biases: as in the array of weights. */
static void record_wires(struct pt_record *record, const struct pt_net *net)
{
    for (uint32_t layer = 0; layer < net->n_layers; layer++) {
        const size_t first = pt_net_offset(net, layer), out = net->size[layer + 1];
        for (size_t from = 0; from <= net->size[layer]; from++)
            for (size_t to = 0; to < out; to++)
                PT_ADD_ROW(record, wires, .layer = layer, .from = (double)from, .to = (double)to,
                           .weight = pt_net_weight(net, first + from * out + to));
    }
}

/* ---- one neuron ------------------------------------------------------------------------------------- */

struct input {
    double magnitude;
    size_t feature;
};

static int by_magnitude(const void *a, const void *b)
{
    const struct input *x = a, *y = b;

    if (x->magnitude != y->magnitude)
        return x->magnitude > y->magnitude ? -1 : 1;
    return x->feature < y->feature ? -1 : x->feature > y->feature;
}

/* All inputs in their order, or those with the largest weights. */
static void record_neuron(const struct pt_judged *v)
{
    struct input *inputs = pt_array(v->n_features + 1, sizeof *inputs);
    struct pt_record *record = v->run->record;
    char name[256];
    size_t n = 0;

    record->failed |= inputs == NULL;
    for (size_t j = 0; inputs != NULL && j < v->n_features; j++)
        if (ptron_model_uses(v->model, j))
            inputs[n++] = (struct input){fabs(v->weights[j]), j};
    if (n > MOST_INPUTS)
        qsort(inputs, n, sizeof *inputs, by_magnitude);
    for (size_t i = 0; i < n && i < MOST_INPUTS; i++) {
        ptron_model_feature_name(v->model, inputs[i].feature, name, sizeof name);
        PT_ADD_ROW(record, neuron, .weight = v->weights[inputs[i].feature], .name = name);
    }
    if (v->model->has_bias)
        pt_record_set_number(record, PT_NUMBER_neuron_bias, v->bias);
    if (n > MOST_INPUTS)
        pt_record_set_number(record, PT_NUMBER_neuron_of, (double)n);
    pt_release(inputs);
}

void pt_record_net(const struct pt_judged *v)
{
    const struct pt_net *net = v->model->net;
    struct pt_record *record = v->run->record;
    char name[256];

    if (v->linear)
        record_neuron(v);
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
