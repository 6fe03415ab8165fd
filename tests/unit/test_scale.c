/* Means for missing cells, and scaling. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "recipe/scale.h"
#include "recipe/word_weight.h"

enum { ROOM = 64 };

static double norms[ROOM];

static void set_norms(const struct pt_block *block)
{
    for (size_t i = 0; i < block->n_rows; i++) {
        const struct pt_row row = pt_block_row(block, i);

        norms[i] = 0.0;
        for (size_t j = 0; j < row.n; j++)
            norms[i] += pt_row_value(&row, j) * pt_row_value(&row, j);
    }
}

static struct pt_block dense_block(const double *value, size_t rows, uint32_t width)
{
    struct pt_block block = {.n_rows = rows, .kind = PT_F64, .dense = true, .width = width, .value = value,
                             .norm2 = norms};

    set_norms(&block);
    return block;
}

static struct pt_block sparse_block(const uint64_t *offset, const uint32_t *index, const double *value, size_t rows)
{
    struct pt_block block = {.n_rows = rows, .kind = PT_F64, .offset = offset, .index = index, .value = value,
                             .norm2 = norms};

    set_norms(&block);
    return block;
}

static void begin(struct pt_recipe *recipe, bool dense, uint32_t n_features)
{
    pt_recipe_init(recipe);
    recipe->format = PT_FORMAT_MEMORY;
    recipe->dense = dense;
    recipe->n_features = n_features;
}

static void scale_all(const struct pt_recipe *recipe, double *value, size_t rows, size_t width)
{
    for (size_t i = 0; i < rows; i++)
        pt_recipe_scale_row(recipe, NULL, value + i * width, width, norms[i]);
}

static void expect_near(const double *value, const double *wanted, size_t n)
{
    for (size_t i = 0; i < n; i++)
        assert_true(fabs(value[i] - wanted[i]) < 1e-12);
}

static void standard_gives_mean_0_and_deviation_1(void **state)
{
    double value[] = {1, 10, 2, 10, 3, 10, 6, 10};
    const double wanted[] = {-2 / sqrt(3.5), 0, -1 / sqrt(3.5), 0, 0, 0, 3 / sqrt(3.5), 0};
    const struct pt_block block = dense_block(value, 4, 2);
    struct pt_recipe recipe;

    (void)state;
    begin(&recipe, true, 2);
    assert_int_equal(pt_scale_fit(&recipe, PT_SCALE_STANDARD, &block, 1, NULL), PTRON_OK);
    assert_true(recipe.shift[0] == 3.0 && recipe.shift[1] == 10.0 && recipe.factor[1] == 1.0);
    scale_all(&recipe, value, 4, 2);
    expect_near(value, wanted, 8);
    pt_recipe_fini(&recipe);
}

static void a_constant_that_rounds_becomes_exactly_zero(void **state)
{
    double value[ROOM];
    struct pt_block block;
    struct pt_recipe recipe;

    (void)state;
    for (size_t i = 0; i < ROOM; i++)
        value[i] = 0.1;
    block = dense_block(value, ROOM - 1, 1);
    begin(&recipe, true, 1);
    assert_int_equal(pt_scale_fit(&recipe, PT_SCALE_STANDARD, &block, 1, NULL), PTRON_OK);
    assert_true(recipe.factor[0] == 1.0 && recipe.shift[0] == 0.1);
    pt_recipe_fini(&recipe);
}

static void a_large_mean_does_not_swallow_the_deviation(void **state)
{
    double value[] = {1e9 + 1, 1e9 + 2, 1e9 + 3};
    const struct pt_block block = dense_block(value, 3, 1);
    struct pt_recipe recipe;

    (void)state;
    begin(&recipe, true, 1);
    assert_int_equal(pt_scale_fit(&recipe, PT_SCALE_STANDARD, &block, 1, NULL), PTRON_OK);
    assert_true(fabs(recipe.factor[0] - 1.0 / sqrt(2.0 / 3.0)) < 1e-12);
    pt_recipe_fini(&recipe);
}

static void several_blocks_of_any_kind_count_as_one(void **state)
{
    static const unsigned char small[] = {1, 2};
    static const float middle[] = {3, 6};
    const double zero[2] = {0};
    const struct pt_block blocks[] = {
        {.n_rows = 2, .kind = PT_U8, .dense = true, .width = 1, .value = small, .norm2 = zero},
        {.n_rows = 2, .kind = PT_F32, .dense = true, .width = 1, .value = middle, .norm2 = zero},
    };
    struct pt_recipe recipe;

    (void)state;
    begin(&recipe, true, 1);
    assert_int_equal(pt_scale_fit(&recipe, PT_SCALE_STANDARD, blocks, 2, NULL), PTRON_OK);
    assert_true(recipe.shift[0] == 3.0);
    assert_true(fabs(recipe.factor[0] - 1.0 / sqrt(3.5)) < 1e-15);
    pt_recipe_fini(&recipe);
}

static void sparse_rows_are_scaled_but_not_centred(void **state)
{
    const uint64_t offset[] = {0, 2, 3, 3, 4};
    const uint32_t index[] = {0, 2, 0, 2};
    double value[] = {3, -8, 5, 4};
    const struct pt_block block = sparse_block(offset, index, value, 4);
    struct pt_recipe recipe;

    (void)state;
    begin(&recipe, false, 4);
    assert_int_equal(pt_scale_fit(&recipe, PT_SCALE_STANDARD, &block, 1, NULL), PTRON_OK);
    assert_null(recipe.shift);
    assert_true(fabs(recipe.factor[0] - 1.0 / sqrt(4.5)) < 1e-15);   /* 3 5 0 0: mean 2, variance 4.5 */
    assert_true(recipe.factor[1] == 1.0 && recipe.factor[3] == 1.0);
    pt_recipe_scale_row(&recipe, index, value, 2, 73.0);
    assert_true(value[0] == 3 * recipe.factor[0] && value[1] == -8 * recipe.factor[2]);
    value[0] = 3;
    value[1] = -8;
    assert_int_equal(pt_scale_fit(&recipe, PT_SCALE_MINMAX, &block, 1, NULL), PTRON_OK);
    assert_null(recipe.shift);
    assert_true(recipe.factor[0] == 0.2 && recipe.factor[2] == 0.125 && recipe.factor[1] == 1.0);
    pt_recipe_fini(&recipe);
}

