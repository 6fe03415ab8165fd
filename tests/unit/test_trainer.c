/* The trainer: traces of the worked sets, stop reasons, resume, cancelling, errors, memory. */
#include "support.h"

#include "base/alloc.h"
#include "weights.h"

#include <stdio.h>

static const double worked[] = {1, 1, +1, 2, 2, +1, 1, 2, -1, 2, 1, -1};
static const double xor_set[] = {0, 0, +1, 1, 1, +1, 0, 1, -1, 1, 0, -1};
static const double and_set[] = {0, 0, -1, 0, 1, -1, 1, 0, -1, 1, 1, +1};

/* ---- traces -------------------------------------------------------------------------------------- */

struct line {
    double product;
    bool mistake;
    double w1, w2, b;
};

struct trace {
    const struct line *lines;
    size_t n, at;
};

static bool compare_step(void *user, const ptron_step *step)
{
    struct trace *t = user;
    const struct line *line = &t->lines[t->at];

    assert_true(step->product == line->product);
    assert_int_equal(step->mistake, line->mistake);
    assert_int_equal(step->step != 0.0, line->mistake);
    assert_true(step->weights[0] == line->w1 && step->weights[1] == line->w2 && step->bias == line->b);
    assert_int_equal(step->row, t->at % 4);
    return ++t->at < t->n;
}

static void expect_trace(const double *table, const struct line *lines, size_t n, ptron_stop reason)
{
    struct toy toy = toy_of(table, 4, 2);
    struct trace trace = {lines, n, 0};
    const ptron_observer observer = {.size = sizeof observer, .user = &trace, .on_row = compare_step};
    ptron_trainer *t = trainer_of(OPTIONS("order", "given"), toy.set);

    assert_int_equal(ptron_trainer_run(t, &observer, NULL), PTRON_OK);
    assert_int_equal(trace.at, n);
    assert_int_equal(result_of(t).reason, reason);
    ptron_trainer_free(t);
    toy_free(&toy);
}

static void the_worked_set_takes_the_corrected_steps(void **state)
{
    static const struct line lines[] = {
        {0, true, 1, 1, 1}, {5, false, 1, 1, 1}, {-4, true, 0, -1, 0}, {1, false, 0, -1, 0}};

    (void)state;
    expect_trace(worked, lines, 4, PTRON_STOP_ASKED);
}

static void xor_takes_the_corrected_steps_and_its_state_comes_back(void **state)
{
    static const struct line lines[] = {
        {0, true, 0, 0, 1},   {1, false, 0, 0, 1},  {-1, true, 0, -1, 0}, {0, true, -1, -1, -1},
        {-1, true, -1, -1, 0}, {-2, true, 0, 0, 1}, {-1, true, 0, -1, 0}, {0, true, -1, -1, -1}};

    (void)state;
    expect_trace(xor_set, lines, 8, PTRON_STOP_NOT_SEPARABLE);   /* the epoch has its own reason */
}

/* ---- stop reasons -------------------------------------------------------------------------------- */

static void a_separable_set_ends_separated_with_a_bracket_around_the_bound(void **state)
{
    struct toy toy = toy_of(and_set, 4, 2);
    ptron_trainer *t = trainer_of(OPTIONS("order", "given"), toy.set);
    ptron_result r;

    (void)state;
    train(t);
    r = result_of(t);
    assert_int_equal(r.reason, PTRON_STOP_SEPARATED);
    assert_int_equal(r.train_errors, 0);
    assert_int_equal(r.last_epoch_mistakes, 0);
    assert_true(r.margin_lower > 0.0 && r.margin_lower <= r.margin_upper);
    assert_true(r.radius == sqrt(3.0));
    assert_true((double)r.updates <= r.k_max_upper);
    ptron_trainer_free(t);
    toy_free(&toy);
}

static ptron_result run_with(const struct toy *toy, ptron_options *options)
{
    ptron_trainer *t = trainer_of(options, toy->set);
    ptron_result r;

    train(t);
    r = result_of(t);
    ptron_trainer_free(t);
    return r;
}

