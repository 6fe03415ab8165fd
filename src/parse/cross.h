/* Products of columns (--cross): one feature for a pair of cells, "a=x*b=y", "a*b=y" or "a*b", hashed or kept as
 * categories are. Its value is that of the numbers as they are written; a missing cell, or a zero, has no product. */
#ifndef PT_PARSE_CROSS_H
#define PT_PARSE_CROSS_H

#include "parse/columns.h"

/* Finds the products of a row whose cells are all in, into chunk->pairs [*n]; before its numbers are moved. */
enum pt_outcome pt_cross_find(const struct pt_column_rows *rows, const struct pt_column_row *row, size_t *n);
/* Puts them among sorted features [n], which have room for them; returns how many there are then. */
size_t pt_cross_put(const struct pt_chunk *chunk, size_t n_crosses, uint32_t *index, double *value, size_t n);

#endif
