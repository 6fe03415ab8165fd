/* Numbers to text. Owns the pt_format functions and pt_shortest_decimal; contracts in number.h.
 *
 * A double is c * 2^q. Its digits come from the floor of c * 2^q * 10^e and the knowledge whether
 * anything was left behind the floor; `scaled` gives both exactly, nearly always by two
 * multiplications. The shortest decimal is found where the interval of numbers that read back to
 * the double meets the multiples of a power of ten just below its width: the setting of Steele and
 * White (1990), with the power chosen at once as by Giulietti (2020) instead of digit by digit.
 */
#include "base/number.h"

#include "base/number_exact.h"

#include <string.h>

enum {
    PLAIN_LEAST = -4,   /* decimal exponents written without 'e' */
    PLAIN_END = 17,
    DIGITS_MOST = 17
};

#define FRACTION_END (UINT64_C(1) << 52)

/* |value| = c * 2^q for a finite value */
struct binary {
    uint64_t c;
    int q;
    bool negative, finite;
    bool low_gap_halved;   /* the double below is nearer than the one above */
};

/* w * 10^exponent */
struct decimal {
    uint64_t w;
    int exponent;
};

static struct binary split(double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    const uint64_t fraction = bits & (FRACTION_END - 1);
    const int field = (int)(bits >> 52 & 2047);
    return (struct binary){
        .c = field == 0 ? fraction : fraction | FRACTION_END,
        .q = (field == 0 ? 1 : field) - 1075,
        .negative = bits >> 63 != 0,
        .finite = field != 2047,
        .low_gap_halved = fraction == 0 && field > 1,
    };
}

/* t = x * 2^q * 10^e in eighths: 2 floor(4 t), plus 1 if t is more than that floor. Comparing it with
 * whole numbers n (as 8n) and halves (8n + 4) is then exact. x is not 0, and e is chosen so that
 * 1/4 <= t / x < 2^8: the shift below is then 1 to 7, and x << shift is below 2^60.
 *
 * The product with a cut power is at most 2^64 of its 192 bits too small, never exact; so its upper
 * word stands unless all the middle bits are ones. There, one exact comparison decides. */
static uint64_t scaled(uint64_t x, int q, int e)
{
    const struct pt_wide power = pt_powers_of_five[e - PT_POWER_LEAST];
    const bool exact = e >= 0 && e <= PT_POWER_EXACT;
    const unsigned shift = (unsigned)(q + pt_log2_of_ten(e) + 3);
    const struct pt_wide low = pt_multiply(x << shift, power.lo);
    struct pt_wide high = pt_multiply(x << shift, power.hi);

    high.lo += low.hi;
    high.hi += high.lo < low.hi;
    if (exact)
        return high.hi << 1 | ((high.lo | low.lo) != 0);
    if (high.lo != UINT64_MAX)
        return high.hi << 1 | 1;

    const int side = pt_compare_decimal(high.hi + 1, -e, x, q + 2);
    return (high.hi + (side <= 0)) << 1 | (side != 0);
}

/* d.w is not 0. The divisors are constants because dividing by a variable is many times slower. */
static struct decimal without_zeros(struct decimal d)
{
    for (; d.w % 100000000 == 0; d.exponent += 8)
        d.w /= 100000000;
    if (d.w % 10000 == 0) {
        d.w /= 10000;
        d.exponent += 4;
    }
    for (; d.w % 10 == 0; d.exponent++)
        d.w /= 10;
    return d;
}

/* The numbers that read back to a double, in units of 10^k / 8; the ends belong to them when the
 * double is even. */
struct interval {
    uint64_t low, value, high;
    bool closed;
};

static bool holds(const struct interval *in, uint64_t n)
{
    return in->closed ? in->low <= 8 * n && 8 * n <= in->high : in->low < 8 * n && 8 * n < in->high;
}

/* Of the multiples of 10^k around the value, the nearest inside; ties go to the even one. */
static uint64_t nearest_inside(const struct interval *in)
{
    const uint64_t below = in->value >> 3;
    const uint64_t rest = in->value & 7;

    if (!holds(in, below + 1))
        return below;
    if (!holds(in, below))
        return below + 1;
    return below + (rest > 4 || (rest == 4 && (below & 1) != 0));
}

/* b is finite and not 0. 10^k is at most the interval's width, 10^(k+1) more: there is a multiple
 * of 10^k inside, and at most one of 10^(k+1), which is then the shortest. */