static void budgets_end_a_run_with_their_own_reasons(void **state)
{
    static const double tenths[] = {0, 0, +1, 0.1, 0.1, +1, 0, 0.1, -1, 0.1, 0, -1};
    struct toy toy = toy_of(tenths, 4, 2);
    ptron_result r = run_with(&toy, OPTIONS("epochs", "7"));

    (void)state;
    assert_int_equal(r.reason, PTRON_STOP_EPOCHS);
    assert_int_equal(r.epochs, 7);
    assert_true(r.train_errors > 0 && isinf(r.k_max_upper));
    r = run_with(&toy, OPTIONS("max-updates", "5", "order", "given"));
    assert_int_equal(r.reason, PTRON_STOP_UPDATES);
    assert_int_equal(r.updates, 5);
    r = run_with(&toy, OPTIONS("epochs", "0", "time", "0.01"));
    assert_int_equal(r.reason, PTRON_STOP_TIME);
    toy_free(&toy);
}

static void weights_that_come_back_in_exact_sums_prove_that_nothing_separates(void **state)
{
    struct toy one = toy_of(xor_set, 4, 2), other = toy_of(worked, 4, 2);

    (void)state;
    assert_int_equal(run_with(&one, OPTIONS("order", "given")).reason, PTRON_STOP_NOT_SEPARABLE);
    assert_int_equal(run_with(&one, OPTIONS("order", "given", "rate", "0.1")).reason, PTRON_STOP_EPOCHS);
    assert_int_equal(run_with(&other, OPTIONS("order", "given")).reason, PTRON_STOP_NOT_SEPARABLE);
    toy_free(&one);
    toy_free(&other);
}

static void without_a_bias_r_and_margin_leave_the_constant_out(void **state)
{
    static const double table[] = {3, 4, +1, -3, -4, -1};
    struct toy toy = toy_of(table, 2, 2);
    ptron_result r = run_with(&toy, OPTIONS("bias", "no"));

    (void)state;
    assert_int_equal(r.reason, PTRON_STOP_SEPARATED);
    assert_true(r.radius == 5.0);
    assert_true(r.margin_lower <= 5.0 && r.margin_upper >= 5.0);
    assert_true(r.margin_upper - r.margin_lower < 1e-11 && r.distance == r.margin_lower);
    toy_free(&toy);
}

static void points_that_only_a_bias_separates_need_it(void **state)
{
    static const double table[] = {1, +1, 2, +1, 4, -1, 5, -1};
    struct toy toy = toy_of(table, 4, 1);

    (void)state;
    assert_int_equal(run_with(&toy, OPTIONS("epochs", "1000")).reason, PTRON_STOP_SEPARATED);
    assert_int_equal(run_with(&toy, OPTIONS("epochs", "1000", "bias", "no")).reason, PTRON_STOP_NOT_SEPARABLE);
    toy_free(&toy);
}

/* ---- the theorem --------------------------------------------------------------------------------- */

static void eighty_five_points_are_separated_in_any_order_within_the_bound(void **state)
{
    struct toy toy = toy_separable(85, 2, 0.05, 5, false);
    uint64_t fewest = UINT64_MAX, most = 0;

    (void)state;
    for (int seed = 1; seed <= 20; seed++) {
        char text[8];
        ptron_result r;

        snprintf(text, sizeof text, "%d", seed);
        r = run_with(&toy, OPTIONS("seed", text, "epochs", "0"));
        assert_int_equal(r.reason, PTRON_STOP_SEPARATED);
        assert_true((double)r.updates <= (r.radius / toy.margin) * (r.radius / toy.margin));
        assert_true(r.margin_lower > 0.0 && r.margin_upper >= toy.margin);
        fewest = r.updates < fewest ? r.updates : fewest;
        most = r.updates > most ? r.updates : most;
    }
    assert_true(fewest < most);
    toy_free(&toy);
}

