/* Text to numbers. Owns pt_parse_u64 and pt_parse_double; the contracts are in number.h.
 *
 * A decimal is w * 10^e with w its first 19 digits. Three ways to the nearest double, quickest
 * first: one exact operation on doubles (Clinger 1990); one or two products of w with 5^e cut to
 * 128 bits, when the error of the cut cannot reach the rounding (the idea of Eisel and Lemire 2021);
 * and comparing all digits with the half-way point between two doubles in exact whole numbers.
 */
#include "base/number.h"

#include "base/number_exact.h"

#include <string.h>

enum {
    DIGITS_MOST = 19,      /* 10^19 < 2^64 */
    TENS_EXACT = 22,       /* 10^22 is a double */
    TIE_POWER_MOST = 23    /* 5^24 > 2^54: w * 10^24 is never half-way between doubles */
};

#define MANTISSA_END (UINT64_C(1) << 53)
#define INFINITE UINT64_C(0x7ff0000000000000)
#define NOT_A_NUMBER UINT64_C(0x7ff8000000000000)
#define NEGATIVE (UINT64_C(1) << 63)

struct decimal {
    const char *first, *last;   /* the digits with their point; if over 19, from the first not 0 */
    uint64_t w;                 /* the first 19 digits, or all of them */
    int64_t exponent;           /* value = w * 10^exponent, or a little more if cut */
    int64_t end_exponent;       /* the power of ten of the last digit of all */
    bool cut;                   /* digits other than 0 follow those of w */
};

/* pt_take_digits, eight at a time; the value is modulo 2^64. */
static const char *take_many_digits(const char *s, const char *end, uint64_t *w)
{
    while (end - s >= 8) {
        const uint64_t window = pt_load_window(s);
        const uint64_t breaks = pt_window_breaks(window);
        const unsigned n = breaks == 0 ? 8 : pt_trailing_zeros(breaks) / 8;

        if (n == 0)
            return s;
        *w = *w * pt_whole_tens[n] + pt_window_value(window, n);
        s += n;
        if (n < 8)
            return s;
    }
    return pt_take_digits(s, end, w);
}

/* Reads [+-]digits behind an 'e'; returns s itself and leaves *exponent when there are none.
 * Beyond 10^17 the exponent stands still: no text is long enough to make up for it. */
static const char *take_exponent(const char *s, const char *end, int64_t *exponent)
{
    const char *digit = s + 1;
    const bool negative = digit < end && *digit == '-';
    int64_t size = 0;

    digit += digit < end && (*digit == '-' || *digit == '+');
    if (digit >= end || !pt_is_digit(*digit))
        return s;
    for (; digit < end && pt_is_digit(*digit); digit++)
        if (size < INT64_C(100000000000000000))
            size = size * 10 + (*digit - '0');
    *exponent = negative ? -size : size;
    return digit;
}

/* Redoes w for more than 19 digits: leading zeros do not count, the tail is cut. */
static void take_first_digits(struct decimal *d)
{
    const char *s = d->first;
    unsigned n = 0;

    while (s < d->last && (*s == '0' || *s == '.'))
        s++;
    d->first = s;
    d->w = 0;
    for (; s < d->last && n < DIGITS_MOST; s++)
        if (*s != '.') {
            d->w = d->w * 10 + (uint64_t)(*s - '0');
            n++;
        }
    for (; s < d->last; s++) {
        d->exponent += *s != '.';
        d->cut = d->cut || (*s != '.' && *s != '0');
    }
}

/* Splits the unsigned number at s into d; returns the byte behind it, or NULL if there is none. */
static const char *take_decimal(const char *s, const char *end, struct decimal *d)
{
    *d = (struct decimal){.first = s};
    s = pt_take_digits(s, end, &d->w);

    ptrdiff_t digits = s - d->first, decimals = 0;
    if (s < end && *s == '.') {
        const char *point = s++;

        s = take_many_digits(s, end, &d->w);
        decimals = s - point - 1;
        digits += decimals;
    }
    if (digits == 0)
        return NULL;
    d->last = s;
    if (s < end && (*s == 'e' || *s == 'E'))
        s = take_exponent(s, end, &d->exponent);
    d->exponent -= decimals;
    d->end_exponent = d->exponent;
    if (digits > DIGITS_MOST)
        take_first_digits(d);
    return s;
}

/* Rounds hi * 2^-shift, of which the last bit is the rounding's, to even when nothing follows. */
static uint64_t round_bits(uint64_t hi, unsigned shift, bool nothing_follows)
{
    const uint64_t kept = hi >> shift;
    const bool tie = nothing_follows && kept << shift == hi;

    return (kept >> 1) + (kept & 1 & (tie ? kept >> 1 : 1));
}

/* The bits of the double nearest to w * 10^e, w not 0, e in the table. False when that is not
 * certain: then *bits is that double or the one below it.
 *
 * With w shifted to 64 bits and T the 128-bit entry for 5^e, the 192-bit product w * T is at most
 * 2^64 too small; the upper half of T alone leaves the upper word of the product at most 1 too
 * small. So the lower half is called in only if such a 1 would run through all bits behind the
 * rounding bit, and the answer is uncertain only if it would run through 64 bits more.
 * A value half-way between two doubles is seen as such for 0 <= e <= 23, where T is exact; with
 * e < 0 it is the uncertain case; other e cannot have one. */
