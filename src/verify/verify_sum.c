/* Whole-number rows, sums, products for the checker. */
#include "verify/verify_sum.h"
#include "base/alloc.h"
#include "base/number.h"
#include "base/reserve.h"

#include <assert.h>
#include <math.h>

/* |value| = digits * base^exponent. */
static int take_apart(const struct pt_sums *s, double value, mpz_t digits)
{
    int exponent = 0;

    if (s->decimal) {
        char text[PT_DIGITS_ROOM + 1];
        bool negative;
        text[pt_shortest_decimal(value, text, &exponent, &negative)] = '\0';
        mpz_set_str(digits, text, 10);
    } else {
        mpz_set_d(digits, ldexp(frexp(fabs(value), &exponent), 53));
        exponent -= 53;
    }
    return exponent;
}

/* value * base^scale */
static void whole(const struct pt_sums *s, double value, mpz_t power, mpz_t out)
{
    const double largest = 9007199254740992.0;

    if (fabs(value) < largest && floor(value) == value) {
        mpz_set_d(out, value);
        mpz_mul(out, out, s->unit);
        return;
    }
    const int exponent = take_apart(s, value, out) + s->scale;
    assert(exponent >= 0);   /* the scale is that of the value with the most places */
    mpz_ui_pow_ui(power, s->decimal ? 10 : 2, (unsigned long)exponent);
    mpz_mul(out, out, power);
    if (value < 0)
        mpz_neg(out, out);
}

/* The largest number of places behind the point. */
static int find_scale(const struct pt_sums *s)
{
    int least = 0;
    mpz_t digits;

    mpz_init(digits);
    for (uint64_t i = 0; i < s->rows->n; i++) {
        const struct pt_row row = pt_view_row(s->rows, i);
        for (size_t j = 0; j < row.n; j++) {
            const double value = pt_row_value(&row, j);
            if (value == floor(value))
                continue;
            const int exponent = take_apart(s, value, digits);
            least = exponent < least ? exponent : least;
        }
    }
    mpz_clear(digits);
    return -least;
}

ptron_status pt_sums_init(struct pt_sums *s, const struct pt_view *rows, bool decimal, bool bias,
                          ptron_error *err)
{
    *s = (struct pt_sums){.rows = rows, .decimal = decimal, .bias = bias, .width = (size_t)rows->features + bias};
    mpz_inits(s->unit, s->unit2, NULL);
    for (uint64_t i = 0; i < rows->n; i++) {
        const struct pt_row row = pt_view_row(s->rows, i);
        for (size_t j = 0; j < row.n; j++)
            if (!isfinite(pt_row_value(&row, j)))
                return pt_fail(err, PTRON_DATA, "row %llu has a value that is not finite",
                               (unsigned long long)i + 1);
    }
    s->scale = find_scale(s);
    mpz_ui_pow_ui(s->unit, decimal ? 10 : 2, (unsigned long)s->scale);
    mpz_mul(s->unit2, s->unit, s->unit);
    return PTRON_OK;
}

void pt_sums_fini(struct pt_sums *s)
{
    if (s->rows == NULL)
        return;
    mpz_clears(s->unit, s->unit2, NULL);
    *s = (struct pt_sums){0};
}

static ptron_status weights_new(const struct pt_sums *s, mpz_t **w, ptron_error *err)
{
    *w = pt_zeroed(s->width + 1, sizeof **w);
    if (*w == NULL)
        return pt_fail_memory(err, s->width * sizeof **w, "exact weights");
    for (size_t j = 0; j <= s->width; j++)
        mpz_init((*w)[j]);
    return PTRON_OK;
}

void pt_sums_free(const struct pt_sums *s, mpz_t *w)
{
    for (size_t j = 0; w != NULL && j <= s->width; j++)
        mpz_clear(w[j]);
    pt_release(w);
}

/* Where memory was out on the way there are no weights. */
static ptron_status weights_done(const struct pt_sums *s, mpz_t **w, const char *what, ptron_error *err)
{
    const ptron_status status = pt_reserve_left(what, err);

    if (status != PTRON_OK) {
        pt_sums_free(s, *w);
        *w = NULL;
    }
    return status;
}

static void add_row(const struct pt_sums *s, uint64_t i, const mpz_t by, mpz_t *w)
{
    const struct pt_row row = pt_view_row(s->rows, i);
    mpz_t x, power, times;

    mpz_inits(x, power, NULL);
    mpz_init_set(times, by);
    if (pt_view_sign(s->rows, i) < 0)
        mpz_neg(times, times);
    for (size_t j = 0; j < row.n; j++) {
        whole(s, pt_row_value(&row, j), power, x);
        mpz_addmul(w[row.index == NULL ? j : row.index[j]], times, x);
    }
    if (s->bias)
        mpz_addmul(w[s->rows->features], times, s->unit);
    mpz_clears(x, power, times, NULL);
}