static struct decimal shortest(const struct binary *b)
{
    const int k = pt_floor_shift(b->q * INT64_C(1262611) - (b->low_gap_halved ? 524031 : 0), 22);
    const struct interval in = {
        .low = scaled(4 * b->c - (b->low_gap_halved ? 1 : 2), b->q - 2, -k),
        .value = scaled(4 * b->c, b->q - 2, -k),
        .high = scaled(4 * b->c + 2, b->q - 2, -k),
        .closed = (b->c & 1) == 0,
    };
    const uint64_t tens = in.value / 80;

    if (holds(&in, 10 * tens))
        return without_zeros((struct decimal){tens, k + 1});
    if (holds(&in, 10 * tens + 10))
        return without_zeros((struct decimal){tens + 1, k + 1});
    return (struct decimal){nearest_inside(&in), k};
}

/* b rounded to `digits` significant digits, half to even; finite and not 0. The decimal exponent
 * is guessed from the binary one, at most one too low, so there are 17 digits to begin with, or 18. */
static struct decimal rounded(const struct binary *b, unsigned digits)
{
    const unsigned zeros = pt_leading_zeros(b->c) - 11;
    const int q = b->q - (int)zeros;
    const int e = DIGITS_MOST - 1 - pt_floor_shift((q + 52) * INT64_C(1262611), 22);
    const uint64_t eighths = scaled(b->c << zeros, q, e);
    const unsigned drop = DIGITS_MOST - digits + (eighths >= 8 * pt_whole_tens[DIGITS_MOST]);
    const uint64_t unit = 8 * pt_whole_tens[drop];
    const uint64_t w = eighths / unit, rest = eighths % unit;
    const bool up = rest > unit / 2 || (rest == unit / 2 && (w & 1) != 0);

    return without_zeros((struct decimal){w + up, (int)drop - e});
}

static unsigned count_digits(uint64_t w)
{
    w |= 1;   /* 0 has one digit; no other count changes */
    const unsigned guess = (64 - pt_leading_zeros(w)) * 1233 >> 12;   /* 1233 / 2^12 is log10(2) */

    return guess + (w >= pt_whole_tens[guess]);
}

/* Writes the last n digits of w. */
static void put_digits(uint64_t w, char *out, unsigned n)
{
    static const char pairs[] = "00010203040506070809101112131415161718192021222324"
                                "25262728293031323334353637383940414243444546474849"
                                "50515253545556575859606162636465666768697071727374"
                                "75767778798081828384858687888990919293949596979899";

    for (; n >= 2; w /= 100)
        memcpy(out + (n -= 2), pairs + 2 * (w % 100), 2);
    if (n == 1)
        *out = (char)('0' + w % 10);
}

size_t pt_format_u64(uint64_t value, char *out)
{
    const unsigned n = count_digits(value);

    put_digits(value, out, n);
    return n;
}

static size_t put_exponent(int exponent, char *out)
{
    char *s = out;

    *s++ = 'e';
    if (exponent < 0)
        *s++ = '-';
    s += pt_format_u64((uint64_t)(exponent < 0 ? -exponent : exponent), s);
    return (size_t)(s - out);
}

/* 0.00ddd */
static size_t put_below_one(uint64_t w, unsigned n, int exponent, char *out)
{
    const size_t zeros = (size_t)(-exponent - 1);

    memcpy(out, "0.0000", 6);
    put_digits(w, out + 2 + zeros, n);
    return 2 + zeros + n;
}

/* d.ddd with the point behind the first `whole` of the n digits, or dd00 when they do not reach it. */
static size_t put_with_point(uint64_t w, unsigned n, unsigned whole, char *out)
{
    if (whole >= n) {
        put_digits(w, out, n);
        memset(out + n, '0', whole - n);
        return whole;
    }
    put_digits(w, out + 1, n);
    memmove(out, out + 1, whole);
    out[whole] = '.';
    return n + 1;
}

/* Plain while the exponent of the first digit is from PLAIN_LEAST to below plain_end. */
static size_t put_decimal(struct decimal d, int plain_end, char *out)
{
    const unsigned n = count_digits(d.w);
    const int exponent = d.exponent + (int)n - 1;

    if (exponent < PLAIN_LEAST || exponent >= plain_end) {
        const size_t length = put_with_point(d.w, n, 1, out);

        return length + put_exponent(exponent, out + length);
    }
    if (exponent < 0)
        return put_below_one(d.w, n, exponent, out);
    return put_with_point(d.w, n, (unsigned)exponent + 1, out);
}

static size_t put_not_finite(const struct binary *b, char *out)
{
    if (b->c != FRACTION_END) {
        memcpy(out, "nan", 3);
        return 3;
    }
    memcpy(out, "-inf", 4);
    if (!b->negative)
        memcpy(out, "inf", 3);
    return 3 + (size_t)b->negative;
}

