/* Writing numbers, held against snprintf and strtod of the C library in the C locale.
 * A failing case prints its number.
 */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/number.h"
#include "base/number_exact.h"
#include "perceptron.h"
#include "random_number.h"

static double random_any(int i)
{
    return i % 3 == 0 ? random_everyday() : i % 7 == 0 ? random_round() : random_double();
}

static void doubles_are_written_in_this_style(void **state)
{
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        {0.0, "0"}, {-0.0, "-0"}, {1.0, "1"}, {-1.5, "-1.5"}, {0.001, "0.001"}, {0.0001, "0.0001"},
        {0.00001, "1e-5"}, {0.00012345, "0.00012345"}, {1.5e-7, "1.5e-7"}, {123456.0, "123456"},
        {1e15, "1000000000000000"}, {1e16, "10000000000000000"}, {9.5e16, "95000000000000000"},
        {1e17, "1e17"}, {1.25e17, "1.25e17"}, {1e20, "1e20"}, {1e22, "1e22"}, {1e23, "1e23"},
        {9e22, "9e22"}, {-1e100, "-1e100"}, {0.1, "0.1"}, {0.1 + 0.2, "0.30000000000000004"},
        {1.0 / 3.0, "0.3333333333333333"}, {5e-324, "5e-324"}, {1e-323, "1e-323"},
        {DBL_MAX, "1.7976931348623157e308"}, {DBL_MIN, "2.2250738585072014e-308"},
        {DBL_MIN - 5e-324, "2.225073858507201e-308"}, {9007199254740991.0, "9007199254740991"},
        {9007199254740994.0, "9007199254740994"}, {0x1p-44, "5.684341886080802e-14"},
        {0x1p60, "1.152921504606847e18"}, {2e-44, "2e-44"}, {12345.678, "12345.678"},
        {INFINITY, "inf"}, {-INFINITY, "-inf"}, {NAN, "nan"}, {-NAN, "nan"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[PT_DOUBLE_ROOM + 1];

        text[pt_format_double(cases[i].value, text)] = '\0';
        assert_string_equal(text, cases[i].text);
    }
}

static void every_double_comes_back_from_its_text(void **state)
{
    (void)state;
    for (int i = 0; i < 3000000; i++) {
        const double value = random_any(i);
        char text[PT_DOUBLE_ROOM];
        const size_t length = pt_format_double(value, text);
        const char *p = text;
        double back = 0.0;

        assert_true(length <= 25);
        const bool read = pt_parse_double(&p, text + length, &back);
        if (!read || p != text + length || bits_of(back) != bits_of(value))
            fail_msg("%a is written %.*s, which reads %a", value, (int)length, text, back);
    }
}

/* strtod(digits * 10^exponent) for a number of `n` digits made by snprintf */
static double shorter(double value, size_t n, char *digits)
{
    char text[64];

    snprintf(text, sizeof text, "%.*e", (int)n - 1, fabs(value));
    digits[0] = text[0];
    memcpy(digits + 1, text + 2, n - 1);
    return strtod(text, NULL);
}

/* With n digits: no decimal of n - 1 reads back, and if the nearest of n does it is the one. */
static void no_shorter_decimal_comes_back_and_none_is_nearer(void **state)
{
    (void)state;
    for (int i = 0; i < 300000; i++) {
        const double value = random_any(i);
        char digits[PT_DIGITS_ROOM], other[32];
        bool negative = false;
        int exponent = 0;
        const size_t n = pt_shortest_decimal(value, digits, &exponent, &negative);

        if (value == 0.0)
            continue;
        assert_true(n >= 1 && n <= PT_DIGITS_ROOM);
        assert_true(negative == signbit(value));
        if (n > 1 && shorter(value, n - 1, other) == fabs(value))
            fail_msg("%a has a decimal of less than %zu digits", value, n);
        if (shorter(value, n, other) == fabs(value) && memcmp(digits, other, n) != 0)
            fail_msg("%a has a nearer decimal than %.*s", value, (int)n, digits);
    }
}

