/* Gram matrices of whole-number rows, and their systems. They square the condition number, which costs bits here and
 * no accuracy: everything is exact. */
#include "prove/integer_solve.h"
#include "base/alloc.h"

#include <stdlib.h>

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 natural;

enum { SMALL_BITS = 55 };   /* 2 * 55 + 16 bits for the sum fit a wide */

struct lines {
    size_t   n, width;
    bool     small;
    int64_t *value;            /* [n][width] when small */
    struct pt_integers whole;  /* [n][width] otherwise */
};

static int64_t get_int64(const mpz_t x)
{
    uint64_t magnitude = 0;

    mpz_export(&magnitude, NULL, -1, sizeof magnitude, 0, 0, x);
    return mpz_sgn(x) < 0 ? -(int64_t)magnitude : (int64_t)magnitude;
}

/* Fills `value`, as long as every entry fits. */
static void read_small(struct lines *lines, const struct pt_exact *exact, const size_t *row, struct pt_integers *line)
{
    lines->small = lines->width < 65536;
    for (size_t k = 0; k < lines->n && lines->small; k++) {
        pt_exact_row(exact, row[k], line->at);
        for (size_t j = 0; j < lines->width && lines->small; j++) {
            lines->small = mpz_sizeinbase(line->at[j], 2) <= SMALL_BITS;
            lines->value[k * lines->width + j] = lines->small ? get_int64(line->at[j]) : 0;
        }
    }
}

/* free_bias leaves the bias, the last entry, out. */
static ptron_status lines_init(struct lines *lines, const struct pt_exact *exact, bool free_bias,
                               const size_t *row, size_t n, ptron_error *err)
{
    struct pt_integers line;
    ptron_status status = pt_integers_init(&line, exact->rows->width, err);

    *lines = (struct lines){.n = n, .width = free_bias ? exact->rows->view.features : exact->rows->width};
    lines->value = pt_array(n * lines->width, sizeof *lines->value);
    if (status == PTRON_OK && lines->value == NULL)
        status = pt_fail_memory(err, n * lines->width * sizeof *lines->value, "exact rows");
    if (status == PTRON_OK)
        read_small(lines, exact, row, &line);
    if (status == PTRON_OK && !lines->small) {
        status = pt_integers_init(&lines->whole, n * lines->width, err);
        for (size_t k = 0; k < n && status == PTRON_OK; k++) {
            pt_exact_row(exact, row[k], line.at);
            for (size_t j = 0; j < lines->width; j++)
                mpz_set(lines->whole.at[k * lines->width + j], line.at[j]);
        }
    }
    pt_integers_fini(&line);
    return status;
}

static void set_wide(mpz_t out, wide value)
{
    const bool negative = value < 0;
    const natural magnitude = negative ? 0 - (natural)value : (natural)value;
    const uint64_t words[2] = {(uint64_t)magnitude, (uint64_t)(magnitude >> 64)};

    mpz_import(out, 2, -1, sizeof words[0], 0, 0, words);
    if (negative)
        mpz_neg(out, out);
}

static void dot_lines(const struct lines *lines, size_t a, size_t b, mpz_t out)
{
    const size_t at = a * lines->width, to = b * lines->width;

    if (lines->small) {
        wide sum = 0;
        for (size_t j = 0; j < lines->width; j++)
            sum += (wide)lines->value[at + j] * lines->value[to + j];
        set_wide(out, sum);
        return;
    }
    mpz_set_ui(out, 0);
    for (size_t j = 0; j < lines->width; j++)
        mpz_addmul(out, lines->whole.at[at + j], lines->whole.at[to + j]);
}

static void fill(const struct pt_exact *exact, bool free_bias, const struct lines *lines, const size_t *row,
                 mpz_t *system, mpz_t *right)
{
    const size_t n = lines->n, size = n + (free_bias ? 1 : 0);

    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j <= i; j++) {
            dot_lines(lines, i, j, system[i * size + j]);
            mpz_addmul(system[i * size + j], exact->unit, exact->unit);
            mpz_set(system[j * size + i], system[i * size + j]);
        }
        mpz_set_ui(right[i], 1);
        if (free_bias) {
            mpz_set_si(system[i * size + n], pt_rows_sign(exact->rows, row[i]));
            mpz_set_si(system[n * size + i], pt_rows_sign(exact->rows, row[i]));
        }
    }
}

ptron_status pt_gram_solve(const struct pt_exact *exact, bool free_bias, const size_t *row, size_t n, mpz_t *z,
                           mpz_t denominator, bool *singular, ptron_error *err)
{
    const size_t size = n + (free_bias ? 1 : 0);
    struct lines lines;
    struct pt_integers system = {0}, right = {0};
    ptron_status status = lines_init(&lines, exact, free_bias, row, n, err);

    if (status == PTRON_OK)
        status = pt_integers_init(&system, size * size, err);
    if (status == PTRON_OK)
        status = pt_integers_init(&right, size, err);
    if (status == PTRON_OK) {
        fill(exact, free_bias, &lines, row, system.at, right.at);
        status = pt_integer_solve(size, system.at, right.at, z, denominator, singular, err);
    }
    pt_release(lines.value);
    pt_integers_fini(&lines.whole);
    pt_integers_fini(&system);
    pt_integers_fini(&right);
    return status;
}
