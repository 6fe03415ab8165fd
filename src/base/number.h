/* Numbers as text: every conversion between the two in this project.
 *
 * Reading gives the double nearest to the decimal (ties to even), writing gives decimals that read
 * back to the same double. Nothing here looks at the locale, allocates, or keeps state. Text is a
 * range [*p, end): it need not end in NUL and no byte at or after end is read.
 *
 * Readers of many numbers try the inline pt_parse_small first and then the function.
 */
#ifndef PT_BASE_NUMBER_H
#define PT_BASE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
    PT_U64_ROOM = 20,     /* the most pt_format_u64 writes */
    PT_DIGITS_ROOM = 17,  /* the most pt_shortest_decimal writes */
    PT_DOUBLE_ROOM = 32,  /* enough for pt_format_double and pt_format_significant */
    PT_FIXED_ROOM = 40,   /* enough for pt_format_fixed */
    PT_DECIMALS_MOST = 17,
    PT_SMALL_REACH = 18   /* pt_parse_small looks at no more: sign, 8 digits, point, 8 digits */
};

/* Reads the digits at *p and moves *p behind them; the caller checks what follows: "3abc" leaves
 * *p at "abc". False when there are none (*p and *value stay) or when they do not fit in 64 bits
 * (*p is behind them, *value is UINT64_MAX). No sign, no space. */
bool pt_parse_u64(const char **p, const char *end, uint64_t *value);

/* Reads the longest decimal number at *p and moves *p behind it: [+-] digits with at most one '.'
 * and at least one digit, then e or E, a sign, digits; an 'e' without digits is left unread. Also
 * inf, infinity and nan in any case. No space before, no hexadecimal: "0x1" reads 0.
 * Overflow gives an infinity and true: callers that want finite numbers test isfinite(*value).
 * False when there is no number; *p and *value stay. */
bool pt_parse_double(const char **p, const char *end, double *value);

/* Writes at most PT_U64_ROOM bytes, no NUL; returns how many. */
size_t pt_format_u64(uint64_t value, char *out);

/* Writes the shortest decimal that reads back to value, the nearest to it among the shortest; at
 * most PT_DOUBLE_ROOM bytes, no NUL; returns how many. From 0.0001 to below 1e17 the form is plain
 * (0.001, 123456), elsewhere 1.5e-7, 1e20. Also -0, nan (whatever its sign), inf, -inf. */
size_t pt_format_double(double value, char *out);

/* The same digits as a whole number without trailing zeros:
 *     value = (-1)^negative * digits * 10^exponent.
 * Returns how many digits were written (no NUL, at most PT_DIGITS_ROOM). Zero is "0", exponent 0.
 * A value that is not finite has no decimal: returns 0 and writes nothing but *negative. */
size_t pt_shortest_decimal(double value, char *digits, int *exponent, bool *negative);

/* Whether the number that [text, end) spells, read before as `value`, is the value's shortest decimal: false when
 * digits were lost in reading ("1700000000000000001", "1e-400"). Quick for up to 15 digits, which never are. */
bool pt_decimal_is_kept(const char *text, const char *end, double value);

/* Writes value with that many decimals, as printf's %.*f in the C locale: the exact binary value,
 * rounded half to even ("-0.00" keeps its sign). More than PT_DECIMALS_MOST decimals count as
 * PT_DECIMALS_MOST; from 1e17 up, and for values that are not finite, as pt_format_double.
 * Returns the length, no NUL; 0, with nothing written, if it is more than room.
 * PT_FIXED_ROOM is always enough. */
size_t pt_format_fixed(double value, unsigned decimals, char *out, size_t room);

/* Writes value rounded to that many significant digits (1 to 17; other counts are moved into that
 * range), at most PT_DOUBLE_ROOM bytes, no NUL. Digits, plain or not, and the zeros left out are
 * those of printf's %.*g; the exponent is written as by pt_format_double: 1.5e-7, 1e20. */
size_t pt_format_significant(double value, unsigned digits, char *out);

/* The rest is the inline reading of short numbers. */

/* Powers of ten that are exact: [k] is 10^k. */
extern const double pt_exact_tens[23];
extern const uint64_t pt_whole_tens[20];

