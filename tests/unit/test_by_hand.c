/* Linear models of a caller's own weights: they predict, are saved and loaded, name what they know, start training, and
 * tell of no training. */
#include "support.h"

#include "base/alloc.h"

#include <stdio.h>

static ptron_model *made(const char *const *classes, size_t n_classes, size_t features, const double *weights,
                         const double *biases, const char *const *names)
{
    ptron_model *model;
    ptron_error err = {0};

    if (ptron_model_new_linear(classes, n_classes, features, weights, biases, names, &model, &err) != PTRON_OK)
        fail_msg("%s", err.message);
    return model;
}

static void expect_scores(const ptron_model *model, const double *x, size_t features, const double *scores, size_t n)
{
    const ptron_rows rows = {.size = sizeof rows, .n_rows = 1, .n_features = features, .kind = PTRON_F64, .values = x};
    double found[8];

    assert_int_equal(ptron_predict_rows(model, &rows, 0.0, found, NULL, NULL, NULL), PTRON_OK);
    assert_int_equal(ptron_model_scores(model), n);
    for (size_t c = 0; c < n; c++)
        assert_true(found[c] == scores[c]);
}

static ptron_model *through_bytes(ptron_model *model)
{
    ptron_model *back;
    void *bytes;
    size_t length;

    assert_int_equal(ptron_model_write(model, &bytes, &length, NULL), PTRON_OK);
    ptron_model_free(model);
    assert_int_equal(ptron_model_read(bytes, length, &back, NULL), PTRON_OK);
    ptron_bytes_free(bytes);
    return back;
}

static void two_classes_have_one_vector_that_speaks_for_the_second(void **state)
{
    static const char *const classes[] = {"yes", "no"}, *const columns[] = {"height", "weight"};
    const double weights[] = {2, -1}, bias = 0.5, x[] = {3, 4}, score = 2.5;
    ptron_model *model = through_bytes(made(classes, 2, 2, weights, &bias, columns));
    PTRON_SIZED(ptron_model_facts, facts);
    PTRON_SIZED(ptron_result, run);
    char name[20];
    double copy[2], copied_bias;

    (void)state;
    expect_scores(model, x, 2, &score, 1);
    assert_string_equal(ptron_model_class_name(model, 1), "no");
    assert_int_equal(ptron_model_feature_name(model, 1, name, sizeof name), 6);
    assert_string_equal(name, "weight");
    assert_int_equal(ptron_model_copy_weights(model, copy, 2, &copied_bias, NULL), PTRON_OK);
    assert_true(copy[0] == 2 && copy[1] == -1 && copied_bias == 0.5);
    ptron_model_describe(model, &facts);
    assert_string_equal(facts.kind, "linear");
    assert_true(facts.has_bias && !facts.has_state && facts.features == 2 && facts.classes == 2 && facts.vectors == 1);
    run.size = sizeof run;
    assert_int_equal(ptron_model_training(model, &run, NULL), PTRON_OK);
    assert_string_equal(run.algorithm, "none");
    assert_true(run.rows == 0 && run.epochs == 0 && run.train_errors == UINT64_MAX && isnan(run.radius));
    ptron_model_free(model);
}

static void vectors_of_many_classes_go_to_the_classes_by_name(void **state)
{
    static const char *const classes[] = {"10", "9", "2"};   /* sorted by value: 2, 9, 10 */
    const double weights[] = {1, 0, 0, 1, 1, 1}, biases[] = {0, 10, 20}, x[] = {3, 4};
    const double scores[] = {27, 14, 3};
    ptron_model *model = through_bytes(made(classes, 3, 2, weights, biases, NULL));

    (void)state;
    expect_scores(model, x, 2, scores, 3);
    assert_string_equal(ptron_model_class_name(model, 0), "2");
    ptron_model_free(model);
}

static void a_score_that_overflows_is_no_answer_of_sets_arrays_and_lines(void **state)
{
    static const char *const classes[] = {"1", "2", "3"};
    static const char csv[] = "a,b,label\n0,1,1\n10,-10,2\n";
    static const char line[] = "10,-10,2";
    const double weights[] = {1e308, 1e308, 1e308, 1e308, 1e308, 1e308}, x[] = {0, 1, 10, -10};
    const ptron_rows rows = {.size = sizeof rows, .n_rows = 2, .n_features = 2, .kind = PTRON_F64, .values = x};

    (void)state;
    for (size_t n = 2; n <= 3; n++) {
        ptron_model *model = made(classes, n, 2, weights, NULL, (const char *const[]){"a", "b"});
        ptron_dataset *set;
        ptron_line_reader *reader;
        uint32_t answers[2];
        ptron_error err[3] = {{0}};

        assert_int_equal(ptron_dataset_read(csv, strlen(csv), "f", NULL, model, &set, NULL), PTRON_OK);
        assert_int_equal(ptron_line_reader_new(model, &reader, NULL), PTRON_OK);
        assert_int_equal(ptron_predict(model, set, NULL, NULL, answers, &err[0]), PTRON_DATA);
        assert_int_equal(ptron_predict_rows(model, &rows, NAN, NULL, answers, NULL, &err[1]), PTRON_DATA);
        assert_int_equal(ptron_predict_line(reader, line, strlen(line), NULL, answers, &err[2]), PTRON_DATA);
        assert_int_equal(err[1].line, 2);
        for (size_t i = 0; i < 3; i++)
            assert_string_equal(err[i].message, "the model's score of this row overflows");
        ptron_line_reader_free(reader);
        ptron_dataset_free(set);
        ptron_model_free(model);
    }
}

