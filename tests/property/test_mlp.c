/* Networks: slopes equal finite differences, XOR falls, threads and interruptions never show. */
#include "curved_sets.h"

#include "base/alloc.h"
#include "model/model.h"
#include "model/net.h"

#include <stdio.h>

/* ---- slopes -------------------------------------------------------------------------------------- */

enum { ROWS = 5, FEATURES = 3 };

struct probe {
    struct pt_net net;
    struct pt_row rows[ROWS];
    double x[ROWS * FEATURES], w[512], gradient[512];
    double values[512], slopes[512];
    void *value[PT_NET_LAYERS + 1], *slope[PT_NET_LAYERS + 1];
};

static void shape(struct probe *p, uint32_t layers, uint32_t scores, uint64_t seed)
{
    static const uint32_t hidden[] = {4, 3, 5};
    pt_random random = pt_random_of(seed, 1);
    size_t at = 0;

    p->net.n_layers = layers;
    p->net.size[0] = FEATURES;
    for (uint32_t l = 1; l < layers; l++)
        p->net.size[l] = hidden[l - 1];
    p->net.size[layers] = scores;
    assert_true(pt_net_count(&p->net));
    assert_true(p->net.n_weights <= 512);
    p->net.w = p->w;
    for (size_t i = 0; i < p->net.n_weights; i++)
        p->w[i] = 0.7 * pt_random_normal(&random);
    for (size_t i = 0; i < ROWS * FEATURES; i++)
        p->x[i] = pt_random_normal(&random);
    for (size_t i = 0; i < ROWS; i++)
        p->rows[i] = (struct pt_row){.value = p->x + i * FEATURES, .n = FEATURES, .kind = PT_F64,
                                     .label = (uint32_t)(i % (scores == 1 ? 2 : scores)), .weight = i == 2 ? 2.5 : 1.0};
    for (uint32_t l = 0; l <= layers; l++) {
        p->value[l] = p->values + at;
        p->slope[l] = p->slopes + at;
        at += (size_t)ROWS * p->net.size[l];
    }
}

static double mean_loss(struct probe *p, enum pt_loss loss)
{
    const struct pt_net_math *ops = pt_net_math_of(false);
    const struct pt_blas *blas;
    const uint32_t last = p->net.n_layers;

    assert_int_equal(pt_blas_open(&blas, NULL), PTRON_OK);
    ops->pack(p->rows, ROWS, FEATURES, p->value[0]);
    ops->forward(&p->net, blas, ROWS, p->value);
    return ops->loss(&p->net, loss, p->rows, ROWS, p->value[last], p->slope[last]) / ROWS;
}

static void work_out_gradient(struct probe *p, enum pt_loss loss)
{
    const struct pt_net_math *ops = pt_net_math_of(false);
    const struct pt_blas *blas;

    assert_int_equal(pt_blas_open(&blas, NULL), PTRON_OK);
    mean_loss(p, loss);
    ops->backward(&p->net, blas, ROWS, p->value, p->slope);
    for (uint32_t l = 0; l < p->net.n_layers; l++) {
        const size_t half = p->net.size[l] / 2;   /* in two pieces, as training does */
        ops->gradient(&p->net, blas, l, 0, half, ROWS, p->value[l], p->slope[l + 1], p->gradient);
        ops->gradient(&p->net, blas, l, half, p->net.size[l] - half, ROWS, p->value[l], p->slope[l + 1], p->gradient);
    }
}

static void expect_slopes(enum pt_activation activation, enum pt_output output, enum pt_loss loss, uint32_t layers,
                          uint32_t scores)
{
    struct probe p = {.net = {.activation = activation, .output = output}};
    const double h = 1e-5;

    shape(&p, layers, scores, 7 * layers + scores);
    work_out_gradient(&p, loss);
    for (size_t i = 0; i < p.net.n_weights; i++) {
        const double before = p.w[i];
        double up, down;
        p.w[i] = before + h;
        up = mean_loss(&p, loss);
        p.w[i] = before - h;
        down = mean_loss(&p, loss);
        p.w[i] = before;
        assert_true(fabs((up - down) / (2.0 * h) - p.gradient[i]) <= 1e-6);
    }
}

