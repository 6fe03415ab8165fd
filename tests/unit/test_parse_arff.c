/* ARFF: the header, dense and sparse rows, what is missing, bad lines with their place, rows by a fitted recipe. */
#include "parsing.h"

#include "parse/arff/arff.h"

#define PARSER pt_parser_arff

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

#define HEADER "% a comment\n@RELATION w\n\n@attribute x real\n" \
               "@Attribute 'the colour' {red, \"dark blue\", 'o\\'k'}\n" \
               "@attribute n INTEGER\n@attribute class {a,b}\n@DATA\n"

static void types_of_the_header_are_roles(void **state)
{
    struct parsed p;

    (void)state;
    expect_rows(HEADER "1,red,2,a\n% more\n\n-2.5, 'dark blue' ,0,b\r\n3,\"o'k\",1e2,a", "",
                "a: 0=1 1=2 2=1\nb: 0=-2.5 1=0 3=1\na: 0=3 1=100 4=1\n");
    fit(&p, HEADER "1,red,2,a\n2,red,1,b\n", "");
    assert_int_equal(p.recipe.n_columns, 4);
    assert_string_equal(p.recipe.columns[1].name, "the colour");
    assert_int_equal(p.recipe.columns[1].role, PT_ROLE_CATEGORY);
    assert_string_equal(pt_dict_text(&p.recipe.declared, 2, NULL), "the colour=o'k");
    assert_string_equal(pt_dict_text(&p.recipe.words, 0, NULL), "the colour=red");
    drop_parsed(&p);
    expect_rows("@relation r\n@attribute a numeric\n@attribute id string\n@attribute y{p,q}\n"
                "@data\n1,'u 1',p\n2,u2,q\n",
                "ignore=id", "p: 1\nq: 2\n");
}

static void sparse_rows_have_zeros_and_first_values_elsewhere(void **state)
{
    (void)state;
    expect_rows(HEADER "{0 5, 3 b}\n{ 1 'dark blue' , 2 7 }\n{}\n{3 a,0 -1}\n", "",
                "b: 0=5 1=0 2=1\na: 0=0 1=7 3=1\na: 0=0 1=0 2=1\na: 0=-1 1=0 2=1\n");
    expect_rows("@relation r\n@attribute a numeric\n@attribute b numeric\n@attribute y {p,q}\n"
                "@data\n{1 2}\n{0 1, 2 q}\n", "", "p: 0 2\nq: 1 0\n");
}

static void question_marks_are_missing(void **state)
{
    (void)state;
    refused(HEADER "?,red,2,a\n", "", 9, 1, "cell is missing (?); use --missing zero, mean or skip");
    expect_rows(HEADER "?,?,2,a\n{0 ?,1 ?}\n1,red,1,b\n", "missing=zero", "a: 0=0 1=2\na: 0=0 1=0\nb: 0=1 1=1 2=1\n");
    expect_rows(HEADER "?,?,2,a\n1,red,1,b\n", "missing=skip", "b: 0=1 1=1 2=1\n");
    refused(HEADER "1,red,2,?\n", "", 9, 9, "label is missing");
    expect_predicted(HEADER "1,red,2,a\n2,red,3,b\n", "", "4,red,5,?\n4,red,5\n4,red,5,b\n",
                     "-: 0=4 1=5 2=1\n-: 0=4 1=5 2=1\nb: 0=4 1=5 2=1\n");
}

static void a_row_may_end_in_its_weight(void **state)
{
    struct parsed p;

    (void)state;
    fit(&p, HEADER "1,red,2,a, {2.5}\n2,red,1,b\n{0 1}, {0.5}\n", "");
    assert_true(p.chunk.has_weights);
    assert_true(p.chunk.weight[0] == 2.5 && p.chunk.weight[1] == 1.0 && p.chunk.weight[2] == 0.5);
    drop_parsed(&p);
    refused(HEADER "1,red,2,a,{0}\n", "", 9, 11, "row weight is '{0}', wanted a number above 0");
    refused(HEADER "1,red,2,a,{1} x\n", "", 9, 13, "wanted '}' and the end of the line behind a row's weight");
}

static void columns_of_another_file_are_found_by_name(void **state)
{
    (void)state;
    expect_predicted(HEADER "1,red,2,a\n2,'dark blue',3,b\n", "",
                     "@relation other\n@attribute n numeric\n@attribute extra string\n@attribute x numeric\n"
                     "@attribute 'the colour' {red,green}\n@data\n7,?,8,red\n{2 5,3 green}\n{0 1}\n",
                     "-: 0=8 1=7 2=1\n-: 0=5 1=0\n-: 0=0 1=1 2=1\n");
}

