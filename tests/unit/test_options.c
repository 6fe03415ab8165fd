/* Options by name: types, ranges, nearest names. */
#include "api/api.h"
#include "support.h"

#include "base/alloc.h"
#include "base/param.h"

#include <math.h>

static void expect_refused(const char *name, const char *value, const char *message)
{
    ptron_options *options = OPTIONS("seed", "1");
    ptron_error err = {0};

    assert_int_equal(ptron_options_set(options, name, value, &err), PTRON_ARGUMENT);
    assert_string_equal(err.message, message);
    assert_false(ptron_options_given(options, name));
    ptron_options_free(options);
}

static void values_are_checked_to_the_end_of_the_word(void **state)
{
    (void)state;
    expect_refused("epochs", "3abc", "epochs is '3abc', wanted a whole number");
    expect_refused("epochs", "-1", "epochs is '-1', wanted a whole number");
    expect_refused("epochs", "", "epochs is '', wanted a whole number");
    expect_refused("rate", "fast", "rate is 'fast', wanted a number");
    expect_refused("rate", "0", "rate is 0, wanted 1e-300 to 1e+300");
    expect_refused("rate", "nan", "rate is 'nan', wanted a number");
    expect_refused("bias", "maybe", "bias is 'maybe', wanted yes or no");
    expect_refused("tie", "righ", "tie is 'righ', wanted one of mistake|correct");
}

static void an_unknown_name_is_answered_with_the_nearest(void **state)
{
    (void)state;
    expect_refused("epoch", "3", "no option 'epoch'; did you mean 'epochs'?");
    expect_refused("xyzzyxyzzy", "3", "no option 'xyzzyxyzzy'");
}

static void what_was_taken_back_is_the_default_again(void **state)
{
    ptron_options *options = NULL;

    (void)state;
    assert_int_equal(ptron_options_new(&options, NULL), PTRON_OK);
    assert_int_equal(ptron_options_set(options, "epochs", "7", NULL), PTRON_OK);
    assert_int_equal(ptron_options_set(options, "seed", "3", NULL), PTRON_OK);
    ptron_options_unset(options, "epochs");
    ptron_options_unset(options, "nothing");
    assert_false(ptron_options_given(options, "epochs"));
    assert_string_not_equal(ptron_options_get(options, "epochs"), "7");
    assert_string_equal(ptron_options_get(options, "seed"), "3");
    ptron_options_free(options);
}

static void what_was_set_is_given_back_and_the_rest_is_the_default(void **state)
{
    ptron_options *options = OPTIONS("epochs", "7", "epochs", "8", "ignore", "a,b,,c");
    const char *item;
    size_t length;

    (void)state;
    assert_string_equal(ptron_options_get(options, "epochs"), "8");
    assert_int_equal(pt_option_count(options, "epochs"), 8);
    assert_string_equal(ptron_options_get(options, "rate"), "1");
    assert_false(ptron_options_given(options, "rate"));
    assert_null(ptron_options_get(options, "nothing"));
    assert_true(pt_option_item(options, "ignore", 1, &item, &length));
    assert_int_equal(length, 1);
    assert_true(*item == 'b');
    assert_true(pt_option_item(options, "ignore", 3, &item, &length));
    assert_true(*item == 'c');
    assert_false(pt_option_item(options, "ignore", 4, &item, &length));
    assert_false(pt_option_item(pt_options_given(NULL), "ignore", 0, &item, &length));
    ptron_options_free(options);
}

static void every_default_passes_its_own_check(void **state)
{
    ptron_options *options = OPTIONS("seed", "1");

    (void)state;
    assert_true(ptron_option_count() > 20);
    for (size_t i = 0; i < ptron_option_count(); i++) {
        PTRON_SIZED(ptron_option_info, info);
        assert_true(ptron_option_describe(i, &info));
        assert_true(strlen(info.help) > 5);
        if (*info.initial != '\0')
            assert_int_equal(ptron_options_set(options, info.name, info.initial, NULL), PTRON_OK);
    }
    assert_false(ptron_option_describe(ptron_option_count(), &(ptron_option_info){.size = sizeof(ptron_option_info)}));
    ptron_options_free(options);
}

static void typed_getters_read_what_was_set_and_tell_a_wrong_name_or_type(void **state)
{
    ptron_options *options = OPTIONS("rate", "0.25", "epochs", "7", "bias", "no", "seed", "18446744073709551614");
    ptron_options *copy;

    (void)state;
    assert_int_equal(ptron_options_copy(options, &copy, NULL), PTRON_OK);
    ptron_options_free(options);
    assert_true(ptron_options_real(copy, "rate") == 0.25 && ptron_options_real(NULL, "rate") == 1.0);
    assert_true(ptron_options_count(copy, "epochs") == 7 && ptron_options_count(copy, "seed") == UINT64_MAX - 1);
    assert_true(!ptron_options_flag(copy, "bias") && ptron_options_flag(NULL, "bias"));
    assert_true(ptron_options_is(copy, "order", "each") && !ptron_options_is(copy, "order", "once"));
    assert_true(!ptron_options_given(copy, "order") && ptron_options_given(copy, "rate"));
    assert_true(isnan(ptron_options_real(copy, "epochs")) && isnan(ptron_options_real(copy, "no such")));
    assert_true(ptron_options_count(copy, "rate") == UINT64_MAX && ptron_options_count(copy, NULL) == UINT64_MAX);
    assert_true(!ptron_options_flag(copy, "rate") && !ptron_options_is(copy, "no such", ""));
    ptron_options_free(copy);
    assert_int_equal(ptron_options_copy(NULL, &copy, NULL), PTRON_OK);
    ptron_options_free(copy);
    assert_int_equal(ptron_options_copy(NULL, NULL, NULL), PTRON_ARGUMENT);
}

static void setting_survives_the_failure_of_every_allocation(void **state)
{
    bool failed = true;

    (void)state;
    for (size_t k = 0; failed; k++) {
        ptron_options *options = NULL;
        ptron_status status;

        pt_test_fail_allocation(k);
        status = ptron_options_new(&options, NULL);
        if (status == PTRON_OK)
            status = ptron_options_set(options, "label", "species", NULL);
        failed = pt_test_allocation_failed();
        pt_test_fail_allocation(SIZE_MAX);
        assert_int_equal(status, failed ? PTRON_NOMEM : PTRON_OK);
        ptron_options_free(options);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_checked_to_the_end_of_the_word),
        cmocka_unit_test(an_unknown_name_is_answered_with_the_nearest),
        cmocka_unit_test(what_was_taken_back_is_the_default_again),
        cmocka_unit_test(what_was_set_is_given_back_and_the_rest_is_the_default),
        cmocka_unit_test(every_default_passes_its_own_check),
        cmocka_unit_test(typed_getters_read_what_was_set_and_tell_a_wrong_name_or_type),
        cmocka_unit_test(setting_survives_the_failure_of_every_allocation),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