static void slopes_equal_central_differences(void **state)
{
    static const enum pt_activation activations[] = {PT_RELU, PT_TANH, PT_LOGISTIC, PT_IDENTITY};

    (void)state;
    for (size_t a = 0; a < 4; a++)
        for (uint32_t layers = 1; layers <= 4; layers++)
            for (uint32_t scores = 1; scores <= 3; scores += 2) {
                expect_slopes(activations[a], PT_OUT_SOFTMAX, PT_CROSS_ENTROPY, layers, scores);
                expect_slopes(activations[a], PT_OUT_SIGMOID, PT_CROSS_ENTROPY, layers, scores);
                expect_slopes(activations[a], PT_OUT_SOFTMAX, PT_SQUARED, layers, scores);
                expect_slopes(activations[a], PT_OUT_SIGMOID, PT_SQUARED, layers, scores);
                expect_slopes(activations[a], PT_OUT_LINEAR, PT_SQUARED, layers, scores);
            }
}

/* ---- what it learns ------------------------------------------------------------------------------ */

static uint64_t errors_after(const ptron_dataset *set, ptron_options *options)
{
    ptron_trainer *t = trainer_of(options, set);
    uint64_t errors;

    train(t);
    errors = result_of(t).train_errors;
    ptron_trainer_free(t);
    return errors;
}

static size_t solved(const char *hidden, const char *activation, const ptron_dataset *set)
{
    size_t n = 0;

    for (unsigned seed = 1; seed <= 100; seed++) {
        char text[16];
        snprintf(text, sizeof text, "%u", seed);
        n += errors_after(set, OPTIONS("algorithm", "mlp", "hidden", hidden, "activation", activation, "rate", "0.05",
                                       "epochs", "500", "seed", text, "threads", "1")) == 0;
    }
    return n;
}

static void xor_is_solved_from_at_least_95_of_100_seeds(void **state)
{
    struct toy toy = toy_of(xor_table, 4, 2);

    (void)state;
    assert_true(solved("4", "tanh", toy.set) >= 95);
    assert_true(solved("16", "relu", toy.set) >= 95);
    toy_free(&toy);
}

static void a_hidden_layer_separates_circles_and_moons(void **state)
{
    static const char *const optimizers[] = {"adam", "sgd", "momentum", "nesterov"};
    static const char *const rates[] = {"0.02", "0.5", "0.1", "0.1"};
    struct toy circles = toy_circles(200, 1), moons = toy_moons(200, 1);

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(errors_after(circles.set, OPTIONS("algorithm", "mlp", "hidden", "16,8", "activation", "tanh",
                                                           "optimizer", optimizers[i], "rate", rates[i], "epochs",
                                                           "400", "threads", "1")), 0);
        assert_int_equal(errors_after(moons.set, OPTIONS("algorithm", "mlp", "hidden", "16", "optimizer",
                                                         optimizers[i], "rate", rates[i], "epochs", "600", "threads",
                                                         "1")), 0);
    }
    toy_free(&circles);
    toy_free(&moons);
}

static void many_classes_are_learned_by_softmax_and_by_sigmoids(void **state)
{
    struct toy toy = toy_clouds(400, 3, 6, 1);

    (void)state;
    assert_true(errors_after(toy.set, OPTIONS("algorithm", "mlp", "hidden", "32", "rate", "0.01", "epochs", "60")) < 8);
    assert_true(errors_after(toy.set, OPTIONS("algorithm", "mlp", "hidden", "32", "rate", "0.01", "epochs", "100",
                                              "activation", "tanh", "output", "sigmoid", "loss", "squared",
                                              "precision", "single")) < 8);
    toy_free(&toy);
}

/* ---- equalities ---------------------------------------------------------------------------------- */

