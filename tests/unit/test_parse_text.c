/* Messages: words, counts, labels, hashing, and telling them from tables. */
#include "parsing.h"

#include "parse/text/words.h"

#include <utf8proc.h>

/* The words of a text, joined by '|'. */
static void expect_words(const char *text, const char *wanted)
{
    struct pt_words words;
    char joined[512] = "", *bytes = exact_copy(text, strlen(text));
    const char *word;
    size_t length;

    pt_words_init(&words);
    assert_true(pt_words_start(&words, bytes, strlen(text)));
    while (pt_words_next(&words, &word, &length)) {
        strcat(joined, *joined == '\0' ? "" : "|");
        strncat(joined, word, length);
    }
    assert_string_equal(joined, wanted);
    pt_words_fini(&words);
    free(bytes);
}

/* Rows as "label: word=count ...\n". */
static char *rows_text(const struct pt_chunk *chunk, const struct pt_recipe *recipe, bool classes)
{
    char *out = calloc(1, 65536);
    size_t at = 0;

    for (size_t i = 0; i < chunk->n_rows; i++) {
        const struct pt_dict *names = classes ? &recipe->labels.classes : &recipe->labels.texts;
        const uint32_t label = chunk->label[i];
        const size_t end = i + 1 < chunk->n_rows ? (size_t)chunk->offset[i + 1] : chunk->n_values;

        at += (size_t)snprintf(out + at, 1000, "%s:", label == PT_NO_LABEL        ? "-"
                                                      : label == PT_UNKNOWN_LABEL ? "?"
                                                                                  : pt_dict_text(names, label, NULL));
        for (size_t j = (size_t)chunk->offset[i]; j < end; j++) {
            char name[64];

            pt_recipe_feature_name(recipe, chunk->index[j], name, sizeof name);
            at += (size_t)snprintf(out + at, 100, " %s=%g", name, chunk->value[j]);
            if (j + 1 < end)
                assert_true(chunk->index[j] < chunk->index[j + 1]);
        }
        at += (size_t)snprintf(out + at, 10, "\n");
    }
    return out;
}

static void fit(struct parsed *p, const char *text, const char *list)
{
    fit_text(p, &pt_parser_text, text, list);
    expect_ok(p);
}

static void expect_rows(const char *text, const char *wanted)
{
    struct parsed p;
    char *rows;

    fit(&p, text, "");
    rows = rows_text(&p.chunk, &p.recipe, false);
    assert_string_equal(rows, wanted);
    free(rows);
    drop_parsed(&p);
}

static void words_are_runs_of_letters_and_digits_in_small_letters(void **state)
{
    (void)state;
    expect_words("Free entry in 2 a wkly comp", "free|entry|in|2|a|wkly|comp");
    expect_words("T&C's apply 08452810075over18's", "t|c|s|apply|08452810075over18|s");
    expect_words("snake_case, and-dashes...", "snake|case|and|dashes");
    expect_words("", "");
    expect_words(" .,;:- ", "");
    expect_words("AZ[`az{@09/:", "az|az|09");
}

static void each_sign_of_money_or_shouting_is_a_word(void **state)
{
    (void)state;
    expect_words("WIN!! $1000 now!", "win|!|!|$|1000|now|!");
    expect_words("\xc2\xa3" "100 or 5\xe2\x82\xac!", "\xc2\xa3|100|or|5|\xe2\x82\xac|!");
}

static void words_beyond_ascii_are_folded_and_composed(void **state)
{
    (void)state;
    expect_words("\xc3\x89T\xc3\x89 Stra\xc3\x9f" "e", "\xc3\xa9t\xc3\xa9|strasse");
    expect_words("E\xcc\x81T\xc3\x89", "\xc3\xa9t\xc3\xa9");                 /* E and a combining accent */
    expect_words("\xd0\x9c\xd0\x98\xd0\xa0 mir", "\xd0\xbc\xd0\xb8\xd1\x80|mir");
    expect_words("\xe2\x80\x9cquoted\xe2\x80\x9d \xe2\x80\x93 text", "quoted|text");
    expect_words("i \xe2\x9d\xa4\xef\xb8\x8f you", "i|you");                 /* a heart with a variation mark */
    expect_words("\xe6\x97\xa5\xe6\x9c\xac 42", "\xe6\x97\xa5\xe6\x9c\xac|42");
}

