/* The reader: one sequence of rows whatever the source, the cut of runs and the number of threads. */
#include "api/api.h"
#include "reading.h"

#include "read/reader.h"

#include <fcntl.h>
#include <pthread.h>

/* All blocks written out, then an error if there was one. */
static char *read_rows(const struct pt_source *sources, size_t n, const char *option_text, bool live,
                       size_t segment_bytes, size_t threads)
{
    ptron_options *options = options_of(option_text);
    struct pt_buffer out;
    struct pt_block block = {.n_rows = 1};
    pt_reader *reader;
    pt_pool *pool;
    ptron_error err;
    ptron_status status;
    char *text;

    pt_buffer_init(&out);
    assert_int_equal(pt_pool_new(threads, &pool, NULL), PTRON_OK);
    status = pt_reader_open_segments(sources, n, options, NULL, live, segment_bytes, pool, &reader, &err);
    while (status == PTRON_OK && block.n_rows > 0) {
        status = pt_reader_next(reader, &block, &err);
        if (status == PTRON_OK)
            write_block(&out, &block, pt_reader_recipe(reader));
    }
    if (status != PTRON_OK)
        pt_buffer_format(&out, "%s:%lu:%lu: %s", err.file, (unsigned long)err.line, (unsigned long)err.column,
                         err.message);
    pt_buffer_byte(&out, '\0');
    text = strdup(out.bytes);
    pt_reader_close(reader);
    pt_pool_free(pool);
    pt_buffer_fini(&out);
    ptron_options_free(options);
    return text;
}

static void expect_rows(const struct pt_source *sources, size_t n, const char *options, const char *wanted)
{
    const size_t runs[] = {1, 2, 7, 64, 1000, 1 << 20};

    for (size_t r = 0; r < sizeof runs / sizeof *runs; r++)
        for (size_t threads = 1; threads <= 4; threads++) {
            char *got = read_rows(sources, n, options, false, runs[r], threads);
            assert_string_equal(got, wanted);
            free(got);
        }
}

static char *many_rows(size_t n)
{
    struct pt_buffer out;
    char *text;

    pt_buffer_init(&out);
    for (size_t i = 0; i < n; i++) {
        pt_buffer_format(&out, "%s", i % 3 == 0 ? "a" : i % 5 == 0 ? "bb" : "c");
        for (size_t j = 1; j <= i % 13; j++)
            pt_buffer_format(&out, " %zu:%zu.%zu", j * (i % 7 + 1), i % 11, j);
        pt_buffer_text(&out, i % 17 == 0 ? " # note\n\n" : i % 19 == 0 ? "\r\n" : "\n");
    }
    pt_buffer_byte(&out, '\0');
    text = strdup(out.bytes);
    pt_buffer_fini(&out);
    return text;
}

static void rows_do_not_depend_on_runs_or_threads(void **state)
{
    char *text = many_rows(500);
    const struct pt_source source = text_source("f", text);
    char *wanted = read_rows(&source, 1, "", false, 1 << 20, 1);

    (void)state;
    assert_true(strlen(wanted) > 10000);
    expect_rows(&source, 1, "", wanted);
    free(wanted);
    free(text);
}

static void errors_come_in_their_turn_with_their_place(void **state)
{
    struct pt_buffer text;
    struct pt_source source;
    char *wanted;

    (void)state;
    pt_buffer_init(&text);
    for (size_t i = 0; i < 300; i++)
        pt_buffer_text(&text, i == 211 || i == 250 ? "+1 1:1 1:2\n" : "+1 1:1\n");
    source = memory_source("f", text.bytes, text.length);
    /* blocks in front of the error may be delivered before it, so only the error itself is compared */
    for (size_t threads = 1; threads <= 4; threads += 3)
        for (size_t run = 1; run < 4000; run = run * 3 + 1) {
            wanted = read_rows(&source, 1, "", false, run, threads);
            assert_string_equal(strstr(wanted, "f:"),
                                "f:212:8: feature index 1 does not follow 1; indices must increase");
            free(wanted);
        }
    pt_buffer_fini(&text);
}

static void several_files_are_one_source(void **state)
{
    struct packed gzip = gzip_of("-1 2:1\n", 7);
    const struct pt_source sources[] = {
        text_source("one", "+1 1:1"), memory_source("two", gzip.bytes, gzip.length), text_source("three", "\n+1 3:1\n"),
    };

    (void)state;
    expect_rows(sources, 3, "", "+1 1:1 @0.1\n-1 2:1 @1.1\n+1 3:1 @2.2\n");
    free(gzip.bytes);
}

