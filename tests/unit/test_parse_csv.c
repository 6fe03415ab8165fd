/* CSV and TSV: delimiter, header, label, bad input with its place, rows by a recipe. Cells: test_parse_cells.c. */
#include "parsing.h"

#include "parse/csv/csv.h"

static void refused(const char *text, const char *list, uint64_t line, uint64_t column, const char *message)
{
    expect_refused(&pt_parser_csv, text, list, PTRON_DATA, line, column, message);
}

static void fit(struct parsed *p, const char *text, const char *list)
{
    fit_text(p, &pt_parser_csv, text, list);
    expect_ok(p);
}

static void expect_rows(const char *text, const char *list, const char *wanted)
{
    expect_parsed(&pt_parser_csv, text, list, wanted);
}

static const char *label_column(const struct parsed *p)
{
    for (size_t i = 0; i < p->recipe.n_columns; i++)
        if (p->recipe.columns[i].role == PT_ROLE_LABEL)
            return p->recipe.columns[i].name;
    return "";
}

static void expect_label(const char *text, const char *list, const char *wanted)
{
    struct parsed p;

    fit(&p, text, list);
    assert_string_equal(label_column(&p), wanted);
    drop_parsed(&p);
}

/* ---- plain reading ---- */

static void numbers_and_labels_are_read(void **state)
{
    (void)state;
    expect_rows("a,b,class\n1,2.5,x\n-3e2,+.5,y\n", "", "x: 1 2.5\ny: -300 0.5\n");
    expect_rows("1,2,x\n3,4,y\n", "", "x: 1 2\ny: 3 4\n");
}

static void crlf_blank_lines_and_a_missing_final_newline_are_fine(void **state)
{
    (void)state;
    expect_rows("\r\n\n1,2,x\r\n\r\n  \n3,4,y", "", "x: 1 2\ny: 3 4\n");
    expect_rows("a,b,class\r\n1,2,x\r\n3,4,y\r\n", "", "x: 1 2\ny: 3 4\n");
    expect_rows("1,2,0\n\n3,4,1", "", "0: 1 2\n1: 3 4\n");
}

static void blanks_around_cells_do_not_count(void **state)
{
    (void)state;
    expect_rows(" 1 ,\t2, x \n3 , 4 ,y\t\n", "", "x: 1 2\ny: 3 4\n");
    expect_rows("1 , \"2\" , \" x \" \n3,4,y\n", "", " x : 1 2\ny: 3 4\n");
}

static void quotes_hide_delimiters_line_ends_and_doubled_quotes(void **state)
{
    (void)state;
    expect_rows("1,2,\"a,b\"\n3,4,\"c\nd\"\n5,6,\"e \"\"f\"\"\"\n7,8,plain\n", "",
                "a,b: 1 2\nc\nd: 3 4\ne \"f\": 5 6\nplain: 7 8\n");
    expect_rows("\"a\",\"the \"\"label\"\"\"\n1,x\n2,y\n", "label=the \"label\"", "x: 1\ny: 2\n");
    expect_rows("1,5\" pipe\n2,y\n", "", "5\" pipe: 1\ny: 2\n");
}

static void lines_inside_quotes_are_counted(void **state)
{
    struct parsed p;

    (void)state;
    fit(&p, "1,\"a\n\nb\"\n\n2,c\n3,d", "");
    assert_int_equal(p.chunk.n_rows, 3);
    assert_int_equal(p.chunk.place[0], 0);
    assert_int_equal(p.chunk.place[1], 4);
    assert_int_equal(p.chunk.place[2], 5);
    assert_int_equal(p.chunk.n_lines, 5);
    drop_parsed(&p);
}

static void the_same_numbers_come_from_the_quick_and_the_careful_way(void **state)
{
    char text[4096] = "", wanted[4096] = "";

    (void)state;
    for (int i = 0; i < 60; i++) {
        char line[64];

        snprintf(line, sizeof line, "%s%d.%d,%s%d.%de0,x\n", i % 3 ? "" : "-", i, i * 7919, i % 3 ? "" : "-", i,
                 i * 7919);
        strcat(text, line);
        snprintf(line, sizeof line, "%s%d.%d", i % 3 ? "" : "-", i, i * 7919);
        snprintf(wanted + strlen(wanted), 64, "x: %g %g\n", strtod(line, NULL), strtod(line, NULL));
    }
    expect_rows(text, "", wanted);
}

