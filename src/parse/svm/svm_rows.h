/* Whole rows of LIBSVM text such as "-1 3:1 11:1 14:1": a label that came before, then pairs of an index of up to
 * four digits and a value of one digit, each followed by one space or the line end, a space before the line end
 * perhaps. They are short and many, so they are taken by windows of 64 bytes, wherever rows end. All others, and
 * those that are wrong, are left to parse_svm.c. */
#ifndef PT_PARSE_SVM_SVM_ROWS_H
#define PT_PARSE_SVM_SVM_ROWS_H

#include "base/number.h"
#include "parse/chunk.h"

enum { PT_LABEL_SLOTS = 16 };

/* Labels of up to seven bytes, none a ':', that this text has had. */
struct pt_short_labels {
    uint64_t text[PT_LABEL_SLOTS];     /* with the space behind it; 0: none */
    uint32_t number[PT_LABEL_SLOTS];   /* as in pt_chunk.label */
};

/* The label at s and the space behind it as the low bytes of a word; 0: it is longer. s has eight bytes. */
static inline uint64_t pt_short_label(const char *s, unsigned *length)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), word = pt_load_window(s), other = word ^ ' ' * ones;
    const uint64_t spaces = (other - ones) & ~other & 0x80 * ones;   /* the lowest is right */

    if (spaces == 0)
        return 0;
    *length = pt_trailing_zeros(spaces) / 8;
    return word & (UINT64_MAX >> (56 - 8 * *length));
}

static inline size_t pt_label_slot(uint64_t text)
{
    return (size_t)(text * UINT64_C(0x9e3779b97f4a7c15) >> 60);
}

/* Takes common rows from p, the begin of a line, as long as there are any; base and bound as in struct pt_pairs. The
 * chunk has room for a value for every four bytes up to `end`. Returns the byte behind the last row taken. */
typedef const char *pt_take_rows(struct pt_chunk *chunk, const struct pt_short_labels *labels, uint64_t base,
                                 uint64_t bound, const char *p, const char *end);

pt_take_rows *pt_svm_rows(void);   /* the one for this machine; NULL: there is none */

#if defined(__x86_64__)
pt_take_rows pt_take_rows_avx2;    /* where pt_simd_avx2() */
#endif

#endif
