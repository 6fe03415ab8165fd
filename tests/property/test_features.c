/* Features made of others, and neighbours: what they come to, and that threads and streams never show. */
#include "curved_sets.h"

#include "base/alloc.h"
#include "model/neighbours.h"
#include "sets/dataset.h"

/* ---- products of made features are kernel values ------------------------------------------------- */

static double kernel_of(const double *a, const double *b, size_t n, double gamma)
{
    double away = 0.0;

    for (size_t j = 0; j < n; j++)
        away += (a[j] - b[j]) * (a[j] - b[j]);
    return exp(-gamma * away);
}

static ptron_dataset *lifted(const struct toy *toy, ptron_options *options)
{
    static const char *const names[] = {"-1", "+1"};
    const ptron_rows rows = {.size = sizeof rows, .n_rows = toy->rows, .n_features = toy->features, .kind = PTRON_F64,
                             .values = toy->x, .labels = toy->label, .n_classes = 2, .class_names = names};
    ptron_dataset *set;
    ptron_error err = {0};

    if (ptron_dataset_borrow(&rows, options, NULL, &set, &err) != PTRON_OK)
        fail_msg("%s", err.message);
    ptron_options_free(options);
    return set;
}

static double product_of(const ptron_dataset *set, size_t a, size_t b)
{
    const struct pt_row x = pt_dataset_row(set, a), y = pt_dataset_row(set, b);
    double sum = 0.0;

    assert_int_equal(x.n, y.n);
    for (size_t j = 0; j < x.n; j++)
        sum += pt_row_value(&x, j) * pt_row_value(&y, j);
    return sum;
}

static double worst_difference(const struct toy *toy, const ptron_dataset *set, double gamma)
{
    double worst = 0.0;

    for (size_t a = 0; a < toy->rows; a++)
        for (size_t b = 0; b <= a; b++)
            worst = fmax(worst, fabs(product_of(set, a, b) - kernel_of(toy->x + a * toy->features,
                                                                       toy->x + b * toy->features, toy->features,
                                                                       gamma)));
    return worst;
}

static void fourier_features_come_near_the_rbf_kernel(void **state)
{
    struct toy toy = toy_moons(40, 1);
    ptron_dataset *set = lifted(&toy, OPTIONS("features", "fourier:8000", "gamma", "1.5"));

    (void)state;
    assert_true(worst_difference(&toy, set, 1.5) < 0.06);   /* about 4.5 / sqrt(8000) */
    ptron_dataset_free(set);
    toy_free(&toy);
}

static void nystroem_by_all_rows_is_the_rbf_kernel(void **state)
{
    struct toy toy = toy_moons(40, 1);
    ptron_dataset *set = lifted(&toy, OPTIONS("features", "nystroem:40", "gamma", "30"));

    (void)state;
    assert_true(worst_difference(&toy, set, 30.0) < 1e-3);
    ptron_dataset_free(set);
    toy_free(&toy);
}

/* ---- training by them ---------------------------------------------------------------------------- */

static void a_line_among_made_features_separates_moons(void **state)
{
    static const char *const ways[] = {"fourier:300", "nystroem:60"};
    struct toy toy = toy_moons(300, 4);

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        ptron_dataset *set = lifted(&toy, OPTIONS("features", ways[i], "gamma", "3", "scale", "standard"));
        ptron_trainer *t = trainer_of(OPTIONS("epochs", "2000"), set);

        train(t);
        assert_int_equal(result_of(t).reason, PTRON_STOP_SEPARATED);
        ptron_trainer_free(t);
        ptron_dataset_free(set);
    }
    toy_free(&toy);
}

/* Written, read and used on raw rows again: the same scores, bit for bit. */
static void a_model_keeps_its_made_features(void **state)
{
    static const char *const ways[] = {"fourier:130", "nystroem:50"};
    static const char *const names[] = {"-1", "+1"};
    struct toy toy = toy_moons(300, 4);
    ptron_rows rows = {.size = sizeof rows, .n_rows = toy.rows, .n_features = 2, .kind = PTRON_F64, .values = toy.x,
                       .labels = toy.label, .n_classes = 2, .class_names = names};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        ptron_dataset *set = lifted(&toy, OPTIONS("features", ways[i], "scale", "minmax")), *again;
        ptron_model *model = trained(OPTIONS("epochs", "3"), set), *read;
        double a[300], b[300];
        size_t length;
        void *bytes;
        ptron_error err = {0};

        assert_int_equal(ptron_model_write(model, &bytes, &length, NULL), PTRON_OK);
        if (ptron_model_read(bytes, length, &read, &err) != PTRON_OK)
            fail_msg("%s", err.message);
        if (ptron_dataset_borrow(&rows, NULL, read, &again, &err) != PTRON_OK)
            fail_msg("%s", err.message);
        assert_int_equal(ptron_predict(model, set, NULL, a, NULL, NULL), PTRON_OK);
        assert_int_equal(ptron_predict(read, again, NULL, b, NULL, NULL), PTRON_OK);
        assert_memory_equal(a, b, sizeof a);
        expect_same_bytes(model, read);
        ptron_bytes_free(bytes);
        ptron_dataset_free(set);
        ptron_dataset_free(again);
        ptron_model_free(model);
        ptron_model_free(read);
    }
    toy_free(&toy);
}

