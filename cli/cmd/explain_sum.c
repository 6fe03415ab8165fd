/* A contradiction as a sum that anyone can check: the rows as vectors with their multipliers, and each column by
 * itself. Only where it is small enough to be read; else the rows alone. */
#include "cmd/explain.h"
#include "words/facts.h"
#include "words/numbers.h"
#include "words/proof.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 12, MOST_COLUMNS = 10, MOST_DIGITS = 12, ROWS_SHOWN = 12,
       MOST_VALUES = 4096 };   /* of a row, zeros among them */

struct sum {
    const struct explanation *e;
    size_t      n_rows, n_columns;
    uint64_t    row[MOST_ROWS];
    const char *times[MOST_ROWS];
    bool        plus[MOST_ROWS];
    uint32_t    column[MOST_COLUMNS];                 /* features that are not 0 in every row */
    double      value[MOST_ROWS][MOST_COLUMNS];
};

static size_t column_of(struct sum *s, uint32_t feature)
{
    size_t k = 0;

    while (k < s->n_columns && s->column[k] != feature)
        k++;
    if (k == s->n_columns && k < MOST_COLUMNS)
        s->column[s->n_columns++] = feature;
    return k;
}

/* False when a row has too many values to be shown. */
static bool take_row(struct sum *s, size_t i)
{
    uint32_t features[MOST_VALUES];   /* no memory is asked for that might not be there */
    double values[MOST_VALUES];
    size_t n = 0;
    bool fits = ptron_dataset_row(s->e->set, s->row[i], features, values, MOST_VALUES, &n, NULL) == PTRON_OK &&
                n <= MOST_VALUES;

    for (size_t j = 0; j < n && fits; j++) {
        const size_t k = values[j] == 0.0 ? SIZE_MAX : column_of(s, features[j]);
        if (k < MOST_COLUMNS)
            s->value[i][k] = values[j];
        fits = k == SIZE_MAX || k < MOST_COLUMNS;
    }
    return fits;
}

static bool take_rows(struct sum *s)
{
    const struct explanation *e = s->e;

    if (e->proof.n_rows > MOST_ROWS)
        return false;
    for (; ptron_certificate_row(e->certificate, s->n_rows, &s->row[s->n_rows], &s->times[s->n_rows]); s->n_rows++) {
        s->plus[s->n_rows] = ptron_dataset_row_class(e->set, s->row[s->n_rows]) == 1;
        if (strlen(s->times[s->n_rows]) > MOST_DIGITS || !take_row(s, s->n_rows))
            return false;
    }
    return true;
}

/* ---- as vectors ---------------------------------------------------------------------------------- */

static int width_of(const struct sum *s, size_t k)
{
    size_t width = 1;

    for (size_t i = 0; i < s->n_rows; i++) {
        const size_t length = strlen(text_exact(s->value[i][k]).s);
        width = length > width ? length : width;
    }
    return (int)width;
}

static void print_vector(FILE *out, const struct sum *s, size_t i)
{
    fputc('(', out);
    for (size_t k = 0; k < s->n_columns; k++)
        fprintf(out, "%s%*s", k > 0 ? ", " : "", width_of(s, k), i < s->n_rows ? text_exact(s->value[i][k]).s : "0");
    if (s->e->proof.bias)
        fprintf(out, "%s%s", s->n_columns > 0 ? ", " : "", i < s->n_rows ? "1" : "0");
    fputc(')', out);
}

static void print_rows(FILE *out, const struct sum *s)
{
    const char *label;
    char place[160];
    int width = 1;

    for (size_t i = 0; i < s->n_rows; i++)
        width = (int)strlen(s->times[i]) > width ? (int)strlen(s->times[i]) : width;
    for (size_t i = 0; i < s->n_rows; i++) {
        facts_row_place(s->e->set, s->row[i], place, sizeof place);
        fprintf(out, "    %c %*s x ", s->plus[i] ? '+' : '-', width, s->times[i]);
        print_vector(out, s, i);
        label = ptron_dataset_class_name(s->e->set, (size_t)ptron_dataset_row_class(s->e->set, s->row[i]));
        fprintf(out, "   %s, '%s'\n", place, text_name(label).s);
    }
    fprintf(out, "    = %*s   ", width, "");
    print_vector(out, s, s->n_rows);
    fputc('\n', out);
}

