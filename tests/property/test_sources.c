/* The same rows from a file, from memory, plain or packed: the same model bytes. On real tables. */
#include "../unit/reading.h"
#include "weights.h"

static struct packed bytes_of(const char *path)
{
    struct packed file = {malloc(1 << 20), 0};
    FILE *in = fopen(path, "rb");

    assert_non_null(in);
    file.length = fread(file.bytes, 1, 1 << 20, in);
    assert_true(file.length > 100 && file.length < 1 << 20);
    fclose(in);
    return file;
}

/* Trains on the set, and frees it. */
static struct packed model_of(ptron_dataset *set, const ptron_options *options)
{
    ptron_trainer *trainer;
    ptron_model *model;
    struct packed bytes;
    void *written;

    assert_int_equal(ptron_trainer_new(options, set, NULL, &trainer, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_run(trainer, NULL, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_snapshot(trainer, &model, NULL), PTRON_OK);
    assert_int_equal(ptron_model_write(model, &written, &bytes.length, NULL), PTRON_OK);
    bytes.bytes = written;
    ptron_model_free(model);
    ptron_trainer_free(trainer);
    ptron_dataset_free(set);
    return bytes;
}

static void expect_model(struct packed rows, const ptron_options *options, struct packed wanted)
{
    ptron_dataset *set;
    struct packed got;

    assert_int_equal(ptron_dataset_read(rows.bytes, rows.length, "rows", options, NULL, &set, NULL), PTRON_OK);
    got = model_of(set, options);
    assert_int_equal(got.length, wanted.length);
    assert_memory_equal(got.bytes, wanted.bytes, wanted.length);
    ptron_bytes_free(got.bytes);
}

static void agree(const char *path, const char *option_text)
{
    struct packed rows = bytes_of(path), gzip = gzip_of(rows.bytes, rows.length),
                  zstd = zstd_of(rows.bytes, rows.length), xz = xz_of(rows.bytes, rows.length);
    ptron_options *options = options_of(option_text);
    struct packed from_file;
    ptron_dataset *set;

    assert_int_equal(ptron_dataset_load(&path, 1, options, NULL, &set, NULL), PTRON_OK);
    from_file = model_of(set, options);
    assert_true(from_file.length > 200);
    expect_model(rows, options, from_file);
    expect_model(gzip, options, from_file);
    expect_model(zstd, options, from_file);
    expect_model(xz, options, from_file);
    ptron_options_free(options);
    ptron_bytes_free(from_file.bytes);
    free(rows.bytes);
    free(gzip.bytes);
    free(zstd.bytes);
    free(xz.bytes);
}

static void memory_gives_the_models_of_files(void **state)
{
    (void)state;
    agree("examples/data/iris.csv", "positive=setosa order=given epochs=10");
    agree("examples/data/sonar.csv", "algorithm=averaged epochs=3 scale=minmax");
    agree("examples/data/breast_cancer.csv", "algorithm=pocket epochs=3 holdout=0.2 threads=2");
}

static void borrowed_rows_give_the_weights_of_read_ones(void **state)
{
    static const char text[] = "a,b,label\n1,0.5,no\n-1,2,yes\n0.25,-3,no\n2,2,yes\n";
    static const double values[] = {1, 0.5, -1, 2, 0.25, -3, 2, 2};
    static const uint32_t labels[] = {0, 1, 0, 1};
    static const char *const names[] = {"no", "yes"};
    const ptron_rows rows = {.size = sizeof rows, .n_rows = 4, .n_features = 2, .kind = PTRON_F64, .values = values,
                             .labels = labels, .n_classes = 2, .class_names = names};
    ptron_options *options = options_of("epochs=20");
    ptron_dataset *sets[2];
    ptron_model *models[2];

    (void)state;
    assert_int_equal(ptron_dataset_read(text, sizeof text - 1, "rows", options, NULL, &sets[0], NULL), PTRON_OK);
    assert_int_equal(ptron_dataset_borrow(&rows, options, NULL, &sets[1], NULL), PTRON_OK);
    for (int i = 0; i < 2; i++) {
        struct packed bytes = model_of(sets[i], options);

        assert_int_equal(ptron_model_read(bytes.bytes, bytes.length, &models[i], NULL), PTRON_OK);
        ptron_bytes_free(bytes.bytes);
    }
    assert_memory_equal(weights_of(models[0], 0), weights_of(models[1], 0), 2 * sizeof(double));
    assert_true(ptron_model_bias(models[0], 0) == ptron_model_bias(models[1], 0));
    assert_true(weights_of(models[0], 0)[1] != 0.0);
    ptron_model_free(models[0]);
    ptron_model_free(models[1]);
    ptron_options_free(options);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_gives_the_models_of_files),
        cmocka_unit_test(borrowed_rows_give_the_weights_of_read_ones),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
