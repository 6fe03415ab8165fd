/* The data in a plane: rows with shapes, the boundary with its margin and the foot of the perpendicular from the
 * nearest row; or, where the boundary is curved or there are many classes, the scores as filled contours. */
#include "report/chart.h"
#include "base/plural.h"
#include "report/picture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { HEIGHT = 430 };

static bool has_line(const struct pt_record *record)
{
    return isfinite(PT_NUMBER(record, line_x));
}

static struct pt_chart chart_of(const struct pt_record *record, struct pt_svg *svg)
{
    struct pt_chart c = {.svg = svg, .x_label = PT_TEXT(record, x_axis), .y_label = PT_TEXT(record, y_axis),
                         .names = true, .x0 = PT_NUMBER(record, plane_x0), .x1 = PT_NUMBER(record, plane_x1),
                         .y0 = PT_NUMBER(record, plane_y0), .y1 = PT_NUMBER(record, plane_y1)};
    const double ratio = (c.x1 - c.x0) / (c.y1 - c.y0);

    c.legend_room = pt_legend_room(PT_TABLE(record, classes), PT_CHART_WIDTH - 76.0);
    c.square = has_line(record) && PT_NUMBER(record, plane_mode) == 0.0 && ratio > 0.2 && ratio < 5.0;
    return c;
}

/* ---- straight boundaries ------------------------------------------------------------------------------ */

/* The side of the line where the score is above 0. */
static void draw_side(struct pt_chart *c, const double line[3], const char *style)
{
    struct pt_polygon side;

    pt_polygon_box(&side, c->x0, c->y0, c->x1, c->y1);
    pt_polygon_cut(&side, line);
    pt_chart_polygon(c, &side, style);
}

static void draw_line(struct pt_chart *c, const double line[3], const char *style)
{
    double ends[4];

    if (pt_chart_ends(c, line, ends))
        pt_svg_line(c->svg, style, pt_chart_x(c, ends[0]), pt_chart_y(c, ends[1]), pt_chart_x(c, ends[2]),
                    pt_chart_y(c, ends[3]));
}

static void draw_margin(struct pt_chart *c, const struct pt_record *record, const double line[3])
{
    const double margin = PT_NUMBER(record, plane_margin) * hypot(line[0], line[1]);

    if (!(margin > 0.0))
        return;
    draw_line(c, (const double[]){line[0], line[1], line[2] - margin}, "near");
    draw_line(c, (const double[]){line[0], line[1], line[2] + margin}, "near");
    pt_svg_line(c->svg, "foot", pt_chart_x(c, PT_NUMBER(record, near_x)),
                pt_chart_y(c, PT_NUMBER(record, near_y)), pt_chart_x(c, PT_NUMBER(record, foot_x)),
                pt_chart_y(c, PT_NUMBER(record, foot_y)));
}

bool pt_has_distances(const struct pt_record *record)
{
    return PT_TEXT(record, verdict)[0] != '\0' ||
           (strcmp(PT_TEXT(record, kind), "linear") == 0 && PT_NUMBER(record, classes) == 2.0);
}

/* Of the nearest row, which is drawn; NaN where there is no boundary to be far from. */
static double least_distance(const struct pt_record *record)
{
    double least = INFINITY, most = -INFINITY;

    if (pt_has_distances(record))
        pt_table_range(PT_TABLE(record, points), PT_points_margin, &least, &most);
    return isfinite(least) ? least : (double)NAN;
}

static void draw_points(struct pt_chart *c, const struct pt_record *record, double radius)
{
    const struct pt_table *points = PT_TABLE(record, points);

    for (size_t i = 0; i < points->n_rows; i++) {
        double at[2];
        pt_chart_point(c, points, i, PT_points_x, at);
        pt_svg_mark(c->svg, pt_table_index(points, i, PT_points_class, PT_NO_CLASS), at[0], at[1],
                    points->n_rows > 250 ? radius * 0.7 : radius);
    }
}

/* One of the nearest rows, but for rounding; a proof's bracket has a gap. */
static bool is_nearest(const struct pt_record *record, size_t i, double least)
{
    const double near = PT_TEXT(record, verdict)[0] != '\0' ? 1.02 : 1.000001;

    return least > 0.0 && pt_table_number(PT_TABLE(record, points), i, PT_points_margin) <= least * near;
}

static const char *nearest_are(const struct pt_record *record)
{
    const double least = least_distance(record);
    size_t n = 0;

    for (size_t i = 0; i < PT_TABLE(record, points)->n_rows; i++)
        n += is_nearest(record, i, least);
    return PT_TEXT(record, verdict)[0] != '\0' ? "The nearest rows, to within 2 %, are"
           : n == 1                           ? "The nearest row is"
                                              : "The nearest rows are";
}

