/* Shards: the bound of iterative parameter mixing (McDonald, Hall, Mann 2010), the mean of all weights of all shards,
 * the same bytes for any number of threads, and for runs that were stopped and gone on with. */
#include "margins.h"
#include "base/alloc.h"
#include "weights.h"

#include <stdio.h>

/* ---- the bound ------------------------------------------------------------------------------------ */

static void mixed_updates_stay_within_the_bound(void **state)
{
    static const char *const shards[] = {"2", "3", "4", "7", "20"}, *const mixes[] = {"even", "mistakes"};
    uint64_t made = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= SETS; seed++) {
        struct toy toy = separable_set(seed);
        const struct best best = best_margin(&toy);
        const double ratio = plain_radius(&toy) / best.lower;

        for (size_t m = 0; m < 2; m++) {
            const ptron_result r = run_to_end(&toy, OPTIONS("shards", shards[seed % 5], "mix", mixes[m], "epochs", "0",
                                                            "algorithm", seed % 2 == 0 ? "perceptron" : "averaged"));

            assert_int_equal(r.reason, PTRON_STOP_SEPARATED);
            assert_true(r.mixed_updates <= ratio * ratio);
            assert_true(r.mixed_updates > 0.0 && r.mixed_updates <= (double)r.updates);
            made += r.updates;
        }
        toy_free(&toy);
    }
    assert_true(made > 10 * SETS);
}

/* The share of each shard, in an even mix, is one part of all: the sum is the count divided. */
static void an_even_mix_counts_every_update_for_its_share(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SETS; seed++) {
        struct toy toy = separable_set(seed);
        const ptron_result r = run_to_end(&toy, OPTIONS("shards", "4", "epochs", "3"));

        assert_true(r.mixed_updates == (double)r.updates / 4.0);
        toy_free(&toy);
    }
}

static void the_bracket_of_mixed_weights_holds_the_best_margin(void **state)
{
    static const char *const names[] = {"perceptron", "averaged", "margin", "uneven", "pdm", "pa-1", "pa-2"};

    (void)state;
    for (uint64_t seed = 1; seed <= SETS; seed++) {
        struct toy toy = separable_set(seed);
        const struct best best = best_margin(&toy);

        for (size_t a = 0; a < sizeof names / sizeof *names; a++) {
            ptron_trainer *t = trainer_of(OPTIONS("algorithm", names[a], "shards", seed % 2 == 0 ? "4" : "3", "mix",
                                                  seed % 3 == 0 ? "mistakes" : "even", "average",
                                                  seed % 5 == 0 && strcmp(names[a], "averaged") != 0 ? "yes" : "no"),
                                          toy.set);
            for (int epoch = 0; epoch < 5; epoch++) {
                ptron_result r;

                assert_int_equal(ptron_trainer_step(t, NULL, NULL), PTRON_OK);
                r = result_of(t);
                assert_true(r.margin_lower <= best.upper * (1.0 + 1e-9));
                if (!(r.margin_upper >= best.lower * (1.0 - 1e-9)))
                    fail_msg("%s: %g is below %g", names[a], r.margin_upper, best.lower);
            }
            ptron_trainer_free(t);
        }
        toy_free(&toy);
    }
}

static void the_dynamic_margin_still_reaches_its_share_of_the_best(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SETS; seed++) {
        struct toy toy = separable_set(seed);
        const struct best best = best_margin(&toy);
        const ptron_result r = run_to_end(&toy, OPTIONS("algorithm", "pdm", "fraction", "0.8", "shards", "3", "epochs",
                                                        "100000"));

        if (r.reason == PTRON_STOP_SEPARATED)
            assert_true(r.margin_lower >= 0.8 * best.lower * (1.0 - 1e-9));
        toy_free(&toy);
    }
}

/* What repeats with shares of updates is no proof. */
static void weights_that_come_back_prove_nothing_with_shards(void **state)
{
    static const double table[] = {0, 0, 1, 1, 1, 1, 0, 1, -1, 1, 0, -1};
    struct toy toy = toy_of(table, 4, 2);

    (void)state;
    assert_int_equal(run_to_end(&toy, OPTIONS("order", "given")).reason, PTRON_STOP_NOT_SEPARABLE);
    assert_int_equal(run_to_end(&toy, OPTIONS("order", "given", "shards", "2")).reason, PTRON_STOP_EPOCHS);
    toy_free(&toy);
}

