/* Filled contours. The samples are the corners of the cells, from edge to edge; along a side of a cell scores are
 * taken as straight, so that areas end where the score does and not at the next cell. Each area is one path. */
#include "report/chart.h"

#include <math.h>

struct grid {
    const struct pt_table *table;
    size_t side;    /* samples across and up */
    double classes;
};

struct corner {
    double x, y, value;
};

enum { CELL_ROOM = 8 };   /* corners of a square cut twice: at most 4 + 2 */

static double score_at(const struct grid *g, size_t x, size_t y)
{
    return pt_table_number(g->table, y * g->side + x, PT_grid_score);
}

static double class_at(const struct grid *g, size_t x, size_t y)
{
    return pt_table_number(g->table, y * g->side + x, PT_grid_class);
}

static struct corner corner_at(const struct pt_chart *c, const struct grid *g, size_t x, size_t y)
{
    const double cells = (double)(g->side - 1);

    return (struct corner){c->left + (c->right - c->left) * (double)x / cells,
                           c->bottom - (c->bottom - c->top) * (double)y / cells, 0.0};
}

/* Around the cell whose lower left sample is (x, y). */
static const size_t around[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};

/* ---- one cell ----------------------------------------------------------------------------------------- */

static struct corner between(const struct corner *from, const struct corner *to, double limit)
{
    const double share = (limit - from->value) / (to->value - from->value);

    return (struct corner){from->x + share * (to->x - from->x), from->y + share * (to->y - from->y), limit};
}

/* Keeps what is at least `limit`, or with `below` what is at most that. */
static size_t cut(const struct corner *in, size_t n, double limit, bool below, struct corner *out)
{
    size_t kept = 0;

    for (size_t i = 0; i < n; i++) {
        const struct corner *from = &in[i], *to = &in[(i + 1) % n];
        const bool here = below ? from->value <= limit : from->value >= limit;
        const bool there = below ? to->value <= limit : to->value >= limit;
        if (here && kept < CELL_ROOM)
            out[kept++] = *from;
        if (here != there && kept < CELL_ROOM)
            out[kept++] = between(from, to, limit);
    }
    return kept;
}

static void put_shape(struct pt_svg *svg, const struct corner *corners, size_t n)
{
    for (size_t i = 0; i < n && n >= 3; i++)
        pt_svg_path_point(svg, corners[i].x, corners[i].y, i == 0);
}

static bool is_within(const struct corner cell[4], double from, double to)
{
    for (size_t i = 0; i < 4; i++)
        if (!(cell[i].value >= from && cell[i].value <= to))
            return false;
    return true;
}

/* All samples on the same side of the area, or one is no number. */
static bool is_without(const struct corner cell[4], double from, double to)
{
    size_t below = 0, above = 0;

    for (size_t i = 0; i < 4; i++) {
        below += cell[i].value < from;
        above += cell[i].value > to;
        if (!isfinite(cell[i].value))
            return true;
    }
    return below == 4 || above == 4;
}

/* ---- areas -------------------------------------------------------------------------------------------- */

/* How far inside an area a sample is: its score, or with many labels its lead when it has the area's label, and
 * less than none when it has not. */
static double value_at(const struct grid *g, size_t x, size_t y, double label)
{
    const double score = score_at(g, x, y);

    return isnan(label) ? score : class_at(g, x, y) == label ? fabs(score) : -fabs(score);
}

/* The two samples at x, as the right side of a cell whose left side was its right one before. */
static void take_side(const struct pt_chart *c, const struct grid *g, size_t x, size_t y, double label,
                      struct corner cell[4])
{
    cell[0] = cell[1];
    cell[3] = cell[2];
    cell[1] = corner_at(c, g, x, y);
    cell[2] = corner_at(c, g, x, y + 1);
    cell[1].value = value_at(g, x, y, label);
    cell[2].value = value_at(g, x, y + 1, label);
}

/* Where three labels meet no side tells where the areas end: a quarter to each corner. */
static bool is_meeting(const struct grid *g, size_t x, size_t y)
{
    const double first = class_at(g, x, y);
    double second = first;

    for (size_t i = 1; i < 4; i++) {
        const double label = class_at(g, x + around[i][0], y + around[i][1]);
        if (label != first && second != first && label != second)
            return true;
        if (label != first)
            second = label;
    }
    return false;
}

