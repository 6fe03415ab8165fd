/* Words and categories hashed into features. */
#ifndef PT_PARSE_WORD_SLOT_H
#define PT_PARSE_WORD_SLOT_H

#define XXH_INLINE_ALL
#include <xxhash.h>

static inline uint32_t pt_word_slot(const char *word, size_t length, unsigned bits)
{
    return (uint32_t)(XXH3_64bits(word, length) & ((UINT64_C(1) << bits) - 1));
}

/* The seed keeps n-grams of characters apart from words that read the same. A small one would not: of short texts XXH3
 * mixes seed and last character, and "w17" with seed 1 is then "w16" without. */
static inline uint32_t pt_chars_slot(const char *text, size_t length, unsigned bits)
{
    return (uint32_t)(XXH3_64bits_withSeed(text, length, UINT64_C(0x9e3779b97f4a7c15)) & ((UINT64_C(1) << bits) - 1));
}

#endif
