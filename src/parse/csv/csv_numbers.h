/* Cells that are short plain numbers such as 5.1, -12 or 1024.5, of seven digits or eight, taken many at a time without
 * a look at each byte. Anything else, and the last cell of a line, is left to parse_csv.c. */
#ifndef PT_PARSE_CSV_CSV_NUMBERS_H
#define PT_PARSE_CSV_CSV_NUMBERS_H

#include <stddef.h>

/* Takes up to `most` numbers that each stand right before a delimiter, from *p, which is moved behind the delimiter
 * of the last one. Returns how many were taken. */
typedef size_t pt_take_numbers(const char **p, const char *end, char delimiter, double *value, size_t most);

pt_take_numbers pt_csv_numbers;         /* with what this machine has */
pt_take_numbers pt_csv_numbers_plain;   /* without, and the same: the values, not always as many of them */
#if defined(__x86_64__)
pt_take_numbers pt_csv_fours;           /* four at a time, where pt_simd_avx2(); leaves some that others would take */
#endif

#endif
