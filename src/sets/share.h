/* Sets whose rows are on several ranks. Every rank knows of every row what is short: label, length, weight, place, and
 * where it is (44 bytes a row, with what orders of training take); indices and values, which take the memory, are on
 * one rank each. Such a set has all rows by number; rows of other ranks look empty (sparse) or must not be read
 * (dense), and whoever goes through rows either asks for what is short alone, or goes through pt_score_rows.
 *
 * Rows are first where they were read: rank 0 has the first part of the source, and so on. Before training they move,
 * once, to the ranks that carry their shards. */
#ifndef PT_SETS_SHARE_H
#define PT_SETS_SHARE_H

#include "sets/dataset.h"

/* The set's rows are this rank's part of the source: from here on it is the set of all. */
ptron_status pt_dataset_share(ptron_dataset *set, ptron_ranks *ranks, ptron_error *err);
/* Every rank has mapped all rows: only work is shared. */
ptron_status pt_dataset_share_whole(ptron_dataset *set, ptron_ranks *ranks, ptron_error *err);
/* Rows that stand where they were read move: row i of the source to index to[i] (NULL: i), of which rank r has from[r]
 * .. from[r+1]-1. Both arrays are taken over, also where it fails. */
ptron_status pt_dataset_move(ptron_dataset *set, uint32_t *to, uint64_t *from, ptron_error *err);
#endif