static void delimiters_are_found_and_can_be_given(void **state)
{
    (void)state;
    expect_rows("1\t2\tx\n3\t4\ty\n", "", "x: 1 2\ny: 3 4\n");
    expect_rows("1;2;x\n3;4;y\n", "", "x: 1 2\ny: 3 4\n");
    expect_rows("1\t2\tx, and so on\n3\t4\ty\n", "", "x, and so on: 1 2\ny: 3 4\n");
    expect_rows("1;2;x\n3;4;y\n", "delimiter=semicolon", "x: 1 2\ny: 3 4\n");
    expect_rows("1,5;x,1\n3,5;y,2\n", "delimiter=;|label=2|one-hot=1|header=no", "x,1: 0=1\ny,2: 1=1\n");
    expect_refused(&pt_parser_csv, "1|2\n", "delimiter=ab", PTRON_ARGUMENT, 0, 0,
                   "delimiter is 'ab', wanted comma, tab, semicolon, space, bar, colon or any one sign that numbers do "
                   "not hold");
}

static void empty_cells_of_a_tsv_are_cells(void **state)
{
    (void)state;
    expect_rows("1\t\tx\n\t4\ty\n", "missing=zero", "x: 1 0\ny: 0 4\n");
    expect_rows("1,,x\n,4,y\n", "missing=zero", "x: 1 0\ny: 0 4\n");
}

/* ---- header and label ---- */

static bool has_header(const char *text, const char *list)
{
    struct parsed p;
    bool header;

    fit_text(&p, &pt_parser_csv, text, list);
    header = p.recipe.header;
    drop_parsed(&p);
    return header;
}

static void a_header_is_told_by_what_is_below_it(void **state)
{
    (void)state;
    assert_true(has_header("a,b,c\n1,2,x\n", ""));
    assert_true(has_header(",b,c\n1,2,x\n", ""));
    assert_true(has_header("colour,shape\nred,square\nblue,round\nred,round\n", "one-hot=auto"));
    assert_false(has_header("red,square\nblue,round\nred,round\n", "one-hot=auto"));
    assert_false(has_header("1,2,x\n3,4,y\n", ""));
    assert_false(has_header("x,1,2\ny,3,4\n", ""));
    assert_true(has_header("1,2,3\n4,5,6\n", "header=yes"));
    assert_false(has_header("a,b,c\n1,2,x\n", "header=no|ignore=1,2|one-hot=3"));
    assert_true(has_header("a,b,c\n?,2,x\nNA,,y\n", "missing=zero"));
}

static void the_label_is_found_by_name_by_kind_or_is_the_last(void **state)
{
    (void)state;
    expect_label("a,Species,b\n1,x,2\n3,y,4\n", "", "Species");
    expect_label("y,a,b\n1,3,2\n3,4,4\n", "", "y");
    expect_label("class,type,b\n1,3,2\n3,4,4\n", "", "b");
    expect_label("kind,a,b\nx,3,2\ny,4,4\n", "", "kind");
    expect_label("a,b,kind\n1,3,x\n2,4,y\n", "", "kind");
    expect_label("a,b,kind\n1,3,2\n2,4,3\n", "", "kind");
    expect_label("x,1,2\ny,3,4\n", "", "1");
    expect_label("1,2,3\n4,5,6\n", "", "3");
    expect_label("1,2,3\n4,5,6\n", "label=2", "2");
    expect_label("1,2,3\n4,5,6\n", "ignore=3", "2");
    expect_label("a,b,class\n1,2,3\n4,5,6\n", "label=b", "b");
    expect_label("a,b,class\n1,2,3\n4,5,6\n", "label=1", "a");
    expect_label("x,y,kind\n1,2,a\n4,5,b\n", "", "kind");
    expect_label("2,b,class\n1,2,3\n4,5,6\n", "label=2|header=yes", "2");
}

