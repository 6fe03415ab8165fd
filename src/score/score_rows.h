/* The scores of all rows of a view, on all threads, in memory that grows with threads and classes but not with rows.
 *
 * Rows are cut into slices of PT_SLICE_ROWS; a slice is scored by one thread, PT_SCORE_ROWS rows at a time. After
 * each round of slices the calling thread may add up what was found, in the order of the rows: so no number of
 * threads shows in a sum. Training, prediction and evaluation all score here. */
#ifndef PT_SCORE_SCORE_ROWS_H
#define PT_SCORE_SCORE_ROWS_H

#include "base/meter.h"
#include "model/model.h"
#include "par/pool.h"
#include "rows/view.h"

enum { PT_ROUND_SLICES = 64, PT_ROUND_ROWS = PT_ROUND_SLICES * PT_SLICE_ROWS };   /* does not show in a result */

struct pt_scoring {
    const ptron_model    *model;   /* NULL: the rows are gone through without scores */
    const struct pt_view *view;
    pt_pool              *pool;    /* NULL: inline */
    /* On any thread, in any order: rows first .. first+n-1 of the view, at most PT_SCORE_ROWS and of one slice. The
     * scores [n][vectors] may be written over. */
    void (*take)(void *context, uint64_t first, const struct pt_row *rows, size_t n, double *scores);
    /* On the calling thread, in order: rows first .. to-1, one round, were taken. NULL: there is nothing to do. */
    void (*add)(void *context, uint64_t first, uint64_t to);
    void *context;
    struct pt_meter *meter;        /* told after each round, and may end it; NULL: nobody watches */
};

/* Fails when memory is out, the model needs a library that is missing, or a pack is found damaged. */
ptron_status pt_score_rows(const struct pt_scoring *scoring, ptron_error *err);
/* The same for rows that are on several ranks (score_shared.c), to which pt_score_rows turns. Rows of other ranks have
 * no values for `take` to look at. */
ptron_status pt_score_shared(const struct pt_scoring *scoring, ptron_error *err);

#endif
