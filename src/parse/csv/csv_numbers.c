/* As in svm_pairs_impl.h: the ends of cells are found for 64 bytes at once, and a cell is one word. The point is
 * taken out of the word by moving the digits before it up by one byte. */
#include "parse/csv/csv_numbers.h"
#include "base/number.h"
#include "base/simd.h"
#include "base/size.h"
#include "parse/text64.h"

#define ZEROS UINT64_C(0x3030303030303030)

enum { REACH = PT_STRETCH + 16 };

/* Delimiters and line ends. */
static inline uint64_t ends_at(const char *s, char delimiter)
{
    const struct pt_text64 window = pt_text64_at(s);

    return pt_text64_equal(&window, delimiter) | pt_text64_equal(&window, '\n');
}

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

    for (const char *window = s; n < most && end - window >= REACH; window += PT_STRETCH)
        for (uint64_t ends = ends_at(window, delimiter); ends != 0 && n < most; ends &= ends - 1) {
            const char *const stop = window + pt_trailing_zeros(ends);

            if (*stop != delimiter || !read_short(s, stop, &value[n]))
                return *p = s, n;
            s = stop + 1;
            n++;
        }
    *p = s;
    return n;
}

#if defined(__x86_64__)
/* Four at a time, and one by one where there is something else among them. */
static size_t take_fours(const char **p, const char *end, char delimiter, double *value, size_t most)
{
    size_t n = 0, taken;

    do {
        n += pt_csv_fours(p, end, delimiter, value + n, most - n);
        taken = pt_csv_numbers_plain(p, end, delimiter, value + n, pt_min(most - n, 4));
        n += taken;
    } while (taken > 0 && n < most);
    return n;
}
#endif

size_t pt_csv_numbers(const char **p, const char *end, char delimiter, double *value, size_t most)
{
#if defined(__x86_64__)
    if (pt_simd_avx2())
        return take_fours(p, end, delimiter, value, most);
#endif
    return pt_csv_numbers_plain(p, end, delimiter, value, most);
}