/* ---- what is wrong ---- */

static void bad_rows_have_a_place(void **state)
{
    static const struct { const char *row; uint64_t column; const char *message; } bad[] = {
        {"1,red,2", 8, "row has 3 cells, wanted 4"},
        {"1,red,a", 8, "row has 3 cells, wanted 4"},
        {"1,red,2,a,b", 11, "row has 5 cells, wanted 4"},
        {"1,green,2,a", 3, "'green' is none of the values that @attribute the colour lists"},
        {"1,red,2,c", 9, "'c' is none of the values that @attribute class lists"},
        {"x,red,2,a", 1, "'x' is not a number; use --one-hot x or --ignore x"},
        {"1,'red,2,a", 3, "quote opened here is never closed"},
        {"1,'red' x,2,a", 8, "text follows a closing quote; wanted the next cell"},
        {"{0 1", 1, "sparse row opened here is never closed"},
        {"{0 1} x", 7, "text follows a sparse row; wanted the next line"},
        {"{4 1}", 2, "column 4 is not there: they are 0 to 3"},
        {"{0 1,0 2}", 6, "column 0 comes twice"},
        {"{x 1}", 2, "wanted the number of a column, from 0, and a value"},
        {"{0}", 2, "wanted the number of a column, from 0, and a value"},
        {"{0 1,}", 6, "wanted the number of a column, from 0, and a value"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[400];

        snprintf(text, sizeof text, "%s1,red,2,a\n%s\n2,red,3,b\n", HEADER, bad[i].row);
        refused(text, "", 10, bad[i].column, bad[i].message);
        expect_rows(text, "on-bad=skip", "a: 0=1 1=2 2=1\nb: 0=2 1=3 2=1\n");
    }
}

static void bad_headers_have_a_place(void **state)
{
    (void)state;
    refused("@relation r\n@attribute a\n@data\n1\n", "", 2, 13,
            "wanted a type, numeric, string, date or {values}, found 'nothing'");
    refused("@relation r\n@attribute a relational\n@data\n1\n", "", 2, 14,
            "wanted a type, numeric, string, date or {values}, found 'relational'");
    refused("@relation r\n@attribute a {x,y\n@data\n1\n", "", 2, 14, "list of values opened here is never closed");
    refused("@relation r\n@attribute a {x,x}\n@data\n1\n", "", 2, 17, "the list has this value twice: 'x'");
    refused("@relation r\n@attribute a real\n@attribute a real\n@data\n1\n", "", 3, 12,
            "two columns have the name 'a'");
    refused("@relation r\n@attribute 'a real\n@data\n1\n", "", 2, 12, "wanted the name of a column");
    refused("@relation r\nrubbish\n", "", 2, 1, "wanted @attribute, or @data before the rows");
    refused("@relation r\n@attribute a real\n1,2\n", "", 3, 1, "wanted @attribute, or @data before the rows");
    refused("@relation r\n@attribute a real\n", "", 3, 1, "there is no @data before the rows");
    refused("@relation r\n@data\n1\n", "", 2, 1, "there are no columns before @data");
    refused("@relation r\n@attribute t date\n@attribute x real\n@attribute y {a,b}\n"
            "@data\n'2024-01-02',1,a\n", "", 0, 0,
            "column 't' holds dates, which are no numbers; use --dates t to count days, or --ignore t");
    expect_rows("@relation r\n@attribute t date\n@attribute y {a,b}\n@data\n'1970-01-02',a\n"
                "\"1970-02-01\",b\n", "dates=t", "a: 1\nb: 31\n");
}

static void arff_is_recognised(void **state)
{
    (void)state;
    assert_int_equal(PARSER.recognise("% x\n\n@RELATION iris\n", 19, ""), 100);
    assert_int_equal(PARSER.recognise("@attribute a real\n", 18, ""), 100);
    assert_int_equal(PARSER.recognise("@user hello\n", 12, ""), 0);
    assert_int_equal(PARSER.recognise("", 0, ""), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_of_the_header_are_roles),
        cmocka_unit_test(sparse_rows_have_zeros_and_first_values_elsewhere),
        cmocka_unit_test(question_marks_are_missing),
        cmocka_unit_test(a_row_may_end_in_its_weight),
        cmocka_unit_test(columns_of_another_file_are_found_by_name),
        cmocka_unit_test(bad_rows_have_a_place),
        cmocka_unit_test(bad_headers_have_a_place),
        cmocka_unit_test(arff_is_recognised),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