static void threads_never_show(void **state)
{
    static const char *const ways[] = {"fourier:200", "nystroem:30"};
    struct toy toy = toy_moons(1000, 4);

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        ptron_dataset *one = lifted(&toy, OPTIONS("features", ways[i], "threads", "1"));
        ptron_dataset *four = lifted(&toy, OPTIONS("features", ways[i], "threads", "4"));
        assert_true(pt_dataset_fingerprint(one) == pt_dataset_fingerprint(four));
        ptron_dataset_free(one);
        ptron_dataset_free(four);
    }
    toy_free(&toy);
}

static void what_cannot_be_made_is_refused_with_a_sentence(void **state)
{
    static const char *const bad[] = {"fourier", "fourier:0", "fourier:x", "cosine:5", "nystroem:500"};
    static const char *const names[] = {"-1", "+1"};
    struct toy toy = toy_moons(40, 4);
    const ptron_rows rows = {.size = sizeof rows, .n_rows = toy.rows, .n_features = 2, .kind = PTRON_F64,
                             .values = toy.x, .labels = toy.label, .n_classes = 2, .class_names = names};

    (void)state;
    for (size_t i = 0; i < 5; i++) {
        ptron_options *o = OPTIONS("features", bad[i]);
        ptron_dataset *set;
        ptron_error err = {0};
        assert_int_equal(ptron_dataset_borrow(&rows, o, NULL, &set, &err), PTRON_ARGUMENT);
        assert_null(set);
        assert_true(strlen(err.message) > 20);
        ptron_options_free(o);
    }
    toy_free(&toy);
}

/* ---- neighbours ---------------------------------------------------------------------------------- */

/* The class of most of the k nearest, written out; k is odd. */
static uint32_t plain_answer(const struct toy *toy, const double *x, size_t k)
{
    size_t votes = 0;
    bool *used = calloc(toy->rows, sizeof *used);

    for (size_t round = 0; round < k; round++) {
        size_t best = SIZE_MAX;
        double least = INFINITY;
        for (size_t i = 0; i < toy->rows; i++) {
            const double a = toy->x[2 * i] - x[0], b = toy->x[2 * i + 1] - x[1];
            if (!used[i] && a * a + b * b < least) {
                least = a * a + b * b;
                best = i;
            }
        }
        used[best] = true;
        votes += toy->label[best];
    }
    free(used);
    return 2 * votes > k;
}

static void neighbours_answer_as_a_plain_search_does(void **state)
{
    struct toy toy = toy_moons(600, 9), probe = toy_circles(300, 9);
    ptron_model *model = trained(OPTIONS("algorithm", "neighbours", "k", "5", "order", "given"), toy.set);
    uint32_t classes[300];

    (void)state;
    assert_int_equal(ptron_predict(model, probe.set, NULL, NULL, classes, NULL), PTRON_OK);
    for (size_t i = 0; i < probe.rows; i++)
        assert_int_equal(classes[i], plain_answer(&toy, probe.x + 2 * i, 5));
    ptron_model_free(model);
    toy_free(&toy);
    toy_free(&probe);
}

static void the_nearest_row_of_a_row_is_itself(void **state)
{
    struct toy toy = toy_clouds(500, 3, 6, 2);
    ptron_trainer *t = trainer_of(OPTIONS("algorithm", "neighbours"), toy.set);

    (void)state;
    train(t);
    assert_int_equal(result_of(t).train_errors, 0);
    assert_int_equal(result_of(t).epochs, 1);
    ptron_trainer_free(t);
    toy_free(&toy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fourier_features_come_near_the_rbf_kernel),
        cmocka_unit_test(nystroem_by_all_rows_is_the_rbf_kernel),
        cmocka_unit_test(a_line_among_made_features_separates_moons),
        cmocka_unit_test(a_model_keeps_its_made_features),
        cmocka_unit_test(threads_never_show),
        cmocka_unit_test(what_cannot_be_made_is_refused_with_a_sentence),
        cmocka_unit_test(neighbours_answer_as_a_plain_search_does),
        cmocka_unit_test(the_nearest_row_of_a_row_is_itself),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