static void columns_that_are_not_there_are_refused_with_those_that_are(void **state)
{
    (void)state;
    expect_refused(&pt_parser_csv, "a,b,c\n1,2,x\n", "label=kind", PTRON_DATA, 1, 0,
                   "no column 'kind'; columns are a, b, c");
    expect_refused(&pt_parser_csv, "1,2,3,4,5,6,7,8,9,x\n", "label=11", PTRON_DATA, 1, 0,
                   "no column '11'; columns are 1, 2, 3, 4, 5, 6, 7, 8, ...");
    expect_refused(&pt_parser_csv, "a,b,c\n1,2,x\n", "ignore=a,d", PTRON_DATA, 1, 0,
                   "no column 'd'; columns are a, b, c");
    expect_refused(&pt_parser_csv, "a,b,c\n1,2,x\n", "label=0", PTRON_DATA, 1, 0,
                   "no column '0'; columns are a, b, c");
}

static void a_column_has_one_role(void **state)
{
    (void)state;
    expect_refused(&pt_parser_csv, "a,b,c\n1,2,x\n", "label=c|ignore=c", PTRON_ARGUMENT, 0, 0,
                   "column 'c' cannot be both ignored and the label");
    expect_refused(&pt_parser_csv, "a,b,c\n1,2,x\n", "weight=a|one-hot=1", PTRON_ARGUMENT, 0, 0,
                   "column 'a' cannot be both one-hot and the row weight");
    expect_refused(&pt_parser_csv, "a,b,c\n1,2,x\n", "ignore=a,b", PTRON_DATA, 0, 0,
                   "no column is left for features");
    expect_refused(&pt_parser_csv, "a,b\n1,2\n", "ignore=a,b", PTRON_ARGUMENT, 0, 0,
                   "no column is left for the label");
    expect_refused(&pt_parser_csv, "a,a,c\n1,2,x\n", "", PTRON_DATA, 0, 0,
                   "two columns are named 'a'; use --ignore 2");
    expect_rows("a,a,c\n1,2,x\n", "ignore=2", "x: 1\n");
}

/* ---- bad input ---- */

static void bad_cells_are_refused_with_their_place(void **state)
{
    (void)state;
    refused("a,colour,class\n1,2,x\n3,red,y\n", "", 3, 3,
            "'red' is not a number; use --one-hot colour or --ignore colour");
    refused("1,2,x\n3,red,y\n", "", 2, 3, "'red' is not a number; use --one-hot 2 or --ignore 2");
    refused("1,2,x\n3,0x1,y\n", "", 2, 3, "'0x1' is not a number; use --one-hot 2 or --ignore 2");
    refused("1,2,x\n3,4 5,y\n", "", 2, 3, "'4 5' is not a number; use --one-hot 2 or --ignore 2");
    refused("1,2,x\n3,1e999,y\n", "", 2, 3, "value is not finite");
    refused("1,2,x\n-inf,1,y\n", "", 2, 1, "value is not finite");
    refused("1,2,x\n3,-nan,y\n", "", 2, 3, "value is not finite");
    refused("1,2,x\n3,infinity,y\n", "", 2, 3, "value is not finite");
    refused("1,2,x\n\n3,4,\n", "", 3, 5, "label is missing");
}

static void missing_cells_are_refused_unless_said_otherwise(void **state)
{
    (void)state;
    refused("1,2,x\n3,?,y\n", "", 2, 3, "cell is missing (?); use --missing zero, mean or skip");
    refused("1,2,x\n3,,y\n", "", 2, 3, "cell is missing (empty); use --missing zero, mean or skip");
    refused("1,2,x\n3, NaN ,y\n", "", 2, 4, "cell is missing (NaN); use --missing zero, mean or skip");
    refused("1,2,x\n3,n/a,y\n", "", 2, 3, "cell is missing (n/a); use --missing zero, mean or skip");
    refused("1,2,x\n3,NULL,y\n", "", 2, 3, "cell is missing (NULL); use --missing zero, mean or skip");
    refused("1,2,x\n\"\",NA,y\n", "", 2, 2, "cell is missing (empty); use --missing zero, mean or skip");
}