/* The words of a text folded as a whole, joined by '|': slow and plain. */
static void plain_words(const char *text, char *joined)
{
    utf8proc_uint8_t *folded = NULL;
    const utf8proc_option_t options = (utf8proc_option_t)(UTF8PROC_CASEFOLD | UTF8PROC_COMPOSE | UTF8PROC_STABLE);
    const utf8proc_ssize_t length =
        utf8proc_map((const utf8proc_uint8_t *)text, (utf8proc_ssize_t)strlen(text), &folded, options);
    bool in_word = false;

    *joined = '\0';
    for (utf8proc_ssize_t at = 0; at < length;) {
        utf8proc_int32_t code;
        const utf8proc_ssize_t n = utf8proc_iterate(folded + at, length - at, &code);
        const char *category = utf8proc_category_string(code);
        const bool is_sign = code == '!' || code == '$' || code == 0xa3 || code == 0x20ac;
        const bool is_word = *category == 'L' || *category == 'N' || (in_word && *category == 'M');

        if (is_sign || (is_word && !in_word))
            strcat(joined, *joined == '\0' ? "" : "|");
        if (is_sign || is_word)
            strncat(joined, (const char *)folded + at, (size_t)n);
        in_word = is_word;
        at += n;
    }
    free(folded);
}

static void words_are_those_of_the_text_folded_as_a_whole(void **state)
{
    static const char *const pieces[] = {
        "a", "E", "Z9", " ", "!", "$", "-", "\xcc\x81", "\xcc\xa7", "\xcc\x88", "\xc3\xa9", "\xc3\x89", "\xc3\x9f",
        "\xc2\xa3", "\xe2\x82\xac", "\xe2\x80\x99", "\xce\xa3", "\xce\x91", "\xcd\x85", "\xe1\x84\x80",
        "\xe1\x85\xa1", "\xe1\x86\xa8", "\xf0\x9f\x98\x80", "\xef\xbc\xa1", "\xc2\xad", "\xe2\x84\xaa",
    };
    uint64_t x = 3;

    (void)state;
    for (int round = 0; round < 5000; round++) {
        char text[128] = "", wanted[512];

        for (int i = 0; i < 12; i++) {
            x = x * UINT64_C(6364136223846793005) + 1442695040888963407u;
            strcat(text, pieces[(x >> 33) % (sizeof pieces / sizeof *pieces)]);
        }
        plain_words(text, wanted);
        expect_words(text, wanted);
    }
}

static void bytes_that_are_not_utf8_part_words(void **state)
{
    (void)state;
    expect_words("caf\xe9 bar", "caf|bar");
    expect_words("a\xff\xfe" "b\xc3", "a|b");
    expect_words("a\xed\xa0\x80" "b\xc3\xa9\xe2\x82", "a|b\xc3\xa9");
    expect_words("x\xc0\xaf" "y", "x|y");
}

static void rows_count_words(void **state)
{
    (void)state;
    expect_rows("ham\tone two one\nspam\tTWO three! two\n", "ham: one=2 two=1\nspam: two=2 three=1 !=1\n");
    expect_rows("ham\t\r\n\r\n  spam \ta\tb a\r\nham\tc", "ham:\nspam: a=2 b=1\nham: c=1\n");
}

static void long_rows_are_sorted_too(void **state)
{
    char text[8192] = "x\t";
    struct parsed p;

    (void)state;
    for (int i = 0; i < 600; i++)
        snprintf(text + strlen(text), 16, "w%d ", i * 7 % 300);
    strcat(text, "\ny\tw299 w0\n");
    fit(&p, text, "");
    assert_int_equal(p.recipe.words.count, 300);
    assert_int_equal(p.recipe.n_features, 300);
    assert_int_equal(p.chunk.offset[1], 300);
    for (uint32_t j = 0; j < 300; j++) {
        assert_int_equal(p.chunk.index[j], j);
        assert_true(p.chunk.value[j] == 2.0);
    }
    drop_parsed(&p);
}

/* Up to eight bytes a word is told by its slot alone, beyond that by its text. */
static void words_of_any_length_are_told_apart(void **state)
{
    enum { LONGEST = 40 };
    char text[4 * LONGEST * LONGEST] = "c\t", word[LONGEST + 1];
    struct parsed p;
    size_t length = 2;

    (void)state;
    for (int twice = 0; twice < 2; twice++)   /* each word twice in one row, far apart, and once more in the next */
        for (size_t n = 1; n <= LONGEST; n++) {
            memset(word, 'a', n);
            length += (size_t)snprintf(text + length, sizeof text - length, "%.*s %.*sb ", (int)n, word, (int)n - 1,
                                       word);
        }
    length += (size_t)snprintf(text + length, sizeof text - length, "\nc\taaaaaaaa aaaaaaaaa b\n");
    fit(&p, text, "");
    assert_int_equal(p.recipe.words.count, 2 * LONGEST);
    assert_int_equal(p.chunk.n_values, 2 * LONGEST + 3);
    for (size_t i = 0; i < p.chunk.n_values; i++)
        assert_true(p.chunk.value[i] == (i < 2 * LONGEST ? 2.0 : 1.0));
    for (size_t n = 1; n <= LONGEST; n++) {
        memset(word, 'a', n);
        assert_int_equal(pt_dict_find(&p.recipe.words, word, n), 2 * (n - 1));
        word[n - 1] = 'b';
        assert_int_equal(pt_dict_find(&p.recipe.words, word, n), 2 * (n - 1) + 1);
    }
    assert_int_equal(pt_dict_find(&p.recipe.words, "aaaaaaaa\0", 9), PT_DICT_NONE);
    assert_int_equal(pt_dict_find(&p.recipe.words, "a\0", 2), PT_DICT_NONE);
    drop_parsed(&p);
}

