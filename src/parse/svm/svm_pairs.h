/* The common pairs of LIBSVM text, taken many at a time without a look at each byte: an index of up to seven
 * digits, ':', and a value such as 1, -25 or 0.532 (up to eight digits; with a point one of them before it), then
 * one space or the line end. Anything else is left to the general reader in parse_svm.c, which is also the one
 * that refuses. */
#ifndef PT_PARSE_SVM_SVM_PAIRS_H
#define PT_PARSE_SVM_SVM_PAIRS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PT_PAIRS_REACH = 96 };   /* fewer bytes than this are never taken */

struct pt_pairs {
    uint32_t *index;            /* where pair n goes; as written, less the base */
    double   *value;
    size_t    n;                /* pairs stored; those of value 0 are not */
    uint64_t  base;             /* taken off every index */
    uint64_t  bound;            /* indices as written from here on are somebody else's business, and so is 0 */
    uint64_t  next;             /* 1 + the last index of the row as written, or the least one allowed */
    double    norm2;            /* sum of squares in the order of the row */
    bool      ones;             /* no value is known but ones; who stores another clears it */
};

/* Takes common pairs from p, where the next one should begin, as long as there are any and PT_PAIRS_REACH bytes
 * before `end`. Returns the byte behind the space behind the last one taken, or the '\n' that ended the row. */
typedef const char *pt_take_pairs(struct pt_pairs *pairs, const char *p, const char *end);

/* The one for this machine. */
pt_take_pairs *pt_svm_pairs(void);

pt_take_pairs pt_take_pairs_plain;
#if defined(__x86_64__)
pt_take_pairs pt_take_pairs_avx2;   /* where pt_simd_avx2() */
#endif

#endif
