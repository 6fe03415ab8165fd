/* The thread pool: every task once, nothing left behind, any number of threads. */
#include "allocations.h"
#include "reading.h"

#include "par/pool.h"

#include <pthread.h>
#include <stdatomic.h>

struct counts {
    atomic_int times[1000];
};

static void count(void *context, size_t i)
{
    atomic_fetch_add(&((struct counts *)context)->times[i], 1);
}

static void every_task_runs_once_for_any_number_of_threads(void **state)
{
    const size_t sizes[] = {0, 1, 2, 3, 999};

    (void)state;
    for (size_t threads = 1; threads <= 5; threads++) {
        pt_pool *pool;
        assert_int_equal(pt_pool_new(threads, &pool, NULL), PTRON_OK);
        assert_int_equal(pt_pool_threads(pool), threads);
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            static struct counts counts;
            memset(&counts, 0, sizeof counts);
            pt_pool_run(pool, sizes[s], count, &counts);
            for (size_t i = 0; i < 1000; i++)
                assert_int_equal(atomic_load(&counts.times[i]), i < sizes[s]);
        }
        pt_pool_free(pool);
    }
}

static void no_pool_is_a_pool_of_one(void **state)
{
    static struct counts counts;
    pt_job job = {.task = count, .context = &counts, .i = 7};

    (void)state;
    assert_int_equal(pt_pool_threads(NULL), 1);
    pt_pool_run(NULL, 3, count, &counts);
    pt_pool_start(NULL, &job);
    pt_pool_wait(NULL, &job);
    assert_int_equal(atomic_load(&counts.times[2]), 1);
    assert_int_equal(atomic_load(&counts.times[7]), 1);
    pt_pool_free(NULL);
}

static void zero_threads_means_at_least_one(void **state)
{
    pt_pool *pool;

    (void)state;
    assert_int_equal(pt_pool_new(0, &pool, NULL), PTRON_OK);
    assert_true(pt_pool_threads(pool) >= 1);
    pt_pool_free(pool);
}

static void a_job_is_done_when_it_was_waited_for(void **state)
{
    (void)state;
    for (size_t threads = 1; threads <= 4; threads++) {
        static struct counts counts;
        pt_job jobs[20];
        pt_pool *pool;

        memset(&counts, 0, sizeof counts);
        assert_int_equal(pt_pool_new(threads, &pool, NULL), PTRON_OK);
        for (size_t i = 0; i < 20; i++) {
            jobs[i] = (pt_job){.task = count, .context = &counts, .i = i};
            pt_pool_start(pool, &jobs[i]);
        }
        for (size_t i = 20; i-- > 0;) {
            pt_pool_wait(pool, &jobs[i]);
            assert_int_equal(atomic_load(&counts.times[i]), 1);
        }
        pt_pool_free(pool);
    }
}

static void jobs_and_runs_may_be_under_way_together(void **state)
{
    static struct counts one, many;
    pt_job job = {.task = count, .context = &one, .i = 0};
    pt_pool *pool;

    (void)state;
    assert_int_equal(pt_pool_new(3, &pool, NULL), PTRON_OK);
    for (int round = 1; round <= 200; round++) {
        pt_pool_start(pool, &job);
        pt_pool_run(pool, 10, count, &many);
        pt_pool_wait(pool, &job);
        assert_int_equal(atomic_load(&one.times[0]), round);
        assert_int_equal(atomic_load(&many.times[9]), round);
    }
    pt_pool_free(pool);
}

enum { CALLERS = 6, CALLS = 300, TASKS = 50 };

static void *call_often(void *pool)
{
    struct counts *counts = calloc(1, sizeof *counts);
    size_t wrong = 0;

    for (int call = 1; call <= CALLS; call++) {
        pt_pool_run(pool, TASKS, count, counts);
        for (size_t i = 0; i < TASKS; i++)
            wrong += atomic_load(&counts->times[i]) != call;
    }
    free(counts);
    return (void *)wrong;
}

static void many_threads_may_call_one_pool_at_once(void **state)
{
    (void)state;
    for (size_t threads = 1; threads <= 4; threads++) {
        pthread_t callers[CALLERS];
        pt_pool *pool;

        assert_int_equal(pt_pool_new(threads, &pool, NULL), PTRON_OK);
        for (size_t i = 0; i < CALLERS; i++)
            assert_int_equal(pthread_create(&callers[i], NULL, call_often, pool), 0);
        for (size_t i = 0; i < CALLERS; i++) {
            void *wrong;

            assert_int_equal(pthread_join(callers[i], &wrong), 0);
            assert_null(wrong);
        }
        pt_pool_free(pool);
    }
}

