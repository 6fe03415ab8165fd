/* Exact numbers for traces: GMP's fractions, from decimals and as text. */
#ifndef CLI_TRACE_FRACTION_H
#define CLI_TRACE_FRACTION_H

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>

/* Call it first: where GMP finds no memory the command ends, with the exit code for that. */
void exact_begin(void);

/* The shortest decimal that reads back to the value. */
void exact_decimal(mpq_t q, double value);

/* "3", "-1/2"; in LaTeX "-\frac{1}{2}". Free it; NULL: no memory. */
char *exact_text(mpq_t q, bool latex);
/* The root of a square, where it is a fraction. */
bool exact_root(mpq_t root, mpq_t square);
/* The same as a text, with a sign: "3/2" where it has one, else "sqrt(5/4)", "-sqrt(16/3)". */
char *exact_root_text(mpq_t square, bool negative, bool latex);

/* [n] zeros; NULL: no memory. */
mpq_t *exact_array(size_t n);
void   exact_array_free(mpq_t *array, size_t n);   /* NULL is fine */
void   exact_array_set(mpq_t *to, mpq_t *from, size_t n);

/* sum += a b; sum = a.b */
void exact_add_product(mpq_t sum, const mpq_t a, const mpq_t b, mpq_t scratch);
void exact_dot(mpq_t sum, mpq_t *a, mpq_t *b, size_t n, mpq_t scratch);

#endif
