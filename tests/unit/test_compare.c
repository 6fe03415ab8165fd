/* Many trainings at once are what they are one by one, for any number of threads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "allocations.h"
#include "support.h"

#include <stdatomic.h>

enum { RUNS = 12 };

static void make_runs(ptron_options **runs)
{
    static const char *const algorithms[] = {"perceptron", "averaged", "pa-1", "voted", "arow", "svm"};

    for (size_t i = 0; i < RUNS; i++) {
        char seed[4] = {(char)('1' + i % 9), '\0'};
        assert_int_equal(ptron_options_new(&runs[i], NULL), PTRON_OK);
        assert_int_equal(ptron_options_set(runs[i], "algorithm", algorithms[i % 6], NULL), PTRON_OK);
        assert_int_equal(ptron_options_set(runs[i], "seed", seed, NULL), PTRON_OK);
        assert_int_equal(ptron_options_set(runs[i], "epochs", "5", NULL), PTRON_OK);
        assert_int_equal(ptron_options_set(runs[i], "holdout", "0.2", NULL), PTRON_OK);
    }
}

static void free_runs(ptron_options **runs)
{
    for (size_t i = 0; i < RUNS; i++)
        ptron_options_free(runs[i]);
}

static ptron_status compare(ptron_options *const *runs, const ptron_dataset *set, size_t threads,
                            ptron_result *results, const ptron_observer *observer, ptron_error *err)
{
    const ptron_options *given[RUNS];
    ptron_result *places[RUNS];

    for (size_t i = 0; i < RUNS; i++) {
        results[i] = (ptron_result){.size = sizeof *results};
        places[i] = &results[i];
        given[i] = runs[i];
    }
    return ptron_compare(given, RUNS, set, NULL, threads, observer, places, err);
}

static void same_number(double a, double b)
{
    assert_true(a == b || (isnan(a) && isnan(b)));
}

static void same_result(const ptron_result *a, const ptron_result *b)
{
    assert_string_equal(a->algorithm, b->algorithm);
    assert_int_equal(a->reason, b->reason);
    assert_int_equal(a->updates, b->updates);
    assert_int_equal(a->seed, b->seed);
    same_number(a->margin_lower, b->margin_lower);
    same_number(a->margin_upper, b->margin_upper);
    same_number(a->train_error, b->train_error);
    same_number(a->holdout_error, b->holdout_error);
}

static void runs_are_what_they_are_alone(void **state)
{
    struct toy toy = toy_separable(300, 6, 0.05, 3, false);
    ptron_result four[RUNS], one[RUNS];
    ptron_options *runs[RUNS];

    (void)state;
    make_runs(runs);
    assert_int_equal(compare(runs, toy.set, 4, four, NULL, NULL), PTRON_OK);
    assert_int_equal(compare(runs, toy.set, 1, one, NULL, NULL), PTRON_OK);
    for (size_t i = 0; i < RUNS; i++) {
        PTRON_SIZED(ptron_result, alone);
        ptron_trainer *trainer = NULL;

        assert_int_equal(ptron_trainer_new(runs[i], toy.set, NULL, &trainer, NULL), PTRON_OK);
        assert_int_equal(ptron_trainer_run(trainer, NULL, NULL), PTRON_OK);
        assert_int_equal(ptron_trainer_result(trainer, &alone, NULL), PTRON_OK);
        same_result(&alone, &four[i]);
        same_result(&alone, &one[i]);
        ptron_trainer_free(trainer);
    }
    free_runs(runs);
    toy_free(&toy);
}

static void the_first_bad_run_is_told(void **state)
{
    struct toy toy = toy_separable(50, 3, 0.05, 3, false);
    ptron_result results[RUNS];
    ptron_options *runs[RUNS];
    ptron_error err;

    (void)state;
    make_runs(runs);
    assert_int_equal(ptron_options_set(runs[9], "algorithm", "nobody", NULL), PTRON_OK);
    assert_int_equal(ptron_options_set(runs[4], "rate", "2", NULL), PTRON_OK);
    assert_int_equal(compare(runs, toy.set, 4, results, NULL, &err), PTRON_ARGUMENT);
    assert_non_null(strstr(err.message, "--rate does nothing with arow"));
    assert_int_equal(ptron_compare(NULL, 1, toy.set, NULL, 1, NULL, NULL, &err), PTRON_ARGUMENT);
    free_runs(runs);
    toy_free(&toy);
}

struct turns {
    atomic_int  inside;
    atomic_bool together;
    uint64_t    rows, epochs;   /* without a lock: whoever is called is alone */
};

static bool take_turn(struct turns *turns, uint64_t *calls)
{
    if (atomic_fetch_add(&turns->inside, 1) > 0)
        atomic_store(&turns->together, true);
    ++*calls;
    atomic_fetch_sub(&turns->inside, 1);
    return true;
}

static bool on_row(void *user, const ptron_step *step)
{
    (void)step;
    return take_turn(user, &((struct turns *)user)->rows);
}

static bool on_epoch(void *user, const ptron_progress *progress)
{
    (void)progress;
    return take_turn(user, &((struct turns *)user)->epochs);
}

static void the_observer_is_never_called_by_two_runs_at_once(void **state)
{
    struct toy toy = toy_separable(300, 6, 0.05, 3, false);
    ptron_options *runs[RUNS];
    ptron_result results[RUNS];
    uint64_t rows = 0;

    (void)state;
    make_runs(runs);
    for (size_t threads = 1; threads <= 4; threads++) {
        struct turns turns = {0};
        const ptron_observer observer = {.size = sizeof observer, .user = &turns, .on_row = on_row,
                                         .on_epoch = on_epoch};

        assert_int_equal(compare(runs, toy.set, threads, results, &observer, NULL), PTRON_OK);
        assert_false(turns.together);
        assert_true(turns.rows > 1000 && turns.epochs >= RUNS);
        assert_true(threads == 1 || turns.rows == rows);
        rows = turns.rows;
    }
    free_runs(runs);
    toy_free(&toy);
}

static void every_failed_allocation_is_survived(void **state)
{
    struct toy toy = toy_separable(20, 3, 0.05, 3, false);
    ptron_result results[RUNS];
    ptron_options *runs[RUNS];
    bool failed = true;

    (void)state;
    make_runs(runs);
    for (size_t k = 0; failed; k += 1 + k / 20) {
        pt_test_fail_allocation(k);
        const ptron_status status = compare(runs, toy.set, 1, results, NULL, NULL);
        failed = pt_test_allocation_failed();
        pt_test_fail_allocation(SIZE_MAX);
        assert_int_equal(status, failed ? PTRON_NOMEM : PTRON_OK);
    }
    free_runs(runs);
    toy_free(&toy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_are_what_they_are_alone),
        cmocka_unit_test(the_first_bad_run_is_told),
        cmocka_unit_test(the_observer_is_never_called_by_two_runs_at_once),
        failing_allocations(every_failed_allocation_is_survived),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
