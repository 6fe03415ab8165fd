/* Sets whose rows are on several ranks, each row on one: memory on a rank grows with its own rows alone, and numbers of
 * rows have 64 bits. The set's block has the rows that are here, set->own says which of all rows they are; n_rows,
 * class counts and norms are those of all. Whoever goes through rows asks for those that are here (pt_view_row_here)
 * and adds up with the others, or goes through pt_score_rows.
 *
 * Rows are first where they were read: rank 0 has the first part of the source, and so on. Before training they move,
 * once, to the ranks that carry their shards. */
#ifndef PT_SETS_SHARE_H
#define PT_SETS_SHARE_H

#include "sets/dataset.h"

/* The set's rows are this rank's part of the source: from here on it is the set of all. */
ptron_status pt_dataset_share(ptron_dataset *set, ptron_ranks *ranks, ptron_error *err);
/* Every rank has mapped all rows: only work is shared. */
void pt_dataset_share_whole(ptron_dataset *set, ptron_ranks *ranks);

/* Where the rows that are here go: row i to index at[i] of rank[i]. Used up by the move. */
struct pt_places {
    uint32_t *rank, *at;       /* [rows here] */
    size_t    n;               /* rows that will be here */
};
/* Rows that stand where they were read move, each with a number of the caller's: *numbers [rows here] (NULL: none)
 * gives way to those of the rows that have come, in the order of the source, which is that of set->own. Owned. */
ptron_status pt_dataset_move(ptron_dataset *set, struct pt_places *to, uint64_t **numbers, ptron_error *err);

/* to[i]: where row i of those that are here comes to in the scatter S of all rows without those left out; left_out
 * [rows here], NULL: none. Buckets of S are shuffled by one rank each (scatter_shared.c). */
ptron_status pt_dataset_scatter_shared(const ptron_dataset *set, const bool *left_out, uint64_t *to, ptron_error *err);

/* Counts of what is here become those of all. */
ptron_status pt_view_sum(const struct pt_view *view, uint64_t *counts, size_t n, ptron_error *err);
ptron_status pt_view_count_labels(const struct pt_view *view, uint64_t counts[2], ptron_error *err);   /* of two */
/* The least, and the largest, of numbers; NaN counts for nothing. */
ptron_status pt_view_least(const struct pt_view *view, double *value, ptron_error *err);
ptron_status pt_view_largest(const struct pt_view *view, double *value, ptron_error *err);
#endif
