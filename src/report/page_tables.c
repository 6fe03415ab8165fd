/* Tables of the page. */
#include "report/page.h"
#include "base/plural.h"
#include "report/picture.h"

#include <math.h>
#include <string.h>

void pt_page_name(struct pt_buffer *out, const char *name)
{
    pt_buffer_text(out, "<bdi>");
    pt_buffer_escaped(out, name);
    pt_buffer_text(out, "</bdi>");
}

static void open_table(struct pt_buffer *out, const char *id, const char *heading)
{
    pt_buffer_format(out, "<figure class=\"tabular\" id=\"%s\"><h3>%s</h3>\n<div class=\"scroll\"><table>\n", id,
                     heading);
}

static void close_table(struct pt_buffer *out, const char *caption)
{
    pt_buffer_format(out, "</tbody></table></div>\n<figcaption>%s</figcaption></figure>\n", caption);
}

/* A whole number as text; up to fifteen digits it is short enough for commas. */
static void number_cell(struct pt_buffer *out, const char *number)
{
    const size_t length = strlen(number);

    pt_buffer_text(out, "<td class=\"n\">");
    if (length > 15 || strspn(number, "0123456789") < length)
        pt_buffer_escaped(out, number);
    else
        for (size_t i = 0; i < length; i++) {
            if (i > 0 && (length - i) % 3 == 0)
                pt_buffer_byte(out, ',');
            pt_buffer_byte(out, number[i]);
        }
    pt_buffer_text(out, "</td>");
}

static void name_cell(struct pt_buffer *out, const char *name)
{
    pt_buffer_text(out, "<td>");
    pt_page_name(out, name);
    pt_buffer_text(out, "</td>");
}

/* "file:line", or the row's number. */
static void place_cell(struct pt_buffer *out, const char *file, double line, double row)
{
    pt_buffer_text(out, "<td>");
    if (line > 0.0 && file[0] != '\0') {
        pt_page_name(out, file);
        pt_buffer_byte(out, ':');
        pt_buffer_number(out, line);
    } else {
        pt_buffer_text(out, "row ");
        pt_buffer_number(out, row);
    }
    pt_buffer_text(out, "</td>");
}

void pt_page_nearest(const struct pt_record *record, struct pt_buffer *out)
{
    const struct pt_table *nearest = PT_TABLE(record, nearest);
    const bool many = PT_NUMBER(record, classes) > 2.0, distances = pt_has_distances(record);
    bool wrong;

    if (nearest == NULL || strcmp(PT_TEXT(record, kind), "neighbours") == 0 ||
        isnan(pt_table_number(nearest, 0, PT_nearest_margin)))   /* all weights are 0: nothing is nearest */
        return;
    wrong = pt_table_number(nearest, 0, PT_nearest_margin) < 0.0;
    open_table(out, "nearest", !distances ? "The least certain rows" : wrong ? "The worst rows" : "The nearest rows");
    pt_buffer_format(out,
                     "<thead><tr><th>row</th><th>label</th><th>answer</th><th class=\"n\">%s</th></tr></thead>"
                     "<tbody>\n", distances ? "distance" : many ? "lead" : "score");
    for (size_t i = 0; i < nearest->n_rows; i++) {
        pt_buffer_text(out, pt_table_number(nearest, i, PT_nearest_margin) > 0.0 ? "<tr>" : "<tr class=\"wrong\">");
        place_cell(out, pt_table_text(nearest, i, PT_nearest_file), pt_table_number(nearest, i, PT_nearest_line),
                   pt_table_number(nearest, i, PT_nearest_row));
        name_cell(out, pt_table_text(nearest, i, PT_nearest_label));
        name_cell(out, pt_table_text(nearest, i, PT_nearest_answer));
        pt_buffer_format(out, "<td class=\"n\">%s</td></tr>\n",
                         PT_AS_NUMBER(pt_table_number(nearest, i, PT_nearest_margin)));
    }
    close_table(out, distances ? wrong ? "The rows farthest on the wrong side, the worst first; then the nearest. A "
                                         "distance below 0 is on the wrong side."
                                       : "The rows nearest to the boundary, the nearest first."
                     : many    ? "The rows with the least lead of the own label\xe2\x80\x99s score over the best "
                                 "other, the worst first. Below 0 another label won."
                               : "The rows with the least score for their own label, the worst first. Below 0 the "
                                 "other label won. Scores are no distances.");
}

/* ---- confusion ------------------------------------------------------------------------------------- */

