/* How far the rows are from the boundary, or by how much their scores are right: a histogram, each of two labels its
 * colour, and a line where right begins. */
#include "report/chart.h"
#include "report/picture.h"

#include <math.h>
#include <string.h>

static const char *axis_of(const struct pt_record *record)
{
    return pt_has_distances(record)             ? "distance from the boundary, wrong side below 0"
           : PT_NUMBER(record, classes) == 2.0 ? "score times the sign of the label, wrong below 0"
                                               : "own score less the best other, wrong below 0";
}

/* Whether 0 is so far from all rows that with it in the picture they would be one thin bar. */
static bool is_far(const struct pt_table *margins)
{
    const double from = pt_table_number(margins, 0, PT_margins_from);
    const double to = pt_table_number(margins, margins->n_rows - 1, PT_margins_to);

    return fmax(from, -to) > 2.0 * (to - from);
}

static void draw_bins(struct pt_chart *c, const struct pt_table *margins)
{
    for (size_t i = 0; i < margins->n_rows; i++) {
        const double x0 = pt_chart_x(c, pt_table_number(margins, i, PT_margins_from));
        const double width = pt_chart_x(c, pt_table_number(margins, i, PT_margins_to)) - x0;
        const double air = fmin(0.5, width / 8.0);
        const double negative = pt_table_number(margins, i, PT_margins_negative);
        const double positive = pt_table_number(margins, i, PT_margins_positive);
        const double between = pt_chart_y(c, negative), top = pt_chart_y(c, negative + positive);
        if (negative > 0.0)
            pt_svg_rect(c->svg, "b0", x0 + air, between, width - 2.0 * air, c->bottom - between);
        if (positive > 0.0)
            pt_svg_rect(c->svg, "b1", x0 + air, top, width - 2.0 * air, between - top);
    }
}

static bool draw_margins(const struct pt_record *record, struct pt_svg *svg)
{
    const struct pt_table *margins = PT_TABLE(record, margins), *classes = PT_TABLE(record, classes);
    const bool two = classes != NULL && classes->n_rows == 2;
    struct pt_chart c = {.svg = svg, .y_label = "rows", .whole_y = true, .x_label = axis_of(record)};

    if (margins == NULL || strcmp(PT_TEXT(record, kind), "neighbours") == 0)   /* whose scores are votes of a few */
        return false;
    c.x0 = pt_table_number(margins, 0, PT_margins_from);
    c.x1 = pt_table_number(margins, margins->n_rows - 1, PT_margins_to);
    if (!is_far(margins)) {
        c.x0 = fmin(0.0, c.x0);
        c.x1 = fmax(0.0, c.x1);
    }
    for (size_t i = 0; i < margins->n_rows; i++)
        c.y1 = fmax(c.y1, 1.08 * (pt_table_number(margins, i, PT_margins_negative) +
                                  pt_table_number(margins, i, PT_margins_positive)));
    c.legend_room = two ? pt_legend_room(classes, PT_CHART_WIDTH - 76.0) : 0.0;
    pt_svg_open(svg, PT_CHART_WIDTH, PT_CHART_HEIGHT + c.legend_room,
                pt_has_distances(record) ? "How far the rows are from the boundary"
                                         : "By how much the scores are right",
                "Histogram of all rows by %s.", axis_of(record));
    pt_chart_draw(&c);
    draw_bins(&c, margins);
    if (c.x0 <= 0.0 && c.x1 >= 0.0)
        pt_svg_line(svg, "edge", pt_chart_x(&c, 0.0), c.top, pt_chart_x(&c, 0.0), c.bottom);
    if (two)
        pt_chart_legend_classes(&c, classes);
    return true;
}

static void say_margins(const struct pt_record *record, struct pt_buffer *out)
{
    const struct pt_table *margins = PT_TABLE(record, margins), *nearest = PT_TABLE(record, nearest);
    const double least = nearest == NULL ? (double)NAN : pt_table_number(nearest, 0, PT_nearest_margin);

    if (pt_has_distances(record))
        pt_buffer_format(out, "The %s row is at %s; below 0 a row is on the wrong side.",
                         least < 0.0 ? "worst" : "nearest", PT_AS_NUMBER(least));
    else if (PT_NUMBER(record, classes) == 2.0)
        pt_buffer_text(out, "Scores, which are no distances: above 0 a row gets its own label, below 0 the other.");
    else
        pt_buffer_text(out, "How far the score of a row\xe2\x80\x99s own label is ahead of the best other; below 0 "
                            "another label won. Scores are no distances.");
    if (margins != NULL && is_far(margins))
        pt_buffer_format(out, " The line at 0 is far to the %s of this picture.",
                         pt_table_number(margins, 0, PT_margins_from) > 0.0 ? "left" : "right");
}

const struct pt_picture pt_picture_margins = {"margins", "By how much the rows are right", "", draw_margins,
                                              say_margins};
