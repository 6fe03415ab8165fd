/* The steps of a run as they are kept for traces: both sides of the inequalities, and weights that come back. */
#include "reading.h"

#include <math.h>

#define APART "x,y,c\n2,1,p\n1,2,p\n-1,-1,q\n-2,0,q\n0.3,-2.5,q\n"
#define XOR "x,y,c\n0,0,p\n1,1,p\n0,1,q\n1,0,q\n"
#define TENTHS "x,y,c\n0.1,0.2,p\n0.4,0.5,p\n0.1,0.5,q\n0.4,0.2,q\n"   /* no sum of doubles is zero */

struct kept {
    ptron_options *options;
    ptron_dataset *set;
    ptron_trainer *trainer;
    ptron_run     *run;
    ptron_theorem  theorem;
};

static ptron_status keep(struct kept *k, uint64_t steps)
{
    PTRON_SIZED(ptron_observer, observer);
    ptron_status status = ptron_trainer_new(k->options, k->set, NULL, &k->trainer, NULL);

    if (status == PTRON_OK)
        status = ptron_run_new(k->set, &k->run, NULL);
    if (status != PTRON_OK)
        return status;
    ptron_run_keep(k->run, steps);
    assert_int_equal(ptron_run_watch(k->run, NULL, &observer, NULL), PTRON_OK);
    status = ptron_trainer_run(k->trainer, &observer, NULL);
    k->theorem.size = sizeof k->theorem;
    return status == PTRON_OK ? ptron_run_theorem(k->run, k->trainer, &k->theorem, NULL) : status;
}

static void load(struct kept *k, const char *rows, const char *options)
{
    *k = (struct kept){.options = options_of(options)};
    assert_int_equal(ptron_dataset_read(rows, strlen(rows), "rows.csv", k->options, NULL, &k->set, NULL), PTRON_OK);
}

static void forget(struct kept *k)
{
    ptron_run_free(k->run);
    ptron_trainer_free(k->trainer);
    k->run = NULL;
    k->trainer = NULL;
}

static void unload(struct kept *k)
{
    forget(k);
    ptron_dataset_free(k->set);
    ptron_options_free(k->options);
}

static void both_lemmas_hold_at_every_step_kept(void **state)
{
    PTRON_SIZED(ptron_step, step);
    PTRON_SIZED(ptron_sides, sides);
    struct kept k;
    size_t n = 0;

    (void)state;
    load(&k, APART, "order=each rate=0.5");
    assert_int_equal(keep(&k, UINT64_MAX), PTRON_OK);
    assert_true(k.theorem.applies && k.theorem.gamma > 0.0 && k.theorem.times == NULL);
    for (; ptron_run_step(k.run, n, &step, &sides); n++) {
        assert_true(sides.along >= sides.along_least * (1.0 - 1e-12));
        assert_true(sides.norm2 <= sides.norm2_most * (1.0 + 1e-12));
        assert_true(sides.along * sides.along <= sides.norm2 * k.theorem.norm2 * (1.0 + 1e-12));
        assert_true((double)step.updates <= k.theorem.bound);
        assert_true(isnan(sides.upper) || sides.lower <= sides.upper);
    }
    assert_true(n > 5);
    assert_true(fabs(sides.norm2 - k.theorem.norm2) < 1e-12);   /* the last weights are w* */
    unload(&k);
}

static void as_many_steps_are_kept_as_were_asked_for(void **state)
{
    PTRON_SIZED(ptron_step, step);
    struct kept k;

    (void)state;
    load(&k, APART, "order=given");
    assert_int_equal(keep(&k, 3), PTRON_OK);
    assert_true(ptron_run_step(k.run, 2, &step, NULL));
    assert_int_equal(step.row, 2);
    assert_false(ptron_run_step(k.run, 3, &step, NULL));
    unload(&k);
}

static void weights_that_come_back_name_the_rows_that_add_up_to_zero(void **state)
{
    static const char *const rows[] = {XOR, TENTHS};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct kept k;
        load(&k, rows[i], "order=given epochs=40");
        assert_int_equal(keep(&k, UINT64_MAX), PTRON_OK);
        assert_false(k.theorem.applies);
        assert_non_null(k.theorem.times);
        assert_true(k.theorem.cycle_from >= 1 && k.theorem.cycle_to > k.theorem.cycle_from);
        /* Both diagonals have one middle: the four rows are used equally often. */
        for (size_t row = 1; row < 4; row++)
            assert_int_equal(k.theorem.times[row], k.theorem.times[0]);
        unload(&k);
    }
}

static void no_weights_come_back_where_there_are_none(void **state)
{
    static const char *const algorithms[] = {"order=given epochs=5 algorithm=kernel",
                                             "order=given epochs=5 algorithm=neighbours",
                                             "order=given epochs=5 algorithm=mlp hidden=2"};

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct kept k;
        load(&k, XOR, algorithms[i]);
        assert_int_equal(keep(&k, UINT64_MAX), PTRON_OK);
        assert_null(k.theorem.times);
        assert_false(k.theorem.applies);
        unload(&k);
    }
}