static void files_are_read_as_the_features_say(void **state)
{
    static const char *const classes[] = {"-1", "+1"}, *const columns[] = {"a", "b"};
    static const char svm[] = "+1 1:3 2:1\n-1 1:-3\n", csv[] = "b,label,a\n1,+1,3\n0,-1,-3\n";
    const double weights[] = {1, 1};

    (void)state;
    for (int named = 0; named < 2; named++) {
        ptron_model *model = made(classes, 2, 2, weights, NULL, named ? columns : NULL);
        const char *text = named ? csv : svm;
        ptron_dataset *set;
        double scores[2];

        assert_int_equal(ptron_dataset_read(text, strlen(text), "f", NULL, model, &set, NULL), PTRON_OK);
        assert_int_equal(ptron_predict(model, set, NULL, scores, NULL, NULL), PTRON_OK);
        assert_true(scores[0] == 4 && scores[1] == -3);
        assert_int_equal(ptron_dataset_row_class(set, 0), 1);
        ptron_dataset_free(set);
        ptron_model_free(model);
    }
}

static void training_starts_from_it(void **state)
{
    static const char *const classes[] = {"-1", "+1"};
    struct toy toy = toy_of((const double[]){1, 1, +1, -1, -1, -1}, 2, 2);
    const double weights[] = {1, 1}, bias = 0;
    ptron_model *model = made(classes, 2, 2, weights, &bias, NULL), *after;
    char path[] = "by-hand-XXXXXX";
    const int file = mkstemp(path);
    double copy[2];

    (void)state;
    assert_true(file >= 0);
    assert_int_equal(ptron_model_save(model, path, NULL), PTRON_OK);
    after = trained(OPTIONS("start", path), toy.set);
    assert_int_equal(ptron_model_copy_weights(after, copy, 2, NULL, NULL), PTRON_OK);
    assert_true(copy[0] == 1 && copy[1] == 1);   /* it separates them: nothing moved */
    remove(path);
    ptron_model_free(after);
    ptron_model_free(model);
    toy_free(&toy);
}

static void what_cannot_be_a_model_is_refused(void **state)
{
    static const char *const classes[] = {"a", "b"}, *const same[] = {"1", "1.0"}, *const none[] = {"a", ""};
    static const char *const twice[] = {"x", "x"};
    const double weights[] = {1, 2, 3, 4}, bad[] = {1, (double)NAN};
    ptron_model *model;

    (void)state;
    assert_int_equal(ptron_model_new_linear(same, 2, 2, weights, NULL, NULL, &model, NULL), PTRON_ARGUMENT);
    assert_null(model);
    assert_int_equal(ptron_model_new_linear(none, 2, 2, weights, NULL, NULL, &model, NULL), PTRON_ARGUMENT);
    assert_int_equal(ptron_model_new_linear(classes, 2, 2, bad, NULL, NULL, &model, NULL), PTRON_ARGUMENT);
    assert_int_equal(ptron_model_new_linear(classes, 1, 2, weights, NULL, NULL, &model, NULL), PTRON_ARGUMENT);
    assert_int_equal(ptron_model_new_linear(classes, 2, 0, weights, NULL, NULL, &model, NULL), PTRON_ARGUMENT);
    assert_int_equal(ptron_model_new_linear(classes, 2, 2, NULL, NULL, NULL, &model, NULL), PTRON_ARGUMENT);
    assert_true(ptron_model_new_linear(classes, 2, 2, weights, NULL, twice, &model, NULL) != PTRON_OK);
    assert_null(model);
}

static void a_failure_of_any_allocation_is_told(void **state)
{
    static const char *const classes[] = {"a", "b", "c"}, *const columns[] = {"x", "y"};
    const double weights[6] = {0}, biases[3] = {0};
    bool failed = true;

    (void)state;
    for (size_t k = 0; failed; k++) {
        ptron_model *model;
        ptron_status status;

        pt_test_fail_allocation(k);
        status = ptron_model_new_linear(classes, 3, 2, weights, biases, columns, &model, NULL);
        failed = pt_test_allocation_failed();
        pt_test_fail_allocation(SIZE_MAX);
        assert_int_equal(status, failed ? PTRON_NOMEM : PTRON_OK);
        ptron_model_free(model);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_classes_have_one_vector_that_speaks_for_the_second),
        cmocka_unit_test(vectors_of_many_classes_go_to_the_classes_by_name),
        cmocka_unit_test(a_score_that_overflows_is_no_answer_of_sets_arrays_and_lines),
        cmocka_unit_test(files_are_read_as_the_features_say),
        cmocka_unit_test(training_starts_from_it),
        cmocka_unit_test(what_cannot_be_a_model_is_refused),
        cmocka_unit_test(a_failure_of_any_allocation_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
