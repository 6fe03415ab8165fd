/* The perceptron as a neuron: inputs, weights, bias, their sum, and the sign of it. */
#include "report/chart.h"
#include "base/plural.h"
#include "report/picture.h"

#include <math.h>
#include <stdio.h>

enum { STEP = 40, TOP = 30, INPUT = 150, SUM = 290, SIGN = 352 };

/* A wire from the inputs to the sum, with its weight where it begins. */
static void draw_input(struct pt_svg *svg, double y, double middle, const char *name, double weight, double most)
{
    const double share = most > 0.0 ? fabs(weight) / most : 0.0;
    char style[24], text[40];

    snprintf(style, sizeof style, "l%d w%d%s", weight > 0.0, 1 + (int)(fmin(share, 1.0) * 2.99),
             weight < 0.0 ? " dash" : "");
    pt_svg_line(svg, style, INPUT, y, SUM, middle);
    pt_svg_circle(svg, "neuron", INPUT, y, 8.0);
    pt_svg_name(svg, "small", INPUT - 15.0, y + 4.0, PT_END, PT_AS_SHORT(name, 14));
    snprintf(text, sizeof text, "\xc3\x97 %s", PT_AS_NUMBER(weight));
    pt_svg_text(svg, "area", INPUT + 14.0, y - 4.0 + (middle - y) * 14.0 / (SUM - INPUT), PT_START, text);
}

static void draw_answer(struct pt_svg *svg, const struct pt_table *classes, double middle)
{
    pt_svg_line(svg, "edge", SUM, middle, SIGN, middle);
    pt_svg_circle(svg, "neuron", SUM, middle, 20.0);
    pt_svg_text(svg, "", SUM, middle + 5.0, PT_MIDDLE, "\xce\xa3");
    pt_svg_rect(svg, "neuron", SIGN - 20.0, middle - 20.0, 40.0, 40.0);
    pt_svg_path_begin(svg);   /* the step */
    pt_svg_path_point(svg, SIGN - 13.0, middle + 10.0, true);
    pt_svg_path_point(svg, SIGN, middle + 10.0, false);
    pt_svg_path_point(svg, SIGN, middle - 10.0, false);
    pt_svg_path_point(svg, SIGN + 13.0, middle - 10.0, false);
    pt_svg_path_end(svg, "edge", false);
    for (size_t i = 0; classes != NULL && i < 2; i++) {
        const double y = middle + (i == 1 ? -14.0 : 22.0);
        pt_svg_text(svg, "soft small", SIGN + 26.0, y - 8.0, PT_START, i == 1 ? "above 0" : "else");
        pt_svg_mark(svg, i, SIGN + 31.0, y + 4.0, 5.0);
        pt_svg_name(svg, "small", SIGN + 41.0, y + 8.0, PT_START,
                    PT_AS_SHORT(pt_table_text(classes, i, PT_classes_name), 10));
    }
}

static bool draw_neuron(const struct pt_record *record, struct pt_svg *svg)
{
    const struct pt_table *neuron = PT_TABLE(record, neuron);
    const double bias = PT_NUMBER(record, neuron_bias), of = PT_NUMBER(record, neuron_of);
    double least = 0.0, most = 0.0, lines, middle;
    char text[60];

    if (neuron == NULL)
        return false;
    lines = (double)neuron->n_rows + (isnan(bias) ? 0.0 : 1.0) + (of > 0.0 ? 1.0 : 0.0);
    middle = TOP + STEP * (lines - 1.0) / 2.0;
    pt_table_range(neuron, PT_neuron_weight, &least, &most);
    most = fmax(fmax(most, -least), isnan(bias) ? 0.0 : fabs(bias));
    pt_svg_open(svg, PT_CHART_WIDTH, TOP + STEP * fmax(lines - 1.0, 1.0) + 34.0, "The perceptron as a neuron",
                "%zu %s times its weight%s; the sign of %s is the answer.", neuron->n_rows,
                pt_one_many(neuron->n_rows, "input", "inputs, each"),
                isnan(bias) ? neuron->n_rows == 1 ? "" : ", are added up" : ", and the bias are added up",
                isnan(bias) && neuron->n_rows == 1 ? "that" : "the sum");
    for (size_t i = 0; i < neuron->n_rows; i++)
        draw_input(svg, TOP + STEP * (double)i, middle, pt_table_text(neuron, i, PT_neuron_name),
                   pt_table_number(neuron, i, PT_neuron_weight), most);
    if (of > 0.0) {
        snprintf(text, sizeof text, "and %s more", PT_AS_COUNT(of - (double)neuron->n_rows));
        pt_svg_line(svg, "hair", INPUT, TOP + STEP * (double)neuron->n_rows, SUM, middle);
        pt_svg_text(svg, "soft small", INPUT - 15.0, TOP + STEP * (double)neuron->n_rows + 4.0, PT_END, text);
    }
    if (!isnan(bias))
        draw_input(svg, TOP + STEP * (lines - 1.0), middle, "1 (bias)", bias, most);
    draw_answer(svg, PT_TABLE(record, classes), middle);
    return true;
}

static void say_neuron(const struct pt_record *record, struct pt_buffer *out)
{
    pt_buffer_text(out, "Every feature goes in times its weight");
    pt_buffer_text(out, isnan(PT_NUMBER(record, neuron_bias)) ? "; " : ", and 1 times the bias; ");
    pt_buffer_text(out, "the sum \xce\xa3 is the score, and its sign the answer. Dashed wires have negative weights, "
                        "thick ones large weights.");
    if (PT_NUMBER(record, neuron_of) > 0.0)
        pt_buffer_format(out, " Drawn are the %zu features with the largest weights.",
                         PT_TABLE(record, neuron)->n_rows);
}

const struct pt_picture pt_picture_neuron = {"neuron", "The perceptron as a neuron", "", draw_neuron, say_neuron};
