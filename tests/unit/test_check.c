/* Checkups: each number on rows where it can be counted on the fingers, and against plain loops on many. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/alloc.h"
#include "base/random.h"
#include "judge/check.h"
#include "toy_set.h"

#include <math.h>

/* A set whose recipe has the classes "0", "1", ... */
static struct toy_set *make_set(const double *x, const uint32_t *label, size_t rows, uint32_t features,
                                uint32_t classes, bool dense)
{
    struct toy_set *toy = toy_set(x, label, rows, features, classes, dense);

    pt_recipe_init(&toy->set.recipe);
    for (uint32_t c = 0; c < classes; c++) {
        const char name = (char)('0' + c);
        assert_int_equal(pt_dict_add(&toy->set.recipe.labels.classes, &name, 1), c);
    }
    return toy;
}

static void free_set(struct toy_set *toy)
{
    pt_recipe_fini(&toy->set.recipe);
    toy_set_free(toy);
}

static ptron_checkup check(const struct toy_set *toy)
{
    PTRON_SIZED(ptron_checkup, checkup);

    assert_int_equal(ptron_dataset_check(&toy->set, NULL, &checkup, NULL), PTRON_OK);
    return checkup;
}

static void features_and_norms_are_counted(void **state)
{
    static const double x[5][6] = {
        {3, 0, 7, 1e-6, 0, 4},
        {0, 0, 7, 2e-6, 0, 1000},
        {0, 0, 7, 0,    0, -2000},
        {5, 0, 7, 1e-6, 0, 0},
        {5, 0, 7, 0,   -0.0, 12},
    };
    static const uint32_t label[5] = {0, 1, 0, 1, 0};

    (void)state;
    for (int dense = 0; dense < 2; dense++) {
        struct toy_set *toy = make_set(&x[0][0], label, 5, 6, 2, dense != 0);
        const ptron_checkup c = check(toy);

        assert_int_equal(c.unused_features, 2);
        assert_int_equal(c.constant_features, 1);
        assert_int_equal(c.constant_example, 2);
        assert_int_equal(c.empty_rows, 0);
        assert_true(c.smallest_scale == 2e-6 && c.largest_scale == 2000.0);
        assert_int_equal(c.smallest_scale_feature, 3);
        assert_int_equal(c.largest_scale_feature, 5);
        assert_true(fabs(c.smallest_norm - sqrt(74.0)) < 1e-9);   /* rows 0 and 3 */
        assert_true(c.largest_norm == sqrt(2000.0 * 2000.0 + 49.0));
        assert_int_equal(c.largest_norm_row, 2);
        assert_true(c.mean_norm > c.smallest_norm && c.mean_norm < c.largest_norm);
        assert_int_equal(c.duplicates, 0);
        assert_int_equal(c.contradictions, 0);
        assert_false(c.sorted_by_class);
        free_set(toy);
    }
}

static void equal_rows_are_found_whatever_their_form(void **state)
{
    static const double x[8][3] = {
        {1, 0, 2}, {0, 0, 0}, {1, 0, 2}, {1, 0, 2}, {1, -0.0, 2}, {2, 0, 1}, {-0.0, 0, 0}, {1, 0, 2},
    };
    static const uint32_t label[8] = {0, 1, 1, 0, 2, 0, 1, 1};

    (void)state;
    for (int form = 0; form < 4; form++) {
        struct toy_set *toy = make_set(&x[0][0], label, 8, 3, 3, form % 2 != 0);
        ptron_checkup c;

        if (form >= 2)
            toy_set_narrow(toy);
        c = check(toy);
        assert_int_equal(c.duplicates, 3);        /* rows 3, 6 and 7 */
        assert_int_equal(c.contradictions, 1);    /* one vector, though under three labels */
        assert_int_equal(c.contradiction_rows[0], 0);
        assert_int_equal(c.contradiction_rows[1], 2);
        assert_int_equal(c.empty_rows, 2);
        free_set(toy);
    }
}

static void rows_without_a_known_label_contradict_nothing(void **state)
{
    static const double x[5] = {1, 1, 1, 1, 2};
    static const uint32_t label[5] = {PT_NO_LABEL, 1, PT_UNKNOWN_LABEL, PT_NO_LABEL, 0};
    struct toy_set *toy = make_set(x, label, 5, 1, 2, true);
    const ptron_checkup c = check(toy);

    (void)state;
    assert_int_equal(c.contradictions, 0);
    assert_int_equal(c.duplicates, 1);
    free_set(toy);
}

/* Values from few levels, so that many rows meet. */
static void many_rows_are_compared_as_by_all_pairs(void **state)
{
    enum { ROWS = 9000, FEATURES = 3 };   /* more than two slices */
    double *x = calloc(ROWS * FEATURES, sizeof *x);
    uint32_t *label = calloc(ROWS, sizeof *label);
    pt_random random = pt_random_of(5, 5);
    uint64_t duplicates = 0, contradictions = 0;

    (void)state;
    for (size_t i = 0; i < (size_t)ROWS * FEATURES; i++)
        x[i] = (double)pt_random_below(&random, 14) / 8.0;
    for (size_t i = 0; i < ROWS; i++)
        label[i] = (uint32_t)pt_random_below(&random, 2);
    for (size_t i = 0; i < ROWS; i++) {
        bool same_label = false, new_vector = true, contradicts = false;

        for (size_t j = 0; j < ROWS; j++) {
            if (memcmp(x + i * FEATURES, x + j * FEATURES, FEATURES * sizeof *x) != 0)
                continue;
            same_label |= j < i && label[j] == label[i];
            new_vector &= j >= i;
            contradicts |= label[j] != label[i];
        }
        duplicates += same_label;
        contradictions += new_vector && contradicts;
    }
    assert_true(duplicates > 100 && contradictions > 100);
    for (size_t threads = 1; threads <= 4; threads += 3) {
        struct toy_set *toy = make_set(x, label, ROWS, FEATURES, 2, threads == 1);
        pt_pool *pool;
        ptron_checkup c;

        assert_int_equal(pt_pool_new(threads, &pool, NULL), PTRON_OK);
        toy->set.pool = pool;
        c = check(toy);
        assert_int_equal(c.duplicates, duplicates);
        assert_int_equal(c.contradictions, contradictions);
        pt_pool_free(pool);
        free_set(toy);
    }
    free(x);
    free(label);
}