static bool nearest_to_product(uint64_t w, int e, uint64_t *bits)
{
    const struct pt_wide power = pt_powers_of_five[e - PT_POWER_LEAST];
    const unsigned zeros = pt_leading_zeros(w);
    struct pt_wide product = pt_multiply(w << zeros, power.hi);
    bool certain = true;

    if ((product.hi & 0x1ff) == 0x1ff) {
        const uint64_t carry = pt_multiply(w << zeros, power.lo).hi;

        product.lo += carry;
        product.hi += product.lo < carry;
        certain = product.lo != UINT64_MAX;
    }

    /* The value is product.hi * 2^scale; product.hi has 64 bits or 63, of which 54 are looked at,
     * fewer below the least normal double. `field` is the double's biased exponent. */
    const int scale = pt_log2_of_ten(e) + 1 - (int)zeros;
    unsigned shift = 9 + (unsigned)(product.hi >> 63);
    int field = scale + (int)shift + 1 + 1075;

    if (field >= 2047) {
        *bits = INFINITE;
        return certain;
    }
    if (field < 1) {
        shift += (unsigned)(1 - field);
        field = 1;
    }
    if (shift > 63) {
        *bits = 0;
        return shift > 64;   /* at 64, right below half the least double */
    }
    const bool exact = product.lo == 0 && e >= 0 && e <= TIE_POWER_MOST;
    const uint64_t mantissa = round_bits(product.hi, shift, exact);
    *bits = ((uint64_t)(field - 1) << 52) + mantissa;   /* a carry moves on to the next exponent */
    return certain;
}

static uint64_t bits_of(double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* w * 10^-k = w / 5^k * 2^-k where 5^k divides w: "0.500000000000000000", also half-way cases. The
 * conversion rounds, once; the powers of two are exact. */
static bool nearest_if_whole(uint64_t w, unsigned k, uint64_t *bits)
{
    if (w % pt_whole_fives[k] != 0)
        return false;
    *bits = bits_of((double)(w / pt_whole_fives[k]) / (double)(UINT64_C(1) << k));
    return true;
}

/* d lies between the double of these bits and the next: compares it with their middle. */
static uint64_t nearer_neighbour(const struct decimal *d, uint64_t bits)
{
    if (bits >= INFINITE)
        return bits;

    const int field = (int)(bits >> 52);
    const uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
    const uint64_t mantissa = field == 0 ? fraction : fraction | UINT64_C(1) << 52;
    const int exponent = (field == 0 ? 1 : field) - 1075;
    const int side =
        pt_compare_text(d->first, d->last, d->end_exponent, 2 * mantissa + 1, exponent - 1);

    return bits + (side > 0 || (side == 0 && (bits & 1) != 0));
}

/* The bits of the nearest double, by the ways that need more than one operation on doubles. */
static uint64_t nearest(const struct decimal *d)
{
    if (d->w == 0 || d->exponent < PT_POWER_LEAST)
        return 0;
    if (d->exponent > DBL_MAX_10_EXP)
        return INFINITE;

    const int e = (int)d->exponent;
    uint64_t bits, above;
    const bool certain = nearest_to_product(d->w, e, &bits);
    if (certain && !d->cut)
        return bits;
    if (certain && nearest_to_product(d->w + 1, e, &above) && above == bits)
        return bits;
    if (!d->cut && e < 0 && e >= -PT_FIVES_MOST && nearest_if_whole(d->w, (unsigned)-e, &bits))
        return bits;
    return nearer_neighbour(d, bits);
}

static uint64_t nearest_bits(const struct decimal *d)
{
    if (d->w > MANTISSA_END || d->exponent < -TENS_EXACT || d->exponent > TENS_EXACT || d->cut)
        return nearest(d);
    if (d->exponent < 0)
        return bits_of((double)(int64_t)d->w / pt_exact_tens[-d->exponent]);
    return bits_of((double)(int64_t)d->w * pt_exact_tens[d->exponent]);
}

/* Behind `word` in any case; s itself when it is not there. */
static const char *skip_word(const char *s, const char *end, const char *word)
{
    const char *c = s;

    for (; *word != '\0'; word++, c++)
        if (c >= end || (*c | 0x20) != *word)
            return s;
    return c;
}

/* Reads inf, infinity, nan; NULL when it is none of them. */
static const char *take_word(const char *s, const char *end, uint64_t *bits)
{
    const char *behind = skip_word(s, end, "nan");

    *bits = NOT_A_NUMBER;
    if (behind != s)
        return behind;
    *bits = INFINITE;
    behind = skip_word(s, end, "inf");
    return behind == s ? NULL : skip_word(behind, end, "inity");
}

bool pt_parse_double(const char **p, const char *end, double *value)
{
    const char *s = *p;
    const bool negative = s < end && *s == '-';
    struct decimal d;
    uint64_t bits;

    s += s < end && (*s == '-' || *s == '+');
    const char *behind = take_decimal(s, end, &d);
    if (behind != NULL)
        bits = nearest_bits(&d);
    else if ((behind = take_word(s, end, &bits)) == NULL)
        return false;
    bits |= negative ? NEGATIVE : 0;
    memcpy(value, &bits, sizeof bits);
    *p = behind;
    return true;
}

/* The 20 digits or more of [s, end); leading zeros are free. */
static bool read_long_u64(const char *s, const char *end, uint64_t *value)
{
    for (*value = 0; s < end; s++) {
        const uint64_t digit = (uint64_t)(*s - '0');

        if (*value > (UINT64_MAX - digit) / 10) {
            *value = UINT64_MAX;
            return false;
        }
        *value = *value * 10 + digit;
    }
    return true;
}

bool pt_parse_u64(const char **p, const char *end, uint64_t *value)
{
    const char *start = *p;
    uint64_t w = 0;
    const char *behind = take_many_digits(start, end, &w);

    if (behind == start)
        return false;
    *p = behind;
    if (behind - start > DIGITS_MOST)
        return read_long_u64(start, behind, value);
    *value = w;
    return true;
}
