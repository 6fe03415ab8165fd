/* Exact numbers for traces: decimals as whole numbers over a common power of ten, 128 bits wide. A sum that
 * does not fit marks its context as failed; whoever owns it looks once, at the end. */
#ifndef CLI_TRACE_FRACTION_H
#define CLI_TRACE_FRACTION_H

#include <stdbool.h>
#include <stddef.h>

__extension__ typedef __int128 whole;

struct fraction {
    whole over, under;   /* in lowest terms, under > 0 */
};

struct exact {
    bool failed;         /* something did not fit into 128 bits */
};

whole whole_add(struct exact *exact, whole a, whole b);
whole whole_times(struct exact *exact, whole a, whole b);
whole whole_power(struct exact *exact, unsigned tens);   /* 10^tens */

/* The digits behind the point of the shortest decimal that reads back to the value; the decimal times
 * 10^decimals as a whole number. */
unsigned exact_decimals(double value);
whole    exact_scaled(struct exact *exact, double value, unsigned decimals);

struct fraction fraction_of(struct exact *exact, whole over, whole under);   /* under != 0 */
double          fraction_value(struct fraction f);

enum { EXACT_ROOM = 96 };

/* "3", "-1/2"; in LaTeX "-\frac{1}{2}". */
void exact_text(struct fraction f, bool latex, char *text, size_t room);
/* The root of a fraction, with a sign: "3/2" where it has one, else "sqrt(5/4)", "-sqrt(16/3)". */
void exact_root_text(struct fraction f, bool negative, bool latex, char *text, size_t room);

#endif
