/* Rows in two spaces of the theory: the unit ball of the theorem, and the feature space of a kernel. */
#include "report/chart.h"
#include "report/picture.h"

#include <math.h>
#include <stdio.h>

enum { HEIGHT = 430 };

/* Both tables have x, y and class in this order. */
static void draw_marks(struct pt_chart *c, const struct pt_table *table, enum pt_record_column x)
{
    for (size_t i = 0; i < table->n_rows; i++) {
        double at[2];
        pt_chart_point(c, table, i, x, at);
        pt_svg_mark(c->svg, pt_table_index(table, i, (enum pt_record_column)(x + 2), PT_NO_CLASS), at[0], at[1],
                    table->n_rows > 250 ? 2.8 : 4.0);
    }
}

static void draw_upright(struct pt_chart *c, double x, const char *style)
{
    pt_svg_line(c->svg, style, pt_chart_x(c, x), c->top, pt_chart_x(c, x), c->bottom);
}

/* ---- the ball --------------------------------------------------------------------------------------- */

static double upper_half(double x, const double *p)
{
    return p[0] * sqrt(fmax(0.0, 1.0 - x * x));
}

static bool draw_ball(const struct pt_record *record, struct pt_svg *svg)
{
    const struct pt_table *ball = PT_TABLE(record, ball), *classes = PT_TABLE(record, classes);
    const double margin = PT_NUMBER(record, ball_margin), up = 1.0, down = -1.0;
    struct pt_chart c = {.svg = svg, .x_label = "y u\xc2\xb7x / R", .y_label = "off the axis of u", .square = true,
                         .x0 = -1.0, .x1 = 1.0, .y0 = -1.05, .y1 = 1.05};
    struct pt_chart inside;
    char text[60];

    if (ball == NULL)
        return false;
    c.legend_room = pt_legend_room(classes, PT_CHART_WIDTH - 76.0);
    pt_svg_open(svg, PT_CHART_WIDTH, HEIGHT + c.legend_room, "The rows in the unit ball",
                "Every row times its sign and over R lies in a circle of radius 1; the least reach along the direction "
                "of the weights is %s.", PT_AS_NUMBER(margin));
    pt_chart_draw(&c);
    inside = c;   /* a curve is cut at its own span */
    inside.x0 = -1.0;
    inside.x1 = 1.0;
    inside.left = pt_chart_x(&c, -1.0);
    inside.right = pt_chart_x(&c, 1.0);
    pt_chart_curve(&inside, upper_half, &up, "axis circle");
    pt_chart_curve(&inside, upper_half, &down, "axis circle");
    draw_upright(&c, 0.0, "edge");
    if (margin > 0.0) {
        snprintf(text, sizeof text, "\xce\xb3/R = %s", PT_AS_NUMBER(margin));
        draw_upright(&c, margin, "near");
        pt_svg_text(svg, "area", pt_chart_x(&c, margin) + 5.0, pt_chart_y(&c, 0.0) + 15.0, PT_START, text);
    }
    pt_svg_line(svg, "foot", pt_chart_x(&c, 0.0), pt_chart_y(&c, 0.0), pt_chart_x(&c, 1.0), pt_chart_y(&c, 0.0));
    draw_marks(&c, ball, PT_ball_x);
    pt_svg_text(svg, "area", pt_chart_x(&c, 1.0) + 4.0, pt_chart_y(&c, 0.0) + 4.0, PT_START, "u");
    pt_chart_legend_classes(&c, classes);
    return true;
}

static void say_ball(const struct pt_record *record, struct pt_buffer *out)
{
    const double margin = PT_NUMBER(record, ball_margin);

    pt_buffer_format(out, "Every row%s, times its sign and over R, the length of the longest: a point of the unit "
                          "ball, turned about u, the direction of the weights. Right of the line at 0 a row is right.",
                     PT_NUMBER(record, has_bias) == 1.0 ? " with the bias\xe2\x80\x99s constant" : "");
    if (margin > 0.0)
        pt_buffer_format(out, " All of them reach at least \xce\xb3/R = %s along u; the theorem\xe2\x80\x99s "
                              "(R/\xce\xb3)\xc2\xb2 is 1 over its square: %s.",
                         PT_AS_NUMBER(margin), PT_AS_LARGE(1.0 / (margin * margin)));
}

const struct pt_picture pt_picture_ball = {"ball", "The rows in the unit ball", "", draw_ball, say_ball};

/* ---- the feature space ------------------------------------------------------------------------------ */

static bool draw_feature_space(const struct pt_record *record, struct pt_svg *svg)
{
    const struct pt_table *space = PT_TABLE(record, feature_space), *classes = PT_TABLE(record, classes);
    struct pt_chart c = {.svg = svg, .x_label = "distance from the boundary in feature space",
                         .y_label = "widest spread along it"};
    struct pt_polygon side;
    double air;

    if (space == NULL)
        return false;
    c.legend_room = pt_legend_room(classes, PT_CHART_WIDTH - 76.0);
    pt_table_range(space, PT_feature_space_x, &c.x0, &c.x1);
    c.y0 = INFINITY;
    c.y1 = -INFINITY;
    pt_table_range(space, PT_feature_space_y, &c.y0, &c.y1);
    air = 0.08 * (c.x1 - c.x0);
    c.x0 -= air;
    c.x1 += air;
    air = 0.08 * (c.y1 - c.y0);
    c.y0 -= air;
    c.y1 += air;
    pt_svg_open(svg, PT_CHART_WIDTH, HEIGHT + c.legend_room, "The rows in feature space",
                "Where the kernel is a product the boundary is flat: the upright line at 0; rows of the second label "
                "lie right of it, if they are right.");
    pt_chart_draw(&c);
    for (int right = 0; right < 2; right++) {
        pt_polygon_box(&side, right ? 0.0 : c.x0, c.y0, right ? c.x1 : 0.0, c.y1);
        pt_chart_polygon(&c, &side, right ? "f1 side" : "f0 side");
    }
    draw_upright(&c, 0.0, "edge");
    draw_marks(&c, space, PT_feature_space_x);
    pt_chart_legend_classes(&c, classes);
    return true;
}

const struct pt_picture pt_picture_feature_space = {
    "feature-space", "The feature space: there the boundary is flat",
    "The kernel is a product in a space of more features, where the boundary that is curved among the rows\xe2\x80\x99 "
    "own features is a plane: the upright line. Across is the distance from it in that space, up the direction along "
    "it in which the rows spread most; the other directions are not seen.",
    draw_feature_space, NULL};
