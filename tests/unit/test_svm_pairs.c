/* Pairs taken many at a time: the numbers, the places where it stops, the same on every instruction set. */
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
#include "parse/svm/svm_pairs.h"

enum { MOST = 64 };

struct taken {
    uint32_t index[MOST];
    double   value[MOST];
    struct pt_pairs pairs;
    size_t   at;             /* where it stopped */
};

static pt_take_pairs *const ways[] = {
    pt_take_pairs_plain,
#if defined(__x86_64__)
    pt_take_pairs_avx2,
#endif
};
enum { N_WAYS = sizeof ways / sizeof *ways };

static bool works(size_t way)
{
#if defined(__x86_64__)
    return ways[way] != pt_take_pairs_avx2 || pt_simd_avx2();
#else
    return way == 0;
#endif
}

static void take(size_t way, const char *text, size_t length, uint64_t base, uint64_t bound, struct taken *taken)
{
    memset(taken, 0, sizeof *taken);
    taken->pairs = (struct pt_pairs){
        .index = taken->index, .value = taken->value, .base = base, .bound = bound, .next = base};
    taken->at = (size_t)(ways[way](&taken->pairs, text, text + length) - text);
}

/* The pairs of `text`, with room behind it, and what stands where it stopped. */
static void expect(const char *text, const char *wanted)
{
    for (size_t way = 0; way < N_WAYS; way++) {
        char padded[600], got[600];
        struct taken t;
        size_t n = 0;

        if (!works(way))
            continue;
        snprintf(padded, sizeof padded, "%s\n%0200d", text, 0);
        take(way, padded, strlen(padded), 1, 1000, &t);
        for (size_t i = 0; i < t.pairs.n; i++)
            n += (size_t)snprintf(got + n, sizeof got - n, "%u:%.17g ", t.index[i], t.value[i]);
        snprintf(got + n, sizeof got - n, "at '%.*s'", (int)(strchr(padded + t.at, '\n') - padded - (long)t.at),
                 padded + t.at);
        assert_string_equal(got, wanted);
    }
}

static void common_pairs_are_taken_to_the_end_of_the_line(void **state)
{
    (void)state;
    expect("1:1 2:0.5 10:-25 999:12345678", "0:1 1:0.5 9:-25 998:12345678 at ''");
    expect("1:0 2:-0 3:0.000 4:7.", "3:7 at ''");
    expect("0000007:1.2345678 8:-1.5", "6:1.2345678 7:-1.5 at ''");
}

static void anything_else_is_left_where_it_stands(void **state)
{
    static const char *const others[] = {
        "3:12.5", "3:.5", "3:1e2", "3:+1", "3:123456789", "3:1.23456789", "3:nan", "3:", "3: ", ":1", "x:1", "3",
        "12345678:1", "1000:1", "2:1", "1:1", "0:1", "3:1\t4:1", "3:1\r", "3:1#", "3:-", "3:--1", "3:1.-", "3:/", "3::",
        "3:1.5.5", "3:1:1", "q:1", "-3:1", "3:1\x80", "/:1", "::1", "3;1", "3:\xb1", " 3:1", "# 3:1",
    };

    (void)state;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        char text[100], wanted[100];

        snprintf(text, sizeof text, "2:1 %s 5:1", others[i]);
        snprintf(wanted, sizeof wanted, "1:1 at '%s 5:1'", others[i]);
        expect(text, wanted);
    }
}

static void nothing_is_read_beyond_the_end(void **state)
{
    char *text = malloc(PT_PAIRS_REACH);   /* sanitizers watch its end */

    (void)state;
    for (size_t i = 0; i < PT_PAIRS_REACH; i++)
        text[i] = "1:1 "[i % 4];
    for (size_t way = 0; way < N_WAYS; way++) {
        struct taken t;

        if (!works(way))
            continue;
        take(way, text, PT_PAIRS_REACH - 1, 1, 1000, &t);
        assert_int_equal(t.pairs.n, 0);
        take(way, text, PT_PAIRS_REACH, 1, 1000, &t);
        assert_int_equal(t.pairs.n, 1);
        assert_int_equal(t.at, 4);
    }
    free(text);
}

