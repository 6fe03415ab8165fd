/* Rows as whole numbers, their products and their dependencies. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "proof_rows.h"

#include "prove/bracket.h"
#include "prove/contradiction.h"
#include "prove/integer_solve.h"
#include "prove/product.h"

static void a_value_is_its_decimal_or_its_bits(void **state)
{
    static const struct {
        double value;
        bool decimal;
        int64_t mantissa;
        int exponent;
    } cases[] = {
        {0.1, true, 1, -1},   {-2500, true, -25, 2}, {0, true, 0, 0},           {5e-324, true, 5, -324},
        {0.75, false, 3, -2}, {-8, false, -1, 3},    {5e-324, false, 1, -1074}, {0.1, false, 3602879701896397, -55}};
    (void)state;

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        int64_t mantissa;
        int exponent;
        pt_exact_split(cases[k].value, cases[k].decimal, &mantissa, &exponent);
        assert_int_equal(mantissa, cases[k].mantissa);
        assert_int_equal(exponent, cases[k].exponent);
    }
}

static void all_rows_share_the_smallest_unit(void **state)
{
    static const double x[] = {1.25, -3, 0.001, 1e20};
    static const uint32_t label[] = {1, 0};
    struct toy_set *toy = toy_set(x, label, 2, 2, 2, true);
    const struct pt_rows rows = proof_rows(toy, true);
    struct pt_exact exact;
    struct pt_integers row;
    char text[64];
    (void)state;

    assert_int_equal(pt_exact_init(&exact, &rows, true, NULL), PTRON_OK);
    assert_int_equal(exact.scale, 3);
    assert_int_equal(pt_integers_init(&row, 3, NULL), PTRON_OK);
    pt_exact_row(&exact, 0, row.at);
    assert_int_equal(mpz_cmp_si(row.at[0], 1250), 0);
    assert_int_equal(mpz_cmp_si(row.at[1], -3000), 0);
    assert_int_equal(mpz_cmp_si(row.at[2], 1000), 0);
    pt_exact_row(&exact, 1, row.at);
    assert_int_equal(mpz_cmp_si(row.at[0], -1), 0);
    assert_string_equal(mpz_get_str(text, 10, row.at[1]), "-100000000000000000000000");
    pt_integers_fini(&row);
    pt_exact_fini(&exact);
    toy_set_free(toy);
}

static void small_systems_are_solved(void **state)
{
    /* 2x + y = 5, x - 3y = -8: x = 1, y = 3; over the denominator. */
    static const int left[] = {2, 1, 1, -3}, right[] = {5, -8};
    struct pt_integers a, b, x;
    mpz_t denominator;
    bool singular;
    (void)state;

    assert_int_equal(pt_integers_init(&a, 4, NULL) + pt_integers_init(&b, 2, NULL) + pt_integers_init(&x, 2, NULL), 0);
    mpz_init(denominator);
    for (size_t k = 0; k < 4; k++)
        mpz_set_si(a.at[k], left[k]);
    for (size_t k = 0; k < 2; k++)
        mpz_set_si(b.at[k], right[k]);
    assert_int_equal(pt_integer_solve(2, a.at, b.at, x.at, denominator, &singular, NULL), PTRON_OK);
    assert_false(singular);
    assert_int_equal(mpz_cmp(x.at[0], denominator), 0);
    mpz_mul_ui(denominator, denominator, 3);
    assert_int_equal(mpz_cmp(x.at[1], denominator), 0);
    mpz_set_si(a.at[2], 4);
    mpz_set_si(a.at[3], 2);
    assert_int_equal(pt_integer_solve(2, a.at, b.at, x.at, denominator, &singular, NULL), PTRON_OK);
    assert_true(singular);
    mpz_clear(denominator);
    pt_integers_fini(&a);
    pt_integers_fini(&b);
    pt_integers_fini(&x);
}

/* Numbers of 40 bits go to FLINT. */
static void dixon_solves_what_elimination_does(void **state)
{
    enum { N = 9 };
    struct pt_integers a, b, x, y;
    mpz_t denominator, other;
    uint64_t random = 1;
    bool singular;
    (void)state;

    assert_int_equal(pt_integers_init(&a, N * N, NULL) + pt_integers_init(&b, N, NULL), 0);
    assert_int_equal(pt_integers_init(&x, N, NULL) + pt_integers_init(&y, N, NULL), 0);
    mpz_inits(denominator, other, NULL);
    for (size_t k = 0; k < N * N + N; k++) {
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        mpz_set_si(k < N * N ? a.at[k] : b.at[k - N * N], (int64_t)random >> 24);
    }
    for (size_t k = 0; k < N; k++) {   /* two rows that differ in one number, and halves in the answer */
        mpz_mul_ui(a.at[k], a.at[N + k], 2);
        mpz_add_ui(a.at[k], a.at[k], 2 * (k == 3));
    }
    assert_int_equal(pt_integer_solve(N, a.at, b.at, x.at, denominator, &singular, NULL), PTRON_OK);
    assert_false(singular);
    assert_int_equal(pt_integer_eliminate(N, a.at, b.at, y.at, other, &singular, NULL), PTRON_OK);
    assert_false(singular);
    assert_int_equal(mpz_cmp(denominator, other), 0);
    for (size_t k = 0; k < N; k++)
        assert_int_equal(mpz_cmp(x.at[k], y.at[k]), 0);
    mpz_sub_ui(a.at[3], a.at[3], 2);
    assert_int_equal(pt_integer_eliminate(N, a.at, b.at, y.at, other, &singular, NULL), PTRON_OK);
    assert_true(singular);
    mpz_clears(denominator, other, NULL);
    pt_integers_fini(&a);
    pt_integers_fini(&b);
    pt_integers_fini(&x);
    pt_integers_fini(&y);
}

