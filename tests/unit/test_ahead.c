/* Bytes made ahead: the same bytes in any portions and on any threads, an error behind all that came before it. */
#include "support.h"

#include "read/ahead.h"

enum { TOTAL = 1300001 };

struct source {
    size_t made, fails_at;   /* fails_at TOTAL: never */
};

static char byte_at(size_t i)
{
    return (char)(i * 7 + i / 251);
}

static ptron_status make(void *context, char *bytes, size_t n, size_t *got, uint64_t *mark, ptron_error *err)
{
    struct source *source = context;

    for (*got = 0; *got < n && source->made < source->fails_at; ++*got)
        bytes[*got] = byte_at(source->made++);
    *mark = source->made;
    return *got < n && source->fails_at < TOTAL ? pt_fail(err, PTRON_DATA, "it breaks here") : PTRON_OK;
}

/* Reads all in portions of n. */
static void expect(size_t threads, size_t n, size_t fails_at)
{
    struct source source = {.fails_at = fails_at};
    char *bytes = malloc(n);
    ptron_status status = PTRON_OK;
    ptron_error err = {0};
    size_t sum = 0, got = n;
    pt_ahead *ahead;
    pt_pool *pool;

    assert_non_null(bytes);
    assert_int_equal(pt_pool_new(threads, &pool, NULL), PTRON_OK);
    ahead = pt_ahead_new(pool, make, &source);
    assert_non_null(ahead);
    while (got == n && status == PTRON_OK) {
        status = pt_ahead_read(ahead, bytes, n, &got, &err);
        for (size_t i = 0; i < got; i++)
            assert_int_equal(bytes[i], byte_at(sum + i));
        sum += got;
        assert_true(pt_ahead_mark(ahead) >= sum);
    }
    assert_int_equal(sum, fails_at);
    assert_int_equal(status, fails_at < TOTAL ? PTRON_DATA : PTRON_OK);
    assert_string_equal(err.message, fails_at < TOTAL ? "it breaks here" : "");
    pt_ahead_free(ahead);
    pt_pool_free(pool);
    free(bytes);
}

static void bytes_are_the_same_in_any_portions(void **state)
{
    (void)state;
    for (size_t threads = 1; threads <= 4; threads += 3)
        for (size_t n = 1000; n < 3000000; n *= 9)
            expect(threads, n, TOTAL);
}

static void an_error_comes_behind_all_that_came_before_it(void **state)
{
    static const size_t ends[] = {0, 1, 512 * 1024, 512 * 1024 + 1, TOTAL - 1};

    (void)state;
    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
        expect(2, 100000, ends[k]);
}

static void it_may_end_before_all_is_read(void **state)
{
    struct source source = {.fails_at = TOTAL};
    char bytes[100];
    size_t got;
    pt_ahead *ahead;
    pt_pool *pool;

    (void)state;
    assert_int_equal(pt_pool_new(2, &pool, NULL), PTRON_OK);
    ahead = pt_ahead_new(pool, make, &source);
    assert_int_equal(pt_ahead_read(ahead, bytes, sizeof bytes, &got, NULL), PTRON_OK);
    assert_int_equal(got, sizeof bytes);
    pt_ahead_free(ahead);
    pt_pool_free(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(bytes_are_the_same_in_any_portions),
                                       cmocka_unit_test(an_error_comes_behind_all_that_came_before_it),
                                       cmocka_unit_test(it_may_end_before_all_is_read)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
