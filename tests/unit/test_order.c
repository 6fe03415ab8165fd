/* Orders are permutations that depend on mode, seed, epoch and count alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/alloc.h"
#include "learn/trainer/order.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void expect_permutation(const uint32_t *visit, size_t n)
{
    unsigned char *seen = calloc(n, 1);

    for (size_t i = 0; i < n; i++) {
        assert_true(visit[i] < n);
        assert_false(seen[visit[i]]);
        seen[visit[i]] = 1;
    }
    free(seen);
}

static void every_epoch_visits_every_row_once(void **state)
{
    static const size_t sizes[] = {1, 2, 5, 1023, 1024, 1025, 2048, 5000, 100000};

    (void)state;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int mode = PT_ORDER_ONCE; mode <= PT_ORDER_EACH; mode++) {
            struct pt_order order;

            assert_int_equal(
                pt_order_init(&order, (enum pt_order_mode)mode, 3, &(struct pt_view){.n = sizes[s]}, NULL),
                PTRON_OK);
            for (uint64_t epoch = 1; epoch <= 3; epoch++) {
                pt_order_epoch(&order, epoch);
                expect_permutation(order.visit, sizes[s]);
            }
            pt_order_fini(&order);
        }
}

static void take(uint32_t *out, enum pt_order_mode mode, uint64_t seed, uint64_t epoch, size_t n)
{
    struct pt_order order;

    assert_int_equal(pt_order_init(&order, mode, seed, &(struct pt_view){.n = n}, NULL), PTRON_OK);
    pt_order_epoch(&order, epoch);
    memcpy(out, order.visit, n * sizeof *out);
    pt_order_fini(&order);
}

static void once_stays_and_each_changes_and_both_follow_the_seed(void **state)
{
    enum { N = 3000 };
    static uint32_t a[N], b[N];

    (void)state;
    take(a, PT_ORDER_ONCE, 1, 1, N);
    take(b, PT_ORDER_ONCE, 1, 2, N);
    assert_memory_equal(a, b, sizeof a);
    take(b, PT_ORDER_ONCE, 2, 1, N);
    assert_memory_not_equal(a, b, sizeof a);
    take(a, PT_ORDER_EACH, 1, 1, N);
    take(b, PT_ORDER_EACH, 1, 2, N);
    assert_memory_not_equal(a, b, sizeof a);
    take(b, PT_ORDER_EACH, 1, 1, N);
    assert_memory_equal(a, b, sizeof a);
}

/* A class-sorted file: the first half of the rows must not come first. */
static void shuffled_blocks_mix_the_whole_file(void **state)
{
    enum { N = 50000 };
    static uint32_t visit[N];

    (void)state;
    take(visit, PT_ORDER_EACH, 1, 1, N);
    for (size_t from = 0; from + 1000 <= N; from += 1000) {
        size_t low = 0;
        for (size_t i = from; i < from + 1000; i++)
            low += visit[i] < N / 2;
        assert_in_range(low, 400, 600);
    }
}

static void given_order_keeps_the_rows_it_was_given(void **state)
{
    const uint32_t rows[] = {4, 2, 2, 0};
    struct pt_order order;

    (void)state;
    assert_int_equal(pt_order_init(&order, PT_ORDER_GIVEN, 1, &(struct pt_view){.n = 5}, NULL), PTRON_OK);
    pt_order_epoch(&order, 1);
    assert_null(order.visit);
    pt_order_fini(&order);
    assert_int_equal(pt_order_init(&order, PT_ORDER_FILE, 1, &(struct pt_view){.rows = rows, .n = 4}, NULL),
                     PTRON_OK);
    pt_order_epoch(&order, 1);
    assert_memory_equal(order.visit, rows, sizeof rows);
    pt_order_fini(&order);
}

static ptron_status read_text(const char *text, uint32_t **rows, size_t *n, ptron_error *err)
{
    char path[] = "/tmp/ptron-order-XXXXXX";
    const int fd = mkstemp(path);
    ptron_status status;

    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    close(fd);
    status = pt_order_read(path, 5, rows, n, err);
    unlink(path);
    return status;
}

static void a_file_of_row_numbers_is_read_with_a_place_for_every_mistake(void **state)
{
    ptron_error err;
    uint32_t *rows;
    size_t n;

    (void)state;
    assert_int_equal(read_text("5\n 1\r\n\n3", &rows, &n, &err), PTRON_OK);
    assert_int_equal(n, 3);
    assert_int_equal(rows[0], 4);
    assert_int_equal(rows[2], 2);
    pt_release(rows);
    assert_int_equal(read_text("1\n2x\n", &rows, &n, &err), PTRON_DATA);
    assert_int_equal(err.line, 2);
    assert_int_equal(read_text("1\n\n6\n", &rows, &n, &err), PTRON_DATA);
    assert_int_equal(err.line, 3);
    assert_string_equal(err.message, "row 6 is outside 1..5");
    assert_int_equal(read_text("0\n", &rows, &n, &err), PTRON_DATA);
    assert_int_equal(read_text("\n", &rows, &n, &err), PTRON_DATA);
    assert_null(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_epoch_visits_every_row_once),
        cmocka_unit_test(once_stays_and_each_changes_and_both_follow_the_seed),
        cmocka_unit_test(shuffled_blocks_mix_the_whole_file),
        cmocka_unit_test(given_order_keeps_the_rows_it_was_given),
        cmocka_unit_test(a_file_of_row_numbers_is_read_with_a_place_for_every_mistake),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