static void a_rate_from_zero_changes_only_the_scale(void **state)
{
    struct toy toy = toy_separable(60, 3, 0.1, 2, false);
    ptron_trainer *a = trainer_of(OPTIONS("rate", "1"), toy.set), *b = trainer_of(OPTIONS("rate", "0.25"), toy.set);
    ptron_model *m, *n;

    (void)state;
    train(a);
    train(b);
    m = snapshot_of(a);
    n = snapshot_of(b);
    for (size_t j = 0; j < 3; j++)
        assert_true(weights_of(m, 0)[j] == 4.0 * weights_of(n, 0)[j]);
    assert_true(ptron_model_bias(m, 0) == 4.0 * ptron_model_bias(n, 0));
    assert_int_equal(result_of(a).updates, result_of(b).updates);
    ptron_model_free(m);
    ptron_model_free(n);
    ptron_trainer_free(a);
    ptron_trainer_free(b);
    toy_free(&toy);
}

/* ---- keepers ------------------------------------------------------------------------------------- */

struct history {              /* every w the learner had, for naive answers */
    double sum[4];
    uint64_t rows;
    const struct toy *toy;
    uint64_t fewest;
};

static uint64_t naive_errors(const struct toy *toy, const double *w, double b)
{
    uint64_t errors = 0;

    for (size_t i = 0; i < toy->rows; i++) {
        double product = b;
        for (size_t j = 0; j < toy->features; j++)
            product += w[j] * toy->x[i * toy->features + j];
        errors += !(product * (toy->label[i] == 1 ? 1.0 : -1.0) > 0.0);
    }
    return errors;
}

static bool remember(void *user, const ptron_step *step)
{
    struct history *h = user;

    for (size_t j = 0; j < 3; j++)
        h->sum[j] += step->weights[j];
    h->sum[3] += step->bias;
    if (++h->rows % h->toy->rows == 0) {
        const uint64_t errors = naive_errors(h->toy, step->weights, step->bias);
        h->fewest = errors < h->fewest ? errors : h->fewest;
    }
    return true;
}

/* Noise: labels of a separable set flipped now and then. Integers, so sums are exact. */
static struct toy noisy(uint64_t seed)
{
    struct toy toy = toy_separable(80, 3, 0.5, seed, true);

    for (size_t i = 0; i < toy.rows; i += 9)
        toy.label[i] ^= 1;
    ptron_dataset_free(toy.set);
    toy_borrow(&toy);
    return toy;
}

static void the_average_is_the_mean_of_every_w(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct toy toy = noisy(seed);
        struct history h = {.toy = &toy};
        const ptron_observer observer = {.size = sizeof observer, .user = &h, .on_row = remember};
        ptron_trainer *t = trainer_of(OPTIONS("algorithm", "averaged", "epochs", "5"), toy.set);
        ptron_model *m;

        assert_int_equal(ptron_trainer_run(t, &observer, NULL), PTRON_OK);
        m = snapshot_of(t);
        for (size_t j = 0; j < 3; j++)
            assert_true(fabs(weights_of(m, 0)[j] - h.sum[j] / (double)h.rows) <
                        1e-12 * (1.0 + fabs(h.sum[j])));
        assert_true(fabs(ptron_model_bias(m, 0) - h.sum[3] / (double)h.rows) < 1e-12 * (1.0 + fabs(h.sum[3])));
        ptron_model_free(m);
        ptron_trainer_free(t);
        toy_free(&toy);
    }
}

static void the_pocket_is_never_worse_than_the_end_of_any_epoch(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct toy toy = noisy(seed);
        struct history h = {.toy = &toy, .fewest = UINT64_MAX};
        const ptron_observer observer = {.size = sizeof observer, .user = &h, .on_row = remember};
        ptron_trainer *t = trainer_of(OPTIONS("algorithm", "pocket", "epochs", "8"), toy.set);
        ptron_result r;
        ptron_model *m;

        assert_int_equal(ptron_trainer_run(t, &observer, NULL), PTRON_OK);
        r = result_of(t);
        m = snapshot_of(t);
        assert_true(r.train_errors <= h.fewest);
        assert_int_equal(r.train_errors, naive_errors(&toy, weights_of(m, 0), ptron_model_bias(m, 0)));
        ptron_model_free(m);
        ptron_trainer_free(t);
        toy_free(&toy);
    }
}