static void words_can_be_hashed(void **state)
{
    struct parsed p, q;

    (void)state;
    fit(&p, "x\tone two one three four five six seven\ny\tone\n", "hash-bits=2");
    assert_int_equal(p.recipe.n_features, 4);
    assert_int_equal(p.recipe.words.count, 0);
    double sum = 0.0;
    for (size_t j = 0; j < p.chunk.offset[1]; j++) {
        assert_in_range(p.chunk.index[j], 0, 3);
        sum += p.chunk.value[j];
    }
    assert_true(sum == 8.0);
    parse_bytes(&q, &pt_parser_text, &p.recipe, "never seen\n", 11, "", true);
    expect_ok(&q);
    assert_int_equal(q.chunk.unseen_words, 0);
    drop_parsed(&q);
    drop_parsed(&p);
}

static void lines_without_a_label_are_refused_in_training(void **state)
{
    (void)state;
    expect_refused(&pt_parser_text, "ham\tone\n\njust text\n", "", PTRON_DATA, 3, 1, "no TAB between label and text");
    expect_refused(&pt_parser_text, "ham\tone\n \ttwo\n", "", PTRON_DATA, 2, 1, "label is missing");
}

static void lines_without_a_label_can_be_skipped(void **state)
{
    struct parsed p;

    (void)state;
    fit(&p, "ham\tone\nbad line\nspam\ttwo\n", "on-bad=skip");
    assert_int_equal(p.chunk.n_rows, 2);
    assert_int_equal(p.chunk.bad_rows, 1);
    assert_int_equal(p.chunk.place[1], 2);
    assert_int_equal(p.recipe.words.count, 2);
    drop_parsed(&p);
}

static void a_recipe_knows_its_words_and_labels(void **state)
{
    const char text[] = "spam\tone new\nwhat\ttwo\nno label two one\n\tone\n";
    struct parsed p, q;
    char *rows;

    (void)state;
    fit(&p, "ham\tone two\nspam\tthree\n", "");
    parse_bytes(&q, &pt_parser_text, &p.recipe, text, sizeof text - 1, "", true);
    expect_ok(&q);
    rows = rows_text(&q.chunk, &p.recipe, true);
    assert_string_equal(rows, "spam: one=1\n?: two=1\n-: one=1 two=1\n-: one=1\n");
    assert_int_equal(q.chunk.unseen_words, 3);
    assert_int_equal(q.chunk.unseen_labels, 1);
    assert_int_equal(q.chunk.unlabelled_rows, 2);
    free(rows);
    drop_parsed(&q);
    drop_parsed(&p);
}

static size_t rows_of(const char *text, const char *list)
{
    struct parsed p;
    size_t n;

    fit(&p, text, list);
    n = p.chunk.n_rows;
    drop_parsed(&p);
    return n;
}

static void a_header_is_noticed(void **state)
{
    struct parsed p, q;

    (void)state;
    assert_int_equal(rows_of("label\ttext\nham\tone\nspam\ttwo\n", ""), 2);
    assert_int_equal(rows_of("Category\tSMS_message\r\nham\tone\nspam\ttwo\n", ""), 2);
    assert_int_equal(rows_of("label\ttext\nham\tone\nspam\ttwo\n", "header=no"), 3);
    assert_int_equal(rows_of("label\ttext\nham\tone\nlabel\ttwo\n", ""), 3);         /* a label after all */
    assert_int_equal(rows_of("label\ttwo words\nham\tone\nspam\ttwo\n", ""), 3);
    assert_int_equal(rows_of("ham\ttext\nspam\ttwo\n", ""), 2);
    fit(&p, "ham\tone\nspam\ttwo\n", "");
    parse_bytes(&q, &pt_parser_text, &p.recipe, "class\ttext\nham\tone\n", 19, "", true);
    expect_ok(&q);
    assert_int_equal(q.chunk.n_rows, 1);
    drop_parsed(&q);
    drop_parsed(&p);
}

