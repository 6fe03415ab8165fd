/* The kernel perceptron: what a kernel separates, what it equals, and what it never does. */
#include "curved_sets.h"

#include "base/alloc.h"
#include "model/dual.h"
#include "model/model.h"

/* ---- separating ---------------------------------------------------------------------------------- */

static void expect_separated(struct toy *toy, ptron_options *options)
{
    ptron_trainer *t = trainer_of(options, toy->set);
    ptron_result r;

    train(t);
    r = result_of(t);
    assert_int_equal(r.reason, PTRON_STOP_SEPARATED);
    assert_int_equal(r.train_errors, 0);
    assert_true(r.margin_lower > 0.0 && r.margin_lower <= r.margin_upper);
    ptron_trainer_free(t);
}

static void expect_not_separated(struct toy *toy)
{
    ptron_trainer *t = trainer_of(OPTIONS("epochs", "200"), toy->set);

    train(t);
    assert_true(result_of(t).train_errors > 0);
    ptron_trainer_free(t);
}

static void kernels_separate_what_a_line_cannot(void **state)
{
    struct toy sets[] = {toy_of(xor_table, 4, 2), toy_circles(200, 1), toy_moons(200, 1)};

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        expect_not_separated(&sets[i]);
        expect_separated(&sets[i], OPTIONS("algorithm", "kernel", "kernel", "rbf", "gamma", "4", "epochs", "1000"));
        expect_separated(&sets[i], OPTIONS("algorithm", "kernel", "kernel", "polynomial", "degree", "4", "gamma", "1",
                                           "epochs", "5000"));
        toy_free(&sets[i]);
    }
}

/* ---- equalities ---------------------------------------------------------------------------------- */

static void the_linear_kernel_is_the_perceptron_mistake_for_mistake(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct toy toy = seed % 2 == 0 ? toy_whole(1500, 5, seed) : toy_separable(1500, 4, 0.5, seed, true);
        ptron_trainer *a = trainer_of(OPTIONS("epochs", "7"), toy.set);
        ptron_trainer *b = trainer_of(OPTIONS("algorithm", "kernel", "kernel", "linear", "epochs", "7"), toy.set);
        ptron_result x, y;

        train(a);
        train(b);
        x = result_of(a);
        y = result_of(b);
        assert_int_equal(x.mistakes, y.mistakes);
        assert_int_equal(x.updates, y.updates);
        assert_int_equal(x.last_epoch_mistakes, y.last_epoch_mistakes);
        assert_int_equal(x.train_errors, y.train_errors);
        assert_true(x.mistakes > 0);
        assert_true(fabs(x.margin_upper - y.margin_upper) <= 1e-6 * x.radius);   /* rounded outwards */
        assert_true(fabs(x.margin_lower - y.margin_lower) <= 1e-6 * x.radius);
        assert_true(fabs(x.radius - y.radius) <= 1e-12 * x.radius);
        ptron_trainer_free(a);
        ptron_trainer_free(b);
        toy_free(&toy);
    }
}

static bool go_on(void *user, const ptron_step *step)
{
    *(uint64_t *)user += step->mistake;
    return true;
}

static ptron_options *polynomial(const char *keeper, const char *threads, const char *epochs)
{
    return OPTIONS("algorithm", "kernel", "kernel", "polynomial", "degree", "2", "gamma", "1", "keeper", keeper,
                   "threads", threads, "epochs", epochs, "order", "once");
}

static void blocks_equal_rows_one_by_one(void **state)
{
    static const char *const keepers[] = {"last", "average"};

    (void)state;
    for (size_t k = 0; k < 2; k++) {
        struct toy toy = toy_whole(1900, 6, 3);
        uint64_t mistakes = 0;
        const ptron_observer observer = {.size = sizeof observer, .user = &mistakes, .on_row = go_on};
        ptron_trainer *a = trainer_of(polynomial(keepers[k], "1", "3"), toy.set);
        ptron_trainer *b = trainer_of(polynomial(keepers[k], "1", "3"), toy.set);

        train(a);
        assert_int_equal(ptron_trainer_run(b, &observer, NULL), PTRON_OK);
        assert_int_equal(mistakes, result_of(a).mistakes);
        assert_int_equal(result_of(b).mistakes, result_of(a).mistakes);
        assert_int_equal(result_of(b).train_errors, result_of(a).train_errors);
        ptron_trainer_free(a);
        ptron_trainer_free(b);
        toy_free(&toy);
    }
}

