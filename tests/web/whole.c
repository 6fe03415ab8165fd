/* Lines "OPERATION A B" of decimal whole numbers in, the result out: the arithmetic that stands in for GMP. */
#include "gmp.h"

#include <stdio.h>
#include <string.h>

static char name[32], first[4000], second[4000], text[9000];

static void print_double(double value, long exponent)
{
    printf("%a %ld\n", value, exponent);
}

static void fractions(const mpz_t a, const mpz_t b)
{
    mpq_t p, q;

    mpq_inits(p, q, NULL);
    mpq_set_num(p, a);
    mpq_set_den(p, b);
    mpq_canonicalize(p);
    mpq_set_z(q, b);
    mpq_add(q, q, p);
    mpq_mul(q, q, p);
    mpq_sub(q, q, p);
    printf("%s ", mpq_get_str(text, 10, q));
    print_double(mpq_get_d(p), mpq_cmp(p, q));
    mpq_clears(p, q, NULL);
}

int main(void)
{
    mpz_t a, b, c;

    mpz_inits(a, b, c, NULL);
    while (scanf("%31s %3999s %3999s", name, first, second) == 3) {
        long exponent;

        mpz_set_str(a, first, 10);
        mpz_set_str(b, second, 10);
        if (strcmp(name, "add") == 0)
            mpz_add(c, a, b);
        else if (strcmp(name, "sub") == 0)
            mpz_sub(c, a, b);
        else if (strcmp(name, "mul") == 0)
            mpz_mul(c, a, b);
        else if (strcmp(name, "more") == 0)
            mpz_set(c, a), mpz_addmul(c, a, b);
        else if (strcmp(name, "less") == 0)
            mpz_set(c, b), mpz_submul(c, a, b);
        else if (strcmp(name, "div") == 0)
            mpz_fdiv_q(c, a, b);
        else if (strcmp(name, "mod") == 0)
            mpz_fdiv_r(c, a, b);
        else if (strcmp(name, "gcd") == 0)
            mpz_gcd(c, a, b);
        else if (strcmp(name, "root") == 0)
            mpz_abs(c, a), mpz_sqrt(c, c);
        else if (strcmp(name, "shift") == 0)
            mpz_mul_2exp(c, a, 77), mpz_fdiv_q_2exp(c, c, 45);
        else if (strcmp(name, "fraction") == 0) {
            fractions(a, b);
            continue;
        } else if (strcmp(name, "double") == 0) {
            const double d = mpz_get_d_2exp(&exponent, a);
            print_double(d, exponent);
            continue;
        }
        puts(mpz_get_str(text, 10, c));
    }
    mpz_clears(a, b, c, NULL);
    return 0;
}
