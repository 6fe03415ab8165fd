/* Every step of a training run, as the trainer reports it, with what the theorem says at that moment:
 *
 *   bracket   min y(w.x+b)/norm(w) <= gamma* <= norm(w)/mass
 *   lemma 1   w*.w(k) >= gamma * mass      w*: the last weights of the run, when they separate; gamma: their
 *                                          least product
 *   lemma 2   norm(w(k))^2 <= R^2 * sum of squared steps
 *
 * With a step of 1 these are k gamma and k R^2. Numbers are doubles, or exact fractions of the decimals. */
#ifndef CLI_TRACE_TRACE_H
#define CLI_TRACE_TRACE_H

#include "arguments.h"
#include "trace/fraction.h"

#include <stdio.h>

struct number {              /* one number of a trace */
    double value;            /* NaN: none */
    char   text[EXACT_ROOM];
};

struct trace_line {
    uint64_t epoch, row;     /* row 0-based */
    uint64_t updates;
    int      sign;
    bool     mistake, moved;
    struct number product, bias, mass, lower, upper;
    struct number lemma1, lemma1_bound, lemma2, lemma2_bound;
    struct number *weights;  /* [n], owned */
};

struct trace_reference {     /* w*, when the run ended with weights that separate the rows */
    bool   known;
    whole *exact;            /* its weights times their scale, the constant feature's coefficient last; NULL without
                              * --exact; owned */
    struct number gamma, norm2;   /* least product, squared norm */
    struct number bound;          /* R^2 norm2 / gamma^2 */
};

struct trace {
    const struct args *args;
    ptron_dataset *set;
    ptron_dataset_facts facts;
    ptron_run     *run;           /* the steps, as the library kept them */
    ptron_result   result;        /* of the whole run */
    ptron_theorem  theorem;
    bool           exact, latex, whole;   /* whole: rows, rate and constant are whole numbers, sums are exact */
    bool           zero_start;
    uint64_t       limit;         /* lines kept; the run itself goes on to its end */
    double         rate;
    double         constant;      /* value of the constant feature; 0: no bias */
    size_t         n;             /* features */
    double        *values;        /* [rows][n + 1] */
    whole         *scaled;        /* the same times 10^decimals; NULL without --exact */
    int           *signs;         /* [rows] */
    unsigned       decimals, rate_decimals;
    struct exact   checks;
    whole         *w;             /* [n + 1] exact weights so far, times 10^(decimals + rate_decimals) */
    whole          exact_mass, exact_squares;   /* of the steps, and of their squares */
    struct number  radius2;
    struct trace_reference reference;
    uint64_t       n_moved;       /* steps of the run that moved the weights */
    double         odd_step;      /* the first that is not the rate; 0: none */
    bool           no_classes;
    struct trace_line *lines;     /* [n_lines] */
    size_t         n_lines;
    const uint64_t *times;        /* [rows] how often each row was used between equal weights; NULL: not found */
};

/* Loads, runs to the end, keeping the steps, and fills the lines. trace_free in any case. */
ptron_status trace_make(struct trace *trace, ptron_error *err);
void         trace_free(struct trace *trace);

/* "(1, 2)", or the first `shown` of them and how many more there are; every `stride`-th of w. */
void trace_vector_text(const double *w, size_t stride, size_t n, size_t shown, char *text, size_t room);
/* The rows as x. */
void trace_row_text(const struct trace *trace, uint64_t row, char *text, size_t room);
void trace_weights_text(const struct trace *trace, const struct trace_line *line, char *text, size_t room);
/* What to say about rows that are known from a textbook with a slip; NULL for all others. */
const char *trace_note(const struct trace *trace);

/* trace_numbers.c: the numbers of a step, exact or not. */
bool trace_prepare_exact(struct trace *trace);   /* scales; false: no memory */
void trace_fill(struct trace *trace, const ptron_step *step, const ptron_sides *sides, struct trace_line *line);
void trace_use_exact(struct trace *trace, uint64_t row, int sign, double step);
void trace_reference_numbers(struct trace *trace);

/* trace_classes.c: the same with more than two labels. */
void         trace_classes_print(FILE *out, const struct trace *trace);
void         trace_classes_print_json(FILE *out, const struct trace *trace);

enum { TRACE_CELL = 1024 };

struct trace_table {
    const char *const *heads;    /* [columns] */
    size_t   columns;            /* the first is the epoch: a blank line stands between epochs */
    unsigned right;              /* a bit for each column that ends at its right */
    bool   (*fill)(const struct trace *trace, size_t i, char (*cells)[TRACE_CELL]);   /* false: past the last */
    bool   (*is_shown)(const struct trace *trace, size_t column);
};
void trace_print_table(FILE *out, const struct trace *trace, const struct trace_table *table);

void trace_print(FILE *out, const struct trace *trace);
void trace_print_json(FILE *out, const struct trace *trace);
void trace_print_latex(FILE *out, const struct trace *trace);

#endif
