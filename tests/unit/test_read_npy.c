/* .npy files: dtypes, orders, labels from a file or a column, malformed headers. */
#include "api/api.h"
#include "reading.h"

#include "read/array/array.h"

/* A file of that version with a header of that text. */
static struct packed npy(int version, const char *header, const void *data, size_t length)
{
    const size_t text = strlen(header), start = version == 1 ? 10 : 12;
    struct packed packed = {malloc(start + text + length), start + text + length};
    const unsigned char head[12] = {0x93, 'N', 'U', 'M', 'P', 'Y', (unsigned char)version, 0,
                                    (unsigned char)text, (unsigned char)(text >> 8), 0, 0};

    memcpy(packed.bytes, head, start);
    memcpy(packed.bytes + start, header, text);
    if (length > 0)
        memcpy(packed.bytes + start + text, data, length);
    return packed;
}

/* The rows of a matrix file with the labels of another; L stands for the latter's name. */
static char *load_npy(struct packed rows, struct packed labels, const char *options)
{
    char *path = labels.bytes == NULL ? NULL : file_of(".npy", labels.bytes, labels.length), text[5000], *got, *name;
    const struct pt_source source = memory_source("x", rows.bytes, rows.length);

    snprintf(text, sizeof text, "%s%s %s", path == NULL ? "" : "labels=", path == NULL ? "" : path, options);
    got = loaded_runs(&source, 1, text, NULL, 20);
    name = path == NULL ? NULL : strstr(got, path);
    if (name != NULL) {
        *name = 'L';
        memmove(name + 1, name + strlen(path), strlen(name + strlen(path)) + 1);
    }
    if (path != NULL)
        drop_file(path);
    free(rows.bytes);
    free(labels.bytes);
    return got;
}

static void expect_npy(struct packed rows, struct packed labels, const char *options, const char *wanted)
{
    char *got = load_npy(rows, labels, options);

    assert_string_equal(got, wanted);
    free(got);
}

#define SHAPE(type, order, shape) "{'descr': '" type "', 'fortran_order': " order ", 'shape': " shape ", }   \n"

static struct packed two_labels(void)
{
    return npy(1, SHAPE("|u1", "False", "(2,)"), "\x05\x09", 2);
}

static void both_orders_give_the_same_rows(void **state)
{
    const double c[6] = {1, 2, 3, 4, 5, 0.1}, fortran[6] = {1, 4, 2, 5, 3, 0.1};
    const char *wanted = "5 0:1 1:2 2:3 @0.1\n9 0:4 1:5 2:0.1 @0.2\n";

    (void)state;
    for (int version = 1; version <= 3; version++) {
        expect_npy(npy(version, SHAPE("<f8", "False", "(2, 3)"), c, sizeof c), two_labels(), "", wanted);
        expect_npy(npy(version, SHAPE("<f8", "True", "(2, 3)"), fortran, sizeof fortran), two_labels(), "", wanted);
    }
}

