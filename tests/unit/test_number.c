/* Reading numbers, held against strtod of the C library, which is asked in the C locale only.
 * A failing case prints its text.
 */
#if !defined(_DEFAULT_SOURCE)
#define _DEFAULT_SOURCE 1   /* MAP_ANONYMOUS */
#endif

#include <float.h>
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/number.h"
#include "random_number.h"

enum { TEXT_ROOM = 6000 };

/* Reads all of text both ways. */
static void assert_reads_as_strtod(const char *text)
{
    const size_t length = strlen(text);
    const char *p = text;
    char *behind;
    double got = -1.0;
    const double wanted = strtod(text, &behind);

    if (!pt_parse_double(&p, text + length, &got) || p != behind || bits_of(got) != bits_of(wanted))
        fail_msg("\"%s\" reads as %a up to byte %td, not %a up to %td", text, got, p - text, wanted,
                 behind - text);
}

static void reading_agrees_with_strtod_on_known_hard_numbers(void **state)
{
    static const char *const texts[] = {
        "0", "-0", "+0", "0.0", "-0.0e5", "1", "-1", ".5", "5.", "-.5", "+5.e1", "1e5", "1E+5", "1e-5",
        "1e22", "1e23", "8.5e22", "123456789012345678", "1234567890123456789", "12345678901234567890",
        "9007199254740991", "9007199254740992", "9007199254740993", "9007199254740995",
        "9007199254740993.0", "9007199254740992.99999999999999999999999", "18446744073709551615",
        "18446744073709551616", "9223372036854775807", "9223372036854775808", "0.1", "0.3", "0.7",
        "1.000000000000000000e+00", "5.000000000000000000e-01", "0.500000000000000000000000000000",
        "2.2250738585072011e-308", "2.2250738585072012e-308", "2.2250738585072014e-308",
        "2.225073858507201136057409796709131975934819546351645648023426109724822222021076945516529523908"
        "1350e-308",
        "4.9406564584124654e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "5e-324",
        "2.47032822920623272088284396434110686182e-324", "1e-323", "1e-324", "3e-324", "1e-400", "-1e-400",
        "1.7976931348623157e308", "1.7976931348623158e308", "1.7976931348623159e308", "1.8e308", "1e309",
        "179769313486231580793728971405301e276", "-1e999999999999999999999999",
        "1e-999999999999999999999999",
        "0e999999999999999999999999", "6.631236846766476e-316", "3.237883913302901289588352412501e-248",
        "1.00000005960464477550", "7.2057594037927933e16", "7.2057594037927933e+16",
        "1090544144181609348671888949248", "1090544144181609348835077142190", "89255e-22",
        "104110013277974872254e-225", "9.5e-310", "6.9294956446009195e15", "2.98023223876953125e-8",
        "8.881784197001252323e-16", "3.3564e-100", "1.1754943508222875e-38", "9355950000000000000.00000",
        "1.7976931348623158079372897140530341507993413271003782693617377898044496829276475094664901797758"
        "72070963302864166928879109465555478519404026306574886715058206819089020007083836762738548458177115"
        "3176447573027006985557136695962284291481986083493647529271907416844436551070434271155969950809304"
        "28801779041744977919999999999999999999999999999e308",
    };

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_reads_as_strtod(texts[i]);
}

static void reading_stops_where_the_number_ends(void **state)
{
    static const struct {
        const char *text;
        size_t length;   /* 0: no number */
        double value;
    } cases[] = {
        {"", 0, 0}, {"+", 0, 0}, {"-", 0, 0}, {".", 0, 0}, {"-.", 0, 0}, {".e5", 0, 0}, {"e5", 0, 0},
        {" 1", 0, 0}, {"+-1", 0, 0}, {"--1", 0, 0}, {"abc", 0, 0}, {"in", 0, 0}, {"na", 0, 0}, {",5", 0, 0},
        {"0x1p3", 1, 0}, {"1e", 1, 1}, {"1e+", 1, 1}, {"1e-", 1, 1}, {"1e+x", 1, 1}, {"1ee5", 1, 1},
        {"1.5.5", 3, 1.5}, {"1..", 2, 1}, {"1,5", 1, 1}, {"5.e", 2, 5}, {"1:2", 1, 1}, {"12 ", 2, 12},
        {"1e5.5", 3, 1e5}, {"1e5e5", 3, 1e5}, {"7f", 1, 7}, {"-3-4", 2, -3}, {"1_000", 1, 1}, {"1\0002", 1, 1},
        {"inf", 3, INFINITY}, {"-Inf", 4, -INFINITY}, {"INFINITY", 8, INFINITY}, {"infinit", 3, INFINITY},
        {"+infinityy", 9, INFINITY}, {"1e400", 5, INFINITY}, {"-1e400", 6, -INFINITY},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *p = cases[i].text;
        double got = 7.25;
        const bool read = pt_parse_double(&p, p + strlen(p), &got);

        assert_int_equal(read, cases[i].length > 0);
        assert_int_equal(p - cases[i].text, cases[i].length);
        assert_true(got == (read ? cases[i].value : 7.25));
    }
}

