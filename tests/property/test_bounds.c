/* The theorems, on many random separable sets of whole numbers. The best margin comes from the hard-margin
 * machine, whose own claim is measured with plain sums. */
#include "margins.h"
#include "weights.h"

#include <unistd.h>

/* ---- Novikoff's theorem and its lemmas ------------------------------------------------------------ */

static void updates_stay_within_the_bound_from_zero(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SETS; seed++) {
        struct toy toy = separable_set(seed);
        const struct best best = best_margin(&toy);
        const double ratio = plain_radius(&toy) / best.lower;
        static const char *const names[] = {"perceptron", "first-mistake", "averaged", "romma"};
        static const char *const orders[] = {"given", "once", "each"};
        char number[24];

        snprintf(number, sizeof number, "%llu", (unsigned long long)seed);
        for (size_t a = 0; a < 12; a++) {   /* in any order */
            const ptron_result r = run_to_end(&toy, OPTIONS("algorithm", names[a % 4], "epochs", "0", "order",
                                                            orders[a / 4], "seed", number));
            assert_int_equal(r.reason, PTRON_STOP_SEPARATED);
            assert_true((double)r.updates <= ratio * ratio);
        }
        toy_free(&toy);
    }
}

static void updates_stay_within_the_bound_from_any_start(void **state)
{
    static const char *const starts[] = {"ones", "random"};

    (void)state;
    for (uint64_t seed = 1; seed <= SETS; seed++) {
        struct toy toy = separable_set(seed);
        const struct best best = best_margin(&toy);
        const double ratio = plain_radius(&toy) / best.lower;
        const double w0 = sqrt((double)toy.features + 1.0);   /* the norm of ones; of draws in -1..1 it is less */
        const double rate = seed % 2 == 0 ? 1.0 : 0.5;
        const ptron_result r = run_to_end(&toy, OPTIONS("epochs", "0", "start", starts[seed % 2], "rate",
                                                        seed % 2 == 0 ? "1" : "0.5"));

        assert_int_equal(r.reason, PTRON_STOP_SEPARATED);
        assert_true((double)r.updates <= ratio * ratio + 2.0 * w0 / (rate * best.lower));
        toy_free(&toy);
    }
}

/* Weights that learned the very opposite: as far from right as a start can be. */
static double save_opposite(const struct toy *toy, const char *path)
{
    struct toy opposite = toy_new(toy->rows, toy->features);
    ptron_trainer *t;
    ptron_model *m;
    double norm;

    memcpy(opposite.x, toy->x, toy->rows * toy->features * sizeof *toy->x);
    for (size_t i = 0; i < toy->rows; i++)
        opposite.label[i] = !toy->label[i];
    toy_borrow(&opposite);
    t = trainer_of(OPTIONS("epochs", "0", "rate", "16"), opposite.set);
    train(t);
    m = snapshot_of(t);
    norm = sqrt(plain_norm2(toy, weights_of(m, 0), ptron_model_bias(m, 0)));
    assert_int_equal(ptron_model_save(m, path, NULL), PTRON_OK);
    ptron_model_free(m);
    ptron_trainer_free(t);
    toy_free(&opposite);
    return norm;
}

static void updates_stay_within_the_bound_from_the_worst_start(void **state)
{
    char path[] = "/tmp/test_bounds.XXXXXX";
    uint64_t beyond = 0;

    (void)state;
    assert_int_equal(close(mkstemp(path)), 0);
    for (uint64_t seed = 1; seed <= SETS; seed++) {
        struct toy toy = separable_set(seed);
        const struct best best = best_margin(&toy);
        const double ratio = plain_radius(&toy) / best.lower, w0 = save_opposite(&toy, path);
        const double rate = seed % 2 == 0 ? 1.0 : 4.0;
        const ptron_result from_zero = run_to_end(&toy, OPTIONS("epochs", "0"));
        const ptron_result r =
            run_to_end(&toy, OPTIONS("epochs", "0", "start", path, "rate", seed % 2 == 0 ? "1" : "4"));

        assert_int_equal(r.reason, PTRON_STOP_SEPARATED);
        assert_true((double)r.updates <= ratio * ratio + 2.0 * w0 / (rate * best.lower));
        beyond += r.updates > from_zero.updates;
        toy_free(&toy);
    }
    unlink(path);
    assert_true(beyond > SETS / 2);   /* the start does matter */
}

struct lemmas {
    const struct toy *toy;
    const struct best *best;
    double radius2;
    uint64_t steps;
};

