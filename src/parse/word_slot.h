/* Words and categories hashed into features. */
#ifndef PT_PARSE_WORD_SLOT_H
#define PT_PARSE_WORD_SLOT_H

#define XXH_INLINE_ALL
#include <xxhash.h>

static inline uint32_t pt_word_slot(const char *word, size_t length, unsigned bits)
{
    return (uint32_t)(XXH3_64bits(word, length) & ((UINT64_C(1) << bits) - 1));
}

#endif
