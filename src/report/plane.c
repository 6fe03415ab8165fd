/* The data in a plane: rows with shapes, the boundary with its margin and the foot of the perpendicular from the
 * nearest row; or, where the boundary is curved or there are many classes, the scores as filled contours. */
#include "report/chart.h"
#include "report/contour.h"
#include "report/picture.h"
#include "report/polygon.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { HEIGHT = 430 };

static struct pt_chart chart_of(const struct pt_record *record, struct pt_svg *svg)
{
    struct pt_chart c = {.svg = svg, .x_label = PT_TEXT(record, x_axis), .y_label = PT_TEXT(record, y_axis),
                         .names = true, .x0 = PT_NUMBER(record, plane_x0), .x1 = PT_NUMBER(record, plane_x1),
                         .y0 = PT_NUMBER(record, plane_y0), .y1 = PT_NUMBER(record, plane_y1)};
    const double ratio = (c.x1 - c.x0) / (c.y1 - c.y0);

    c.square =
        isfinite(PT_NUMBER(record, line_x)) && PT_NUMBER(record, plane_mode) == 0.0 && ratio > 0.2 && ratio < 5.0;
    return c;
}

static bool has_line(const struct pt_record *record)
{
    return isfinite(PT_NUMBER(record, line_x));
}

/* ---- straight boundaries ------------------------------------------------------------------------------ */

static void frame_of(const struct pt_chart *c, struct pt_polygon *polygon)
{
    pt_polygon_box(polygon, c->x0, c->y0, c->x1, c->y1);
}

static void draw_polygon(struct pt_chart *c, const struct pt_polygon *polygon, const char *style)
{
    if (polygon->n < 3)
        return;
    pt_svg_path_begin(c->svg);
    for (size_t i = 0; i < polygon->n; i++)
        pt_svg_path_point(c->svg, pt_chart_x(c, polygon->x[i]), pt_chart_y(c, polygon->y[i]), i == 0);
    pt_svg_path_end(c->svg, style, true);
}

static void draw_sides(struct pt_chart *c, const double line[3])
{
    struct pt_polygon side;

    frame_of(c, &side);
    pt_polygon_cut(&side, line[0], line[1], line[2]);
    draw_polygon(c, &side, "f1 side");
    frame_of(c, &side);
    pt_polygon_cut(&side, -line[0], -line[1], -line[2]);
    draw_polygon(c, &side, "f0 side");
}

/* The ends of the line a x + b y + c = 0 in the frame; false when it does not cross it. */
static bool ends_of(const struct pt_chart *c, double a, double b, double offset, double ends[4])
{
    struct pt_polygon box;
    size_t n = 0;

    frame_of(c, &box);
    for (size_t i = 0; i < box.n && n < 2; i++) {
        const size_t j = (i + 1) % box.n;
        const double from = a * box.x[i] + b * box.y[i] + offset, to = a * box.x[j] + b * box.y[j] + offset;
        if ((from < 0.0) == (to < 0.0))
            continue;
        ends[2 * n] = box.x[i] + (box.x[j] - box.x[i]) * from / (from - to);
        ends[2 * n + 1] = box.y[i] + (box.y[j] - box.y[i]) * from / (from - to);
        n++;
    }
    return n == 2;
}

static void draw_line(struct pt_chart *c, double a, double b, double offset, const char *style)
{
    double ends[4];

    if (ends_of(c, a, b, offset, ends))
        pt_svg_line(c->svg, style, pt_chart_x(c, ends[0]), pt_chart_y(c, ends[1]), pt_chart_x(c, ends[2]),
                    pt_chart_y(c, ends[3]));
}