static void rows_of_another_length_are_refused(void **state)
{
    (void)state;
    refused("1,2,3,4,x\n1,2,3,4\n", "", 2, 8, "row has 4 cells, wanted 5");
    refused("1,2,3,4,x\n1,2,3,4,x,6,7\n", "", 2, 11, "row has 7 cells, wanted 5");
    refused("1,2,x\n\nSource: somewhere\n1,2,x\n", "", 3, 18, "row has 1 cell, wanted 3");
    refused("1,2,x\n7\n1,2,x\n", "", 2, 2, "row has 1 cell, wanted 3");
    refused("1,2,x\n1,2,x,\n1,2,x\n", "", 2, 7, "row has 4 cells, wanted 3");
}

static void quotes_that_do_not_match_are_refused(void **state)
{
    (void)state;
    refused("1,2,x\n3,4,\"y\n5,6,z\n", "", 2, 5, "quote opened here is never closed");
    refused("\"1,2,x\n3,4,y\n5,6,z\n", "", 1, 1, "quote opened here is never closed");
    refused("1,2,x\n3,4,\"y\"z\n5,6,z\n", "", 2, 8, "text follows a closing quote; wanted the next cell");
    refused("1,2,x\n3,\"4\" \"5\",y\n", "", 2, 7, "text follows a closing quote; wanted the next cell");
}

static void weights_are_read_and_must_be_positive(void **state)
{
    struct parsed p;

    (void)state;
    fit(&p, "a,w,class\n1,2,x\n3,0.5,y\n", "weight=w");
    assert_true(p.chunk.has_weights);
    assert_true(p.chunk.weight[0] == 2.0 && p.chunk.weight[1] == 0.5);
    assert_int_equal(p.recipe.n_features, 1);
    drop_parsed(&p);
    refused("a,w,class\n1,2,x\n3,0,y\n", "weight=w", 3, 3, "row weight is '0', wanted a number above 0");
    refused("a,w,class\n1,2,x\n3,,y\n", "weight=w", 3, 3, "row weight is '', wanted a number above 0");
}

static void files_without_rows_are_refused(void **state)
{
    (void)state;
    refused("", "", 0, 0, "no rows");
    refused("\n \r\n\n", "", 0, 0, "no rows");
}

static void rows_of_millions_of_cells_are_refused(void **state)
{
    const size_t n = 2 * (size_t)PT_COLUMNS_MOST + 2;
    char *text = malloc(n);
    struct parsed p;

    (void)state;
    for (size_t i = 0; i < n; i += 2)
        memcpy(text + i, "1,", 2);
    parse_bytes(&p, &pt_parser_csv, NULL, text, n - 1, "", false);
    assert_int_equal(p.status, PTRON_DATA);
    assert_string_equal(p.err.message, "a line has more than 1048576 cells; write such wide rows as libsvm");
    drop_parsed(&p);
    free(text);
}

static void bad_rows_can_be_skipped_and_leave_no_trace(void **state)
{
    struct parsed p;
    char *rows;

    (void)state;
    fit(&p, "a,c,class\n1,u,x\noops,v,z\n3,u,y,4\n5,u\n6,\"v\"w,z\n7,t,x\n", "on-bad=skip|one-hot=c");
    rows = parsed_rows(&p, &p.recipe, false);
    assert_string_equal(rows, "x: 0=1 1=1\nx: 0=7 2=1\n");
    assert_int_equal(p.chunk.bad_rows, 4);
    assert_string_equal(p.err.message, "'oops' is not a number; use --one-hot a or --ignore a");
    assert_int_equal(p.err.line, 3);
    assert_int_equal(p.chunk.place[1], 5);
    assert_int_equal(p.recipe.labels.texts.count, 1);
    assert_int_equal(p.recipe.words.count, 2);
    free(rows);
    drop_parsed(&p);
}

/* ---- missing cells ---- */

/* ---- with a recipe ---- */

static const char iris[] = "length,width,colour,class\n1,2,red,x\n3,4,blue,y\n";

static void expect_used(const char *text, const char *list, bool optional, const char *wanted)
{
    struct parsed p, q;
    char *rows;

    fit(&p, iris, "one-hot=colour");
    parse_bytes(&q, &pt_parser_csv, &p.recipe, text, strlen(text), list, optional);
    expect_ok(&q);
    rows = parsed_rows(&q, &p.recipe, true);
    assert_string_equal(rows, wanted);
    free(rows);
    drop_parsed(&q);
    drop_parsed(&p);
}

