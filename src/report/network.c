/* A network as neurons and wires: thick wires for large weights, one colour for each sign. Below the neurons of a layer
 * stands the constant 1, whose wires are the biases of the next. */
#include "report/chart.h"
#include "base/plural.h"
#include "report/picture.h"

#include <math.h>
#include <stdio.h>

enum { HEIGHT = 340, MOST_NEURONS = 64 };

static size_t neurons_of(const struct pt_table *layers, size_t layer)
{
    return pt_table_index(layers, layer, PT_layers_neurons, MOST_NEURONS);
}

/* Where a neuron is drawn. */
static void find_neuron(const struct pt_table *layers, size_t layer, size_t neuron, double at[2])
{
    const double slots = (double)neurons_of(layers, layer) + (layer + 1 < layers->n_rows ? 1.0 : 0.0);

    at[0] = 92.0 + 330.0 * (double)layer / fmax(1.0, (double)layers->n_rows - 1.0);
    at[1] = 14.0 + (HEIGHT - 54.0) * ((double)neuron + 0.5) / slots;
}

static void draw_wires(struct pt_svg *svg, const struct pt_table *layers, const struct pt_table *wires)
{
    double least = 0.0, most = 0.0;

    pt_table_range(wires, PT_wires_weight, &least, &most);
    most = fmax(fmax(most, -least), 1e-300);
    for (size_t i = 0; i < wires->n_rows; i++) {
        const size_t layer = pt_table_index(wires, i, PT_wires_layer, layers->n_rows);
        const double weight = pt_table_number(wires, i, PT_wires_weight);
        const double share = fabs(weight) / most;
        double from[2], to[2];
        char style[24];
        if (!(share > 0.02 && share <= 1.0) || layer + 1 >= layers->n_rows)
            continue;
        find_neuron(layers, layer, pt_table_index(wires, i, PT_wires_from, MOST_NEURONS), from);
        find_neuron(layers, layer + 1, pt_table_index(wires, i, PT_wires_to, MOST_NEURONS), to);
        snprintf(style, sizeof style, "l%d w%d%s", weight > 0.0, 1 + (int)(share * 2.99), weight > 0.0 ? "" : " dash");
        pt_svg_line(svg, style, from[0], from[1], to[0], to[1]);
    }
}

/* The inputs' names beside them, and what each layer is below it. */
static void draw_names(const struct pt_record *record, struct pt_svg *svg, const struct pt_table *layers)
{
    const struct pt_table *names = PT_TABLE(record, inputs);

    for (size_t i = 0; names != NULL && i < names->n_rows && i < neurons_of(layers, 0); i++) {
        double at[2];
        find_neuron(layers, 0, i, at);
        pt_svg_name(svg, "small", at[0] - 16.0, at[1] + 4.0, PT_END,
                    PT_AS_SHORT(pt_table_text(names, i, PT_inputs_name), 11));
    }
    for (size_t layer = 0; layer < layers->n_rows; layer++) {
        double at[2];
        char text[80] = "features";
        find_neuron(layers, layer, 0, at);
        if (layer > 0 && layer + 1 == layers->n_rows)
            snprintf(text, sizeof text, "%s", pt_one_many(neurons_of(layers, layer), "score", "scores"));
        else if (layer > 0)
            snprintf(text, sizeof text, "hidden: %.20s", PT_TEXT(record, activation));
        pt_svg_text(svg, "soft small", at[0], HEIGHT - 14.0, PT_MIDDLE, text);
    }
}

/* Records of earlier versions have none. */
static bool has_biases(const struct pt_table *layers, const struct pt_table *wires)
{
    for (size_t i = 0; i < wires->n_rows; i++)
        if (pt_table_index(wires, i, PT_wires_from, MOST_NEURONS) ==
            neurons_of(layers, pt_table_index(wires, i, PT_wires_layer, layers->n_rows)))
            return true;
    return false;
}

static bool draw_network(const struct pt_record *record, struct pt_svg *svg)
{
    const struct pt_table *layers = PT_TABLE(record, layers), *wires = PT_TABLE(record, wires);

    double at[2];
    bool biases;

    if (layers == NULL || wires == NULL)
        return false;
    biases = has_biases(layers, wires);
    pt_svg_open(svg, PT_CHART_WIDTH, HEIGHT, "The network",
                "A network of %zu layers and %zu wire%s; the thicker a wire, the larger its weight.", layers->n_rows,
                wires->n_rows, pt_plural(wires->n_rows));
    draw_wires(svg, layers, wires);
    for (size_t layer = 0; layer < layers->n_rows; layer++)
        for (size_t neuron = 0; neuron < neurons_of(layers, layer); neuron++) {
            find_neuron(layers, layer, neuron, at);
            pt_svg_circle(svg, "neuron", at[0], at[1], 9.0);
        }
    for (size_t layer = 0; biases && layer + 1 < layers->n_rows; layer++) {
        find_neuron(layers, layer, neurons_of(layers, layer), at);
        pt_svg_circle(svg, "hub", at[0], at[1], 8.0);
        pt_svg_text(svg, "one", at[0], at[1] + 4.0, PT_MIDDLE, "1");
    }
    draw_names(record, svg, layers);
    return true;
}

const struct pt_picture pt_picture_network = {
    "network", "The network",
    "Solid wires have positive weights, dashed ones negative; the thicker, the larger. The dark dots are the constant "
    "1: their wires are the biases.",
    draw_network, NULL};