/* ---- against the plainest way --------------------------------------------------------------------- */

enum { FEATURES = 3, ROWS = 37, EPOCHS = 4, MOST = 8 };

struct plain {                       /* [FEATURES] and the bias */
    double w[FEATURES + 1], sum[FEATURES + 1];
    double rows;
};

/* One shard's rows from w; every w after a row is summed up. */
static void run_plain(const struct toy *toy, size_t from, size_t to, double *w, struct plain *all)
{
    for (size_t i = from; i < to; i++) {
        const bool mistake = plain_product(toy, i, w, w[FEATURES]) <= 0.0;

        for (size_t j = 0; j <= FEATURES; j++) {
            const double x = j < FEATURES ? toy->x[i * FEATURES + j] : 1.0;
            w[j] += mistake ? row_sign(toy, i) * x : 0.0;
            all->sum[j] += w[j];
        }
        all->rows++;
    }
}

static struct plain mix_plainly(const struct toy *toy, size_t shards)
{
    struct plain all = {.rows = 0};

    for (int epoch = 0; epoch < EPOCHS; epoch++) {
        double moved[FEATURES + 1] = {0};

        for (size_t s = 0; s < shards; s++) {
            double w[FEATURES + 1];

            memcpy(w, all.w, sizeof w);
            run_plain(toy, toy->rows * s / shards, toy->rows * (s + 1) / shards, w, &all);
            for (size_t j = 0; j <= FEATURES; j++)
                moved[j] += (w[j] - all.w[j]) / (double)shards;
        }
        for (size_t j = 0; j <= FEATURES; j++)
            all.w[j] += moved[j];
    }
    return all;
}

static void expect_near(double found, double wanted, bool exact)
{
    if (exact ? found != wanted : fabs(found - wanted) > 1e-9 * (1.0 + fabs(wanted)))
        fail_msg("%.17g, wanted %.17g", found, wanted);
}

static struct toy noisy_set(uint64_t seed, size_t rows, bool whole)
{
    struct toy toy = toy_new(rows, FEATURES);
    pt_random random = pt_random_of(seed, 3);

    for (size_t i = 0; i < rows; i++) {
        for (size_t j = 0; j < FEATURES; j++)
            toy.x[i * FEATURES + j] = (double)pt_random_below(&random, 17) - 8.0 +
                                      (whole ? 0.0 : pt_random_unit(&random));
        toy.label[i] = i < 2 ? (uint32_t)i : (uint32_t)pt_random_below(&random, 2);
    }
    toy_borrow(&toy);
    return toy;
}

/* With shards that are powers of two every sum of whole numbers is exact: not a bit may differ. */
static void mixed_and_averaged_weights_are_those_of_the_plainest_way(void **state)
{
    static const char *const names[] = {"perceptron", "averaged"};

    (void)state;
    for (uint64_t seed = 1; seed <= SETS; seed++) {
        const size_t shards = 2 + (size_t)(seed % (MOST - 1));
        const bool whole = (shards & (shards - 1)) == 0;
        struct toy toy = noisy_set(seed, ROWS, whole);
        const struct plain all = mix_plainly(&toy, shards);
        char text[8];

        snprintf(text, sizeof text, "%zu", shards);
        for (size_t a = 0; a < 2; a++) {
            const bool exact = whole && a == 0;
            ptron_trainer *t = trainer_of(OPTIONS("algorithm", names[a], "shards", text, "order", "given", "epochs",
                                                  "4"), toy.set);
            ptron_model *m;

            train(t);
            m = snapshot_of(t);
            for (size_t j = 0; j < FEATURES; j++)
                expect_near(weights_of(m, 0)[j], a == 0 ? all.w[j] : all.sum[j] / all.rows, exact);
            expect_near(ptron_model_bias(m, 0), a == 0 ? all.w[FEATURES] : all.sum[FEATURES] / all.rows, exact);
            ptron_model_free(m);
            ptron_trainer_free(t);
        }
        toy_free(&toy);
    }
}

/* ---- the same bytes ------------------------------------------------------------------------------- */

static ptron_options *wide(const char *algorithm, const char *shards, const char *threads, const char *epochs)
{
    return OPTIONS("algorithm", algorithm, "shards", shards, "threads", threads, "epochs", epochs);
}