static void expect_unused(const char *text, const char *list, bool optional, uint64_t line, uint64_t column,
                          const char *message)
{
    struct parsed p, q;

    fit(&p, iris, "one-hot=colour");
    parse_bytes(&q, &pt_parser_csv, &p.recipe, text, strlen(text), list, optional);
    assert_int_equal(q.status, PTRON_DATA);
    assert_string_equal(q.err.message, message);
    assert_int_equal(q.err.line, line);
    assert_int_equal(q.err.column, column);
    drop_parsed(&q);
    drop_parsed(&p);
}

static void columns_are_matched_by_name_in_any_order(void **state)
{
    (void)state;
    expect_used("class,more,colour,width,length\ny,what,red,5,6\n", "", false, "y: 0=6 1=5 2=1\n");
    expect_used("colour,width,length\nblue,5,6\n", "", true, "-: 0=6 1=5 3=1\n");
    expect_used("length,width,colour,class\n7,8,red,x\n", "", false, "x: 0=7 1=8 2=1\n");
    expect_unused("colour,length,class\nblue,5,y\n", "", true, 1, 0, "file has no column 'width'");
    expect_unused("colour,width,length\nblue,5,6\n", "", false, 2, 1, "file has no column 'class' of labels");
}

static void without_a_header_columns_are_matched_by_position(void **state)
{
    (void)state;
    expect_used("5,6,red,y\n", "", true, "y: 0=5 1=6 2=1\n");
    expect_used("5,6,red\n", "", true, "-: 0=5 1=6 2=1\n");
    expect_unused("length,6,red,y\n5,6,red,y\n", "header=yes", true, 1, 0, "file has no column 'width'");
    expect_unused("length,width,colour,class\n", "header=no", true, 1, 1,
                  "'length' is not a number");
    expect_unused("5,6\n", "", true, 1, 0, "file has 2 columns, wanted 4");
    expect_unused("5,6,red\n", "", false, 1, 1, "file has no column 'class' of labels");
    expect_unused("what,where,who,how\n5,6,red,x\n", "", true, 1, 0, "file has no column 'length'");
    expect_unused("5,6,red\n5,6,red\n5,6\n", "", true, 3, 4, "row has 2 cells, wanted 3");
}

static void a_recipe_without_a_header_skips_one(void **state)
{
    struct parsed p, q;

    (void)state;
    fit(&p, "1,2,0\n3,4,1\n", "");
    parse_bytes(&q, &pt_parser_csv, &p.recipe, "a,b,c\n5,6,1\n", 12, "", false);
    expect_ok(&q);
    assert_int_equal(q.chunk.n_rows, 1);
    assert_int_equal(q.chunk.label[0], 1);
    drop_parsed(&q);
    parse_bytes(&q, &pt_parser_csv, &p.recipe, "1,2\n5,6\n", 8, "", true);
    expect_ok(&q);
    assert_int_equal(q.chunk.n_rows, 2);
    assert_int_equal(q.chunk.unlabelled_rows, 2);
    assert_false(q.chunk.has_labels);
    drop_parsed(&q);
    drop_parsed(&p);
}

static void what_training_did_not_see_is_counted(void **state)
{
    struct parsed p, q;
    const char text[] = "5,6,green,z\n5,6,red,\n5,6,blue,x\n";

    (void)state;
    expect_used(text, "", true, "?: 0=5 1=6\n-: 0=5 1=6 2=1\nx: 0=5 1=6 3=1\n");
    fit(&p, iris, "one-hot=colour");
    parse_bytes(&q, &pt_parser_csv, &p.recipe, text, sizeof text - 1, "", true);
    assert_int_equal(q.chunk.unseen_categories, 1);
    assert_int_equal(q.chunk.unseen_labels, 1);
    assert_int_equal(q.chunk.unlabelled_rows, 1);
    drop_parsed(&q);
    parse_bytes(&q, &pt_parser_csv, &p.recipe, text, sizeof text - 1, "", false);
    assert_string_equal(q.err.message, "label is missing");
    assert_int_equal(q.err.line, 2);
    assert_int_equal(q.err.column, 9);
    drop_parsed(&q);
    drop_parsed(&p);
}