static void every_type_is_read_in_both_byte_orders(void **state)
{
    static const struct {
        const char *header;
        const char *bytes;
        size_t length;
        const char *wanted;
    } cases[] = {
        {SHAPE("|b1", "False", "(2, 1)"), "\x01\x00", 2, "5 0:1 @0.1\n9 0:0 @0.2\n"},
        {SHAPE("|i1", "False", "(2, 1)"), "\xff\x05", 2, "5 0:-1 @0.1\n9 0:5 @0.2\n"},
        {SHAPE("<i2", "False", "(2, 1)"), "\xfe\xff\x00\x01", 4, "5 0:-2 @0.1\n9 0:256 @0.2\n"},
        {SHAPE(">i2", "False", "(2, 1)"), "\xff\xfe\x01\x00", 4, "5 0:-2 @0.1\n9 0:256 @0.2\n"},
        {SHAPE("<i4", "False", "(2, 1)"), "\xff\xff\xff\xff\x01\0\0\0", 8, "5 0:-1 @0.1\n9 0:1 @0.2\n"},
        {SHAPE("<i8", "False", "(2, 1)"), "\0\0\0\0\0\0\0\x80\x01\0\0\0\0\0\0\0", 16,
         "5 0:-9.223372036854776e18 @0.1\n9 0:1 @0.2\n"},
        {SHAPE("<u2", "False", "(2, 1)"), "\xff\xff\x01\x00", 4, "5 0:65535 @0.1\n9 0:1 @0.2\n"},
        {SHAPE(">u4", "False", "(2, 1)"), "\0\0\x01\0\xff\xff\xff\xff", 8, "5 0:256 @0.1\n9 0:4294967295 @0.2\n"},
        {SHAPE("<u8", "False", "(2, 1)"), "\0\0\0\0\0\0\x10\0\x01\0\0\0\0\0\0\0", 16,
         "5 0:4503599627370496 @0.1\n9 0:1 @0.2\n"},
        {SHAPE("<f4", "False", "(2, 1)"), "\0\0\x80\x3f\0\0\0\xbf", 8, "5 0:1 @0.1\n9 0:-0.5 @0.2\n"},
        {SHAPE(">f4", "False", "(2, 1)"), "\x3f\x80\0\0\xbf\0\0\0", 8, "5 0:1 @0.1\n9 0:-0.5 @0.2\n"},
        {SHAPE(">f8", "False", "(2, 1)"), "\x3f\xf0\0\0\0\0\0\0\x40\0\0\0\0\0\0\0", 16, "5 0:1 @0.1\n9 0:2 @0.2\n"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_npy(npy(1, cases[i].header, cases[i].bytes, cases[i].length), two_labels(), "", cases[i].wanted);
}

static struct packed two_rows(void)
{
    return npy(1, SHAPE("|u1", "False", "(2, 1)"), "\x01\x02", 2);
}

static void labels_may_be_numbers_or_texts(void **state)
{
    (void)state;
    expect_npy(two_rows(),
               npy(1, SHAPE("<i8", "False", "(2,)"), "\xff\xff\xff\xff\xff\xff\xff\xff\x01\0\0\0\0\0\0\0", 16), "",
               "-1 0:1 @0.1\n1 0:2 @0.2\n");
    expect_npy(two_rows(), npy(1, SHAPE("<f4", "False", "(2, 1)"), "\0\0\x80\x3f\0\0\0\xbf", 8), "",
               "1 0:1 @0.1\n-0.5 0:2 @0.2\n");
    expect_npy(two_rows(), npy(1, SHAPE("|b1", "False", "(2,)"), "\x01\0", 2), "", "1 0:1 @0.1\n0 0:2 @0.2\n");
    expect_npy(two_rows(), npy(1, SHAPE("|S4", "False", "(2,)"), "ham\0spam", 8), "", "ham 0:1 @0.1\nspam 0:2 @0.2\n");
    expect_npy(two_rows(), npy(1, SHAPE("<U2", "False", "(2,)"), "\xe9\0\0\0n\0\0\0\x00\xf6\x01\0\0\0\0\0", 16), "",
               "\xc3\xa9n 0:1 @0.1\n\xf0\x9f\x98\x80 0:2 @0.2\n");
    expect_npy(two_rows(), npy(1, SHAPE("<f4", "False", "(2,)"), "\0\0\x80\x3f\0\0\xc0\x7f", 8), "",
               "x:2:1: the label is not a finite number");
}

static void the_label_may_be_a_column(void **state)
{
    struct packed matrix = npy(1, SHAPE("|u1", "False", "(2, 3)"), "\x01\x05\x02\x03\x09\x04", 6);
    struct packed bare = npy(1, SHAPE("|u1", "False", "(1, 2)"), "\x01\x02", 2);
    struct packed wrong = npy(1, SHAPE("|u1", "False", "(1, 5)"), "\x01\x02\x03\x04\x05", 5);
    struct pt_source source = memory_source("x", matrix.bytes, matrix.length);
    ptron_options *options = options_of("label=2");
    ptron_dataset *set, *test;
    ptron_error err;
    char *got = loaded_runs(&source, 1, "label=2", NULL, 1 << 20);

    (void)state;
    assert_string_equal(got, "5 0:1 1:2 @0.1\n9 0:3 1:4 @0.2\n");
    free(got);
    assert_int_equal(pt_dataset_load(&source, 1, options, NULL, &set, NULL), PTRON_OK);
    got = loaded_runs(&source, 1, "", &set->recipe, 1 << 20);   /* the recipe remembers the column */
    assert_string_equal(got, "5 0:1 1:2 @0.1\n9 0:3 1:4 @0.2\n");
    free(got);
    source = memory_source("x", bare.bytes, bare.length);
    assert_int_equal(pt_dataset_load(&source, 1, pt_options_given(NULL), &set->recipe, &test, NULL), PTRON_OK);
    assert_int_equal(test->tally.unlabelled_rows, 1);
    pt_dataset_free(test);
    source = memory_source("x", wrong.bytes, wrong.length);
    assert_int_equal(pt_dataset_load(&source, 1, pt_options_given(NULL), &set->recipe, &test, &err), PTRON_DATA);
    assert_string_equal(err.message, "has rows of 5 values, wanted 2");
    pt_dataset_free(set);
    ptron_options_free(options);
    free(matrix.bytes);
    free(bare.bytes);
    free(wrong.bytes);
}

static void missing_labels_and_columns_are_named(void **state)
{
    const struct packed none = {0};

    (void)state;
    expect_npy(two_rows(), none, "", "x:0:0: has no labels; give --labels FILE or --label COLUMN");
    expect_npy(two_rows(), none, "label=2", "x:0:0: has no column '2' for the label; columns are numbered 1 to 1");
    expect_npy(two_rows(), none, "label=1", "x:0:0: has no column but the label's");
    expect_npy(two_rows(), none, "label=age", "x:0:0: has no column 'age' for the label; columns are numbered 1 to 1");
}

static void malformed_headers_are_refused(void **state)
{
    static const struct {
        const char *header, *wanted;
    } cases[] = {
        {SHAPE("<f8", "False", "(2,)"), "x:0:0: has one dimension; rows and columns are wanted"},
        {SHAPE("<f8", "False", "(2, 3, 4)"), "x:0:0: has 3 dimensions; rows and columns are wanted"},
        {SHAPE("<f8", "False", "(0, 3)"), "x:0:0: no rows"},
        {SHAPE("<c16", "False", "(2, 3)"),
         "x:0:0: has items of type '<c16'; known are bool, integers, float32 and float64"},
        {SHAPE("<f2", "False", "(2, 3)"),
         "x:0:0: has items of type '<f2'; known are bool, integers, float32 and float64"},
        {SHAPE("|O", "False", "(2, 3)"),
         "x:0:0: has items of type '|O'; known are bool, integers, float32 and float64"},
        {SHAPE("|S3", "False", "(2, 3)"), "x:0:0: holds texts; a matrix of numbers is wanted"},
        {"{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (2, 3)}",
         "x:0:0: has structured items; a plain matrix of numbers is wanted"},
        {"{'fortran_order': False, 'shape': (2, 3)}", "x:0:0: has a .npy header without a type"},
        {"{'descr': '<f8', 'fortran_order': False}", "x:0:0: has a .npy header without a shape"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3", "x:0:0: has a malformed .npy header"},
        {"{'descr': '<f8', 'fortran_order': Maybe, 'shape': (2, 3)}", "x:0:0: has a malformed .npy header"},
        {"['descr']", "x:0:0: has a malformed .npy header"},
        {SHAPE("<f8", "False", "(2, 99999999999999999999999)"), "x:0:0: has a malformed .npy header"},
        {SHAPE("<f8", "False", "(18446744073709551615, 3)"),
         "x:0:0: ends in row 1 of the 18446744073709551615 that its header promises"},
        {SHAPE("<f8", "True", "(18446744073709551615, 3)"),
         "x:0:0: has more rows than this machine can hold"},
        {SHAPE("<f8", "False", "(2, 18446744073709551615)"),
         "x:0:0: has rows of 1 x 18446744073709551615 values; 1 to 4294967293 are possible"},
        {SHAPE("<f8", "True", "(2, 3)"), "x:0:0: ends in row 1 of the 2 that its header promises"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_npy(npy(1, cases[i].header, "", 0), (struct packed){0},
                   strstr(cases[i].wanted, "promises") != NULL || strstr(cases[i].wanted, "can hold") ? "label=1" : "",
                   cases[i].wanted);
}

static void a_file_cut_anywhere_is_refused(void **state)
{
    const double values[4] = {1, 2, 3, 4};
    struct packed whole = npy(1, SHAPE("<f8", "False", "(2, 2)"), values, sizeof values);

    (void)state;
    for (size_t cut = 6; cut < whole.length; cut++) {
        char *copy = malloc(cut);
        struct pt_source source = memory_source("x", copy, cut);
        ptron_options *options = options_of("label=1");
        ptron_dataset *set;
        memcpy(copy, whole.bytes, cut);
        assert_int_equal(pt_dataset_load(&source, 1, options, NULL, &set, NULL), PTRON_DATA);
        ptron_options_free(options);
        free(copy);
    }
    free(whole.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_orders_give_the_same_rows),
        cmocka_unit_test(every_type_is_read_in_both_byte_orders),
        cmocka_unit_test(labels_may_be_numbers_or_texts),
        cmocka_unit_test(the_label_may_be_a_column),
        cmocka_unit_test(missing_labels_and_columns_are_named),
        cmocka_unit_test(malformed_headers_are_refused),
        cmocka_unit_test(a_file_cut_anywhere_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
