/* Stopped anywhere and gone on with: the same bytes as never stopped. For every algorithm, every row to stop at,
 * every number of updates, on rows that can be separated and rows that cannot. */
#include "support.h"

#include <stdio.h>

enum { ROWS = 9, FEATURES = 2 };

static const double separable[ROWS * 3] = {2, 1, 1,    -1, -2, -1, 1, 3,  1,  -3, 1, -1,   0.5, 0.75, 1,
                                           -2, 0.5, -1, 3, -1, 1,   -1, 0, -1, -0.5, -0.25, -1};
static const double mixed[ROWS * 3] = {1,  0,   1, 0, 1, -1, 1,  1, 1, 0, 0, -1, 1, 0.5,
                                       -1, 0.5, 1, 1, 2, 0,  -1, 0, 2, 1, 1, 1,  -1};

/* Stops at the k-th row; UINT64_MAX: never. */
static bool count_down(void *user, const ptron_step *step)
{
    uint64_t *left = user;

    (void)step;
    return *left == UINT64_MAX || --*left > 0;
}

static ptron_options *ways(const char *algorithm, const char *const *pairs, const char *updates)
{
    ptron_options *options = OPTIONS("algorithm", algorithm, "epochs", "5", "threads", "1", "max-updates", updates);

    for (; *pairs != NULL; pairs += 2)
        assert_int_equal(ptron_options_set(options, pairs[0], pairs[1], NULL), PTRON_OK);
    return options;
}

/* NULL where the algorithm refuses such options. */
static ptron_trainer *trainer_or_none(ptron_options *options, const struct toy *toy)
{
    ptron_trainer *trainer;
    ptron_error err = {0};
    const ptron_status status = ptron_trainer_new(options, toy->set, NULL, &trainer, &err);

    ptron_options_free(options);
    if (status != PTRON_ARGUMENT && status != PTRON_OK)
        fail_msg("%s", err.message);
    return trainer;
}

static ptron_model *run_to(ptron_trainer *trainer, uint64_t rows)
{
    const ptron_observer observer = {.size = sizeof observer, .user = &rows, .on_row = count_down};
    ptron_model *model;

    assert_int_equal(ptron_trainer_run(trainer, &observer, NULL), PTRON_OK);
    model = snapshot_of(trainer);
    ptron_trainer_free(trainer);
    return model;
}

static ptron_model *go_on(ptron_trainer *trainer, ptron_model *part)
{
    ptron_error err = {0};

    if (ptron_trainer_resume(trainer, part, &err) != PTRON_OK)
        fail_msg("%s", err.message);
    ptron_model_free(part);
    return run_to(trainer, UINT64_MAX);
}

static void expect_same(const char *what, uint64_t k, const ptron_model *a, const ptron_model *b)
{
    void *x, *y;
    size_t m, n;

    assert_int_equal(ptron_model_write(a, &x, &m, NULL), PTRON_OK);
    assert_int_equal(ptron_model_write(b, &y, &n, NULL), PTRON_OK);
    if (m != n || memcmp(x, y, m) != 0)
        fail_msg("%s, stopped at %llu, goes on to another model", what, (unsigned long long)k);
    ptron_bytes_free(x);
    ptron_bytes_free(y);
}

static void check(const char *algorithm, const char *const *pairs, const struct toy *toy)
{
    ptron_trainer *first = trainer_or_none(ways(algorithm, pairs, "1000"), toy);
    ptron_model *whole;

    if (first == NULL)
        return;
    whole = run_to(first, UINT64_MAX);
    for (uint64_t k = 1; k <= 5 * ROWS; k++) {
        ptron_model *part = run_to(trainer_or_none(ways(algorithm, pairs, "1000"), toy), k);
        ptron_model *again = go_on(trainer_or_none(ways(algorithm, pairs, "1000"), toy), part);

        expect_same(algorithm, k, whole, again);
        ptron_model_free(again);
    }
    for (uint64_t k = 1; k <= 2 * ROWS; k++) {
        char updates[24];
        ptron_model *part, *again;

        snprintf(updates, sizeof updates, "%llu", (unsigned long long)k);
        part = run_to(trainer_or_none(ways(algorithm, pairs, updates), toy), UINT64_MAX);
        again = go_on(trainer_or_none(ways(algorithm, pairs, "1000"), toy), part);
        expect_same(algorithm, k, whole, again);
        ptron_model_free(again);
    }
    ptron_model_free(whole);
}

static void stopped_anywhere_and_gone_on_with_is_never_stopped(void **state)
{
    static const char *const plain[] = {NULL}, *const given[] = {"order", "given", "start", "ones", NULL},
                      *const held[] = {"holdout", "0.4", "patience", "2", "schedule", "root", NULL};
    static const char *const *const all[] = {plain, given, held};
    struct toy sets[] = {toy_of(separable, ROWS, FEATURES), toy_of(mixed, ROWS, FEATURES)};
    PTRON_SIZED(ptron_algorithm_info, info);

    (void)state;
    for (size_t a = 0; ptron_algorithm_describe(a, &info); a++)
        for (size_t w = 0; w < sizeof all / sizeof *all; w++)
            for (size_t s = 0; s < 2; s++)
                check(info.name, all[w], &sets[s]);
    toy_free(&sets[0]);
    toy_free(&sets[1]);
}

static void a_fed_trainer_is_not_run(void **state)
{
    struct toy toy = toy_of(separable, ROWS, FEATURES);
    ptron_trainer *trainer = trainer_of(OPTIONS("threads", "1"), NULL);

    (void)state;
    assert_int_equal(ptron_trainer_run(trainer, NULL, NULL), PTRON_ARGUMENT);
    assert_int_equal(ptron_trainer_feed(trainer, toy.set, NULL, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_run(trainer, NULL, NULL), PTRON_ARGUMENT);
    assert_int_equal(ptron_trainer_step(trainer, NULL, NULL), PTRON_ARGUMENT);
    ptron_trainer_free(trainer);
    toy_free(&toy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stopped_anywhere_and_gone_on_with_is_never_stopped),
        cmocka_unit_test(a_fed_trainer_is_not_run),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
