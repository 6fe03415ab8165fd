/* Rows of short pairs taken by windows: the same as line by line, whatever the lines are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "parse/parser.h"

enum { LINES = 40, TEXT = 60000 };

struct text {
    char   bytes[TEXT];
    size_t length;
};

static void add(struct text *text, const char *bytes)
{
    text->length += (size_t)sprintf(text->bytes + text->length, "%s", bytes);
}

/* Mostly rows such as "-1 3:1 11:1"; `odd`: out of how many pairs one is of another form. */
static void write_lines(pt_random *random, unsigned odd, struct text *text)
{
    static const char *const labels[] = {"-1", "+1", "1", "2", "a:b", "rec.autos", "seventy", "-", "0"};
    static const char *const others[] = {"0", "12", "0.5", "-1", "1e1", "x", "", "1:1", "nan", "01"};
    static const char *const ends[] = {"", " ", "  ", "\r", " # c", " #", "\t"};
    const unsigned n_labels = 1 + (unsigned)pt_random_below(random, 9);
    const bool ones = pt_random_below(random, 2) == 0;

    text->length = 0;
    for (unsigned i = 0; i < LINES; i++) {
        const unsigned pairs = (unsigned)pt_random_below(random, pt_random_below(random, 4) == 0 ? 60 : 18);
        unsigned index = 0;
        char pair[60];

        add(text, labels[pt_random_below(random, n_labels)]);
        for (unsigned k = 0; k < pairs; k++) {
            const bool other = odd > 0 && pt_random_below(random, odd) == 0;

            index += (unsigned)pt_random_below(random, other ? 5000 : 40) + (other ? 0 : 1);
            sprintf(pair, " %u:", index);
            add(text, pair);
            sprintf(pair, "%u", ones ? 1 : 1 + (unsigned)pt_random_below(random, 9));
            add(text, other ? others[pt_random_below(random, 10)] : pair);
        }
        add(text, ends[pt_random_below(random, odd == 0 ? 2 : 7) * (pt_random_below(random, 3) == 0)]);
        add(text, "\n");
    }
}

static void spoil(pt_random *random, struct text *text)
{
    static const char bytes[] = "0123456789 ..::--\n\n\r\t/;#e+x\x80\xff";

    /* NUL too */
    text->bytes[pt_random_below(random, text->length - 1)] = bytes[pt_random_below(random, sizeof bytes)];
}

static size_t end_of(const struct pt_chunk *chunk, size_t row)
{
    return row + 1 < chunk->n_rows ? (size_t)chunk->offset[row + 1] : chunk->n_values;
}

/* Row `at` of the whole is row `row` of a part of it. */
static void expect_same_row(const struct pt_chunk *whole, size_t at, const struct pt_chunk *part, size_t row)
{
    const size_t from = (size_t)whole->offset[at], n = end_of(whole, at) - from, other = (size_t)part->offset[row];

    assert_int_equal(end_of(part, row) - other, n);
    assert_memory_equal(whole->index + from, part->index + other, n * sizeof *whole->index);
    assert_memory_equal(whole->value + from, part->value + other, n * sizeof *whole->value);
    assert_memory_equal(&whole->norm2[at], &part->norm2[row], sizeof *whole->norm2);
    assert_true(whole->weight[at] == 1.0);
    assert_string_equal(pt_dict_text(&whole->labels, whole->label[at], NULL),
                        pt_dict_text(&part->labels, part->label[row], NULL));
}

/* The whole text against its lines one by one, each too short to be taken with others. */
static void expect_as_by_lines(const struct text *text, int base, uint32_t most, bool skip)
{
    const struct pt_recipe recipe = {.index_base = base};
    const struct pt_parse parse = {.recipe = &recipe, .fitting = true, .skip_bad = skip, .most_features = most};
    struct pt_chunk whole, line;
    uint32_t top = 0, least = UINT32_MAX;
    size_t row = 0, bad = 0, lines = 0;
    bool ones = true, failed = false;

    pt_chunk_init(&whole);
    pt_chunk_init(&line);
    pt_parser_svm.parse(&parse, text->bytes, text->length, &whole);
    for (size_t at = 0; at < text->length && !failed; lines++) {
        const size_t length = (size_t)((const char *)memchr(text->bytes + at, '\n', text->length - at) -
                                       text->bytes) + 1 - at;

        pt_chunk_reset(&line);
        pt_parser_svm.parse(&parse, text->bytes + at, length, &line);
        if (line.bad_rows > 0 && bad++ == 0) {
            assert_int_equal(whole.bad_at, at + line.bad_at);
            assert_string_equal(whole.error.message, line.error.message);
        }
        if (line.n_rows == 1) {
            assert_true(row < whole.n_rows);
            assert_int_equal(whole.place[row], lines);
            expect_same_row(&whole, row++, &line, 0);
        }
        for (size_t i = 0; i < line.n_values; i++)
            ones &= line.value[i] == 1.0;
        top = line.top_feature > top ? line.top_feature : top;
        least = line.least_index < least ? line.least_index : least;
        failed = line.failed;
        at += length;
    }
    assert_int_equal(whole.failed, failed);
    assert_int_equal(whole.bad_rows, bad);
    assert_int_equal(whole.n_rows, row);
    assert_int_equal(whole.n_lines, lines - failed);
    assert_int_equal(whole.top_feature, top);
    assert_int_equal(whole.least_index, least);
    assert_true(!whole.has_ones || ones);
    pt_chunk_fini(&whole);
    pt_chunk_fini(&line);
}

static void rows_are_those_of_their_lines(void **state)
{
    pt_random random = pt_random_of(3, 3);
    static struct text text;

    (void)state;
    for (unsigned round = 0; round < 6000; round++) {
        const int base = (int)pt_random_below(&random, 3) - 1;
        const uint32_t most = pt_random_below(&random, 8) == 0 ? 300 : 0;

        write_lines(&random, round % 3 == 0 ? 0 : round % 3 == 1 ? 300 : 20, &text);
        expect_as_by_lines(&text, base, most, round % 2 == 0);
        for (unsigned i = 0; i < 3; i++) {
            spoil(&random, &text);
            expect_as_by_lines(&text, base, most, round % 2 == 0);
        }
    }
}

static void rows_of_ones_are_known_to_be_that(void **state)
{
    const struct pt_recipe recipe = {.index_base = 1};
    const struct pt_parse parse = {.recipe = &recipe, .fitting = true};
    static struct text text;
    struct pt_chunk chunk;

    (void)state;
    text.length = 0;
    for (unsigned i = 0; i < LINES; i++)
        add(&text, i % 2 ? "+1 3:1 11:1 14:1 \n" : "-1 7:1 123:1 1234:1\n");
    pt_chunk_init(&chunk);
    pt_parser_svm.parse(&parse, text.bytes, text.length, &chunk);
    assert_int_equal(chunk.n_rows, LINES);
    assert_int_equal(chunk.n_values, 3 * LINES);
    assert_int_equal(chunk.top_feature, 1234);
    assert_true(chunk.has_ones);
    assert_int_equal(pt_chunk_seal(&chunk, false, 0, false, NULL), PTRON_OK);
    assert_int_equal(chunk.kind, PT_ONES);
    pt_chunk_fini(&chunk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_those_of_their_lines),
        cmocka_unit_test(rows_of_ones_are_known_to_be_that),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
