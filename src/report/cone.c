/* Weight space: every row cuts away the half of the weights that are wrong about it; what is left is the cone of
 * solutions. With a bias the weights are three numbers, and what is drawn is their direction, seen along the final
 * ones: there a row is a straight line, and the cone a convex region around the middle. */
#include "report/chart.h"
#include "report/picture.h"
#include "report/polygon.h"

#include <math.h>

enum { HEIGHT = 430 };

/* How much to show: all of the cone, where it is not endless. */
static double span_of(const struct pt_record *record, const struct pt_table *cone)
{
    struct pt_polygon region;
    double most = 0.0;

    if (PT_NUMBER(record, cone_flat) == 1.0)
        return 1.4 * fmax(hypot(PT_NUMBER(record, cone_w_x), PT_NUMBER(record, cone_w_y)), 1e-300);
    pt_polygon_box(&region, -2.0, -2.0, 2.0, 2.0);
    for (size_t i = 0; i < cone->n_rows; i++)
        pt_polygon_cut(&region, pt_table_number(cone, i, PT_cone_x), pt_table_number(cone, i, PT_cone_y),
                       pt_table_number(cone, i, PT_cone_c));
    for (size_t i = 0; i < region.n; i++)
        most = fmax(most, fmax(fabs(region.x[i]), fabs(region.y[i])));
    return most > 0.0 ? fmin(3.0 * most, 2.0) : 1.0;
}

static void draw_region(struct pt_chart *c, const struct pt_table *cone)
{
    struct pt_polygon region;

    pt_polygon_box(&region, c->x0, c->y0, c->x1, c->y1);
    for (size_t i = 0; i < cone->n_rows; i++)
        pt_polygon_cut(&region, pt_table_number(cone, i, PT_cone_x), pt_table_number(cone, i, PT_cone_y),
                       pt_table_number(cone, i, PT_cone_c));
    if (region.n < 3)
        return;
    pt_svg_path_begin(c->svg);
    for (size_t i = 0; i < region.n; i++)
        pt_svg_path_point(c->svg, pt_chart_x(c, region.x[i]), pt_chart_y(c, region.y[i]), i == 0);
    pt_svg_path_end(c->svg, "cone", true);
}

/* The line of a row, as far as it crosses the frame. */
static void draw_row(struct pt_chart *c, double a, double b, double offset)
{
    struct pt_polygon half;
    double best = -1.0;
    size_t at = 0;

    pt_polygon_box(&half, c->x0, c->y0, c->x1, c->y1);
    pt_polygon_cut(&half, a, b, offset);
    for (size_t i = 0; i < half.n; i++) {
        const size_t j = (i + 1) % half.n;
        const double off = fabs(a * half.x[i] + b * half.y[i] + offset) + fabs(a * half.x[j] + b * half.y[j] + offset);
        if (best < 0.0 || off < best) {
            best = off;
            at = i;
        }
    }
    if (half.n >= 3 && best < 1e-9 * (fabs(a) + fabs(b)) * (c->x1 - c->x0))
        pt_svg_line(c->svg, "hair", pt_chart_x(c, half.x[at]), pt_chart_y(c, half.y[at]),
                    pt_chart_x(c, half.x[(at + 1) % half.n]), pt_chart_y(c, half.y[(at + 1) % half.n]));
}

/* Far outside the frame is far enough. */
static double within(double at)
{
    return at < -5000.0 ? -5000.0 : at > 5000.0 ? 5000.0 : at;
}

/* The way of w, seen through the frame, with a dot at every update. */
static void draw_way(struct pt_chart *c, const struct pt_table *way)
{
    pt_buffer_format(c->svg->out, "<clipPath id=\"%s-frame\">", c->svg->id);
    pt_svg_rect(c->svg, "", c->left, c->top, c->right - c->left, c->bottom - c->top);
    pt_buffer_format(c->svg->out, "</clipPath>\n<g clip-path=\"url(#%s-frame)\">\n", c->svg->id);
    pt_svg_path_begin(c->svg);
    for (size_t i = 0; i < way->n_rows; i++)
        pt_svg_path_point(c->svg, within(pt_chart_x(c, pt_table_number(way, i, PT_directions_x))),
                          within(pt_chart_y(c, pt_table_number(way, i, PT_directions_y))), i == 0);
    pt_svg_path_end(c->svg, "l1 thin", false);
    for (size_t i = 0; i < way->n_rows; i++)
        pt_svg_circle(c->svg, "b1", within(pt_chart_x(c, pt_table_number(way, i, PT_directions_x))),
                      within(pt_chart_y(c, pt_table_number(way, i, PT_directions_y))), 2.5);
    pt_buffer_text(c->svg->out, "</g>\n");
}

static bool draw(const struct pt_record *record, struct pt_svg *svg)
{
    const struct pt_table *cone = PT_TABLE(record, cone), *way = PT_TABLE(record, directions);
    const bool flat = PT_NUMBER(record, cone_flat) == 1.0;
    struct pt_chart c = {.svg = svg, .x_label = flat ? "w1" : "direction across", .square = true,
                         .y_label = flat ? "w2" : "direction up"};
    double span;

    if (cone == NULL)
        return false;
    span = span_of(record, cone);
    c.x0 = c.y0 = -span;
    c.x1 = c.y1 = span;
    pt_svg_open(
        svg, PT_CHART_WIDTH, HEIGHT, "Weight space and the cone of solutions",
        "Each thin line is a row: weights on one side of it are right about that row. The shaded region, if any, is "
        "right about all rows; the path of the weights ends at the ringed point.");
    pt_chart_draw(&c);
    draw_region(&c, cone);
    for (size_t i = 0; i < cone->n_rows && i < 200; i++)
        draw_row(&c, pt_table_number(cone, i, PT_cone_x), pt_table_number(cone, i, PT_cone_y),
                 pt_table_number(cone, i, PT_cone_c));
    if (way != NULL)
        draw_way(&c, way);
    pt_svg_circle(svg, "ring", pt_chart_x(&c, flat ? PT_NUMBER(record, cone_w_x) : 0.0),
                  pt_chart_y(&c, flat ? PT_NUMBER(record, cone_w_y) : 0.0), 6.0);
    pt_chart_legend(&c, "hair", "a row");
    pt_chart_legend(&c, "l1", "the way of w");
    pt_chart_legend(&c, "ring", "right about all rows");
    pt_svg_close(svg);
    return true;
}

const struct pt_picture pt_picture_cone = {
    "cone", "Weight space: the cone of solutions",
    "Here a point is a direction of the weights, seen along the final ones (the ring), and every row is a line: on one "
    "side of it w is right about the row. The shaded region is right about all of them; where there is none, no "
    "weights are.",
    draw, NULL};