/* w*.w(k) >= k gamma, |w(k)|^2 <= k R^2, and the row just learned is right by |x|^2 more. */
static bool check_lemmas(void *user, const ptron_step *step)
{
    struct lemmas *l = user;
    const double k = (double)step->updates;
    double along = l->best->c * step->bias;

    for (size_t j = 0; j < l->toy->features; j++)
        along += l->best->u[j] * step->weights[j];
    assert_true(along >= k * l->best->lower * (1.0 - 1e-12));
    assert_true(plain_norm2(l->toy, step->weights, step->bias) <= k * l->radius2);
    if (step->step > 0.0)
        assert_true(plain_product(l->toy, step->row, step->weights, step->bias) ==
                    step->product + plain_norm2(l->toy, l->toy->x + step->row * l->toy->features, 1.0));
    l->steps++;
    return true;
}

static void both_lemmas_hold_at_every_step(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SETS; seed++) {
        struct toy toy = separable_set(seed);
        const struct best best = best_margin(&toy);
        struct lemmas lemmas = {&toy, &best, plain_radius2(&toy), 0};
        const ptron_observer observer = {.size = sizeof observer, .user = &lemmas, .on_row = check_lemmas};
        ptron_trainer *t = trainer_of(OPTIONS("epochs", "0"), toy.set);

        assert_int_equal(ptron_trainer_run(t, &observer, NULL), PTRON_OK);
        assert_true(lemmas.steps >= toy.rows);
        ptron_trainer_free(t);
        toy_free(&toy);
    }
}

static void a_rate_that_is_a_power_of_two_changes_only_the_scale(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SETS; seed++) {
        struct toy toy = separable_set(seed);
        const double rate = ldexp(1.0, (int)(seed % 21) - 10);
        char text[32];
        ptron_trainer *a = trainer_of(OPTIONS("epochs", "0"), toy.set), *b;
        ptron_model *m, *n;

        snprintf(text, sizeof text, "%.17g", rate);
        b = trainer_of(OPTIONS("epochs", "0", "rate", text), toy.set);
        train(a);
        train(b);
        m = snapshot_of(a);
        n = snapshot_of(b);
        for (size_t j = 0; j < toy.features; j++)
            assert_true(rate * weights_of(m, 0)[j] == weights_of(n, 0)[j]);
        assert_true(rate * ptron_model_bias(m, 0) == ptron_model_bias(n, 0));
        assert_int_equal(result_of(a).updates, result_of(b).updates);
        ptron_model_free(m);
        ptron_model_free(n);
        ptron_trainer_free(a);
        ptron_trainer_free(b);
        toy_free(&toy);
    }
}

/* ---- margins -------------------------------------------------------------------------------------- */

static void the_margin_rule_stays_within_its_bound_and_reaches_its_margin(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SETS; seed++) {
        struct toy toy = separable_set(seed);
        const struct best best = best_margin(&toy);
        const double tau = (double)(1 + seed % 50), r2 = plain_radius(&toy) * plain_radius(&toy);
        char text[32];
        ptron_result r;

        snprintf(text, sizeof text, "%g", tau);
        r = run_to_end(&toy, OPTIONS("algorithm", "margin", "margin", text, "epochs", "0"));
        assert_int_equal(r.reason, PTRON_STOP_SEPARATED);
        assert_true((double)r.updates <= (r2 + 2.0 * tau) / (best.lower * best.lower));
        assert_true(r.margin_lower >= tau * best.lower / (r2 + 2.0 * tau));
        r = run_to_end(&toy, OPTIONS("algorithm", "uneven", "margin-positive", text, "epochs", "0"));
        assert_int_equal(r.reason, PTRON_STOP_SEPARATED);
        assert_true((double)r.updates <= (r2 + 2.0 * tau) / (best.lower * best.lower));
        toy_free(&toy);
    }
}

static void the_dynamic_margin_reaches_its_share_of_the_best(void **state)
{
    static const struct {
        const char *text;
        double share;
    } shares[] = {{"0.5", 0.5}, {"0.9", 0.9}, {"0.99", 0.99}};

    (void)state;
    for (uint64_t seed = 1; seed <= SETS; seed++) {
        struct toy toy = separable_set(seed);
        const struct best best = best_margin(&toy);
        const ptron_result r =
            run_to_end(&toy, OPTIONS("algorithm", "pdm", "fraction", shares[seed % 3].text, "epochs", "0"));

        assert_int_equal(r.reason, PTRON_STOP_SEPARATED);
        assert_true(r.margin_lower >= shares[seed % 3].share * best.lower);
        toy_free(&toy);
    }
}

static void mistakes_of_the_batch_rule_stay_within_its_bound(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SETS; seed++) {
        struct toy toy = separable_set(seed);
        const struct best best = best_margin(&toy);
        const double ratio = plain_radius(&toy) / best.lower;
        const ptron_result r = run_to_end(&toy, OPTIONS("algorithm", "batch", "epochs", "0", "batch-size",
                                                        seed % 2 == 0 ? "0" : "7"));

        assert_int_equal(r.reason, PTRON_STOP_SEPARATED);
        assert_true((double)r.mistakes <= (double)toy.rows * ratio * ratio);
        toy_free(&toy);
    }
}

