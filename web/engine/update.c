/* The vector picture, with the marks of the engine's other pictures. */
#include "update.h"
#include "engine.h"
#include "report/chart.h"

#include <math.h>

void update_take(struct update *u, const ptron_step *step)
{
    u->known = step->weights != NULL && step->n_weights == 2 && step->vectors <= 1;
    if (!u->known)
        return;
    memcpy(u->before, u->after, sizeof u->before);
    memcpy(u->after, step->weights, sizeof u->after);
    u->row = step->row;
    u->sign = step->sign;
    u->step = step->keep == 1.0 && !step->gathers ? step->step : (double)NAN;
}

/* From one point of the plane to another, with a head. */
static void arrow(const struct pt_chart *c, const char *style, const double from[2], const double to[2])
{
    const double x = pt_chart_x(c, to[0]), y = pt_chart_y(c, to[1]), x0 = pt_chart_x(c, from[0]),
                 y0 = pt_chart_y(c, from[1]), length = hypot(x - x0, y - y0), head = fmin(9.0, length / 2.0);
    char line[32];

    if (!(length > 0.5))
        return;
    const double ux = (x - x0) / length * head, uy = (y - y0) / length * head;
    snprintf(line, sizeof line, "%s", style);
    pt_svg_line(c->svg, line, x0, y0, x, y);
    pt_svg_path_begin(c->svg);
    pt_svg_path_point(c->svg, x - ux - 0.5 * uy, y - uy + 0.5 * ux, true);
    pt_svg_path_point(c->svg, x, y, false);
    pt_svg_path_point(c->svg, x - ux + 0.5 * uy, y - uy - 0.5 * ux, false);
    pt_svg_path_end(c->svg, line, false);
}

static void widen(struct pt_chart *c, const double at[2])
{
    c->x0 = fmin(c->x0, at[0]);
    c->x1 = fmax(c->x1, at[0]);
    c->y0 = fmin(c->y0, at[1]);
    c->y1 = fmax(c->y1, at[1]);
}

/* What the arrow from the old w to the new one is. */
static void tell_change(struct pt_chart *c, const struct update *u)
{
    const char *style = u->sign > 0 ? "l1" : "l0";
    char times[32] = "", text[64];

    if (u->step > 0.0 && u->step != 1.0)
        snprintf(times, sizeof times, "%.4g ", u->step);
    snprintf(text, sizeof text, u->sign > 0 ? "+%sx is added" : "%sx is taken away", times);
    pt_chart_legend(c, style, u->step > 0.0 ? text : "what changes");
}

static void draw(const struct update *u, const double x[2], struct pt_svg *svg)
{
    static const double zero[2] = {0.0, 0.0};
    const double yx[2] = {u->sign * x[0], u->sign * x[1]};
    const bool moved = u->before[0] != u->after[0] || u->before[1] != u->after[1];
    struct pt_chart c = {.svg = svg, .x_label = "first weight", .y_label = "second weight", .square = true};

    widen(&c, u->before);
    widen(&c, u->after);
    if (!moved)
        widen(&c, yx);
    const double span = fmax(c.x1 - c.x0, c.y1 - c.y0), air = span > 0.0 ? 0.15 * span : 1.0;
    c.x0 -= air, c.x1 += air, c.y0 -= air, c.y1 += air;
    pt_svg_open(svg, PT_CHART_WIDTH, PT_CHART_HEIGHT, "What the row does to w",
                moved ? u->step > 0.0
                            ? "An arrow to the old w; from its tip one along the row, turned by its label, to the "
                              "new w."
                            : "An arrow to the old w; from its tip one to the new w."
                      : "The arrow to w, which stays, and beside it the row, turned by its label.");
    pt_chart_draw(&c);
    if (moved) {
        arrow(&c, "l5", zero, u->before);
        arrow(&c, u->sign > 0 ? "l1" : "l0", u->before, u->after);
        pt_chart_legend(&c, "l5", "w before");
        tell_change(&c, u);
    } else {
        arrow(&c, u->sign > 0 ? "l1" : "l0", zero, yx);
        pt_chart_legend(&c, u->sign > 0 ? "l1" : "l0",
                        u->step == 0.0 ? u->sign > 0 ? "+x, not needed" : "\xe2\x88\x92x, not needed"
                                       : u->sign > 0 ? "+x" : "\xe2\x88\x92x");
    }
    arrow(&c, "edge", zero, u->after);
    pt_chart_legend(&c, "edge", "w");
}

int update_picture(const struct update *u, const ptron_dataset *set)
{
    struct pt_buffer out;
    struct pt_svg svg = {.out = &out, .alone = true, .id = "update"};
    uint32_t features[2];
    double values[2], x[2] = {0.0, 0.0};
    size_t n = 0;

    if (!u->known)
        return answer_bytes(NULL, 0, PTRON_OK);
    if (ptron_dataset_row(set, u->row, features, values, 2, &n, &engine_error) != PTRON_OK || n > 2)
        return answer_bytes(NULL, 0, PTRON_OK);
    for (size_t j = 0; j < n; j++)
        x[features[j]] = values[j];
    pt_buffer_init(&out);
    draw(u, x, &svg);
    pt_svg_close(&svg);
    return out.failed ? answer_close(NULL, PTRON_OK) : answer_bytes(out.bytes, out.length, PTRON_OK);
}