static void each_file_must_have_the_first_ones_format(void **state)
{
    const struct pt_source sources[] = {text_source("one", "+1 1:1\n"), text_source("two", "a,b,c\n1,2,x\n3,4,y\n")};
    const struct pt_source binary[] = {text_source("one", "+1 1:1\n"), memory_source("two", "\x93NUMPY\x01\0", 8)};

    (void)state;
    expect_rows(sources, 2, "", "+1 1:1 @0.1\ntwo:0:0: is csv; libsvm is wanted");
    expect_rows(binary, 2, "",
                "+1 1:1 @0.1\ntwo:1:8: byte 0x00 is not text, and the file begins like no binary format known");
}

static void expect_message(const void *bytes, size_t length, const char *options, const char *wanted)
{
    const struct pt_source source = memory_source("f", bytes, length);

    expect_rows(&source, 1, options, wanted);
}

static void sources_without_rows_are_refused(void **state)
{
    struct packed gzip = gzip_of("", 0);

    (void)state;
    expect_message("", 0, "", "f:0:0: file is empty");
    expect_message("\xef\xbb\xbf", 3, "", "f:0:0: file is empty");
    expect_message(gzip.bytes, gzip.length, "", "f:0:0: file is empty");
    expect_message("# nothing\n\n", 11, "format=libsvm", "f:0:0: no rows");
    expect_message("+1 1:1\n", 7, "classes=2",
                   "f:0:0: no rows are left of 1: 0 bad, 0 with missing cells, 1 of other classes");
    expect_message("x y\n", 4, "format=libsvm on-bad=skip",
                   "f:0:0: no rows are left of 1: 1 bad, 0 with missing cells, 0 of other classes");
    free(gzip.bytes);
}

static void what_is_no_text_is_said_so(void **state)
{
    (void)state;
    expect_message("\xff\xfe" "a\0b\0", 6, "", "f:0:0: is UTF-16 text; UTF-8 is wanted");
}

static void truncated_gzip_fails_after_the_rows_that_came(void **state)
{
    char *text = many_rows(20000);
    struct packed gzip = gzip_of(text, strlen(text));
    const struct pt_source source = memory_source("f.gz", gzip.bytes, gzip.length / 2);
    ptron_dataset *set;
    ptron_error err;

    (void)state;
    assert_int_equal(pt_dataset_load(&source, 1, pt_options_given(NULL), NULL, &set, &err), PTRON_DATA);
    assert_null(set);
    assert_string_equal(err.message, "the gzip data is cut short");
    assert_string_equal(err.file, "f.gz");
    assert_in_range(err.line, 8000, 12000);   /* half of the bytes is about half of the rows */
    free(gzip.bytes);
    free(text);
}

static void a_long_line_works(void **state)
{
    enum { N = 600000 };
    struct pt_buffer text;
    struct pt_source source;
    ptron_dataset *set;

    (void)state;
    pt_buffer_init(&text);
    pt_buffer_text(&text, "+1");
    for (size_t j = 1; j <= N; j++)
        pt_buffer_format(&text, " %zu:1", j);
    pt_buffer_text(&text, "\n-1 1:1\n");
    source = memory_source("f", text.bytes, text.length);
    assert_true(text.length > 4 << 20);
    assert_int_equal(pt_dataset_load(&source, 1, pt_options_given(NULL), NULL, &set, NULL), PTRON_OK);
    assert_int_equal(set->n_rows, 2);
    assert_int_equal(set->n_values, N + 1);
    assert_int_equal(set->kind, PT_ONES);
    pt_dataset_free(set);
    pt_buffer_fini(&text);
}

/* ---- pipes --------------------------------------------------------------------------------------- */

struct pipe_text {
    const char *text;
    int end;
};

static void *write_pipe(void *context)
{
    struct pipe_text *pipe_text = context;
    const char *p = pipe_text->text;

    while (*p != '\0') {
        const ssize_t n = write(pipe_text->end, p, strlen(p) < 1000 ? strlen(p) : 1000);
        if (n <= 0)
            break;
        p += n;
    }
    close(pipe_text->end);
    return NULL;
}