static void draw_rings(struct pt_chart *c, const struct pt_record *record)
{
    const struct pt_table *points = PT_TABLE(record, points);
    const double least = least_distance(record);

    for (size_t i = 0; i < points->n_rows; i++) {
        double at[2];
        pt_chart_point(c, points, i, PT_points_x, at);
        if (is_nearest(record, i, least))
            pt_svg_circle(c->svg, "ring", at[0], at[1], 9.0);
    }
}

/* ---- the picture --------------------------------------------------------------------------------------- */

static bool draw_plane(const struct pt_record *record, struct pt_svg *svg)
{
    const double line[3] = {PT_NUMBER(record, line_x), PT_NUMBER(record, line_y), PT_NUMBER(record, line_b)};
    const struct pt_table *points = PT_TABLE(record, points), *hidden = PT_TABLE(record, hidden_lines);
    const double margin = PT_NUMBER(record, plane_margin);
    struct pt_chart c = chart_of(record, svg);
    double neuron[3];

    if (points == NULL)
        return false;
    pt_svg_open(svg, PT_CHART_WIDTH, HEIGHT + c.legend_room, "The rows and the boundary",
                "%zu row%s, a shape and colour for each label%s%s%s.", points->n_rows, pt_plural(points->n_rows),
                has_line(record) ? ", with the boundary between them" : ", on areas coloured by the answer there",
                margin > 0.0 ? "; the nearest row is at a distance of " : "", margin > 0.0 ? PT_AS_NUMBER(margin) : "");
    pt_chart_draw(&c);
    if (has_line(record)) {
        draw_side(&c, line, "f1 side");
        draw_side(&c, (const double[]){-line[0], -line[1], -line[2]}, "f0 side");
        draw_margin(&c, record, line);
        draw_line(&c, line, "edge");
    } else {
        pt_contour_draw(&c, record);
        for (size_t i = 0; hidden != NULL && i < hidden->n_rows; i++) {   /* neurons of the first hidden layer */
            pt_table_numbers(hidden, i, PT_hidden_lines_x, 3, neuron);
            draw_line(&c, neuron, "l5");
        }
    }
    draw_points(&c, record, 4.0);
    draw_rings(&c, record);
    pt_contour_names(&c, record);
    pt_chart_legend_classes(&c, PT_TABLE(record, classes));
    return true;
}

/* What the colours behind the rows mean, if there are any. */
static void say_sides(const struct pt_record *record, struct pt_buffer *out)
{
    const double line[3] = {PT_NUMBER(record, line_x), PT_NUMBER(record, line_y), PT_NUMBER(record, line_b)};
    struct pt_svg svg = {.out = out, .width = PT_CHART_WIDTH};
    struct pt_chart c = chart_of(record, &svg);
    double ends[4];

    svg.height = HEIGHT + c.legend_room;
    pt_chart_fit(&c);
    if (!has_line(record) && PT_TABLE(record, grid) == NULL)
        pt_buffer_byte(out, '.');
    else if (!has_line(record))
        pt_buffer_text(out, PT_NUMBER(record, classes) > 2.0
                                ? PT_NUMBER(record, classes) > PT_COLOURS
                                      ? ". An area is where its label is the answer; of more than six some share a "
                                        "colour, and have their names in them."
                                      : ", each area the colour of its answer."
                            : strcmp(PT_TEXT(record, kind), "neighbours") == 0
                                ? ", each area the colour of its answer."
                                : ", each area the colour of its answer: the paler, the closer the score is to 0.");
    else if (line[0] == 0.0 && line[1] == 0.0)
        pt_buffer_text(out, ". Both weights are 0, so that there is no line: every point gets the same answer.");
    else if (!pt_chart_ends(&c, line, ends))
        pt_buffer_text(out, ". The boundary passes outside of this picture: every point in it gets the same answer.");
    else
        pt_buffer_text(out, ", each side of the boundary the colour of its answer.");
}

static void say_plane(const struct pt_record *record, struct pt_buffer *out)
{
    pt_buffer_text(out, "Each label has its shape and colour");
    say_sides(record, out);
    if (PT_NUMBER(record, plane_margin) > 0.0)
        pt_buffer_format(out, " %s ringed, at a distance of %s: the dashed lines are as far from the boundary, and the "
                              "green line is the perpendicular from the nearest row to its foot there.",
                         nearest_are(record), PT_AS_NUMBER(PT_NUMBER(record, plane_margin)));
    else if (least_distance(record) > 0.0)
        pt_buffer_format(out, " %s ringed, at a distance of %s.", nearest_are(record),
                         PT_AS_NUMBER(least_distance(record)));
    if (PT_TABLE(record, hidden_lines) != NULL)
        pt_buffer_text(out, " On a thin dashed line the sum of a hidden neuron is 0.");
}

