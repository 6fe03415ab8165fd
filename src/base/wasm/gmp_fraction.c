/* Fractions in lowest terms. */
#include "base/alloc.h"

#include <gmp.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void mpq_init(mpq_t q)
{
    mpz_init(q->num);
    mpz_init_set_ui(q->den, 1);
}

void mpq_clear(mpq_t q)
{
    mpz_clears(q->num, q->den, NULL);
}

#define MANY(name, each)                                           \
    void name(mpq_t first, ...)                                    \
    {                                                              \
        va_list rest;                                              \
                                                                   \
        va_start(rest, first);                                     \
        for (void *q = first; q != NULL; q = va_arg(rest, void *)) \
            each(q);                                               \
        va_end(rest);                                              \
    }

MANY(mpq_inits, mpq_init)
MANY(mpq_clears, mpq_clear)

void mpq_canonicalize(mpq_t q)
{
    mpz_t common;

    mpz_init(common);
    mpz_gcd(common, q->num, q->den);
    if (mpz_sgn(q->den) < 0)
        mpz_neg(common, common);
    if (mpz_cmp_ui(common, 1) != 0) {
        mpz_divexact(q->num, q->num, common);
        mpz_divexact(q->den, q->den, common);
    }
    mpz_clear(common);
}

void mpq_set(mpq_t q, const mpq_t a)
{
    mpz_set(q->num, a->num);
    mpz_set(q->den, a->den);
}

void mpq_set_z(mpq_t q, const mpz_t a)
{
    mpz_set(q->num, a);
    mpz_set_ui(q->den, 1);
}

void mpq_set_num(mpq_t q, const mpz_t a)
{
    mpz_set(q->num, a);
}

void mpq_set_den(mpq_t q, const mpz_t a)
{
    mpz_set(q->den, a);
}

void mpq_set_ui(mpq_t q, uint64_t num, uint64_t den)
{
    mpz_set_ui(q->num, num);
    mpz_set_ui(q->den, den);
}

void mpq_set_d(mpq_t q, double a)
{
    int exponent;
    const double fraction = frexp(a, &exponent);

    mpz_set_d(q->num, ldexp(fraction, 53));
    mpz_set_ui(q->den, 1);
    mpz_mul_2exp(exponent > 53 ? q->num : q->den, exponent > 53 ? q->num : q->den,
                 (mp_bitcnt_t)(exponent > 53 ? exponent - 53 : 53 - exponent));
    mpq_canonicalize(q);
}

/* The quotient with 54 bits or more, of which the 53 highest are kept, fewer below the normal numbers. */
double mpq_get_d(const mpq_t a)
{
    const long shift = 54 - (long)mpz_sizeinbase(a->num, 2) + (long)mpz_sizeinbase(a->den, 2);
    mpz_t num, den;
    double fraction;
    long exponent;

    mpz_init(num);
    mpz_abs(num, a->num);
    mpz_init_set(den, a->den);
    mpz_mul_2exp(shift > 0 ? num : den, shift > 0 ? num : den, (mp_bitcnt_t)labs(shift));
    mpz_fdiv_q(num, num, den);
    fraction = mpz_get_d_2exp(&exponent, num);
    mpz_clears(num, den, NULL);
    exponent -= shift;
    if (exponent < -1021) {
        const int bits = (int)fmax(0, 53 + 1021 + (double)exponent);
        fraction = ldexp(floor(ldexp(fraction, bits)), -bits);
    }
    return mpq_sgn(a) * ldexp(fraction, (int)exponent);
}

char *mpq_get_str(char *text, int base, const mpq_t a)
{
    const size_t room = mpz_sizeinbase(a->num, 10) + mpz_sizeinbase(a->den, 10) + 4;

    if (text == NULL && (text = pt_alloc(room)) == NULL)
        __builtin_trap();
    mpz_get_str(text, base, a->num);
    if (mpz_cmp_ui(a->den, 1) != 0) {
        char *end = text + strlen(text);
        *end = '/';
        mpz_get_str(end + 1, base, a->den);
    }
    return text;
}

int mpq_cmp(const mpq_t a, const mpq_t b)
{
    mpq_t difference;
    int sign;

    mpq_init(difference);
    mpq_sub(difference, a, b);
    sign = mpq_sgn(difference);
    mpq_clear(difference);
    return sign;
}

void mpq_neg(mpq_t q, const mpq_t a)
{
    mpq_set(q, a);
    mpz_neg(q->num, q->num);
}

static void swap_in(mpq_t q, mpq_t result)
{
    mpq_canonicalize(result);
    mpz_swap(q->num, result->num);
    mpz_swap(q->den, result->den);
    mpq_clear(result);
}

void mpq_add(mpq_t q, const mpq_t a, const mpq_t b)
{
    mpq_t sum;

    mpq_init(sum);
    if (mpz_cmp(a->den, b->den) == 0) {
        mpz_add(sum->num, a->num, b->num);
        mpz_set(sum->den, a->den);
        swap_in(q, sum);
        return;
    }
    mpz_mul(sum->num, a->num, b->den);
    mpz_addmul(sum->num, b->num, a->den);
    mpz_mul(sum->den, a->den, b->den);
    swap_in(q, sum);
}

void mpq_sub(mpq_t q, const mpq_t a, const mpq_t b)
{
    mpq_t minus;

    mpq_init(minus);
    mpq_neg(minus, b);
    mpq_add(q, a, minus);
    mpq_clear(minus);
}

static void multiply(mpq_t q, const mpz_t a, const mpz_t b, const mpz_t c, const mpz_t d)   /* ab / cd */
{
    mpq_t product;

    mpq_init(product);
    mpz_mul(product->num, a, b);
    mpz_mul(product->den, c, d);
    swap_in(q, product);
}

void mpq_mul(mpq_t q, const mpq_t a, const mpq_t b)
{
    multiply(q, a->num, b->num, a->den, b->den);
}

void mpq_div(mpq_t q, const mpq_t a, const mpq_t b)
{
    multiply(q, a->num, b->den, a->den, b->num);
}
