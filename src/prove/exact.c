/* Rows as whole numbers, by GMP. */
#include "prove/exact.h"
#include "base/alloc.h"
#include "base/number.h"
#include "base/reserve.h"
#include "base/size.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SLICE = 1024 };

ptron_status pt_integers_init(struct pt_integers *list, size_t n, ptron_error *err)
{
    *list = (struct pt_integers){.at = pt_zeroed(n, sizeof(mpz_t))};
    if (list->at == NULL)
        return pt_fail_memory(err, n * sizeof(mpz_t), "whole numbers");
    for (; list->n < n; list->n++)
        mpz_init(list->at[list->n]);
    return pt_reserve_left("whole numbers", err);
}

void pt_integers_fini(struct pt_integers *list)
{
    for (size_t k = 0; k < list->n; k++)
        mpz_clear(list->at[k]);
    pt_release(list->at);
    *list = (struct pt_integers){0};
}

ptron_status pt_terms_init(struct pt_terms *terms, size_t n, ptron_error *err)
{
    *terms = (struct pt_terms){.n = n, .row = pt_zeroed(n, sizeof *terms->row)};
    if (terms->row == NULL) {
        terms->n = 0;
        return pt_fail_memory(err, n * sizeof *terms->row, "the rows of a proof");
    }
    return pt_integers_init(&terms->by, n, err);
}

void pt_terms_fini(struct pt_terms *terms)
{
    pt_release(terms->row);
    pt_integers_fini(&terms->by);
    *terms = (struct pt_terms){0};
}

void pt_terms_drop_zeros(struct pt_terms *terms)
{
    size_t kept = 0;

    for (size_t k = 0; k < terms->n; k++) {
        if (mpz_sgn(terms->by.at[k]) == 0)
            continue;
        terms->row[kept] = terms->row[k];
        mpz_swap(terms->by.at[kept++], terms->by.at[k]);
    }
    terms->n = kept;
}

/* A shell sort, because rows and multipliers move together, which qsort cannot do. */
void pt_terms_sort(struct pt_terms *terms)
{
    for (size_t gap = terms->n / 2; gap > 0; gap = gap == 2 ? 1 : gap * 5 / 11) {
        for (size_t k = gap; k < terms->n; k++) {
            for (size_t j = k; j >= gap && terms->row[j - gap] > terms->row[j]; j -= gap) {
                const uint64_t row = terms->row[j];
                terms->row[j] = terms->row[j - gap];
                terms->row[j - gap] = row;
                mpz_swap(terms->by.at[j], terms->by.at[j - gap]);
            }
        }
    }
}

void pt_terms_reduce(struct pt_terms *terms)
{
    mpz_t common;

    mpz_init(common);
    for (size_t k = 0; k < terms->n; k++)
        mpz_gcd(common, common, terms->by.at[k]);
    if (mpz_cmp_ui(common, 1) > 0)
        for (size_t k = 0; k < terms->n; k++)
            mpz_divexact(terms->by.at[k], terms->by.at[k], common);
    mpz_clear(common);
}

void pt_exact_split(double value, bool decimal, int64_t *mantissa, int *exponent)
{
    *mantissa = 0;
    *exponent = 0;
    if (value == 0)
        return;
    if (decimal) {
        char digits[PT_DIGITS_ROOM];
        bool negative;
        const size_t n = pt_shortest_decimal(value, digits, exponent, &negative);

        for (size_t k = 0; k < n; k++)
            *mantissa = 10 * *mantissa + (digits[k] - '0');
        *mantissa = negative ? -*mantissa : *mantissa;
        return;
    }
    *mantissa = (int64_t)ldexp(frexp(value, exponent), 53);
    for (*exponent -= 53; *mantissa % 2 == 0; ++*exponent)
        *mantissa /= 2;
}

/* Whole numbers of moderate size have exponents >= 0 in either base: no need to look closer. */
static bool is_small_whole(double value)
{
    return fabs(value) < 1e15 && value == (double)(int64_t)value;
}

struct exponents {
    const struct pt_rows *rows;
    bool decimal;
    int *least, *most;   /* [slices] */
};

static void find_exponents(void *context, size_t slice)
{
    const struct exponents *e = context;
    const size_t to = pt_min(e->rows->view.n, (slice + 1) * SLICE);

    for (size_t i = slice * SLICE; i < to; i++) {
        const struct pt_row row = pt_rows_row(e->rows, i);

        for (size_t j = 0; j < row.n && row.kind >= PT_F32; j++) {
            const double value = pt_row_value(&row, j);
            int64_t mantissa;
            int exponent;

            if (is_small_whole(value))
                continue;
            pt_exact_split(value, e->decimal, &mantissa, &exponent);
            if (exponent < e->least[slice])
                e->least[slice] = exponent;
            if (exponent > e->most[slice])
                e->most[slice] = exponent;
        }
    }
}

static ptron_status find_scale(struct pt_exact *exact, int *most, ptron_error *err)
{
    const size_t slices = (exact->rows->view.n + SLICE - 1) / SLICE;
    struct exponents e = {exact->rows, exact->decimal, pt_zeroed(slices, sizeof(int)),
                          pt_zeroed(slices, sizeof(int))};
    ptron_status status = PTRON_OK;
    int least = 0;

    *most = 20;   /* the small whole numbers */
    if (e.least != NULL && e.most != NULL) {
        pt_pool_run(exact->rows->pool, slices, find_exponents, &e);
        for (size_t k = 0; k < slices; k++) {
            least = e.least[k] < least ? e.least[k] : least;
            *most = e.most[k] > *most ? e.most[k] : *most;
        }
    } else {
        status = pt_fail_memory(err, slices * 2 * sizeof(int), "the scale of the set");
    }
    pt_release(e.least);
    pt_release(e.most);
    exact->scale = (unsigned)-least;
    return status;
}

