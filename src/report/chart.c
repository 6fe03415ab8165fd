/* Axes, ticks, lines, legends and polygons. */
#include "report/chart.h"
#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

double pt_chart_x(const struct pt_chart *c, double x)
{
    const double share = c->log_x ? (log10(x) - log10(c->x0)) / (log10(c->x1) - log10(c->x0))
                                  : (x - c->x0) / (c->x1 - c->x0);

    return c->left + share * (c->right - c->left);
}

double pt_chart_y(const struct pt_chart *c, double y)
{
    const double share = c->log_y ? (log10(y) - log10(c->y0)) / (log10(c->y1) - log10(c->y0))
                                  : (y - c->y0) / (c->y1 - c->y0);

    return c->bottom - share * (c->bottom - c->top);
}

void pt_chart_point(const struct pt_chart *c, const struct pt_table *table, size_t row, enum pt_record_column x,
                    double at[2])
{
    pt_table_numbers(table, row, x, 2, at);
    at[0] = pt_chart_x(c, at[0]);
    at[1] = pt_chart_y(c, at[1]);
}

/* A round step that cuts the span into about `n`. */
static double round_step(double span, double n)
{
    const double raw = span / n, power = pow(10.0, floor(log10(raw))), m = raw / power;

    return power * (m < 1.5 ? 1.0 : m < 3.5 ? 2.0 : m < 7.5 ? 5.0 : 10.0);
}

/* ---- spans ---------------------------------------------------------------------------------------- */

static void widen(double *from, double *to, bool log)
{
    if (!isfinite(*from) || !isfinite(*to) || !isfinite(*to - *from)) {
        *from = log ? 0.1 : 0.0;
        *to = 1.0;
    }
    if (*to > *from)
        return;
    if (log) {
        *from /= 2.0;
        *to *= 2.0;
    } else {
        const double air = *from == 0.0 ? 1.0 : fabs(*from) * 0.5;
        *from -= air;
        *to += air;
    }
}

/* A unit of x as long as a unit of y. */
static void make_square(struct pt_chart *c)
{
    const double wide = (c->x1 - c->x0) / (c->right - c->left), high = (c->y1 - c->y0) / (c->bottom - c->top);
    const double more = fabs(wide - high) * (wide > high ? c->bottom - c->top : c->right - c->left) / 2.0;

    if (wide > high) {
        c->y0 -= more;
        c->y1 += more;
    } else {
        c->x0 -= more;
        c->x1 += more;
    }
}

/* ---- ticks ---------------------------------------------------------------------------------------- */

enum { MOST_TICKS = 20 };   /* more than any chart has; a record may hold any number */

static void tick(const struct pt_chart *c, bool horizontal, double value)
{
    const double span = fabs(horizontal ? c->x1 - c->x0 : c->y1 - c->y0);
    const double most = horizontal ? fmax(fabs(c->x0), fabs(c->x1)) : fmax(fabs(c->y0), fabs(c->y1));
    const double digits = ceil(log10(most / span)) + 2.0;   /* so that neighbours differ */
    char text[32];

    if (digits > 4.0 && digits < 16.0)
        text[pt_format_significant(value, (unsigned)digits, text)] = '\0';
    else
        pt_number_text(fabs(value) < 1e-12 * span ? 0.0 : value, text);

    if (horizontal) {
        const double x = pt_chart_x(c, value);
        pt_svg_line(c->svg, "rule", x, c->top, x, c->bottom);
        pt_svg_text(c->svg, "soft small", x, c->bottom + 15.0, PT_MIDDLE, text);
    } else {
        const double y = pt_chart_y(c, value);
        pt_svg_line(c->svg, "rule", c->left, y, c->right, y);
        pt_svg_text(c->svg, "soft small", c->left - 6.0, y + 4.0, PT_END, text);
    }
}

