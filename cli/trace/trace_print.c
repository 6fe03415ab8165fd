/* A trace as a table: text or LaTeX. The cells are the same, the marks between them differ. A column is there when the
 * run has something to say in it. */
#include "trace/trace.h"
#include "words/numbers.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

enum {
    C_EPOCH, C_ROW, C_X, C_Y, C_PRODUCT, C_VERDICT, C_ALPHA, C_STEP, C_KEEP, C_W, C_B, C_MASS, C_BRACKET, C_LEMMA1,
    C_LEMMA2, COLUMNS
};

enum { HEAD = 96 };

static const struct column {
    const char *head, *latex;
    bool right;
    int number, other;        /* of a line; the second after the mark; -1: none */
    const char *mark, *latex_mark;
    double idle;              /* a column of nothing else, or of nothing, is left out; NaN: of nothing */
} columns[COLUMNS] = {
    [C_EPOCH] = {"epoch", "epoch", true, -1, -1, NULL, NULL, 0.0},
    [C_ROW] = {"row", "row", true, -1, -1, NULL, NULL, 0.0},
    [C_X] = {"x", "$x$", false, -1, -1, NULL, NULL, 0.0},
    [C_Y] = {"y", "$y$", false, -1, -1, NULL, NULL, 0.0},
    [C_PRODUCT] = {"y(w.x+b)", "$y(w\\cdot x+b)$", true, -1, -1, NULL, NULL, 0.0},
    [C_VERDICT] = {"", "", false, -1, -1, NULL, NULL, 0.0},
    [C_ALPHA] = {"alpha", "$\\alpha$", true, N_ALPHA, -1, NULL, NULL, NAN},
    [C_STEP] = {"step", "step", true, N_STEP, -1, NULL, NULL, 1.0},
    [C_KEEP] = {"keep", "keep", true, N_KEEP, -1, NULL, NULL, 1.0},
    [C_W] = {"w", "$w$", false, -1, -1, NULL, NULL, 0.0},
    [C_B] = {"b", "$b$", true, N_BIAS, -1, NULL, NULL, NAN},
    [C_MASS] = {"mass", "mass", true, N_MASS, -1, NULL, NULL, NAN},
    [C_BRACKET] = {"bracket of gamma*", "bracket of $\\gamma^*$", false, N_LOWER, N_UPPER, " .. ", "\\dots", NAN},
    [C_LEMMA1] = {NULL, NULL, false, N_LEMMA1, N_LEMMA1_LEAST, " >= ", "\\ge", NAN},
    [C_LEMMA2] = {NULL, NULL, false, N_LEMMA2, N_LEMMA2_MOST, " <= ", "\\le", NAN},
};

/* ---- cells ---------------------------------------------------------------------------------------- */

static void put_number(char *cell, size_t room, const struct number *number)
{
    snprintf(cell, room, "%s",
             isnan(number->value) ? "-" : number->text != NULL ? number->text : text_number(number->value).s);
}

static void put_numbers(const struct trace *t, const struct trace_line *line, const struct column *c, char *cell)
{
    const struct number *a = &line->numbers[c->number], *b = &line->numbers[c->other < 0 ? c->number : c->other];
    size_t at;

    put_number(cell, TRACE_CELL, a);
    if (c->other < 0 || (isnan(a->value) && isnan(b->value)) || (c == &columns[C_BRACKET] && !t->has_upper))
        return;
    at = strlen(cell);
    at += (size_t)snprintf(cell + at, TRACE_CELL - at, "%s", t->latex ? c->latex_mark : c->mark);
    put_number(cell + at, TRACE_CELL - at, b);
}

static bool fill(const struct trace *t, size_t i, char (*cells)[TRACE_CELL])
{
    const struct trace_line *line = &t->lines[i];

    if (i >= t->n_lines)
        return false;
    snprintf(cells[C_EPOCH], TRACE_CELL, "%" PRIu64, line->epoch);
    snprintf(cells[C_ROW], TRACE_CELL, "%" PRIu64, line->row + 1);
    trace_row_text(t, line->row, cells[C_X], TRACE_CELL);
    snprintf(cells[C_Y], TRACE_CELL, "%s", line->sign > 0 ? "+1" : "-1");
    put_number(cells[C_PRODUCT], TRACE_CELL, &line->numbers[N_PRODUCT]);
    snprintf(cells[C_VERDICT], TRACE_CELL, "%s%s", line->mistake ? "mistake" : line->moved ? "update" : "right",
             line->steps ? ", step" : "");
    trace_weights_text(t, line, cells[C_W], TRACE_CELL);
    for (size_t c = 0; c < COLUMNS; c++)
        if (columns[c].number >= 0)
            put_numbers(t, line, &columns[c], cells[c]);
    return true;
}

