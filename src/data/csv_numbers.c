/* As in svm_pairs_impl.h: the ends of cells are found for 64 bytes at once, and a cell is one word. The point is
 * taken out of the word by moving the digits before it up by one byte. */
#include "data/csv_numbers.h"
#include "base/number.h"
#include "base/size.h"

#include <stdatomic.h>
#include <stdlib.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#define ZEROS UINT64_C(0x3030303030303030)

enum { STRETCH = 64, REACH = STRETCH + 16 };

#if defined(__SSE2__)
static inline uint64_t equal_in_16(const char *s, __m128i a, __m128i b)
{
    const __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)s);

    return (unsigned)_mm_movemask_epi8(_mm_or_si128(_mm_cmpeq_epi8(bytes, a), _mm_cmpeq_epi8(bytes, b)));
}

/* Bit i: byte i is the delimiter or a line end. */
static inline uint64_t ends_at(const char *s, char delimiter)
{
    const __m128i a = _mm_set1_epi8(delimiter), b = _mm_set1_epi8('\n');

    return equal_in_16(s, a, b) | equal_in_16(s + 16, a, b) << 16 | equal_in_16(s + 32, a, b) << 32 |
           equal_in_16(s + 48, a, b) << 48;
}
#else
static inline uint64_t ends_at(const char *s, char delimiter)
{
    uint64_t ends = 0;

    for (unsigned i = 0; i < STRETCH; i++)
        ends |= (uint64_t)(s[i] == delimiter || s[i] == '\n') << i;
    return ends;
}
#endif

/* Eight digits, each in a byte, the first in the lowest; false when there is a byte that is none. */
static inline bool read_digits(uint64_t d, uint64_t *value)
{
    const uint64_t breaks = ((d + UINT64_C(0x7676767676767676)) | d) & UINT64_C(0x8080808080808080);

    d = d * 10 + (d >> 8);
    d = (d & UINT64_C(0x000000ff000000ff)) * (100 + (UINT64_C(1000000) << 32)) +
        (d >> 16 & UINT64_C(0x000000ff000000ff)) * (1 + (UINT64_C(10000) << 32));
    *value = d >> 32;
    return breaks == 0;
}

/* The word of n characters at s, moved to the upper end, without the point that is one of them, which moves the
 * digits before it up by a byte; how many digits stand behind it. */
static uint64_t without_point(const char *s, size_t n, size_t *decimals)
{
    const uint64_t word = (pt_load_window(s) ^ ZEROS) << (64 - 8 * n);
    const char *point = memchr(s, '.', n);
    uint64_t before;

    *decimals = 0;
    if (point == NULL || n == 1)
        return word;
    *decimals = (size_t)(s + n - point) - 1;
    before = (UINT64_C(1) << (56 - 8 * *decimals)) - 1;
    return (word & ~(before << 8 | 0xff)) | (word & before) << 8;
}

/* The cell [s, end) when it is a short plain number. Its digits, at most eight, and the power of ten are exact
 * doubles, so that the one division rounds right. */
static inline bool read_short(const char *s, const char *end, double *value)
{
    static const double tens[] = {1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7};
    const int64_t negative = *s == '-';
    uint64_t word, digits;
    size_t n, decimals;

    s += negative;
    n = (size_t)(end - s);
    if (n - 2 < 8 && s[1] == '.') {   /* the commonest: the first digit takes the place of the point */
        decimals = n - 2;
        word = (pt_load_window(s + 1) ^ ZEROS ^ (uint64_t)'.' ^ (unsigned char)*s) << (64 - 8 * (n - 1));
    } else {
        if (n - 1 > 7)
            return false;
        word = without_point(s, n, &decimals);
    }
    if (!read_digits(word, &digits))
        return false;
    *value = (double)(((int64_t)digits ^ -negative) + negative) / tens[decimals];
    if (digits == 0 && negative)
        *value = -0.0;
    return true;
}

size_t pt_csv_numbers_plain(const char **p, const char *end, char delimiter, double *value, size_t most)
{
    const char *s = *p;
    size_t n = 0;

    for (const char *stretch = s; n < most && end - stretch >= REACH; stretch += STRETCH)
        for (uint64_t ends = ends_at(stretch, delimiter); ends != 0 && n < most; ends &= ends - 1) {
            const char *const stop = stretch + pt_trailing_zeros(ends);

            if (*stop != delimiter || !read_short(s, stop, &value[n]))
                return *p = s, n;
            s = stop + 1;
            n++;
        }
    *p = s;
    return n;
}

/* ---- the choice of the instruction set: once, as math/vec_pick.c does ------------------------------- */

#if defined(__x86_64__)
static size_t take_fours_first(const char **p, const char *end, char delimiter, double *value, size_t most)
{
    const size_t n = pt_csv_fours(p, end, delimiter, value, most);

    return n + pt_csv_numbers_plain(p, end, delimiter, value + n, n > 0 ? pt_min(most - n, 3) : most);
}
#endif

static pt_take_numbers *pick(void)
{
#if defined(__x86_64__)
    const char *wanted = getenv("PERCEPTRON_SIMD");

    if (pt_csv_fours_work() && (wanted == NULL || strcmp(wanted, "avx2") == 0))
        return take_fours_first;
#endif
    return pt_csv_numbers_plain;
}

size_t pt_csv_numbers(const char **p, const char *end, char delimiter, double *value, size_t most)
{
    static pt_take_numbers *_Atomic chosen;
    pt_take_numbers *take = atomic_load_explicit(&chosen, memory_order_acquire);

    if (take == NULL) {
        take = pick();
        atomic_store_explicit(&chosen, take, memory_order_release);
    }
    return take(p, end, delimiter, value, most);
}
