/* Decimals and roots of GMP's fractions. */
#include "trace/fraction.h"
#include "diag.h"
#include "words/numbers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- memory --------------------------------------------------------------------------------------- */

static void *there(void *memory)
{
    if (memory != NULL)
        return memory;
    fputs("perceptron: no memory for exact numbers\n", stderr);
    exit(EXIT_SYSTEM);   /* GMP knows no way back; an output file is not in its place yet */
}

static void *take(size_t bytes)
{
    return there(malloc(bytes));
}

static void *resize(void *memory, size_t old, size_t bytes)
{
    (void)old;
    return there(realloc(memory, bytes));
}

static void give_back(void *memory, size_t bytes)
{
    (void)bytes;
    free(memory);
}

void exact_begin(void)
{
    mp_set_memory_functions(take, resize, give_back);
}

/* ---- decimals ------------------------------------------------------------------------------------- */

/* From its text: "-12.5e-3" is -125 / 10^4. */
void exact_decimal(mpq_t q, double value)
{
    const struct text text = text_exact(value);
    const char *s = text.s;
    char digits[sizeof text.s];
    size_t n = 0;
    long exponent = 0;
    bool point = false;
    mpz_t power;

    for (; *s != '\0' && *s != 'e'; s++) {
        if (*s == '.') {
            point = true;
            continue;
        }
        digits[n++] = *s;
        exponent -= point;
    }
    digits[n] = '\0';
    if (*s == 'e')
        exponent += strtol(s + 1, NULL, 10);
    mpz_init(power);
    mpz_ui_pow_ui(power, 10, (unsigned long)labs(exponent));
    mpq_set_ui(q, 0, 1);
    mpz_set_str(mpq_numref(q), digits, 10);
    if (exponent < 0)
        mpz_set(mpq_denref(q), power);
    else
        mpz_mul(mpq_numref(q), mpq_numref(q), power);
    mpq_canonicalize(q);
    mpz_clear(power);
}

/* ---- text ----------------------------------------------------------------------------------------- */

/* before + middle + after */
static char *joined(const char *before, const char *middle, const char *after)
{
    const size_t room = strlen(before) + strlen(middle) + strlen(after) + 1;
    char *text = malloc(room);

    if (text != NULL)
        snprintf(text, room, "%s%s%s", before, middle, after);
    return text;
}

char *exact_text(mpq_t q, bool latex)
{
    char *plain = mpq_get_str(NULL, 10, q), *slash = plain == NULL ? NULL : strchr(plain, '/'), *text;
    char *under;

    if (!latex || slash == NULL)
        return plain;
    *slash = '\0';
    under = joined("}{", slash + 1, "}");
    text = under == NULL ? NULL : joined(*plain == '-' ? "-\\frac{" : "\\frac{", plain + (*plain == '-'), under);
    free(under);
    free(plain);
    return text;
}

bool exact_root(mpq_t root, mpq_t square)
{
    if (!mpz_perfect_square_p(mpq_numref(square)) || !mpz_perfect_square_p(mpq_denref(square)))
        return false;
    mpz_sqrt(mpq_numref(root), mpq_numref(square));
    mpz_sqrt(mpq_denref(root), mpq_denref(square));
    return true;
}

char *exact_root_text(mpq_t square, bool negative, bool latex)
{
    char *inside, *text;
    mpq_t root;

    mpq_init(root);
    if (exact_root(root, square)) {
        if (negative)
            mpq_neg(root, root);
        text = exact_text(root, latex);
        mpq_clear(root);
        return text;
    }
    mpq_clear(root);
    inside = exact_text(square, latex);
    if (inside == NULL)
        return NULL;
    if (latex)
        text = joined(negative ? "-\\sqrt{" : "\\sqrt{", inside, "}");
    else
        text = joined(negative ? "-sqrt(" : "sqrt(", inside, ")");
    free(inside);
    return text;
}

/* ---- arrays --------------------------------------------------------------------------------------- */

mpq_t *exact_array(size_t n)
{
    mpq_t *array = malloc((n + 1) * sizeof *array);

    for (size_t i = 0; array != NULL && i < n; i++)
        mpq_init(array[i]);
    return array;
}

void exact_array_free(mpq_t *array, size_t n)
{
    for (size_t i = 0; array != NULL && i < n; i++)
        mpq_clear(array[i]);
    free(array);
}

void exact_array_set(mpq_t *to, mpq_t *from, size_t n)
{
    for (size_t j = 0; j < n; j++)
        mpq_set(to[j], from[j]);
}

void exact_add_product(mpq_t sum, const mpq_t a, const mpq_t b, mpq_t scratch)
{
    mpq_mul(scratch, a, b);
    mpq_add(sum, sum, scratch);
}

void exact_dot(mpq_t sum, mpq_t *a, mpq_t *b, size_t n, mpq_t scratch)
{
    mpq_set_ui(sum, 0, 1);
    for (size_t j = 0; j < n; j++)
        exact_add_product(sum, a[j], b[j], scratch);
}
