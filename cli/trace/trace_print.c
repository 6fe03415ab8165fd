/* A trace as a table: text or LaTeX. The cells are the same, the marks between them differ. */
#include "words/training.h"
#include "trace/trace.h"
#include "words/numbers.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

enum { COLUMNS = 12, CELL = 1024 };

struct cells {
    char text[COLUMNS][CELL];
};

static const char *const heads[COLUMNS] = {"epoch", "row", "x", "y", "y(w.x+b)", "", "w", "b", "mass",
                                           "bracket of gamma*", "w*.w >= gamma k", "|w|^2 <= R^2 k"};
static const char *const latex_heads[COLUMNS] = {
    "epoch", "row", "$x$", "$y$", "$y(w\\cdot x+b)$", "", "$w$", "$b$", "mass", "bracket of $\\gamma^*$",
    "$w^*\\!\\cdot w\\ge\\gamma k$", "$\\|w\\|^2\\le R^2k$"};

static void put(struct cells *cells, size_t column, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

static void put(struct cells *cells, size_t column, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(cells->text[column], CELL, format, args);
    va_end(args);
}

static void put_pair(struct cells *cells, size_t column, const struct number *a, const char *between,
                     const struct number *b)
{
    if (isnan(a->value) && isnan(b->value))
        put(cells, column, "-");
    else
        put(cells, column, "%s%s%s", a->text, between, b->text);
}

static void fill(const struct trace *t, const struct trace_line *line, struct cells *cells)
{
    put(cells, 0, "%" PRIu64, line->epoch);
    put(cells, 1, "%" PRIu64, line->row + 1);
    trace_row_text(t, line->row, cells->text[2], CELL);
    put(cells, 3, line->sign > 0 ? "+1" : "-1");
    put(cells, 4, "%s", line->product.text);
    put(cells, 5, line->mistake ? "mistake" : line->moved ? "update" : "right");
    trace_weights_text(t, line, cells->text[6], CELL);
    put(cells, 7, "%s", line->bias.text);
    put(cells, 8, "%s", line->mass.text);
    put_pair(cells, 9, &line->lower, t->latex ? "\\dots" : " .. ", &line->upper);
    put_pair(cells, 10, &line->lemma1, t->latex ? "\\ge" : " >= ", &line->lemma1_bound);
    put_pair(cells, 11, &line->lemma2, t->latex ? "\\le" : " <= ", &line->lemma2_bound);
}

/* Columns that say nothing in this trace are left out. */
static bool is_shown(const struct trace *t, size_t column)
{
    return (column != 7 || t->constant > 0.0) && (column != 10 || t->reference.known) &&
           (column != 11 || t->zero_start) && (column != 9 || t->n_moved > 0);
}

/* ---- text ----------------------------------------------------------------------------------------- */

static void measure(const struct trace *t, size_t widths[COLUMNS])
{
    struct cells cells;

    for (size_t c = 0; c < COLUMNS; c++)
        widths[c] = strlen(heads[c]);
    for (size_t i = 0; i < t->n_lines; i++) {
        fill(t, &t->lines[i], &cells);
        for (size_t c = 0; c < COLUMNS; c++)
            if (strlen(cells.text[c]) > widths[c])
                widths[c] = strlen(cells.text[c]);
    }
}

static void print_cell(FILE *out, const char *text, size_t width, size_t column)
{
    const bool right = column < 2 || column == 4 || column == 7 || column == 8;

    fprintf(out, right ? "%*s" : "%-*s", (int)width, text);
}

static void print_line(FILE *out, const struct trace *t, const size_t widths[COLUMNS], const struct cells *cells)
{
    char line[COLUMNS * (CELL + 2)] = "";
    FILE *text = fmemopen(line, sizeof line, "w");
    size_t length;

    if (text == NULL)
        return;
    for (size_t c = 0; c < COLUMNS; c++) {
        if (!is_shown(t, c))
            continue;
        if (c > 0)
            fputs("  ", text);
        print_cell(text, cells == NULL ? heads[c] : cells->text[c], widths[c], c);
    }
    fclose(text);
    for (length = strlen(line); length > 0 && line[length - 1] == ' '; length--)
        line[length - 1] = '\0';
    fprintf(out, "%s\n", line);
}

static void print_table(FILE *out, const struct trace *t)
{
    size_t widths[COLUMNS];
    struct cells cells;

    measure(t, widths);
    print_line(out, t, widths, NULL);
    for (size_t i = 0; i < t->n_lines; i++) {
        if (i > 0 && t->lines[i].epoch != t->lines[i - 1].epoch)
            fputc('\n', out);
        fill(t, &t->lines[i], &cells);
        print_line(out, t, widths, &cells);
    }
}

/* ---- what it comes to ------------------------------------------------------------------------------ */

static void print_reference(FILE *out, const struct trace *t)
{
    const struct trace_reference *r = &t->reference;

    if (!r->known)
        return;
    fprintf(out, "w* are the last weights of the run, which separate the rows: the least product is gamma = %s,\n"
            "|w*|^2 = %s, R^2 = %s. So gamma k <= w*.w <= |w*| |w| <= |w*| R sqrt(k), and no order of the rows\n"
            "makes more than R^2 |w*|^2 / gamma^2 = %s updates; this one made %s.\n",
            r->gamma.text, r->norm2.text, t->radius2.text, r->bound.text, text_count(t->result.updates).s);
}

/* The line of an update. */
static const struct trace_line *line_of(const struct trace *t, uint64_t update)
{
    size_t i = 0;

    while (i + 1 < t->n_lines && !(t->lines[i].moved && t->lines[i].updates == update))
        i++;
    return &t->lines[i];
}

static void print_contradiction(FILE *out, const struct trace *t)
{
    const struct trace_line *from, *to;
    const char *plus = "";
    char x[CELL];

    if (t->times == NULL)
        return;
    from = line_of(t, t->theorem.cycle_from);
    to = line_of(t, t->theorem.cycle_to);
    fprintf(out, "The weights after epoch %" PRIu64 ", row %" PRIu64 " are those after epoch %" PRIu64
            ", row %" PRIu64 " again: the updates in between add up to zero,\n  0 = ",
            to->epoch, to->row + 1, from->epoch, from->row + 1);
    for (uint64_t i = 0; i < t->facts.rows; i++) {
        if (t->times[i] == 0)
            continue;
        trace_row_text(t, i, x, sizeof x);
        fprintf(out, "%s%" PRIu64 " * (%s1) * %s", plus, t->times[i], t->signs[i] > 0 ? "+" : "-", x);
        plus = " + ";
    }
    fprintf(out, "%s\nso no hyperplane has every row on its own side.\n",
            t->constant > 0.0 ? ", and the signs add up to zero too," : ",");
}

static void print_wrapped(FILE *out, const char *text)
{
    size_t column = 0;

    while (*text != '\0') {
        const size_t length = strcspn(text, " ");
        if (column > 0 && column + 1 + length > 110) {
            fputc('\n', out);
            column = 0;
        }
        fprintf(out, "%s%.*s", column > 0 ? " " : "", (int)length, text);
        column += length + (column > 0);
        text += length + (text[length] == ' ');
    }
    fputc('\n', out);
}

void trace_print(FILE *out, const struct trace *t)
{
    const char *note = trace_note(t);

    print_table(out, t);
    fputc('\n', out);
    if (t->limit > 0 && t->n_lines == t->limit)
        fprintf(out, "(The first %s steps; --steps N shows more, 0 all.)\n", text_count(t->limit).s);
    run_print_stop(out, &t->result);
    print_reference(out, t);
    print_contradiction(out, t);
    if (note != NULL) {
        fputc('\n', out);
        print_wrapped(out, note);
    }
}

/* ---- LaTeX ---------------------------------------------------------------------------------------- */

static void print_latex_row(FILE *out, const struct trace *t, const struct cells *cells)
{
    const char *between = "";

    for (size_t c = 0; c < COLUMNS; c++) {
        const bool words = c == 5 || strcmp(cells == NULL ? "" : cells->text[c], "-") == 0;
        if (!is_shown(t, c))
            continue;
        if (cells == NULL)
            fprintf(out, "%s%s", between, latex_heads[c]);
        else
            fprintf(out, words ? "%s%s" : "%s$%s$", between, cells->text[c]);
        between = " & ";
    }
    fputs(" \\\\\n", out);
}

void trace_print_latex(FILE *out, const struct trace *t)
{
    struct cells cells;

    fputs("\\begin{tabular}{rrlrrlrrrlll}\n\\hline\n", out);
    print_latex_row(out, t, NULL);
    fputs("\\hline\n", out);
    for (size_t i = 0; i < t->n_lines; i++) {
        if (i > 0 && t->lines[i].epoch != t->lines[i - 1].epoch)
            fputs("\\hline\n", out);
        fill(t, &t->lines[i], &cells);
        print_latex_row(out, t, &cells);
    }
    fputs("\\hline\n\\end{tabular}\n", out);
}
