/* JSON lines: keys, values, columns, bad lines with their place, rows by a fitted recipe. */
#include "parsing.h"

#include "parse/json/json_lines.h"

#define PARSER pt_parser_jsonl

static void fit(struct parsed *p, const char *text, const char *list)
{
    fit_text(p, &PARSER, text, list);
    expect_ok(p);
}

static void refused(const char *text, const char *list, uint64_t line, uint64_t column, const char *message)
{
    expect_refused(&PARSER, text, list, PTRON_DATA, line, column, message);
}

static void expect_rows(const char *text, const char *list, const char *wanted)
{
    expect_parsed(&PARSER, text, list, wanted);
}

/* Rows by a recipe that was fitted to other lines. */
static void expect_predicted(const char *training, const char *list, const char *text, const char *wanted)
{
    struct parsed fitted, p;
    char *rows;

    fit(&fitted, training, list);
    parse_bytes(&p, &PARSER, &fitted.recipe, text, strlen(text), list, true);
    expect_ok(&p);
    rows = parsed_rows(&p, &fitted.recipe, true);
    assert_string_equal(rows, wanted);
    free(rows);
    drop_parsed(&p);
    drop_parsed(&fitted);
}

/* ---- values ---- */

static void numbers_and_labels_are_read_by_their_keys(void **state)
{
    (void)state;
    expect_rows("{\"a\": 1, \"b\": 2.5, \"label\": \"x\"}\n{\"label\":\"y\",\"b\":-3e2,\"a\":0.5}\r\n\n", "",
                "x: 1 2.5\ny: 0.5 -300\n");
    expect_rows("  { \"a\" : 1 ,\t\"class\" : 7 }  \n{\"a\":2,\"class\":8}", "", "7: 1\n8: 2\n");
}

static void nested_keys_have_dots(void **state)
{
    struct parsed p;

    (void)state;
    fit(&p, "{\"a\": {\"b\": 1, \"c\": {\"d\": 2}, \"e\": {}}, \"f\": 3, \"label\": {\"id\": \"x\"}}\n"
            "{\"f\": 6, \"a\": {\"c\": {\"d\": 5}, \"b\": 4}, \"label\": {\"id\": \"y\"}}\n", "label=label.id");
    assert_int_equal(p.recipe.n_columns, 4);
    assert_string_equal(p.recipe.columns[1].name, "a.c.d");
    assert_string_equal(p.recipe.columns[2].name, "f");
    drop_parsed(&p);
    expect_rows("{\"a\": {\"b\": 1, \"c\": {\"d\": 2}}, \"f\": 3, \"label\": \"x\"}\n"
                "{\"f\": 6, \"a\": {\"c\": {\"d\": 5}, \"b\": 4}, \"label\": \"y\"}\n", "", "x: 1 2 3\ny: 4 5 6\n");
}

static void true_and_false_are_numbers_words_or_labels(void **state)
{
    (void)state;
    expect_rows("{\"a\": true, \"label\": true}\n{\"a\": false, \"label\": false}\n", "", "true: 1\nfalse: 0\n");
    expect_rows("{\"a\": true, \"label\": 1}\n{\"a\": false, \"label\": 0}\n", "one-hot=a", "1: 0=1\n0: 1=1\n");
}

static void texts_are_categories_unless_all_are_numbers(void **state)
{
    struct parsed p;

    (void)state;
    expect_rows("{\"c\": \"red\", \"n\": \"1.5\", \"label\": \"x\"}\n"
                "{\"c\": \"blue\", \"n\": \"2\", \"label\": \"y\"}\n", "",
                "x: 0=1.5 1=1\ny: 0=2 2=1\n");
    fit(&p, "{\"c\": \"r\\u00e9d\\\"\\n\\ud83d\\ude00\", \"label\": \"x\"}\n"
            "{\"c\": \"\\ud800\\u0000\", \"label\": \"y\"}\n", "");
    assert_string_equal(pt_dict_text(&p.recipe.words, 0, NULL), "c=r\xc3\xa9" "d\"\n\xf0\x9f\x98\x80");
    assert_string_equal(pt_dict_text(&p.recipe.words, 1, NULL), "c=\xef\xbf\xbd\xef\xbf\xbd");
    drop_parsed(&p);
}