enum style { ANY, POINTED, WHOLE, SHORT, N_STYLES };   /* SHORT: one digit, mostly behind indices of few */

/* Up to eight digits, perhaps with a point behind the first, perhaps with a sign. */
static void write_value(pt_random *random, enum style style, char *out)
{
    const uint64_t n = 1 + (style == SHORT ? 0 : pt_random_below(random, 8));
    const bool pointed = style == POINTED || (style == ANY && pt_random_below(random, 3) > 0);

    if (style == ANY && pt_random_below(random, 3) == 0)
        *out++ = '-';
    for (uint64_t i = 0; i < n; i++) {
        *out++ = (char)('0' + (pt_random_below(random, 4) == 0 ? 0 : pt_random_below(random, 10)));
        if (i == 0 && pointed)
            *out++ = '.';
    }
    *out = '\0';
}

struct line {
    char   text[4000];
    size_t length;           /* with its '\n'; more follow it */
    double value[MOST];      /* without zeros */
    size_t n;
    double norm2;
};

/* Twenty pairs, their indices of up to seven digits. */
static void write_line(pt_random *random, enum style style, struct line *line)
{
    uint64_t index = 0, step = 1 + pt_random_below(random, style == SHORT ? 1500 : 400000);

    memset(line, 0, sizeof *line);
    step = 1 + pt_random_below(random, step);   /* small ones as well */
    for (unsigned i = 0; i < 20; i++) {
        char value[40];
        double v;

        write_value(random, style, value);
        v = strtod(value, NULL);
        index += 1 + pt_random_below(random, step);
        line->length += (size_t)sprintf(line->text + line->length, "%llu:%s ", (unsigned long long)index, value);
        if (v != 0)
            line->value[line->n++] = v;
        line->norm2 += v * v;
    }
    line->text[line->length - 1] = '\n';
    memset(line->text + line->length, '\n', 200);
}

static void values_are_those_of_the_standard_reader(void **state)
{
    pt_random random = pt_random_of(7, 7);

    (void)state;
    for (unsigned round = 0; round < 20000; round++) {
        struct line line;

        write_line(&random, (enum style)(round % N_STYLES), &line);
        for (size_t way = 0; way < N_WAYS; way++) {
            struct taken t;

            if (!works(way))
                continue;
            take(way, line.text, line.length + 200, 1, UINT64_MAX, &t);
            assert_int_equal(t.at, line.length - 1);
            assert_int_equal(t.pairs.n, line.n);
            assert_memory_equal(t.value, line.value, line.n * sizeof *line.value);
            assert_true(t.pairs.norm2 == line.norm2);
        }
    }
}

/* One byte is another: all ways stop in one place, with the same pairs. */
static void all_ways_agree_on_spoiled_lines(void **state)
{
    static const char bytes[] = "0123456789 ..::--\n\r\t/;#e+x\x80\xff";
    pt_random random = pt_random_of(8, 8);

    (void)state;
    for (unsigned round = 0; round < 30000; round++) {
        struct taken plain, other;
        struct line line;

        write_line(&random, (enum style)(round % N_STYLES), &line);
        line.text[pt_random_below(&random, line.length)] = bytes[pt_random_below(&random, sizeof bytes)];
        take(0, line.text, line.length + 200, 1, UINT64_MAX, &plain);
        for (size_t way = 1; way < N_WAYS; way++) {
            if (!works(way))
                continue;
            take(way, line.text, line.length + 200, 1, UINT64_MAX, &other);
            assert_int_equal(other.at, plain.at);
            assert_int_equal(other.pairs.n, plain.pairs.n);
            assert_int_equal(other.pairs.next, plain.pairs.next);
            assert_memory_equal(other.index, plain.index, plain.pairs.n * sizeof *plain.index);
            assert_memory_equal(other.value, plain.value, plain.pairs.n * sizeof *plain.value);
            assert_true(other.pairs.norm2 == plain.pairs.norm2);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(common_pairs_are_taken_to_the_end_of_the_line),
        cmocka_unit_test(anything_else_is_left_where_it_stands),
        cmocka_unit_test(nothing_is_read_beyond_the_end),
        cmocka_unit_test(values_are_those_of_the_standard_reader),
        cmocka_unit_test(all_ways_agree_on_spoiled_lines),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