static void draw_margin(struct pt_chart *c, const struct pt_record *record, const double line[3])
{
    const double margin = PT_NUMBER(record, plane_margin) * hypot(line[0], line[1]);

    if (!(margin > 0.0))
        return;
    draw_line(c, line[0], line[1], line[2] - margin, "near");
    draw_line(c, line[0], line[1], line[2] + margin, "near");
    pt_svg_line(c->svg, "foot", pt_chart_x(c, PT_NUMBER(record, near_x)),
                pt_chart_y(c, PT_NUMBER(record, near_y)), pt_chart_x(c, PT_NUMBER(record, foot_x)),
                pt_chart_y(c, PT_NUMBER(record, foot_y)));
}

/* Rows on the margin, or as good as: what the boundary hangs on. */
static bool is_support(const struct pt_record *record, double margin)
{
    const double least = PT_NUMBER(record, margin_lower);

    const double near = PT_TEXT(record, verdict)[0] != '\0' ? 1.02 : 1.000001;   /* a proof's bracket has a gap */

    return least > 0.0 && margin <= least * near;
}

static void draw_points(struct pt_chart *c, const struct pt_record *record, double radius)
{
    const struct pt_table *points = PT_TABLE(record, points);
    const double size = points->n_rows > 250 ? radius * 0.7 : radius;

    for (size_t i = 0; i < points->n_rows; i++) {
        const double x = pt_chart_x(c, pt_table_number(points, i, PT_points_x));
        const double y = pt_chart_y(c, pt_table_number(points, i, PT_points_y));
        pt_svg_mark(c->svg, pt_table_index(points, i, PT_points_class, 999995), x, y, size);
        if (is_support(record, pt_table_number(points, i, PT_points_margin)))
            pt_svg_circle(c->svg, "ring", x, y, size + 5.0);
    }
}

static void draw_legend(struct pt_chart *c, const struct pt_record *record)
{
    const struct pt_table *classes = PT_TABLE(record, classes);
    char name[80];

    for (size_t i = 0; classes != NULL && i < classes->n_rows && i < 6 && c->legend_x < c->right - 60.0; i++) {
        pt_short_name(pt_table_text(classes, i, PT_classes_name), classes->n_rows > 3 ? 9 : 16, name, sizeof name);
        pt_chart_legend_mark(c, i, name);
    }
}

/* The line of each neuron of a network's first hidden layer. */
static void draw_hidden(struct pt_chart *c, const struct pt_record *record)
{
    const struct pt_table *lines = PT_TABLE(record, hidden_lines);

    for (size_t i = 0; lines != NULL && i < lines->n_rows; i++)
        draw_line(c, pt_table_number(lines, i, PT_hidden_lines_x), pt_table_number(lines, i, PT_hidden_lines_y),
                  pt_table_number(lines, i, PT_hidden_lines_b), "l5");
}

/* ---- the picture --------------------------------------------------------------------------------------- */

static void describe(const struct pt_record *record, char *text, size_t room)
{
    const struct pt_table *points = PT_TABLE(record, points);
    char number[32];

    pt_number_text(PT_NUMBER(record, plane_margin), number);
    snprintf(text, room, "%zu rows, a shape and colour for each label%s%s%s.", points->n_rows,
             has_line(record) ? ", with the boundary between them" : ", on areas coloured by the answer there",
             PT_NUMBER(record, plane_margin) > 0.0 ? "; the nearest row is at a distance of " : "",
             PT_NUMBER(record, plane_margin) > 0.0 ? number : "");
}

static bool draw(const struct pt_record *record, struct pt_svg *svg)
{
    const double line[3] = {PT_NUMBER(record, line_x), PT_NUMBER(record, line_y), PT_NUMBER(record, line_b)};
    struct pt_chart c = chart_of(record, svg);
    char text[300];

    if (PT_TABLE(record, points) == NULL)
        return false;
    describe(record, text, sizeof text);
    pt_svg_open(svg, PT_CHART_WIDTH, HEIGHT, "The rows and the boundary", text);
    pt_chart_draw(&c);
    if (has_line(record)) {
        draw_sides(&c, line);
        draw_margin(&c, record, line);
        draw_line(&c, line[0], line[1], line[2], "edge");
    } else {
        pt_contour_draw(&c, record);
        draw_hidden(&c, record);
    }
    draw_points(&c, record, 4.0);
    draw_legend(&c, record);
    pt_svg_close(svg);
    return true;
}