static inline bool pt_is_digit(char c)
{
    return (unsigned char)(c - '0') <= 9;
}

/* Appends the digits at s to *w, modulo 2^64; returns the first byte behind them. */
static inline const char *pt_take_digits(const char *s, const char *end, uint64_t *w)
{
    for (; s < end && pt_is_digit(*s); s++)
        *w = *w * 10 + (uint64_t)(*s - '0');
    return s;
}

/* The lowest set bit's number; x is not 0. */
static inline unsigned pt_trailing_zeros(uint64_t x)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_ctzll(x);
#else
    unsigned n = 0;

    for (; (x & 1) == 0; x >>= 1)
        n++;
    return n;
#endif
}

/* A window is eight characters as one word, the first in the lowest byte. */
static inline uint64_t pt_load_window(const char *s)
{
    uint64_t window = 0;

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(&window, s, sizeof window);
#else
    for (int i = 7; i >= 0; i--)
        window = window << 8 | (unsigned char)s[i];
#endif
    return window;
}

/* 0x80 in every byte that is not '0'..'9'. Digits become 0..9 under the exclusive or; adding 0x76
 * to the low seven bits carries into the eighth from 10 on, and never into the next byte. */
static inline uint64_t pt_window_breaks(uint64_t window)
{
    const uint64_t d = window ^ UINT64_C(0x3030303030303030);

    return (((d & UINT64_C(0x7f7f7f7f7f7f7f7f)) + UINT64_C(0x7676767676767676)) | d) &
           UINT64_C(0x8080808080808080);
}

/* The whole number that the first n of the eight bytes spell, 1 <= n <= 8, all of them digits. They
 * move to the window's end, zeros come before them; then neighbours join: pairs, fours, eight. */
static inline uint64_t pt_window_value(uint64_t window, unsigned n)
{
    uint64_t d = (window ^ UINT64_C(0x3030303030303030)) << (64 - 8 * n);

    d = (d * 10 + (d >> 8)) & UINT64_C(0x00ff00ff00ff00ff);
    d = (d * 100 + (d >> 16)) & UINT64_C(0x0000ffff0000ffff);
    return (d * 10000 + (d >> 32)) & UINT64_C(0xffffffff);
}

/* pt_parse_double for the commonest numbers, without a call: [-], at most 8 digits before the '.',
 * and without a '.' or with 1 to 7 digits behind it; no exponent; at least PT_SMALL_REACH bytes to
 * end, so pass the end of the buffer rather than that of the token. Gives the bits pt_parse_double
 * would. False (nothing changed) does not mean "no number": call that. */
static inline bool pt_parse_small(const char **p, const char *end, double *value)
{
    if (end - *p < PT_SMALL_REACH)
        return false;

    const bool negative = **p == '-';
    const char *first = *p + negative;
    uint64_t w = 0;
    unsigned decimals = 0;
    const char *s = pt_take_digits(first, first + 8, &w);

    if (*s == '.') {
        const uint64_t window = pt_load_window(++s);
        const uint64_t breaks = pt_window_breaks(window);

        if (breaks == 0 || (breaks & 0x80) != 0)
            return false;
        decimals = pt_trailing_zeros(breaks) / 8;
        w = w * pt_whole_tens[decimals] + pt_window_value(window, decimals);
        s += decimals;
    }
    if (s == first || pt_is_digit(*s) || (*s | 0x20) == 'e')
        return false;

    /* w < 10^15 < 2^53 and 10^k is exact: the one division rounds once, so it rounds right. */
    const double magnitude = (double)(int64_t)w / pt_exact_tens[decimals];
    *value = negative ? -magnitude : magnitude;
    *p = s;
    return true;
}

/* pt_parse_u64 for at most 19 digits, without a call. False (nothing changed) does not mean "no
 * number": call that. */
static inline bool pt_parse_small_u64(const char **p, const char *end, uint64_t *value)
{
    uint64_t w = 0;
    const char *s = pt_take_digits(*p, end - *p > 20 ? *p + 20 : end, &w);

    if (s == *p || s - *p > 19)
        return false;
    *value = w;
    *p = s;
    return true;
}

#endif
