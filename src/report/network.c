/* A network as neurons and wires: thick wires for large weights, one colour for each sign. */
#include "report/chart.h"
#include "report/picture.h"

#include <math.h>
#include <stdio.h>

enum { HEIGHT = 340, MOST_NEURONS = 64 };

static size_t neurons_of(const struct pt_table *layers, size_t layer)
{
    return pt_table_index(layers, layer, PT_layers_neurons, MOST_NEURONS);
}

static void place(const struct pt_table *layers, size_t layer, size_t neuron, double at[2])
{
    at[0] = 92.0 + 330.0 * (double)layer / fmax(1.0, (double)layers->n_rows - 1.0);
    at[1] = 30.0 + (HEIGHT - 70.0) * ((double)neuron + 0.5) / fmax(1.0, (double)neurons_of(layers, layer));
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
        place(layers, layer, pt_table_index(wires, i, PT_wires_from, MOST_NEURONS), from);
        place(layers, layer + 1, pt_table_index(wires, i, PT_wires_to, MOST_NEURONS), to);
        snprintf(style, sizeof style, "l%d w%d%s", weight > 0.0, 1 + (int)(share * 2.99), weight > 0.0 ? "" : " dash");
        pt_svg_line(svg, style, from[0], from[1], to[0], to[1]);
    }
}

static void draw_neurons(struct pt_svg *svg, const struct pt_table *layers)
{
    for (size_t layer = 0; layer < layers->n_rows; layer++)
        for (size_t neuron = 0; neuron < neurons_of(layers, layer); neuron++) {
            double at[2];
            place(layers, layer, neuron, at);
            pt_svg_circle(svg, "neuron", at[0], at[1], 9.0);
        }
}

/* What goes in, by name. */
static void draw_inputs(const struct pt_record *record, struct pt_svg *svg, const struct pt_table *layers)
{
    const struct pt_table *names = PT_TABLE(record, inputs);

    for (size_t i = 0; names != NULL && i < names->n_rows && i < neurons_of(layers, 0); i++) {
        double at[2];
        char name[60];
        place(layers, 0, i, at);
        pt_short_name(pt_table_text(names, i, PT_inputs_name), 11, name, sizeof name);
        pt_svg_name(svg, "small", at[0] - 16.0, at[1] + 4.0, PT_END, name);
    }
}

static void draw_names(const struct pt_record *record, struct pt_svg *svg, const struct pt_table *layers)
{
    for (size_t layer = 0; layer < layers->n_rows; layer++) {
        double at[2];
        char text[80];
        place(layers, layer, 0, at);
        if (layer == 0)
            snprintf(text, sizeof text, "features");
        else if (layer + 1 == layers->n_rows)
            snprintf(text, sizeof text,
                     layers->n_rows > 0 && neurons_of(layers, layer) == 1 ? "score" : "scores");
        else
            snprintf(text, sizeof text, "hidden: %.20s", PT_TEXT(record, activation));
        pt_svg_text(svg, "soft small", at[0], HEIGHT - 14.0, PT_MIDDLE, text);
    }
}

static bool draw(const struct pt_record *record, struct pt_svg *svg)
{
    const struct pt_table *layers = PT_TABLE(record, layers), *wires = PT_TABLE(record, wires);
    char text[160];

    if (layers == NULL || wires == NULL)
        return false;
    snprintf(text, sizeof text, "A network of %zu layers and %zu wires; the thicker a wire, the larger its weight.",
             layers->n_rows, wires->n_rows);
    pt_svg_open(svg, PT_CHART_WIDTH, HEIGHT, "The network", text);
    draw_wires(svg, layers, wires);
    draw_neurons(svg, layers);
    draw_inputs(record, svg, layers);
    draw_names(record, svg, layers);
    pt_svg_close(svg);
    return true;
}

const struct pt_picture pt_picture_network = {
    "network", "The network",
    "Solid wires have positive weights, dashed ones negative; the thicker, the larger. Biases are not drawn.",
    draw, NULL};