static void null_and_absent_keys_are_missing(void **state)
{
    const char *text = "{\"a\": 1, \"b\": 2, \"label\": \"x\"}\n{\"a\": null, \"b\": 3, \"label\": \"y\"}\n"
                       "{\"b\": \"\", \"a\": 4, \"label\": \"x\"}\n{\"a\": NaN, \"b\": 5, \"label\": \"y\"}\n"
                       "{\"b\": 6, \"label\": \"y\"}\n";

    (void)state;
    expect_rows(text, "missing=zero", "x: 1 2\ny: 0 3\nx: 4 0\ny: 0 5\ny: 0 6\n");
    expect_rows(text, "missing=skip", "x: 1 2\n");
    refused(text, "", 2, 7, "cell is missing (empty); use --missing zero, mean or skip");
    refused("{\"a\": 1, \"label\": 2}\n{\"label\": 3}\n", "", 2, 13,
            "key 'a' is absent; use --missing zero, mean or skip");
    refused("{\"a\": 1, \"label\": 2}\n{\"a\": 3}\n", "", 2, 9, "label is missing");
    expect_predicted("{\"a\": 1, \"b\": \"x\", \"label\": 2}\n{\"a\": 2, \"b\": \"y\", \"label\": 3}\n", "missing=zero",
                     "{\"b\": \"x\", \"a\": 5}\n{\"a\": 6}\n{\"b\": \"z\", \"label\": 3}\n",
                     "-: 0=5 1=1\n-: 0=6\n3: 0=0\n");
}

static void keys_that_are_not_known_are_counted_and_named(void **state)
{
    struct parsed fitted, p;
    const char *text = "{\"zip\": 5, \"a\": 5, \"label\": 2, \"more\": {\"x\": [1, \"]\"]}}\n"
                       "{\"a\": 1, \"label\": 3, \"q\": 1}\n";

    (void)state;
    fit(&fitted, "{\"a\": 1, \"label\": 2}\n{\"a\": 2, \"label\": 3}\n", "");
    parse_bytes(&p, &PARSER, &fitted.recipe, text, strlen(text), "", true);
    expect_ok(&p);
    assert_int_equal(p.chunk.n_rows, 2);
    assert_int_equal(p.chunk.unseen_keys, 3);
    assert_string_equal(p.chunk.first_key.text, "zip");
    drop_parsed(&p);
    drop_parsed(&fitted);
}

static void columns_take_their_roles_from_options(void **state)
{
    (void)state;
    expect_rows("{\"id\": \"u1\", \"w\": 2, \"x\": 1, \"tags\": [\"a\"], \"y\": \"p\"}\n"
                "{\"id\": \"u2\", \"w\": 1, \"x\": 3, \"y\": \"q\", \"tags\": []}\n", "ignore=id,tags|weight=w|label=y",
                "p: 1\nq: 3\n");
    refused("{\"x\": 1, \"label\": 2}\n", "label=z", 1, 0, "no column 'z'; columns are x, label");
}

/* ---- what is wrong ---- */