static void a_decimal_is_kept_when_it_is_the_shortest_of_its_double(void **state)
{
    static const struct {
        const char *text;
        bool kept;
    } cases[] = {
        {"0.1", true}, {"0", true}, {"-0.000", true}, {"0.30000000000000004", true}, {"5e-324", true},
        {"1.7976931348623157e308", true}, {"17000000000000000000000", true}, {"000000000000000000001.50000", true},
        {"1200.0000000000000000", true}, {"0.00000000000000000000012e5", true}, {"123456789012345678e-3", false},
        {"1700000000000000001", false}, {"0.12345678901234567890", false}, {"1e-400", false}, {"2.5e-324", false},
        {"0.1000000000000000055511151231257827", false}, {"9007199254740993", false}, {"9007199254740992", true},
    };
    (void)state;

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *p = cases[i].text, *end = p + strlen(p);
        double value;

        assert_true(pt_parse_double(&p, end, &value) && p == end);
        assert_int_equal(pt_decimal_is_kept(cases[i].text, end, value), cases[i].kept);
    }
}

static void the_shortest_decimal_is_digits_times_a_power_of_ten(void **state)
{
    static const struct {
        double value;
        const char *digits;
        int exponent;
    } cases[] = {
        {0.0, "0", 0}, {1.0, "1", 0}, {-1200.0, "12", 2}, {0.1, "1", -1}, {-12.5, "125", -1},
        {1e22, "1", 22}, {5e-324, "5", -324}, {DBL_MAX, "17976931348623157", 292}, {-0.0, "0", 0},
    };
    bool negative = false;
    int exponent = 0;
    char digits[PT_DIGITS_ROOM + 1];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        digits[pt_shortest_decimal(cases[i].value, digits, &exponent, &negative)] = '\0';
        assert_string_equal(digits, cases[i].digits);
        assert_int_equal(exponent, cases[i].exponent);
        assert_true(negative == signbit(cases[i].value));
    }
    assert_int_equal(pt_shortest_decimal(-INFINITY, digits, &exponent, &negative), 0);
    assert_int_equal(pt_shortest_decimal(NAN, digits, &exponent, &negative), 0);
}

static void assert_fixed_as_snprintf(double value, unsigned decimals)
{
    char text[PT_FIXED_ROOM + 1], wanted[400];

    snprintf(wanted, sizeof wanted, "%.*f", (int)decimals, value);
    text[pt_format_fixed(value, decimals, text, PT_FIXED_ROOM)] = '\0';
    if (strcmp(text, wanted) != 0)
        fail_msg("%a with %u decimals is written %s, not %s", value, decimals, text, wanted);
}

static void fixed_decimals_agree_with_snprintf(void **state)
{
    (void)state;
    for (int i = 0; i < 1000000;) {
        const unsigned decimals = random_below(18);
        const double tie = (double)(random_u64() >> 44) / (double)(1 << random_below(20));
        const double small = ldexp(random_double(), -(int)random_below(1200));
        const double value = i % 4 == 0 ? tie : i % 4 == 1 ? random_everyday() : small;

        if (fabs(value) >= 1e17)
            continue;
        assert_fixed_as_snprintf(value, decimals);
        i++;
    }
    for (unsigned decimals = 0; decimals <= 17; decimals++) {
        assert_fixed_as_snprintf(0.0, decimals);
        assert_fixed_as_snprintf(-0.0, decimals);
        assert_fixed_as_snprintf(-0x1p-1074, decimals);
        assert_fixed_as_snprintf(nextafter(1e17, 0), decimals);
        assert_fixed_as_snprintf(0.99999999999999989, decimals);
        assert_fixed_as_snprintf(-9.5, decimals);
        assert_fixed_as_snprintf(0.5, decimals);
        assert_fixed_as_snprintf(2.5, decimals);
    }
}

static void fixed_decimals_fall_back_and_refuse_a_short_room(void **state)
{
    char text[PT_FIXED_ROOM + 1] = "untouched";

    (void)state;
    assert_int_equal(pt_format_fixed(1234.5, 2, text, 6), 0);
    assert_string_equal(text, "untouched");
    assert_int_equal(pt_format_fixed(1234.5, 2, text, 7), 7);
    assert_memory_equal(text, "1234.50ed", 9);
    text[pt_format_fixed(1e17, 2, text, 40)] = '\0';
    assert_string_equal(text, "1e17");
    text[pt_format_fixed(-INFINITY, 2, text, 40)] = '\0';
    assert_string_equal(text, "-inf");
    text[pt_format_fixed(NAN, 2, text, 40)] = '\0';
    assert_string_equal(text, "nan");
    text[pt_format_fixed(0.5, 99, text, 40)] = '\0';
    assert_string_equal(text, "0.50000000000000000");
}