static void even_ticks(const struct pt_chart *c, bool horizontal)
{
    const double from = horizontal ? c->x0 : c->y0, to = horizontal ? c->x1 : c->y1;
    double step = round_step(to - from, horizontal ? 5.0 : 4.5);

    if ((horizontal ? c->whole_x : c->whole_y) && step < 1.0)
        step = 1.0;
    for (int i = 0; i < MOST_TICKS; i++) {
        const double value = (ceil(from / step - 1e-9) + i) * step;
        if (!(value <= to + 1e-9 * step))
            break;
        tick(c, horizontal, value);
    }
}

static void log_ticks(const struct pt_chart *c, bool horizontal)
{
    const double from = log10(horizontal ? c->x0 : c->y0), to = log10(horizontal ? c->x1 : c->y1);
    const double every = ceil((to - from) / 6.0);
    static const double within[] = {1.0, 2.0, 5.0};

    for (int k = 0; k < MOST_TICKS; k++)
        for (size_t i = 0; i < (to - from < 2.5 ? 3 : 1); i++) {
            const double value = within[i] * pow(10.0, (floor(from / every) + k) * every);
            if (log10(value) >= from - 1e-9 && log10(value) <= to + 1e-9)
                tick(c, horizontal, value);
        }
}

static void put_label(const struct pt_chart *c, double x, double y, const char *label)
{
    (c->names ? pt_svg_name : pt_svg_text)(c->svg, "soft", x, y, PT_MIDDLE, label);
}

/* Turned by a quarter, in the middle of the frame's height. */
static void put_upright_label(const struct pt_chart *c, double x, const char *label)
{
    pt_buffer_text(c->svg->out, "<g transform=\"translate(");
    pt_svg_number(c->svg->out, x);
    pt_buffer_byte(c->svg->out, ' ');
    pt_svg_number(c->svg->out, (c->top + c->bottom) / 2.0);
    pt_buffer_text(c->svg->out, ") rotate(-90)\">");
    put_label(c, 0.0, 0.0, label);
    pt_buffer_text(c->svg->out, "</g>\n");
}

void pt_chart_right_percent(struct pt_chart *c, const char *label)
{
    const double step = round_step(100.0 * (c->y1 - c->y0), 4.5);

    for (int i = 0; i < MOST_TICKS && i * step <= 100.0 * c->y1; i++) {
        char text[40];
        snprintf(text, sizeof text, "%s %%", PT_AS_NUMBER(i * step));
        pt_svg_text(c->svg, "soft small", c->right + 6.0, pt_chart_y(c, i * step / 100.0) + 4.0, PT_START, text);
    }
    put_upright_label(c, c->svg->width - 4.0, label);
}

void pt_chart_fit(struct pt_chart *c)
{
    if (c->right <= c->left) {
        c->left = 62.0;
        c->right = c->svg->width - 14.0;
        c->top = 30.0 + c->legend_room;
        c->bottom = c->svg->height - 44.0;
    }
    c->legend_x = c->left;
    c->legend_y = c->top - 12.0 - c->legend_room;
    widen(&c->x0, &c->x1, c->log_x);
    widen(&c->y0, &c->y1, c->log_y);
    if (c->square)
        make_square(c);
    c->square = false;
}

void pt_chart_draw(struct pt_chart *c)
{
    pt_chart_fit(c);
    pt_svg_rect(c->svg, "back", c->left, c->top, c->right - c->left, c->bottom - c->top);
    (c->log_x ? log_ticks : even_ticks)(c, true);
    if (c->y_label != NULL) {
        (c->log_y ? log_ticks : even_ticks)(c, false);
        if (!c->log_y && c->y0 < 0.0 && c->y1 > 0.0)
            pt_svg_line(c->svg, "zero", c->left, pt_chart_y(c, 0.0), c->right, pt_chart_y(c, 0.0));
        pt_svg_line(c->svg, "axis", c->left, c->bottom, c->right, c->bottom);
    }
    put_label(c, (c->left + c->right) / 2.0, c->bottom + 34.0, c->x_label);
    if (c->y_label != NULL)
        put_upright_label(c, 14.0, c->y_label);
}