static void long_rows_that_differ_in_one_value_are_not_equal(void **state)
{
    enum { FEATURES = 1000 };
    double *x = calloc(4 * FEATURES, sizeof *x);
    const uint32_t label[4] = {0, 1, 0, 1};
    struct toy_set *toy;
    ptron_checkup c;

    (void)state;
    for (size_t j = 0; j < FEATURES; j++)
        for (size_t i = 0; i < 4; i++)
            x[i * FEATURES + j] = (double)(j % 7);
    x[1 * FEATURES + 999] += 1.0;
    x[2 * FEATURES + 128] += 1.0;
    toy = make_set(x, label, 4, FEATURES, 2, false);
    c = check(toy);
    assert_int_equal(c.contradictions, 1);
    assert_int_equal(c.contradiction_rows[1], 3);
    assert_int_equal(c.duplicates, 0);
    free_set(toy);
    free(x);
}

static bool is_sorted(const uint32_t *label, size_t rows)
{
    static const double x[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    struct toy_set *toy = make_set(x, label, rows, 1, 3, true);
    const bool sorted = check(toy).sorted_by_class;

    free_set(toy);
    return sorted;
}

static void rows_that_stand_by_class_are_noticed(void **state)
{
    (void)state;
    assert_true(is_sorted((const uint32_t[]){0, 0, 1, 1}, 4));
    assert_true(is_sorted((const uint32_t[]){1, 1, 1, 0, 2, 2}, 6));
    assert_true(is_sorted((const uint32_t[]){1, PT_NO_LABEL, 1, 0, PT_UNKNOWN_LABEL, 0}, 6));
    assert_false(is_sorted((const uint32_t[]){0, 0, 1, 0}, 4));
    assert_false(is_sorted((const uint32_t[]){0, 1}, 2));
    assert_false(is_sorted((const uint32_t[]){0, 1, 2, 2, 2}, 5));
    assert_false(is_sorted((const uint32_t[]){1, 1, 1, 1}, 4));
    assert_false(is_sorted((const uint32_t[]){0}, 0));
}

static void memory_for_training_covers_rows_weights_and_order(void **state)
{
    static const double x[6] = {1, 0, 3, 4, 5, 6};
    static const uint32_t label[2] = {0, 1};
    struct toy_set *dense = make_set(x, label, 2, 3, 2, true), *sparse = make_set(x, label, 2, 3, 3, false);

    (void)state;
    /* the program; values, label and norm of each row, two numbers of the order; weights and a bias seven times, and
     * once more in the model's file; two empty dictionaries of words */
    assert_int_equal(check(dense).training_bytes, 5000000 + 6 * 8 + 2 * (4 + 8) + 2 * 8 + 8 * 4 * 8 + 2 * 8);
    assert_int_equal(check(sparse).training_bytes, 5000000 + 5 * 12 + 2 * (4 + 8 + 8) + 2 * 8 + 8 * 3 * 4 * 8 + 2 * 8);
    free_set(dense);
    free_set(sparse);
}

static void an_empty_set_is_no_trouble(void **state)
{
    const uint32_t label = 0;
    const double x = 0;
    struct toy_set *toy = make_set(&x, &label, 0, 1, 2, true);
    const ptron_checkup c = check(toy);

    (void)state;
    assert_int_equal(c.duplicates, 0);
    assert_true(c.mean_norm == 0.0 && c.largest_scale == 0.0);
    assert_int_equal(c.unused_features, 1);
    free_set(toy);
}

static void every_allocation_may_fail(void **state)
{
    static const double x[4] = {1, 1, 2, 3};
    static const uint32_t label[4] = {0, 1, 0, 1};
    struct toy_set *toy = make_set(x, label, 4, 1, 2, true);
    bool failed = true;

    (void)state;
    for (size_t k = 0; failed; k++) {
        PTRON_SIZED(ptron_checkup, checkup);
        ptron_status status;

        pt_test_fail_allocation(k);
        status = ptron_dataset_check(&toy->set, NULL, &checkup, NULL);
        failed = pt_test_allocation_failed();
        pt_test_fail_allocation(SIZE_MAX);
        assert_int_equal(status, failed ? PTRON_NOMEM : PTRON_OK);
    }
    free_set(toy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(features_and_norms_are_counted),
        cmocka_unit_test(equal_rows_are_found_whatever_their_form),
        cmocka_unit_test(rows_without_a_known_label_contradict_nothing),
        cmocka_unit_test(many_rows_are_compared_as_by_all_pairs),
        cmocka_unit_test(long_rows_that_differ_in_one_value_are_not_equal),
        cmocka_unit_test(rows_that_stand_by_class_are_noticed),
        cmocka_unit_test(memory_for_training_covers_rows_weights_and_order),
        cmocka_unit_test(an_empty_set_is_no_trouble),
        cmocka_unit_test(every_allocation_may_fail),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