/* ---- column by column ---------------------------------------------------------------------------- */

static void print_terms(FILE *out, const struct sum *s, size_t k)
{
    for (size_t i = 0; i < s->n_rows; i++) {
        const char *value = k < s->n_columns ? text_exact(s->value[i][k]).s : "1";
        char copy[48];
        snprintf(copy, sizeof copy, value[0] == '-' ? "(%s)" : "%s", value);
        fprintf(out, "%s%s x %s", i == 0 ? s->plus[i] ? "" : "-" : s->plus[i] ? " + " : " - ", s->times[i], copy);
    }
    fputs(" = 0\n", out);
}

/* ---- the argument -------------------------------------------------------------------------------- */

/* Without a bias a row of zeros is a contradiction by itself. */
static void print_zero(FILE *out, const struct explanation *e, size_t row)
{
    char place[160];

    facts_row_place(e->set, row, place, sizeof place);
    fprintf(out, "%s is all zeros, so a.w is 0 whatever w is, and never above 0: the perceptron, which stops only\n"
            "when every a.w is above 0, would never stop by itself.\n", place);
}

static void print_small(FILE *out, const struct sum *s)
{
    const size_t zeros = (size_t)s->e->facts.features - s->n_columns;
    char name[80];

    fputs("Take these rows as often as it says, with the sign of their labels:\n\n", out);
    print_rows(out, s);
    if (zeros > 0)
        fprintf(out, "(%s feature%s 0 in all of them and left out here.)\n", text_count(zeros).s,
                pt_one_many(zeros, " is", "s are"));
    fputs("\nColumn by column, to check by hand:\n\n", out);
    for (size_t k = 0; k < s->n_columns; k++) {
        ptron_dataset_feature_name(s->e->set, s->column[k], name, sizeof name);
        fprintf(out, "    %s: ", text_name(name).s);
        print_terms(out, s, k);
    }
    if (s->e->proof.bias) {
        fputs("    constant: ", out);
        print_terms(out, s, s->n_columns);
    }
}

void explain_contradiction(FILE *out, const struct explanation *e)
{
    struct sum s = {.e = e};
    const bool small = take_rows(&s);

    fprintf(out, "%s, %s. A row counts as a = y %s, where y is +1 for '%s' and -1 for all others.\n"
            "Weights w have it on its own side when a.w > 0.\n\nThe rows are not separable\n\n",
            text_counted(e->proof.rows, "row").s, text_counted(e->proof.features, "feature").s,
            e->proof.bias ? "(x, 1)" : "x", text_name(e->proof.positive).s);
    if (e->proof.n_rows == 1) {
        print_zero(out, e, s.row[0]);
        proof_print_boundary(out, PROOF_BOUNDARY(&e->proof));
        return;
    }
    if (small) {
        print_small(out, &s);
    } else {
        fputs("Take these rows as often as it says, with the sign of their labels: they add up to zero in every "
              "column.\nThat is too long to check by hand; 'perceptron certify -o FILE' writes it down, and "
              "'perceptron verify'\nchecks it.\n\n", out);
        proof_print_rows(out, e->set, e->certificate, ROWS_SHOWN);
    }
    fputs("\nSuppose some w had all of them on their own side. Then every a.w is above 0, and so is their sum, each\n"
          "times its positive number. But that sum is w times the sum of the rows, and the rows add up to 0. So there\n"
          "is no such w: the perceptron, which stops only when it has found one, would never stop by itself.\n"
          "(Its weights stay bounded all the same, however long it runs: the cycling theorem, Block and Levin 1970.)\n",
          out);
    proof_print_boundary(out, PROOF_BOUNDARY(&e->proof));
}
