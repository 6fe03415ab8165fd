/* Weight space: every row cuts away the half of the weights that are wrong about it; what is left is the cone of
 * solutions. With a bias the weights are three numbers, and what is drawn is their direction, seen along the final
 * ones: there a row is a straight line, and the cone a convex region around the middle. */
#include "report/chart.h"
#include "report/picture.h"

#include <math.h>

enum { HEIGHT = 430 };

/* What is left of the box after the cuts of all rows. */
static void cut_cone(struct pt_polygon *region, const struct pt_table *cone)
{
    for (size_t i = 0; i < cone->n_rows; i++) {
        double line[3];
        pt_table_numbers(cone, i, PT_cone_x, 3, line);
        pt_polygon_cut(region, line);
    }
}

/* Rows that contradict each other leave a line, and rounding may give it corners: no region. */
static bool is_region(const struct pt_polygon *region, double side)
{
    double area = 0.0;

    for (size_t i = 0; i < region->n; i++) {
        const size_t next = i + 1 < region->n ? i + 1 : 0;
        area += region->x[i] * region->y[next] - region->x[next] * region->y[i];
    }
    return fabs(area) > 1e-12 * side * side;
}

/* How much to show: all of the cone, where it is not endless. */
static double span_of(const struct pt_record *record, const struct pt_table *cone)
{
    struct pt_polygon region;
    double most = 0.0;

    if (PT_NUMBER(record, cone_flat) == 1.0)
        return 1.4 * fmax(hypot(PT_NUMBER(record, cone_w_x), PT_NUMBER(record, cone_w_y)), 1e-300);
    pt_polygon_box(&region, -2.0, -2.0, 2.0, 2.0);
    cut_cone(&region, cone);
    for (size_t i = 0; i < region.n; i++)
        most = fmax(most, fmax(fabs(region.x[i]), fabs(region.y[i])));
    return most > 0.0 ? fmin(3.0 * most, 2.0) : 1.0;
}

/* The line of a row, as far as it crosses the frame or runs along it: the edge where the cut frame lies on it. */
static void draw_row(struct pt_chart *c, const double line[3])
{
    struct pt_polygon half;
    double best = INFINITY;
    size_t from = 0, to = 0;

    pt_polygon_box(&half, c->x0, c->y0, c->x1, c->y1);
    pt_polygon_cut(&half, line);
    for (size_t i = 0; i < half.n; i++) {
        const size_t j = (i + 1) % half.n;
        const double off = fabs(line[0] * half.x[i] + line[1] * half.y[i] + line[2]) +
                           fabs(line[0] * half.x[j] + line[1] * half.y[j] + line[2]);
        if (off < best) {
            best = off;
            from = i;
            to = j;
        }
    }
    if (half.n >= 3 && best < 1e-9 * (fabs(line[0]) + fabs(line[1])) * (c->x1 - c->x0))
        pt_svg_line(c->svg, "hair", pt_chart_x(c, half.x[from]), pt_chart_y(c, half.y[from]),
                    pt_chart_x(c, half.x[to]), pt_chart_y(c, half.y[to]));
}

/* Where the weights of a row of `way` are drawn; far outside of the frame it does not matter how far. */
static void find_weights(const struct pt_chart *c, const struct pt_table *way, size_t row, double at[2])
{
    pt_chart_point(c, way, row, PT_directions_x, at);
    for (size_t i = 0; i < 2; i++)
        at[i] = at[i] < -5000.0 ? -5000.0 : at[i] > 5000.0 ? 5000.0 : at[i];
}

/* The way of w, seen through the frame, with a dot at every update. */
static void draw_way(struct pt_chart *c, const struct pt_table *way)
{
    double at[2];

    pt_buffer_format(c->svg->out, "<clipPath id=\"%s-frame\">", c->svg->id);
    pt_svg_rect(c->svg, "", c->left, c->top, c->right - c->left, c->bottom - c->top);
    pt_buffer_format(c->svg->out, "</clipPath>\n<g clip-path=\"url(#%s-frame)\">\n", c->svg->id);
    pt_svg_path_begin(c->svg);
    for (size_t i = 0; i < way->n_rows; i++) {
        find_weights(c, way, i, at);
        pt_svg_path_point(c->svg, at[0], at[1], i == 0);
    }
    pt_svg_path_end(c->svg, "l1 thin", false);
    for (size_t i = 0; i < way->n_rows; i++) {
        find_weights(c, way, i, at);
        pt_svg_circle(c->svg, "b1", at[0], at[1], 2.5);
    }
    pt_buffer_text(c->svg->out, "</g>\n");
}

static bool draw_cone(const struct pt_record *record, struct pt_svg *svg)
{
    const struct pt_table *cone = PT_TABLE(record, cone), *way = PT_TABLE(record, directions);
    const bool flat = PT_NUMBER(record, cone_flat) == 1.0;
    struct pt_chart c = {.svg = svg, .x_label = flat ? "w1" : "direction across", .square = true,
                         .y_label = flat ? "w2" : "direction up"};
    struct pt_polygon region;
    double span, line[3];

    if (cone == NULL)
        return false;
    span = span_of(record, cone);
    c.x0 = c.y0 = -span;
    c.x1 = c.y1 = span;
    pt_svg_open(
        svg, PT_CHART_WIDTH, HEIGHT, "Weight space and the cone of solutions",
        "Each thin line is a row: weights on one side of it are right about that row. The shaded region, if any, is "
        "right about all rows drawn; the ringed point is the weights of the model, the path that of learning.");
    pt_chart_draw(&c);
    pt_polygon_box(&region, c.x0, c.y0, c.x1, c.y1);
    cut_cone(&region, cone);
    pt_chart_polygon(&c, &region, "cone");
    for (size_t i = 0; i < cone->n_rows && i < 200; i++) {
        pt_table_numbers(cone, i, PT_cone_x, 3, line);
        draw_row(&c, line);
    }
    if (way != NULL)
        draw_way(&c, way);
    pt_svg_circle(svg, "ring", pt_chart_x(&c, flat ? PT_NUMBER(record, cone_w_x) : 0.0),
                  pt_chart_y(&c, flat ? PT_NUMBER(record, cone_w_y) : 0.0), 6.0);
    pt_chart_legend(&c, "hair", "a row");
    pt_chart_legend(&c, "l1", "the way of w");
    if (is_region(&region, c.x1 - c.x0))
        pt_chart_legend_bar(&c, "cone", "right about all rows drawn");
    return true;
}

static void say_cone(const struct pt_record *record, struct pt_buffer *out)
{
    const struct pt_table *cone = PT_TABLE(record, cone);
    const double span = span_of(record, cone);
    struct pt_polygon region;

    pt_polygon_box(&region, -span, -span, span, span);
    cut_cone(&region, cone);
    pt_buffer_text(out, PT_NUMBER(record, cone_flat) == 1.0
                            ? "Here a point is a pair of weights, those of the model being the ring"
                            : "Here a point is a direction of the weights, seen along those of the model (the ring)");
    pt_buffer_text(out, ", and every row is a line: on one side of it w is right about the row. ");
    pt_buffer_text(out, is_region(&region, span) ? "The shaded region is right about all rows drawn."
                                      : "Nothing in this picture is right about all rows drawn.");
}

const struct pt_picture pt_picture_cone = {"cone", "Weight space: the cone of solutions", "", draw_cone, say_cone};
