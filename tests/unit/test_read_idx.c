/* IDX files: all item types, the label file, and headers that lie. */
#include "api/api.h"
#include "reading.h"

#include "read/array/array.h"

/* "00 00 08 02 ..." to bytes. */
static struct packed hex(const char *text)
{
    struct packed packed = {malloc(strlen(text) / 2 + 1), 0};
    unsigned byte;
    int used;

    for (; sscanf(text, " %2x%n", &byte, &used) == 1; text += used)
        packed.bytes[packed.length++] = (char)byte;
    return packed;
}

/* Loads images and labels given as bytes; the label file's name is replaced by L in messages. */
static char *load_pair(const char *images, const char *labels, const char *options)
{
    struct packed i = hex(images), l = hex(labels);
    char *path = file_of("-labels", l.bytes, l.length), text[4096 + 200], *got, *name;
    const struct pt_source source = memory_source("i", i.bytes, i.length);

    snprintf(text, sizeof text, "labels=%s %s", path, options);
    got = loaded_runs(&source, 1, text, NULL, 5);
    name = strstr(got, path);
    if (name != NULL) {
        *name = 'L';
        memmove(name + 1, name + strlen(path), strlen(name + strlen(path)) + 1);
    }
    drop_file(path);
    free(i.bytes);
    free(l.bytes);
    return got;
}

static void expect_pair(const char *images, const char *labels, const char *options, const char *wanted)
{
    char *got = load_pair(images, labels, options);

    assert_string_equal(got, wanted);
    free(got);
}

#define LABELS "00 00 08 01 00 00 00 02 07 03"

static void images_and_labels_make_dense_rows(void **state)
{
    (void)state;
    expect_pair("00 00 08 03 00 00 00 02 00 00 00 02 00 00 00 01 00 ff 01 02", LABELS, "",
                "7 0:0 1:255 @0.1\n3 0:1 1:2 @0.2\n");
    expect_pair("00 00 08 02 00 00 00 02 00 00 00 01 05 06", LABELS, "classes=3", "3 0:6 @0.2\n");
}

static void every_item_type_is_read_big_endian(void **state)
{
    (void)state;
    expect_pair("00 00 09 02 00 00 00 02 00 00 00 01 80 7f", LABELS, "", "7 0:-128 @0.1\n3 0:127 @0.2\n");
    expect_pair("00 00 0b 02 00 00 00 02 00 00 00 01 ff fe 01 00", LABELS, "", "7 0:-2 @0.1\n3 0:256 @0.2\n");
    expect_pair("00 00 0c 02 00 00 00 02 00 00 00 01 80 00 00 00 00 01 00 00", LABELS, "",
                "7 0:-2147483648 @0.1\n3 0:65536 @0.2\n");
    expect_pair("00 00 0d 02 00 00 00 02 00 00 00 01 3f 80 00 00 bf 00 00 00", LABELS, "",
                "7 0:1 @0.1\n3 0:-0.5 @0.2\n");
    expect_pair("00 00 0e 02 00 00 00 02 00 00 00 01 3f b9 99 99 99 99 99 9a 40 00 00 00 00 00 00 00", LABELS, "",
                "7 0:0.1 @0.1\n3 0:2 @0.2\n");
}

static void values_must_be_finite(void **state)
{
    const char *images = "00 00 0d 02 00 00 00 02 00 00 00 02 00 00 00 00 00 00 00 00 00 00 00 00 7f c0 00 00";

    (void)state;
    expect_pair(images, LABELS, "",
                "i:2:2: value nan is not a finite number; if it is missing, use --missing zero, mean or skip");
    expect_pair(images, LABELS, "on-bad=skip", "7 0:0 1:0 @0.1\n");
    expect_pair(images, LABELS, "missing=zero", "7 0:0 1:0 @0.1\n3 0:0 1:0 @0.2\n");
    expect_pair(images, LABELS, "missing=skip", "7 0:0 1:0 @0.1\n");
    expect_pair("00 00 0d 02 00 00 00 02 00 00 00 01 00 00 00 00 ff 80 00 00", LABELS, "missing=zero",
                "i:2:1: value -inf is not a finite number");
}

