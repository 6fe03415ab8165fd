/* Axes, ticks, lines and legends. */
#include "report/chart.h"

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

double pt_chart_step(double span, double n)
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
    char text[32];

    pt_number_text(fabs(value) < 1e-12 * fabs(horizontal ? c->x1 - c->x0 : c->y1 - c->y0) ? 0.0 : value, text);
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
    double step = pt_chart_step(to - from, horizontal ? 5.0 : 4.5);

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

/* Turned by a quarter, in the middle of the frame's height. */
static void upright_label(struct pt_chart *c, double x, const char *label,
                          void (*put)(struct pt_svg *, const char *, double, double, enum pt_anchor, const char *))
{
    pt_buffer_text(c->svg->out, "<g transform=\"translate(");
    pt_svg_number(c->svg->out, x);
    pt_buffer_byte(c->svg->out, ' ');
    pt_svg_number(c->svg->out, (c->top + c->bottom) / 2.0);
    pt_buffer_text(c->svg->out, ") rotate(-90)\">");
    put(c->svg, "soft", 0.0, 0.0, PT_MIDDLE, label);
    pt_buffer_text(c->svg->out, "</g>\n");
}

static void draw_labels(struct pt_chart *c)
{
    void (*const put)(struct pt_svg *, const char *, double, double, enum pt_anchor, const char *) =
        c->names ? pt_svg_name : pt_svg_text;

    put(c->svg, "soft", (c->left + c->right) / 2.0, c->bottom + 34.0, PT_MIDDLE, c->x_label);
    upright_label(c, 14.0, c->y_label, put);
}

void pt_chart_right_percent(struct pt_chart *c, const char *label)
{
    const double step = pt_chart_step(100.0 * (c->y1 - c->y0), 4.5);

    for (int i = 0; i < MOST_TICKS && i * step <= 100.0 * c->y1; i++) {
        char number[32], text[40];
        pt_number_text(i * step, number);
        snprintf(text, sizeof text, "%s %%", number);
        pt_svg_text(c->svg, "soft small", c->right + 6.0, pt_chart_y(c, i * step / 100.0) + 4.0, PT_START, text);
    }
    upright_label(c, c->svg->width - 4.0, label, pt_svg_text);
}

void pt_chart_fit(struct pt_chart *c)
{
    if (c->right <= c->left) {
        c->left = 62.0;
        c->right = c->svg->width - 14.0;
        c->top = 30.0;
        c->bottom = c->svg->height - 44.0;
    }
    c->legend_x = c->left;
    c->legend_y = c->top - 12.0;
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
    (c->log_y ? log_ticks : even_ticks)(c, false);
    if (!c->log_y && c->y0 < 0.0 && c->y1 > 0.0)
        pt_svg_line(c->svg, "zero", c->left, pt_chart_y(c, 0.0), c->right, pt_chart_y(c, 0.0));
    pt_svg_line(c->svg, "axis", c->left, c->bottom, c->right, c->bottom);
    draw_labels(c);
}

void pt_chart_strips(struct pt_chart *c)
{
    pt_chart_fit(c);
    pt_svg_rect(c->svg, "back", c->left, c->top, c->right - c->left, c->bottom - c->top);
    even_ticks(c, true);
    pt_svg_text(c->svg, "soft", (c->left + c->right) / 2.0, c->bottom + 34.0, PT_MIDDLE, c->x_label);
}

/* ---- lines ---------------------------------------------------------------------------------------- */

static bool is_drawable(const struct pt_chart *c, double x, double y)
{
    return isfinite(x) && isfinite(y) && (!c->log_x || x > 0.0) && (!c->log_y || y > 0.0);
}

static double clamp(double y, const struct pt_chart *c)
{
    return y < c->top ? c->top : y > c->bottom ? c->bottom : y;
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
        at[1] = clamp(pt_chart_y(c, py), c);
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

/* About as wide as the text will be. */
static double text_width(const char *text)
{
    double width = 0.0;

    for (; *text != '\0'; text++)
        width += (*text & 0xc0) == 0x80 ? 0.0 : 6.7;
    return width;
}

void pt_chart_legend(struct pt_chart *c, const char *style, const char *text)
{
    pt_svg_line(c->svg, style, c->legend_x, c->legend_y - 4.0, c->legend_x + 20.0, c->legend_y - 4.0);
    pt_svg_text(c->svg, "key", c->legend_x + 25.0, c->legend_y, PT_START, text);
    c->legend_x += 25.0 + text_width(text) + 14.0;
}

void pt_chart_legend_bar(struct pt_chart *c, const char *style, const char *text)
{
    pt_svg_rect(c->svg, style, c->legend_x, c->legend_y - 10.0, 12.0, 12.0);
    pt_svg_text(c->svg, "key", c->legend_x + 17.0, c->legend_y, PT_START, text);
    c->legend_x += 17.0 + text_width(text) + 14.0;
}

void pt_chart_legend_mark(struct pt_chart *c, size_t class_number, const char *name)
{
    pt_svg_mark(c->svg, class_number, c->legend_x + 6.0, c->legend_y - 4.0, 5.0);
    pt_svg_name(c->svg, "key", c->legend_x + 16.0, c->legend_y, PT_START, name);
    c->legend_x += 16.0 + text_width(name) + 14.0;
}
