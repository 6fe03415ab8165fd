/* What a tuning tried, as a table; and the learning curve of what it chose. */
#include "base/plural.h"
#include "report/chart.h"
#include "report/page.h"
#include "report/picture.h"

#include <math.h>
#include <string.h>

enum { ROWS_SHOWN = 60 };

/* A share as percent, any other score as a number; NaN: nothing. */
static void put_score(const struct pt_record *record, struct pt_buffer *out, double value)
{
    const char *by = PT_TEXT(record, tuned_by);
    const bool number = strcmp(by, "log-loss") == 0 || strcmp(by, "auc") == 0 || strcmp(by, "average-precision") == 0;

    pt_buffer_text(out, "<td class=\"n\">");
    if (!isnan(value) && number)
        pt_buffer_format(out, "%.4f", value);
    else if (!isnan(value))
        pt_buffer_format(out, "%.2f %%", fabs(value) < 0.00005 ? 0.0 : 100.0 * value);
    pt_buffer_text(out, "</td>");
}

void pt_page_tuned(const struct pt_record *record, struct pt_buffer *out)
{
    const struct pt_table *t = PT_TABLE(record, tuned);
    const size_t shown = t == NULL ? 0 : t->n_rows < ROWS_SHOWN ? t->n_rows : ROWS_SHOWN;

    if (t == NULL)
        return;
    pt_buffer_text(out, "<figure class=\"tabular\" id=\"tuned\"><h3>Settings by rank</h3>\n"
                        "<div class=\"scroll\"><table>\n"
                        "<thead><tr><th class=\"n\">rank</th><th class=\"n\">");
    pt_buffer_escaped(out, PT_TEXT(record, tuned_by));
    pt_buffer_text(out, "</th><th class=\"n\">spread</th><th class=\"n\">less the best</th><th class=\"n\">+-</th>"
                        "<th>setting</th><th></th></tr></thead><tbody>\n");
    for (size_t i = 0; i < shown; i++) {
        pt_buffer_format(out, "<tr><td class=\"n\">%zu</td>", i + 1);
        put_score(record, out, pt_table_number(t, i, PT_tuned_mean));
        put_score(record, out, pt_table_number(t, i, PT_tuned_spread));
        put_score(record, out, pt_table_number(t, i, PT_tuned_difference));
        put_score(record, out, pt_table_number(t, i, PT_tuned_difference_error));
        pt_buffer_text(out, "<td>");
        pt_page_name(out, pt_table_text(t, i, PT_tuned_name));
        pt_buffer_text(out, "</td><td>");
        pt_page_name(out, pt_table_text(t, i, PT_tuned_mark));
        pt_buffer_text(out, "</td></tr>\n");
    }
    pt_buffer_format(out, "</tbody></table></div>\n<figcaption>Mean and standard deviation over the folds, on rows "
                          "that were not learned from; then the mean difference to the best, fold by fold, and "
                          "its standard "
                          "error. %zu of %zu setting%s.</figcaption></figure>\n", shown, t->n_rows,
                     pt_plural(t->n_rows));
}

/* ---- the curve ------------------------------------------------------------------------------------- */

static bool draw_learning(const struct pt_record *record, struct pt_svg *svg)
{
    const struct pt_table *t = PT_TABLE(record, learning);
    struct pt_chart c = {.svg = svg, .x_label = "rows learned from", .y_label = PT_TEXT(record, tuned_by),
                         .log_x = true};
    double least = INFINITY, most = -INFINITY;

    if (t == NULL || t->n_rows < 2)
        return false;
    c.x0 = pt_table_number(t, 0, PT_learning_rows) * 0.9;
    c.x1 = pt_table_number(t, t->n_rows - 1, PT_learning_rows) * 1.1;
    pt_table_range(t, PT_learning_test, &least, &most);
    pt_table_range(t, PT_learning_train, &least, &most);
    c.y1 = most > 0.0 ? most * 1.15 : 1.0;
    pt_svg_open(svg, PT_CHART_WIDTH, PT_CHART_HEIGHT, "Learning curve",
                "The score on rows not learned from: %s when it learned from %s, %s when from %s.",
                PT_AS_NUMBER(pt_table_number(t, 0, PT_learning_test)),
                PT_AS_NUMBER(pt_table_number(t, 0, PT_learning_rows)),
                PT_AS_NUMBER(pt_table_number(t, t->n_rows - 1, PT_learning_test)),
                PT_AS_NUMBER(pt_table_number(t, t->n_rows - 1, PT_learning_rows)));
    pt_chart_draw(&c);
    for (size_t i = 0; i < t->n_rows; i++) {
        const double x = pt_chart_x(&c, pt_table_number(t, i, PT_learning_rows));
        const double y = pt_table_number(t, i, PT_learning_test), e = pt_table_number(t, i, PT_learning_test_error);

        if (isfinite(y) && isfinite(e))
            pt_svg_line(svg, "edge", x, pt_chart_y(&c, fmax(0.0, y - e)), x, pt_chart_y(&c, fmin(c.y1, y + e)));
    }
    pt_chart_line(&c, t, PT_learning_rows, PT_learning_test, "l0");
    pt_chart_line(&c, t, PT_learning_rows, PT_learning_train, "l1");
    pt_chart_legend(&c, "l0", "rows not learned from");
    pt_chart_legend(&c, "l1", "error on those learned from");
    return true;
}

const struct pt_picture pt_picture_learning = {
    "learning", "Learning curve",
    "How it does when it learns from fewer rows; bars are one standard error. While the line of rows not learned from "
    "still moves, more rows may help; where it is level, they hardly would.", draw_learning, NULL};