static void threads_never_show(void **state)
{
    static const char *const shards[] = {"2", "4", "5", "5"}, *const threads[] = {"2", "3", "4"};
    struct toy toy = noisy_set(5, 30000, true);

    (void)state;
    for (size_t s = 0; s < 4; s++)
        for (size_t n = 0; n < 3; n++) {
            const char *algorithm = s == 3 ? "logistic" : "averaged";
            ptron_trainer *a = trainer_of(wide(algorithm, shards[s], "1", "3"), toy.set);
            ptron_trainer *b = trainer_of(wide(algorithm, shards[s], threads[n], "3"), toy.set);
            ptron_model *m, *k;

            train(a);
            train(b);
            m = snapshot_of(a);
            k = snapshot_of(b);
            expect_same_bytes(m, k);
            ptron_model_free(m);
            ptron_model_free(k);
            ptron_trainer_free(a);
            ptron_trainer_free(b);
        }
    toy_free(&toy);
}

/* Stops at the k-th block. */
static bool count_down(void *user, const ptron_progress *progress)
{
    uint64_t *left = user;

    (void)progress;
    return --*left > 0;
}

static void expect_resumed(const struct toy *toy, const ptron_model *whole, const char *algorithm, uint64_t blocks)
{
    const ptron_observer observer = {.size = sizeof observer, .user = &blocks, .on_block = count_down};
    ptron_trainer *first = trainer_of(wide(algorithm, "3", "2", "3"), toy->set);
    ptron_trainer *second = trainer_of(wide(algorithm, "3", "1", "3"), toy->set);
    ptron_model *part, *again;
    const bool adds_up = strcmp(algorithm, "batch") == 0 || strcmp(algorithm, "logistic") == 0;
    ptron_error err = {0};
    ptron_result r;

    assert_int_equal(ptron_trainer_run(first, &observer, NULL), PTRON_OK);
    r = result_of(first);
    assert_true(isnan(r.mixed_updates) == adds_up && (adds_up || r.margin_upper > 0.0));
    assert_true(adds_up || fabs(3.0 * r.mixed_updates - (double)r.updates) < 1e-6 * (double)r.updates);
    part = snapshot_of(first);
    if (ptron_trainer_resume(second, part, &err) != PTRON_OK)
        fail_msg("%s", err.message);
    train(second);
    again = snapshot_of(second);
    expect_same_bytes(whole, again);
    ptron_model_free(part);
    ptron_model_free(again);
    ptron_trainer_free(first);
    ptron_trainer_free(second);
}

static void stopped_between_rounds_and_gone_on_with_is_never_stopped(void **state)
{
    static const char *const names[] = {"perceptron", "averaged", "pdm", "pa-1", "batch", "logistic"};
    struct toy toy = noisy_set(9, 3 * 4096 * 2 + 100, true);   /* three rounds, the last of them short */

    (void)state;
    for (size_t a = 0; a < sizeof names / sizeof *names; a++) {
        ptron_trainer *t = trainer_of(wide(names[a], "3", "1", "3"), toy.set);
        ptron_model *whole;

        train(t);
        whole = snapshot_of(t);
        for (uint64_t blocks = 1; blocks <= 9; blocks++)
            expect_resumed(&toy, whole, names[a], blocks);
        ptron_model_free(whole);
        ptron_trainer_free(t);
    }
    toy_free(&toy);
}

/* A look in mid-epoch leaves no trace. */
static bool look(void *user, const ptron_progress *progress)
{
    ptron_model_free(snapshot_of(*(ptron_trainer **)user));
    (void)progress;
    return true;
}

static void a_look_in_mid_epoch_changes_nothing(void **state)
{
    struct toy toy = noisy_set(9, 3 * 4096 * 2 + 100, true);
    ptron_trainer *a = trainer_of(wide("averaged", "3", "1", "2"), toy.set);
    ptron_trainer *b = trainer_of(wide("averaged", "3", "1", "2"), toy.set);
    const ptron_observer observer = {.size = sizeof observer, .user = &b, .on_block = look};
    ptron_model *m, *k;

    (void)state;
    train(a);
    assert_int_equal(ptron_trainer_run(b, &observer, NULL), PTRON_OK);
    m = snapshot_of(a);
    k = snapshot_of(b);
    expect_same_bytes(m, k);
    ptron_model_free(m);
    ptron_model_free(k);
    ptron_trainer_free(a);
    ptron_trainer_free(b);
    toy_free(&toy);
}

