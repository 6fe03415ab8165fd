/* Logarithms and powers. */
#include "base/elementary.h"

/* x = m 2^e with m near 1. */
static double split(double x, int *e)
{
    double m = frexp(x, e);

    if (m < 0x1.6a09e667f3bcdp-1) {   /* sqrt(1/2) */
        m *= 2.0;
        --*e;
    }
    return m;
}

/* ln(x) = e ln 2 + 2 atanh((m - 1) / (m + 1)): plain sums in a fixed order. */
double pt_log(double x)
{
    int e;
    const double m = split(x, &e), s = (m - 1.0) / (m + 1.0);

    return (double)e * PT_LN_2 + 2.0 * (s + s * pt_atanh_rest(s));
}

double pt_log1p(double x)   /* what 1 + x loses of x is made good by the slope; at most a factor near 1 */
{
    const double u = 1.0 + x;

    return u == 1.0 ? x : pt_log(u) * (x / (u - 1.0));
}

/* A number as a sum of two, the second below half a unit of the first's last digit. */
struct pair {
    double high, low;
};

static struct pair sum_of(double a, double b)
{
    const double sum = a + b, part = sum - a;

    return (struct pair){sum, (a - (sum - part)) + (b - part)};
}

/* ln(x) to some ten bits more than a double has. */
static struct pair log_pair(double x)
{
    int e;
    const double m = split(x, &e), above = m + 1.0, above_low = m - (above - 1.0), s = (m - 1.0) / above;
    const double s_low = (fma(-s, above, m - 1.0) - s * above_low) / above;
    const double twos = (double)e * 0x1.62e42fefa3800p-1, twos_low = (double)e * 0x1.ef35793c76730p-45;
    const struct pair sum = sum_of(twos, 2.0 * s);

    return (struct pair){sum.high, sum.low + (twos_low + 2.0 * (s_low + s * pt_atanh_rest(s)))};
}

double pt_power(double x, double y)
{
    const struct pair log = log_pair(x), whole = sum_of(log.high, log.low);
    const double product = y * whole.high, low = fma(y, whole.high, -product) + y * whole.low;
    const double value = pt_exp(product);

    return value > 0.0 && value <= 0x1p1023 ? value + value * low : value;
}
