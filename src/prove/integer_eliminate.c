/* Elimination without fractions (Bareiss), where every number is a determinant of part of the system. */
#include "prove/integer_solve.h"

/* Row and right side i trade places with those of a row that has something in column k; false: there is none. */
static bool find_pivot(size_t n, mpz_t *a, mpz_t *b, size_t k)
{
    size_t i = k;

    while (i < n && mpz_sgn(a[i * n + k]) == 0)
        i++;
    if (i == n)
        return false;
    for (size_t j = 0; i != k && j < n; j++)
        mpz_swap(a[i * n + j], a[k * n + j]);
    if (i != k)
        mpz_swap(b[i], b[k]);
    return true;
}

/* entry = (pivot entry - left above) / before, which leaves no rest. */
static void eliminate(mpz_t entry, const mpz_t pivot, const mpz_t left, const mpz_t above, const mpz_t before)
{
    mpz_mul(entry, entry, pivot);
    mpz_submul(entry, left, above);
    mpz_divexact(entry, entry, before);
}

/* Above the diagonal too, so that in the end every diagonal entry is the determinant. */
static bool solve(size_t n, mpz_t *a, mpz_t *b, mpz_t before)
{
    mpz_set_ui(before, 1);
    for (size_t k = 0; k < n; k++) {
        if (!find_pivot(n, a, b, k))
            return false;
        for (size_t i = 0; i < n; i++) {
            if (i == k)
                continue;
            eliminate(b[i], a[k * n + k], a[i * n + k], b[k], before);
            for (size_t j = k + 1; j < n; j++)
                eliminate(a[i * n + j], a[k * n + k], a[i * n + k], a[k * n + j], before);
            mpz_set_ui(a[i * n + k], 0);
        }
        mpz_set(before, a[k * n + k]);
    }
    return true;
}

/* Nothing divides them all but 1. */
static void reduce(size_t n, mpz_t *x, mpz_t denominator)
{
    mpz_t common;

    mpz_init_set(common, denominator);
    for (size_t i = 0; i < n && mpz_cmp_ui(common, 1) != 0; i++)
        mpz_gcd(common, common, x[i]);
    for (size_t i = 0; i < n; i++)
        mpz_divexact(x[i], x[i], common);
    mpz_divexact(denominator, denominator, common);
    mpz_clear(common);
}

ptron_status pt_integer_eliminate(size_t n, mpz_t *a, mpz_t *b, mpz_t *x, mpz_t denominator, bool *singular,
                                  ptron_error *err)
{
    struct pt_integers left, right = {0};
    ptron_status status = pt_integers_init(&left, n * n, err);

    *singular = true;
    if (status == PTRON_OK)
        status = pt_integers_init(&right, n, err);
    for (size_t i = 0; status == PTRON_OK && i < n * n; i++)
        mpz_set(left.at[i], a[i]);
    for (size_t i = 0; status == PTRON_OK && i < n; i++)
        mpz_set(right.at[i], b[i]);
    if (status == PTRON_OK)
        *singular = !solve(n, left.at, right.at, denominator);
    for (size_t i = 0; !*singular && i < n; i++)
        (mpz_sgn(denominator) < 0 ? mpz_neg : mpz_set)(x[i], right.at[i]);
    if (!*singular) {
        mpz_abs(denominator, denominator);
        reduce(n, x, denominator);
    }
    pt_integers_fini(&right);
    pt_integers_fini(&left);
    return status;
}
