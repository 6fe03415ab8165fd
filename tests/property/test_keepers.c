/* Averages, votes and pockets against the plainest way to get them, on whole numbers, where sums are exact. */
#include "margins.h"
#include "weights.h"

enum { MOST = 4096 };

struct history {              /* every w the learner had, one for each row seen */
    const struct toy *toy;
    size_t n;
    double w[MOST][8], b[MOST];
    bool moved[MOST];
};

static bool remember(void *user, const ptron_step *step)
{
    struct history *h = user;

    memcpy(h->w[h->n], step->weights, h->toy->features * sizeof **h->w);
    h->b[h->n] = step->bias;
    h->moved[h->n++] = step->step > 0.0;
    return h->n < MOST;
}

/* Labels of a separable set flipped now and then. */
static struct toy noisy(uint64_t seed)
{
    struct toy toy = toy_separable(40, 3, 0.5, seed, true);

    for (size_t i = 0; i < toy.rows; i += 5 + seed % 4)
        toy.label[i] ^= 1;
    ptron_dataset_free(toy.set);
    toy_borrow(&toy);
    return toy;
}

static ptron_trainer *watch(struct history *h, ptron_options *options)
{
    const ptron_observer observer = {.size = sizeof observer, .user = h, .on_row = remember};
    ptron_trainer *t = trainer_of(options, h->toy->set);

    h->n = 0;
    assert_int_equal(ptron_trainer_run(t, &observer, NULL), PTRON_OK);
    return t;
}

static uint64_t errors_of(const struct toy *toy, const double *w, double b)
{
    uint64_t errors = 0;

    for (size_t i = 0; i < toy->rows; i++)
        errors += !(plain_product(toy, i, w, b) > 0.0);
    return errors;
}

/* ---- the average ---------------------------------------------------------------------------------- */

static void expect_mean(struct history *h, ptron_options *options)
{
    ptron_trainer *t = watch(h, options);
    ptron_model *m = snapshot_of(t);

    for (size_t j = 0; j <= h->toy->features; j++) {
        const double found = j < h->toy->features ? weights_of(m, 0)[j] : ptron_model_bias(m, 0);
        double sum = 0.0, size = 0.0;
        for (size_t k = 0; k < h->n; k++) {
            sum += j < h->toy->features ? h->w[k][j] : h->b[k];
            size = fmax(size, fabs(j < h->toy->features ? h->w[k][j] : h->b[k]));
        }
        assert_true(fabs(found - sum / (double)h->n) <= 1e-12 * (1.0 + size));
    }
    ptron_model_free(m);
    ptron_trainer_free(t);
}

static void the_average_is_the_mean_of_every_w(void **state)
{
    static struct history h;

    (void)state;
    for (uint64_t seed = 1; seed <= SETS; seed++) {
        struct toy toy = noisy(seed);

        h.toy = &toy;
        expect_mean(&h, OPTIONS("algorithm", "averaged", "epochs", "5"));
        expect_mean(&h, OPTIONS("algorithm", "margin", "average", "yes", "epochs", "3"));
        expect_mean(&h, OPTIONS("algorithm", "pa-1", "average", "yes", "epochs", "3"));
        expect_mean(&h, OPTIONS("algorithm", "arow", "average", "yes", "epochs", "3"));
        toy_free(&toy);
    }
}

/* ---- votes ---------------------------------------------------------------------------------------- */

static double naive_vote(const struct history *h, size_t i)
{
    double votes = 0.0;

    for (size_t k = 0; k < h->n; k++) {
        const double product = row_sign(h->toy, i) * plain_product(h->toy, i, h->w[k], h->b[k]);
        votes += (product > 0.0) - (product < 0.0);
    }
    return votes / (double)h->n;
}