/* ---- the regularised loss ------------------------------------------------------------------------- */

static double hinge(double product)
{
    return fmax(0.0, 1.0 - product);
}

/* lambda/2 |w|^2 + the mean of max(0, 1 - y w.x). */
static double objective_of(const struct toy *toy, const double *w, double b, double lambda)
{
    double sum = 0.0;

    for (size_t i = 0; i < toy->rows; i++)
        sum += hinge(plain_product(toy, i, w, b));
    return 0.5 * lambda * plain_norm2(toy, w, b) + sum / (double)toy->rows;
}

struct regret {
    const struct toy *toy;
    const double *u;
    double c, lambda;
    double norm2;          /* of the weights before the step */
    double own, others;    /* sums of losses so far: of w_t, of u */
    uint64_t t;
};

static bool add_regret(void *user, const ptron_step *step)
{
    struct regret *r = user;
    const double radius2 = plain_radius2(r->toy);

    r->t++;
    r->own += 0.5 * r->lambda * r->norm2 + hinge(step->product);
    r->others += 0.5 * r->lambda * plain_norm2(r->toy, r->u, r->c) +
                 hinge(plain_product(r->toy, step->row, r->u, r->c));
    r->norm2 = plain_norm2(r->toy, step->weights, step->bias);
    assert_int_equal(step->updates, r->t);
    assert_true(r->own <= r->others + 2.0 * radius2 * (1.0 + log((double)r->t)) / r->lambda);
    return true;
}

/* Shalev-Shwartz and others 2011, theorem 1: at every t, against the weights that are best in the end. */
static void the_losses_of_pegasos_stay_within_their_bound(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SETS; seed++) {
        struct toy toy = separable_set(seed);
        const struct best best = best_margin(&toy);
        struct regret r = {.toy = &toy, .u = best.u, .c = best.c, .lambda = seed % 2 == 0 ? 0.01 : 1.0};
        const ptron_observer observer = {.size = sizeof observer, .user = &r, .on_row = add_regret};
        ptron_trainer *t = trainer_of(OPTIONS("algorithm", "pegasos", "lambda", seed % 2 == 0 ? "0.01" : "1", "epochs",
                                              "4"), toy.set);

        assert_int_equal(ptron_trainer_run(t, &observer, NULL), PTRON_OK);
        assert_int_equal(r.t, 4 * toy.rows);
        ptron_trainer_free(t);
        toy_free(&toy);
    }
}

/* The optimum is that of the dual, whose gap is closed: C = 1/(lambda n). */
static void pegasos_comes_close_to_the_best_objective(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct toy toy = separable_set(seed);
        ptron_trainer *t;
        ptron_model *m;
        double best, found;
        char c[32];

        snprintf(c, sizeof c, "%.17g", 1.0 / (0.5 * (double)toy.rows));
        t = trainer_of(OPTIONS("algorithm", "svm", "C", c, "gap", "1e-9", "epochs", "0"), toy.set);
        train(t);
        best = 0.5 * result_of(t).objective;
        ptron_trainer_free(t);
        t = trainer_of(OPTIONS("algorithm", "pegasos", "lambda", "0.5", "epochs", "3000"), toy.set);
        train(t);
        m = snapshot_of(t);
        found = objective_of(&toy, weights_of(m, 0), ptron_model_bias(m, 0), 0.5);
        assert_true(found >= best * (1.0 - 1e-6));
        if (!(found <= best * 1.01))
            fail_msg("set %llu: %g, best %g", (unsigned long long)seed, found, best);
        ptron_model_free(m);
        ptron_trainer_free(t);
        toy_free(&toy);
    }
}

/* ---- the bracket ---------------------------------------------------------------------------------- */

static const char *const bounded[] = {"perceptron", "first-mistake", "averaged", "pocket", "margin", "uneven",
                                      "pdm", "pa-1", "pa-2", "romma", "batch", "gradient-descent", "svm",
                                      "hard-margin"};

static void expect_bracket(const struct toy *toy, const struct best *best, ptron_options *options)
{
    ptron_trainer *t = trainer_of(options, toy->set);

    for (int epoch = 0; epoch < 6; epoch++) {
        ptron_result r;

        assert_int_equal(ptron_trainer_step(t, NULL, NULL), PTRON_OK);
        r = result_of(t);
        assert_true(!isnan(r.margin_lower));
        assert_true(r.margin_lower <= best->upper * (1.0 + 1e-9));
        if (r.updates == 0)   /* the start was right already: no row was added, nothing is known */
            assert_true(isnan(r.margin_upper));
        else if (!(r.margin_upper >= best->lower * (1.0 - 1e-9)))
            fail_msg("%s: %g is below %g", r.algorithm, r.margin_upper, best->lower);
    }
    ptron_trainer_free(t);
}

