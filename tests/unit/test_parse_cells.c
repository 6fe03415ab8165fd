/* Cells of CSV files and what becomes of them: missing ones, how numbers and dates are written, categories, words. */
#include "parsing.h"

#include "parse/csv/csv.h"

static void fit(struct parsed *p, const char *text, const char *list)
{
    fit_text(p, &pt_parser_csv, text, list);
    expect_ok(p);
}

static void expect_rows(const char *text, const char *list, const char *wanted)
{
    expect_parsed(&pt_parser_csv, text, list, wanted);
}

/* ---- missing cells ---- */

static void missing_cells_become_zero_or_wait_for_the_mean_or_drop_the_row(void **state)
{
    struct parsed p;

    (void)state;
    expect_rows("1,2,x\n?,4,y\n5,na,z\n", "missing=zero", "x: 1 2\ny: 0 4\nz: 5 0\n");
    expect_rows("1,2,x\n?,4,y\n5,6,\n5,6,z\n", "missing=skip", "x: 1 2\nz: 5 6\n");
    fit(&p, "1,2,x\n?,4,y\n5,6,z\n", "missing=skip");
    assert_int_equal(p.chunk.missing_rows, 1);
    assert_int_equal(p.chunk.missing_cells, 0);
    assert_int_equal(p.recipe.labels.texts.count, 2);
    drop_parsed(&p);
    fit(&p, "1,2,x\n?,4,y\n5,,z\n", "missing=mean");
    assert_int_equal(p.chunk.missing_cells, 2);
    assert_true(isnan(p.chunk.value[2]) && isnan(p.chunk.value[5]));
    drop_parsed(&p);
}

static void with_a_recipe_missing_cells_get_the_mean(void **state)
{
    struct parsed p, q;

    (void)state;
    fit(&p, "1,2,x\n?,4,y\n", "missing=mean");
    p.recipe.fill = pt_zeroed(2, sizeof(double));
    p.recipe.fill[0] = 1.5;
    p.recipe.fill[1] = 3.0;
    parse_bytes(&q, &pt_parser_csv, &p.recipe, "?,,y\n", 5, "", true);
    expect_ok(&q);
    assert_true(q.chunk.value[0] == 1.5 && q.chunk.value[1] == 3.0);
    assert_int_equal(q.chunk.missing_cells, 2);
    drop_parsed(&q);
    drop_parsed(&p);
}

/* ---- how cells are written ---- */

static void decimals_may_follow_a_comma(void **state)
{
    (void)state;
    expect_rows("a;b;class\n1,5;-2;x\n-,25;1e-1;y\n", "decimal=,", "x: 1.5 -2\ny: -0.25 0.1\n");
    expect_rows("1,5;2,5;x\n3,5;4,25;y\n", "decimal=,", "x: 1.5 2.5\ny: 3.5 4.25\n");
    expect_refused(&pt_parser_csv, "a;class\n1,5;x\n", "", PTRON_DATA, 2, 1,
                   "'1,5' is not a number; use --decimal , if a comma stands before decimals; "
                   "between thousands no mark may stand");
    expect_refused(&pt_parser_csv, "a;class\n1.5;x\n", "decimal=,", PTRON_DATA, 2, 1,
                   "'1.5' is not a number with a comma before its decimals, and no mark between thousands");
    expect_refused(&pt_parser_csv, "a,class\n1,x\n", "decimal=,|delimiter=comma", PTRON_ARGUMENT, 0, 0,
                   "delimiter is 'comma', wanted another mark than the one before decimals");
}

static void spaces_bars_and_any_sign_part_cells(void **state)
{
    (void)state;
    expect_rows("1|2|x\n3|4|y\n", "", "x: 1 2\ny: 3 4\n");
    expect_rows("1:2:x\n3:4:y\n", "delimiter=:", "x: 1 2\ny: 3 4\n");
    expect_rows("a b class\n 1   2 x \n3 4 y\r\n5 6 \"a b\" \n", "", "x: 1 2\ny: 3 4\na b: 5 6\n");
    expect_rows("1 2 x\n\n   \n3 4 y\n", "delimiter=space", "x: 1 2\ny: 3 4\n");
    expect_refused(&pt_parser_csv, "1 2 x\n3 \n", "delimiter=space|header=no", PTRON_DATA, 2, 2,
                   "row has 1 cell, wanted 3");
}