static bool says_something(const struct trace *t, const struct column *c)
{
    bool says = false;

    for (size_t i = 0; i < t->n_lines && !says; i++) {
        const double value = t->lines[i].numbers[c->number].value;
        const double other = t->lines[i].numbers[c->other < 0 ? c->number : c->other].value;
        says = !(isnan(value) && isnan(other)) && (isnan(c->idle) || (value != c->idle && value != 0.0));
    }
    return says;
}

void trace_find_columns(struct trace *t)
{
    for (size_t c = 0; c < COLUMNS; c++)
        if (c == C_W ? t->n_weights > 0 : columns[c].number < 0 || says_something(t, &columns[c]))
            t->columns |= 1u << c;
    for (size_t i = 0; i < t->n_lines; i++)
        t->has_upper |= !isnan(t->lines[i].numbers[N_UPPER].value);
}

static bool is_shown(const struct trace *t, size_t column)
{
    return t->columns >> column & 1;
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

/* A product without weights is the kernel's, one without a bias has none to add; a bracket without an upper end is a
 * margin. */
static void find_heads(const struct trace *t, char (*lemmas)[HEAD], const char **heads)
{
    trace_lemma_heads(t, lemmas[0], lemmas[1], HEAD);
    for (size_t c = 0; c < COLUMNS; c++)
        heads[c] = t->latex ? columns[c].latex : columns[c].head;
    if (t->constant == 0.0)
        heads[C_PRODUCT] = t->latex ? "$y\\,w\\cdot x$" : "y w.x";
    if (t->n_weights == 0)
        heads[C_PRODUCT] = t->latex ? "$y\\,$score" : "y score";
    if (!t->has_upper)
        heads[C_BRACKET] = t->constant > 0.0 ? "theorem margin" : "margin";
    heads[C_LEMMA1] = lemmas[0];
    heads[C_LEMMA2] = lemmas[1];
}

void trace_print(FILE *out, const struct trace *t)
{
    char lemmas[2][HEAD];
    const char *heads[COLUMNS];
    struct trace_table table = {heads, COLUMNS, 0, fill, is_shown};

    for (size_t c = 0; c < COLUMNS; c++)
        table.right |= (unsigned)columns[c].right << c;
    find_heads(t, lemmas, heads);
    trace_print_order(out, t);
    trace_print_table(out, t, &table);
    trace_say(out, t);
}

/* ---- LaTeX ---------------------------------------------------------------------------------------- */

static void print_latex_row(FILE *out, const struct trace *t, const char *const *heads, char (*cells)[TRACE_CELL])
{
    const char *between = "";

    for (size_t c = 0; c < COLUMNS; c++) {
        const bool words = c == C_VERDICT || strcmp(cells == NULL ? "" : cells[c], "-") == 0;
        if (!is_shown(t, c))
            continue;
        if (cells == NULL)
            fprintf(out, "%s%s", between, heads[c]);
        else
            fprintf(out, words ? "%s%s" : "%s$%s$", between, cells[c]);
        between = " & ";
    }
    fputs(" \\\\\n", out);
}

void trace_print_latex(FILE *out, const struct trace *t)
{
    char cells[COLUMNS][TRACE_CELL], lemmas[2][HEAD];
    const char *heads[COLUMNS];

    find_heads(t, lemmas, heads);
    fputs("% ", out);
    trace_print_order(out, t);
    fputs("\\begin{tabular}{", out);
    for (size_t c = 0; c < COLUMNS; c++)
        if (is_shown(t, c))
            fputc(columns[c].right ? 'r' : 'l', out);
    fputs("}\n\\hline\n", out);
    print_latex_row(out, t, heads, NULL);
    fputs("\\hline\n", out);
    for (size_t i = 0; i < t->n_lines; i++) {
        if (i > 0 && t->lines[i].epoch != t->lines[i - 1].epoch)
            fputs("\\hline\n", out);
        fill(t, i, cells);
        print_latex_row(out, t, heads, cells);
    }
    fputs("\\hline\n\\end{tabular}\n", out);
}