static void ranks_are_found_modulo_a_prime(void **state)
{
    uint64_t a[] = {1, 2, 3, 2, 4, 6, 0, 1, 1, 1, 3, 4};
    size_t pivot[4];
    (void)state;

    assert_int_equal(pt_integer_pivots(a, 4, 3, pivot), 2);
    assert_int_equal(pivot[0], 0);
    assert_true(pivot[1] == SIZE_MAX);
    assert_int_equal(pivot[2], 1);
    assert_true(pivot[3] == SIZE_MAX);
}

static void more_rows_than_needed_are_dropped_from_a_contradiction(void **state)
{
    /* On a line: -2+ -1- 1- 2+ and 0-: many contradictions, three rows are enough. */
    static const double x[] = {-2, -1, 1, 2, 0};
    static const uint32_t label[] = {1, 0, 0, 1, 0};
    static const size_t row[] = {0, 1, 2, 3, 4};
    static const double lambda[] = {0.25, 0.15, 0.15, 0.25, 0.2};
    struct toy_set *toy = toy_set(x, label, 5, 1, 2, true);
    const struct pt_rows rows = proof_rows(toy, true);
    struct pt_exact exact;
    struct pt_terms terms;
    bool found;
    (void)state;

    assert_int_equal(pt_exact_init(&exact, &rows, true, NULL), PTRON_OK);
    assert_int_equal(pt_contradiction_find(&exact, row, lambda, 5, &terms, &found, NULL), PTRON_OK);
    assert_true(found);
    assert_true(terms.n >= 2 && terms.n <= 3);
    pt_terms_fini(&terms);
    assert_int_equal(pt_contradiction_find(&exact, row + 1, lambda, 2, &terms, &found, NULL), PTRON_OK);
    assert_false(found);
    pt_exact_fini(&exact);
    toy_set_free(toy);
}

static void the_filter_never_disagrees_with_whole_numbers(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 10; seed++) {
        struct planted p = planted_set(seed, 60, 5, 3, 1, true);
        struct toy_set *toy = toy_set(p.x, p.label, p.n, p.d, 2, true);
        const struct pt_rows rows = proof_rows(toy, true);
        struct pt_exact exact;
        struct pt_products products;
        struct pt_integers w;
        pt_random random = pt_random_of(seed, 9);
        mpz_t least, product;
        size_t row;

        assert_int_equal(pt_exact_init(&exact, &rows, true, NULL), PTRON_OK);
        assert_int_equal(pt_integers_init(&w, rows.width, NULL), PTRON_OK);
        for (size_t j = 0; j < rows.width; j++)
            mpz_set_si(w.at[j], (long)pt_random_below(&random, UINT64_C(1) << 62) - (1L << 61));
        assert_int_equal(pt_products_init(&products, &exact, w.at, NULL), PTRON_OK);
        mpz_init(least);
        mpz_init(product);
        pt_products_least(&products, NULL, 0, least, &row);
        for (size_t i = 0; i < rows.view.n; i++) {
            pt_exact_dot(&exact, i, w.at, product);
            assert_true(mpz_cmp(product, least) >= 0);
            const double near = mpz_get_d(product) / mpz_get_d(exact.unit) / ldexp(1, (int)products.shift);
            assert_true(fabs(near - products.value[i]) <= pt_products_error(&products, i) * 1.001);
        }
        pt_exact_dot(&exact, row, w.at, product);
        assert_int_equal(mpz_cmp(product, least), 0);
        mpz_clear(least);
        mpz_clear(product);
        pt_products_fini(&products);
        pt_integers_fini(&w);
        pt_exact_fini(&exact);
        toy_set_free(toy);
        planted_free(&p);
    }
}

static void square_roots_are_rounded_outwards(void **state)
{
    mpz_t num, den;
    (void)state;

    mpz_init(num);
    mpz_init(den);
    for (unsigned long n = 1; n < 2000; n += 7) {
        mpz_set_ui(num, n);
        mpz_set_ui(den, n % 13 + 1);
        const double down = pt_sqrt_down(num, den), up = pt_sqrt_up(num, den);
        const double root = sqrt((double)n / (double)(n % 13 + 1));
        assert_true(down < root && root < up);
        assert_true(up - down <= 1e-15 * root);
    }
    mpz_set_ui(num, 0);
    assert_true(pt_sqrt_up(num, den) == 0 && pt_sqrt_down(num, den) == 0);
    mpz_clear(num);
    mpz_clear(den);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_value_is_its_decimal_or_its_bits),
        cmocka_unit_test(all_rows_share_the_smallest_unit),
        cmocka_unit_test(small_systems_are_solved),
        cmocka_unit_test(dixon_solves_what_elimination_does),
        cmocka_unit_test(ranks_are_found_modulo_a_prime),
        cmocka_unit_test(more_rows_than_needed_are_dropped_from_a_contradiction),
        cmocka_unit_test(the_filter_never_disagrees_with_whole_numbers),
        cmocka_unit_test(square_roots_are_rounded_outwards),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