static void reading_knows_nan_with_its_sign(void **state)
{
    static const char *const texts[] = {"nan", "-NaN", "+NAN"};

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const char *p = texts[i];
        double got = 0.0;

        assert_true(pt_parse_double(&p, p + strlen(p), &got));
        assert_true(*p == '\0');
        assert_true(bits_of(got) == bits_of(strtod(texts[i], NULL)));
    }
}

static void reading_agrees_with_strtod_on_printed_doubles(void **state)
{
    static const int precisions[] = {17, 15, 16, 20, 18, 6, 40};
    char text[TEXT_ROOM];

    (void)state;
    for (int i = 0; i < 1500000; i++) {
        const int precision = precisions[random_below(7)];
        const double value = random_below(3) == 0 ? random_everyday() : random_double();

        if (i % 2 == 0)
            snprintf(text, sizeof text, "%.*g", precision, value);
        else
            snprintf(text, sizeof text, "%.*e", precision, value);
        assert_reads_as_strtod(text);
    }
}

/* Appends n random digits; returns the new end. */
static char *put_random_digits(char *s, unsigned n)
{
    while (n-- > 0)
        *s++ = (char)('0' + random_below(10));
    return s;
}

static void reading_agrees_with_strtod_on_random_short_decimals(void **state)
{
    char text[64];

    (void)state;
    for (int i = 0; i < 1500000; i++) {
        char *s = text;

        if (random_below(2) == 0)
            *s++ = '-';
        s = put_random_digits(s, random_below(12));
        *s++ = '.';
        s = put_random_digits(s, 1 + random_below(12));
        *s = '\0';
        if (random_below(2) == 0)
            snprintf(s, 16, "e%d", (int)random_below(700) - 350);
        assert_reads_as_strtod(text);
    }
}

static void reading_agrees_with_strtod_on_long_decimals(void **state)
{
    static char text[TEXT_ROOM];

    (void)state;
    for (int i = 0; i < 30000; i++) {
        char *s = put_random_digits(text, random_below(3) == 0 ? random_below(900) : random_below(30));

        *s++ = '.';
        const unsigned zeros = random_below(4) == 0 ? random_below(2000) : 0;
        memset(s, '0', zeros);
        s = put_random_digits(s + zeros, 1 + (random_below(10) == 0 ? random_below(2500) : random_below(40)));
        snprintf(s, 16, "e%d", (int)random_below(3000) - 1500);
        assert_reads_as_strtod(text);
    }
}

static void reading_is_right_when_zeros_and_exponent_cancel(void **state)
{
    static char text[130000];

    (void)state;
    for (unsigned zeros = 0; zeros <= 120000; zeros += zeros < 5000 ? 250 : 23000) {
        text[0] = '0';
        text[1] = '.';
        memset(text + 2, '0', zeros);
        snprintf(text + 2 + zeros, 64, "125e%u", zeros + 1);
        assert_reads_as_strtod(text);
        text[0] = '1';
        memset(text + 1, '0', zeros);
        snprintf(text + 1 + zeros, 64, "25.75e-%u", zeros);
        assert_reads_as_strtod(text);
    }
}

/* The exact middle of value and the double above it, written out in full. */
static size_t write_middle(double value, char *text)
{
    const double next = nextafter(value, INFINITY);
    const long double middle = ((long double)value + (isinf(next) ? ldexpl(1, DBL_MAX_EXP) : next)) / 2;
    size_t length = (size_t)snprintf(text, TEXT_ROOM, "%.1100Lf", middle);

    while (text[length - 1] == '0')
        length--;
    text[length] = '\0';
    return length;
}