/* ---- resume -------------------------------------------------------------------------------------- */

struct brake {
    uint64_t left;
};

static bool stop_after(void *user, const ptron_step *step)
{
    struct brake *brake = user;

    (void)step;
    return brake->left-- > 1;
}

/* Runs to a budget with a stop after `rows` rows, through saved bytes, and compares with one go. */
static void expect_resume_equals(const char *algorithm, const char *order, uint64_t rows)
{
    struct toy toy = noisy(rows);
    struct brake brake = {rows};
    const ptron_observer observer = {.size = sizeof observer, .user = &brake, .on_row = stop_after};
    ptron_trainer *whole = trainer_of(OPTIONS("algorithm", algorithm, "order", order, "epochs", "6"), toy.set);
    ptron_trainer *first = trainer_of(OPTIONS("algorithm", algorithm, "order", order, "epochs", "6"), toy.set);
    ptron_trainer *second = trainer_of(OPTIONS("algorithm", algorithm, "order", order, "epochs", "6"), toy.set);
    ptron_model *half, *loaded, *a, *b;
    ptron_error err = {0};
    void *bytes;
    size_t length;

    train(whole);
    assert_int_equal(ptron_trainer_run(first, &observer, NULL), PTRON_OK);
    assert_int_equal(result_of(first).reason, PTRON_STOP_ASKED);
    half = snapshot_of(first);
    assert_int_equal(ptron_model_write(half, &bytes, &length, NULL), PTRON_OK);
    assert_int_equal(ptron_model_read(bytes, length, &loaded, &err), PTRON_OK);
    if (ptron_trainer_resume(second, loaded, &err) != PTRON_OK)
        fail_msg("%s", err.message);
    train(second);
    a = snapshot_of(whole);
    b = snapshot_of(second);
    expect_same_bytes(a, b);
    ptron_bytes_free(bytes);
    ptron_model_free(half);
    ptron_model_free(loaded);
    ptron_model_free(a);
    ptron_model_free(b);
    ptron_trainer_free(whole);
    ptron_trainer_free(first);
    ptron_trainer_free(second);
    toy_free(&toy);
}

static void interrupted_and_resumed_equals_uninterrupted_byte_for_byte(void **state)
{
    static const char *const orders[] = {"given", "once", "each"};
    static const uint64_t stops[] = {1, 79, 80, 81, 200, 333};
    PTRON_SIZED(ptron_algorithm_info, info);

    (void)state;
    for (size_t a = 0; ptron_algorithm_describe(a, &info); a++)
        for (size_t o = 0; o < 3; o++)
            for (size_t s = 0; s < sizeof stops / sizeof *stops; s++)
                if (strcmp(info.name, "neighbours") != 0 || stops[s] < 80)   /* one pass is all that takes */
                    expect_resume_equals(info.name, orders[o], stops[s]);
}

static void epochs_one_by_one_equal_all_at_once(void **state)
{
    struct toy toy = noisy(3);
    ptron_trainer *whole = trainer_of(OPTIONS("algorithm", "averaged", "epochs", "5"), toy.set);
    ptron_trainer *steps = trainer_of(OPTIONS("algorithm", "averaged", "epochs", "5"), toy.set);
    ptron_model *a, *b;

    (void)state;
    train(whole);
    for (int i = 0; i < 5; i++)
        assert_int_equal(ptron_trainer_step(steps, NULL, NULL), PTRON_OK);
    a = snapshot_of(whole);
    b = snapshot_of(steps);
    expect_same_bytes(a, b);
    ptron_model_free(a);
    ptron_model_free(b);
    ptron_trainer_free(whole);
    ptron_trainer_free(steps);
    toy_free(&toy);
}