static void lines_before_the_first_are_left_out(void **state)
{
    (void)state;
    expect_rows("from here\n\na,b,class\n1,2,x\n3,4,y\n", "skip-lines=2", "x: 1 2\ny: 3 4\n");
    expect_rows("# made today\n# by hand, in a hurry, really\na,b,class\n1,2,x\n3,4,y\n", "", "x: 1 2\ny: 3 4\n");
    expect_rows("#a,b,class\n1,2,x\n3,4,y\n", "label=class", "x: 1 2\ny: 3 4\n");
    expect_rows("a,b,class\n1,2,x\n% 5,6,x\n3,4,y\n%\n", "comment=%", "x: 1 2\ny: 3 4\n");
    expect_refused(&pt_parser_csv, "# one\n1,x,a\n3,4,b\n", "header=no", PTRON_DATA, 2, 3,
                   "'x' is not a number; use --one-hot 2 or --ignore 2");
    expect_refused(&pt_parser_csv, "1,2,a\n", "comment=##", PTRON_ARGUMENT, 0, 0,
                   "comment is '##', wanted one sign that does not part cells and begins no number");
}

static void yes_and_no_are_1_and_0(void **state)
{
    (void)state;
    expect_rows("a,b,class\nTRUE,yes,x\nfalse,No,y\n", "label=class", "x: 1 1\ny: 0 0\n");
    expect_rows("a,b,class\nTRUE,-,x\nfalse,No,y\n", "label=class|missing=zero", "x: 1 0\ny: 0 0\n");
    expect_rows("a,b,class\nyes,u,x\nno,v,y\n", "label=class|one-hot=auto", "x: 0=1 1=1\ny: 0=0 2=1\n");
    expect_rows("a,class\nyes,x\nno,y\n", "label=class|one-hot=a", "x: 0=1\ny: 1=1\n");
    expect_refused(&pt_parser_csv, "a,1\nyes,x\nmaybe,y\n", "header=yes", PTRON_DATA, 2, 1,
                   "'yes' is not a number; use --one-hot a or --ignore a");
}

static void dates_are_days_where_asked_for(void **state)
{
    (void)state;
    expect_rows("d,class\n1970-01-02,x\n2000-02-29T12:00Z,y\n1969/12/31 18:00:00-06:00,x\n", "dates=d",
                "x: 1\ny: 11016.5\nx: 0\n");
    expect_rows("d,class\n02.01.1970,x\n1.3.2000,y\n", "dates=auto", "x: 1\ny: 11017\n");
    expect_rows("d,class\n1/13/1970,x\n1/2/1970,y\n", "dates=d", "x: 12\ny: 1\n");
    expect_rows("d,class\n1/2/1970,x\n2/2/1970,y\n", "dates=d|date-order=dmy", "x: 31\ny: 32\n");
    expect_refused(&pt_parser_csv, "d,class\n1/2/1970,x\n2/2/1970,y\n", "dates=d", PTRON_DATA, 0, 0,
                   "dates of column 'd' such as '1/2/1970' could have the day first or the month; use --date-order dmy "
                   "or mdy");
    expect_refused(&pt_parser_csv, "d,class\n2001-02-29,x\n2001-02-28,y\n", "dates=d", PTRON_DATA, 2, 1,
                   "'2001-02-29' is not a date; use --na 2001-02-29 if it means that the cell is missing, --one-hot d "
                   "or --ignore d");
    expect_refused(&pt_parser_csv, "the day,class\n2001-02-28,x\n", "", PTRON_DATA, 2, 1,
                   "'2001-02-28' is not a number; use --dates 'the day' to count days, --one-hot 'the day' or --ignore "
                   "'the day'");
}