static void a_pipe_gives_the_same_rows(void **state)
{
    char *text = many_rows(3000), *wanted, *got;
    const struct pt_source memory = text_source("f", text);

    (void)state;
    wanted = read_rows(&memory, 1, "", false, 5000, 1);
    for (int live = 0; live < 2; live++)
        for (size_t threads = 1; threads <= 3; threads++) {
            int ends[2];
            char path[64];
            struct pt_source source = {.path = path};
            struct pipe_text pipe_text = {.text = text};
            pthread_t writer;

            assert_int_equal(pipe(ends), 0);
            pipe_text.end = ends[1];
            snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
            assert_int_equal(pthread_create(&writer, NULL, write_pipe, &pipe_text), 0);
            got = read_rows(&source, 1, "index-base=0", live != 0, 5000, threads);
            assert_string_equal(got, wanted);
            free(got);
            pthread_join(writer, NULL);
            close(ends[0]);
        }
    free(wanted);
    free(text);
}

static void a_live_pipe_is_answered_line_by_line(void **state)
{
    const struct pt_source train = text_source("f", "+1 1:1 3:1\n-1 2:1\n");
    const char *const lines[] = {"+1 1:1\n", "-1 2:1\n+1 3:1\n", "2:1\n"};
    const size_t rows[] = {1, 2, 1};
    ptron_dataset *set;
    struct pt_source source;
    struct pt_block block;
    pt_reader *reader = NULL;
    pt_pool *pool;
    char path[64];
    int ends[2];

    (void)state;
    assert_int_equal(pt_dataset_load(&train, 1, pt_options_given(NULL), NULL, &set, NULL), PTRON_OK);
    assert_int_equal(pt_pool_new(3, &pool, NULL), PTRON_OK);
    assert_int_equal(pipe(ends), 0);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    source = (struct pt_source){.path = path};
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(write(ends[1], lines[i], strlen(lines[i])), strlen(lines[i]));
        if (reader == NULL)
            assert_int_equal(pt_reader_open(&source, 1, pt_options_given(NULL), &set->recipe, true, pool, &reader,
                                            NULL),
                             PTRON_OK);
        for (size_t got = 0; got < rows[i]; got += block.n_rows) {
            assert_int_equal(pt_reader_next(reader, &block, NULL), PTRON_OK);
            assert_true(block.n_rows > 0);
        }
    }
    assert_int_equal(write(ends[1], "+1 1:2", 6), 6);   /* no end of line: only the end of the pipe ends it */
    close(ends[1]);
    assert_int_equal(pt_reader_next(reader, &block, NULL), PTRON_OK);
    assert_int_equal(block.n_rows, 1);
    assert_int_equal(pt_place_line(block.place[0]), 5);
    assert_int_equal(pt_reader_next(reader, &block, NULL), PTRON_OK);
    assert_int_equal(block.n_rows, 0);
    assert_int_equal(pt_reader_tally(reader)->rows, 5);
    pt_reader_close(reader);
    pt_pool_free(pool);
    pt_dataset_free(set);
    close(ends[0]);
}

static void in_live_use_the_first_run_decides_the_index_base(void **state)
{
    const struct pt_source ones = text_source("f", "a 1:1\nb 2:1\nc 0:1\n"), zeros = text_source("f", "a 0:1\nb 2:1\n");
    char *got;

    (void)state;
    for (size_t threads = 1; threads <= 3; threads++) {
        got = read_rows(&ones, 1, "", true, 12, threads);
        assert_string_equal(got, "a 0:1 @0.1\nb 1:1 @0.2\n"
                                 "f:3:3: feature index 0, but the indices of this source start at 1; see --index-base");
        free(got);
        got = read_rows(&zeros, 1, "", true, 6, threads);
        assert_string_equal(got, "a 0:1 @0.1\nb 2:1 @0.2\n");
        free(got);
    }
}

static int open_descriptors(void)
{
    int n = 0;

    for (int fd = 0; fd < 1024; fd++)
        n += fcntl(fd, F_GETFD) >= 0;
    return n;
}

