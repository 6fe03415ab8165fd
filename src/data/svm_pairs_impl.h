/* The body of pt_svm_pairs, compiled once for every x86-64 (or any machine) and once for AVX2.
 *
 * Two ideas. Where tokens end is found for 64 bytes at once, so that reading one need not wait for the end of
 * the one before it. And eight characters are one word: its digits move to the upper end, zeros come in front of
 * them, and neighbours join to pairs, fours, eights; for both numbers of a pair at once. The results are whole
 * numbers, so all ways agree. */
#ifndef PT_DATA_SVM_PAIRS_IMPL_H
#define PT_DATA_SVM_PAIRS_IMPL_H

#include "data/svm_pairs.h"
#include "base/number.h"

#include <stdbool.h>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#define ZEROS UINT64_C(0x3030303030303030)

#define INDEX_END UINT64_C(10000000)   /* no index of seven digits reaches it */

#if defined(__GNUC__)
#define LIKELY(condition) __builtin_expect((condition), 1)
#define ALWAYS_INLINE inline __attribute__((always_inline))
#else
#define LIKELY(condition) (condition)
#define ALWAYS_INLINE inline
#endif

enum { STRETCH = 64 };

/* A word of which each byte is 0..9 where the character is a digit. */
static inline uint64_t digits_at(const char *s)
{
    return pt_load_window(s) ^ ZEROS;
}

/* The same for "d.ddd" without its point: the word begins with the point, which the first digit replaces. */
static inline uint64_t digits_around_point(const char *s)
{
    return pt_load_window(s + 1) ^ ZEROS ^ (uint64_t)'.' ^ (unsigned char)*s;
}

/* The bit number, 8n + 7, of the first of the bytes n = 0..7 that is no digit; 63 also when all are. A carry
 * out of a byte that is none can only reach those behind it. */
static inline unsigned digits_end(uint64_t digits)
{
    const uint64_t breaks = ((digits + UINT64_C(0x7676767676767676)) | digits) & UINT64_C(0x8080808080808080);

    return pt_trailing_zeros(breaks | UINT64_C(1) << 63);
}

struct two {
    uint32_t a, b;
};

#if defined(__SSE2__)
#if defined(__AVX2__)
static inline uint64_t ends_in_32(const char *s)
{
    const __m256i bytes = _mm256_loadu_si256((const __m256i *)(const void *)s);

    return (unsigned)_mm256_movemask_epi8(_mm256_cmpgt_epi8(_mm256_set1_epi8('!'), bytes));
}
#else
static inline uint64_t ends_in_16(const char *s)
{
    const __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)s);

    return (unsigned)_mm_movemask_epi8(_mm_cmpgt_epi8(_mm_set1_epi8('!'), bytes));
}

static inline uint64_t ends_in_32(const char *s)
{
    return ends_in_16(s) | ends_in_16(s + 16) << 16;
}
#endif

/* Bit i: byte i is a blank, a control or beyond ASCII. */
static inline uint64_t ends_at(const char *s)
{
    return ends_in_32(s) | ends_in_32(s + 32) << 32;
}

/* Numbers of two digits from digits, in words of 16 bits. */
static inline __m128i join_pairs(__m128i d)
{
#if defined(__SSSE3__)
    return _mm_maddubs_epi16(d, _mm_set1_epi16(1 << 8 | 10));
#else
    const __m128i sums = _mm_add_epi16(_mm_mullo_epi16(d, _mm_set1_epi16(10)), _mm_srli_epi16(d, 8));

    return _mm_and_si128(sums, _mm_set1_epi16(0xff));
#endif
}