static void a_header_is_skipped_when_it_is_said_to_be_there(void **state)
{
    struct parsed p;

    (void)state;
    fit(&p, "label\ttext\nham\tone\nspam\ttwo\n", "header=yes");
    assert_int_equal(p.chunk.n_rows, 2);
    assert_int_equal(p.recipe.words.count, 2);
    drop_parsed(&p);
}

static int text_score(const char *text)
{
    return pt_parser_text.recognise(text, strlen(text), "data");
}

static int csv_score(const char *text)
{
    return pt_parser_csv.recognise(text, strlen(text), "data");
}

static void messages_are_told_from_tables(void **state)
{
    static const char *const messages[] = {
        "ham\tGo until jurong point, crazy..\nspam\tFree entry, in 2 a wkly comp\n",
        "a\tone\nb\ttwo\n",
        "ham\tone two\nspam\tthree\tfour\n",
    };
    static const char *const tables[] = {
        "5.1\t3.5\t1.4\t0.2\tsetosa\n4.9\t3.0\t1.4\t0.2\tvirginica\n",
        "a\tb\tclass\n1\t2\tx\n3\t4\ty\n",
        "x\t1.5\ny\t2\n",
        "x, a\t1,b\ny, c\t2,d\n",
    };

    (void)state;
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++)
        assert_true(text_score(messages[i]) > csv_score(messages[i]));
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        assert_true(text_score(tables[i]) < csv_score(tables[i]));
    assert_int_equal(text_score("+1\t1:0.5 2:0.3\n-1\t2:1\n"), 0);
    assert_int_equal(text_score("+1 1:0.5 2:0.3\n-1 2:1\n"), 0);
    assert_int_equal(text_score(""), 0);
    assert_int_equal(pt_parser_text.recognise("a\tb\0c d\n", 8, "data"), 0);
}

static void parsing_survives_every_allocation_failure(void **state)
{
    ptron_options *options = options_of("");
    const char text[] = "ham\tone two one\nspam\tcaf\xc3\xa9 d\xc3\xa9j\xc3\xa0 vu\n";
    bool failed = true;

    (void)state;
    for (size_t k = 0; failed; k++) {
        struct pt_recipe recipe;
        struct pt_chunk chunk;
        const struct pt_parse how = {&recipe, .fitting = true};

        pt_recipe_init(&recipe);
        pt_chunk_init(&chunk);
        assert_int_equal(pt_parser_text.prepare(&recipe, options, text, sizeof text - 1, NULL), PTRON_OK);
        pt_test_fail_allocation(k);
        pt_parser_text.parse(&how, text, sizeof text - 1, &chunk);
        failed = pt_test_allocation_failed();
        pt_test_fail_allocation(SIZE_MAX);
        assert_int_equal(chunk.failed, failed);
        assert_int_equal(failed ? chunk.error.code : PTRON_NOMEM, PTRON_NOMEM);
        pt_chunk_fini(&chunk);
        pt_recipe_fini(&recipe);
    }
    ptron_options_free(options);
}

static void no_bytes_crash_it(void **state)
{
    uint64_t x = 7;

    (void)state;
    for (int round = 0; round < 20000; round++) {
        char text[64];
        struct parsed p;

        for (size_t i = 0; i < sizeof text; i++) {
            x = x * UINT64_C(6364136223846793005) + 1442695040888963407u;
            text[i] = (x >> 60) == 0 ? '\t' : (x >> 60) == 1 ? '\n' : (char)(x >> 33);
        }
        parse_bytes(&p, &pt_parser_text, NULL, text, (size_t)(x >> 40) % sizeof text, "on-bad=skip", false);
        assert_int_equal(p.status, PTRON_OK);
        drop_parsed(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_runs_of_letters_and_digits_in_small_letters),
        cmocka_unit_test(each_sign_of_money_or_shouting_is_a_word),
        cmocka_unit_test(words_beyond_ascii_are_folded_and_composed),
        cmocka_unit_test(words_are_those_of_the_text_folded_as_a_whole),
        cmocka_unit_test(bytes_that_are_not_utf8_part_words),
        cmocka_unit_test(rows_count_words),
        cmocka_unit_test(long_rows_are_sorted_too),
        cmocka_unit_test(words_of_any_length_are_told_apart),
        cmocka_unit_test(words_can_be_hashed),
        cmocka_unit_test(lines_without_a_label_are_refused_in_training),
        cmocka_unit_test(lines_without_a_label_can_be_skipped),
        cmocka_unit_test(a_recipe_knows_its_words_and_labels),
        cmocka_unit_test(a_header_is_noticed),
        cmocka_unit_test(a_header_is_skipped_when_it_is_said_to_be_there),
        cmocka_unit_test(messages_are_told_from_tables),
        cmocka_unit_test(parsing_survives_every_allocation_failure),
        cmocka_unit_test(no_bytes_crash_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
