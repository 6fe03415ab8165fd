/* How often what was called likely came true. */
#include "report/chart.h"
#include "report/picture.h"

#include <math.h>

static double diagonal(double x, const double *parameters)
{
    (void)parameters;
    return x;
}

static bool draw_reliability(const struct pt_record *record, struct pt_svg *svg)
{
    const struct pt_table *shares = PT_TABLE(record, reliability);
    struct pt_chart c = {.svg = svg, .x_label = "probability given", .y_label = "share that came true", .x1 = 1.0,
                         .y1 = 1.0};
    double least = 0.0, most = 0.0;

    if (shares == NULL)
        return false;
    pt_table_range(shares, PT_reliability_rows, &least, &most);
    pt_svg_open(
        svg, PT_CHART_WIDTH, PT_CHART_HEIGHT, "Reliability of the probabilities",
        "For rows grouped by the probability they were given: the share that carries the positive label. On the "
        "diagonal the probabilities are right.");
    pt_chart_draw(&c);
    pt_chart_curve(&c, diagonal, NULL, "l5");
    pt_chart_line(&c, shares, PT_reliability_said, PT_reliability_came, "l1 thin");
    for (size_t i = 0; i < shares->n_rows; i++) {
        double at[2];
        pt_chart_point(&c, shares, i, PT_reliability_said, at);
        pt_svg_circle(svg, "m1", at[0], at[1],
                      3.0 + 6.0 * sqrt(pt_table_number(shares, i, PT_reliability_rows) / fmax(most, 1.0)));
    }
    pt_chart_legend(&c, "l1 thin",
                    PT_NUMBER(record, test_rows) > 0.0               ? "rows given"
                    : PT_NUMBER(record, reliability_held_out) == 1.0 ? "rows held out"
                                                                     : "rows learned from");
    pt_chart_legend(&c, "l5", "as it should be");
    return true;
}

const struct pt_picture pt_picture_reliability = {"reliability", "Reliability of the probabilities",
                                                  "Of the rows that were given a probability of 0.8, eight in ten "
                                                  "should carry the label. Larger dots stand for more rows.",
                                                  draw_reliability, NULL};