struct nest {
    pt_pool *pool;
    int depth;
    atomic_int *leaves;
};

static void call_within(void *context, size_t i)
{
    struct nest deeper = *(struct nest *)context;

    (void)i;
    if (deeper.depth-- == 0)
        atomic_fetch_add(deeper.leaves, 1);
    else
        pt_pool_run(deeper.pool, 5, call_within, &deeper);
}

static void a_task_may_call_the_pool_that_runs_it(void **state)
{
    (void)state;
    for (size_t threads = 1; threads <= 4; threads++) {
        atomic_int leaves = 0;
        struct nest nest = {.depth = 4, .leaves = &leaves};

        assert_int_equal(pt_pool_new(threads, &nest.pool, NULL), PTRON_OK);
        call_within(&nest, 0);
        assert_int_equal(atomic_load(&leaves), 5 * 5 * 5 * 5);
        pt_pool_free(nest.pool);
    }
}

struct order {
    atomic_bool busy, go;
    char   ran[8];           /* by this thread: the other one is kept busy */
    size_t n;
};

static void be_busy(void *context, size_t i)
{
    struct order *order = context;

    (void)i;
    atomic_store(&order->busy, true);
    while (!atomic_load(&order->go))
        ;
}

static void note(void *context, size_t i)
{
    struct order *order = context;

    order->ran[order->n++] = (char)i;
}

static void a_job_may_go_before_those_that_wait(void **state)
{
    struct order order = {0};
    pt_job busy = {.task = be_busy, .context = &order};
    pt_job a = {.task = note, .context = &order, .i = 'a'}, b = {.task = note, .context = &order, .i = 'b'};
    pt_job c = {.task = note, .context = &order, .i = 'c', .first = true};
    pt_pool *pool;

    (void)state;
    assert_int_equal(pt_pool_new(2, &pool, NULL), PTRON_OK);
    pt_pool_start(pool, &busy);
    while (!atomic_load(&order.busy))
        ;
    pt_pool_start(pool, &a);
    pt_pool_start(pool, &b);
    pt_pool_start(pool, &c);
    pt_pool_wait(pool, &b);
    assert_string_equal(order.ran, "cab");
    atomic_store(&order.go, true);
    pt_pool_wait(pool, &busy);
    pt_pool_free(pool);
}

static void freeing_finishes_what_is_queued(void **state)
{
    static struct counts counts;
    pt_job jobs[50];
    pt_pool *pool;

    (void)state;
    assert_int_equal(pt_pool_new(2, &pool, NULL), PTRON_OK);
    for (size_t i = 0; i < 50; i++) {
        jobs[i] = (pt_job){.task = count, .context = &counts, .i = i};
        pt_pool_start(pool, &jobs[i]);
    }
    pt_pool_free(pool);
    for (size_t i = 0; i < 50; i++)
        assert_int_equal(atomic_load(&counts.times[i]), 1);
}

static void making_a_pool_survives_every_allocation_failure(void **state)
{
    bool failed = true;

    (void)state;
    for (size_t k = 0; failed; k++) {
        pt_pool *pool;
        ptron_status status;

        pt_test_fail_allocation(k);
        status = pt_pool_new(4, &pool, NULL);
        failed = pt_test_allocation_failed();
        pt_test_fail_allocation(SIZE_MAX);
        assert_int_equal(status, failed ? PTRON_NOMEM : PTRON_OK);
        assert_true(failed == (pool == NULL));
        pt_pool_free(pool);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_task_runs_once_for_any_number_of_threads),
        cmocka_unit_test(no_pool_is_a_pool_of_one),
        cmocka_unit_test(zero_threads_means_at_least_one),
        cmocka_unit_test(a_job_is_done_when_it_was_waited_for),
        cmocka_unit_test(jobs_and_runs_may_be_under_way_together),
        cmocka_unit_test(many_threads_may_call_one_pool_at_once),
        cmocka_unit_test(a_task_may_call_the_pool_that_runs_it),
        cmocka_unit_test(a_job_may_go_before_those_that_wait),
        cmocka_unit_test(freeing_finishes_what_is_queued),
        failing_allocations(making_a_pool_survives_every_allocation_failure),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