static void confusion_cell(struct pt_buffer *out, const struct pt_table *confusion, size_t i)
{
    const double truth = pt_table_number(confusion, i, PT_confusion_truth);
    const double count = pt_table_number(confusion, i, PT_confusion_count);
    double total = 0.0, share;
    int level;

    for (size_t j = 0; j < confusion->n_rows; j++)
        if (pt_table_number(confusion, j, PT_confusion_truth) == truth)
            total += pt_table_number(confusion, j, PT_confusion_count);
    share = total > 0.0 ? count / total : 0.0;
    level = count == 0.0 ? 0 : 1 + (int)(fmin(fmax(share, 0.0), 1.0) * 3.999);
    pt_buffer_format(out, "<td class=\"n %s%d\">%s</td>",
                     truth == pt_table_number(confusion, i, PT_confusion_answer) ? "ok" : "no", level,
                     PT_AS_COUNT(count));
}

static const char *rows_meant(const struct pt_record *record)
{
    return pt_page_is_test(record) ? "The rows given" : "The rows learned from";
}

/* Names of more than a few labels stand upright above their columns: so a column is as wide as its numbers. */
static bool is_narrow(const struct pt_table *classes)
{
    size_t letters = 0;

    for (size_t c = 0; c < classes->n_rows; c++)
        letters += strlen(pt_table_text(classes, c, PT_classes_name));
    return classes->n_rows > 5 || letters > 60;
}

static void put_heads(const struct pt_table *classes, struct pt_buffer *out)
{
    pt_buffer_text(out, "<thead><tr><th>label \\ answer</th>");
    for (size_t c = 0; c < classes->n_rows; c++) {
        pt_buffer_text(out, "<th class=\"n\" scope=\"col\"><span>");
        pt_page_name(out, pt_table_text(classes, c, PT_classes_name));
        pt_buffer_text(out, "</span></th>");
    }
    pt_buffer_text(out, "</tr></thead><tbody>\n");
}

/* Too many labels for a table of all: the pairs that are mistaken most often. */
static void put_largest(const struct pt_record *record, const struct pt_table *confusion,
                        const struct pt_table *classes, struct pt_buffer *out)
{
    open_table(out, "confused", "Who is taken for whom most often");
    pt_buffer_text(out, "<thead><tr><th>label</th><th>answer</th><th class=\"n\">rows</th></tr></thead><tbody>\n");
    for (size_t i = 0; i < confusion->n_rows; i++) {
        pt_buffer_text(out, "<tr>");
        name_cell(out, pt_table_text(classes, pt_table_index(confusion, i, PT_confusion_truth, classes->n_rows),
                                     PT_classes_name));
        name_cell(out, pt_table_text(classes, pt_table_index(confusion, i, PT_confusion_answer, classes->n_rows),
                                     PT_classes_name));
        pt_buffer_format(out, "<td class=\"n\">%s</td></tr>\n",
                         PT_AS_COUNT(pt_table_number(confusion, i, PT_confusion_count)));
    }
    pt_buffer_format(out, "</tbody></table></div>\n<figcaption>%s: of %zu labels, which are too many for a table of "
                          "all, the pairs mistaken most often.</figcaption></figure>\n",
                     rows_meant(record), classes->n_rows);
}

/* "Most often I is taken for J, 12 times, ..." */
static void put_worst(const struct pt_table *confusion, const struct pt_table *classes, struct pt_buffer *out)
{
    double last = INFINITY, count = 0.0;
    size_t worst = 0;

    for (int k = 0; k < 3; k++, last = count) {
        const size_t before = worst;
        count = 0.0;
        for (size_t i = 0; i < confusion->n_rows; i++) {
            const double here = pt_table_number(confusion, i, PT_confusion_count);
            if (i / classes->n_rows != i % classes->n_rows && here > count &&
                (here < last || (here == last && i > before))) {
                count = here;
                worst = i;
            }
        }
        if (count == 0.0)
            break;
        pt_buffer_text(out, k == 0 ? " Most often \xe2\x80\x98" : ", then \xe2\x80\x98");
        pt_page_name(out, pt_table_text(classes, worst / classes->n_rows, PT_classes_name));
        pt_buffer_text(out, "\xe2\x80\x99 is taken for \xe2\x80\x98");
        pt_page_name(out, pt_table_text(classes, worst % classes->n_rows, PT_classes_name));
        pt_buffer_format(out, "\xe2\x80\x99: %s", PT_AS_COUNT(count));
    }
    pt_buffer_text(out, last < INFINITY ? "." : "");
}

void pt_page_confusion(const struct pt_record *record, struct pt_buffer *out)
{
    const struct pt_table *confusion = PT_TABLE(record, confusion), *classes = PT_TABLE(record, classes);
    const size_t n = classes == NULL ? 0 : classes->n_rows;

    if (n > 0 && confusion != NULL && confusion->n_rows != n * n) {
        put_largest(record, confusion, classes, out);
        return;
    }
    if (confusion == NULL || n == 0)
        return;
    pt_buffer_format(out, "<figure class=\"tabular%s\" id=\"confusion\"><h3>Who is taken for whom</h3>\n"
                          "<div class=\"scroll\"><table>\n", is_narrow(classes) ? " narrow" : "");
    put_heads(classes, out);
    for (size_t i = 0; i < confusion->n_rows; i++) {
        if (i % n == 0) {
            pt_buffer_text(out, "<tr><th scope=\"row\">");
            pt_page_name(out, pt_table_text(classes, i / n, PT_classes_name));
            pt_buffer_text(out, "</th>");
        }
        confusion_cell(out, confusion, i);
        pt_buffer_text(out, i % n == n - 1 ? "</tr>\n" : "");
    }
    pt_buffer_format(out, "</tbody></table></div>\n<figcaption>%s: down the labels they carry, across the answers they "
                          "get. Only the diagonal is right.", rows_meant(record));
    if (n > 5)
        put_worst(confusion, classes, out);
    pt_buffer_text(out, "</figcaption></figure>\n");
}