/* ---- cutting ---- */

static void expect_cut(const char *text, size_t wanted)
{
    char *bytes = exact_copy(text, strlen(text));

    assert_int_equal(pt_parser_csv.cut(&(struct pt_recipe){0}, bytes, strlen(text)), wanted);
    free(bytes);
}

static void runs_are_cut_after_the_last_line_end_outside_quotes(void **state)
{
    (void)state;
    expect_cut("", 0);
    expect_cut("1,2,3", 0);
    expect_cut("1,2\n3,4\n5,", 8);
    expect_cut("1,2\n3,4\n", 8);
    expect_cut("1,\"a\nb\"\n2,\"c\nd", 8);
    expect_cut("1,\"a\"\"\nb\"\n2", 10);
    expect_cut("1,\"a\"\"\nb", 0);
    expect_cut("1,5\" pipe\n2,y", 10);
    expect_cut("1; \"a\nb\";2\n3", 11);
    expect_cut("\"\"\"\n\"\n\"", 6);
}

/* Wherever a run is cut, the rows are the same. */
static void cut_rows_are_the_rows(void **state)
{
    const char text[] = "1,\"a\nb\",x\n2, \"c\"\"\n\"\"\",y\n3,d\"e,x\n4,\"f\" ,y\n5,\"\",x\n6,;\"g,y\n7,h,x\n";
    const size_t length = sizeof text - 1;
    struct parsed whole;

    (void)state;
    fit(&whole, text, "one-hot=2|missing=zero");
    for (size_t limit = 1; limit <= length; limit++) {
        struct pt_parse how = {.recipe = &whole.recipe, .n_columns = 3};
        size_t at = 0, rows = 0;

        while (at < length) {
            size_t room = limit, n = 0;
            struct pt_chunk chunk;

            while (n == 0 && at + room < length)   /* as a reader does: a longer run until it can be cut */
                n = pt_parser_csv.cut(&(struct pt_recipe){0}, text + at, room++);
            n = n == 0 ? length - at : n;
            pt_chunk_init(&chunk);
            pt_parser_csv.parse(&how, text + at, n, &chunk);
            assert_false(chunk.failed);
            for (size_t i = 0; i < chunk.n_rows; i++, rows++)
                assert_true(chunk.value[(size_t)chunk.offset[i]] == (double)(rows + 1));
            pt_chunk_fini(&chunk);
            at += n;
        }
        assert_int_equal(rows, 7);
    }
    drop_parsed(&whole);
}

/* ---- recognising ---- */

static int csv_score(const char *text)
{
    return pt_parser_csv.recognise(text, strlen(text), "data");
}

static void csv_is_told_from_other_formats(void **state)
{
    (void)state;
    assert_in_range(csv_score("1,2,3\n4,5,6\n"), 50, 100);
    assert_in_range(csv_score("1\t2\t3\n4\t5\t6\n"), 50, 100);
    assert_int_equal(csv_score("+1 1:2 3:4\n-1 2:1\n"), 0);
    assert_int_equal(csv_score("+1\t1:2\t3:4\n-1\t2:1\t3:1\n"), 0);
    assert_int_equal(csv_score("no columns here\n"), 0);
    assert_int_equal(csv_score(""), 0);
    assert_int_equal(pt_parser_csv.recognise("a,b\0,c\n", 8, "x.csv"), 0);
    assert_in_range(pt_parser_csv.recognise("one\ntwo\n", 8, "x.csv.gz"), 1, 100);
}

/* ---- memory ---- */

