/* Arrays of values of each kind: finding the narrowest that is exact, converting, squared norms. */
#ifndef PT_ROWS_VALUES_H
#define PT_ROWS_VALUES_H

#include "rows/row.h"

/* The narrowest kind, not before `least`, that holds all n values exactly, the sign of a zero too; decimals: those may
 * be it. Finding out about decimals takes a look at every value. */
enum pt_kind pt_values_kind(const double *values, size_t n, enum pt_kind least, bool decimals);
/* The same for an array of any kind. */
enum pt_kind pt_values_narrowest(const void *array, enum pt_kind kind, size_t n, enum pt_kind least, bool decimals);

/* A kind that holds what either does: no narrower one can be told from the kinds alone. */
enum pt_kind pt_kind_join(enum pt_kind a, enum pt_kind b);

/* Elements from..from+n of an array of the kind, as doubles. */
void pt_values_load(const void *array, enum pt_kind kind, size_t from, size_t n, double *restrict values);
/* And back; every value must fit, or be meant to be rounded (PT_F32). */
void pt_values_store(void *array, enum pt_kind kind, size_t from, size_t n, const double *restrict values);

/* Changes the kind of the first n elements where they are; the memory must hold the wider of the two. */
void pt_values_convert(void *array, size_t n, enum pt_kind from, enum pt_kind to);

/* Copies indices, less `base`. */
void pt_indices_copy(uint32_t *restrict to, const uint32_t *restrict from, size_t n, uint32_t base);

/* Sums of squares: dense rows in eight lanes folded in a fixed tree, sparse rows in index order. The same bits
 * for every kind. */
double pt_values_norm2(const void *array, enum pt_kind kind, size_t from, size_t n, bool dense);

#endif