/* snprintf's "1.5e+07" as "1.5e7" */
static void plain_exponent(char *text)
{
    char *e = strchr(text, 'e');

    if (e != NULL)
        snprintf(e + 1, 16, "%d", atoi(e + 1));
}

static void significant_digits_agree_with_snprintf(void **state)
{
    (void)state;
    for (int i = 0; i < 1000000; i++) {
        const double value = random_any(i);
        const unsigned digits = 1 + random_below(17);
        char text[PT_DOUBLE_ROOM + 1], wanted[64];

        snprintf(wanted, sizeof wanted, "%.*g", (int)digits, value);
        plain_exponent(wanted);
        text[pt_format_significant(value, digits, text)] = '\0';
        if (strcmp(text, wanted) != 0)
            fail_msg("%a with %u digits is written %s, not %s", value, digits, text, wanted);
    }
}

static void significant_digits_have_edges(void **state)
{
    static const struct {
        double value;
        unsigned digits;
        const char *text;
    } cases[] = {
        {0.0, 3, "0"}, {-0.0, 3, "-0"}, {999.5, 3, "1e3"}, {99.96, 3, "100"}, {0.00009996, 3, "0.0001"},
        {2.5, 1, "2"},
        {3.5, 1, "4"}, {123456.0, 3, "1.23e5"}, {5e-324, 17, "4.9406564584124654e-324"}, {1e22, 17, "1e22"},
        {DBL_MAX, 1, "2e308"}, {1.25, 0, "1"}, {0.1, 99, "0.10000000000000001"}, {NAN, 3, "nan"},
        {-INFINITY, 3, "-inf"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[PT_DOUBLE_ROOM + 1];

        text[pt_format_significant(cases[i].value, cases[i].digits, text)] = '\0';
        assert_string_equal(text, cases[i].text);
    }
}

/* d * 10^e against the double nearest to it and that one's neighbours, which strtod knows. */
static void exact_comparison_agrees_with_what_strtod_rounds(void **state)
{
    (void)state;
    for (int i = 0; i < 200000; i++) {
        const uint64_t digits = 1 + random_u64() % pt_whole_tens[1 + random_below(18)];
        const int e10 = (int)random_below(600) - 300;
        char text[64];
        int e2;

        snprintf(text, sizeof text, "%llue%d", (unsigned long long)digits, e10);
        const double near = strtod(text, NULL);
        if (isinf(near) || near < DBL_MIN)
            continue;
        const uint64_t c = (uint64_t)ldexp(frexp(near, &e2), 53);
        const uint64_t low = c == UINT64_C(1) << 52 ? 4 * c - 1 : 4 * c - 2;
        assert_true(pt_compare_decimal(digits, e10, 2 * c + 1, e2 - 54) <= 0);
        assert_true(pt_compare_decimal(digits, e10, low, e2 - 55) >= 0);
        if (e10 >= 0 && near < 9e15)
            assert_int_equal(pt_compare_decimal(digits, e10, c, e2 - 53), 0);
    }
}

static void the_public_form_is_ended_and_cut(void **state)
{
    char text[PTRON_NUMBER_ROOM], few[4] = "xyz";

    (void)state;
    assert_int_equal(ptron_format_number(-1.0 / 3.0, text, sizeof text), 19);
    assert_string_equal(text, "-0.3333333333333333");
    assert_int_equal(ptron_format_number(-2.2250738585072014e-308, text, sizeof text), 24);
    assert_string_equal(text, "-2.2250738585072014e-308");
    assert_int_equal(ptron_format_number(0.125, few, sizeof few), 5);
    assert_string_equal(few, "0.1");
    assert_int_equal(ptron_format_number(7.0, NULL, 0), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(doubles_are_written_in_this_style),
        cmocka_unit_test(every_double_comes_back_from_its_text),
        cmocka_unit_test(no_shorter_decimal_comes_back_and_none_is_nearer),
        cmocka_unit_test(the_shortest_decimal_is_digits_times_a_power_of_ten),
        cmocka_unit_test(a_decimal_is_kept_when_it_is_the_shortest_of_its_double),
        cmocka_unit_test(fixed_decimals_agree_with_snprintf),
        cmocka_unit_test(fixed_decimals_fall_back_and_refuse_a_short_room),
        cmocka_unit_test(significant_digits_agree_with_snprintf),
        cmocka_unit_test(significant_digits_have_edges),
        cmocka_unit_test(exact_comparison_agrees_with_what_strtod_rounds),
        cmocka_unit_test(the_public_form_is_ended_and_cut),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