static void cells_that_stand_for_nothing_are_missing(void **state)
{
    (void)state;
    expect_rows("a,b,class\n-,1,x\n.,2,y\n#N/A,3,x\nNone,4,x\nnull,5,x\n", "missing=zero",
                "x: 0 1\ny: 0 2\nx: 0 3\nx: 0 4\nx: 0 5\n");
    expect_rows("a,b,class\n-999,1,x\nlost,2,y\n-999.0,-,x\n", "missing=zero|na=-999,lost", "x: 0 1\ny: 0 2\nx: 0 0\n");
    expect_rows("a,b,class\nlost,1,x\nu,2,y\n-,3,y\n", "missing=zero|na=lost|one-hot=a",
                "x: 0=1\ny: 0=2 1=1\ny: 0=3 2=1\n");
    expect_rows("a,b,class\n-,1,x\n3,2,y\n", "missing=zero|missing-indicator=a", "x: 0 1 1\ny: 3 2 0\n");
    expect_rows("a,b,c,class\n-,1,u,x\n3,2,v,y\n", "missing=mean|missing-indicator=auto|one-hot=c",
                "x: 0=nan 1=1 2=1 3=1\ny: 0=3 1=2 2=0 4=1\n");
    expect_refused(&pt_parser_csv, "a,b,class\n-,1,x\n", "missing-indicator=a", PTRON_ARGUMENT, 0, 0,
                   "missing-indicator is about rows with missing cells: add --missing mean or zero");
}

static void names_with_commas_are_listed_in_quotes(void **state)
{
    (void)state;
    expect_rows("\"a, b\",c,class\n1,2,x\n3,4,y\n", "ignore=\"a, b\"", "x: 2\ny: 4\n");
    expect_refused(&pt_parser_csv, "\"a, b\",c,class\nu,2,x\n", "", PTRON_DATA, 2, 1,
                   "'u' is not a number; use --one-hot '\"a, b\"' or --ignore '\"a, b\"'");
}

/* ---- categories ---- */

static void categories_make_sparse_rows_that_have_every_number(void **state)
{
    struct parsed p;

    (void)state;
    fit(&p, "a,colour,b,class\n1,red,0,x\n0,blue,2,y\n0,red,0,x\n", "one-hot=colour");
    assert_false(p.recipe.dense);
    assert_int_equal(p.recipe.n_numbers, 2);
    assert_int_equal(p.recipe.n_features, 4);
    assert_string_equal(pt_dict_text(&p.recipe.words, 0, NULL), "colour=red");
    assert_string_equal(pt_dict_text(&p.recipe.words, 1, NULL), "colour=blue");
    drop_parsed(&p);
    expect_rows("a,colour,b,class\n1,red,0,x\n0,blue,2,y\n0,red,0,x\n", "one-hot=colour",
                "x: 0=1 1=0 2=1\ny: 0=0 1=2 3=1\nx: 0=0 1=0 2=1\n");
    expect_rows("c,d,class\nb,\"b\",x\n\"b\",\"p,\"\"q\"\"\",y\n", "one-hot=auto", "x: 0=1 1=1\ny: 0=1 2=1\n");
    expect_rows("c,d,class\nb,1,x\n?,2,y\n", "one-hot=c|missing=zero", "x: 0=1 1=1\ny: 0=2\n");
    expect_rows("c,d,class\nNA,1,x\n\"NA\",2,y\n", "one-hot=c|missing=skip", "y: 0=2 1=1\n");
}

static void auto_takes_columns_with_more_than_a_stray_text_in_the_first_run(void **state)
{
    char text[4096] = "a,b,c,class\n";
    struct parsed p;

    (void)state;
    for (int i = 0; i < 200; i++)
        strcat(text, i % 19 == 0 ? "1,two,-,x\n" : "1,2,3,x\n");
    strcat(text, "1,3,4,y\n");
    fit(&p, text, "one-hot=auto|missing=zero");
    assert_int_equal(p.recipe.columns[0].role, PT_ROLE_NUMBER);
    assert_int_equal(p.recipe.columns[1].role, PT_ROLE_CATEGORY);
    assert_int_equal(p.recipe.columns[2].role, PT_ROLE_NUMBER);
    assert_int_equal(p.recipe.n_features, 5);
    drop_parsed(&p);
    strcpy(text, "a,class\n");
    for (int i = 0; i < 200; i++)
        strcat(text, "2,x\n");
    strcat(text, "two,y\n");
    expect_refused(&pt_parser_csv, text, "one-hot=auto", PTRON_DATA, 202, 1,
                   "'two' is not a number as in the rows before; use --na two if it means that the cell is missing, "
                   "--on-bad skip, --one-hot a or --ignore a");
}