static void leave_early(const struct pt_source *source)
{
    const int before = open_descriptors();
    struct pt_block block;
    pt_pool *pool;

    assert_int_equal(pt_pool_new(3, &pool, NULL), PTRON_OK);
    for (size_t after = 0; after < 5; after++) {
        pt_reader *reader;
        assert_int_equal(pt_reader_open_segments(source, 1, pt_options_given(NULL), NULL, false, 100, pool,
                                                 &reader, NULL),
                         PTRON_OK);
        for (size_t i = 0; i < after; i++)
            assert_int_equal(pt_reader_next(reader, &block, NULL), PTRON_OK);
        pt_reader_close(reader);
        assert_int_equal(open_descriptors(), before);
    }
    pt_pool_free(pool);
}

static void a_reader_may_be_closed_at_any_time(void **state)
{
    char *text = many_rows(2000), *path = file_of(".svm", text, strlen(text));
    const struct pt_source memory = text_source("f", text), file = {.path = path};

    (void)state;
    leave_early(&memory);
    leave_early(&file);
    drop_file(path);
    free(text);
}

/* Rows of two files, as from memory: the runs of a plain file are read by the tasks that parse them. */
static void expect_as_from_memory(const char *text, const char *more)
{
    const size_t runs[] = {1, 7, 64, 1000, 6000, 1 << 20};
    char *path = file_of(".svm", text, strlen(text)), *second = file_of(".svm", more, strlen(more));
    const struct pt_source files[] = {{.path = path}, {.path = second}};
    const struct pt_source memory[] = {text_source(path, text), text_source(second, more)};
    const int before = open_descriptors();

    for (size_t r = 0; r < sizeof runs / sizeof *runs; r++) {
        char *wanted = read_rows(memory, 2, "", false, runs[r], 1);

        for (size_t threads = 1; threads <= 4; threads++) {
            char *got = read_rows(files, 2, "", false, runs[r], threads);

            assert_string_equal(got, wanted);
            free(got);
        }
        free(wanted);
    }
    assert_int_equal(open_descriptors(), before);
    drop_file(path);
    drop_file(second);
}

static void a_file_gives_the_rows_its_bytes_give(void **state)
{
    char *text = many_rows(500), *more = many_rows(90), *marked = malloc(strlen(text) + 4);
    const size_t length = strlen(text);

    (void)state;
    expect_as_from_memory(text, more);
    sprintf(marked, "\xef\xbb\xbf%s", text);
    expect_as_from_memory(marked, more);
    more[strlen(more) - 1] = '\0';   /* no line end at the end */
    expect_as_from_memory(text, more);
    for (size_t at = length / 3; at < length / 3 + 300; at += 50) {
        const char was = text[at];

        text[at] = '?';   /* an error, or a label, in its turn and place */
        expect_as_from_memory(text, more);
        text[at] = was;
    }
    free(text);
    free(more);
    free(marked);
}

/* Larger than what is unpacked ahead at once: another thread unpacks while rows are read. */
static void a_packed_file_gives_the_rows_of_the_plain_one(void **state)
{
    char *text = many_rows(40000);
    struct packed gzip = gzip_of(text, strlen(text));
    char *path = file_of(".svm.gz", gzip.bytes, gzip.length);
    const struct pt_source plain = text_source(path, text), file = {.path = path};
    char *wanted = read_rows(&plain, 1, "", false, 1 << 16, 1);

    (void)state;
    assert_true(strlen(text) > 1500000);
    for (size_t threads = 1; threads <= 3; threads++) {
        char *got = read_rows(&file, 1, "", false, 1 << 16, threads);

        assert_string_equal(got, wanted);
        free(got);
    }
    free(wanted);
    drop_file(path);
    free(gzip.bytes);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_do_not_depend_on_runs_or_threads),
        cmocka_unit_test(errors_come_in_their_turn_with_their_place),
        cmocka_unit_test(several_files_are_one_source),
        cmocka_unit_test(each_file_must_have_the_first_ones_format),
        cmocka_unit_test(sources_without_rows_are_refused),
        cmocka_unit_test(what_is_no_text_is_said_so),
        cmocka_unit_test(truncated_gzip_fails_after_the_rows_that_came),
        cmocka_unit_test(a_long_line_works),
        cmocka_unit_test(a_pipe_gives_the_same_rows),
        cmocka_unit_test(a_live_pipe_is_answered_line_by_line),
        cmocka_unit_test(in_live_use_the_first_run_decides_the_index_base),
        cmocka_unit_test(a_reader_may_be_closed_at_any_time),
        cmocka_unit_test(a_file_gives_the_rows_its_bytes_give),
        cmocka_unit_test(a_packed_file_gives_the_rows_of_the_plain_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
