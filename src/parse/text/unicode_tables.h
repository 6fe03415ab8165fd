/* Tables that tools/unicode.py writes; unicode.c looks things up in them. */
#ifndef PT_PARSE_TEXT_UNICODE_TABLES_H
#define PT_PARSE_TEXT_UNICODE_TABLES_H

#include <stddef.h>
#include <stdint.h>

/* From a code point on, up to the next entry's: code << 11 | combining class << 3 | whether it may be the second of a
 * pair << 2 | enum pt_code_kind. */
extern const uint32_t pt_code_runs[];
extern const size_t   pt_n_code_runs;

/* `count` code points that fold to n others each. Step 0: they follow one another, and each has its own targets. Step
 * 1 or 2: all, or every other one, and the one target moves along. */
struct pt_fold {
    uint32_t from;
    uint16_t at;      /* the first's targets in pt_fold_targets */
    uint16_t count;
    uint8_t  n, step;
};
extern const struct pt_fold pt_folds[];
extern const size_t         pt_n_folds;
extern const uint32_t       pt_fold_targets[];

/* first << 42 | second << 21 | what the two compose to; sorted. Those that folded code points can make. */
extern const uint64_t pt_code_pairs[];
extern const size_t   pt_n_code_pairs;

#endif
