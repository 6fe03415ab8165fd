/* The two curves of the proof closing on each other, the bracket, and the angle: everything that is drawn over
 * the number of updates. */
#include "report/chart.h"
#include "report/picture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static double gamma_times(double k, const double *p)
{
    return p[0] * k;
}

static double radius_root(double k, const double *p)
{
    return p[0] * sqrt(k);
}

/* Steps of one length: then mass is that length times k, and its squares add up to its square times k. */
static double step_of(const struct pt_table *updates)
{
    const size_t last = updates->n_rows - 1;

    return pt_table_number(updates, last, PT_updates_mass) / pt_table_number(updates, last, PT_updates_k);
}

static bool has_proof(const struct pt_record *record, const struct pt_table *updates)
{
    double step, k, squares;
    size_t last;

    if (updates == NULL || PT_NUMBER(record, theorem) != 1.0)
        return false;
    last = updates->n_rows - 1;
    step = step_of(updates);
    k = pt_table_number(updates, last, PT_updates_k);
    squares = pt_table_number(updates, last, PT_updates_squares);
    return PT_NUMBER(record, margin_lower) > 0.0 && isfinite(pt_table_number(updates, last, PT_updates_along)) &&
           step > 0.0 && fabs(squares - step * step * k) < 1e-9 * squares;
}

static bool draw_proof(const struct pt_record *record, struct pt_svg *svg)
{
    const struct pt_table *updates = PT_TABLE(record, updates);
    struct pt_chart c = {.svg = svg, .x_label = "updates k", .y_label = "length", .log_x = true, .log_y = true};
    double step, gamma, radius, bound, end;
    char text[64];

    if (!has_proof(record, updates))
        return false;
    step = step_of(updates);
    gamma = step * PT_NUMBER(record, margin_lower);
    radius = step * PT_NUMBER(record, radius);
    bound = (radius / gamma) * (radius / gamma);
    c.x0 = 1.0;
    c.x1 = bound * 1.6;
    c.y0 = gamma * 0.7;
    c.y1 = radius * sqrt(bound) * 1.6;
    pt_svg_open(svg, PT_CHART_WIDTH, PT_CHART_HEIGHT, "The proof, measured on this run",
                "The line gamma k from below and the curve R root k from above meet at k = %s; the "
                "measured w*.w(k) and norm of w(k) lie between them.", PT_AS_LARGE(bound));
    pt_chart_draw(&c);
    pt_chart_curve(&c, radius_root, &radius, "l0 dash");
    pt_chart_curve(&c, gamma_times, &gamma, "l1 dash");
    pt_chart_line(&c, updates, PT_updates_k, PT_updates_norm, "l0");
    pt_chart_line(&c, updates, PT_updates_k, PT_updates_along, "l1");
    end = pt_chart_x(&c, bound);
    snprintf(text, sizeof text, "k = %s", PT_AS_LARGE(bound));
    pt_svg_line(svg, "near", end, c.top, end, c.bottom);
    pt_svg_text(svg, "small", end - 5.0, c.bottom - 8.0, PT_END, text);
    pt_chart_legend(&c, "l0 dash", "R\xe2\x88\x9ak");
    pt_chart_legend(&c, "l0", "|w(k)|");
    pt_chart_legend(&c, "l1", "u\xc2\xb7w(k)");
    pt_chart_legend(&c, "l1 dash", "\xce\xb3k");
    return true;
}

const struct pt_picture pt_picture_proof = {
    "proof", "Why it had to stop: two curves that must meet",
    "u is the direction of the final weights and \xce\xb3 their theorem margin. Each update adds at least \xce\xb3 to "
    "u\xc2\xb7w, so it grows like \xce\xb3k; the length of w grows at most like R\xe2\x88\x9ak. The first can never "
    "exceed the second, so k ends where the dashed lines cross.",
    draw_proof, NULL};

/* ---- the bracket ----------------------------------------------------------------------------------- */