const struct pt_picture pt_picture_plane = {"plane", "The rows and the boundary", "", draw_plane, say_plane};

/* ---- the contradiction ------------------------------------------------------------------------------------ */

enum { MOST_SPOKES = 60 };

/* The point of a row among those drawn, or n_rows. */
static size_t point_of(const struct pt_table *points, double row)
{
    size_t i = 0;

    while (i < points->n_rows && pt_table_number(points, i, PT_points_row) != row)
        i++;
    return i;
}

/* The mean of the contradiction's rows of one side, weighted as often as each is taken: that of the other side is
 * the same point. False: a row is not drawn, or there is no bias to make the weights of both sides equal. */
static bool meeting_of(const struct pt_record *record, double at[2])
{
    const struct pt_table *points = PT_TABLE(record, points), *rows = PT_TABLE(record, contradiction);
    double mass = 0.0;

    at[0] = at[1] = 0.0;
    for (size_t i = 0; i < rows->n_rows; i++) {
        const double share = pt_table_number(rows, i, PT_contradiction_share);
        const size_t p = point_of(points, pt_table_number(rows, i, PT_contradiction_row));
        if (p == points->n_rows || !(share >= 0.0))
            return false;
        at[0] += share * pt_table_number(points, p, PT_points_x);
        at[1] += share * pt_table_number(points, p, PT_points_y);
        mass += share;
    }
    at[0] /= mass;
    at[1] /= mass;
    return mass > 0.0 && PT_NUMBER(record, has_bias) == 1.0;
}

static void draw_meeting(struct pt_chart *c, const struct pt_record *record, const double at[2])
{
    const struct pt_table *points = PT_TABLE(record, points), *rows = PT_TABLE(record, contradiction);

    for (size_t i = 0; i < rows->n_rows && rows->n_rows <= MOST_SPOKES; i++) {
        const size_t p = point_of(points, pt_table_number(rows, i, PT_contradiction_row));
        double to[2];
        pt_chart_point(c, points, p, PT_points_x, to);
        pt_svg_line(c->svg, pt_table_number(points, p, PT_points_class) == 1.0 ? "l1" : "l0 dash",
                    pt_chart_x(c, at[0]), pt_chart_y(c, at[1]), to[0], to[1]);
    }
}

static bool draw_contradiction(const struct pt_record *record, struct pt_svg *svg)
{
    const struct pt_table *points = PT_TABLE(record, points), *rows = PT_TABLE(record, contradiction);
    struct pt_chart c = chart_of(record, svg);
    double at[2];
    bool meet;

    if (points == NULL || rows == NULL)
        return false;
    pt_svg_open(svg, PT_CHART_WIDTH, HEIGHT + c.legend_room, "The rows of the contradiction",
                "The rows that contradict each other are ringed; lines join those of each label to the point where "
                "their weighted means meet.");
    pt_chart_draw(&c);
    meet = meeting_of(record, at);
    if (meet)
        draw_meeting(&c, record, at);
    draw_points(&c, record, 4.0);
    for (size_t i = 0; i < rows->n_rows; i++) {
        const size_t p = point_of(points, pt_table_number(rows, i, PT_contradiction_row));
        double ring[2];
        pt_chart_point(&c, points, p, PT_points_x, ring);
        if (p < points->n_rows)
            pt_svg_circle(svg, "ring", ring[0], ring[1], 9.0);
    }
    if (meet)
        pt_svg_circle(svg, "hub", pt_chart_x(&c, at[0]), pt_chart_y(&c, at[1]), 6.0);
    pt_chart_legend_classes(&c, PT_TABLE(record, classes));
    return true;
}

static void say_contradiction(const struct pt_record *record, struct pt_buffer *out)
{
    double at[2];

    pt_buffer_text(out, "The ringed rows are those of the table.");
    if (meeting_of(record, at))
        pt_buffer_text(out, " Taken as often as it says, the rows of one label have their mean in the large dot, and "
                            "so have those of the other: no boundary has the same point on both its sides.");
}

const struct pt_picture pt_picture_contradiction = {"contradiction", "One point, both labels", "", draw_contradiction,
                                                    say_contradiction};

/* ---- the way of the boundary ------------------------------------------------------------------------------ */