/* b's value is a whole number below 2^53, which is then its own shortest decimal. */
static bool is_small_whole(const struct binary *b, uint64_t *whole)
{
    if (b->c == 0 || b->q > 0 || b->q < -52 || b->c << (64 + b->q - 1) << 1 != 0)
        return false;
    *whole = b->c >> -b->q;
    return true;
}

size_t pt_format_double(double value, char *out)
{
    const struct binary b = split(value);
    uint64_t whole = 0;

    if (!b.finite)
        return put_not_finite(&b, out);
    *out = '-';
    out += b.negative;
    if (b.c == 0 || is_small_whole(&b, &whole))
        return b.negative + pt_format_u64(whole, out);
    return b.negative + put_decimal(shortest(&b), PLAIN_END, out);
}

size_t pt_shortest_decimal(double value, char *digits, int *exponent, bool *negative)
{
    const struct binary b = split(value);

    *negative = b.negative;
    if (!b.finite)
        return 0;
    const struct decimal d = b.c == 0 ? (struct decimal){0, 0} : shortest(&b);
    *exponent = d.exponent;
    return pt_format_u64(d.w, digits);
}

size_t pt_format_significant(double value, unsigned digits, char *out)
{
    const struct binary b = split(value);

    digits = digits < 1 ? 1 : digits > DIGITS_MOST ? DIGITS_MOST : digits;
    if (!b.finite || b.c == 0)
        return pt_format_double(value, out);
    *out = '-';
    out += b.negative;
    return b.negative + put_decimal(rounded(&b, digits), (int)digits, out);
}

/* wide >> bits, bits < 128, for a result that fits in 64 bits */
static uint64_t shift_right(struct pt_wide wide, unsigned bits)
{
    if (bits >= 64)
        return wide.hi >> (bits - 64);
    return bits == 0 ? wide.lo : wide.lo >> bits | wide.hi << (64 - bits);
}

static bool has_bits_below(struct pt_wide wide, unsigned bit)
{
    if (wide.lo != 0)
        return pt_trailing_zeros(wide.lo) < bit;
    return wide.hi != 0 && pt_trailing_zeros(wide.hi) + 64 < bit;
}

/* fraction * 2^q * 10^decimals to the nearest whole number, for fraction * 2^q < 1. Of two equally
 * near the even one; without decimals it is the digit before, `whole`, that becomes even. */
static uint64_t round_fraction(uint64_t fraction, int q, unsigned decimals, uint64_t whole)
{
    const struct pt_wide product = pt_multiply(fraction, pt_whole_fives[decimals]);   /* < 2^93 */
    const int down = -q - (int)decimals;

    if (down <= 0)
        return product.lo << -down;
    if (down > 127)
        return 0;

    const unsigned half_bit = (unsigned)down - 1;
    const uint64_t halves = shift_right(product, half_bit);
    const uint64_t kept = halves >> 1;
    const bool odd = ((decimals == 0 ? whole : kept) & 1) != 0;
    return kept + (halves & 1 & (odd || has_bits_below(product, half_bit)));
}

/* |b| < 1e17 */
static size_t put_fixed(const struct binary *b, unsigned decimals, char *out)
{
    const unsigned down = b->q < 0 ? (unsigned)-b->q : 0;
    uint64_t whole = b->q >= 0 ? b->c << b->q : down < 64 ? b->c >> down : 0;
    const uint64_t fraction = b->q >= 0 ? 0 : down < 64 ? b->c - (whole << down) : b->c;
    uint64_t digits = round_fraction(fraction, b->q, decimals, whole);
    char *s = out;

    if (digits == pt_whole_tens[decimals]) {
        digits = 0;
        whole++;
    }
    if (b->negative)
        *s++ = '-';
    s += pt_format_u64(whole, s);
    if (decimals > 0) {
        *s++ = '.';
        put_digits(digits, s, decimals);
    }
    return (size_t)(s - out) + decimals;
}

size_t pt_format_fixed(double value, unsigned decimals, char *out, size_t room)
{
    const struct binary b = split(value);
    char text[PT_FIXED_ROOM];
    size_t length;

    if (decimals > PT_DECIMALS_MOST)
        decimals = PT_DECIMALS_MOST;
    if (b.finite && value < 1e17 && value > -1e17)
        length = put_fixed(&b, decimals, text);
    else
        length = pt_format_double(value, text);
    if (length > room)
        return 0;
    memcpy(out, text, length);
    return length;
}