/* ---- the contradiction ------------------------------------------------------------------------------ */

void pt_page_contradiction(const struct pt_record *record, struct pt_buffer *out)
{
    const struct pt_table *rows = PT_TABLE(record, contradiction);
    const size_t shown = rows == NULL ? 0 : rows->n_rows < 30 ? rows->n_rows : 30;

    if (rows == NULL)
        return;
    open_table(out, "contradiction", "The contradiction");
    pt_buffer_text(out, "<thead><tr><th>row</th><th>label</th><th class=\"n\">times</th></tr></thead><tbody>\n");
    for (size_t i = 0; i < shown; i++) {
        pt_buffer_text(out, "<tr>");
        place_cell(out, pt_table_text(rows, i, PT_contradiction_file),
                   pt_table_number(rows, i, PT_contradiction_line), pt_table_number(rows, i, PT_contradiction_row));
        name_cell(out, pt_table_text(rows, i, PT_contradiction_label));
        number_cell(out, pt_table_text(rows, i, PT_contradiction_times));
        pt_buffer_text(out, "</tr>\n");
    }
    if (shown < rows->n_rows)
        pt_buffer_format(out, "<tr><td colspan=\"3\">and %s more row%s</td></tr>\n",
                         PT_AS_COUNT((double)(rows->n_rows - shown)), pt_plural(rows->n_rows - shown));
    close_table(out, PT_NUMBER(record, has_bias) == 1.0
                         ? "Write each row with its sign, and a 1 for the bias. Added up as often as the table says "
                           "they give exactly zero. A boundary with every row on its own side would give each a "
                           "positive product, and so the sum as well: there is none."
                     : rows->n_rows == 1
                         ? "The row is all zeros: every boundary through the origin passes through it."
                         : "Write each row with its sign. Added up as often as the table says they give exactly zero. "
                           "A boundary through the origin with every row on its own side would give each a positive "
                           "product, and so the sum as well: there is none.");
}

/* ---- parameters ------------------------------------------------------------------------------------- */

static void fact(struct pt_buffer *out, const char *name, const char *value)
{
    if (value[0] == '\0')
        return;
    pt_buffer_text(out, "<tr><th scope=\"row\">");
    pt_buffer_escaped(out, name);
    pt_buffer_text(out, "</th>");
    name_cell(out, value);
    pt_buffer_text(out, "</tr>\n");
}

static bool is_told(const struct pt_table *parameters, const char *name)
{
    for (size_t i = 0; parameters != NULL && i < parameters->n_rows; i++)
        if (strcmp(pt_table_text(parameters, i, PT_parameters_name), name) == 0)
            return true;
    return false;
}

void pt_page_parameters(const struct pt_record *record, struct pt_buffer *out)
{
    const struct pt_table *parameters = PT_TABLE(record, parameters);
    const double seed = PT_NUMBER(record, seed);

    open_table(out, "parameters", "What it was told");
    pt_buffer_text(out, "<tbody>\n");
    fact(out, "algorithm", PT_TEXT(record, algorithm));
    fact(out, "its rule", PT_TEXT(record, update));
    fact(out, "promise of its plain run", PT_TEXT(record, guarantee));
    fact(out, "kind of model", PT_TEXT(record, kind));
    fact(out, "format of the data", PT_TEXT(record, format));
    if (!is_told(parameters, "scale"))
        fact(out, "scaling", PT_TEXT(record, scaling));
    fact(out, "seed", isnan(seed) || is_told(parameters, "seed") ? "" : PT_AS_NUMBER(seed));
    for (size_t i = 0; parameters != NULL && i < parameters->n_rows; i++)
        if (strcmp(pt_table_text(parameters, i, PT_parameters_name), "algorithm") != 0)   /* that is at the top */
            fact(out, pt_table_text(parameters, i, PT_parameters_name),
                 pt_table_text(parameters, i, PT_parameters_value));
    fact(out, "made by perceptron", PT_TEXT(record, version));
    close_table(out, pt_page_is_trained(record) || pt_page_is_proof(record) || PT_TABLE(record, runs) != NULL
                         ? "All other options had their defaults. The same data, options and seed give the same bytes."
                         : "The same weights and rows give the same bytes.");
}
