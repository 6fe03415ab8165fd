/* Every step of a training run, as the trainer reports it, with what is proved of it at that moment:
 *
 *   bracket   min y(w.x+b)/norm(w) <= gamma* <= norm(w - w0)/mass
 *   lemma 1   w*.w >= w*.w0 + gamma mass       w*: the last weights of the run, when they separate; gamma: their
 *                                              least product; w0: the weights it began with; mass: sum of the steps
 *   lemma 2   norm(w)^2 <= norm(w0)^2 + R^2 squares + 2 tau mass
 *                                              squares: sum of the squared steps; tau: the rule's threshold
 *
 * From zero with steps of 1 and no threshold these are k gamma and k R^2. What does not hold for an algorithm is not
 * there: the library says so by NaN (ptron_step, ptron_sides). Numbers are doubles, or exact fractions of the
 * decimals. */
#ifndef CLI_TRACE_TRACE_H
#define CLI_TRACE_TRACE_H

#include "arguments.h"

#include <stdio.h>

struct number {              /* one number of a trace */
    double value;            /* NaN: none */
    char  *text;             /* exact, owned; NULL: the value says it */
};

/* The numbers of a line, and those of the whole run. */
enum {
    N_PRODUCT, N_STEP, N_KEEP, N_ALPHA, N_BIAS, N_MASS, N_LOWER, N_UPPER, N_LEMMA1, N_LEMMA1_LEAST, N_LEMMA2,
    N_LEMMA2_MOST, LINE_NUMBERS
};
enum { R_GAMMA, R_NORM2, R_RADIUS2, R_START2, R_THRESHOLD, R_LONGEST, R_MASS, R_BOUND, R_MASS_BOUND,
       RUN_NUMBERS };   /* bound: of mass, in steps of the longest; mass bound: of mass itself */

struct trace_line {
    uint64_t epoch, row;     /* row 0-based */
    uint64_t updates;
    int      sign;
    bool     mistake, moved; /* moved: the row is in the weights from now on, or they shrank */
    bool     steps;          /* a batch ends with this row and moves the weights */
    struct number numbers[LINE_NUMBERS];
    struct number *weights;  /* [n_weights], owned */
};

struct trace_rounding {      /* with --exact: a row that exact numbers would have taken otherwise than the run did */
    bool     found, learned;
    uint64_t epoch, row;
    double   product;        /* that the run had */
    char    *exact;          /* owned */
};

struct trace {
    const struct args *args;
    ptron_dataset *set;
    ptron_dataset_facts facts;
    ptron_run     *run;           /* the steps, as the library kept them */
    ptron_result   result;        /* of the whole run */
    ptron_theorem  theorem;
    bool           latex, whole;  /* whole: rows, rate and constant are whole numbers, sums are exact */
    bool           gathers;       /* a batch rule */
    uint64_t       limit;         /* lines kept; the run itself goes on to its end */
    double         constant;      /* value of the constant feature; 0: no bias */
    size_t         n;             /* features */
    size_t         n_weights;     /* n, or 0: the algorithm has no vector of weights */
    double        *values;        /* [rows][n + 1] */
    int           *signs;         /* [rows] */
    struct trace_exact *exact;    /* NULL without --exact */
    char           numbers_are[320];   /* with --exact: what the rows' numbers are, if not those in the file */
    struct trace_rounding rounding;
    double        *alphas;        /* [2][rows] sums of each row's own steps, of the run and up to the last line; NULL:
                                   * no kernel, or one that drops rows */
    bool           known;         /* w* separates the rows and lemma 1 holds */
    bool           has_lemma2;
    struct number  numbers[RUN_NUMBERS];
    const char    *unfit;         /* why this run has no table; NULL: it has one */
    struct trace_line *lines;     /* [n_lines] */
    size_t         n_lines;
    unsigned       columns;       /* a bit for each that has something to say */
    bool           has_upper;     /* the bracket has an upper end somewhere */
    const uint64_t *times;        /* [rows] how often each row was used between equal weights; NULL: not found */
};

/* Loads, runs to the end, keeping the steps, and fills the lines. trace_free in any case. */
ptron_status trace_make(struct trace *trace, bool exact, ptron_error *err);
void         trace_free(struct trace *trace);
ptron_status trace_no_memory(ptron_error *err);

/* "(1, 2)", or the first `shown` of them and how many more there are; every `stride`-th of w. */
void trace_vector_text(const double *w, size_t stride, size_t n, size_t shown, char *text, size_t room);
/* The rows as x. */
void trace_row_text(const struct trace *trace, uint64_t row, char *text, size_t room);
void trace_weights_text(const struct trace *trace, const struct trace_line *line, char *text, size_t room);
/* What to say about rows that are known from a textbook with a slip, after the run that it speaks of; else NULL. */
const char *trace_note(const struct trace *trace);
/* How the rows were ordered, as the first line of a table. */
void trace_print_order(FILE *out, const struct trace *trace);

/* trace_exact.c and trace_exact_begin.c: the same numbers as fractions. */
ptron_status trace_exact_begin(struct trace *trace, ptron_error *err);
void         trace_exact_end(struct trace *trace);
void         trace_exact_follow(struct trace *trace, const ptron_step *step);   /* while training goes on */
/* Whether the rows, each so many times, add up to zero. */
bool         trace_exact_adds_up(struct trace *trace, const uint64_t *times);
/* When it is over: w* and its numbers; then lines from the first on. */
ptron_status trace_exact_reference(struct trace *trace, ptron_error *err);
ptron_status trace_exact_fill(struct trace *trace, const ptron_step *step, struct trace_line *line, ptron_error *err);

/* trace_classes.c: the same with more than two labels. */
void         trace_classes_print(FILE *out, const struct trace *trace);
void         trace_classes_print_json(FILE *out, const struct trace *trace);

enum { TRACE_CELL = 4096 };

struct trace_table {
    const char *const *heads;    /* [columns] */
    size_t   columns;            /* the first is the epoch: a blank line stands between epochs */
    unsigned right;              /* a bit for each column that ends at its right */
    bool   (*fill)(const struct trace *trace, size_t i, char (*cells)[TRACE_CELL]);   /* false: past the last */
    bool   (*is_shown)(const struct trace *trace, size_t column);
};
void trace_find_columns(struct trace *trace);
void trace_print_table(FILE *out, const struct trace *trace, const struct trace_table *table);

void trace_print(FILE *out, const struct trace *trace);
void trace_print_json(FILE *out, const struct trace *trace);
void trace_print_latex(FILE *out, const struct trace *trace);

/* trace_words.c: what is said under a table, and over its columns of lemmas. */
bool trace_is_plain(const struct trace *trace);   /* every update added one row, once: mass and squares are k */
void trace_lemma_heads(const struct trace *trace, char *lemma1, char *lemma2, size_t room);
void trace_say(FILE *out, const struct trace *trace);

#endif
