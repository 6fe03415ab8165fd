/* Rows found again by what is in them: a hash, equality, and an open-addressed table of numbers. The hash only brings
 * rows together. A stored 0, a -0 and no value are the same; dense and sparse rows and all value kinds agree. */
#ifndef PT_ROWS_ROW_HASH_H
#define PT_ROWS_ROW_HASH_H

#include "rows/row.h"

uint64_t pt_row_hash(const struct pt_row *row);
bool     pt_row_equals(const struct pt_row *a, const struct pt_row *b);
bool     pt_row_is_zero(const struct pt_row *row);   /* no value but zeros */

struct pt_row_table {
    uint32_t *slot;   /* [size] number + 1; 0: free */
    size_t    size;   /* a power of two, at least twice the numbers in it; 0: there is no room for any */
};

/* Room for n numbers, each below 2^32 - 1; false: no memory (nothing changed). The table must be empty or zeroed. */
bool pt_row_table_init(struct pt_row_table *table, size_t n);
void pt_row_table_clear(struct pt_row_table *table);
void pt_row_table_fini(struct pt_row_table *table);
/* The number put under this hash that is the `same` as what is sought; SIZE_MAX: there is none. */
size_t pt_row_table_find(const struct pt_row_table *table, uint64_t hash,
                         bool (*same)(const void *context, size_t number), const void *context);
void   pt_row_table_put(struct pt_row_table *table, uint64_t hash, size_t number);

#endif
