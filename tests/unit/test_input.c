/* Inputs: the same bytes from a file, gzip, zstd, a pipe and memory; and a sentence for each way to fail. */
#include "reading.h"

#include "read/input.h"

#include <sys/stat.h>

enum { SIZE = 700001 };

static char *sample(void)
{
    static char bytes[SIZE];

    for (size_t i = 0; i < SIZE; i++)
        bytes[i] = (char)('a' + (i * i / 7 + i / 1000) % 26);
    return bytes;
}

/* Reads all, n bytes at a time; NULL and *err on failure. */
static char *read_all(pt_input *input, size_t n, size_t *length, ptron_error *err)
{
    char *all = malloc(3 * SIZE);
    size_t got;

    *length = 0;
    do {
        assert_true(*length + n <= 3 * SIZE);
        if (pt_input_read(input, all + *length, n, false, &got, err) != PTRON_OK) {
            free(all);
            return NULL;
        }
        *length += got;
    } while (got == n);
    return all;
}

static void expect_sample(pt_input *input, size_t n, size_t times)
{
    ptron_error err = {0};
    size_t length;
    char *all = read_all(input, n, &length, &err);

    if (all == NULL)
        fail_msg("%s", err.message);
    assert_int_equal(length, times * SIZE);
    for (size_t i = 0; i < times; i++)
        assert_memory_equal(all + i * SIZE, sample(), SIZE);
    free(all);
    pt_input_close(input);
}

static void expect_both(const void *bytes, size_t length, size_t times)
{
    char *path = file_of(".bin", bytes, length);
    pt_input *input;

    assert_int_equal(pt_input_memory(bytes, length, "m", &input, NULL), PTRON_OK);
    expect_sample(input, 4097, times);
    assert_int_equal(pt_input_open(path, &input, NULL), PTRON_OK);
    assert_int_equal(pt_input_size(input), length);
    assert_false(pt_input_is_live(input));
    expect_sample(input, 100000, times);
    drop_file(path);
}

static void expect_failure(const void *bytes, size_t length, const char *message)
{
    pt_input *input;
    ptron_error err = {0};
    size_t got;

    assert_int_equal(pt_input_memory(bytes, length, "m", &input, NULL), PTRON_OK);
    assert_null(read_all(input, 5000, &got, &err));
    assert_int_equal(err.code, PTRON_DATA);
    assert_string_equal(err.file, "m");
    assert_string_equal(err.message, message);
    pt_input_close(input);
}

static const struct {
    const char *name;
    size_t magic;
    struct packed (*pack)(const void *bytes, size_t length);
} packers[] = {{"gzip", 2, gzip_of}, {"zstd", 4, zstd_of}, {"xz", 6, xz_of}};
enum { N_PACKERS = sizeof packers / sizeof *packers };

static void plain_and_packed_bytes_are_the_same(void **state)
{
    (void)state;
    expect_both(sample(), SIZE, 1);
    for (size_t i = 0; i < N_PACKERS; i++) {
        struct packed packed = packers[i].pack(sample(), SIZE);

        expect_both(packed.bytes, packed.length, 1);
        free(packed.bytes);
    }
}

static struct packed twice(struct packed once, const char *extra, size_t n)
{
    struct packed both = {malloc(2 * once.length + n), 2 * once.length + n};

    memcpy(both.bytes, once.bytes, once.length);
    memcpy(both.bytes + once.length, once.bytes, once.length);
    memcpy(both.bytes + 2 * once.length, extra, n);
    free(once.bytes);
    return both;
}

static void several_members_are_one_text(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_PACKERS; i++) {
        struct packed packed = twice(packers[i].pack(sample(), SIZE), "", 0);

        expect_both(packed.bytes, packed.length, 2);
        free(packed.bytes);
    }
}

static void xz_streams_may_be_padded_by_fours(void **state)
{
    struct packed four = twice(xz_of(sample(), SIZE), "\0\0\0\0", 4), three = twice(xz_of(sample(), SIZE), "\0\0\0", 3);

    (void)state;
    expect_both(four.bytes, four.length, 2);
    expect_failure(three.bytes, three.length, "malformed xz data: it is corrupt, or bytes that are not xz follow it");
    free(four.bytes);
    free(three.bytes);
}