static void minmax_gives_0_to_1(void **state)
{
    double value[] = {-2, 7, 0, 7, 6, 7};
    const double wanted[] = {0, 0, 0.25, 0, 1, 0};
    const struct pt_block block = dense_block(value, 3, 2);
    struct pt_recipe recipe;

    (void)state;
    begin(&recipe, true, 2);
    assert_int_equal(pt_scale_fit(&recipe, PT_SCALE_MINMAX, &block, 1, NULL), PTRON_OK);
    scale_all(&recipe, value, 3, 2);
    expect_near(value, wanted, 6);
    pt_recipe_fini(&recipe);
}

static void ball_divides_by_the_largest_norm(void **state)
{
    double value[] = {3, 4, 0, 1, 0, 0};
    const double wanted[] = {0.6, 0.8, 0, 0.2, 0, 0};
    const struct pt_block block = dense_block(value, 3, 2);
    struct pt_recipe recipe;

    (void)state;
    begin(&recipe, true, 2);
    assert_int_equal(pt_scale_fit(&recipe, PT_SCALE_BALL, &block, 1, NULL), PTRON_OK);
    assert_true(recipe.ball == 5.0);
    scale_all(&recipe, value, 3, 2);
    expect_near(value, wanted, 6);
    pt_recipe_fini(&recipe);
}

