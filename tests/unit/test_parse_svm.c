/* LIBSVM text: what is accepted, and for what is not the exact sentence and place. */
#include "api/api.h"
#include "reading.h"

#include "parse/parser.h"

static void rows_are_read_as_written(void **state)
{
    (void)state;
    expect_loaded("+1 1:0.5 3:2\n-1 2:-1e-3\n", "", "+1 0:0.5 2:2 @0.1\n-1 1:-0.001 @0.2\n");
}

static void an_index_of_zero_anywhere_makes_the_base_zero(void **state)
{
    (void)state;
    expect_loaded("a 1:1\nb 0:1 7:1\n", "", "a 1:1 @0.1\nb 0:1 7:1 @0.2\n");
    expect_loaded("a 1:1\nb 2:1 7:1\n", "", "a 0:1 @0.1\nb 1:1 6:1 @0.2\n");
    expect_loaded("a 1:1\nb 2:1 7:1\n", "index-base=0", "a 1:1 @0.1\nb 2:1 7:1 @0.2\n");
    expect_loaded("a 1:1\nb 0:1 7:1\n", "index-base=1",
                  "f:2:3: feature index 0, but the indices of this source start at 1; see --index-base");
}

static void labels_are_any_text(void **state)
{
    (void)state;
    expect_loaded("1,3,7 1:1\nrec.autos 1:2\n\xc3\xa9t\xc3\xa9 1:3\nc# 1:4\na:b 1:5\n", "",
                  "1,3,7 0:1 @0.1\nrec.autos 0:2 @0.2\n\xc3\xa9t\xc3\xa9 0:3 @0.3\nc# 0:4 @0.4\na:b 0:5 @0.5\n");
}

static void comments_blanks_groups_and_tabs_are_no_rows(void **state)
{
    (void)state;
    expect_loaded("# head\n\n  \t\n+1 qid:4 1:1 # a 2:2\n\t -1\t2:1\t\t3:1 \n  # tail\n+1 1:2#x\n", "",
                  "+1 0:1 @0.4\n-1 1:1 2:1 @0.5\n+1 0:2 @0.7\n");
}

static void carriage_returns_marks_and_a_missing_end_are_fine(void **state)
{
    (void)state;
    expect_loaded("\xef\xbb\xbf+1 1:1\r\n\r\n-1 2:1\r\n+1 1:25", "", "+1 0:1 @0.1\n-1 1:1 @0.3\n+1 0:25 @0.4\n");
}

static void zeros_are_not_stored_but_their_feature_counts(void **state)
{
    const struct pt_source source = text_source("f", "+1 1:0 2:1 9:0\n-1 3:0.0 4:-0\n");
    ptron_dataset *set;

    (void)state;
    assert_int_equal(pt_dataset_load(&source, 1, pt_options_given(NULL), NULL, &set, NULL), PTRON_OK);
    assert_int_equal(set->n_features, 9);
    assert_int_equal(set->n_values, 1);
    assert_int_equal(set->kind, PT_ONES);
    pt_dataset_free(set);
}

static void rows_without_pairs_are_rows(void **state)
{
    (void)state;
    expect_loaded("+1\n-1 1:1\n+1 \n", "format=libsvm", "+1 @0.1\n-1 0:1 @0.2\n+1 @0.3\n");
}

static void numbers_take_every_form(void **state)
{
    (void)state;
    expect_loaded("a 1:+1 2:1. 3:.5 4:1e2 5:1E-2 6:12345678901234567890 7:4.9e-324 8:123456789.123456789\nb\n", "",
                  "a 0:1 1:1 2:0.5 3:100 4:0.01 5:1.2345678901234567e19 6:5e-324 7:123456789.12345679 @0.1\nb @0.2\n");
}