static void threads_never_show(void **state)
{
    struct toy toy = toy_moons(1500, 5);
    ptron_model *one, *many;

    (void)state;
    one = trained(OPTIONS("algorithm", "kernel", "keeper", "average", "threads", "1", "epochs", "3"), toy.set);
    many = trained(OPTIONS("algorithm", "kernel", "keeper", "average", "threads", "2", "epochs", "3"), toy.set);
    expect_same_bytes(one, many);
    ptron_model_free(many);
    many = trained(OPTIONS("algorithm", "kernel", "keeper", "average", "threads", "4", "epochs", "3"), toy.set);
    expect_same_bytes(one, many);
    ptron_model_free(one);
    ptron_model_free(many);
    toy_free(&toy);
}

static void expect_resumed_equal(struct toy *toy, ptron_options *(*options)(const char *epochs))
{
    ptron_trainer *t = trainer_of(options("4"), toy->set);
    ptron_model *whole = trained(options("4"), toy->set), *half = trained(options("2"), toy->set), *again;
    ptron_error err = {0};

    if (ptron_trainer_resume(t, half, &err) != PTRON_OK)
        fail_msg("%s", err.message);
    train(t);
    again = snapshot_of(t);
    ptron_model_free(half);
    expect_same_bytes(whole, again);   /* the number of epochs is a parameter of the model: both say 4 */
    ptron_model_free(whole);
    ptron_model_free(again);
    ptron_trainer_free(t);
}

static ptron_options *averaged(const char *epochs)
{
    return OPTIONS("algorithm", "kernel", "gamma", "2", "keeper", "average", "epochs", epochs);
}

static ptron_options *pocketed(const char *epochs)
{
    return OPTIONS("algorithm", "kernel", "gamma", "0.5", "keeper", "pocket", "epochs", epochs);
}

static ptron_options *budgeted(const char *epochs)
{
    return OPTIONS("algorithm", "kernel", "gamma", "2", "budget", "20", "removal", "random", "epochs", epochs);
}

static void resumed_equals_uninterrupted(void **state)
{
    struct toy moons = toy_moons(1300, 7), clouds = toy_clouds(1700, 3, 5, 7), noisy = toy_whole(600, 5, 8);

    (void)state;
    expect_resumed_equal(&moons, averaged);
    expect_resumed_equal(&clouds, averaged);
    expect_resumed_equal(&noisy, pocketed);
    expect_resumed_equal(&noisy, budgeted);
    toy_free(&moons);
    toy_free(&clouds);
    toy_free(&noisy);
}

/* ---- scores and norms ---------------------------------------------------------------------------- */

static void scores_in_blocks_equal_plain_sums(void **state)
{
    struct toy toy = toy_clouds(600, 4, 6, 2);
    ptron_model *model = trained(OPTIONS("algorithm", "kernel", "keeper", "average", "epochs", "2"), toy.set);
    const size_t vectors = ptron_model_scores(model);
    double *scores = calloc(toy.rows * vectors, sizeof *scores), plain[8];

    (void)state;
    assert_int_equal(vectors, 6);
    assert_int_equal(ptron_predict(model, toy.set, NULL, scores, NULL, NULL), PTRON_OK);
    for (size_t i = 0; i < toy.rows; i++) {
        const struct pt_row row = {.value = toy.x + 4 * i, .n = 4, .kind = PT_F64,
                                   .norm2 = toy.x[4 * i] * toy.x[4 * i] + toy.x[4 * i + 1] * toy.x[4 * i + 1] +
                                            toy.x[4 * i + 2] * toy.x[4 * i + 2] + toy.x[4 * i + 3] * toy.x[4 * i + 3]};
        assert_int_equal(pt_model_score(model, &row, plain, NULL), PTRON_OK);
        for (size_t v = 0; v < vectors; v++)
            assert_true(fabs(plain[v] - scores[i * vectors + v]) <= 1e-9 * (1.0 + fabs(plain[v])));
    }
    free(scores);
    ptron_model_free(model);
    toy_free(&toy);
}

/* alpha' K alpha, written out. */
static double norm2_of(const struct pt_dual *d)
{
    double sum = 0.0, score;

    for (size_t i = 0; i < d->rows.n; i++) {
        const struct pt_row row = pt_rowset_row(&d->rows, i);
        pt_dual_score(d, &row, &score);
        sum += d->coef[i] * score;
    }
    return sum;
}