static void put_quarters(struct pt_svg *svg, const struct corner cell[4])
{
    const double x = (cell[0].x + cell[1].x) / 2.0, y = (cell[0].y + cell[3].y) / 2.0;

    for (size_t i = 0; i < 4; i++)
        if (cell[i].value >= 0.0)
            put_shape(svg, (const struct corner[]){{cell[i].x, cell[i].y, 0.0}, {x, cell[i].y, 0.0}, {x, y, 0.0},
                                                   {cell[i].x, y, 0.0}}, 4);
}

/* The cells of one row that are wholly inside become one shape; the others are cut. */
static void put_row(struct pt_chart *c, const struct grid *g, size_t y, double label, double from, double to)
{
    struct corner wide[4], cell[4] = {{0}}, once[CELL_ROOM], twice[CELL_ROOM];
    bool running = false;

    take_side(c, g, 0, y, label, cell);
    for (size_t x = 0; x + 1 < g->side; x++) {
        take_side(c, g, x + 1, y, label, cell);
        const bool good = !is_without(cell, from, to), whole = good && is_within(cell, from, to);
        if (running && !whole)
            put_shape(c->svg, wide, 4);
        if (whole && !running) {
            wide[0] = cell[0];
            wide[3] = cell[3];
        }
        if (whole) {
            wide[1] = cell[1];
            wide[2] = cell[2];
        } else if (good && !isnan(label) && is_meeting(g, x, y)) {
            put_quarters(c->svg, cell);
        } else if (good) {
            const size_t n = cut(cell, 4, from, false, once);
            put_shape(c->svg, twice, cut(once, n, to, true, twice));
        }
        running = whole;
    }
    if (running)
        put_shape(c->svg, wide, 4);
}

static void draw_area(struct pt_chart *c, const struct grid *g, double label, double from, double to,
                      const char *style)
{
    pt_svg_path_begin(c->svg);
    for (size_t y = 0; y + 1 < g->side; y++)
        put_row(c, g, y, label, from, to);
    pt_svg_path_end(c->svg, style, true);
}

static void draw_bands(struct pt_chart *c, const struct grid *g)
{
    static const struct {
        double from, to;    /* shares of the largest score */
        const char *style;
    } bands[] = {{-1.01, -0.3, "f0"}, {-0.3, -0.08, "f0 s1"}, {-0.08, 0.0, "f0 s0"},
                 {0.0, 0.08, "f1 s0"}, {0.08, 0.3, "f1 s1"}, {0.3, 1.01, "f1"}};
    double least = 0.0, most = 0.0;

    pt_table_range(g->table, PT_grid_score, &least, &most);
    most = fmax(fmax(most, -least), 1e-300);
    for (size_t i = 0; i < sizeof bands / sizeof *bands; i++)
        draw_area(c, g, NAN, most * bands[i].from, most * bands[i].to, bands[i].style);
}

static void draw_answers(struct pt_chart *c, const struct grid *g)
{
    static const char *const styles[] = {"f0", "f1", "f2", "f3", "f4", "f5", "f0 s1", "f1 s1", "f2 s1", "f3 s1",
                                         "f4 s1", "f5 s1", "f0 s0", "f1 s0", "f2 s0", "f3 s0", "f4 s0", "f5 s0"};

    for (double label = 0.0; label < g->classes && label < 1000.0; label += 1.0) {
        size_t i = 0;   /* of the first sample with this answer */
        while (i < g->side * g->side && pt_table_number(g->table, i, PT_grid_class) != label)
            i++;
        if (i < g->side * g->side)
            draw_area(c, g, label, 0.0, INFINITY, styles[(size_t)label % (sizeof styles / sizeof *styles)]);
    }
}

/* ---- the boundary ------------------------------------------------------------------------------------- */