static void each_bad_row_gets_a_sentence_and_a_place(void **state)
{
    static const struct {
        const char *text, *wanted;
    } cases[] = {
        {"+1 1:1\n+1 9:1 4:1\n", "f:2:8: feature index 4 does not follow 9; indices must increase"},
        {"+1 4:1 4:1\n", "f:1:8: feature index 4 does not follow 4; indices must increase"},
        {"+1 1:1\n-1 1:nan\n", "f:2:6: value 'nan' is not a finite number"},
        {"+1 1:-inf\n", "f:1:6: value '-inf' is not a finite number"},
        {"+1 1:1e999 2:1\n", "f:1:6: value '1e999' is not a finite number"},
        {"+1 -3:1\n", "f:1:4: feature index -3 is negative"},
        {"+1 1:1 4294967294:1\n", "f:1:8: feature index 4294967294 is beyond 4294967293"},
        {"+1 1:1 4294967296:1\n", "f:1:8: feature index 4294967296 is beyond 4294967293"},
        {"+1 99999999999999999999999:1\n", "f:1:4: feature index 99999999999999999999999 is beyond 4294967293"},
        {"+1 18446744073709551615:1\n", "f:1:4: feature index 18446744073709551615 is beyond 4294967293"},
        {"+1 1:1 x\n", "f:1:8: expected index:value, found 'x'"},
        {"+1 1:1 2\n", "f:1:8: expected index:value, found '2'"},
        {"+1 1:1 2:\n", "f:1:10: expected a value after ':', found nothing"},
        {"+1 1:1 2: 3\n", "f:1:10: expected a value after ':', found nothing"},
        {"+1 1:abc\n", "f:1:6: expected a number as value, found 'abc'"},
        {"+1 1:2x 3:4\n", "f:1:6: expected a number as value, found '2x'"},
        {"+1 1:1:1\n", "f:1:6: expected a number as value, found '1:1'"},
        {"+1 1:1\n1:1 2:1\n", "f:2:1: expected a label, found '1:1'"},
        {"+1 1:1 \x01\n", "f:1:8: byte 0x01 is not text"},
        {"+1 1:1\rx\n", "f:1:7: byte 0x0d is not text"},
        {"+1 1:1\na\x7f 1:1\n", "f:2:2: byte 0x7f is not text"},
        {"+1 1:1\n+1 2:1 1:1", "f:2:8: feature index 1 does not follow 2; indices must increase"},
        {"\xef\xbb\xbf+1 2:1 1:1\n", "f:1:8: feature index 1 does not follow 2; indices must increase"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char longer[400];

        expect_loaded(cases[i].text, "format=libsvm", cases[i].wanted);
        snprintf(longer, sizeof longer, "%s\n# %0200d\n", cases[i].text, 0);   /* with room to read many at a time */
        expect_loaded(longer, "format=libsvm", cases[i].wanted);
    }
}

static void nul_bytes_have_a_place(void **state)
{
    const char text[] = "+1 1:1\n-1 2\0:1\n";
    const struct pt_source source = memory_source("f", text, sizeof text - 1);
    const struct pt_parse parse = {.recipe = &(struct pt_recipe){.index_base = -1}, .fitting = true};
    char *got = loaded_runs(&source, 1, "", NULL, 1 << 20);
    struct pt_chunk chunk;

    (void)state;
    assert_string_equal(got, "f:2:5: byte 0x00 is not text, and the file begins like no binary format known");
    free(got);
    pt_chunk_init(&chunk);   /* further on in a file only the parser meets it */
    pt_parser_svm.parse(&parse, text, sizeof text - 1, &chunk);
    assert_true(chunk.failed);
    assert_string_equal(chunk.error.message, "expected index:value, found '2?:1'");
    pt_chunk_fini(&chunk);
}

static void skipped_rows_are_counted_and_the_first_is_kept(void **state)
{
    const struct pt_source source = text_source("f", "+1 1:1\n+1 2:1 1:1\n-1 x\n-1 3:1\n1:2\n");
    ptron_options *options = options_of("on-bad=skip");
    ptron_dataset *set;

    (void)state;
    for (size_t run = 1; run < 60; run += 7) {
        assert_int_equal(pt_dataset_load_segments(&source, 1, options, NULL, run, &set, NULL), PTRON_OK);
        assert_int_equal(set->n_rows, 2);
        assert_int_equal(set->tally.bad_rows, 3);
        assert_true(set->tally.any_bad);
        assert_int_equal(set->tally.first_bad.line, 2);
        assert_int_equal(set->tally.first_bad.column, 8);
        assert_string_equal(set->tally.first_bad.file, "f");
        assert_int_equal(set->n_features, 3);
        pt_dataset_free(set);
    }
    ptron_options_free(options);
}

static void an_index_beyond_memory_is_refused_with_the_number(void **state)
{
    const struct pt_parse parse = {.recipe = &(struct pt_recipe){.index_base = -1}, .fitting = true,
                                   .most_features = 1 << 20};
    struct pt_chunk chunk;

    (void)state;
    pt_chunk_init(&chunk);
    pt_parser_svm.parse(&parse, "+1 4000000000:1\n", 16, &chunk);
    assert_true(chunk.failed);
    assert_int_equal(chunk.bad_at, 3);
    assert_string_equal(chunk.error.message,
                        "feature index 4000000000 needs 61035 MB of weights; this machine has 16 MB of memory");
    pt_chunk_fini(&chunk);
}

static void a_model_leaves_unknown_features_and_labels_out_and_counts_them(void **state)
{
    const struct pt_source train = text_source("f", "+1 1:1 3:1\n-1 2:1\n");
    const struct pt_source test = text_source("g", "+1 1:1 3:1 4:1 5:0 9:2\nwho 4:1\n2:1 7:1\n");
    ptron_dataset *set, *other;
    struct pt_buffer out;

    (void)state;
    assert_int_equal(pt_dataset_load(&train, 1, pt_options_given(NULL), NULL, &set, NULL), PTRON_OK);
    assert_int_equal(pt_dataset_load(&test, 1, pt_options_given(NULL), &set->recipe, &other, NULL), PTRON_OK);
    assert_int_equal(other->n_features, 3);
    assert_int_equal(other->tally.unseen_features, 4);
    assert_int_equal(other->tally.unseen_labels, 1);
    assert_int_equal(other->tally.unlabelled_rows, 1);
    pt_buffer_init(&out);
    write_block(&out, &other->block, other->shared);
    pt_buffer_byte(&out, '\0');
    assert_string_equal(out.bytes, "+1 0:1 2:1 @0.1\nunknown @0.2\nnone 1:1 @0.3\n");
    pt_buffer_fini(&out);
    pt_dataset_free(other);
    pt_dataset_free(set);
}

static void the_format_is_told_by_its_pairs(void **state)
{
    static const struct {
        const char *text;
        bool is_svm;
    } cases[] = {
        {"+1 1:0.5 2:1\n", true},       {"1:0.5 2:1\n", true},         {"# c\n\n-1 qid:3 1:2\n", true},
        {"5.1,3.5,1.4,a\n", false},     {"12:30:00,5,a\n", false},     {"ham\tmeet me at 10:30 or so\n", false},
        {"+1 9:1 4:1 x\n", true},       {"a b c\n1 2 3\n", false},     {"2020-01-01 12:30:00\n", false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_true((pt_parser_svm.recognise(cases[i].text, strlen(cases[i].text), "f") > 50) == cases[i].is_svm);
}

/* Every prefix, and every byte replaced: never a crash, never a row from a bad line. */
static void no_cut_or_changed_byte_does_harm(void **state)
{
    const char text[] = "+1 1:0.5 22:1e3 # c\n-1 qid:1 3:-2.25\r\n\nb 4294967293:1\n";
    const size_t n = sizeof text - 1;
    const struct pt_parse parse = {.recipe = &(struct pt_recipe){.index_base = -1}, .fitting = true};
    struct pt_chunk chunk;

    (void)state;
    pt_chunk_init(&chunk);
    for (size_t i = 0; i <= n; i++)
        for (int byte = i < n ? 0 : 255; byte < 256; byte++) {
            char *copy = malloc(n);   /* of the exact size, so that a sanitizer sees a read too far */
            memcpy(copy, text, n);
            if (i < n)
                copy[i] = (char)byte;
            pt_chunk_reset(&chunk);
            pt_parser_svm.parse(&parse, copy, byte == 0 ? i : n, &chunk);
            assert_true(chunk.n_rows <= 4);
            assert_true(chunk.failed == (chunk.bad_rows > 0));
            free(copy);
        }
    pt_chunk_fini(&chunk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_read_as_written),
        cmocka_unit_test(an_index_of_zero_anywhere_makes_the_base_zero),
        cmocka_unit_test(labels_are_any_text),
        cmocka_unit_test(comments_blanks_groups_and_tabs_are_no_rows),
        cmocka_unit_test(carriage_returns_marks_and_a_missing_end_are_fine),
        cmocka_unit_test(zeros_are_not_stored_but_their_feature_counts),
        cmocka_unit_test(rows_without_pairs_are_rows),
        cmocka_unit_test(numbers_take_every_form),
        cmocka_unit_test(each_bad_row_gets_a_sentence_and_a_place),
        cmocka_unit_test(nul_bytes_have_a_place),
        cmocka_unit_test(skipped_rows_are_counted_and_the_first_is_kept),
        cmocka_unit_test(an_index_beyond_memory_is_refused_with_the_number),
        cmocka_unit_test(a_model_leaves_unknown_features_and_labels_out_and_counts_them),
        cmocka_unit_test(the_format_is_told_by_its_pairs),
        cmocka_unit_test(no_cut_or_changed_byte_does_harm),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
