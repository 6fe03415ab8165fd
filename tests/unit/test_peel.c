/* Peeling and equal rows: the steps that need no arithmetic. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "proof_rows.h"

#include "prove/core.h"
#include "prove/peel.h"
#include "prove/twins.h"

static void features_of_one_sign_take_their_rows_and_free_others(void **state)
{
    /* Feature 0 is only in row 0 (+); without row 0, feature 1 is in row 1 (-) alone; then the bias is. */
    static const double x[] = {1, 1, 0, 0, 2, 0, 0, 0, 0};
    static const uint32_t label[] = {1, 0, 0};
    (void)state;

    for (int dense = 0; dense < 2; dense++) {
        struct toy_set *toy = toy_set(x, label, 3, 3, 2, dense);
        const struct pt_rows rows = proof_rows(toy, true);
        struct pt_peel peel;

        assert_int_equal(pt_peel_run(&rows, &peel, NULL), PTRON_OK);
        assert_int_equal(peel.left, 0);
        assert_int_equal(peel.step[0].feature, 0);
        assert_int_equal(peel.step[0].sign, 1);
        assert_int_equal(peel.step[1].sign, -1);
        pt_peel_fini(&peel);
        toy_set_free(toy);
    }
}

static void what_cannot_be_peeled_is_left(void **state)
{
    static const double x[] = {1, 0, 5, 1, 0, -1, 1, 0, 3};
    static const uint32_t label[] = {1, 0, 0};
    struct toy_set *toy = toy_set(x, label, 3, 3, 2, false);
    const struct pt_rows rows = proof_rows(toy, true);
    struct pt_peel peel;
    struct pt_core core;
    static const uint32_t all[] = {0, 1, 2};
    (void)state;

    assert_int_equal(pt_peel_run(&rows, &peel, NULL), PTRON_OK);
    assert_int_equal(peel.left, 3);
    assert_int_equal(peel.n, 0);
    assert_int_equal(pt_core_init(&core, &rows, all, 3, peel.gone, NULL), PTRON_OK);
    assert_int_equal(core.n, 3);
    assert_int_equal(core.rows.view.features, 2);   /* feature 1 is used by no row */
    assert_int_equal(core.feature[1], 2);
    const double w[] = {7, 8, 9};
    double out[4];
    pt_core_weights(&core, &rows, w, out);
    assert_true(out[0] == 7 && out[1] == 0 && out[2] == 8 && out[3] == 9);
    for (size_t i = 0; i < 3; i++)
        assert_true(pt_rows_dot(&core.rows, i, w) == pt_rows_dot(&rows, i, out));
    pt_core_fini(&core);
    pt_peel_fini(&peel);
    toy_set_free(toy);
}

static void equal_rows_with_opposite_labels_are_found(void **state)
{
    static const double x[] = {1, 0, 2, 3, 0, -0.0, 1, 0.0, 2, 4, 4, 4};
    static uint32_t label[] = {1, 0, 1, 0};
    (void)state;

    for (int dense = 0; dense < 2; dense++) {
        struct toy_set *toy = toy_set(x, label, 4, 3, 2, dense);
        const struct pt_rows rows = proof_rows(toy, true);
        struct pt_twins twins;

        assert_int_equal(pt_twins_find(&rows, &twins, NULL), PTRON_OK);
        assert_false(twins.contradiction);
        assert_int_equal(twins.n, 3);   /* row 2 is row 0 again */
        pt_twins_fini(&twins);
        toy->label[2] = 0;
        assert_int_equal(pt_twins_find(&rows, &twins, NULL), PTRON_OK);
        assert_true(twins.contradiction);
        assert_int_equal(twins.row[0], 0);
        assert_int_equal(twins.row[1], 2);
        pt_twins_fini(&twins);
        toy_set_free(toy);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(features_of_one_sign_take_their_rows_and_free_others),
        cmocka_unit_test(what_cannot_be_peeled_is_left),
        cmocka_unit_test(equal_rows_with_opposite_labels_are_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
