/* A run in a terminal: the boundary and the rows as characters, curves as rows of bars. */
#include "base/printable.h"
#include "report/page.h"
#include "report/svg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 22, MOST = 160, LETTERS = 52 };

/* Marks of more than six labels: letters, which go round again behind the last. */
static const char letters[LETTERS][2] = {
    "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r", "s", "t", "u", "v", "w",
    "x", "y", "z", "A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M", "N", "O", "P", "Q", "R", "S", "T",
    "U", "V", "W", "X", "Y", "Z"};

struct glyphs {
    const char *marks[6];        /* rows of each class */
    const char *slopes[4];       /* flat, steep, rising, falling */
    const char *bars[9];         /* from nothing to full */
    const char *shades[6];       /* areas of each class, where the boundary is not a line */
    const char *corner, *side, *floor;
};

static const struct glyphs unicode = {
    {"\xe2\x97\x8b", "\xe2\x96\xa0", "\xe2\x96\xb3", "\xe2\x97\x86", "\xe2\x96\xbd", "\xe2\x97\x8f"},
    {"\xe2\x94\x80", "\xe2\x94\x82", "\xe2\x95\xb1", "\xe2\x95\xb2"},
    {" ", "\xe2\x96\x81", "\xe2\x96\x82", "\xe2\x96\x83", "\xe2\x96\x84", "\xe2\x96\x85", "\xe2\x96\x86",
     "\xe2\x96\x87", "\xe2\x96\x88"},
    {" ", "\xc2\xb7", ":", "\xe2\x81\x98", "'", "\xcb\x99"},
    "\xe2\x94\x94", "\xe2\x94\x82", "\xe2\x94\x80"};
static const struct glyphs ascii = {
    {"o", "+", "x", "*", "%", "@"}, {"-", "|", "/", "\\"}, {" ", ".", ".", ":", "-", "=", "+", "*", "#"},
    {" ", ".", ":", "~", "'", "\""}, "+", "|", "-"};

struct canvas {
    const struct glyphs *glyphs;
    size_t columns;
    bool   lettered;             /* more labels than marks */
    const char *cells[ROWS][MOST];
    double x0, x1, y0, y1;
};

static const char *mark_of(const struct canvas *c, size_t label)
{
    return c->lettered ? letters[label % LETTERS] : c->glyphs->marks[label % 6];
}

/* ---- the plane -------------------------------------------------------------------------------------- */

static double column_x(const struct canvas *c, double column)
{
    return c->x0 + (c->x1 - c->x0) * (column + 0.5) / (double)c->columns;
}

static double row_y(const struct canvas *c, double row)
{
    return c->y1 - (c->y1 - c->y0) * (row + 0.5) / ROWS;
}

/* The character that lies best along a line through cells that are twice as high as wide. */
static const char *slope_of(const struct canvas *c, const double line[3])
{
    const double rise = -line[0] / line[1] * ((c->x1 - c->x0) / (double)c->columns) / ((c->y1 - c->y0) / ROWS);

    if (line[1] == 0.0 || fabs(rise) > 2.0)
        return c->glyphs->slopes[1];
    return c->glyphs->slopes[fabs(rise) < 0.35 ? 0 : rise > 0.0 ? 2 : 3];
}

static void draw_line(struct canvas *c, const double line[3])
{
    for (size_t row = 0; row < ROWS; row++)
        for (size_t column = 0; column < c->columns; column++) {
            const double x[2] = {column_x(c, (double)column - 0.5), column_x(c, (double)column + 0.5)};
            const double y[2] = {row_y(c, (double)row - 0.5), row_y(c, (double)row + 0.5)};
            int above = 0;
            for (size_t i = 0; i < 4; i++)
                above += line[0] * x[i % 2] + line[1] * y[i / 2] + line[2] > 0.0;
            if (above > 0 && above < 4)
                c->cells[row][column] = slope_of(c, line);
        }
}

static void draw_areas(struct canvas *c, const struct pt_record *record)
{
    const struct pt_table *grid = PT_TABLE(record, grid);
    const double side = PT_NUMBER(record, grid_side);

    if (grid == NULL || !(side >= 1.0 && side <= 1000.0) || (double)grid->n_rows < side * side)
        return;
    for (size_t row = 0; row < ROWS; row++)
        for (size_t column = 0; column < c->columns; column++) {
            const size_t x = (size_t)((double)column * side / (double)c->columns);
            const size_t y = (size_t)((double)(ROWS - 1 - row) * side / ROWS);
            const size_t label = pt_table_index(grid, y * (size_t)side + x, PT_grid_class, 6000);
            c->cells[row][column] = c->lettered ? " " : c->glyphs->shades[label % 6];
        }
}

static void draw_points(struct canvas *c, const struct pt_table *points)
{
    for (size_t i = 0; i < points->n_rows; i++) {
        const double column = (pt_table_number(points, i, PT_points_x) - c->x0) / (c->x1 - c->x0) * (double)c->columns;
        const double row = (c->y1 - pt_table_number(points, i, PT_points_y)) / (c->y1 - c->y0) * ROWS;
        const size_t label = pt_table_index(points, i, PT_points_class, PT_NO_CLASS);
        if (column >= 0.0 && column < (double)c->columns && row >= 0.0 && row < ROWS)
            c->cells[(size_t)row][(size_t)column] = label == PT_NO_CLASS ? "?" : mark_of(c, label);
    }
}