static void unit_gives_every_row_norm_1_and_leaves_zero_rows(void **state)
{
    double value[] = {3, 4, 0, 0, 1e200, 0, 3e-200, 4e-200, 1.7e308, 1.7e308};
    const double wanted[] = {0.6, 0.8, 0, 0, 1, 0, 0.6, 0.8, sqrt(0.5), sqrt(0.5)};
    const struct pt_block block = dense_block(value, 5, 2);
    struct pt_recipe recipe;

    (void)state;
    begin(&recipe, true, 2);
    assert_int_equal(pt_scale_fit(&recipe, PT_SCALE_UNIT, &block, 1, NULL), PTRON_OK);
    scale_all(&recipe, value, 5, 2);
    expect_near(value, wanted, 10);
    pt_recipe_fini(&recipe);
}

static void values_too_large_to_scale_are_refused_with_the_feature(void **state)
{
    double value[] = {1, 1.5e308, 2, -1.5e308};
    const struct pt_block block = dense_block(value, 2, 2);
    struct pt_recipe recipe;
    ptron_error err;

    (void)state;
    begin(&recipe, true, 2);
    assert_int_equal(pt_scale_fit(&recipe, PT_SCALE_STANDARD, &block, 1, &err), PTRON_DATA);
    assert_string_equal(err.message, "values of feature '1' are too large to be scaled");
    assert_int_equal(pt_scale_fit(&recipe, PT_SCALE_MINMAX, &block, 1, &err), PTRON_DATA);
    assert_null(recipe.factor);
    assert_null(recipe.shift);
    assert_int_equal(recipe.scaling, PT_SCALE_NONE);
    pt_recipe_fini(&recipe);
}

static void means_of_what_is_there_fill_what_is_missing(void **state)
{
    double value[] = {1, NAN, NAN, NAN, 5, NAN, 3, 8, NAN};
    const double wanted[] = {1, 8, 0, 3, 5, 0, 3, 8, 0};
    const struct pt_block block = dense_block(value, 3, 3);
    struct pt_recipe recipe;

    (void)state;
    begin(&recipe, true, 3);
    value[4] = 8;   /* column 2: NaN 8 8; column 3: nothing */
    assert_int_equal(pt_fill_fit(&recipe, &block, 1, NULL), PTRON_OK);
    assert_true(recipe.fill[0] == 2.0 && recipe.fill[1] == 8.0 && recipe.fill[2] == 0.0);
    value[4] = 5;
    recipe.fill[0] = 3.0;
    for (size_t i = 0; i < 3; i++)
        pt_fill_row(&recipe, NULL, value + 3 * i, 3);
    expect_near(value, wanted, 9);
    pt_recipe_fini(&recipe);
}

static void in_sparse_rows_what_is_not_stored_is_zero_not_missing(void **state)
{
    const uint64_t offset[] = {0, 1, 1, 2, 3};
    const uint32_t index[] = {0, 0, 0};
    double value[] = {6, NAN, 3};
    const struct pt_block block = sparse_block(offset, index, value, 4);
    struct pt_recipe recipe;

    (void)state;
    begin(&recipe, false, 1);
    assert_int_equal(pt_fill_fit(&recipe, &block, 1, NULL), PTRON_OK);
    assert_true(recipe.fill[0] == 3.0);
    pt_recipe_fini(&recipe);
}

static void words_are_weighed_by_how_few_rows_have_them(void **state)
{
    static const uint64_t offset[] = {0, 2, 4, 5};
    static const uint32_t index[] = {0, 1, 0, 2, 0};
    double value[] = {3, 1, 1, 2, 1};
    const struct pt_block block = sparse_block(offset, index, value, 3);
    const double rare = 1.0 + log(4.0 / 2.0), often = 1.0;   /* one row of three, all three */
    const double a = (1.0 + log(3.0)) * often, b = rare, norm = sqrt(a * a + b * b);
    struct pt_recipe recipe;

    (void)state;
    begin(&recipe, false, 4);
    assert_int_equal(pt_scale_fit(&recipe, PT_SCALE_TFIDF, &block, 1, NULL), PTRON_OK);
    assert_null(recipe.shift);
    assert_true(fabs(recipe.factor[0] - often) < 1e-15 && fabs(recipe.factor[1] - rare) < 1e-15);
    assert_true(fabs(recipe.factor[3] - (1.0 + log(4.0))) < 1e-15);   /* in no row */
    pt_recipe_scale_row(&recipe, index, value, 2, norms[0]);
    assert_true(fabs(value[0] - a / norm) < 1e-15 && fabs(value[1] - b / norm) < 1e-15);
    pt_recipe_fini(&recipe);
}

