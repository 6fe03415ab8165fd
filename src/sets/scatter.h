/* The scatter S: one permutation of all rows that depends on their number alone, and sets laid out by it.
 *
 * Each row draws one of PT_BUCKETS buckets, buckets are shuffled and put one after the other: a uniform permutation
 * that can be made bucket by bucket, in the memory of one copy, or while rows stream to a file. Shuffled epochs
 * (learn/order.h) visit blocks of neighbours in S: laid out by it, a shuffled epoch is nearly sequential. */
#ifndef PT_SETS_SCATTER_H
#define PT_SETS_SCATTER_H

#include "sets/dataset.h"

enum { PT_BUCKETS = 256 };   /* part of the numeric contract; not a tuning knob */

/* rows[i] = the row that comes to index i. n < 2^32. */
void pt_scatter(uint32_t *rows, size_t n);

/* The bucket of each row in turn: row 0, 1, 2, ... */
struct pt_bucket_draw {
    uint64_t state;
};
struct pt_bucket_draw pt_bucket_first(void);
struct pt_bucket_draw pt_bucket_from(uint64_t row);   /* in turn from that row on */
size_t pt_bucket_next(struct pt_bucket_draw *draw);
/* Shuffles the n rows that drew bucket b, given in the order of the source. */
void pt_bucket_shuffle(size_t b, uint32_t *rows, size_t n);

/* Lays the rows of a set in memory out by S: set->at and set->source tell where each is. What is borrowed, small
 * enough for the caches, or more than the memory for moving them allows stays as it is. No result changes. */
void pt_dataset_scatter(ptron_dataset *set);
/* The same for sets of any size, for tests. */
void pt_dataset_scatter_all(ptron_dataset *set);
/* What that takes beside the rows, set->at and set->source; 0: they are small and stay. */
uint64_t pt_scatter_bytes(const struct pt_block *block);
/* Fills set->at and set->source for n rows that are laid out by S already. */
ptron_status pt_dataset_note_scatter(ptron_dataset *set, size_t n, ptron_error *err);

#endif