static void parsing_survives_every_allocation_failure(void **state)
{
    ptron_options *options = options_of("one-hot=colour|ignore=z");
    const char text[] = "length,colour,z,class\n1,red,0,x\n3,\"bl\"\"ue\",0,\"y\"\"\"\n";
    const size_t length = sizeof text - 1;
    bool failed = true;

    (void)state;
    for (size_t k = 0; failed; k++) {
        struct pt_recipe recipe;
        struct pt_chunk chunk;
        uint32_t *columns = NULL;
        size_t n_columns, skip;
        ptron_status status;

        pt_recipe_init(&recipe);
        pt_chunk_init(&chunk);
        recipe.format = PT_FORMAT_CSV;
        pt_test_fail_allocation(k);
        status = pt_parser_csv.prepare(&recipe, options, text, length, NULL);
        if (status == PTRON_OK)
            status = pt_parser_csv.match(&recipe, options, true, text, length, &columns, &n_columns, &skip, NULL);
        if (status == PTRON_OK) {
            const struct pt_parse how = {&recipe, .fitting = true, .columns = columns, .n_columns = n_columns};

            pt_parser_csv.parse(&how, text + skip, length - skip, &chunk);
            status = chunk.failed ? chunk.error.code : PTRON_OK;
        }
        failed = pt_test_allocation_failed();
        pt_test_fail_allocation(SIZE_MAX);
        assert_int_equal(status, failed ? PTRON_NOMEM : PTRON_OK);
        pt_release(columns);
        pt_chunk_fini(&chunk);
        pt_recipe_fini(&recipe);
    }
    ptron_options_free(options);
}

/* Bytes of a small alphabet that matters: never a crash, and every row that comes out is whole. */
static void no_bytes_crash_it(void **state)
{
    static const char alphabet[] = "\"\",,\n\n\r\t; 1-.eaN?\0\xff";
    uint64_t x = 1;

    (void)state;
    for (int round = 0; round < 20000; round++) {
        char text[48];
        struct parsed p;
        size_t length;

        for (size_t i = 0; i < sizeof text; i++) {
            x = x * UINT64_C(6364136223846793005) + 1442695040888963407u;
            text[i] = alphabet[(x >> 33) % (sizeof alphabet - 1)];
        }
        length = (size_t)(x >> 40) % sizeof text;
        parse_bytes(&p, &pt_parser_csv, NULL, text, length, round % 2 ? "on-bad=skip|missing=zero" : "one-hot=auto",
                    false);
        if (p.status == PTRON_OK && p.recipe.dense)
            assert_int_equal(p.chunk.n_values, p.chunk.n_rows * p.recipe.n_numbers);
        drop_parsed(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_and_labels_are_read),
        cmocka_unit_test(crlf_blank_lines_and_a_missing_final_newline_are_fine),
        cmocka_unit_test(blanks_around_cells_do_not_count),
        cmocka_unit_test(quotes_hide_delimiters_line_ends_and_doubled_quotes),
        cmocka_unit_test(lines_inside_quotes_are_counted),
        cmocka_unit_test(the_same_numbers_come_from_the_quick_and_the_careful_way),
        cmocka_unit_test(delimiters_are_found_and_can_be_given),
        cmocka_unit_test(empty_cells_of_a_tsv_are_cells),
        cmocka_unit_test(a_header_is_told_by_what_is_below_it),
        cmocka_unit_test(the_label_is_found_by_name_by_kind_or_is_the_last),
        cmocka_unit_test(columns_that_are_not_there_are_refused_with_those_that_are),
        cmocka_unit_test(a_column_has_one_role),
        cmocka_unit_test(bad_cells_are_refused_with_their_place),
        cmocka_unit_test(missing_cells_are_refused_unless_said_otherwise),
        cmocka_unit_test(rows_of_another_length_are_refused),
        cmocka_unit_test(quotes_that_do_not_match_are_refused),
        cmocka_unit_test(weights_are_read_and_must_be_positive),
        cmocka_unit_test(files_without_rows_are_refused),
        cmocka_unit_test(rows_of_millions_of_cells_are_refused),
        cmocka_unit_test(bad_rows_can_be_skipped_and_leave_no_trace),
        cmocka_unit_test(columns_are_matched_by_name_in_any_order),
        cmocka_unit_test(without_a_header_columns_are_matched_by_position),
        cmocka_unit_test(a_recipe_without_a_header_skips_one),
        cmocka_unit_test(what_training_did_not_see_is_counted),
        cmocka_unit_test(runs_are_cut_after_the_last_line_end_outside_quotes),
        cmocka_unit_test(cut_rows_are_the_rows),
        cmocka_unit_test(csv_is_told_from_other_formats),
        cmocka_unit_test(parsing_survives_every_allocation_failure),
        cmocka_unit_test(no_bytes_crash_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