ptron_status pt_exact_init(struct pt_exact *exact, const struct pt_rows *rows, bool decimal, ptron_error *err)
{
    int most;

    *exact = (struct pt_exact){.rows = rows, .decimal = decimal};
    mpz_init(exact->unit);
    PT_TRY(find_scale(exact, &most, err));
    const size_t n = exact->scale + (size_t)most + 1;
    PT_TRY(pt_integers_init(&exact->power, n, err));
    for (size_t k = 0; k < n; k++)
        mpz_ui_pow_ui(exact->power.at[k], decimal ? 10 : 2, k);
    mpz_set(exact->unit, exact->power.at[exact->scale]);
    return PTRON_OK;
}

void pt_exact_fini(struct pt_exact *exact)
{
    if (exact->rows == NULL)
        return;
    mpz_clear(exact->unit);
    pt_integers_fini(&exact->power);
    *exact = (struct pt_exact){0};
}

void pt_exact_value(const struct pt_exact *exact, double value, mpz_t out)
{
    int64_t mantissa = 0;
    int exponent = 0;

    if (is_small_whole(value))
        mantissa = (int64_t)value;
    else
        pt_exact_split(value, exact->decimal, &mantissa, &exponent);
    const uint64_t magnitude = mantissa < 0 ? 0 - (uint64_t)mantissa : (uint64_t)mantissa;
    const int power = exponent + (int)exact->scale;
    assert(power >= 0 && (size_t)power < exact->power.n);
    mpz_import(out, 1, -1, sizeof magnitude, 0, 0, &magnitude);
    if (mantissa < 0)
        mpz_neg(out, out);
    if (mantissa != 0 && power != 0)
        mpz_mul(out, out, exact->power.at[power]);
}

void pt_exact_dot(const struct pt_exact *exact, size_t i, mpz_t *w, mpz_t out)
{
    const struct pt_row row = pt_rows_row(exact->rows, i);
    mpz_t x;

    mpz_init(x);
    mpz_set_ui(out, 0);
    for (size_t j = 0; j < row.n; j++) {
        const double value = pt_row_value(&row, j);
        const size_t at = row.index == NULL ? j : row.index[j];

        if (value == 0 || mpz_sgn(w[at]) == 0)
            continue;
        if (exact->scale == 0 && value > 0 && value < 1e9 && value == (double)(int64_t)value) {
            mpz_addmul_ui(out, w[at], (unsigned long)value);
            continue;
        }
        pt_exact_value(exact, value, x);
        mpz_addmul(out, w[at], x);
    }
    if (exact->rows->bias)
        mpz_addmul(out, w[exact->rows->view.features], exact->unit);
    if (pt_rows_sign(exact->rows, i) < 0)
        mpz_neg(out, out);
    mpz_clear(x);
}

void pt_exact_add(const struct pt_exact *exact, size_t i, const mpz_t by, mpz_t *w)
{
    const struct pt_row row = pt_rows_row(exact->rows, i);
    mpz_t x, signed_by;

    mpz_init(x);
    mpz_init_set(signed_by, by);
    if (pt_rows_sign(exact->rows, i) < 0)
        mpz_neg(signed_by, signed_by);
    for (size_t j = 0; j < row.n; j++) {
        const double value = pt_row_value(&row, j);

        if (value == 0)
            continue;
        pt_exact_value(exact, value, x);
        mpz_addmul(w[row.index == NULL ? j : row.index[j]], signed_by, x);
    }
    if (exact->rows->bias)
        mpz_addmul(w[exact->rows->view.features], signed_by, exact->unit);
    mpz_clears(x, signed_by, NULL);
}

void pt_exact_row(const struct pt_exact *exact, size_t i, mpz_t *out)
{
    mpz_t one;

    for (uint32_t j = 0; j < exact->rows->width; j++)
        mpz_set_ui(out[j], 0);
    mpz_init_set_ui(one, 1);
    pt_exact_add(exact, i, one, out);
    mpz_clear(one);
}

void pt_exact_norm2(const struct pt_exact *exact, size_t i, mpz_t out)
{
    const struct pt_row row = pt_rows_row(exact->rows, i);
    mpz_t x;

    mpz_init(x);
    mpz_set_ui(out, 0);
    for (size_t j = 0; j < row.n; j++) {
        pt_exact_value(exact, pt_row_value(&row, j), x);
        mpz_addmul(out, x, x);
    }
    if (exact->rows->bias)
        mpz_addmul(out, exact->unit, exact->unit);
    mpz_clear(x);
}

void pt_exact_sum(const struct pt_exact *exact, const struct pt_terms *terms, mpz_t *w)
{
    for (uint32_t j = 0; j < exact->rows->width; j++)
        mpz_set_ui(w[j], 0);
    for (size_t k = 0; k < terms->n && !pt_reserve_used(); k++)   /* whoever asked finds out before it counts */
        pt_exact_add(exact, (size_t)terms->row[k], terms->by.at[k], w);
}
