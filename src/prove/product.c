/* The floating filter in front of whole-number products. */
#include "prove/product.h"
#include "base/alloc.h"
#include "base/reserve.h"

#include <float.h>
#include <math.h>

static const double UNIT = DBL_EPSILON / 2;

void pt_integers_near(mpz_t *w, size_t n, double *near, long *shift)
{
    *shift = 0;
    for (size_t j = 0; j < n; j++) {
        const long bits = (long)mpz_sizeinbase(w[j], 2);
        if (mpz_sgn(w[j]) != 0 && bits > *shift)
            *shift = bits;
    }
    for (size_t j = 0; j < n; j++) {
        long exponent = 0;
        const double fraction = mpz_get_d_2exp(&exponent, w[j]);   /* cut, not rounded: off by 2u */
        near[j] = exponent - *shift < -1000 ? 0 : ldexp(fraction, (int)(exponent - *shift));
    }
}

void pt_integers_round(const double *w, size_t n, int bits, mpz_t *out)
{
    double most = 0;

    for (size_t j = 0; j < n; j++)
        most = fmax(most, fabs(w[j]));
    for (size_t j = 0; j < n; j++)
        mpz_set_d(out[j], most > 0 ? rint(ldexp(w[j] / most, bits)) : 0);
}

ptron_status pt_products_init(struct pt_products *p, const struct pt_exact *exact, mpz_t *w,
                              ptron_error *err)
{
    const struct pt_rows *rows = exact->rows;

    *p = (struct pt_products){.exact = exact, .w = w};
    p->near = pt_zeroed((size_t)rows->width + 1, sizeof *p->near);
    p->value = pt_array(rows->view.n, sizeof *p->value);
    if (p->near == NULL || p->value == NULL)
        return pt_fail_memory(err, rows->view.n * sizeof *p->value, "the rows' products");
    pt_integers_near(w, rows->width, p->near, &p->shift);
    p->norm = sqrt(rows->ops->norm2(p->near, rows->width)) * (1 + 1e-9);
    pt_rows_products(rows, NULL, rows->view.n, p->near, p->value);
    return pt_reserve_left("the rows' products", err);
}

void pt_products_fini(struct pt_products *p)
{
    pt_release(p->near);
    pt_release(p->value);
    *p = (struct pt_products){0};
}

/* |x|.|w| <= |x| |w|; weights below 2^-1000 of the largest were taken as 0, which the last term covers. */
double pt_products_error(const struct pt_products *p, size_t i)
{
    const struct pt_row row = pt_rows_row(p->exact->rows, i);
    const double m = (double)row.n + 6;
    const double length = sqrt(pt_rows_norm2(p->exact->rows, i)) * (1 + 1e-9);

    return 1.01 * m * UNIT * length * p->norm + m * (DBL_MIN + ldexp(length, -990));
}

void pt_products_least(const struct pt_products *p, const unsigned char *skip, int sign, mpz_t least, size_t *row)
{
    const struct pt_rows *rows = p->exact->rows;
    double most = INFINITY;   /* some row's product is at most this */
    mpz_t product;

    for (size_t i = 0; i < rows->view.n; i++)
        if ((sign == 0 || pt_rows_sign(rows, i) == sign) && (skip == NULL || !skip[i]))
            most = fmin(most, p->value[i] + pt_products_error(p, i));
    mpz_init(product);
    *row = SIZE_MAX;
    for (size_t i = 0; i < rows->view.n; i++) {
        if ((sign != 0 && pt_rows_sign(rows, i) != sign) || (skip != NULL && skip[i]) ||
            p->value[i] - pt_products_error(p, i) > most)
            continue;
        pt_exact_dot(p->exact, i, p->w, product);
        if (*row == SIZE_MAX || mpz_cmp(product, least) < 0) {
            mpz_set(least, product);
            *row = i;
        }
    }
    mpz_clear(product);
}