static void headers_that_lie_are_refused(void **state)
{
    static const struct {
        const char *images, *labels, *wanted;
    } cases[] = {
        {"00 00 08 01 00 00 00 02 01 02", LABELS, "i:0:0: has one dimension; rows and columns are wanted"},
        {"00 00 08 02 00 00 00 02", LABELS, "i:0:0: ends within its IDX header"},
        {"00 00 08 02 00 00 00 00 00 00 00 01", LABELS, "i:0:0: no rows"},
        {"00 00 08 02 00 00 00 02 00 00 00 00", LABELS,
         "i:0:0: has rows of 1 x 0 values; 1 to 4294967293 are possible"},
        {"00 00 08 03 00 00 00 02 ff ff ff ff ff ff ff ff", LABELS,
         "i:0:0: has rows of 1 x 4294967295 values; 1 to 4294967293 are possible"},
        {"00 00 08 02 00 00 00 02 00 00 00 02 01 02 03", LABELS,
         "i:0:0: ends in row 2 of the 2 that its header promises"},
        {"00 00 08 02 ff ff ff ff 7f ff ff ff 01 02 03", "00 00 08 01 ff ff ff ff 01",
         "i:0:0: ends in row 1 of the 4294967295 that its header promises"},
        {"00 00 08 02 00 00 00 02 00 00 00 01 01 02 03", LABELS,
         "i:0:0: goes on after the last row its header promises"},
        {"00 00 08 02 00 00 00 02 00 00 00 01 01 02", "00 00 08 01 00 00 00 03 01 02 03",
         "L:0:0: has 3 labels for 2 rows"},
        {"00 00 08 02 00 00 00 02 00 00 00 01 01 02", "00 00 08 01 00 00 00 02 01",
         "L:0:0: ends before the last label its header promises"},
        {"00 00 08 02 00 00 00 02 00 00 00 01 01 02", "00 00 08 01 00 00 00 02 01 02 03",
         "L:0:0: goes on after the last label its header promises"},
        {"00 00 08 02 00 00 00 02 00 00 00 01 01 02", "00 00 08 02 00 00 00 02 00 00 00 02 01 02 03 04",
         "L:0:0: has 2 dimensions; labels have one"},
        {"00 00 08 02 00 00 00 02 00 00 00 01 01 02", "41 42", "L:0:0: is neither IDX nor .npy"},
        {"00 00 08 09 00 00 00 02", LABELS, "i:0:0: has 9 dimensions; at most 8 are read"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_pair(cases[i].images, cases[i].labels, "", cases[i].wanted);
}

static void the_label_file_is_found_by_its_name(void **state)
{
    struct packed images = hex("00 00 08 03 00 00 00 02 00 00 00 01 00 00 00 01 05 06"), labels = hex(LABELS);
    struct packed gzip = gzip_of(images.bytes, images.length);
    char *base = file_of("", "", 0), path[2][4200];
    struct pt_source sources[2] = {{.path = path[0]}, {.path = path[0]}};
    ptron_dataset *set, *test;
    ptron_error err;
    char *got;
    FILE *file;

    (void)state;
    snprintf(path[0], sizeof path[0], "%s-images-idx3-ubyte.gz", base);
    snprintf(path[1], sizeof path[1], "%s-labels-idx1-ubyte.gz", base);
    file = fopen(path[0], "wb");
    fwrite(gzip.bytes, 1, gzip.length, file);
    fclose(file);
    assert_int_equal(pt_dataset_load(sources, 1, pt_options_given(NULL), NULL, &set, &err), PTRON_IO);
    assert_string_equal(err.message, "cannot open: No such file or directory");
    assert_non_null(strstr(path[1], err.file));

    file = fopen(path[1], "wb");
    fwrite(labels.bytes, 1, labels.length, file);
    fclose(file);
    got = loaded_runs(sources, 1, "", NULL, 1 << 20);
    assert_string_equal(got, "7 0:5 @0.1\n3 0:6 @0.2\n");
    free(got);
    got = loaded_runs(sources, 2, "", NULL, 1 << 20);
    assert_string_equal(got, "7 0:5 @0.1\n3 0:6 @0.2\n7 0:5 @1.1\n3 0:6 @1.2\n");
    free(got);

    assert_int_equal(pt_dataset_load(sources, 1, pt_options_given(NULL), NULL, &set, &err), PTRON_OK);
    unlink(path[1]);   /* a model does not need labels */
    assert_int_equal(pt_dataset_load(sources, 1, pt_options_given(NULL), &set->recipe, &test, &err), PTRON_OK);
    assert_int_equal(test->tally.unlabelled_rows, 2);
    pt_dataset_free(test);
    pt_dataset_free(set);
    unlink(path[0]);
    drop_file(base);
    free(gzip.bytes);
    free(images.bytes);
    free(labels.bytes);
}

static void images_from_memory_need_their_labels_named(void **state)
{
    struct packed images = hex("00 00 08 02 00 00 00 02 00 00 00 01 05 06");
    const struct pt_source sources[2] = {memory_source("x-images-y", images.bytes, images.length),
                                         memory_source("z", images.bytes, images.length)};
    char *got = loaded_runs(sources, 1, "", NULL, 1 << 20);

    (void)state;
    assert_string_equal(got, "x-images-y:0:0: has no labels; give --labels FILE");
    free(got);
    got = loaded_runs(sources, 2, "labels=one", NULL, 1 << 20);
    assert_string_equal(got, "x-images-y:0:0: 1 file of labels for 2 files of rows");
    free(got);
    free(images.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(images_and_labels_make_dense_rows),
        cmocka_unit_test(every_item_type_is_read_big_endian),
        cmocka_unit_test(values_must_be_finite),
        cmocka_unit_test(headers_that_lie_are_refused),
        cmocka_unit_test(the_label_file_is_found_by_its_name),
        cmocka_unit_test(images_from_memory_need_their_labels_named),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