static void packed_data_that_stops_early_is_an_error(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_PACKERS; i++) {
        struct packed packed = packers[i].pack(sample(), SIZE);
        char message[60];

        snprintf(message, sizeof message, "the %s data is cut short", packers[i].name);
        for (size_t cut = packers[i].magic; cut < packed.length; cut += cut < 30 ? 1 : 9973)
            expect_failure(packed.bytes, cut, message);
        expect_failure(packed.bytes, packed.length - 1, message);
        free(packed.bytes);
    }
}

static void bytes_behind_packed_data_are_an_error(void **state)
{
    static const char *const messages[] = {"bytes that are not gzip follow the gzip data",
                                           "bytes that are not zstd follow the zstd data",
                                           "malformed xz data: it is corrupt, or bytes that are not xz follow it"};

    (void)state;
    for (size_t i = 0; i < N_PACKERS; i++) {
        struct packed packed = twice(packers[i].pack(sample(), SIZE), "and then garbage", 16);

        expect_failure(packed.bytes, packed.length, messages[i]);
        free(packed.bytes);
    }
}

static void a_wrong_bit_in_packed_data_is_an_error(void **state)
{
    struct packed (*const pack[])(const void *, size_t) = {gzip_of, xz_of};
    const char *const messages[] = {"malformed gzip data: ", "malformed xz data: "};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct packed packed = pack[i](sample(), SIZE);
        pt_input *input;
        ptron_error err = {0};
        size_t length;

        packed.bytes[packed.length / 2] ^= 4;
        assert_int_equal(pt_input_memory(packed.bytes, packed.length, "m", &input, NULL), PTRON_OK);
        assert_null(read_all(input, 5000, &length, &err));
        assert_int_equal(err.code, PTRON_DATA);
        assert_memory_equal(err.message, messages[i], strlen(messages[i]));
        pt_input_close(input);
        free(packed.bytes);
    }
}

static void short_inputs_are_told_right(void **state)
{
    /* By itself: clang takes two literals in a list for a slip. */
    static const char xz_without_its_end[] = "\xfd" "7zXZ";
    const char *texts[] = {"", "\x1f", "\x28\xb5\x2f", xz_without_its_end, "a", "\x1fz"};

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char bytes[8];
        pt_input *input;
        size_t got;

        assert_int_equal(pt_input_memory(texts[i], strlen(texts[i]), "m", &input, NULL), PTRON_OK);
        assert_int_equal(pt_input_read(input, bytes, 8, false, &got, NULL), PTRON_OK);
        assert_int_equal(got, strlen(texts[i]));
        assert_memory_equal(bytes, texts[i], got);
        pt_input_close(input);
    }
}

static void a_pipe_answers_promptly(void **state)
{
    int ends[2];
    char path[64], bytes[100];
    pt_input *input;
    size_t got;

    (void)state;
    assert_int_equal(pipe(ends), 0);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    assert_int_equal(pt_input_open(path, &input, NULL), PTRON_OK);
    assert_true(pt_input_is_live(input));
    assert_int_equal(pt_input_size(input), 0);
    assert_int_equal(write(ends[1], "1\n", 2), 2);
    assert_int_equal(pt_input_read(input, bytes, 100, true, &got, NULL), PTRON_OK);
    assert_int_equal(got, 2);
    assert_int_equal(write(ends[1], "next", 4), 4);
    close(ends[1]);
    assert_int_equal(pt_input_read(input, bytes, 100, false, &got, NULL), PTRON_OK);
    assert_int_equal(got, 4);
    assert_int_equal(pt_input_read(input, bytes, 100, true, &got, NULL), PTRON_OK);
    assert_int_equal(got, 0);
    assert_int_equal(pt_input_taken(input), 6);
    pt_input_close(input);
    close(ends[0]);
}

static void expect_no_open(const char *path, const char *message)
{
    pt_input *input;
    ptron_error err;

    assert_int_equal(pt_input_open(path, &input, &err), PTRON_IO);
    assert_null(input);
    assert_string_equal(err.file, path);
    assert_string_equal(err.message, message);
}

static void what_cannot_be_opened_is_named_with_the_reason(void **state)
{
    char *path = file_of("", "x", 1);

    (void)state;
    expect_no_open("/no/such/file", "cannot open: No such file or directory");
    expect_no_open("/", "is a directory, not a file");
    chmod(path, 0);
    if (geteuid() != 0)
        expect_no_open(path, "cannot open: Permission denied");
    drop_file(path);
}