static void put_cells(const struct canvas *c, struct pt_buffer *out)
{
    for (size_t row = 0; row < ROWS; row++) {
        size_t last = c->columns;
        while (last > 0 && strcmp(c->cells[row][last - 1], " ") == 0)
            last--;
        pt_buffer_format(out, "  %s", c->glyphs->side);
        for (size_t column = 0; column < last; column++)
            pt_buffer_text(out, c->cells[row][column]);
        pt_buffer_byte(out, '\n');
    }
    pt_buffer_format(out, "  %s", c->glyphs->corner);
    for (size_t column = 0; column < c->columns; column++)
        pt_buffer_text(out, c->glyphs->floor);
    pt_buffer_byte(out, '\n');
}

static void put_key(const struct pt_record *record, const struct canvas *c, struct pt_buffer *out)
{
    const struct pt_table *classes = PT_TABLE(record, classes);
    size_t at = 0;

    pt_buffer_text(out, "   ");
    for (size_t i = 0; classes != NULL && i < classes->n_rows; i++) {
        const char *whole = pt_table_text(classes, i, PT_classes_name);
        const struct pt_printable shown = pt_printable(whole, strlen(whole));
        const char *name = shown.text;
        if (at > 0 && at + strlen(name) + 5 > c->columns) {
            pt_buffer_text(out, "\n   ");
            at = 0;
        }
        at += strlen(name) + 5;
        pt_buffer_format(out, "%s %s   ", mark_of(c, i), name);
    }
    if (c->lettered)
        pt_buffer_text(out, "\n   ");
    pt_buffer_format(out, "across: %s, up: %s\n", PT_TEXT(record, x_axis), PT_TEXT(record, y_axis));
}

static void put_plane(const struct pt_record *record, struct canvas *c, struct pt_buffer *out)
{
    const struct pt_table *points = PT_TABLE(record, points);
    const double line[3] = {PT_NUMBER(record, line_x), PT_NUMBER(record, line_y), PT_NUMBER(record, line_b)};

    c->x0 = PT_NUMBER(record, plane_x0);
    c->x1 = PT_NUMBER(record, plane_x1);
    c->y0 = PT_NUMBER(record, plane_y0);
    c->y1 = PT_NUMBER(record, plane_y1);
    if (points == NULL || !(c->x1 > c->x0) || !(c->y1 > c->y0))
        return;
    c->lettered = PT_TABLE(record, classes) != NULL && PT_TABLE(record, classes)->n_rows > 6;
    for (size_t i = 0; i < ROWS * MOST; i++)
        c->cells[i / MOST][i % MOST] = " ";
    if (isfinite(line[0]))
        draw_line(c, line);
    else
        draw_areas(c, record);
    draw_points(c, points);
    put_cells(c, out);
    put_key(record, c, out);
}

/* ---- curves ----------------------------------------------------------------------------------------- */

/* One row of bars: the table's column, in as many bars as fit, each the mean of what falls into it. */
static void put_curve(const struct pt_table *table, enum pt_record_column column, const char *words,
                      const struct canvas *c, struct pt_buffer *out)
{
    const size_t bars = table->n_rows < c->columns ? table->n_rows : c->columns;
    double least = 0.0, most = -INFINITY;

    pt_table_range(table, column, &least, &most);
    if (!(most >= least) || most == -INFINITY)
        return;
    pt_buffer_format(out, "\n  %s, up to %s\n   ", words, PT_AS_NUMBER(most));
    for (size_t b = 0; b < bars; b++) {
        const size_t from = b * table->n_rows / bars, to = (b + 1) * table->n_rows / bars;
        double sum = 0.0, share;
        for (size_t i = from; i < to; i++)
            sum += pt_table_number(table, i, column);
        share = most > 0.0 ? sum / (double)(to - from) / most : 0.0;
        pt_buffer_text(out, c->glyphs->bars[share > 0.0 ? (size_t)fmin(8.0, ceil(share * 8.0)) : 0]);
    }
    pt_buffer_byte(out, '\n');
}

void pt_plot_write(const struct pt_record *record, size_t columns, bool plain, struct pt_buffer *out)
{
    const struct pt_table *epochs = PT_TABLE(record, epochs), *updates = PT_TABLE(record, updates);
    struct canvas c = {.glyphs = plain ? &ascii : &unicode,
                       .columns = columns < 20 ? 20 : columns > MOST ? MOST : columns};

    put_plane(record, &c, out);
    if (epochs != NULL)
        put_curve(epochs, PT_epochs_mistakes, "mistakes per epoch", &c, out);
    if (epochs != NULL)
        put_curve(epochs, PT_epochs_risk, PT_TEXT(record, loss)[0] == '\0' ? "loss" : PT_TEXT(record, loss), &c, out);
    if (epochs != NULL)
        put_curve(epochs, PT_epochs_holdout, "hold-out error per epoch", &c, out);
    if (updates != NULL)
        put_curve(updates, PT_updates_upper, "upper end of the best theorem margin, over the updates", &c, out);
}
