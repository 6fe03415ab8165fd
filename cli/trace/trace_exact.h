/* The state of a trace in fractions. trace_exact_begin.c makes it, trace_exact.c follows the run with it. */
#ifndef CLI_TRACE_TRACE_EXACT_H
#define CLI_TRACE_TRACE_EXACT_H

#include "trace/fraction.h"
#include "trace/trace.h"

enum {
    E_RATE, E_MASS, E_SQUARES, E_BATCH, E_LONGEST, E_RADIUS2, E_THRESHOLD, E_GAMMA, E_NORM2, E_START2, E_ALONG0,
    E_A, E_B, E_C, SCALARS   /* A, B, C: scratch */
};

struct trace_exact {
    size_t   n;              /* coordinates, the constant feature's last */
    size_t   rows;
    mpq_t   *values;         /* [rows][n] */
    mpq_t   *w, *batch;      /* [n] weights so far; the sum of the batch at hand */
    mpq_t   *start, *star;   /* [n] w0 and w* */
    mpq_t   *scalars;        /* [SCALARS] */
    mpq_t   *table;          /* [n_table] of the schedule; the last goes on */
    size_t   n_table;
    bool     falls;          /* rate/t */
    uint64_t updates;
    bool     outgrown;       /* MOST_BITS */
    bool     lenient;        /* a product exactly on the threshold is right */
    bool     above;          /* a row was learned from whose exact product is above the threshold */
};

static inline mpq_t *trace_exact_row(const struct trace_exact *e, uint64_t row)
{
    return e->values + row * e->n;
}

static inline void trace_exact_dot(struct trace_exact *e, mpq_t sum, mpq_t *a, mpq_t *b)
{
    exact_dot(sum, a, b, e->n, e->scalars[E_C]);
}

#endif
