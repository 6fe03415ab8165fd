/* Many runs: how updates, epochs, margins and errors spread, a strip of dots for each way to train. */
#include "report/chart.h"
#include "base/plural.h"
#include "report/picture.h"

#include <math.h>
#include <stdlib.h>

enum { STRIP = 34, TOP = 16, LEFT = 150, WAYS = 100 };

struct strips {
    enum pt_record_column column;
    double unit;                 /* what is one on the axis: 0.01 for percent */
    const char *label, *title;
};

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return x < y ? -1 : x > y;
}

/* The middle one of a way's values; of runs beyond the first 512 there is none. */
static double median_of(const struct pt_table *runs, enum pt_record_column column, double way)
{
    double values[512];
    size_t n = 0;

    for (size_t i = 0; i < runs->n_rows; i++) {
        const double value = pt_table_number(runs, i, column);
        if (pt_table_number(runs, i, PT_runs_way) != way || !isfinite(value))
            continue;
        if (n == 512)
            return (double)NAN;
        values[n++] = value;
    }
    qsort(values, n, sizeof *values, ascending);
    return n == 0 ? (double)NAN : (values[(n - 1) / 2] + values[n / 2]) / 2.0;
}

static void draw_strip(struct pt_chart *c, const struct pt_table *runs, const struct strips *s, size_t way)
{
    const double middle = c->top + STRIP * ((double)way + 0.5);
    const double median = median_of(runs, s->column, (double)way) / s->unit;
    bool named = false;

    for (size_t i = 0, k = 0; i < runs->n_rows; i++) {
        const double value = pt_table_number(runs, i, s->column) / s->unit;
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
    c.x0 /= s->unit;
    c.x1 /= s->unit;
    air = c.x1 > c.x0 ? (c.x1 - c.x0) * 0.05 : 0.0;
    c.x0 = c.x0 >= 0.0 ? fmax(0.0, c.x0 - air) : c.x0 - air;
    c.x1 += c.x1 > 0.0 || air > 0.0 ? air : 1.0;
    last = pt_table_number(runs, runs->n_rows - 1, PT_runs_way);
    ways = last >= 0.0 && last < 1e6 ? (size_t)last + 1 : 1;
    c.bottom = TOP + STRIP * fmin((double)ways, WAYS);
    pt_svg_open(svg, PT_CHART_WIDTH, c.bottom + 44.0, s->title,
                "A dot for %s%zu run%s in %zu way%s; the bar is the median of a way.",
                pt_one_many(runs->n_rows, "", "each of "), runs->n_rows, pt_plural(runs->n_rows), ways,
                pt_plural(ways));
    pt_chart_draw(&c);
    for (size_t way = 0; way < ways && way < WAYS; way++)
        draw_strip(&c, runs, s, way);
    return true;
}

static void say_updates(const struct pt_record *record, struct pt_buffer *out)
{
    pt_buffer_text(out, "One dot is one run, the bar the median. Runs of a way differ in their seed alone, of which "
                        "come the order of the rows, the rows held out and a random start.");
    if (PT_TABLE(record, runs)->n_rows > 512)
        pt_buffer_text(out, " Ways of more than 512 runs have no bar.");
}

static void say_error(const struct pt_record *record, struct pt_buffer *out)
{
    pt_buffer_text(out, PT_NUMBER(record, runs_held_out) == 1.0
                            ? "The share of rows wrong among those held out, from which no run learned."
                            : "The share of rows wrong among those learned from: how they fit, not how they will do.");
}

#define STRIPS(name, column, unit, label, title, heading, caption, say)                                              \
    static bool draw_##name(const struct pt_record *record, struct pt_svg *svg)                                      \
    {                                                                                                                \
        return draw_runs(record, svg, &(const struct strips){PT_runs_##column, unit, label, title});                 \
    }                                                                                                                \
    const struct pt_picture pt_picture_runs_##name = {"runs-" #name, heading, caption, draw_##name, say};

STRIPS(updates, updates, 1.0, "updates", "Updates of every run", "Updates", "", say_updates)
STRIPS(epochs, epochs, 1.0, "epochs", "Epochs of every run", "Epochs", "Whole passes over the rows before it stopped.",
       NULL)
STRIPS(margins, margin, 1.0, "theorem margin", "The theorem margin every run reached", "Theorem margins",
       "The least y(w\xc2\xb7x + b) over the length of w with the bias counted: what bounds on updates speak of. "
       "Below 0 a row is on the wrong side. A kernel\xe2\x80\x99s is of its own space, and does not compare "
       "with others.",
       NULL)
STRIPS(distances, distance, 1.0, "distance of the nearest row", "The distance of the nearest row in every run",
       "Distances", "How far the nearest row is from the boundary; below 0 the worst row, on the wrong side.", NULL)
STRIPS(errors, error, 0.01, "rows wrong, %", "The error of every run, in percent", "Errors", "", say_error)