void pt_plane_frame(const struct pt_record *record, struct pt_svg *svg, size_t frame)
{
    const struct pt_table *way = PT_TABLE(record, way);
    struct pt_chart c = chart_of(record, svg);
    char text[120];
    double line[3];

    snprintf(text, sizeof text, "The boundary after update %s", PT_AS_NUMBER(pt_table_number(way, frame, PT_way_k)));
    pt_svg_open(svg, 220.0, 210.0, text, "The rows and the boundary at that moment.");
    c.left = 4.0;
    c.right = 216.0;
    c.top = 22.0;
    c.bottom = 206.0;
    pt_chart_fit(&c);
    pt_svg_rect(svg, "back", c.left, c.top, c.right - c.left, c.bottom - c.top);
    draw_points(&c, record, 3.0);
    pt_table_numbers(way, frame, PT_way_x, 3, line);
    draw_line(&c, line, "edge");
    snprintf(text, sizeof text, "k = %s", PT_AS_NUMBER(pt_table_number(way, frame, PT_way_k)));
    pt_svg_text(svg, "small", c.left, 15.0, PT_START, text);
    pt_svg_close(svg);
}

/* [k, x1, y1, x2, y2, x, y]: the ends of the boundary and the row that caused the update, or -99, out of sight. */
static void put_ends(const struct pt_record *record, struct pt_chart *c, const struct pt_table *way, size_t i,
                     struct pt_buffer *out)
{
    const struct pt_table *points = PT_TABLE(record, points);
    double line[3], shown[6] = {NAN, NAN, NAN, NAN, NAN, NAN};

    pt_table_numbers(way, i, PT_way_x, 3, line);
    if (pt_chart_ends(c, line, shown))
        for (size_t e = 0; e < 4; e++)
            shown[e] = e % 2 == 0 ? pt_chart_x(c, shown[e]) : pt_chart_y(c, shown[e]);
    for (size_t p = 0; p < points->n_rows; p++)
        if (pt_table_number(points, p, PT_points_row) == pt_table_number(way, i, PT_way_row))
            pt_chart_point(c, points, p, PT_points_x, shown + 4);
    pt_buffer_text(out, i > 0 ? ",[" : "[");
    pt_svg_number(out, pt_table_number(way, i, PT_way_k));
    for (size_t e = 0; e < 6; e++) {
        pt_buffer_byte(out, ',');
        pt_svg_number(out, isfinite(shown[e]) ? shown[e] : -99.0);
    }
    pt_buffer_byte(out, ']');
}

void pt_plane_box(const struct pt_record *record, double box[8])
{
    struct pt_buffer nowhere = {0};
    struct pt_svg svg = {.out = &nowhere, .width = PT_CHART_WIDTH, .height = HEIGHT};
    struct pt_chart c = chart_of(record, &svg);

    svg.height += c.legend_room;
    pt_chart_fit(&c);
    memcpy(box, (const double[]){c.x0, c.x1, c.y0, c.y1, c.left, c.right, c.top, c.bottom}, 8 * sizeof *box);
}

void pt_plane_ends(const struct pt_record *record, struct pt_buffer *out)
{
    const struct pt_table *way = PT_TABLE(record, way);
    struct pt_svg svg = {.out = out, .width = PT_CHART_WIDTH};
    struct pt_chart c = chart_of(record, &svg);

    svg.height = HEIGHT + c.legend_room;
    pt_chart_fit(&c);
    for (size_t i = 0; i < way->n_rows; i++)
        put_ends(record, &c, way, i, out);
}

void pt_plane_moving(const struct pt_record *record, struct pt_svg *svg)
{
    const double line[3] = {PT_NUMBER(record, line_x), PT_NUMBER(record, line_y), PT_NUMBER(record, line_b)};
    struct pt_chart c = chart_of(record, svg);

    pt_svg_open(svg, PT_CHART_WIDTH, HEIGHT + c.legend_room, "The way of the boundary",
                "The boundary after each update, moved by the slider below; the row that caused the update is ringed.");
    pt_chart_draw(&c);
    draw_line(&c, line, "near");
    draw_points(&c, record, 4.0);
    pt_buffer_text(svg->out, "<line id=\"way-line\" class=\"edge\" x1=\"-99\" y1=\"-99\" x2=\"-99\" y2=\"-99\"/>\n"
                             "<circle id=\"way-row\" class=\"ring\" cx=\"-99\" cy=\"-99\" r=\"10\"/>\n");
    pt_chart_legend_classes(&c, PT_TABLE(record, classes));
    pt_svg_close(svg);
}