static bool draw_bracket(const struct pt_record *record, struct pt_svg *svg)
{
    const bool detailed = PT_TABLE(record, updates) != NULL;
    const struct pt_table *table = detailed ? PT_TABLE(record, updates) : PT_TABLE(record, epochs);
    const enum pt_record_column at = detailed ? PT_updates_k : PT_epochs_epoch;
    const enum pt_record_column bound = detailed ? PT_updates_upper : PT_epochs_upper;
    struct pt_chart c = {.svg = svg, .x_label = detailed ? "updates k" : "epoch", .y_label = "theorem margin",
                         .whole_x = true};
    double least = INFINITY, most = -INFINITY;
    bool with_own;   /* the margin at hand is drawn, too */

    if (table == NULL)
        return false;
    pt_table_range(table, bound, &least, &most);
    if (most < least)
        return false;
    c.y0 = 0.0;
    c.y1 = most * 1.08;
    if (detailed)
        pt_table_range(table, PT_updates_lower, &c.y0, &most);
    c.y0 = c.y0 < -c.y1 ? -c.y1 : c.y0;
    c.x0 = pt_table_number(table, 0, at);
    c.x1 = pt_table_number(table, table->n_rows - 1, at);
    with_own = detailed && isfinite(pt_table_number(table, table->n_rows - 1, PT_updates_lower));
    pt_svg_open(svg, PT_CHART_WIDTH, PT_CHART_HEIGHT, "The bracket on the best margin",
                "What no weights exceed falls%s. At the end the best margin lies between %s and %s.",
                with_own ? "; the margin of the weights at hand goes up and down below it" : "",
                PT_AT_LEAST(PT_NUMBER(record, margin_lower)), PT_AT_MOST(PT_NUMBER(record, margin_upper)));
    pt_chart_draw(&c);
    pt_chart_line(&c, table, at, bound, "l0");
    pt_chart_legend(&c, "l0", "no weights have more: |w - w0|/mass");
    if (with_own) {
        pt_chart_line(&c, table, at, PT_updates_lower, "l1");
        pt_chart_legend(&c, "l1", "this one has");
    }
    return true;
}

static void say_bracket(const struct pt_record *record, struct pt_buffer *out)
{
    static const char *const spaces[2][2] = {   /* with a bias, of a kernel */
        {"", " (in the kernel\xe2\x80\x99s space)"},
        {" (the bias counted in the length)",
         " (the bias counted in the length, all of it in the kernel\xe2\x80\x99s space)"},
    };
    const bool kernel = strcmp(PT_TEXT(record, kind), "kernel") == 0;

    pt_buffer_format(out, "The best theorem margin that any weights could have on the rows learned from%s lies "
                          "below the %sline at every moment",
                     spaces[PT_NUMBER(record, has_bias) != 0.0][kernel],
                     PT_TABLE(record, updates) != NULL ? "upper " : "");
    pt_buffer_text(out, PT_TABLE(record, updates) == NULL
                            ? "." : ", and above the lower one wherever that is above zero.");
    pt_buffer_text(out, " w - w0, what the weights gained, is a sum of rows, each times its sign and a positive "
                        "number; mass is the sum of these numbers.");
}

const struct pt_picture pt_picture_bracket = {"bracket", "The bracket on the best margin", "", draw_bracket,
                                              say_bracket};

/* ---- the angle ------------------------------------------------------------------------------------- */

static double least_cosine(double k, const double *p)
{
    const double bound = p[0] * sqrt(k);

    return bound <= 1.0 ? bound : (double)NAN;
}

static bool draw_angle(const struct pt_record *record, struct pt_svg *svg)
{
    const struct pt_table *updates = PT_TABLE(record, updates);
    const double ratio = PT_NUMBER(record, margin_lower) / PT_NUMBER(record, radius);
    struct pt_chart c = {.svg = svg, .x_label = "updates k", .y_label = "cosine", .y1 = 1.05};

    if (!has_proof(record, updates))
        return false;
    c.x0 = 0.0;
    c.x1 = pt_table_number(updates, updates->n_rows - 1, PT_updates_k);
    pt_table_range(updates, PT_updates_cosine, &c.y0, &c.y1);
    pt_svg_open(svg, PT_CHART_WIDTH, PT_CHART_HEIGHT, "The angle to the final weights",
                "The cosine between w(k) and the final weights ends at %s; it may fall on the way, its lower bound "
                "only grows.", PT_AS_NUMBER(pt_table_number(updates, updates->n_rows - 1, PT_updates_cosine)));
    pt_chart_draw(&c);
    pt_chart_curve(&c, least_cosine, &ratio, "l1 dash");
    pt_chart_line(&c, updates, PT_updates_k, PT_updates_cosine, "l1");
    pt_chart_legend(&c, "l1", "cos(u, w(k))");
    pt_chart_legend(&c, "l1 dash", "at least \xce\xb3\xe2\x88\x9ak/R");
    return true;
}

const struct pt_picture pt_picture_angle = {
    "angle", "The angle to the final weights",
    "1 is the same direction. The cosine itself may fall at an update; only its lower bound grows with every one.",
    draw_angle, NULL};
