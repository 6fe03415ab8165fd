/* Bounds from multipliers, by whole numbers. */
#include "prove/bracket.h"
#include "base/alloc.h"
#include "prove/product.h"

#include <math.h>

void pt_margin_fini(struct pt_margin *margin)
{
    pt_terms_fini(&margin->terms);
}

/* (floor(sqrt(num / den) 2^t) + more) / 2^t, t such that the root has at least 70 bits; then cut to 53 bits. */
static double root(const mpz_t num, const mpz_t den, unsigned long more)
{
    const long bits = (long)mpz_sizeinbase(num, 2) - (long)mpz_sizeinbase(den, 2);
    const long t = 72 - bits / 2;
    long exponent;
    mpz_t scaled;

    mpz_init(scaled);
    if (t >= 0) {
        mpz_mul_2exp(scaled, num, 2 * (mp_bitcnt_t)t);
        mpz_fdiv_q(scaled, scaled, den);
    } else {
        mpz_mul_2exp(scaled, den, 2 * (mp_bitcnt_t)-t);
        mpz_fdiv_q(scaled, num, scaled);
    }
    mpz_sqrt(scaled, scaled);
    mpz_add_ui(scaled, scaled, more);
    const double fraction = mpz_get_d_2exp(&exponent, scaled);   /* towards zero */
    mpz_clear(scaled);
    exponent -= t;
    return exponent > 1100 ? INFINITY : exponent < -1100 ? 0 : ldexp(fraction, (int)exponent);
}

/* One step for the cut to 53 bits, one for the decimal that is printed. */
double pt_sqrt_up(const mpz_t num, const mpz_t den)
{
    return mpz_sgn(num) == 0 ? 0 : nextafter(nextafter(root(num, den, 1), INFINITY), INFINITY);
}

/* The cut is downwards already: one step for the decimal. */
double pt_sqrt_down(const mpz_t num, const mpz_t den)
{
    const double value = root(num, den, 0);

    return value > 0 ? nextafter(value, 0) : 0;
}

static void norm2_of(mpz_t *w, size_t n, mpz_t out)
{
    mpz_set_ui(out, 0);
    for (size_t j = 0; j < n; j++)
        mpz_addmul(out, w[j], w[j]);
}

/* The least product, or with a free bias the sum of both classes' least; false when a class is missing. */
static bool least_product(const struct pt_products *p, const unsigned char *skip, bool free_bias, mpz_t out)
{
    size_t row, other = 0;
    mpz_t minus;

    if (!free_bias) {
        pt_products_least(p, skip, 0, out, &row);
        return row != SIZE_MAX;
    }
    mpz_init(minus);
    pt_products_least(p, skip, 1, out, &row);
    pt_products_least(p, skip, -1, minus, &other);
    mpz_add(out, out, minus);
    mpz_clear(minus);
    return row != SIZE_MAX && other != SIZE_MAX;
}

ptron_status pt_bracket_weights(const struct pt_exact *exact, mpz_t *w, const unsigned char *skip,
                                bool free_bias, double *lower, ptron_error *err)
{
    struct pt_products p;
    mpz_t least, norm2;
    const ptron_status status = pt_products_init(&p, exact, w, err);

    *lower = -INFINITY;
    if (status == PTRON_OK) {
        mpz_inits(least, norm2, NULL);
        norm2_of(w, exact->rows->width, norm2);
        if (least_product(&p, skip, free_bias, least) && mpz_sgn(least) > 0) {
            mpz_mul(least, least, least);
            mpz_mul(norm2, norm2, exact->unit);
            mpz_mul(norm2, norm2, exact->unit);
            if (free_bias)
                mpz_mul_2exp(norm2, norm2, 2);
            *lower = pt_sqrt_down(least, norm2);
        }
        mpz_clears(least, norm2, NULL);
    }
    pt_products_fini(&p);
    return status;
}

/* |W| / (unit L), rounded up. */
static double upper_of(const struct pt_exact *exact, mpz_t *w, const struct pt_terms *terms)
{
    mpz_t norm2, mass;

    mpz_inits(norm2, mass, NULL);
    norm2_of(w, exact->rows->width, norm2);
    for (size_t k = 0; k < terms->n; k++)
        mpz_add(mass, mass, terms->by.at[k]);
    mpz_mul(mass, mass, exact->unit);
    mpz_mul(mass, mass, mass);
    const double upper = mpz_sgn(mass) == 0 ? INFINITY : pt_sqrt_up(norm2, mass);
    mpz_clears(norm2, mass, NULL);
    return upper;
}

