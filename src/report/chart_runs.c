/* Many runs: how updates, epochs, margins and errors spread, a strip of dots for each way to train. */
#include "report/chart.h"
#include "report/picture.h"

#include <math.h>
#include <stdlib.h>

enum { STRIP = 34, TOP = 16, LEFT = 150, WAYS = 24 };

struct strips {
    enum pt_record_column column;
    const char *label, *title;
};

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return x < y ? -1 : x > y;
}

/* The middle one of a way's values; runs beyond the first 512 are left out of it. */
static double median_of(const struct pt_table *runs, enum pt_record_column column, double way)
{
    double values[512];
    size_t n = 0;

    for (size_t i = 0; i < runs->n_rows && n < 512; i++) {
        const double value = pt_table_number(runs, i, column);
        if (pt_table_number(runs, i, PT_runs_way) == way && isfinite(value))
            values[n++] = value;
    }
    qsort(values, n, sizeof *values, ascending);
    return n == 0 ? (double)NAN : (values[(n - 1) / 2] + values[n / 2]) / 2.0;
}

static void draw_strip(struct pt_chart *c, const struct pt_table *runs, enum pt_record_column column, size_t way)
{
    const double middle = c->top + STRIP * ((double)way + 0.5), median = median_of(runs, column, (double)way);
    bool named = false;

    for (size_t i = 0, k = 0; i < runs->n_rows; i++) {
        const double value = pt_table_number(runs, i, column);
        if (pt_table_number(runs, i, PT_runs_way) != (double)way)
            continue;
        if (!named) {
            pt_svg_name(c->svg, "small", c->left - 8.0, middle + 4.0, PT_END,
                        PT_AS_SHORT(pt_table_text(runs, i, PT_runs_name), 20));
            named = true;
        }
        if (isfinite(value))
            pt_svg_circle(c->svg, "m1", pt_chart_x(c, value), middle + 3.0 * ((double)(k++ % 5) - 2.0), 3.5);
    }
    if (isfinite(median))
        pt_svg_line(c->svg, "edge", pt_chart_x(c, median), middle - 13.0, pt_chart_x(c, median), middle + 13.0);
}

static bool draw_runs(const struct pt_record *record, struct pt_svg *svg, const struct strips *s)
{
    const struct pt_table *runs = PT_TABLE(record, runs);
    struct pt_chart c = {.svg = svg, .x_label = s->label, .left = LEFT, .right = PT_CHART_WIDTH - 16.0,
                         .top = TOP, .x0 = INFINITY, .x1 = -INFINITY, .y1 = 1.0};
    double air, last;
    size_t ways;

    if (runs == NULL)
        return false;
    pt_table_range(runs, s->column, &c.x0, &c.x1);
    if (c.x1 < c.x0)
        return false;
    air = c.x1 > c.x0 ? (c.x1 - c.x0) * 0.05 : 0.0;
    c.x0 -= air;
    c.x1 += air;
    last = pt_table_number(runs, runs->n_rows - 1, PT_runs_way);
    ways = last >= 0.0 && last < 1e6 ? (size_t)last + 1 : 1;
    c.bottom = TOP + STRIP * fmin((double)ways, WAYS);
    pt_svg_open(svg, PT_CHART_WIDTH, c.bottom + 44.0, s->title,
                "A dot for each of %zu runs in %zu ways; the bar is the median of a way.", runs->n_rows, ways);
    pt_chart_draw(&c);
    for (size_t way = 0; way < ways && way < WAYS; way++)
        draw_strip(&c, runs, s->column, way);
    return true;
}

#define STRIPS(name, column, label, title, heading, caption)                                                         \
    static bool draw_##name(const struct pt_record *record, struct pt_svg *svg)                                      \
    {                                                                                                                \
        return draw_runs(record, svg, &(const struct strips){PT_runs_##column, label, title});                       \
    }                                                                                                                \
    const struct pt_picture pt_picture_runs_##name = {"runs-" #name, heading, caption, draw_##name, NULL};

STRIPS(updates, updates, "updates", "Updates of every run", "Updates",
       "One dot is one run, the bar the median. Runs of a way differ in their seed alone: that is the order of the "
       "rows.")
STRIPS(epochs, epochs, "epochs", "Epochs of every run", "Epochs", "Whole passes over the rows before it stopped.")
STRIPS(margins, margin, "margin", "The margin every run reached", "Margins",
       "How far the nearest row is from the boundary; below 0 a row is on the wrong side.")
STRIPS(errors, error, "share of rows wrong", "The error of every run", "Errors",
       "The share of rows that are wrong: of those held out, or else of those learned from.")
