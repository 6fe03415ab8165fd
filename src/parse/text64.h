/* 64 bytes of text at once: where a character stands, bit i speaking of byte i. With the widest registers that the file
 * including this is compiled for. */
#ifndef PT_PARSE_TEXT64_H
#define PT_PARSE_TEXT64_H

#include <stdint.h>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

enum { PT_STRETCH = 64 };

#if defined(__AVX2__)
struct pt_text64 {
    __m256i part[2];
};
#elif defined(__SSE2__)
struct pt_text64 {
    __m128i part[4];
};
#else
struct pt_text64 {
    const char *bytes;
};
#endif

static inline struct pt_text64 pt_text64_at(const char *s)
{
#if defined(__AVX2__)
    return (struct pt_text64){{_mm256_loadu_si256((const __m256i *)(const void *)s),
                                _mm256_loadu_si256((const __m256i *)(const void *)(s + 32))}};
#elif defined(__SSE2__)
    struct pt_text64 window;

    for (unsigned i = 0; i < 4; i++)
        window.part[i] = _mm_loadu_si128((const __m128i *)(const void *)(s + 16 * i));
    return window;
#else
    return (struct pt_text64){s};
#endif
}

static inline uint64_t pt_text64_equal(const struct pt_text64 *window, char c)
{
    uint64_t marks = 0;

#if defined(__AVX2__)
    const __m256i wanted = _mm256_set1_epi8(c);

    for (unsigned i = 0; i < 2; i++)
        marks |= (uint64_t)(unsigned)_mm256_movemask_epi8(_mm256_cmpeq_epi8(window->part[i], wanted)) << 32 * i;
#elif defined(__SSE2__)
    const __m128i wanted = _mm_set1_epi8(c);

    for (unsigned i = 0; i < 4; i++)
        marks |= (uint64_t)(unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(window->part[i], wanted)) << 16 * i;
#else
    for (unsigned i = 0; i < PT_STRETCH; i++)
        marks |= (uint64_t)(window->bytes[i] == c) << i;
#endif
    return marks;
}

#endif
