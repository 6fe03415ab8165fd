/* Standardising rows that pass by: (x - mean) / sd of the rows so far, the row itself among them. What a row becomes
 * depends on the rows before it alone, never on how they were cut into blocks; whoever scales all rows at once
 * (scale.h) gets other numbers. Sparse rows are only divided, as there: what they do not store is 0, and counts.
 *
 * Means and squares move by Welford's recurrence, one value at a time. Each value leaves in a log what it changed, so
 * that a learner that stops within a block can have the numbers of the rows it learned from. */
#ifndef PT_RECIPE_RUNNING_H
#define PT_RECIPE_RUNNING_H

#include "base/buffer.h"

struct pt_recipe;
struct pt_row;

struct pt_moments {        /* of the values of a feature that were there */
    double   mean, square; /* square: the sum of squares around the mean */
    uint64_t stored;
};

struct pt_running {        /* zeroed: none yet */
    uint64_t rows;
    uint32_t n;            /* features */
    struct pt_moments *of; /* [n] */
};

struct pt_running_log {    /* what the rows of one block changed; zeroed: nothing */
    struct pt_moments *before;   /* [n] of each value, in order, its feature's */
    uint32_t *feature;           /* [n] */
    size_t    n, room;
    uint64_t  rows;
    size_t   *end;               /* [rows] of each row's values in the log */
    size_t    row_room;
};

void         pt_running_fini(struct pt_running *running);
ptron_status pt_running_copy(struct pt_running *to, const struct pt_running *from, ptron_error *err);
/* For so many features. */
ptron_status pt_running_reach(struct pt_running *running, uint32_t features, ptron_error *err);

void pt_running_log_fini(struct pt_running_log *log);
/* A block of so many rows and values begins: the log is empty, and has room. */
ptron_status pt_running_log_begin(struct pt_running_log *log, size_t rows, size_t values, ptron_error *err);

/* The next row (value: F64, index NULL when dense) is counted, then standardised in place. Fails, naming the feature,
 * where values are too large. */
ptron_status pt_running_row(struct pt_running *running, struct pt_running_log *log, const struct pt_recipe *recipe,
                            const uint32_t *index, double *value, size_t n, ptron_error *err);
/* As after the first `rows` rows of the log's block. */
void pt_running_back(struct pt_running *running, const struct pt_running_log *log, uint64_t rows);
/* recipe->shift and factor become those of recipe->running. */
ptron_status pt_running_settle(struct pt_recipe *recipe, ptron_error *err);

void         pt_running_save(const struct pt_running *running, struct pt_buffer *out);
/* Into recipe->running; everything is checked against the recipe. */
ptron_status pt_running_load(struct pt_recipe *recipe, struct pt_cursor *in, ptron_error *err);

#endif
