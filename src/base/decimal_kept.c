/* Were digits lost when a decimal became a double? */
#include "base/number.h"

#include <math.h>

enum { SAFE_DIGITS = 15 };   /* as many survive in any double of ordinary size */
static const double LEAST_SAFE = 1e-290;

struct spelled {             /* digits * 10^exponent, neither end of the digits a zero */
    const char *first, *last;   /* the bytes of the digits; a point may be among them */
    size_t  digits;
    int64_t exponent;
};

static int64_t read_exponent(const char *s, const char *end)
{
    const bool minus = s < end && *s == '-';
    int64_t size = 0;

    for (s += s < end && (*s == '-' || *s == '+'); s < end && pt_is_digit(*s); s++)
        if (size < 1000000000)
            size = size * 10 + (*s - '0');
    return minus ? -size : size;
}

static struct spelled spell(const char *s, const char *end)
{
    struct spelled d = {0};
    size_t seen = 0;             /* digits from the first that is no zero on */
    int64_t behind_point = 0;
    bool point = false;

    for (s += s < end && (*s == '-' || *s == '+'); s < end && (pt_is_digit(*s) || *s == '.'); s++) {
        if (*s == '.') {
            point = true;
            continue;
        }
        behind_point += point;
        if (d.first == NULL && *s == '0')
            continue;
        if (d.first == NULL)
            d.first = s;
        seen++;
        if (*s != '0') {
            d.last = s + 1;
            d.digits = seen;
            d.exponent = -behind_point;
        }
    }
    if (d.digits > 0 && !point)   /* zeros at the end of a whole number */
        d.exponent = (int64_t)(seen - d.digits);
    else if (d.digits > 0 && d.exponent == 0)   /* the last digit stands before the point: count the zeros after it */
        for (const char *p = d.last; *p != '.'; p++)
            d.exponent++;
    if (s < end && (*s == 'e' || *s == 'E'))
        d.exponent += read_exponent(s + 1, end);
    return d;
}

bool pt_decimal_is_kept(const char *text, const char *end, double value)
{
    const bool ordinary = fabs(value) >= LEAST_SAFE;
    char digits[PT_DIGITS_ROOM];
    bool negative;
    int exponent;

    if (ordinary && end - text <= SAFE_DIGITS)
        return true;
    const struct spelled d = spell(text, end);
    if (d.digits == 0 || (ordinary && d.digits <= SAFE_DIGITS))
        return true;
    const size_t n = pt_shortest_decimal(value, digits, &exponent, &negative);
    if (n != d.digits || exponent != d.exponent)
        return false;
    size_t k = 0;
    for (const char *p = d.first; p < d.last; p++)
        if (*p != '.' && *p != digits[k++])
            return false;
    return true;
}
