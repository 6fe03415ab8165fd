/* Margins, distances and bounds: one line each, with what it means. */
#include "words/margins.h"
#include "words/numbers.h"
#include "words/training.h"

#include <math.h>
#include <string.h>

/* ---- of fixed weights ------------------------------------------------------------------------------ */

/* What a margin means, by its sign. */
static const char *meaning(double margin, const char *above)
{
    return margin > 0.0   ? above
           : margin < 0.0 ? "below zero: these weights do not separate the rows"
                          : "a row lies on the boundary";
}

static void print_theorem(FILE *out, const struct margins *m)
{
    const char *above = "least y(w.x+b) over the length of (w, b): the convergence theorem's";

    if (m->kernel)
        above = "least y f(x) over the length of f, in the kernel's space: no distance between rows";
    else if (m->many)
        above = "least lead of a row's own score, over the length of all weights";
    run_line(out, m->kernel ? "margin" : "theorem margin", "%-12s %s", text_number(m->theorem).s,
             meaning(m->theorem, above));
}

static void print_distance(FILE *out, const char *name, double distance, const char *above)
{
    run_line(out, name, "%-12s %s", text_number(distance).s,
             distance < 0.0 ? "below zero: the worst row lies that far on the wrong side" : meaning(distance, above));
}

void margins_print(FILE *out, const struct margins *m)
{
    if (isnan(m->theorem))
        return;
    if (m->theorem == m->distance) {
        print_distance(out, "margin", m->distance,
                       "from the boundary to the nearest row; the theorem's too (no bias, or next to none)");
    } else {
        print_theorem(out, m);
        if (!isnan(m->distance))
            print_distance(out, "distance", m->distance, "from the boundary to the nearest row");
    }
    if (!isnan(m->functional) && !m->many)
        run_line(out, "functional", "%-12s least y%s, which grows with the weights: the functional margin",
                 text_number(m->functional).s, m->kernel ? " f(x)" : "(w.x+b)");
}

/* ---- of the best ----------------------------------------------------------------------------------- */

static void print_best(FILE *out, const ptron_result *r, const ptron_algorithm_info *info)
{
    const bool alike = r->distance_upper == r->margin_upper && r->distance == r->margin_lower;
    const bool one_by_one = r->classes > 2 && (!info->many_classes || info->kernels);

    if (!isnan(r->margin_upper))
        run_line(out, "best margin", "<= %-9s %s", text_at_most(r->margin_upper).s,
                 info->kernels ? "no f of that space has a greater margin on the rows learned from"
                 : alike       ? "no boundary through the origin keeps every row learned from farther away"
                               : "no weights have a greater theorem margin on the rows learned from");
    else
        run_line(out, "best margin", "%-12s %s", "unknown",
                 r->updates == 0        ? "no update was made, and updates are what bounds it"
                 : !info->bounds_margin ? "this algorithm gives no upper bound"
                 : one_by_one           ? "labels learned one by one give no upper bound"
                 : r->bounded == NULL   ? "none is proved for this run"
                                        : "what bounds it is lost in rounding");
    if (!isnan(r->distance_upper) && !alike)
        run_line(out, "best distance", "<= %-9s no boundary keeps every row learned from farther away",
                 text_at_most(r->distance_upper).s);
}

/* "2 to 3", "at least 2", "at most 3"; false: neither end is known. */
static bool range_text(double lower, double upper, char *text, size_t room)
{
    const bool from = isfinite(lower), to = isfinite(upper);

    if (from && to)
        snprintf(text, room, "%s to %s", text_at_least(lower).s, text_at_most(upper).s);
    else if (from)
        snprintf(text, room, "at least %s", text_at_least(lower).s);
    else if (to)
        snprintf(text, room, "at most %s", text_at_most(upper).s);
    return from || to;
}

static void print_difficulty(FILE *out, const ptron_result *r)
{
    const double most = r->margin_lower > 0.0 ? r->radius / r->margin_lower : (double)NAN;
    char range[112];

    if (range_text(r->radius / r->margin_upper, most, range, sizeof range))
        run_line(out, "difficulty", "%s: R/gamma*, how hard the rows are to separate", range);
}

/* ---- of the run ------------------------------------------------------------------------------------ */

static void print_bound(FILE *out, const ptron_result *r)
{
    const bool sum = r->bounded != NULL && strcmp(r->bounded, "sum of steps") == 0;
    const bool counted = r->bounded_value == floor(r->bounded_value) && r->bounded_value < 1e15 && !sum;
    const struct text value = counted ? text_count((uint64_t)r->bounded_value) : text_number(r->bounded_value);
    const bool apart = r->margin_lower > 0.0;   /* the weights separate the rows */
    char range[112], came[80] = "";

    if (r->bounded == NULL || !range_text(r->k_max_lower, r->k_max_upper, range, sizeof range))
        return;
    if (!isnan(r->bounded_value))
        snprintf(came, sizeof came, sum ? "; this run's is %s" : "; this run made %s", value.s);
    run_line(out, "bound", "%s: %s", range, r->bound_formula);
    run_line(out, "", "%sno order of the rows %s %s%s",
             isfinite(r->k_max_upper) || apart || r->reason == PTRON_STOP_SEPARATED ? ""
                                                                                    : "if the rows can be separated, ",
             sum ? "has a greater" : "makes more", r->bounded, came);
    if (isinf(r->k_max_upper))
        run_line(out, "", apart ? "(no upper end was worked out)"
                                : "(no upper end: these weights do not separate them)");
}

void margins_print_run(FILE *out, const ptron_result *r, const ptron_algorithm_info *info, bool hopeless)
{
    const struct margins own = {r->margin_lower, r->distance, r->functional_margin, info->kernels, r->classes > 2};

    if (!info->margins)
        return;
    if (!isnan(r->margin_lower))
        margins_print(out, &own);
    else if (r->train_errors == UINT64_MAX)
        run_line(out, "margins", "%-12s they, and the training error, would need all rows once more", "unknown");
    else if (r->updates == 0)
        run_line(out, "margins", "%-12s no weight has moved: there is no boundary", "none");
    else if (r->functional_margin == 0.0 && !isnan(r->radius))
        run_line(out, "margins", "%-12s all weights are 0: there is no boundary", "none");
    else if (!(info->kernels && r->classes > 2))
        run_line(out, "margins", "%-12s too small for the rounding of their sums%s", "unknown",
                 r->functional_margin == 0.0 ? ", or all weights are 0" : "");
    print_best(out, r, info);
    if (hopeless || r->reason == PTRON_STOP_NOT_SEPARABLE)
        return;
    if (!info->kernels)
        print_difficulty(out, r);
    print_bound(out, r);
}