/* ---- lines ---------------------------------------------------------------------------------------- */

static bool is_drawable(const struct pt_chart *c, double x, double y)
{
    return isfinite(x) && isfinite(y) && (!c->log_x || x > 0.0) && (!c->log_y || y > 0.0);
}

void pt_chart_line(struct pt_chart *c, const struct pt_table *table, enum pt_record_column x, enum pt_record_column y,
                   const char *style)
{
    size_t drawn = 0;
    double at[2] = {0};

    pt_svg_path_begin(c->svg);
    for (size_t i = 0; i < table->n_rows; i++) {
        const double px = pt_table_number(table, i, x), py = pt_table_number(table, i, y);
        if (!is_drawable(c, px, py))
            continue;
        at[0] = pt_chart_x(c, px);
        at[1] = fmin(fmax(pt_chart_y(c, py), c->top), c->bottom);
        pt_svg_path_point(c->svg, at[0], at[1], drawn++ == 0);
    }
    pt_svg_path_end(c->svg, style, false);
    if (drawn == 1)
        pt_svg_circle(c->svg, style, at[0], at[1], 2.0);
}

void pt_chart_curve(struct pt_chart *c, double (*f)(double, const double *), const double *parameters,
                    const char *style)
{
    bool first = true;

    pt_svg_path_begin(c->svg);
    for (int i = 0; i <= 120; i++) {
        const double share = i / 120.0;
        const double x = c->log_x ? pow(10.0, log10(c->x0) + share * (log10(c->x1) - log10(c->x0)))
                                  : c->x0 + share * (c->x1 - c->x0);
        const double y = f(x, parameters);
        if (!is_drawable(c, x, y) || pt_chart_y(c, y) < c->top - 0.01 || pt_chart_y(c, y) > c->bottom + 0.01)
            continue;
        pt_svg_path_point(c->svg, pt_chart_x(c, x), pt_chart_y(c, y), first);
        first = false;
    }
    pt_svg_path_end(c->svg, style, false);
}

/* ---- legends --------------------------------------------------------------------------------------- */

/* About the width of a text that begins `indent` from here, and of the gap behind it. */
static double width_of(double indent, const char *text)
{
    double width = 0.0;

    for (; *text != '\0'; text++)
        width += (*text & 0xc0) == 0x80 ? 0.0 : 6.7;
    return indent + width + 14.0;
}

/* Places the next entry behind it. */
static void move_on(struct pt_chart *c, double indent, const char *text)
{
    c->legend_x += width_of(indent, text);
}

void pt_chart_legend(struct pt_chart *c, const char *style, const char *text)
{
    pt_svg_line(c->svg, style, c->legend_x, c->legend_y - 4.0, c->legend_x + 20.0, c->legend_y - 4.0);
    pt_svg_text(c->svg, "key", c->legend_x + 25.0, c->legend_y, PT_START, text);
    move_on(c, 25.0, text);
}

void pt_chart_legend_bar(struct pt_chart *c, const char *style, const char *text)
{
    pt_svg_rect(c->svg, style, c->legend_x, c->legend_y - 10.0, 12.0, 12.0);
    pt_svg_text(c->svg, "key", c->legend_x + 17.0, c->legend_y, PT_START, text);
    move_on(c, 17.0, text);
}

enum { LEGEND_LINE = 17, LEGEND_NAMES = 72, NAME_SHOWN = 30 };

/* The text of entry i: a label, or behind the last one shown how many there are besides; false: no such entry. */
static bool legend_entry(const struct pt_table *classes, size_t i, char text[PT_SHORT_ROOM])
{
    if (classes == NULL || i >= classes->n_rows || i > LEGEND_NAMES)
        return false;
    if (i == LEGEND_NAMES)
        snprintf(text, PT_SHORT_ROOM, "and %zu more", classes->n_rows - i);
    else
        pt_short_name(pt_table_text(classes, i, PT_classes_name), NAME_SHOWN, text);
    return true;
}