/* Where the label changes on the side from corner i; false: it does not. */
static bool crossing(const struct pt_chart *c, const struct grid *g, size_t x, size_t y, size_t i, struct corner *at)
{
    const size_t *a = around[i], *b = around[(i + 1) % 4];
    struct corner from = corner_at(c, g, x + a[0], y + a[1]), to = corner_at(c, g, x + b[0], y + b[1]);

    if (class_at(g, x + a[0], y + a[1]) == class_at(g, x + b[0], y + b[1]))
        return false;
    from.value = fabs(score_at(g, x + a[0], y + a[1]));
    to.value = -fabs(score_at(g, x + b[0], y + b[1]));
    if (!isfinite(from.value) || !isfinite(to.value))
        return false;
    *at = from.value > to.value ? between(&from, &to, 0.0)
                                : (struct corner){(from.x + to.x) / 2.0, (from.y + to.y) / 2.0, 0.0};
    return true;
}

/* Two crossings are joined; three meet in the middle; four are two pieces, or meet too. */
static void draw_piece(struct pt_chart *c, const struct grid *g, size_t x, size_t y)
{
    const struct corner low = corner_at(c, g, x, y), high = corner_at(c, g, x + 1, y + 1);
    struct corner at[4];
    size_t n = 0;

    for (size_t i = 0; i < 4; i++)
        n += crossing(c, g, x, y, i, &at[n]);
    if (n >= 3) {
        for (size_t i = 0; i < n; i++) {
            pt_svg_path_point(c->svg, at[i].x, at[i].y, true);
            pt_svg_path_point(c->svg, (low.x + high.x) / 2.0, (low.y + high.y) / 2.0, false);
        }
    } else if (n == 2) {
        pt_svg_path_point(c->svg, at[0].x, at[0].y, true);
        pt_svg_path_point(c->svg, at[1].x, at[1].y, false);
    }
}

static bool take_grid(const struct pt_record *record, struct grid *g)
{
    const double side = PT_NUMBER(record, grid_side);

    *g = (struct grid){.table = PT_TABLE(record, grid), .classes = PT_NUMBER(record, classes)};
    if (g->table == NULL || !(side >= 2.0 && side <= 1000.0))
        return false;
    g->side = (size_t)side;
    return g->table->n_rows >= g->side * g->side;
}

/* The middle of the samples with this answer, if it is one of them; they must be enough to hold a name. */
static bool middle_of(const struct grid *g, double label, size_t at[2])
{
    double n = 0.0, x = 0.0, y = 0.0;

    for (size_t i = 0; i < g->side * g->side; i++)
        if (pt_table_number(g->table, i, PT_grid_class) == label) {
            n += 1.0;
            x += (double)(i % g->side);
            y += (double)(i / g->side);
        }
    at[0] = n > 0.0 ? (size_t)(x / n + 0.5) : 0;
    at[1] = n > 0.0 ? (size_t)(y / n + 0.5) : 0;
    return n * 500.0 > (double)(g->side * g->side) && class_at(g, at[0], at[1]) == label;
}

void pt_contour_names(struct pt_chart *c, const struct pt_record *record)
{
    const struct pt_table *classes = PT_TABLE(record, classes);
    struct grid g;

    if (!take_grid(record, &g) || classes == NULL || classes->n_rows <= PT_COLOURS)
        return;
    for (size_t label = 0; label < classes->n_rows && label < 1000; label++) {
        size_t at[2];
        if (middle_of(&g, (double)label, at)) {
            const struct corner corner = corner_at(c, &g, at[0], at[1]);
            pt_svg_name(c->svg, "area", corner.x, corner.y + 4.0, PT_MIDDLE,
                        PT_AS_SHORT(pt_table_text(classes, label, PT_classes_name), 12));
        }
    }
}

void pt_contour_draw(struct pt_chart *c, const struct pt_record *record)
{
    struct grid g;

    if (!take_grid(record, &g))
        return;
    if (g.classes > 2.0)
        draw_answers(c, &g);
    else
        draw_bands(c, &g);
    pt_svg_path_begin(c->svg);
    for (size_t y = 0; y + 1 < g.side; y++)
        for (size_t x = 0; x + 1 < g.side; x++)
            draw_piece(c, &g, x, y);
    pt_svg_path_end(c->svg, "edge", false);
}
