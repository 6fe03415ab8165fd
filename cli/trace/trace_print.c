/* A trace as a table: text or LaTeX. The cells are the same, the marks between them differ. */
#include "words/training.h"
#include "trace/trace.h"
#include "words/numbers.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { COLUMNS = 12 };

static const char *const heads[COLUMNS] = {"epoch", "row", "x", "y", "y(w.x+b)", "", "w", "b", "mass",
                                           "bracket of gamma*", "w*.w >= gamma k", "|w|^2 <= R^2 k"};
static const char *const latex_heads[COLUMNS] = {
    "epoch", "row", "$x$", "$y$", "$y(w\\cdot x+b)$", "", "$w$", "$b$", "mass", "bracket of $\\gamma^*$",
    "$w^*\\!\\cdot w\\ge\\gamma k$", "$\\|w\\|^2\\le R^2k$"};

static void put_pair(char *cell, const struct number *a, const char *between, const struct number *b)
{
    if (isnan(a->value) && isnan(b->value))
        snprintf(cell, TRACE_CELL, "-");
    else
        snprintf(cell, TRACE_CELL, "%s%s%s", a->text, between, b->text);
}

static bool fill(const struct trace *t, size_t i, char (*cells)[TRACE_CELL])
{
    const struct trace_line *line = &t->lines[i];

    if (i >= t->n_lines)
        return false;
    snprintf(cells[0], TRACE_CELL, "%" PRIu64, line->epoch);
    snprintf(cells[1], TRACE_CELL, "%" PRIu64, line->row + 1);
    trace_row_text(t, line->row, cells[2], TRACE_CELL);
    snprintf(cells[3], TRACE_CELL, "%s", line->sign > 0 ? "+1" : "-1");
    snprintf(cells[4], TRACE_CELL, "%s", line->product.text);
    snprintf(cells[5], TRACE_CELL, "%s", line->mistake ? "mistake" : line->moved ? "update" : "right");
    trace_weights_text(t, line, cells[6], TRACE_CELL);
    snprintf(cells[7], TRACE_CELL, "%s", line->bias.text);
    snprintf(cells[8], TRACE_CELL, "%s", line->mass.text);
    put_pair(cells[9], &line->lower, t->latex ? "\\dots" : " .. ", &line->upper);
    put_pair(cells[10], &line->lemma1, t->latex ? "\\ge" : " >= ", &line->lemma1_bound);
    put_pair(cells[11], &line->lemma2, t->latex ? "\\le" : " <= ", &line->lemma2_bound);
    return true;
}

/* Columns that say nothing in this trace are left out. */
static bool is_shown(const struct trace *t, size_t column)
{
    return (column != 7 || t->constant > 0.0) && (column != 10 || t->reference.known) &&
           (column != 11 || t->zero_start) && (column != 9 || t->n_moved > 0);
}

/* ---- text ----------------------------------------------------------------------------------------- */

static void print_cells(FILE *out, const struct trace *t, const struct trace_table *table, const int *widths,
                        char (*cells)[TRACE_CELL])
{
    size_t blanks = 0;   /* owed: none at the end of a line */

    for (size_t c = 0; c < table->columns; c++) {
        const char *text = cells == NULL ? table->heads[c] : cells[c];
        const size_t length = strlen(text), room = (size_t)widths[c] > length ? (size_t)widths[c] - length : 0;
        const bool right = table->right >> c & 1;
        if (!table->is_shown(t, c))
            continue;
        blanks += (c > 0 ? 2 : 0) + (right ? room : 0);
        if (length > 0)
            fprintf(out, "%*s%s", (int)blanks, "", text);
        blanks = (length > 0 ? 0 : blanks) + (right ? 0 : room);
    }
    fputc('\n', out);
}

void trace_print_table(FILE *out, const struct trace *t, const struct trace_table *table)
{
    char cells[COLUMNS][TRACE_CELL], epoch[TRACE_CELL] = "";
    int widths[COLUMNS];

    assert(table->columns <= COLUMNS);
    for (size_t c = 0; c < table->columns; c++)
        widths[c] = (int)strlen(table->heads[c]);
    for (size_t i = 0; table->fill(t, i, cells); i++)
        for (size_t c = 0; c < table->columns; c++)
            widths[c] = (int)strlen(cells[c]) > widths[c] ? (int)strlen(cells[c]) : widths[c];
    print_cells(out, t, table, widths, NULL);
    for (size_t i = 0; table->fill(t, i, cells); i++) {
        if (i > 0 && strcmp(cells[0], epoch) != 0)
            fputc('\n', out);
        memcpy(epoch, cells[0], sizeof epoch);
        print_cells(out, t, table, widths, cells);
    }
    fputc('\n', out);
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
    char x[TRACE_CELL];

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

void trace_print(FILE *out, const struct trace *t)
{
    static const struct trace_table table = {heads, COLUMNS, 1 << 0 | 1 << 1 | 1 << 4 | 1 << 7 | 1 << 8, fill,
                                             is_shown};
    const char *note = trace_note(t);

    trace_print_table(out, t, &table);
    if (t->limit > 0 && t->n_lines == t->limit)
        fprintf(out, "(The first %s steps; --steps N shows more, 0 all.)\n", text_count(t->limit).s);
    run_print_stop(out, &t->result);
    print_reference(out, t);
    print_contradiction(out, t);
    if (note != NULL) {
        fputc('\n', out);
        text_paragraph(out, note, 110);
    }
}

/* ---- LaTeX ---------------------------------------------------------------------------------------- */

static void print_latex_row(FILE *out, const struct trace *t, char (*cells)[TRACE_CELL])
{
    const char *between = "";

    for (size_t c = 0; c < COLUMNS; c++) {
        const bool words = c == 5 || strcmp(cells == NULL ? "" : cells[c], "-") == 0;
        if (!is_shown(t, c))
            continue;
        if (cells == NULL)
            fprintf(out, "%s%s", between, latex_heads[c]);
        else
            fprintf(out, words ? "%s%s" : "%s$%s$", between, cells[c]);
        between = " & ";
    }
    fputs(" \\\\\n", out);
}

void trace_print_latex(FILE *out, const struct trace *t)
{
    char cells[COLUMNS][TRACE_CELL];

    fputs("\\begin{tabular}{rrlrrlrrrlll}\n\\hline\n", out);
    print_latex_row(out, t, NULL);
    fputs("\\hline\n", out);
    for (size_t i = 0; i < t->n_lines; i++) {
        if (i > 0 && t->lines[i].epoch != t->lines[i - 1].epoch)
            fputs("\\hline\n", out);
        fill(t, i, cells);
        print_latex_row(out, t, cells);
    }
    fputs("\\hline\n\\end{tabular}\n", out);
}