/* Both lemmas and the bracket at every step, of runs of all kinds that add rows. */
static void the_lemmas_of_a_run_are_its_own(void **state)
{
    static const char *const runs[] = {
        "order=given start=ones", "order=each start=ones rate=0.25", "order=given schedule=inverse",
        "order=given algorithm=margin margin=5", "order=given algorithm=uneven margin-positive=3 margin-negative=1",
        "order=given algorithm=batch", "order=given algorithm=batch batch-size=2 start=ones",
        "order=given algorithm=gradient-descent schedule=root", "order=given algorithm=pa-1",
        "order=given class-weight=p=3,q=0.5"};

    (void)state;
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        PTRON_SIZED(ptron_step, step);
        PTRON_SIZED(ptron_sides, sides);
        struct kept k;
        load(&k, APART, runs[i]);
        assert_int_equal(keep(&k, UINT64_MAX), PTRON_OK);
        assert_true(k.theorem.applies && k.theorem.has_lemma2 && k.theorem.times == NULL);
        for (size_t n = 0; ptron_run_step(k.run, n, &step, &sides); n++) {
            assert_true(sides.along >= sides.along_least - 1e-12 * fabs(sides.along));
            assert_true(sides.norm2 <= sides.norm2_most * (1.0 + 1e-12));
            assert_true(isnan(sides.upper) || sides.lower <= sides.upper * (1.0 + 1e-12));
        }
        assert_true(k.theorem.longest == 0.0 || k.theorem.mass <= k.theorem.longest * k.theorem.bound);
        unload(&k);
    }
}

static void where_a_lemma_does_not_hold_there_is_none(void **state)
{
    static const struct {
        const char *options;
        bool lemma1;
    } runs[] = {{"order=given algorithm=pdm", true},   {"order=given algorithm=romma", true},
                {"order=given algorithm=svm", false},  {"order=given algorithm=arow", false},
                {"order=given algorithm=kernel", false}};

    (void)state;
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        PTRON_SIZED(ptron_step, step);
        PTRON_SIZED(ptron_sides, sides);
        struct kept k;
        load(&k, APART, runs[i].options);
        assert_int_equal(keep(&k, 9), PTRON_OK);
        assert_int_equal(k.theorem.applies, runs[i].lemma1);
        assert_true(!k.theorem.has_lemma2 && isnan(k.theorem.bound));
        assert_true(ptron_run_step(k.run, 0, &step, &sides));
        assert_true(isnan(sides.norm2_most) && isnan(sides.along) == !runs[i].lemma1);
        unload(&k);
    }
}

/* The weights of a batch are those after it at its last row, of an epoch too. */
static void a_batch_steps_with_its_last_row(void **state)
{
    static const double wanted[][4] = {{0, 0, 0, 0}, {3, 3, 2, 2}, {3, 3, 2, 2}, {0, 0, 0, 4}};
    PTRON_SIZED(ptron_step, step);
    struct kept k;

    (void)state;
    load(&k, "x,y,c\n1,1,p\n2,2,p\n1,2,n\n2,1,n\n", "order=given algorithm=batch batch-size=2 epochs=1");
    assert_int_equal(keep(&k, 4), PTRON_OK);
    for (size_t i = 0; i < 4; i++) {
        assert_true(ptron_run_step(k.run, i, &step, NULL));
        assert_true(step.gathers && step.ends_batch == (i % 2 == 1) && step.step == 1.0);
        assert_true(step.weights[0] == wanted[i][0] && step.weights[1] == wanted[i][1] && step.bias == wanted[i][2]);
        assert_true(step.mass == wanted[i][3]);
    }
    assert_non_null(k.theorem.times);   /* zero again: all four rows, once each */
    assert_true(k.theorem.cycle_from == 0 && k.theorem.cycle_to == 4);
    unload(&k);
}

static void every_allocation_may_fail(void **state)
{
    struct kept k;
    bool failed = true;

    (void)state;
    load(&k, XOR, "order=given epochs=4");
    for (size_t i = 0; failed; i++) {
        ptron_status status;
        pt_test_fail_allocation(i);
        status = keep(&k, 10);
        failed = pt_test_allocation_failed();
        pt_test_fail_allocation(SIZE_MAX);
        assert_int_equal(status, failed ? PTRON_NOMEM : PTRON_OK);
        forget(&k);
    }
    unload(&k);
}

static void nothing_is_asked_of_nobody(void **state)
{
    PTRON_SIZED(ptron_step, step);
    PTRON_SIZED(ptron_theorem, theorem);
    ptron_run *run = NULL;

    (void)state;
    ptron_run_keep(NULL, 3);
    assert_false(ptron_run_step(NULL, 0, &step, NULL));
    assert_int_equal(ptron_run_theorem(NULL, NULL, &theorem, NULL), PTRON_ARGUMENT);
    assert_int_equal(ptron_run_new(NULL, &run, NULL), PTRON_OK);
    assert_int_equal(ptron_run_theorem(run, NULL, &theorem, NULL), PTRON_ARGUMENT);
    ptron_run_free(run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_lemmas_hold_at_every_step_kept),
        cmocka_unit_test(as_many_steps_are_kept_as_were_asked_for),
        cmocka_unit_test(weights_that_come_back_name_the_rows_that_add_up_to_zero),
        cmocka_unit_test(no_weights_come_back_where_there_are_none),
        cmocka_unit_test(the_lemmas_of_a_run_are_its_own),
        cmocka_unit_test(where_a_lemma_does_not_hold_there_is_none),
        cmocka_unit_test(a_batch_steps_with_its_last_row),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(nothing_is_asked_of_nobody),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