static void the_bracket_always_holds_the_best_margin(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SETS; seed++) {
        struct toy toy = separable_set(seed);
        const struct best best = best_margin(&toy);

        for (size_t a = 0; a < sizeof bounded / sizeof *bounded; a++)
            expect_bracket(&toy, &best, OPTIONS("algorithm", bounded[a]));
        expect_bracket(&toy, &best, OPTIONS("algorithm", "margin", "average", "yes"));
        expect_bracket(&toy, &best, OPTIONS("algorithm", "perceptron", "schedule", "root", "rate", "0.3"));
        expect_bracket(&toy, &best, OPTIONS("algorithm", "perceptron", "class-weight", "balanced"));
        expect_bracket(&toy, &best, OPTIONS("algorithm", "averaged", "start", "random"));
        expect_bracket(&toy, &best, OPTIONS("algorithm", "batch", "batch-size", "9", "class-weight", "-1=3,+1=0.5"));
        toy_free(&toy);
    }
}

static void where_there_is_no_bound_none_is_given(void **state)
{
    static const char *const unbounded[] = {"arow", "pegasos", "voted", "neighbours", "mlp"};

    (void)state;
    for (uint64_t seed = 1; seed <= SETS; seed++) {
        struct toy toy = separable_set(seed);

        for (size_t a = 0; a < sizeof unbounded / sizeof *unbounded; a++) {
            const ptron_result r = run_to_end(&toy, OPTIONS("algorithm", unbounded[a], "epochs", "3"));

            assert_true(isnan(r.margin_upper));
            assert_true(isnan(r.k_max_lower));
        }
        toy_free(&toy);
    }
}

static void a_bracket_closer_than_asked_ends_the_run(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SETS; seed++) {
        struct toy toy = separable_set(seed);
        const ptron_result r =
            run_to_end(&toy, OPTIONS("algorithm", "pdm", "fraction", "0.95", "gap", "0.2", "epochs", "0"));

        assert_true(r.reason == PTRON_STOP_MARGIN || r.reason == PTRON_STOP_SEPARATED);
        assert_true(r.margin_lower >= 0.8 * r.margin_upper);
        toy_free(&toy);
    }
}

/* ---- Cover ---------------------------------------------------------------------------------------- */

/* Of random rows in general position, labelled by coins, n = 2 (features + 1): how many of `tries` are separable. */
static int count_separable(size_t features, int tries)
{
    const size_t rows = 2 * (features + 1);
    pt_random random = pt_random_of(2026, features);
    int separable = 0;

    for (int k = 0; k < tries; k++) {
        struct toy toy = toy_new(rows, features);
        size_t positive = 0;

        for (size_t i = 0; i < rows * features; i++)
            toy.x[i] = pt_random_normal(&random);
        for (size_t i = 0; i < rows; i++)
            positive += toy.label[i] = (uint32_t)(pt_random_next(&random) >> 63);
        toy_borrow(&toy);
        if (positive == 0 || positive == rows)   /* one class alone is separable by its bias */
            separable++;
        else
            separable += run_to_end(&toy, OPTIONS("epochs", "20000")).reason == PTRON_STOP_SEPARATED;
        toy_free(&toy);
    }
    return separable;
}

static void half_of_the_sets_with_twice_as_many_rows_as_dimensions_are_separable(void **state)
{
    (void)state;
    for (size_t features = 1; features <= 5; features += 2)
        assert_true(abs(count_separable(features, 400) - 200) <= 40);   /* four standard deviations */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(updates_stay_within_the_bound_from_zero),
        cmocka_unit_test(updates_stay_within_the_bound_from_any_start),
        cmocka_unit_test(updates_stay_within_the_bound_from_the_worst_start),
        cmocka_unit_test(both_lemmas_hold_at_every_step),
        cmocka_unit_test(a_rate_that_is_a_power_of_two_changes_only_the_scale),
        cmocka_unit_test(the_margin_rule_stays_within_its_bound_and_reaches_its_margin),
        cmocka_unit_test(the_dynamic_margin_reaches_its_share_of_the_best),
        cmocka_unit_test(mistakes_of_the_batch_rule_stay_within_its_bound),
        cmocka_unit_test(the_losses_of_pegasos_stay_within_their_bound),
        cmocka_unit_test(pegasos_comes_close_to_the_best_objective),
        cmocka_unit_test(the_bracket_always_holds_the_best_margin),
        cmocka_unit_test(where_there_is_no_bound_none_is_given),
        cmocka_unit_test(a_bracket_closer_than_asked_ends_the_run),
        cmocka_unit_test(half_of_the_sets_with_twice_as_many_rows_as_dimensions_are_separable),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