static void reading_agrees_with_strtod_half_way_between_doubles(void **state)
{
    static char text[TEXT_ROOM];

    (void)state;
    if (LDBL_MANT_DIG < 64)
        skip();
    for (int i = 0; i < 100000; i++) {
        const double value = i == 0 ? DBL_MAX : i < 4 ? (i - 1) * 5e-324 : fabs(random_double());
        const size_t length = write_middle(value, text);

        assert_reads_as_strtod(text);
        const unsigned zeros = random_below(20) == 0 ? random_below(1500) : random_below(3);
        memset(text + length, '0', zeros);
        memcpy(text + length + zeros, "1", 2);
        assert_reads_as_strtod(text);
        if (text[length - 1] == '.')
            continue;
        text[length - 1]--;
        snprintf(text + length, 16, "%.*s", (int)random_below(11), "9999999999");
        assert_reads_as_strtod(text);
    }
}

/* Middles that fit in few digits: whole numbers around 2^53 to 2^64 and their tenths. */
static void reading_agrees_with_strtod_on_short_half_way_numbers(void **state)
{
    static const char *const tails[] = {"", ".0", "000e-3"};
    char text[64];

    (void)state;
    for (int i = 0; i < 200000; i++) {
        const uint64_t odd = (random_u64() >> 10) | UINT64_C(1) << 53 | 1;   /* 54 bits */
        const unsigned twos = random_below(11);
        const uint64_t near = (odd << twos) + random_below(3) - 1;
        const double small = (double)(random_u64() >> 40 | 1) / (double)(1 << (24 + random_below(4)));

        snprintf(text, sizeof text, "%llu%s", (unsigned long long)near, tails[i % 3]);
        assert_reads_as_strtod(text);
        snprintf(text, sizeof text, "%.18e", small);
        assert_reads_as_strtod(text);
    }
}

/* Both readers must agree wherever the small one says yes; text is [text, end) with more behind. */
static bool small_agrees(const char *text, const char *end)
{
    const char *p = text, *q = text;
    double small = 0.0, full = 0.0;
    const bool yes = pt_parse_small(&p, end, &small);

    if (!yes) {
        assert_ptr_equal(p, text);
        return false;
    }
    assert_true(pt_parse_double(&q, end, &full));
    if (p != q || bits_of(small) != bits_of(full))
        fail_msg("\"%.*s\" reads as %a up to byte %td, not %a up to %td", (int)(end - text), text, small,
                 p - text, full, q - text);
    return true;
}

static void the_small_reader_gives_the_same_bits(void **state)
{
    static const char letters[] = "0123456789012345678901234567890123456789..--eE+, :\tx/";
    char text[40];
    int accepted = 0;

    (void)state;
    for (int i = 0; i < 2000000; i++) {
        for (size_t k = 0; k < sizeof text; k++)
            text[k] = letters[random_below(i % 2 == 0 ? sizeof letters - 1 : 42)];
        text[1 + random_below(12)] = " ,:\n"[random_below(4)];
        accepted += small_agrees(text, text + 10 + random_below(31));
    }
    assert_true(accepted > 500000);
}

static void the_small_reader_takes_common_cells(void **state)
{
    static const char *const cells[] = {"0", "-1", "0.123", "-12.5", "1234567", "12345678", "-0.708333",
                                        ".5", "-.1234567", "12345678.1234567", "-0", "-0.0"};
    char text[64];

    (void)state;
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        snprintf(text, sizeof text, "%s,%s", cells[i], "0000000000000000000");
        assert_true(small_agrees(text, text + strlen(text)));
    }
}

static void whole_numbers_are_read_to_their_last_digit(void **state)
{
    static const struct {
        const char *text;
        size_t length;
        bool fits;
        uint64_t value;
    } cases[] = {
        {"", 0, false, 9}, {"-1", 0, false, 9}, {"+1", 0, false, 9}, {"x", 0, false, 9},
        {"0", 1, true, 0}, {"3abc", 1, true, 3}, {"12345678", 8, true, 12345678},
        {"1234567:", 7, true, 1234567}, {"123456789", 9, true, 123456789},
        {"00000000000000000000000000000007 ", 32, true, 7},
        {"18446744073709551615", 20, true, UINT64_MAX}, {"18446744073709551616", 20, false, UINT64_MAX},
        {"99999999999999999999", 20, false, UINT64_MAX},
        {"123456789012345678901234567890,", 30, false, UINT64_MAX},
        {"10000000000000000000.5", 20, true, UINT64_C(10000000000000000000)},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *p = cases[i].text;
        uint64_t got = 9;

        assert_int_equal(pt_parse_u64(&p, p + strlen(p), &got), cases[i].fits);
        assert_int_equal(p - cases[i].text, cases[i].length);
        assert_true(got == cases[i].value);
    }
}

