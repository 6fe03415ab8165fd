/* What bindings to other languages ask for: tables that tell which options go with an algorithm, weights to start from
 * in memory, and arrays that stand for the rows of a file. */
#include "reading.h"
#include "weights.h"

static const char text[] = "a,b,label\n1,0.5,no\n-1,2,yes\n0.25,-3,no\n2,2.5,yes\n0.5,1,yes\n1,1,no\n";
static const double values[] = {1, 0.5, -1, 2, 0.25, -3, 2, 2.5, 0.5, 1, 1, 1};
static const uint32_t labels[] = {0, 1, 0, 1, 1, 0};
static const char *const class_names[] = {"no", "yes"}, *const feature_names[] = {"a", "b"};

static ptron_rows six_rows(void)
{
    return (ptron_rows){.size = sizeof(ptron_rows), .n_rows = 6, .n_features = 2, .kind = PTRON_F64, .values = values,
                        .labels = labels, .n_classes = 2, .class_names = class_names,
                        .feature_names = feature_names};
}

static ptron_dataset *read_rows(const char *rows, size_t length)
{
    ptron_dataset *set;

    assert_int_equal(ptron_dataset_read(rows, length, "rows", NULL, NULL, &set, NULL), PTRON_OK);
    return set;
}

static ptron_trainer *trainer_of(const ptron_dataset *set, const char *options_text)
{
    ptron_options *options = options_of(options_text);
    ptron_trainer *trainer;

    assert_int_equal(ptron_trainer_new(options, set, NULL, &trainer, NULL), PTRON_OK);
    ptron_options_free(options);
    return trainer;
}

