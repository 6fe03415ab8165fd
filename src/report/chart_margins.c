/* How far the rows are from the boundary: a histogram, each label its colour, the margin marked. */
#include "report/chart.h"
#include "report/picture.h"

#include <math.h>

static bool draw_margins(const struct pt_record *record, struct pt_svg *svg)
{
    const struct pt_table *margins = PT_TABLE(record, margins), *classes = PT_TABLE(record, classes);
    const bool two = classes != NULL && classes->n_rows == 2, linear = PT_NUMBER(record, classes) == 2.0;
    struct pt_chart c = {.svg = svg, .y_label = "rows", .whole_y = true};

    if (margins == NULL)
        return false;
    c.x_label = two && linear ? "distance from the boundary, wrong side below 0" : "own score less the best other";
    c.x0 = fmin(0.0, pt_table_number(margins, 0, PT_margins_from));
    c.x1 = fmax(0.0, pt_table_number(margins, margins->n_rows - 1, PT_margins_to));
    for (size_t i = 0; i < margins->n_rows; i++)
        c.y1 = fmax(c.y1, 1.08 * (pt_table_number(margins, i, PT_margins_negative) +
                                  pt_table_number(margins, i, PT_margins_positive)));
    pt_svg_open(svg, PT_CHART_WIDTH, PT_CHART_HEIGHT, "How far the rows are from the boundary",
                "Histogram of the distances of all rows from the boundary; the nearest row is at %s.",
                PT_AS_NUMBER(PT_NUMBER(record, margin_lower)));
    pt_chart_draw(&c);
    for (size_t i = 0; i < margins->n_rows; i++) {
        const double x0 = pt_chart_x(&c, pt_table_number(margins, i, PT_margins_from));
        const double width = pt_chart_x(&c, pt_table_number(margins, i, PT_margins_to)) - x0;
        const double negative = pt_table_number(margins, i, PT_margins_negative);
        const double positive = pt_table_number(margins, i, PT_margins_positive);
        const double between = pt_chart_y(&c, negative), top = pt_chart_y(&c, negative + positive);
        if (negative > 0.0)
            pt_svg_rect(svg, "b0", x0 + 0.5, between, width - 1.0, c.bottom - between);
        if (positive > 0.0)
            pt_svg_rect(svg, "b1", x0 + 0.5, top, width - 1.0, between - top);
    }
    pt_svg_line(svg, "edge", pt_chart_x(&c, 0.0), c.top, pt_chart_x(&c, 0.0), c.bottom);
    if (two)
        pt_chart_legend_classes(&c, classes);
    return true;
}

static void say_margins(const struct pt_record *record, struct pt_buffer *out)
{
    if (PT_NUMBER(record, classes) > 2.0)
        pt_buffer_text(out, "How far the score of a row's own label is ahead of the best other. Rows left of the line "
                            "at 0 are wrong; those with the least lead are listed beside it.");
    else
        pt_buffer_text(out, pt_picture_margins.caption);
}

const struct pt_picture pt_picture_margins = {
    "margins", "How far the rows are from the boundary",
    "Rows left of the line at 0 are on the wrong side. The margin is the distance of the nearest row; the rows it "
    "hangs on are listed beside it.",
    draw_margins, say_margins};