static void bad_lines_have_a_place(void **state)
{
    static const struct { const char *second; uint64_t column; const char *message; } bad[] = {
        {"{\"a\": 1, \"label\": 2", 20, "the object is not closed in this line"},
        {"{\"a\" 1, \"label\": 2}", 6, "wanted ':' behind a key"},
        {"{\"a\": 1 \"label\": 2}", 9, "wanted ',' or '}' behind a value"},
        {"{\"a\": 1, label: 2}", 10, "wanted a key in quotes"},
        {"{\"a\": 1, \"label\": 2,}", 21, "wanted a key in quotes"},
        {"{\"a\": 1, \"label\": x}", 19, "wanted a value: a number, a text in quotes, true, false or null"},
        {"{\"a\": 1, \"label\": \"x}", 19, "quote opened here is never closed in this line"},
        {"{\"a\": 1, \"label\": \"\\x\"}", 20, "no such escape in a text"},
        {"{\"a\": 1, \"label\": \"\\u12g4\"}", 20, "no such escape in a text"},
        {"{\"a\": 1, \"label\": 2} x", 22, "text follows the object; wanted the next line"},
        {"{\"a\": 1, \"a\": 1, \"label\": 2}", 15, "key 'a' comes twice"},
        {"{\"a\": [1, 2], \"label\": 2}", 7, "'a' is a list, which is no cell; use --ignore a"},
        {"{\"a\": [1, \"label\": 2", 7, "list opened here is never closed in this line"},
        {"{\"a\": 1x, \"label\": 2}", 7, "'1x' is not a number; use --one-hot a or --ignore a"},
        {"{\"a\": Infinity, \"label\": 2}", 7, "value is not finite"},
        {"{\"\": 1, \"label\": 2}", 2, "a key is empty"},
        {"[1, 2]", 1, "wanted an object, {\"key\": value, ...}, in this line"},
        {"7", 1, "wanted an object, {\"key\": value, ...}, in this line"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[300];

        snprintf(text, sizeof text, "{\"a\": 1, \"label\": 1}\n%s\n{\"a\": 3, \"label\": 2}\n", bad[i].second);
        refused(text, "", 2, bad[i].column, bad[i].message);
        expect_rows(text, "on-bad=skip", "1: 1\n2: 3\n");
    }
}

static void what_is_json_but_no_lines_is_told(void **state)
{
    (void)state;
    refused("[{\"a\": 1}, {\"a\": 2}]\n", "", 1, 1,
            "is one list of JSON; one object a line is wanted, as of: jq -c '.[]' FILE");
    refused("{\n  \"a\": 1\n}\n", "", 1, 2,
            "the object goes on in the next line; one object a line is wanted, as of: jq -c . FILE");
    refused("{}\n{}\n", "", 1, 3, "the object has no values");
    refused("\n \n", "", 0, 0, "no rows");
}

static void deep_nesting_is_refused(void **state)
{
    char text[400] = "";

    (void)state;
    for (size_t i = 0; i < 40; i++)
        strcat(text, "{\"a\":");
    refused(text, "", 1, 166, "objects are nested too deeply");
}

static void json_is_recognised(void **state)
{
    (void)state;
    assert_in_range(PARSER.recognise("{\"a\": 1}\n", 9, ""), 90, 100);
    assert_in_range(PARSER.recognise("\n  [ {\n\"a\": 1}]", 15, ""), 90, 100);
    assert_int_equal(PARSER.recognise("{1 2, 3 4}\n", 11, ""), 0);
    assert_int_equal(PARSER.recognise("a,b\n{,}\n", 8, "x.csv"), 0);
    assert_int_equal(PARSER.recognise("", 0, ""), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_and_labels_are_read_by_their_keys),
        cmocka_unit_test(nested_keys_have_dots),
        cmocka_unit_test(true_and_false_are_numbers_words_or_labels),
        cmocka_unit_test(texts_are_categories_unless_all_are_numbers),
        cmocka_unit_test(null_and_absent_keys_are_missing),
        cmocka_unit_test(keys_that_are_not_known_are_counted_and_named),
        cmocka_unit_test(columns_take_their_roles_from_options),
        cmocka_unit_test(bad_lines_have_a_place),
        cmocka_unit_test(what_is_json_but_no_lines_is_told),
        cmocka_unit_test(deep_nesting_is_refused),
        cmocka_unit_test(json_is_recognised),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
