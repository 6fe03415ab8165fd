/* Rows that outgrow memory: the same rows, from the same text, whatever fails on the way. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/alloc.h"
#include "base/buffer.h"
#include "base/scratch.h"
#include "pack/spill.h"
#include "sets/dataset.h"
#include "sets/scatter.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static ptron_options *limited(const char *memory, const char *scale)
{
    ptron_options *options;

    assert_int_equal(ptron_options_new(&options, NULL), PTRON_OK);
    assert_int_equal(ptron_options_set(options, "memory", memory, NULL), PTRON_OK);
    assert_int_equal(ptron_options_set(options, "scale", scale, NULL), PTRON_OK);
    assert_int_equal(ptron_options_set(options, "threads", "1", NULL), PTRON_OK);
    return options;
}

/* Sparse rows, some empty, one much longer than a piece of the spill when `long_row`. */
static struct pt_buffer text_of(size_t rows, bool long_row)
{
    struct pt_buffer text;
    char line[64];

    pt_buffer_init(&text);
    for (size_t i = 0; i < rows; i++) {
        const size_t n = long_row && i == rows / 2 ? 60000 : i % 7;

        pt_buffer_text(&text, i % 3 == 0 ? "b" : "a");
        for (size_t j = 0; j < n; j++) {
            snprintf(line, sizeof line, " %zu:%zu.5", j + 1, (i * 31 + j) % 1000);
            pt_buffer_text(&text, line);
        }
        pt_buffer_byte(&text, '\n');
    }
    assert_false(text.failed);
    return text;
}

static ptron_status read_rows(const struct pt_buffer *text, const char *memory, const char *scale, ptron_dataset **set,
                              ptron_error *err)
{
    ptron_options *options = limited(memory, scale);
    const ptron_status status = ptron_dataset_read(text->bytes, text->length, "rows", options, NULL, set, err);

    ptron_options_free(options);
    return status;
}

static void outgrown_rows_are_the_rows(void **state)
{
    static const char *const scales[] = {"none", "standard", "minmax", "ball", "unit"};

    (void)state;
    for (size_t s = 0; s < 5; s++) {
        struct pt_buffer text = text_of(3000, true);
        ptron_dataset *memory, *file;

        assert_int_equal(read_rows(&text, "1G", scales[s], &memory, NULL), PTRON_OK);
        assert_int_equal(read_rows(&text, "5K", scales[s], &file, NULL), PTRON_OK);
        assert_int_equal(memory->spilled, 0);
        assert_true(file->spilled > 0);
        assert_int_equal(pt_dataset_fingerprint(memory), pt_dataset_fingerprint(file));
        assert_true(memory->max_norm2 == file->max_norm2);
        for (uint64_t i = 0; i < memory->n_rows; i++) {
            const char *a, *b;
            uint64_t line = 0, other = 0;

            assert_true(ptron_dataset_row_place(memory, i, &a, &line) && ptron_dataset_row_place(file, i, &b, &other));
            assert_string_equal(a, b);
            assert_int_equal(line, other);
            assert_true(pt_dataset_row(memory, i).norm2 == pt_dataset_row(file, i).norm2);
        }
        ptron_dataset_free(memory);
        ptron_dataset_free(file);
        pt_buffer_fini(&text);
    }
}

static void a_spill_gives_its_rows_back_in_the_order_of_the_source(void **state)
{
    struct pt_buffer text = text_of(2000, true);
    ptron_dataset *set;
    pt_spill *spill;

    (void)state;
    assert_int_equal(read_rows(&text, "1G", "none", &set, NULL), PTRON_OK);
    assert_int_equal(pt_spill_open(&spill, NULL), PTRON_OK);
    assert_int_equal(pt_spill_add(spill, &set->block, NULL), PTRON_OK);
    assert_int_equal(pt_spill_end(spill, NULL), PTRON_OK);
    for (int pass = 0; pass < 2; pass++) {
        struct pt_row row;
        ptron_status status;
        uint64_t i = 0;

        for (pt_spill_rewind(spill); pt_spill_next(spill, &row, &status, NULL); i++) {
            const struct pt_row wanted = pt_dataset_row(set, i);

            assert_int_equal(row.n, wanted.n);
            assert_int_equal(row.label, wanted.label);
            assert_true(row.norm2 == wanted.norm2);
            for (size_t j = 0; j < row.n; j++)
                assert_true(row.index[j] == wanted.index[j] && pt_row_value(&row, j) == pt_row_value(&wanted, j));
        }
        assert_int_equal(status, PTRON_OK);
        assert_int_equal(i, set->n_rows);
    }
    pt_spill_close(spill);
    ptron_dataset_free(set);
    pt_buffer_fini(&text);
}

static void every_failed_allocation_is_survived(void **state)
{
    struct pt_buffer text = text_of(300, false);
    bool failed = true;
    size_t k = 0;

    (void)state;
    for (; failed; k += k < 200 ? 1 : 7) {
        ptron_options *options = limited("1K", "standard");
        ptron_dataset *set = NULL;
        ptron_error err = {0};
        ptron_status status;

        pt_test_fail_allocation(k);
        status = ptron_dataset_read(text.bytes, text.length, "rows", options, NULL, &set, &err);
        failed = pt_test_allocation_failed();
        pt_test_fail_allocation(SIZE_MAX);
        assert_int_equal(status, failed ? PTRON_NOMEM : PTRON_OK);
        assert_true((set == NULL) == failed);
        ptron_dataset_free(set);
        ptron_options_free(options);
    }
    assert_true(k > 300);
    pt_buffer_fini(&text);
}

static void a_file_that_may_not_grow_is_an_error_with_its_place(void **state)
{
    struct pt_buffer text = text_of(20000, false);
    struct rlimit before, small;
    ptron_dataset *set = NULL;
    ptron_error err = {0};
    ptron_status status;

    (void)state;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = before;
    for (rlim_t most = 0; most < 600000; most += 50000) {
        small.rlim_cur = most;
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
        status = read_rows(&text, "5K", "none", &set, &err);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
        assert_int_equal(status, PTRON_IO);
        assert_null(set);
        assert_non_null(strstr(err.message, "cannot write a temporary file in "));
    }
    pt_buffer_fini(&text);
}

static void sizes_are_numbers_with_units(void **state)
{
    static const char *const wrong[] = {"M", "1.5G", "-1", "5X", "5MB", " 5", "99999999999999999999",
                                        "99999999999999T"};
    struct pt_buffer text = text_of(10, false);

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ptron_dataset *set;
        ptron_error err = {0};

        assert_int_equal(read_rows(&text, wrong[i], "none", &set, &err), PTRON_ARGUMENT);
        assert_non_null(strstr(err.message, "memory is '"));
    }
    for (const char *unit = "KkMmGgTt"; *unit != '\0'; unit++) {
        const char size[] = {'3', *unit, '\0'};
        ptron_dataset *set;

        assert_int_equal(read_rows(&text, size, "none", &set, NULL), PTRON_OK);
        assert_int_equal(set->spilled, 0);
        ptron_dataset_free(set);
    }
    pt_buffer_fini(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outgrown_rows_are_the_rows),
        cmocka_unit_test(a_spill_gives_its_rows_back_in_the_order_of_the_source),
        cmocka_unit_test(every_failed_allocation_is_survived),
        cmocka_unit_test(a_file_that_may_not_grow_is_an_error_with_its_place),
        cmocka_unit_test(sizes_are_numbers_with_units),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
