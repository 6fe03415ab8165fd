/* A checksum of rows as the learner sees them, which a resume compares. It is a sum over rows, each hashed with its
 * number and times a factor of its class: so it can be taken on all threads, and of rows that pass by, whose classes
 * may still change their numbers, with one sum for each class. */
#ifndef PT_SETS_ROW_CHECKSUM_H
#define PT_SETS_ROW_CHECKSUM_H

#include "sets/dataset.h"

/* The marks of rows of class c add up to a sum of that class. number: of the row, from 0. */
uint64_t pt_mark_row(const struct pt_row *row, uint64_t number);
/* Those of all rows of a block, the first of which has that number. */
void pt_mark_rows(const struct pt_block *block, uint64_t number, uint64_t *marks);
/* What the sum of class c counts in the sum of all. */
uint64_t pt_mark_class(uint32_t class);
/* The checksum: sum over classes of pt_mark_class times the class's sum, and the set's sizes. */
uint64_t pt_mark_set(uint64_t sum, uint64_t rows, uint64_t features, uint64_t classes);

/* The sum over the rows at indices from .. to-1 of a set in memory; and its checksum, where that of the first `marked`
 * rows is known. Rows of ranks: none are. */
uint64_t pt_dataset_marks(const ptron_dataset *set, uint64_t from, uint64_t to);
uint64_t pt_dataset_fingerprint_rest(const ptron_dataset *set, uint64_t marked, uint64_t sum);

#endif
