/* Cells taken many at a time: the numbers, and where it stops. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "base/simd.h"
#include "parse/csv/csv_numbers.h"

static void expect(const char *text, size_t most, const char *wanted)
{
    char padded[400], got[400];
    double value[64];
    const char *p = padded;
    size_t n = 0, taken;

    snprintf(padded, sizeof padded, "%s\n%0200d", text, 0);
    taken = pt_csv_numbers(&p, padded + strlen(padded), ',', value, most);
    for (size_t i = 0; i < taken; i++)
        n += (size_t)snprintf(got + n, sizeof got - n, "%.17g ", value[i]);
    snprintf(got + n, sizeof got - n, "at '%.*s'", (int)strcspn(p, "\n"), p);
    assert_string_equal(got, wanted);
}

static void short_numbers_before_a_delimiter_are_taken(void **state)
{
    (void)state;
    expect("1,2.5,-3,12.25,x", 64, "1 2.5 -3 12.25 at 'x'");
    expect("1,2.5,-3,12.25,x", 2, "1 2.5 at '-3,12.25,x'");
    expect("-0,0,.5,5.,-.5,1234567.,1.2345678,12345678,-87654321,1", 64,
           "-0 0 0.5 5 -0.5 1234567 1.2345678 12345678 -87654321 at '1'");
}

static void anything_else_is_left_where_it_stands(void **state)
{
    static const char *const others[] = {"",  ".",   "-",   "-.",  "..",  "1.2.3", "1e2",  "+1",        " 1",     "1 ",
                                         "x", "x.5", "\"1", "nan", "--1", "1-",    "1\t2", "123456789", "1234567.8",
                                         "/", ":",   "5:",  "\xb1"};

    (void)state;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        char text[60], wanted[60];

        snprintf(text, sizeof text, "7,%s,8,9", others[i]);
        snprintf(wanted, sizeof wanted, "7 at '%s,8,9'", others[i]);
        expect(text, 64, wanted);
    }
}

/* One byte is another: what is taken four at a time are numbers as the standard reader reads them. */
static void fours_of_spoiled_lines_are_numbers(void **state)
{
    static const char bytes[] = "0123456789..,,--\n\r /:;+e\"x\x80\xff";
    pt_random random = pt_random_of(10, 10);

    (void)state;
#if defined(__x86_64__)
    for (size_t round = 0; round < 50000 && pt_simd_avx2(); round++) {
        char line[800];
        const char *p = line, *q = line;
        double value[60] = {0}, wanted[60] = {0};
        size_t length = 0, n;

        for (size_t i = 0; i < 30; i++)
            length += (size_t)sprintf(line + length, "%.*f,", (int)pt_random_below(&random, 5),
                                      (double)((int64_t)pt_random_below(&random, 20000) - 10000) / 100.0);
        line[pt_random_below(&random, length)] = bytes[pt_random_below(&random, sizeof bytes)];
        memset(line + length, '\n', 200);
        n = pt_csv_fours(&p, line + length + 200, ',', value, 60);
        assert_int_equal(n % 4, 0);
        for (size_t i = 0; i < n; i++) {
            char *stop;

            assert_true(*q == '-' || *q == '.' || (*q >= '0' && *q <= '9'));
            wanted[i] = strtod(q, &stop);
            assert_int_equal(*stop, ',');
            q = stop + 1;
        }
        assert_ptr_equal(p, q);
        assert_memory_equal(value, wanted, n * sizeof *value);
    }
#endif
}

static void values_are_those_of_the_standard_reader(void **state)
{
    pt_random random = pt_random_of(9, 9);

    (void)state;
    for (size_t round = 0; round < 50000; round++) {
        char line[800];
        const char *p;
        double value[20], wanted[20];
        size_t length = 0;

        for (size_t i = 0; i < 20; i++) {
            const uint64_t digits = 1 + pt_random_below(&random, 7), point = pt_random_below(&random, 9);
            const size_t from = length;

            if (pt_random_below(&random, 3) == 0)
                line[length++] = '-';
            for (uint64_t j = 0; j < digits; j++) {
                if (j == point)
                    line[length++] = '.';
                line[length++] = (char)('0' + pt_random_below(&random, 10));
            }
            line[length++] = ',';
            wanted[i] = strtod(line + from, NULL);
        }
        memset(line + length, '\n', 200);
        for (size_t way = 0; way < 2; way++) {
            pt_take_numbers *const take = way == 0 ? pt_csv_numbers : pt_csv_numbers_plain;

            p = line;
            assert_int_equal(take(&p, line + length + 200, ',', value, 20), 20);
            assert_ptr_equal(p, line + length);
            assert_memory_equal(value, wanted, sizeof wanted);
        }
    }
}

static void nothing_is_read_beyond_the_end(void **state)
{
    (void)state;
    for (size_t length = 1; length < 200; length++) {
        char *text = malloc(length);   /* sanitizers watch its end */
        const char *p = text;
        double value[200];

        for (size_t i = 0; i < length; i++)
            text[i] = "1,"[i % 2];
        assert_true(pt_csv_numbers(&p, text + length, ',', value, 200) <= length / 2);
        assert_true(p <= text + length);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_numbers_before_a_delimiter_are_taken),
        cmocka_unit_test(anything_else_is_left_where_it_stands),
        cmocka_unit_test(values_are_those_of_the_standard_reader),
        cmocka_unit_test(fours_of_spoiled_lines_are_numbers),
        cmocka_unit_test(nothing_is_read_beyond_the_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