static ptron_options *network(const char *precision, const char *threads, const char *epochs)
{
    return OPTIONS("algorithm", "mlp", "hidden", "64,40", "batch-size", "100", "precision", precision, "threads",
                   threads, "epochs", epochs, "l2", "0.001");
}

static void threads_never_show(void **state)
{
    static const char *const precisions[] = {"double", "single"}, *const threads[] = {"2", "4"};
    struct toy toy = toy_clouds(1500, 4, 5, 3);

    (void)state;
    for (size_t p = 0; p < 2; p++) {
        ptron_model *one = trained(network(precisions[p], "1", "2"), toy.set);
        for (size_t i = 0; i < 2; i++) {
            ptron_model *many = trained(network(precisions[p], threads[i], "2"), toy.set);
            expect_same_bytes(one, many);
            ptron_model_free(many);
        }
        ptron_model_free(one);
    }
    toy_free(&toy);
}

static bool stop_in_the_middle(void *user, const ptron_progress *progress)
{
    (void)user;
    return !(progress->epoch == 2 && progress->row > 0);
}

static void interrupted_and_resumed_equals_uninterrupted(void **state)
{
    static const char *const precisions[] = {"double", "single"};
    const ptron_observer observer = {.size = sizeof observer, .on_block = stop_in_the_middle};
    struct toy toy = toy_clouds(2500, 4, 5, 3);

    (void)state;
    for (size_t p = 0; p < 2; p++) {
        ptron_trainer *a = trainer_of(network(precisions[p], "1", "3"), toy.set);
        ptron_trainer *b = trainer_of(network(precisions[p], "1", "3"), toy.set);
        ptron_model *whole = trained(network(precisions[p], "1", "3"), toy.set), *half, *again;
        ptron_error err = {0};

        assert_int_equal(ptron_trainer_run(a, &observer, NULL), PTRON_OK);
        assert_int_equal(result_of(a).reason, PTRON_STOP_ASKED);
        half = snapshot_of(a);
        if (ptron_trainer_resume(b, half, &err) != PTRON_OK)
            fail_msg("%s", err.message);
        train(b);
        again = snapshot_of(b);
        expect_same_bytes(whole, again);
        ptron_trainer_free(a);
        ptron_trainer_free(b);
        ptron_model_free(half);
        ptron_model_free(again);
        ptron_model_free(whole);
    }
    toy_free(&toy);
}

static void a_model_file_scores_as_the_model_did(void **state)
{
    struct toy toy = toy_clouds(300, 4, 3, 3);
    ptron_model *model = trained(network("single", "1", "2"), toy.set), *again;
    double a[900], b[900];
    size_t length;
    void *bytes;

    (void)state;
    assert_int_equal(ptron_model_write(model, &bytes, &length, NULL), PTRON_OK);
    assert_int_equal(ptron_model_read(bytes, length, &again, NULL), PTRON_OK);
    assert_int_equal(ptron_predict(model, toy.set, NULL, a, NULL, NULL), PTRON_OK);
    assert_int_equal(ptron_predict(again, toy.set, NULL, b, NULL, NULL), PTRON_OK);
    assert_memory_equal(a, b, sizeof a);
    expect_same_bytes(model, again);
    for (size_t cut = 1; cut < length; cut += 97) {   /* no shorter file is a model */
        ptron_model *none;
        assert_int_equal(ptron_model_read(bytes, length - cut, &none, NULL), PTRON_MODEL);
    }
    ptron_bytes_free(bytes);
    ptron_model_free(model);
    ptron_model_free(again);
    toy_free(&toy);
}

static void early_stopping_keeps_the_best_epoch(void **state)
{
    struct toy toy = toy_whole(900, 5, 2);
    ptron_trainer *t = trainer_of(OPTIONS("algorithm", "mlp", "hidden", "64", "rate", "0.03", "holdout", "0.3",
                                          "patience", "5", "epochs", "500"), toy.set);

    (void)state;
    train(t);
    assert_int_equal(result_of(t).reason, PTRON_STOP_HOLDOUT);
    assert_int_equal(result_of(t).epochs, result_of(t).best_epoch + 5);
    ptron_trainer_free(t);
    toy_free(&toy);
}