static void reading_survives_every_allocation_failure(void **state)
{
    struct packed gzip = gzip_of(sample(), SIZE);
    char *path = file_of(".gz", gzip.bytes, gzip.length);
    bool failed = true;

    (void)state;
    for (size_t k = 0; failed; k++) {
        pt_input *input;
        char bytes[10];
        size_t got;
        ptron_status status;

        pt_test_fail_allocation(k);
        status = pt_input_open(path, &input, NULL);
        assert_true((status == PTRON_OK) == (input != NULL));
        if (status == PTRON_OK)
            status = pt_input_read(input, bytes, sizeof bytes, false, &got, NULL);
        failed = pt_test_allocation_failed();
        pt_test_fail_allocation(SIZE_MAX);
        assert_int_equal(status, failed ? PTRON_NOMEM : PTRON_OK);
        pt_input_close(input);
    }
    drop_file(path);
    free(gzip.bytes);
}

/* ---- places in a plain file ---------------------------------------------------------------------- */

static void a_plain_file_has_places(void **state)
{
    char *path = file_of(".bin", sample(), SIZE), bytes[1000];
    struct pt_extent extent;
    pt_input *input;
    uint64_t at;
    size_t got;

    (void)state;
    assert_int_equal(pt_input_open(path, &input, NULL), PTRON_OK);
    assert_false(pt_input_place(input, &at));   /* it may be packed */
    assert_int_equal(pt_input_read(input, bytes, 100, false, &got, NULL), PTRON_OK);
    assert_true(pt_input_place(input, &at));
    assert_int_equal(at, 100);
    assert_true(pt_input_peek(input, SIZE - 10, bytes, 10));
    assert_memory_equal(bytes, sample() + SIZE - 10, 10);
    assert_false(pt_input_peek(input, SIZE - 9, bytes, 10));
    assert_true(pt_input_lend(input, 5000, 1000, &extent));
    assert_true(pt_input_go(input, 300000));
    assert_int_equal(pt_input_read(input, bytes, 1000, false, &got, NULL), PTRON_OK);
    assert_memory_equal(bytes, sample() + 300000, 1000);
    assert_int_equal(pt_input_taken(input), 301000);
    pt_input_close(input);
    assert_int_equal(pt_extent_read(&extent, bytes, NULL), PTRON_OK);   /* the file is open as long as it is needed */
    assert_memory_equal(bytes, sample() + 5000, 1000);
    assert_false(extent.open);
    drop_file(path);
}

static void what_went_missing_is_an_error(void **state)
{
    char *path = file_of(".bin", sample(), SIZE), bytes[1000];
    ptron_error err = {0};
    struct pt_extent extent;
    pt_input *input;

    (void)state;
    assert_int_equal(pt_input_open(path, &input, NULL), PTRON_OK);
    assert_true(pt_input_lend(input, 5000, 1000, &extent));
    assert_int_equal(truncate(path, 5999), 0);
    assert_int_equal(pt_extent_read(&extent, bytes, &err), PTRON_IO);
    assert_string_equal(err.message, "became shorter while it was read");
    pt_input_close(input);
    drop_file(path);
}

static void nothing_else_has_places(void **state)
{
    struct packed gz = gzip_of(sample(), SIZE);
    char *path = file_of(".gz", gz.bytes, gz.length), byte;
    pt_input *inputs[2];
    uint64_t at;
    size_t got;

    (void)state;
    assert_int_equal(pt_input_open(path, &inputs[0], NULL), PTRON_OK);
    assert_int_equal(pt_input_memory(sample(), SIZE, "m", &inputs[1], NULL), PTRON_OK);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(pt_input_read(inputs[i], &byte, 1, false, &got, NULL), PTRON_OK);
        assert_false(pt_input_place(inputs[i], &at));
        pt_input_close(inputs[i]);
    }
    free(gz.bytes);
    drop_file(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_and_packed_bytes_are_the_same),
        cmocka_unit_test(several_members_are_one_text),
        cmocka_unit_test(xz_streams_may_be_padded_by_fours),
        cmocka_unit_test(packed_data_that_stops_early_is_an_error),
        cmocka_unit_test(bytes_behind_packed_data_are_an_error),
        cmocka_unit_test(a_wrong_bit_in_packed_data_is_an_error),
        cmocka_unit_test(short_inputs_are_told_right),
        cmocka_unit_test(a_pipe_answers_promptly),
        cmocka_unit_test(what_cannot_be_opened_is_named_with_the_reason),
        cmocka_unit_test(reading_survives_every_allocation_failure),
        cmocka_unit_test(a_plain_file_has_places),
        cmocka_unit_test(what_went_missing_is_an_error),
        cmocka_unit_test(nothing_else_has_places),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