static void categories_may_be_hashed(void **state)
{
    struct parsed p;

    (void)state;
    fit(&p, "a,b,class\n1,red,x\n2,blue,y\n3,red,x\n", "one-hot=b|hash-bits=10");
    assert_int_equal(p.recipe.n_features, 1 + 1024);
    assert_int_equal(p.recipe.words.count, 0);
    assert_int_equal(p.chunk.index[1], p.chunk.index[5]);
    assert_int_not_equal(p.chunk.index[1], p.chunk.index[3]);
    drop_parsed(&p);
    expect_refused(&pt_parser_csv, "a,class\n1,x\n2,y\n", "hash-bits=4", PTRON_ARGUMENT, 0, 0,
                   "--hash-bits does nothing without categories or text; use --one-hot or --text");
}

static void yes_and_no_in_the_middle_is_the_label(void **state)
{
    (void)state;
    expect_rows("u,yes,1\nv,no,2\nu,no,3\n", "ignore=1|header=no", "yes: 1\nno: 2\nno: 3\n");
    expect_rows("u,ok,n\nv,yes,1\nv,no,2\nu,no,3\n", "one-hot=auto", "yes: 0=1 1=1\nno: 0=2 1=1\nno: 0=3 2=1\n");
    expect_rows("u,ok,n\n5,yes,1\n6,no,0\n7,no,0\n", "", "1: 5 1\n0: 6 0\n0: 7 0\n");
}

static void equal_category_names_add_up(void **state)
{
    (void)state;
    expect_rows("a=b,a,class\nc,b=c,x\n", "one-hot=1,2|label=class|header=yes", "x: 0=2\n");
}

/* ---- columns of text ---- */

static void words_of_a_text_column_are_counted_beside_the_others(void **state)
{
    struct parsed p;

    (void)state;
    expect_rows("n,body,kind,class\n1,\"Free, FREE \"\"win\"\"\",k,spam\n0,see you,m,ham\n2,,k,ham\n",
                "text=body|one-hot=kind",
                "spam: 0=1 1=2 2=1 3=1\nham: 0=0 4=1 5=1 6=1\nham: 0=2 3=1\n");
    fit(&p, "a,b,class\nx y,x,p\ny,z,q\n", "text=a,b");
    assert_int_equal(p.recipe.words.count, 4);
    assert_string_equal(pt_dict_text(&p.recipe.words, 0, NULL), "a:x");
    assert_string_equal(pt_dict_text(&p.recipe.words, 2, NULL), "b:x");
    assert_false(p.recipe.dense);
    drop_parsed(&p);
    expect_rows("a,class\nx y,p\nz x x x,q\n", "text=a|hash-bits=1", "p: 0=1 1=1\nq: 1=4\n");
    expect_refused(&pt_parser_csv, "a,class\nx,p\ny,q\n", "text=z", PTRON_DATA, 1, 0,
                   "no column 'z'; columns are a, class");
}

static void words_not_met_in_training_are_counted_as_words(void **state)
{
    struct parsed fitted, p;
    const char *text = "n,body,class\n1,free new things,spam\n";

    (void)state;
    fit(&fitted, "n,body,class\n1,free win,spam\n2,see you,ham\n", "text=body");
    parse_bytes(&p, &pt_parser_csv, &fitted.recipe, text, strlen(text), "", true);
    expect_ok(&p);
    assert_int_equal(p.chunk.unseen_words, 2);
    assert_int_equal(p.chunk.unseen_categories, 0);
    drop_parsed(&p);
    drop_parsed(&fitted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(missing_cells_become_zero_or_wait_for_the_mean_or_drop_the_row),
        cmocka_unit_test(with_a_recipe_missing_cells_get_the_mean),
        cmocka_unit_test(decimals_may_follow_a_comma),
        cmocka_unit_test(spaces_bars_and_any_sign_part_cells),
        cmocka_unit_test(lines_before_the_first_are_left_out),
        cmocka_unit_test(yes_and_no_are_1_and_0),
        cmocka_unit_test(dates_are_days_where_asked_for),
        cmocka_unit_test(cells_that_stand_for_nothing_are_missing),
        cmocka_unit_test(names_with_commas_are_listed_in_quotes),
        cmocka_unit_test(categories_make_sparse_rows_that_have_every_number),
        cmocka_unit_test(auto_takes_columns_with_more_than_a_stray_text_in_the_first_run),
        cmocka_unit_test(categories_may_be_hashed),
        cmocka_unit_test(yes_and_no_in_the_middle_is_the_label),
        cmocka_unit_test(equal_category_names_add_up),
        cmocka_unit_test(words_of_a_text_column_are_counted_beside_the_others),
        cmocka_unit_test(words_not_met_in_training_are_counted_as_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