static void a_resume_on_other_rows_is_refused(void **state)
{
    struct toy one = noisy(1), other = noisy(2);
    ptron_trainer *a = trainer_of(OPTIONS("epochs", "2"), one.set), *b = trainer_of(OPTIONS("epochs", "2"), other.set);
    ptron_model *m;
    ptron_error err = {0};

    (void)state;
    train(a);
    m = snapshot_of(a);
    assert_int_equal(ptron_trainer_resume(b, m, &err), PTRON_DATA);
    ptron_model_free(m);
    ptron_trainer_free(a);
    ptron_trainer_free(b);
    toy_free(&one);
    toy_free(&other);
}

/* ---- hold-out ------------------------------------------------------------------------------------ */

static void held_out_rows_are_judged_and_patience_keeps_the_best_epoch(void **state)
{
    struct toy toy = noisy(4);
    ptron_trainer *t = trainer_of(OPTIONS("holdout", "0.25", "patience", "3", "epochs", "200"), toy.set);
    ptron_result r;

    (void)state;
    train(t);
    r = result_of(t);
    assert_int_equal(r.reason, PTRON_STOP_HOLDOUT);
    assert_true(r.holdout_rows > 5 && r.holdout_rows < 40);
    assert_int_equal(r.rows + r.holdout_rows, toy.rows);
    assert_int_equal(r.epochs, r.best_epoch + 3);
    assert_true(r.holdout_error >= 0.0 && r.holdout_error < 1.0);
    ptron_trainer_free(t);
    toy_free(&toy);
}

/* ---- errors -------------------------------------------------------------------------------------- */

static void expect_refused(const struct toy *toy, ptron_options *options, ptron_status status, const char *message)
{
    ptron_trainer *t = NULL;
    ptron_error err = {0};

    assert_int_equal(ptron_trainer_new(options, toy->set, NULL, &t, &err), status);
    assert_null(t);
    assert_string_equal(err.message, message);
    ptron_options_free(options);
}

static void what_cannot_be_trained_is_refused_with_a_sentence(void **state)
{
    static const double one_class[] = {1, +1, 2, +1};
    struct toy toy = toy_of(and_set, 4, 2), single = toy_of(one_class, 2, 1);

    (void)state;
    expect_refused(&single, OPTIONS("seed", "1"), PTRON_DATA, "no row is labelled '-1'");
    expect_refused(&toy, OPTIONS("algorithm", "magic"), PTRON_ARGUMENT,
                   "no algorithm 'magic'; --algorithm list prints them all");
    toy_free(&toy);
    toy_free(&single);
}

static void overflow_names_row_and_epoch_and_no_nan_reaches_a_model(void **state)
{
    static const double table[] = {1e153, +1, -1e153, +1, 1.1e153, -1};
    struct toy toy = toy_of(table, 3, 1);
    ptron_trainer *t = trainer_of(OPTIONS("rate", "1e300", "order", "given"), toy.set);
    ptron_error err = {0};

    (void)state;
    assert_int_equal(ptron_trainer_run(t, NULL, &err), PTRON_DATA);
    assert_non_null(strstr(err.message, "epoch 1: the product with the weights overflows"));
    ptron_trainer_free(t);
    toy_free(&toy);
}

static void training_survives_the_failure_of_every_allocation(void **state)
{
    struct toy toy = noisy(6);
    bool failed = true;

    (void)state;
    for (size_t k = 0; failed; k++) {
        ptron_options *options = OPTIONS("algorithm", "pocket", "epochs", "3", "holdout", "0.2", "patience", "1",
                                         "start", "ones", "threads", "1");
        ptron_trainer *t = NULL;
        ptron_model *m = NULL;
        ptron_status status;
        bool ran = false;

        pt_test_fail_allocation(k);
        status = ptron_trainer_new(options, toy.set, NULL, &t, NULL);
        if (status == PTRON_OK) {
            status = ptron_trainer_run(t, NULL, NULL);
            ran = status == PTRON_OK;
        }
        if (status == PTRON_OK)
            status = ptron_trainer_snapshot(t, &m, NULL);
        failed = pt_test_allocation_failed();
        pt_test_fail_allocation(SIZE_MAX);
        assert_int_equal(status, failed ? PTRON_NOMEM : PTRON_OK);
        assert_int_equal(m == NULL, failed);
        if (t != NULL && !ran) {   /* its weights may be half of an update: nobody gets them */
            assert_int_equal(ptron_trainer_run(t, NULL, NULL), PTRON_ARGUMENT);
            assert_int_equal(ptron_trainer_snapshot(t, &m, NULL), PTRON_ARGUMENT);
        }
        ptron_model_free(m);
        ptron_trainer_free(t);
        ptron_options_free(options);
    }
    toy_free(&toy);
}

