/* The arithmetic that number.c and number_format.c share; no one else includes this.
 *
 * The quick ways multiply by a power of five cut to 128 bits. What was cut makes every product a
 * lower bound, with a known and tiny distance to the truth; where that distance could matter, the
 * comparisons at the end decide by whole numbers of any size.
 */
#ifndef PT_BASE_NUMBER_EXACT_H
#define PT_BASE_NUMBER_EXACT_H

#include <float.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if FLT_EVAL_METHOD != 0
#error "doubles must be computed as doubles: on 32-bit x86 compile with -msse2 -mfpmath=sse"
#endif

/* hi * 2^64 + lo */
struct pt_wide {
    uint64_t hi, lo;
};

enum {
    PT_POWER_LEAST = -342,   /* 10^19 * 10^-343 is below half the least double */
    PT_POWER_MOST = 341,     /* brings the least double, 4.9e-324, to 17 digits */
    PT_POWER_EXACT = 55,     /* 5^55 < 2^128: entries 0 to 55 are not cut */
    PT_FIVES_MOST = 27       /* 5^27 < 2^64 */
};

extern const struct pt_wide pt_powers_of_five[PT_POWER_MOST - PT_POWER_LEAST + 1];
extern const uint64_t pt_whole_fives[PT_FIVES_MOST + 1];   /* [k] is 5^k */

static inline struct pt_wide pt_multiply(uint64_t a, uint64_t b)
{
#if defined(__SIZEOF_INT128__)
    __extension__ typedef unsigned __int128 wide;
    const wide product = (wide)a * b;

    return (struct pt_wide){(uint64_t)(product >> 64), (uint64_t)product};
#else
    const uint64_t a1 = a >> 32, a0 = a & UINT32_MAX, b1 = b >> 32, b0 = b & UINT32_MAX;
    const uint64_t low = a0 * b0;
    const uint64_t mid = a1 * b0 + (low >> 32);
    const uint64_t mid2 = a0 * b1 + (mid & UINT32_MAX);

    return (struct pt_wide){a1 * b1 + (mid >> 32) + (mid2 >> 32), mid2 << 32 | (low & UINT32_MAX)};
#endif
}

/* x is not 0 */
static inline unsigned pt_leading_zeros(uint64_t x)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_clzll(x);
#else
    unsigned n = 0;

    for (; x >> 63 == 0; x <<= 1)
        n++;
    return n;
#endif
}

/* floor(n / 2^bits) for |n| <= 2^40, without the shift of a negative number that C leaves open. */
static inline int pt_floor_shift(int64_t n, unsigned bits)
{
    const int64_t above = INT64_C(1) << 40;

    return (int)((n + above) >> bits) - (int)(above >> bits);
}

/* The greatest k with 2^k <= 10^e. tools/powers.py checks this and the logarithms of
 * number_format.c for every argument in use. */
static inline int pt_log2_of_ten(int e)
{
    return pt_floor_shift(e * INT64_C(217706), 16);
}

/* The sign (-1, 0, 1) of digits * 10^e10 - x * 2^e2, exactly. Both sides must be of like size:
 * |e10| <= 400, |e2| <= 1200 and less than 2^70 from one another. */
int pt_compare_decimal(uint64_t digits, int e10, uint64_t x, int e2);

/* The same for the digits spelled in [text, end), a '.' among them skipped. e10 is the power of ten
 * of the last digit. There may be any number of digits; more than 800 begin with one that is not 0. */
int pt_compare_text(const char *text, const char *end, int64_t e10, uint64_t x, int e2);

#endif