ptron_status pt_sums_of(const struct pt_sums *s, const struct pt_claim_list *list, mpz_t **w, ptron_error *err)
{
    PT_TRY(weights_new(s, w, err));
    for (size_t k = 0; k < list->n && !pt_reserve_used(); k++)
        add_row(s, list->id[k], list->by[k], *w);
    return weights_done(s, w, "exact sums", err);
}

ptron_status pt_sums_of_all(const struct pt_sums *s, const struct pt_claim_list *list, const unsigned char *on,
                            const mpz_t common, mpz_t **w, ptron_error *err)
{
    size_t k = 0;

    PT_TRY(pt_sums_of(s, list, w, err));
    for (uint64_t i = 0; i < s->rows->n; i++) {
        const bool listed = k < list->n && list->id[k] == i;   /* rows increase within a list */

        k += listed;
        if (on[i] && !listed && !pt_reserve_used())
            add_row(s, i, common, *w);
    }
    return weights_done(s, w, "exact sums", err);
}

ptron_status pt_sums_weights(const struct pt_sums *s, const struct pt_claim_list *list, mpz_t **w, ptron_error *err)
{
    PT_TRY(weights_new(s, w, err));
    for (size_t k = 0; k < list->n; k++)
        mpz_set((*w)[list->id[k]], list->by[k]);
    return weights_done(s, w, "exact weights", err);
}

void pt_scan_init(struct pt_scan *scan)
{
    *scan = (struct pt_scan){0};
    mpz_inits(scan->least, scan->side[0], scan->side[1], NULL);
}

void pt_scan_fini(struct pt_scan *scan)
{
    mpz_clears(scan->least, scan->side[0], scan->side[1], NULL);
}

static void note_least(bool *any, mpz_t least, const mpz_t value)
{
    if (!*any || mpz_cmp(value, least) < 0)
        mpz_set(least, value);
    *any = true;
}

void pt_sums_scan(const struct pt_sums *s, mpz_t *w, const unsigned char *skip, struct pt_scan *scan)
{
    mpz_t sum, x, power;

    mpz_inits(sum, x, power, NULL);
    for (uint64_t i = 0; i < s->rows->n && !pt_reserve_used(); i++) {
        const struct pt_row row = pt_view_row(s->rows, i);
        const int sign = pt_view_sign(s->rows, i);

        mpz_set_ui(sum, 0);
        for (size_t j = 0; j < row.n; j++) {
            whole(s, pt_row_value(&row, j), power, x);
            mpz_addmul(sum, x, w[row.index == NULL ? j : row.index[j]]);
        }
        mpz_mul_si(x, sum, sign);
        note_least(&scan->has_side[sign > 0], scan->side[sign > 0], x);
        if (s->bias)
            mpz_addmul(sum, s->unit, w[s->rows->features]);
        mpz_mul_si(sum, sum, sign);
        scan->zeros += mpz_sgn(sum) == 0;
        if (scan->on != NULL)
            scan->on[i] = mpz_sgn(sum) == 0;
        if (skip == NULL || !skip[i])
            note_least(&scan->any, scan->least, sum);
    }
    mpz_clears(sum, x, power, NULL);
}

void pt_sums_norm2(mpz_t *w, size_t n, mpz_t out)
{
    mpz_set_ui(out, 0);
    for (size_t j = 0; j < n && !pt_reserve_used(); j++)
        mpz_addmul(out, w[j], w[j]);
}

void pt_sums_radius2(const struct pt_sums *s, mpz_t out)
{
    mpz_t sum, x, power;

    mpz_inits(sum, x, power, NULL);
    mpz_set_ui(out, 0);
    for (uint64_t i = 0; i < s->rows->n && !pt_reserve_used(); i++) {
        const struct pt_row row = pt_view_row(s->rows, i);

        mpz_set_ui(sum, 0);
        for (size_t j = 0; j < row.n; j++) {
            whole(s, pt_row_value(&row, j), power, x);
            mpz_addmul(sum, x, x);
        }
        if (s->bias)
            mpz_add(sum, sum, s->unit2);
        if (mpz_cmp(sum, out) > 0)
            mpz_set(out, sum);
    }
    mpz_clears(sum, x, power, NULL);
}
