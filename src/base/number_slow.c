/* Exact comparison of a decimal with a binary number, by whole numbers of a few thousand bits.
 *
 * The rare last word of number.c and number_format.c: about one number in a hundred among those
 * with twenty digits or more, and decimals exactly half-way between two doubles. Everything is on
 * the stack. The sizes are bounded because a half-way point between doubles has at most 768
 * significant digits: of a longer decimal only "is there anything but zeros left" can matter.
 */
#include "base/number_exact.h"

#include <assert.h>

enum {
    DIGITS_MOST = 800,   /* read as digits; what follows is only zero or not */
    LIMBS = 48           /* 3072 bits; 10^800 * 2^64 has 2722, and 5^1125 * 2^64 has 2677 */
};

struct big {
    size_t n;               /* limbs in use; the highest is not 0 */
    uint64_t limb[LIMBS];   /* least first */
};

static void big_push(struct big *b, uint64_t limb)
{
    if (limb == 0)
        return;
    assert(b->n < LIMBS);
    b->limb[b->n++] = limb;
}

/* b = b * factor + term */
static void big_multiply(struct big *b, uint64_t factor, uint64_t term)
{
    uint64_t carry = term;

    for (size_t i = 0; i < b->n; i++) {
        const struct pt_wide product = pt_multiply(b->limb[i], factor);

        b->limb[i] = product.lo + carry;
        carry = product.hi + (b->limb[i] < carry);
    }
    big_push(b, carry);
}

static void big_multiply_fives(struct big *b, unsigned power)
{
    for (; power > PT_FIVES_MOST; power -= PT_FIVES_MOST)
        big_multiply(b, pt_whole_fives[PT_FIVES_MOST], 0);
    big_multiply(b, pt_whole_fives[power], 0);
}

static void big_shift(struct big *b, unsigned bits)
{
    const size_t limbs = bits / 64;

    if (b->n == 0)
        return;
    big_multiply(b, UINT64_C(1) << bits % 64, 0);
    assert(b->n + limbs <= LIMBS);
    for (size_t i = b->n; i-- > 0;)
        b->limb[i + limbs] = b->limb[i];
    for (size_t i = 0; i < limbs; i++)
        b->limb[i] = 0;
    b->n += limbs;
}

static int big_compare(const struct big *a, const struct big *b)
{
    if (a->n != b->n)
        return a->n < b->n ? -1 : 1;
    for (size_t i = a->n; i-- > 0;)
        if (a->limb[i] != b->limb[i])
            return a->limb[i] < b->limb[i] ? -1 : 1;
    return 0;
}

/* The sign of a * 10^e10 - x * 2^e2: powers move to the side where they are whole. */
static int compare(struct big *a, int e10, uint64_t x, int e2)
{
    struct big b = {.n = 0};
    const int twos = e10 - e2;

    big_push(&b, x);
    big_multiply_fives(e10 >= 0 ? a : &b, (unsigned)(e10 >= 0 ? e10 : -e10));
    big_shift(twos >= 0 ? a : &b, (unsigned)(twos >= 0 ? twos : -twos));
    return big_compare(a, &b);
}

int pt_compare_decimal(uint64_t digits, int e10, uint64_t x, int e2)
{
    struct big a = {.n = 0};

    big_push(&a, digits);
    return compare(&a, e10, x, e2);
}

/* Reads at most DIGITS_MOST digits of [*text, end) into b and moves *text behind them. */
static void big_read(struct big *b, const char **text, const char *end)
{
    uint64_t limb = 0, scale = 1;
    int n = 0;

    for (; *text < end && n < DIGITS_MOST; ++*text) {
        if (**text == '.')
            continue;
        limb = limb * 10 + (uint64_t)(**text - '0');
        scale *= 10;
        if (++n % 19 != 0)
            continue;
        big_multiply(b, scale, limb);
        limb = 0;
        scale = 1;
    }
    big_multiply(b, scale, limb);
}

int pt_compare_text(const char *text, const char *end, int64_t e10, uint64_t x, int e2)
{
    struct big a = {.n = 0};
    bool more = false;

    big_read(&a, &text, end);
    for (; text < end; text++) {
        e10 += *text != '.';
        more = more || (*text != '.' && *text != '0');
    }
    const int sign = compare(&a, (int)e10, x, e2);
    return sign == 0 && more ? 1 : sign;
}