/* What the colours behind the rows mean, if there are any. */
static void say_sides(const struct pt_record *record, struct pt_buffer *out)
{
    const double line[3] = {PT_NUMBER(record, line_x), PT_NUMBER(record, line_y), PT_NUMBER(record, line_b)};
    struct pt_svg svg = {.out = out, .width = PT_CHART_WIDTH, .height = HEIGHT};
    struct pt_chart c = chart_of(record, &svg);
    double ends[4];

    pt_chart_fit(&c);
    if (!has_line(record) && PT_TABLE(record, grid) == NULL)
        pt_buffer_byte(out, '.');
    else if (!has_line(record))
        pt_buffer_text(out, PT_NUMBER(record, classes) > 2.0
                                ? ", each area the colour of its answer."
                                : ", each area the colour of its answer: the paler, the closer the score is to 0.");
    else if (line[0] == 0.0 && line[1] == 0.0)
        pt_buffer_text(out, ". Both weights are 0, so that there is no line: every point gets the same answer.");
    else if (!ends_of(&c, line[0], line[1], line[2], ends))
        pt_buffer_text(out, ". The boundary passes outside of this picture: every point in it gets the same answer.");
    else
        pt_buffer_text(out, ", each side of the boundary the colour of its answer.");
}

static void say(const struct pt_record *record, struct pt_buffer *out)
{
    pt_buffer_text(out, "Each label has its shape and colour");
    say_sides(record, out);
    if (PT_NUMBER(record, plane_margin) > 0.0)
        pt_buffer_text(out, " Dashed lines show the margin; the green line is the perpendicular from the nearest row "
                            "to its foot on the boundary. Ringed rows lie on the margin.");
    else if (PT_NUMBER(record, margin_lower) > 0.0)
        pt_buffer_text(out, " Ringed rows lie on the margin.");
    if (PT_TABLE(record, hidden_lines) != NULL)
        pt_buffer_text(out, " On a thin dashed line the sum of a hidden neuron is 0.");
}

const struct pt_picture pt_picture_plane = {"plane", "The rows and the boundary", "", draw, say};

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
    const double x = pt_chart_x(c, at[0]), y = pt_chart_y(c, at[1]);

    for (size_t i = 0; i < rows->n_rows && rows->n_rows <= MOST_SPOKES; i++) {
        const size_t p = point_of(points, pt_table_number(rows, i, PT_contradiction_row));
        const double class_number = pt_table_number(points, p, PT_points_class);
        pt_svg_line(c->svg, class_number == 1.0 ? "l1" : "l0 dash", x, y,
                    pt_chart_x(c, pt_table_number(points, p, PT_points_x)),
                    pt_chart_y(c, pt_table_number(points, p, PT_points_y)));
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
    pt_svg_open(svg, PT_CHART_WIDTH, HEIGHT, "The rows of the contradiction",
                "The rows that contradict each other are ringed; lines join those of each label to the point where "
                "their weighted means meet.");
    pt_chart_draw(&c);
    meet = meeting_of(record, at);
    if (meet)
        draw_meeting(&c, record, at);
    draw_points(&c, record, 4.0);
    for (size_t i = 0; i < rows->n_rows; i++) {
        const size_t p = point_of(points, pt_table_number(rows, i, PT_contradiction_row));
        if (p < points->n_rows)
            pt_svg_circle(svg, "ring", pt_chart_x(&c, pt_table_number(points, p, PT_points_x)),
                          pt_chart_y(&c, pt_table_number(points, p, PT_points_y)), 9.0);
    }
    if (meet)
        pt_svg_circle(svg, "hub", pt_chart_x(&c, at[0]), pt_chart_y(&c, at[1]), 6.0);
    draw_legend(&c, record);
    pt_svg_close(svg);
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
    char text[120], number[32];

    pt_number_text(pt_table_number(way, frame, PT_way_k), number);
    snprintf(text, sizeof text, "The boundary after update %s", number);
    pt_svg_open(svg, 220.0, 210.0, text, "The rows and the boundary at that moment.");
    c.left = 4.0;
    c.right = 216.0;
    c.top = 22.0;
    c.bottom = 206.0;
    pt_chart_fit(&c);
    pt_svg_rect(svg, "back", c.left, c.top, c.right - c.left, c.bottom - c.top);
    draw_points(&c, record, 3.0);
    draw_line(&c, pt_table_number(way, frame, PT_way_x), pt_table_number(way, frame, PT_way_y),
              pt_table_number(way, frame, PT_way_b), "edge");
    snprintf(text, sizeof text, "k = %s", number);
    pt_svg_text(svg, "small", c.left, 15.0, PT_START, text);
    pt_svg_close(svg);
}