static void the_vote_is_that_of_every_w(void **state)
{
    static struct history h;

    (void)state;
    for (uint64_t seed = 1; seed <= SETS; seed++) {
        struct toy toy = noisy(seed);
        ptron_trainer *t;
        ptron_model *m, *back;
        double *scores = calloc(toy.rows, sizeof *scores);
        void *bytes;
        size_t length;

        h.toy = &toy;
        t = watch(&h, OPTIONS("algorithm", "voted", "epochs", "4"));
        m = snapshot_of(t);
        assert_int_equal(ptron_model_write(m, &bytes, &length, NULL), PTRON_OK);
        assert_int_equal(ptron_model_read(bytes, length, &back, NULL), PTRON_OK);
        assert_int_equal(ptron_predict(back, toy.set, NULL, scores, NULL, NULL), PTRON_OK);
        for (size_t i = 0; i < toy.rows; i++)
            assert_true(scores[i] == naive_vote(&h, i));
        expect_same_bytes(m, back);
        ptron_bytes_free(bytes);
        ptron_model_free(m);
        ptron_model_free(back);
        ptron_trainer_free(t);
        free(scores);
        toy_free(&toy);
    }
}

/* ---- the pocket ----------------------------------------------------------------------------------- */

/* Gallant's ratchet replayed: judged when the run of right rows exceeds the pocket's, and after each epoch. */
static uint64_t naive_pocket(const struct history *h)
{
    uint64_t run = 0, best_run = 0, fewest = UINT64_MAX;
    bool looked = false;

    for (size_t k = 0; k < h->n; k++) {
        run = h->moved[k] ? 0 : run + 1;
        looked &= !h->moved[k];
        if (!looked && ((!h->moved[k] && run > best_run) || (k + 1) % h->toy->rows == 0)) {
            const uint64_t errors = errors_of(h->toy, h->w[k], h->b[k]);
            looked = true;
            if (errors < fewest) {
                fewest = errors;
                best_run = run;
            }
        }
    }
    return fewest;
}

static void the_pocket_is_the_best_of_all_it_looked_at(void **state)
{
    static struct history h;

    (void)state;
    for (uint64_t seed = 1; seed <= SETS; seed++) {
        struct toy toy = noisy(seed);
        ptron_trainer *t;

        h.toy = &toy;
        t = watch(&h, OPTIONS("algorithm", "pocket", "epochs", "20"));
        assert_int_equal(result_of(t).train_errors, naive_pocket(&h));
        ptron_trainer_free(t);
        toy_free(&toy);
    }
}

/* ---- passive-aggressive ---------------------------------------------------------------------------- */

struct landing {
    const struct toy *toy;
    double C;
    uint64_t unclipped;
};

static bool check_landing(void *user, const ptron_step *step)
{
    struct landing *l = user;

    if (step->step > 0.0 && step->step < l->C) {
        const double product = plain_product(l->toy, step->row, step->weights, step->bias);
        assert_true(fabs(product - 1.0) <= 1e-12 * (1.0 + fabs(step->product)));
        l->unclipped++;
    }
    return true;
}

static void an_unclipped_passive_aggressive_update_lands_on_one(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SETS; seed++) {
        struct toy toy = noisy(seed);
        struct landing landing = {&toy, seed % 2 == 0 ? 1.0 : 0.01, 0};
        const ptron_observer observer = {.size = sizeof observer, .user = &landing, .on_row = check_landing};
        ptron_trainer *t = trainer_of(OPTIONS("algorithm", "pa-1", "C", seed % 2 == 0 ? "1" : "0.01", "epochs", "3"),
                                      toy.set);

        assert_int_equal(ptron_trainer_run(t, &observer, NULL), PTRON_OK);
        assert_true(landing.unclipped > 0);
        ptron_trainer_free(t);
        toy_free(&toy);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_average_is_the_mean_of_every_w),
        cmocka_unit_test(the_vote_is_that_of_every_w),
        cmocka_unit_test(the_pocket_is_the_best_of_all_it_looked_at),
        cmocka_unit_test(an_unclipped_passive_aggressive_update_lands_on_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