/* The worth of both words; false when there is a byte that is no digit. */
static inline bool read_two(uint64_t a, uint64_t b, struct two *read)
{
    const __m128i d = _mm_unpacklo_epi64(_mm_cvtsi64_si128((long long)a), _mm_cvtsi64_si128((long long)b));
    const __m128i nine = _mm_set1_epi8(9);
    const __m128i fours = _mm_madd_epi16(join_pairs(d), _mm_set1_epi32(1 << 16 | 100));
    const __m128i eights = _mm_madd_epi16(_mm_packs_epi32(fours, fours), _mm_set1_epi32(1 << 16 | 10000));
    const uint64_t both = (uint64_t)_mm_cvtsi128_si64(eights);

    *read = (struct two){(uint32_t)both, (uint32_t)(both >> 32)};
    return _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_max_epu8(d, nine), nine)) == 0xffff;
}
#else
static inline uint64_t ends_at(const char *s)
{
    uint64_t ends = 0;

    for (unsigned i = 0; i < STRETCH; i++)
        ends |= (uint64_t)(s[i] <= ' ' || (s[i] & 0x80) != 0) << i;
    return ends;
}

static inline bool read_two(uint64_t a, uint64_t b, struct two *read)
{
    *read = (struct two){(uint32_t)pt_window_value(a ^ ZEROS, 8), (uint32_t)pt_window_value(b ^ ZEROS, 8)};
    return (pt_window_breaks(a ^ ZEROS) | pt_window_breaks(b ^ ZEROS)) == 0;
}
#endif

struct pair {
    uint32_t index;
    int32_t  mantissa;   /* with the sign */
    double   value;
};

/* The token [p, end), when it is a common pair. Mantissa and power of ten are exact doubles, so that the one
 * division rounds right. A token that begins with ':' reads as index 0, which is refused anyway. */
static inline bool read_pair(const char *p, const char *end, struct pair *pair)
{
    static const double tens[] = {1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7};
    const uint64_t index = digits_at(p);
    const unsigned colon = digits_end(index);
    const char *s = p + colon / 8;   /* one before the value's first digit */
    const int32_t negative = s[1] == '-';
    uint64_t digits, n;
    double ten = 1.0;
    struct two read;

    if (*s != ':')
        return false;
    s += negative;
    n = (uint64_t)(end - s) - 2;
    if (n > 8)
        return false;
    if (LIKELY(s[2] == '.')) {
        digits = digits_around_point(s + 1);
        ten = tens[n - 1];
    } else {
        n++;
        digits = digits_at(s + 1);
        if (n > 8)
            return false;
    }
    if (!read_two(index << (colon ^ 63) << 8, digits << ((64 - 8 * n) & 63), &read))
        return false;
    pair->index = read.a;
    pair->mantissa = ((int32_t)read.b ^ -negative) + negative;
    pair->value = (double)pair->mantissa / ten;
    return true;
}

/* Always inlined, so that base and bound are constants where that is the common case. */
static ALWAYS_INLINE const char *take_pairs(struct pt_pairs *pairs, const char *p, const char *end, uint32_t base,
                                            uint64_t bound)
{
    uint32_t *const index = pairs->index;
    double *const value = pairs->value;
    const uint64_t least = pairs->next == 0 ? 1 : pairs->next;
    uint64_t next = least;
    double norm2 = pairs->norm2;
    size_t n = pairs->n;

    for (const char *stretch = p; end - stretch >= PT_PAIRS_REACH; stretch += STRETCH)
        for (uint64_t ends = ends_at(stretch); ends != 0; ends &= ends - 1) {
            const char *const stop = stretch + pt_trailing_zeros(ends);
            struct pair pair;

            if (!read_pair(p, stop, &pair) || pair.index < next || (bound < INDEX_END && pair.index >= bound))
                goto done;
            if (*stop != ' ' && *stop != '\n')
                goto done;
            next = (uint64_t)pair.index + 1;
            index[n] = pair.index - base;
            value[n] = pair.value;
            n += pair.mantissa != 0;
            norm2 += pair.value * pair.value;
            p = stop;
            if (*stop == '\n')
                goto done;
            p++;
        }
done:
    pairs->n = n;
    if (next > least)
        pairs->next = next;
    pairs->norm2 = norm2;
    return p;
}

static inline const char *take_any_pairs(struct pt_pairs *pairs, const char *p, const char *end)
{
    if (pairs->base == 1 && pairs->bound >= INDEX_END)
        return take_pairs(pairs, p, end, 1, INDEX_END);
    return take_pairs(pairs, p, end, (uint32_t)pairs->base, pairs->bound);
}

#endif
