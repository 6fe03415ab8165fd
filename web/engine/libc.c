/* Functions of the C library whose own forms are large, as much of them as is asked for here. */
#include "base/elementary.h"
#include "base/number.h"

#include <stdlib.h>
#include <string.h>

/* Ours, which is in the module anyway. */
double strtod(const char *text, char **end)
{
    const char *at = text;
    double value = 0.0;

    pt_parse_double(&at, text + strlen(text), &value);
    if (end != NULL)
        *end = (char *)(uintptr_t)at;
    return value;
}

/* Of ten alone: charts have units and axes of powers of it. */
double pow(double ten, double power)
{
    char text[PT_DOUBLE_ROOM] = "1e-";
    const bool below = power < 0.0;

    if (ten != 10.0)
        abort();
    if (power != floor(power) || fabs(power) > 400.0)
        return pt_exp(power * 2.302585092994045684);
    text[2 + below + pt_format_u64((uint64_t)fabs(power), text + 2 + below)] = '\0';
    return strtod(text, NULL);
}

/* Of cos and sin, for angles of more than a million turns. */
int __rem_pio2_large(double *x, double *y, int exponent, int n, int precision);
int __rem_pio2_large(double *x, double *y, int exponent, int n, int precision)
{
    (void)x, (void)y, (void)exponent, (void)n, (void)precision;
    abort();
}
