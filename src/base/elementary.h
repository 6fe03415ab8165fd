/* exp, log and their kin with the same bits everywhere: libraries of mathematics round the last ones as their processor
 * does it best, and a model must not depend on that. Sums, products and quotients in a fixed order, nothing else, so
 * that loops over them become vector code. All to within some units of the last digit, exp to within one; NaN stays
 * NaN. */
#ifndef PT_BASE_ELEMENTARY_H
#define PT_BASE_ELEMENTARY_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#define PT_WHOLE 0x1.8p52   /* added and taken away, it rounds; added, the lowest bits are the whole number's */

/* (e^r - 1 - r) / r^2 for |r| <= ln(2)/2: Taylor's series, in pairs. */
static inline double pt_exp_rest(double r)
{
    const double r2 = r * r, r4 = r2 * r2;
    const double a = (1.0 / 2 + r * (1.0 / 6)) + r2 * (1.0 / 24 + r * (1.0 / 120));
    const double b = (1.0 / 720 + r * (1.0 / 5040)) + r2 * (1.0 / 40320 + r * (1.0 / 362880));
    const double c = (1.0 / 3628800 + r * (1.0 / 39916800)) + r2 * (1.0 / 479001600 + r * (1.0 / 6227020800));

    return a + r4 * (b + r4 * c);
}

/* 2^k of k + PT_WHOLE, -1022 <= k <= 1023. */
static inline double pt_two_to(double whole)
{
    uint64_t bits;
    double power;

    memcpy(&bits, &whole, sizeof bits);
    bits = (bits << 52) + (UINT64_C(1023) << 52);
    memcpy(&power, &bits, sizeof power);
    return power;
}

/* x = k ln 2 + r, e^x = 2^k e^r; 2^k in two halves, so that what is too small for a double is rounded once. */
static inline double pt_exp(double x)
{
    const double y = x > 710.0 ? 710.0 : x < -746.0 ? -746.0 : x;   /* infinity and 0 */
    const double k = (y * 0x1.71547652b82fep0 + PT_WHOLE) - PT_WHOLE;
    const double high = y - k * 0x1.62e42fee00000p-1, low = k * 0x1.a39ef35793c76p-33, r = high - low;
    const double half = k * 0.5 + PT_WHOLE, rest = k - (half - PT_WHOLE) + PT_WHOLE;

    return (1.0 + (high - (low - r * r * pt_exp_rest(r)))) * pt_two_to(half) * pt_two_to(rest);
}

static inline double pt_tanh(double x)   /* (e^2x - 1) / (e^2x + 1) */
{
    const double size = x < 0.0 ? -x : x, y = size > 22.0 ? 44.0 : 2.0 * size;
    const double less = y < 0.34 ? y + y * y * pt_exp_rest(y) : pt_exp(y) - 1.0;   /* e^y - 1 */
    const double t = less / (less + 2.0);

    return x < 0.0 ? -t : t;
}

/* sqrt(a^2 + b^2) without overflow. */
static inline double pt_hypot(double a, double b)
{
    const double large = fmax(fabs(a), fabs(b)), small = fmin(fabs(a), fabs(b));
    const double share = large > 0.0 ? small / large : 0.0;

    return large * sqrt(1.0 + share * share);
}

#define PT_LN_2 0x1.62e42fefa39efp-1

/* atanh(s) = s + s times this. */
static inline double pt_atanh_rest(double s)
{
    enum { TERMS = 12 };
    const double s2 = s * s;
    double sum = 0.0;

    for (int k = TERMS; k > 0; k--)
        sum = (sum + 1.0 / (2 * k + 1)) * s2;
    return sum;
}

/* pt_log1p for 0 <= x <= 1, bit for bit, without a branch: 1 + x is halved from the root of 2 on. */
static inline double pt_log1p_unit(double x)
{
    const double u = 1.0 + x, half = u < 0x1.6a09e667f3bcdp0 ? 0.0 : 1.0, m = u - 0.5 * half * u;
    const double s = (m - 1.0) / (m + 1.0), log = half * PT_LN_2 + 2.0 * (s + s * pt_atanh_rest(s));
    const double value = log * (x / (u - 1.0));

    return u == 1.0 ? x : value;
}

/* Of a number above 0. */
double pt_log(double x);
/* log(1 + x) for x > -1. */
double pt_log1p(double x);
/* x^y for x > 0. */
double pt_power(double x, double y);

#endif