/* ---- errors -------------------------------------------------------------------------------------- */

static void expect_refused(const ptron_dataset *set, ptron_options *options, ptron_status code, const char *word)
{
    ptron_trainer *t;
    ptron_error err = {0};

    assert_int_equal(ptron_trainer_new(options, set, NULL, &t, &err), code);
    assert_null(t);
    assert_non_null(strstr(err.message, word));
    ptron_options_free(options);
}

static void what_cannot_be_is_refused_with_a_sentence(void **state)
{
    struct toy toy = toy_of(xor_table, 4, 2);

    (void)state;
    expect_refused(toy.set, OPTIONS("algorithm", "mlp", "hidden", "4,0"), PTRON_ARGUMENT, "'0'");
    expect_refused(toy.set, OPTIONS("algorithm", "mlp", "hidden", "many"), PTRON_ARGUMENT, "'many'");
    expect_refused(toy.set, OPTIONS("algorithm", "mlp", "batch-size", "70000"), PTRON_ARGUMENT, "65536");
    expect_refused(toy.set, OPTIONS("algorithm", "mlp", "output", "linear"), PTRON_ARGUMENT, "cross-entropy");
    expect_refused(toy.set, OPTIONS("algorithm", "mlp", "hidden", "1000000,1000000"), PTRON_NOMEM, "GB");
    toy_free(&toy);
}

static void a_rate_that_diverges_is_an_error_and_no_model(void **state)
{
    struct toy toy = toy_moons(300, 1);
    ptron_trainer *t = trainer_of(OPTIONS("algorithm", "mlp", "hidden", "16,16,16", "optimizer", "sgd", "loss",
                                          "squared", "output", "linear", "rate", "1e6", "epochs", "50"), toy.set);
    ptron_error err = {0};

    (void)state;
    assert_int_equal(ptron_trainer_run(t, NULL, &err), PTRON_DATA);
    assert_non_null(strstr(err.message, "diverges"));
    ptron_trainer_free(t);
    toy_free(&toy);
}

static void every_allocation_may_fail(void **state)
{
    struct toy toy = toy_circles(60, 3);
    ptron_options *o = OPTIONS("algorithm", "mlp", "hidden", "5", "threads", "1", "epochs", "2");
    size_t k = 0;

    (void)state;
    for (;; k++) {
        ptron_trainer *t;
        ptron_model *model = NULL;
        ptron_status status;

        pt_test_fail_allocation(k);
        status = ptron_trainer_new(o, toy.set, NULL, &t, NULL);
        if (status == PTRON_OK)
            status = ptron_trainer_run(t, NULL, NULL);
        if (status == PTRON_OK)
            status = ptron_trainer_snapshot(t, &model, NULL);
        pt_test_fail_allocation(SIZE_MAX);
        ptron_model_free(model);
        ptron_trainer_free(t);
        if (status == PTRON_OK)
            break;
        assert_int_equal(status, PTRON_NOMEM);
    }
    assert_true(k > 10);
    ptron_options_free(o);
    toy_free(&toy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slopes_equal_central_differences),
        cmocka_unit_test(xor_is_solved_from_at_least_95_of_100_seeds),
        cmocka_unit_test(a_hidden_layer_separates_circles_and_moons),
        cmocka_unit_test(many_classes_are_learned_by_softmax_and_by_sigmoids),
        cmocka_unit_test(threads_never_show),
        cmocka_unit_test(interrupted_and_resumed_equals_uninterrupted),
        cmocka_unit_test(a_model_file_scores_as_the_model_did),
        cmocka_unit_test(early_stopping_keeps_the_best_epoch),
        cmocka_unit_test(what_cannot_be_is_refused_with_a_sentence),
        cmocka_unit_test(a_rate_that_diverges_is_an_error_and_no_model),
        cmocka_unit_test(every_allocation_may_fail),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
