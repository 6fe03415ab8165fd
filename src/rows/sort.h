/* Feature numbers of one row into order, and equal ones into counts. */
#ifndef PT_ROWS_SORT_H
#define PT_ROWS_SORT_H

#include "base/buffer.h"

/* Sorts ids [n]; a long row needs room in scratch, whose content is lost. False: no memory for that. */
bool pt_sort_ids(uint32_t *ids, size_t n, struct pt_buffer *scratch);

/* Of sorted ids [n] keeps each once, with how often it was there in count. Returns how many are left. */
size_t pt_count_ids(uint32_t *ids, size_t n, double *count);

#endif