double pt_legend_room(const struct pt_table *classes, double width)
{
    char text[PT_SHORT_ROOM];
    double x = 0.0, room = 0.0;

    for (size_t i = 0; legend_entry(classes, i, text); i++) {
        const double wide = width_of(16.0, text);
        if (x > 0.0 && x + wide - 14.0 > width) {
            x = 0.0;
            room += LEGEND_LINE;
        }
        x += wide;
    }
    return room;
}

void pt_chart_legend_classes(struct pt_chart *c, const struct pt_table *classes)
{
    const double left = c->legend_x;
    char text[PT_SHORT_ROOM];

    for (size_t i = 0; legend_entry(classes, i, text); i++) {
        if (c->legend_x > left && c->legend_x + width_of(16.0, text) - 14.0 > c->right) {
            c->legend_x = left;
            c->legend_y += LEGEND_LINE;
        }
        if (i < LEGEND_NAMES)
            pt_svg_mark(c->svg, i, c->legend_x + 6.0, c->legend_y - 4.0, 5.0);
        pt_svg_name(c->svg, "key", c->legend_x + 16.0, c->legend_y, PT_START, text);
        move_on(c, 16.0, text);
    }
}

/* ---- polygons -------------------------------------------------------------------------------------- */

void pt_polygon_box(struct pt_polygon *p, double x0, double y0, double x1, double y1)
{
    *p = (struct pt_polygon){{x0, x1, x1, x0}, {y0, y0, y1, y1}, 4};
}

/* Where the line crosses the edge from corner i to the next; false: both are on the same side of it. */
static bool crosses(const struct pt_polygon *p, size_t i, const double line[3], double at[2])
{
    const size_t j = (i + 1) % p->n;
    const double from = line[0] * p->x[i] + line[1] * p->y[i] + line[2];
    const double to = line[0] * p->x[j] + line[1] * p->y[j] + line[2];

    if ((from >= 0.0) == (to >= 0.0))
        return false;
    at[0] = p->x[i] + (p->x[j] - p->x[i]) * from / (from - to);
    at[1] = p->y[i] + (p->y[j] - p->y[i]) * from / (from - to);
    return true;
}

/* Sutherland and Hodgman's cutting. */
void pt_polygon_cut(struct pt_polygon *p, const double line[3])
{
    struct pt_polygon kept = {.n = 0};

    if (p->n + 2 > PT_POLYGON_ROOM)
        return;
    for (size_t i = 0; i < p->n; i++) {
        double at[2];
        if (kept.n < PT_POLYGON_ROOM && line[0] * p->x[i] + line[1] * p->y[i] + line[2] >= 0.0) {
            kept.x[kept.n] = p->x[i];
            kept.y[kept.n++] = p->y[i];
        }
        if (kept.n < PT_POLYGON_ROOM && crosses(p, i, line, at)) {
            kept.x[kept.n] = at[0];
            kept.y[kept.n++] = at[1];
        }
    }
    *p = kept;
}

void pt_chart_polygon(struct pt_chart *c, const struct pt_polygon *polygon, const char *style)
{
    if (polygon->n < 3)
        return;
    pt_svg_path_begin(c->svg);
    for (size_t i = 0; i < polygon->n; i++)
        pt_svg_path_point(c->svg, pt_chart_x(c, polygon->x[i]), pt_chart_y(c, polygon->y[i]), i == 0);
    pt_svg_path_end(c->svg, style, true);
}

bool pt_chart_ends(const struct pt_chart *c, const double line[3], double ends[4])
{
    struct pt_polygon box;
    size_t n = 0;

    pt_polygon_box(&box, c->x0, c->y0, c->x1, c->y1);
    for (size_t i = 0; i < box.n && n < 2; i++)
        n += crosses(&box, i, line, &ends[2 * n]);
    return n == 2;
}