static void only_counts_are_weighed(void **state)
{
    static const uint64_t offset[] = {0, 2};
    static const uint32_t index[] = {0, 1};
    double value[] = {1, -1};
    const struct pt_block sparse = sparse_block(offset, index, value, 1), dense = dense_block(value, 1, 2);
    struct pt_recipe recipe;
    ptron_error err = {0};

    (void)state;
    begin(&recipe, false, 2);
    assert_int_equal(pt_scale_fit(&recipe, PT_SCALE_TFIDF, &sparse, 1, &err), PTRON_DATA);
    assert_string_equal(err.message, "scaling 'tfidf' weighs counts, and feature '1' has values below 0");
    assert_null(recipe.factor);
    pt_recipe_fini(&recipe);
    begin(&recipe, true, 2);
    assert_int_equal(pt_scale_fit(&recipe, PT_SCALE_TFIDF, &dense, 1, &err), PTRON_ARGUMENT);
    assert_string_equal(err.message, "scaling 'tfidf' weighs words, and these rows have columns of numbers");
    pt_recipe_fini(&recipe);
}

static void no_rows_are_fine(void **state)
{
    struct pt_recipe recipe;

    (void)state;
    begin(&recipe, true, 2);
    for (int scaling = PT_SCALE_NONE; scaling <= PT_SCALE_UNIT; scaling++)
        assert_int_equal(pt_scale_fit(&recipe, (enum pt_scaling)scaling, NULL, 0, NULL), PTRON_OK);
    assert_int_equal(pt_fill_fit(&recipe, NULL, 0, NULL), PTRON_OK);
    pt_recipe_fini(&recipe);
}

static void fitting_survives_every_allocation_failure(void **state)
{
    double value[] = {1, 2, 3, 4};
    const struct pt_block block = dense_block(value, 2, 2);
    bool failed = true;

    (void)state;
    for (size_t k = 0; failed; k++) {
        struct pt_recipe recipe;
        ptron_status status;

        begin(&recipe, true, 2);
        pt_test_fail_allocation(k);
        status = pt_scale_fit(&recipe, PT_SCALE_STANDARD, &block, 1, NULL);
        if (status == PTRON_OK)
            status = pt_fill_fit(&recipe, &block, 1, NULL);
        failed = pt_test_allocation_failed();
        pt_test_fail_allocation(SIZE_MAX);
        assert_int_equal(status, failed ? PTRON_NOMEM : PTRON_OK);
        pt_recipe_fini(&recipe);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(standard_gives_mean_0_and_deviation_1),
        cmocka_unit_test(a_constant_that_rounds_becomes_exactly_zero),
        cmocka_unit_test(a_large_mean_does_not_swallow_the_deviation),
        cmocka_unit_test(several_blocks_of_any_kind_count_as_one),
        cmocka_unit_test(sparse_rows_are_scaled_but_not_centred),
        cmocka_unit_test(minmax_gives_0_to_1),
        cmocka_unit_test(ball_divides_by_the_largest_norm),
        cmocka_unit_test(unit_gives_every_row_norm_1_and_leaves_zero_rows),
        cmocka_unit_test(values_too_large_to_scale_are_refused_with_the_feature),
        cmocka_unit_test(means_of_what_is_there_fill_what_is_missing),
        cmocka_unit_test(in_sparse_rows_what_is_not_stored_is_zero_not_missing),
        cmocka_unit_test(words_are_weighed_by_how_few_rows_have_them),
        cmocka_unit_test(only_counts_are_weighed),
        cmocka_unit_test(no_rows_are_fine),
        cmocka_unit_test(fitting_survives_every_allocation_failure),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