static void put_ends(const struct pt_record *record, struct pt_chart *c, const struct pt_table *way, size_t i,
                     struct pt_buffer *out)
{
    const struct pt_table *points = PT_TABLE(record, points);
    double ends[4] = {NAN, NAN, NAN, NAN}, used[2] = {NAN, NAN}, all[6];

    if (ends_of(c, pt_table_number(way, i, PT_way_x), pt_table_number(way, i, PT_way_y),
                pt_table_number(way, i, PT_way_b), ends))
        for (size_t e = 0; e < 4; e++)
            ends[e] = e % 2 == 0 ? pt_chart_x(c, ends[e]) : pt_chart_y(c, ends[e]);
    for (size_t p = 0; p < points->n_rows; p++)
        if (pt_table_number(points, p, PT_points_row) == pt_table_number(way, i, PT_way_row)) {
            used[0] = pt_chart_x(c, pt_table_number(points, p, PT_points_x));
            used[1] = pt_chart_y(c, pt_table_number(points, p, PT_points_y));
        }
    memcpy(all, ends, sizeof ends);
    memcpy(all + 4, used, sizeof used);
    pt_buffer_text(out, i > 0 ? ",[" : "[");
    pt_svg_number(out, pt_table_number(way, i, PT_way_k));
    for (size_t e = 0; e < 6; e++) {
        pt_buffer_byte(out, ',');
        if (isfinite(all[e]))
            pt_svg_number(out, all[e]);
        else
            pt_buffer_text(out, "-99");
    }
    pt_buffer_byte(out, ']');
}

void pt_plane_ends(const struct pt_record *record, struct pt_buffer *out)
{
    const struct pt_table *way = PT_TABLE(record, way);
    struct pt_svg svg = {.out = out, .width = PT_CHART_WIDTH, .height = HEIGHT};
    struct pt_chart c = chart_of(record, &svg);

    pt_chart_fit(&c);
    for (size_t i = 0; i < way->n_rows; i++)
        put_ends(record, &c, way, i, out);
}

void pt_plane_moving(const struct pt_record *record, struct pt_svg *svg)
{
    const double line[3] = {PT_NUMBER(record, line_x), PT_NUMBER(record, line_y), PT_NUMBER(record, line_b)};
    struct pt_chart c = chart_of(record, svg);

    pt_svg_open(svg, PT_CHART_WIDTH, HEIGHT, "The way of the boundary",
                "The boundary after each update, moved by the slider below; the row that caused the update is ringed.");
    pt_chart_draw(&c);
    draw_line(&c, line[0], line[1], line[2], "near");
    draw_points(&c, record, 4.0);
    pt_buffer_text(svg->out, "<line id=\"way-line\" class=\"edge\" x1=\"-99\" y1=\"-99\" x2=\"-99\" y2=\"-99\"/>\n"
                             "<circle id=\"way-row\" class=\"ring\" cx=\"-99\" cy=\"-99\" r=\"10\"/>\n");
    draw_legend(&c, record);
    pt_svg_close(svg);
}
