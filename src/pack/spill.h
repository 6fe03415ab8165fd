/* Rows that do not fit in memory: written to a temporary file while they come, each to the bucket that it draws
 * (scatter.h), and taken back bucket by bucket in the order of the scatter, or all in the order of the source. It
 * takes the memory of one buffer for each bucket, whatever the number of rows, and later of one bucket. */
#ifndef PT_PACK_SPILL_H
#define PT_PACK_SPILL_H

#include "sets/store.h"

typedef struct pt_spill pt_spill;

struct pt_spilled {            /* what has been added */
    uint64_t n_rows, n_values;
    enum pt_kind kind;         /* the widest of the blocks */
    bool     dense, weighted, has_places;
    uint32_t width;
};

ptron_status pt_spill_open(pt_spill **out, ptron_error *err);
void         pt_spill_close(pt_spill *spill);   /* NULL is fine */

/* Blocks as pt_store_add takes them. */
ptron_status pt_spill_add(pt_spill *spill, const struct pt_block *block, ptron_error *err);
/* Nothing more comes: from here on rows can be taken back. */
ptron_status pt_spill_end(pt_spill *spill, ptron_error *err);
const struct pt_spilled *pt_spill_facts(const pt_spill *spill);

/* All rows of a bucket, as they stand in the scatter, into an empty store of the widest kind. */
ptron_status pt_spill_bucket(pt_spill *spill, size_t bucket, struct pt_store *store, ptron_error *err);

/* From the first row of the source on. */
void pt_spill_rewind(pt_spill *spill);
/* The next row of the source, borrowed until the next call; false: there is none, or it cannot be read (`status`). */
bool pt_spill_next(pt_spill *spill, struct pt_row *row, ptron_status *status, ptron_error *err);

#endif
