/* Whole numbers of 128 bits, checked, and fractions of them. */
#include "trace/fraction.h"
#include "words/numbers.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

whole whole_add(struct exact *exact, whole a, whole b)
{
    whole sum = 0;

    if (__builtin_add_overflow(a, b, &sum))
        exact->failed = true;
    return sum;
}

whole whole_times(struct exact *exact, whole a, whole b)
{
    whole product = 0;

    if (__builtin_mul_overflow(a, b, &product))
        exact->failed = true;
    return product;
}

whole whole_power(struct exact *exact, unsigned tens)
{
    whole power = 1;

    for (unsigned i = 0; i < tens && !exact->failed; i++)
        power = whole_times(exact, power, 10);
    return power;
}

/* ---- decimals ------------------------------------------------------------------------------------- */

/* value = digits * 10^exponent, from its shortest text: "-12.5e-3" is -125 * 10^-4. */
static whole digits_of(double value, int *exponent)
{
    const struct text text = text_exact(value);
    const char *s = text.s;
    bool negative = *s == '-', point = false;
    whole digits = 0;

    *exponent = 0;
    for (s += negative; (*s >= '0' && *s <= '9') || *s == '.'; s++) {
        if (*s == '.') {
            point = true;
            continue;
        }
        digits = digits * 10 + (*s - '0');
        *exponent -= point;
    }
    if (*s == 'e')
        *exponent += (int)strtol(s + 1, NULL, 10);
    for (; digits != 0 && digits % 10 == 0; ++*exponent)
        digits /= 10;
    return negative ? -digits : digits;
}

unsigned exact_decimals(double value)
{
    int exponent;

    return digits_of(value, &exponent) != 0 && exponent < 0 ? (unsigned)-exponent : 0;
}

whole exact_scaled(struct exact *exact, double value, unsigned decimals)
{
    int exponent;
    const whole digits = digits_of(value, &exponent);

    assert(digits == 0 || (int)decimals + exponent >= 0);   /* as many decimals as the value has, or more */
    return digits == 0 ? 0 : whole_times(exact, digits, whole_power(exact, (unsigned)((int)decimals + exponent)));
}

/* ---- fractions ------------------------------------------------------------------------------------ */

static whole common_divisor(whole a, whole b)
{
    while (b != 0) {
        const whole rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

struct fraction fraction_of(struct exact *exact, whole over, whole under)
{
    const whole divisor = common_divisor(over, under), sign = under < 0 ? -1 : 1;

    if (exact->failed || divisor == 0)
        return (struct fraction){0, 1};
    return (struct fraction){sign * over / divisor, sign * under / divisor};
}

double fraction_value(struct fraction f)
{
    return (double)f.over / (double)f.under;
}

static const char *whole_text(whole n, char text[48])
{
    const bool negative = n < 0;
    char *at = text + 47;

    *at = '\0';
    do {
        const int digit = (int)(n % 10);
        *--at = (char)('0' + (digit < 0 ? -digit : digit));
        n /= 10;
    } while (n != 0);
    if (negative)
        *--at = '-';
    return at;
}

void exact_text(struct fraction f, bool latex, char *text, size_t room)
{
    char over[48], under[48];
    const bool negative = f.over < 0;

    assert(f.under > 0);
    if (f.under == 1)
        snprintf(text, room, "%s", whole_text(f.over, over));
    else if (latex)
        snprintf(text, room, "%s\\frac{%s}{%s}", negative ? "-" : "", whole_text(negative ? -f.over : f.over, over),
                 whole_text(f.under, under));
    else
        snprintf(text, room, "%s/%s", whole_text(f.over, over), whole_text(f.under, under));
}

/* The whole root of n >= 0, or -1 when it has none: Newton's steps from above. */
static whole root_of(whole n)
{
    whole x = n, y = (x + 1) / 2;

    assert(n >= 0);
    while (y < x) {
        x = y;
        y = (x + n / x) / 2;
    }
    return x * x == n ? x : -1;
}

void exact_root_text(struct fraction f, bool negative, bool latex, char *text, size_t room)
{
    const whole over = root_of(f.over), under = root_of(f.under);
    char inside[EXACT_ROOM];

    if (over >= 0 && under > 0) {
        exact_text((struct fraction){negative ? -over : over, under}, latex, text, room);
        return;
    }
    exact_text(f, latex, inside, sizeof inside);
    snprintf(text, room, latex ? "%s\\sqrt{%s}" : "%ssqrt(%s)", negative ? "-" : "", inside);
}