ptron_status pt_bracket_terms(const struct pt_exact *exact, bool free_bias, struct pt_terms *terms,
                              struct pt_margin *out, ptron_error *err)
{
    struct pt_integers w;
    ptron_status status;

    *out = (struct pt_margin){.lower = -INFINITY, .upper = INFINITY, .terms = *terms};
    *terms = (struct pt_terms){0};
    status = pt_integers_init(&w, (size_t)exact->rows->width + 1, err);
    if (status == PTRON_OK) {
        pt_exact_sum(exact, &out->terms, w.at);
        out->upper = upper_of(exact, w.at, &out->terms);
        status = pt_bracket_weights(exact, w.at, NULL, free_bias, &out->lower, err);
    }
    pt_integers_fini(&w);
    return status;
}

ptron_status pt_bracket_direction(const struct pt_exact *exact, const struct pt_terms *terms, double *lower,
                                  ptron_error *err)
{
    struct pt_integers w;
    ptron_status status = pt_integers_init(&w, (size_t)exact->rows->width + 1, err);

    if (status == PTRON_OK) {
        pt_exact_sum(exact, terms, w.at);
        mpz_set_ui(w.at[exact->rows->view.features], 0);
        status = pt_bracket_weights(exact, w.at, NULL, true, lower, err);
    }
    pt_integers_fini(&w);
    return status;
}

void pt_terms_balance(const struct pt_rows *rows, struct pt_terms *terms)
{
    size_t most[2] = {SIZE_MAX, SIZE_MAX};
    mpz_t excess;   /* of the positive class */

    mpz_init(excess);
    for (size_t k = 0; k < terms->n; k++) {
        const int side = pt_rows_sign(rows, (size_t)terms->row[k]) > 0;
        if (side)
            mpz_add(excess, excess, terms->by.at[k]);
        else
            mpz_sub(excess, excess, terms->by.at[k]);
        if (most[side] == SIZE_MAX || mpz_cmp(terms->by.at[k], terms->by.at[most[side]]) > 0)
            most[side] = k;
    }
    const int small = mpz_sgn(excess) < 0;
    mpz_abs(excess, excess);
    if (most[small] != SIZE_MAX)
        mpz_add(terms->by.at[most[small]], terms->by.at[most[small]], excess);
    mpz_clear(excess);
}

ptron_status pt_terms_from(const struct pt_rows *rows, const size_t *row, const double *lambda, size_t n,
                           unsigned bits, bool free_bias, struct pt_terms *out, ptron_error *err)
{
    double most = 0;

    PT_TRY(pt_terms_init(out, n, err));
    for (size_t k = 0; k < n; k++)
        most = fmax(most, lambda[k]);
    for (size_t k = 0; k < n; k++) {
        out->row[k] = row[k];
        mpz_set_d(out->by.at[k], floor(ldexp(fmax(lambda[k], 0) / most, (int)bits) + 0.5));
    }
    if (free_bias)
        pt_terms_balance(rows, out);
    pt_terms_drop_zeros(out);
    pt_terms_sort(out);
    return PTRON_OK;
}

void pt_bracket_radius(const struct pt_exact *exact, double *lower, double *upper)
{
    const struct pt_rows *rows = exact->rows;
    double most = 0;
    mpz_t norm2, largest, unit2;

    for (size_t i = 0; i < rows->view.n; i++)
        most = fmax(most, pt_rows_norm2(rows, i));
    mpz_inits(norm2, largest, unit2, NULL);
    for (size_t i = 0; i < rows->view.n; i++) {
        const double slack = 4.0 * ((double)pt_rows_row(rows, i).n + 4) * 2.3e-16;
        if (pt_rows_norm2(rows, i) < most * (1 - slack))
            continue;
        pt_exact_norm2(exact, i, norm2);
        if (mpz_cmp(norm2, largest) > 0)
            mpz_set(largest, norm2);
    }
    mpz_mul(unit2, exact->unit, exact->unit);
    *lower = pt_sqrt_down(largest, unit2);
    *upper = pt_sqrt_up(largest, unit2);
    mpz_clears(norm2, largest, unit2, NULL);
}