static void whole_numbers_come_back_from_their_text(void **state)
{
    (void)state;
    for (int i = 0; i < 500000; i++) {
        const uint64_t value = random_u64() >> random_below(64);
        char text[64], wanted[64];
        const size_t length = pt_format_u64(value, text);
        uint64_t got = 0, small = 0;
        const char *p = text, *q = text;

        memcpy(text + length, ":1.5     ", 10);
        assert_int_equal(length, snprintf(wanted, sizeof wanted, "%llu", (unsigned long long)value));
        assert_memory_equal(text, wanted, length);
        assert_true(pt_parse_u64(&p, text + length + random_below(9), &got));
        assert_true(got == value);
        assert_true(pt_parse_small_u64(&q, text + length + 9, &small) == (length < 20));
        assert_true(length < 20 ? small == value && q == p : q == text);
    }
}

/* The readers at the very end of readable memory, and at an end before the digits end. */
static void nothing_is_read_behind_the_end(void **state)
{
    static const char *const texts[] = {
        "1", "12", "-1.5", "0.123", "1234567", "12345678", "123456789.5", "1e", "1e+", "12345678901234567",
        "0.1234567890123456789012345", "-", "+", ".", "in", "inf", "infinit", "nan", "na", "1.",
        "-0.00000001e-12", "",
    };
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *memory = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    (void)state;
    assert_true(memory != MAP_FAILED);
    assert_int_equal(mprotect(memory + page, page, PROT_NONE), 0);
    const char *end = memory + page;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (size_t before = 0; before < 20; before++) {
            const size_t length = strlen(texts[i]);
            char *text = memory + page - length;
            const char *p = text, *q = text - before;
            double value;
            uint64_t whole;

            memset(memory, '7', page);
            memcpy(text, texts[i], length);
            (void)pt_parse_double(&p, end, &value);
            assert_true(p <= end);
            p = text;
            (void)pt_parse_u64(&p, end, &whole);
            assert_true(p <= end);
            (void)pt_parse_small_u64(&q, end, &whole);
            q = text - before;
            (void)pt_parse_small(&q, end, &value);
            assert_true(q <= end);
        }
    assert_int_equal(munmap(memory, 2 * page), 0);

    const char *p = "12345";
    double value = 0.0;
    assert_true(pt_parse_double(&p, p + 3, &value));
    assert_true(value == 123.0);
}

/* A locale that writes 1,5; false when the machine has none. */
static bool enter_comma_locale(void)
{
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8", "nl_NL.UTF-8"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (setlocale(LC_ALL, names[i]) != NULL && strcmp(localeconv()->decimal_point, ",") == 0)
            return true;
    (void)setlocale(LC_ALL, "C");
    return false;
}

static void the_locale_does_not_matter(void **state)
{
    const char *p = "1234.5e1,5";
    double value = 0.0;
    char text[3][PT_FIXED_ROOM] = {{0}};

    (void)state;
    if (!enter_comma_locale())
        skip();
    const bool read = pt_parse_double(&p, p + strlen(p), &value);
    pt_format_double(1234.5, text[0]);
    pt_format_fixed(1234.5, 2, text[1], PT_FIXED_ROOM);
    pt_format_significant(1234.5, 5, text[2]);
    (void)setlocale(LC_ALL, "C");
    assert_true(read && value == 12345.0 && *p == ',');
    assert_string_equal(text[0], "1234.5");
    assert_string_equal(text[1], "1234.50");
    assert_string_equal(text[2], "1234.5");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reading_agrees_with_strtod_on_known_hard_numbers),
        cmocka_unit_test(reading_stops_where_the_number_ends),
        cmocka_unit_test(reading_knows_nan_with_its_sign),
        cmocka_unit_test(reading_agrees_with_strtod_on_printed_doubles),
        cmocka_unit_test(reading_agrees_with_strtod_on_random_short_decimals),
        cmocka_unit_test(reading_agrees_with_strtod_on_long_decimals),
        cmocka_unit_test(reading_is_right_when_zeros_and_exponent_cancel),
        cmocka_unit_test(reading_agrees_with_strtod_half_way_between_doubles),
        cmocka_unit_test(reading_agrees_with_strtod_on_short_half_way_numbers),
        cmocka_unit_test(the_small_reader_gives_the_same_bits),
        cmocka_unit_test(the_small_reader_takes_common_cells),
        cmocka_unit_test(whole_numbers_are_read_to_their_last_digit),
        cmocka_unit_test(whole_numbers_come_back_from_their_text),
        cmocka_unit_test(nothing_is_read_behind_the_end),
        cmocka_unit_test(the_locale_does_not_matter),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