static ptron_model *run(ptron_trainer *trainer)
{
    ptron_model *model;

    assert_int_equal(ptron_trainer_run(trainer, NULL, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_snapshot(trainer, &model, NULL), PTRON_OK);
    ptron_trainer_free(trainer);
    return model;
}

/* ---- tables -------------------------------------------------------------------------------------- */

static void the_table_says_which_options_an_algorithm_takes(void **state)
{
    (void)state;
    assert_true(ptron_algorithm_takes("perceptron", "rate"));
    assert_true(ptron_algorithm_takes("pa-1", "C"));
    assert_false(ptron_algorithm_takes("perceptron", "C"));
    assert_true(ptron_algorithm_takes("mlp", "epochs"));
    assert_false(ptron_algorithm_takes("mlp", "start"));
    assert_false(ptron_algorithm_takes("nothing", "rate"));
}

/* ---- starting from a model ----------------------------------------------------------------------- */

static void one_epoch_and_two_from_its_model_are_three(void **state)
{
    ptron_dataset *set = read_rows(text, sizeof text - 1);
    ptron_model *one = run(trainer_of(set, "order=given epochs=1"));
    ptron_model *three = run(trainer_of(set, "order=given epochs=3"));
    ptron_trainer *trainer = trainer_of(set, "order=given epochs=2");
    ptron_model *two;

    (void)state;
    assert_int_equal(ptron_trainer_start(trainer, one, NULL), PTRON_OK);
    two = run(trainer);
    assert_memory_equal(weights_of(two, 0), weights_of(three, 0), 2 * sizeof(double));
    assert_true(ptron_model_bias(two, 0) == ptron_model_bias(three, 0));
    assert_memory_not_equal(weights_of(two, 0), weights_of(one, 0), 2 * sizeof(double));
    ptron_model_free(two);
    ptron_model_free(one);
    ptron_model_free(three);
    ptron_dataset_free(set);
}

static void a_start_that_is_refused_leaves_the_trainer_as_it_was(void **state)
{
    static const char other[] = "a,b,label\n1,0.5,left\n-1,2,right\n";
    ptron_dataset *set = read_rows(text, sizeof text - 1), *others = read_rows(other, sizeof other - 1);
    ptron_model *stranger = run(trainer_of(others, "epochs=3")), *plain = run(trainer_of(set, "epochs=4")), *same;
    ptron_trainer *trainer = trainer_of(set, "epochs=4"), *fed, *network;
    ptron_options *mlp = options_of("algorithm=mlp epochs=1");

    (void)state;
    assert_int_equal(ptron_trainer_start(trainer, stranger, NULL), PTRON_MODEL);
    assert_int_equal(ptron_trainer_new(NULL, NULL, NULL, &fed, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_start(fed, plain, NULL), PTRON_ARGUMENT);
    assert_int_equal(ptron_trainer_new(mlp, set, NULL, &network, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_start(network, plain, NULL), PTRON_ARGUMENT);
    assert_int_equal(ptron_trainer_step(trainer, NULL, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_start(trainer, plain, NULL), PTRON_ARGUMENT);   /* too late */
    same = run(trainer);
    assert_memory_equal(weights_of(same, 0), weights_of(plain, 0), 2 * sizeof(double));
    ptron_trainer_free(fed);
    ptron_trainer_free(network);
    ptron_options_free(mlp);
    ptron_model_free(same);
    ptron_model_free(plain);
    ptron_model_free(stranger);
    ptron_dataset_free(set);
    ptron_dataset_free(others);
}

/* ---- arrays as the rows of a file ---------------------------------------------------------------- */

static void expect_same_bytes(const ptron_rows *rows, const char *format, ptron_dataset *read)
{
    ptron_options *options = options_of(format);
    ptron_dataset *lent;
    ptron_model *models[2];
    void *bytes[2];
    size_t lengths[2];

    assert_int_equal(ptron_dataset_borrow(rows, options, NULL, &lent, NULL), PTRON_OK);
    models[0] = run(trainer_of(read, "epochs=4 holdout=0.3"));
    models[1] = run(trainer_of(lent, "epochs=4 holdout=0.3"));
    for (int i = 0; i < 2; i++)
        assert_int_equal(ptron_model_write(models[i], &bytes[i], &lengths[i], NULL), PTRON_OK);
    assert_int_equal(lengths[0], lengths[1]);
    assert_memory_equal(bytes[0], bytes[1], lengths[0]);
    for (int i = 0; i < 2; i++) {
        ptron_bytes_free(bytes[i]);
        ptron_model_free(models[i]);
    }
    ptron_dataset_free(lent);
    ptron_dataset_free(read);
    ptron_options_free(options);
}

static void arrays_with_names_give_the_model_of_a_csv_file(void **state)
{
    const ptron_rows rows = six_rows();

    (void)state;
    expect_same_bytes(&rows, "format=csv", read_rows(text, sizeof text - 1));
}

static void sparse_arrays_give_the_model_of_a_libsvm_file(void **state)
{
    static const char svm[] = "no 1:1\nyes 2:2 3:1\nno 1:3\nyes 3:2\nno 1:1 3:1\nyes 2:1\n";
    static const float own[] = {1, 2, 1, 3, 2, 1, 1, 1};
    static const uint32_t indices[] = {0, 1, 2, 0, 2, 0, 2, 1}, own_labels[] = {0, 1, 0, 1, 0, 1};
    static const uint64_t offsets[] = {0, 1, 3, 4, 5, 7, 8};
    const ptron_rows rows = {.size = sizeof rows, .n_rows = 6, .n_features = 3, .kind = PTRON_F32, .values = own,
                             .offsets = offsets, .indices = indices, .labels = own_labels, .n_classes = 2,
                             .class_names = class_names};

    (void)state;
    expect_same_bytes(&rows, "format=libsvm", read_rows(svm, sizeof svm - 1));
}

static void arrays_that_no_such_file_holds_are_refused(void **state)
{
    static const double weights[] = {1, 1, 2, 1, 1, 1};
    static const char *const formats[] = {"format=npy", "format=libsvm", "format=text", "format=idx", "format=tsv"};
    ptron_rows rows = six_rows();
    ptron_options *csv = options_of("format=csv");
    ptron_dataset *set;

    (void)state;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        ptron_options *options = options_of(formats[i]);
        assert_int_equal(ptron_dataset_borrow(&rows, options, NULL, &set, NULL), PTRON_ARGUMENT);
        assert_null(set);
        ptron_options_free(options);
    }
    rows.weights = weights;   /* a file has those in a column */
    assert_int_equal(ptron_dataset_borrow(&rows, csv, NULL, &set, NULL), PTRON_ARGUMENT);
    rows.weights = NULL;
    rows.feature_names = NULL;
    assert_int_equal(ptron_dataset_borrow(&rows, csv, NULL, &set, NULL), PTRON_ARGUMENT);
    ptron_options_free(csv);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_says_which_options_an_algorithm_takes),
        cmocka_unit_test(one_epoch_and_two_from_its_model_are_three),
        cmocka_unit_test(a_start_that_is_refused_leaves_the_trainer_as_it_was),
        cmocka_unit_test(arrays_with_names_give_the_model_of_a_csv_file),
        cmocka_unit_test(sparse_arrays_give_the_model_of_a_libsvm_file),
        cmocka_unit_test(arrays_that_no_such_file_holds_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