/* ---- without memory ------------------------------------------------------------------------------- */

static ptron_status train_wide(ptron_options *options, const struct toy *toy)
{
    uint64_t blocks = 2;   /* of three to an epoch; or of one */
    const ptron_observer observer = {.size = sizeof observer, .user = &blocks, .on_block = count_down};
    ptron_trainer *trainer = NULL;
    ptron_model *model = NULL;
    ptron_status status = ptron_trainer_new(options, toy->set, NULL, &trainer, NULL);

    if (status == PTRON_OK)
        status = ptron_trainer_run(trainer, &observer, NULL);
    if (status == PTRON_OK)
        status = ptron_trainer_snapshot(trainer, &model, NULL);   /* in mid-epoch, mixed aside */
    assert_true((status == PTRON_OK) == (model != NULL));
    ptron_model_free(model);
    ptron_trainer_free(trainer);
    return status;
}

static void expect_survived(const char *algorithm, const struct toy *toy)
{
    bool failed = true;

    for (size_t k = 0; failed; k++) {
        ptron_options *options = wide(algorithm, "3", "1", "3");
        ptron_status status;

        pt_test_fail_allocation(k);
        status = train_wide(options, toy);
        failed = pt_test_allocation_failed();
        pt_test_fail_allocation(SIZE_MAX);
        assert_int_equal(status, failed ? PTRON_NOMEM : PTRON_OK);
        ptron_options_free(options);
    }
}

static void every_failed_allocation_is_survived(void **state)
{
    struct toy large = noisy_set(9, 3 * 4096 * 2 + 100, true), small = noisy_set(9, 300, true);
    const struct {
        const char *algorithm;
        const struct toy *toy;
    } runs[] = {{"averaged", &large}, {"batch", &small}, {"logistic", &small}};

    (void)state;
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++)
        expect_survived(runs[i].algorithm, runs[i].toy);
    toy_free(&large);
    toy_free(&small);

}

/* ---- refusals ------------------------------------------------------------------------------------- */

static void what_does_not_learn_in_shards_is_refused(void **state)
{
    static const char *const able[] = {"perceptron", "averaged", "margin", "uneven",           "pdm",
                                       "pa-1",       "pa-2",     "batch",  "gradient-descent", "logistic"};
    struct toy toy = separable_set(3);
    PTRON_SIZED(ptron_algorithm_info, info);

    (void)state;
    for (size_t i = 0; ptron_algorithm_describe(i, &info); i++) {
        ptron_options *options = OPTIONS("algorithm", info.name, "shards", "2");
        ptron_trainer *trainer;
        ptron_error err = {0};
        bool mixes = false;

        for (size_t a = 0; a < sizeof able / sizeof *able; a++)
            mixes |= strcmp(info.name, able[a]) == 0;
        assert_int_equal(ptron_trainer_new(options, toy.set, NULL, &trainer, &err), mixes ? PTRON_OK : PTRON_ARGUMENT);
        if (!mixes)
            assert_non_null(strstr(err.message, "take it: perceptron, averaged, margin, uneven, pdm, pa-1, pa-2, "
                                                "batch, gradient-descent, logistic"));
        ptron_trainer_free(trainer);
        ptron_options_free(options);
    }
    toy_free(&toy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mixed_updates_stay_within_the_bound),
        cmocka_unit_test(an_even_mix_counts_every_update_for_its_share),
        cmocka_unit_test(the_bracket_of_mixed_weights_holds_the_best_margin),
        cmocka_unit_test(the_dynamic_margin_still_reaches_its_share_of_the_best),
        cmocka_unit_test(weights_that_come_back_prove_nothing_with_shards),
        cmocka_unit_test(mixed_and_averaged_weights_are_those_of_the_plainest_way),
        cmocka_unit_test(threads_never_show),
        cmocka_unit_test(stopped_between_rounds_and_gone_on_with_is_never_stopped),
        cmocka_unit_test(a_look_in_mid_epoch_changes_nothing),
        cmocka_unit_test(every_failed_allocation_is_survived),
        cmocka_unit_test(what_does_not_learn_in_shards_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