static void threads_never_show_in_the_model(void **state)
{
    struct toy toy = toy_separable(9000, 4, 0.01, 8, false);
    ptron_trainer *one = trainer_of(OPTIONS("algorithm", "pocket", "epochs", "2", "threads", "1"), toy.set);
    ptron_trainer *four = trainer_of(OPTIONS("algorithm", "pocket", "epochs", "2", "threads", "4"), toy.set);
    ptron_model *a, *b;

    (void)state;
    train(one);
    train(four);
    a = snapshot_of(one);
    b = snapshot_of(four);
    expect_same_bytes(a, b);
    ptron_model_free(a);
    ptron_model_free(b);
    ptron_trainer_free(one);
    ptron_trainer_free(four);
    toy_free(&toy);
}

/* The model that was measured is kept for who asks for it next: the same one, forgotten where learning goes on. */
static void a_model_that_was_measured_before_is_the_same_model(void **state)
{
    struct toy toy = toy_of(worked, 4, 2);

    (void)state;
    for (size_t steps = 1; steps <= 3; steps++) {
        ptron_trainer *asked = trainer_of(OPTIONS("algorithm", "averaged"), toy.set);
        ptron_trainer *silent = trainer_of(OPTIONS("algorithm", "averaged"), toy.set);
        ptron_model *a, *b;

        for (size_t i = 0; i < steps; i++) {
            assert_int_equal(ptron_trainer_step(asked, NULL, NULL), PTRON_OK);
            assert_int_equal(ptron_trainer_step(silent, NULL, NULL), PTRON_OK);
            result_of(asked);
        }
        for (int again = 0; again < 2; again++) {   /* what was handed over is not there twice */
            a = snapshot_of(asked);
            b = snapshot_of(silent);
            expect_same_bytes(a, b);
            ptron_model_free(a);
            ptron_model_free(b);
        }
        ptron_trainer_free(asked);
        ptron_trainer_free(silent);
    }
    toy_free(&toy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_worked_set_takes_the_corrected_steps),
        cmocka_unit_test(xor_takes_the_corrected_steps_and_its_state_comes_back),
        cmocka_unit_test(a_separable_set_ends_separated_with_a_bracket_around_the_bound),
        cmocka_unit_test(budgets_end_a_run_with_their_own_reasons),
        cmocka_unit_test(weights_that_come_back_in_exact_sums_prove_that_nothing_separates),
        cmocka_unit_test(without_a_bias_r_and_margin_leave_the_constant_out),
        cmocka_unit_test(points_that_only_a_bias_separates_need_it),
        cmocka_unit_test(eighty_five_points_are_separated_in_any_order_within_the_bound),
        cmocka_unit_test(a_rate_from_zero_changes_only_the_scale),
        cmocka_unit_test(the_average_is_the_mean_of_every_w),
        cmocka_unit_test(the_pocket_is_never_worse_than_the_end_of_any_epoch),
        cmocka_unit_test(interrupted_and_resumed_equals_uninterrupted_byte_for_byte),
        cmocka_unit_test(epochs_one_by_one_equal_all_at_once),
        cmocka_unit_test(a_resume_on_other_rows_is_refused),
        cmocka_unit_test(held_out_rows_are_judged_and_patience_keeps_the_best_epoch),
        cmocka_unit_test(what_cannot_be_trained_is_refused_with_a_sentence),
        cmocka_unit_test(overflow_names_row_and_epoch_and_no_nan_reaches_a_model),
        cmocka_unit_test(training_survives_the_failure_of_every_allocation),
        cmocka_unit_test(threads_never_show_in_the_model),
        cmocka_unit_test(a_model_that_was_measured_before_is_the_same_model),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