static void the_norm_is_that_of_the_kept_rows(void **state)
{
    static const char *const keepers[] = {"last", "average", "pocket"};
    struct toy toy = toy_whole(500, 4, 4);

    (void)state;
    for (size_t k = 0; k < 3; k++) {
        ptron_model *model = trained(OPTIONS("algorithm", "kernel", "gamma", "0.3", "keeper", keepers[k], "epochs",
                                             "3"), toy.set);
        assert_true(fabs(norm2_of(model->dual) - model->dual->norm2) <= 1e-8 * model->dual->norm2);
        ptron_model_free(model);
    }
    toy_free(&toy);
}

static void a_budget_is_never_exceeded_and_removals_take_their_mass_along(void **state)
{
    static const char *const ways[] = {"oldest", "random"};
    struct toy toy = toy_whole(1200, 5, 6);

    (void)state;
    for (size_t w = 0; w < 2; w++) {
        ptron_trainer *t = trainer_of(OPTIONS("algorithm", "kernel", "gamma", "0.3", "budget", "37", "removal", ways[w],
                                              "epochs", "2"), toy.set);
        ptron_model *model;
        double mass = 0.0;

        train(t);
        model = snapshot_of(t);
        assert_true(model->dual->rows.n <= 37);
        assert_true(result_of(t).updates > 200);
        for (size_t i = 0; i < model->dual->rows.n; i++)
            mass += fabs(model->dual->coef[i]);
        assert_true(fabs(norm2_of(model->dual) - model->dual->norm2) <= 1e-7 * model->dual->norm2);
        assert_true(fabs(sqrt(model->dual->norm2) / mass - result_of(t).margin_upper) <=
                    1e-7 * result_of(t).margin_upper);
        ptron_model_free(model);
        ptron_trainer_free(t);
    }
    toy_free(&toy);
}

static void a_row_that_comes_again_is_kept_once(void **state)
{
    const double table[] = {1, 2, +1, 1, 2, +1, 1, 2, -1, 1, 2, -1};
    struct toy toy = toy_of(table, 4, 2);
    ptron_model *model = trained(OPTIONS("algorithm", "kernel", "order", "given", "epochs", "5"), toy.set);

    (void)state;
    assert_true(model->dual->rows.n <= 1);
    ptron_model_free(model);
    toy_free(&toy);
}

/* ---- sparse rows --------------------------------------------------------------------------------- */

static void wide_sparse_rows_learn_as_dense_ones_do(void **state)
{
    enum { ROWS = 300, FEATURES = 3000, EACH = 5 };
    static const char *const names[] = {"-1", "+1"};
    static double value[ROWS * EACH];
    static uint32_t index[ROWS * EACH], label[ROWS];
    static uint64_t offset[ROWS + 1];
    double *dense = calloc((size_t)ROWS * FEATURES, sizeof *dense);
    pt_random random = pt_random_of(5, 5);
    ptron_rows rows = {.size = sizeof rows, .n_rows = ROWS, .n_features = FEATURES, .kind = PTRON_F64,
                       .values = value, .offsets = offset, .indices = index, .labels = label, .n_classes = 2,
                       .class_names = names};
    ptron_dataset *a, *b;
    ptron_trainer *t, *u;

    (void)state;
    for (size_t i = 0; i < ROWS; i++) {
        for (size_t j = 0; j < EACH; j++) {
            index[i * EACH + j] = (uint32_t)(j * 600 + pt_random_below(&random, 20));
            value[i * EACH + j] = 1.0 + (double)pt_random_below(&random, 5);
            dense[i * FEATURES + index[i * EACH + j]] = value[i * EACH + j];
        }
        offset[i + 1] = (i + 1) * EACH;
        label[i] = (uint32_t)(i < 2 ? i : pt_random_below(&random, 2));
    }
    assert_int_equal(ptron_dataset_borrow(&rows, NULL, NULL, &a, NULL), PTRON_OK);
    rows.offsets = NULL;
    rows.indices = NULL;
    rows.values = dense;
    assert_int_equal(ptron_dataset_borrow(&rows, NULL, NULL, &b, NULL), PTRON_OK);
    t = trainer_of(OPTIONS("algorithm", "kernel", "kernel", "polynomial", "degree", "2", "gamma", "1", "epochs", "5"),
                   a);
    u = trainer_of(OPTIONS("algorithm", "kernel", "kernel", "polynomial", "degree", "2", "gamma", "1", "epochs", "5"),
                   b);
    train(t);
    train(u);
    assert_int_equal(result_of(t).mistakes, result_of(u).mistakes);
    assert_int_equal(result_of(t).train_errors, result_of(u).train_errors);
    ptron_trainer_free(t);
    ptron_trainer_free(u);
    ptron_dataset_free(a);
    ptron_dataset_free(b);
    free(dense);
}

