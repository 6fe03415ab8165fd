/* Three features: rows and the plane between them, seen from a corner. */
#include "report/chart.h"
#include "report/picture.h"

#include <math.h>
#include <stdio.h>

enum { HEIGHT = 420 };

struct box {
    double low[3], high[3];
};

/* Where a point is drawn: each axis to -1 .. 1, then seen from a corner. */
static void project(const struct box *box, const double p[3], double at[2])
{
    double u[3];

    for (size_t i = 0; i < 3; i++)
        u[i] = box->high[i] > box->low[i] ? 2.0 * (p[i] - box->low[i]) / (box->high[i] - box->low[i]) - 1.0 : 0.0;
    at[0] = 240.0 + 108.0 * (0.84 * u[0] - 0.84 * u[1]);
    at[1] = 210.0 - 108.0 * (0.80 * u[2] + 0.42 * u[0] + 0.42 * u[1]);
}

static struct box box_of(const struct pt_table *space)
{
    struct box box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};

    for (size_t i = 0; i < 3; i++) {
        pt_table_range(space, (enum pt_record_column)(PT_space_x + i), &box.low[i], &box.high[i]);
        box.low[i] -= 0.05 * (box.high[i] - box.low[i]);
        box.high[i] += 0.05 * (box.high[i] - box.low[i]);
    }
    return box;
}

static double score_at(const double w[4], const double p[3])
{
    return w[0] * p[0] + w[1] * p[1] + w[2] * p[2] + w[3];
}

static void corner(const struct box *box, size_t bits, double p[3])
{
    for (size_t i = 0; i < 3; i++)
        p[i] = bits >> i & 1 ? box->high[i] : box->low[i];
}

static void draw_box(struct pt_svg *svg, const struct box *box)
{
    for (size_t from = 0; from < 8; from++)
        for (size_t axis = 0; axis < 3; axis++) {
            double a[3], b[3], pa[2], pb[2];
            if (from >> axis & 1)
                continue;
            corner(box, from, a);
            corner(box, from | (size_t)1 << axis, b);
            project(box, a, pa);
            project(box, b, pb);
            pt_svg_line(svg, "rule", pa[0], pa[1], pb[0], pb[1]);
        }
}

/* Where the plane crosses the twelve edges of the box, in order around their middle. */
static size_t crossings(const struct box *box, const double w[4], double at[12][2])
{
    size_t n = 0;

    for (size_t from = 0; from < 8; from++)
        for (size_t axis = 0; axis < 3; axis++) {
            double a[3], b[3], p[3], fa, fb;
            if (from >> axis & 1)
                continue;
            corner(box, from, a);
            corner(box, from | (size_t)1 << axis, b);
            fa = score_at(w, a);
            fb = score_at(w, b);
            if ((fa < 0.0) == (fb < 0.0))
                continue;
            for (size_t i = 0; i < 3; i++)
                p[i] = a[i] + (b[i] - a[i]) * fa / (fa - fb);
            project(box, p, at[n++]);
        }
    return n;
}

static void sort_around(double at[12][2], size_t n)
{
    double x = 0.0, y = 0.0;

    for (size_t i = 0; i < n; i++) {
        x += at[i][0] / (double)n;
        y += at[i][1] / (double)n;
    }
    for (size_t i = 1; i < n; i++)
        for (size_t j = i; j > 0 && atan2(at[j][1] - y, at[j][0] - x) < atan2(at[j - 1][1] - y, at[j - 1][0] - x);
             j--) {
            const double px = at[j][0], py = at[j][1];
            at[j][0] = at[j - 1][0];
            at[j][1] = at[j - 1][1];
            at[j - 1][0] = px;
            at[j - 1][1] = py;
        }
}

static void draw_sheet(struct pt_svg *svg, const struct box *box, const double w[4])
{
    double at[12][2];
    const size_t n = crossings(box, w, at);

    if (n < 3)
        return;
    sort_around(at, n);
    pt_svg_path_begin(svg);
    for (size_t i = 0; i < n; i++)
        pt_svg_path_point(svg, at[i][0], at[i][1], i == 0);
    pt_svg_path_end(svg, "sheet", true);
}

/* Rows behind the plane first, then the plane, then those before it; the eye is at low x and y, and high z. */
static void draw_rows(struct pt_svg *svg, const struct pt_table *space, const struct box *box, const double w[4],
                      bool before)
{
    const double towards = -w[0] * (box->high[0] - box->low[0]) - w[1] * (box->high[1] - box->low[1]) +
                           w[2] * (box->high[2] - box->low[2]);

    for (size_t i = 0; i < space->n_rows; i++) {
        double p[3], at[2];
        pt_table_numbers(space, i, PT_space_x, 3, p);
        if ((score_at(w, p) * towards > 0.0) != before)
            continue;
        project(box, p, at);
        pt_svg_mark(svg, pt_table_number(space, i, PT_space_class) == 1.0, at[0], at[1], 3.5);
    }
}

static void draw_names(const struct pt_record *record, struct pt_svg *svg, const struct box *box)
{
    static const enum pt_text names[] = {PT_TEXT_space_name_x, PT_TEXT_space_name_y, PT_TEXT_space_name_z};
    static const double shift[3][2] = {{26, 16}, {-26, 16}, {-8, 4}};

    for (size_t i = 0; i < 3; i++) {
        double p[3], at[2];
        corner(box, i == 2 ? 2 : 0, p);   /* the z axis at the left edge */
        p[i] = (box->low[i] + box->high[i]) / 2.0;
        project(box, p, at);
        pt_svg_name(svg, "soft small", at[0] + shift[i][0], at[1] + shift[i][1], i == 0 ? PT_START : PT_END,
                    PT_AS_SHORT(pt_record_text(record, names[i]), 16));
    }
}

static bool draw_space(const struct pt_record *record, struct pt_svg *svg)
{
    const struct pt_table *space = PT_TABLE(record, space);
    const double w[4] = {PT_NUMBER(record, space_x), PT_NUMBER(record, space_y), PT_NUMBER(record, space_z),
                         PT_NUMBER(record, space_b)};
    struct pt_chart legend = {.svg = svg, .legend_x = 8.0, .legend_y = 18.0, .right = PT_CHART_WIDTH};
    struct box box;

    if (space == NULL)
        return false;
    box = box_of(space);
    pt_svg_open(svg, PT_CHART_WIDTH, HEIGHT, "The rows in space, and the plane between them",
                "Three features as a box seen from a corner; the boundary is a plane through it.");
    draw_box(svg, &box);
    draw_rows(svg, space, &box, w, false);
    draw_sheet(svg, &box, w);
    draw_rows(svg, space, &box, w, true);
    draw_names(record, svg, &box);
    pt_chart_legend_classes(&legend, PT_TABLE(record, classes));
    return true;
}

const struct pt_picture pt_picture_space = {
    "space", "Three features: a plane in space",
    "With three features the boundary is a plane, with more a hyperplane. Rows behind it are drawn first.",
    draw_space, NULL};