/* ---- errors -------------------------------------------------------------------------------------- */

static void expect_refused(const ptron_dataset *set, ptron_options *options, const char *word)
{
    ptron_trainer *t;
    ptron_error err = {0};

    assert_int_equal(ptron_trainer_new(options, set, NULL, &t, &err), PTRON_ARGUMENT);
    assert_null(t);
    assert_non_null(strstr(err.message, word));
    ptron_options_free(options);
}

static void parameters_out_of_range_are_refused_with_a_sentence(void **state)
{
    struct toy toy = toy_of(xor_table, 4, 2);
    ptron_options *o = OPTIONS("algorithm", "kernel");
    ptron_error err = {0};

    (void)state;
    expect_refused(toy.set, OPTIONS("algorithm", "kernel", "gamma", "-1"), "gamma");
    expect_refused(toy.set, OPTIONS("algorithm", "kernel", "gamma", "wide"), "gamma");
    expect_refused(toy.set, OPTIONS("algorithm", "kernel", "gamma", "0"), "gamma");
    expect_refused(toy.set, OPTIONS("algorithm", "kernel", "keeper", "pocket", "budget", "5"), "budget");
    assert_int_equal(ptron_options_set(o, "degree", "0", &err), PTRON_ARGUMENT);
    assert_int_equal(ptron_options_set(o, "coef0", "-1", &err), PTRON_ARGUMENT);
    assert_int_equal(ptron_options_set(o, "kernel", "cubic", &err), PTRON_ARGUMENT);
    ptron_options_free(o);
    toy_free(&toy);
}

static void values_that_overflow_are_an_error_and_no_model(void **state)
{
    const double table[] = {1e100, 0, +1, 0, 1e100, -1, 1e100, 1, -1, 1, 1e100, +1};
    struct toy toy = toy_of(table, 4, 2);
    ptron_trainer *t = trainer_of(OPTIONS("algorithm", "kernel", "kernel", "polynomial", "degree", "9", "gamma", "1"),
                                  toy.set);
    ptron_error err = {0};

    (void)state;
    assert_int_equal(ptron_trainer_run(t, NULL, &err), PTRON_DATA);
    assert_non_null(strstr(err.message, "overflow"));
    ptron_trainer_free(t);
    toy_free(&toy);
}

static ptron_status try_all(const ptron_options *options, const ptron_dataset *set)
{
    ptron_trainer *t;
    ptron_model *model = NULL;
    ptron_status status = ptron_trainer_new(options, set, NULL, &t, NULL);

    if (status == PTRON_OK)
        status = ptron_trainer_run(t, NULL, NULL);
    if (status == PTRON_OK)
        status = ptron_trainer_snapshot(t, &model, NULL);
    ptron_model_free(model);
    ptron_trainer_free(t);
    return status;
}

static void every_allocation_may_fail(void **state)
{
    struct toy toy = toy_circles(60, 3);
    ptron_options *o = OPTIONS("algorithm", "kernel", "keeper", "average", "threads", "1", "epochs", "3");
    size_t k = 0;

    (void)state;
    for (;; k++) {
        ptron_status status;
        pt_test_fail_allocation(k);
        status = try_all(o, toy.set);
        pt_test_fail_allocation(SIZE_MAX);
        if (status == PTRON_OK)
            break;
        assert_int_equal(status, PTRON_NOMEM);
    }
    assert_true(k > 20);
    ptron_options_free(o);
    toy_free(&toy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_separate_what_a_line_cannot),
        cmocka_unit_test(the_linear_kernel_is_the_perceptron_mistake_for_mistake),
        cmocka_unit_test(blocks_equal_rows_one_by_one),
        cmocka_unit_test(threads_never_show),
        cmocka_unit_test(resumed_equals_uninterrupted),
        cmocka_unit_test(scores_in_blocks_equal_plain_sums),
        cmocka_unit_test(the_norm_is_that_of_the_kept_rows),
        cmocka_unit_test(a_budget_is_never_exceeded_and_removals_take_their_mass_along),
        cmocka_unit_test(a_row_that_comes_again_is_kept_once),
        cmocka_unit_test(wide_sparse_rows_learn_as_dense_ones_do),
        cmocka_unit_test(parameters_out_of_range_are_refused_with_a_sentence),
        cmocka_unit_test(values_that_overflow_are_an_error_and_no_model),
        cmocka_unit_test(every_allocation_may_fail),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
