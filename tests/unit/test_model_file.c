/* Model files: what is saved comes back, and nothing that was damaged is taken for a model. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "model_parts.h"

#include <unistd.h>

/* ---- what is saved comes back -------------------------------------------------------------------- */

static void saved_and_loaded_models_save_to_the_same_bytes(void **state)
{
    static const struct {
        uint32_t features, classes, gap;
    } shapes[] = {{1, 2, 1}, {4, 2, 1}, {4, 3, 1}, {1000, 2, 3}, {1000, 2, 1}, {50, 20, 5}, {7, 2, 100}};

    (void)state;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        ptron_model *model = toy_model(shapes[i].features, shapes[i].classes, shapes[i].gap);

        assert_comes_back(model);
        ptron_model_free(model);
    }
}

static void odd_weights_keep_their_bits(void **state)
{
    ptron_model *model = toy_model(8, 2, 100);

    (void)state;
    model->weights[0] = -0.0;
    model->weights[5] = 4.9406564584124654e-324;
    assert_comes_back(model);
    for (size_t j = 0; j < 8; j++)
        model->weights[j] = j % 2 == 0 ? -0.0 : 1.7976931348623157e308;
    assert_comes_back(model);
    ptron_model_free(model);
}

static void a_model_without_a_bias_comes_back(void **state)
{
    ptron_model *model = toy_model(3, 2, 1);

    (void)state;
    model->has_bias = false;
    model->bias[0] = 0.0;
    model->bias_scale = 0.0;
    assert_comes_back(model);
    ptron_model_free(model);
}

static void the_learners_state_comes_back(void **state)
{
    ptron_model *model = toy_model(3, 2, 1), *back;
    struct pt_buffer file;

    (void)state;
    model->state = toy_text("anything at all");
    model->state_length = 15;
    assert_comes_back(model);
    file = save(model);
    assert_int_equal(load_exactly(file.bytes, file.length, &back, NULL), PTRON_OK);
    assert_int_equal(back->state_length, 15);
    assert_memory_equal(back->state, "anything at all", 15);
    pt_buffer_fini(&file);
    ptron_model_free(back);
    ptron_model_free(model);
}

static void a_model_says_what_it_is(void **state)
{
    ptron_model *model = toy_model(4, 3, 1), *back;
    struct pt_buffer file = save(model);
    const char *name, *value;
    PTRON_SIZED(ptron_model_facts, facts);
    PTRON_SIZED(ptron_result, training);
    double weights[3][4], biases[3];

    (void)state;
    assert_int_equal(ptron_model_read(file.bytes, file.length, &back, NULL), PTRON_OK);
    ptron_model_describe(back, &facts);
    assert_string_equal(facts.kind, "linear");
    assert_string_equal(facts.version, "0.1.0");
    assert_string_equal(facts.format, "libsvm");
    assert_string_equal(facts.scaling, "none");
    assert_int_equal(facts.index_base, 1);
    assert_int_equal(facts.features, 4);
    assert_int_equal(facts.classes, 3);
    assert_int_equal(facts.vectors, 3);
    assert_true(facts.has_bias && !facts.has_state && !facts.dense);
    assert_int_equal(ptron_model_training(back, &training, NULL), PTRON_OK);
    assert_string_equal(training.algorithm, "perceptron");
    assert_int_equal(training.reason, PTRON_STOP_EPOCHS);
    assert_int_equal(training.updates, 77);
    assert_int_equal(training.mistakes, 78);
    assert_int_equal(training.seed, 42);
    assert_true(training.radius == 9.25);
    assert_true(training.margin_upper > 0.125 && training.margin_upper < 0.125 + 1e-9);   /* rounded outwards */
    assert_true(isinf(training.k_max_upper) && isnan(training.risk));
    assert_true(isnan(training.seconds));
    assert_string_equal(ptron_model_class_name(back, 2), "class00002");
    assert_null(ptron_model_class_name(back, 3));
    assert_true(ptron_model_parameter(back, 1, &name, &value));
    assert_string_equal(name, "order");
    assert_string_equal(value, "given");
    assert_false(ptron_model_parameter(back, 2, &name, &value));
    assert_int_equal(ptron_model_copy_weights(back, *weights, 12, biases, NULL), PTRON_OK);
    for (size_t v = 0; v < 3; v++)
        for (size_t j = 0; j < 4; j++)
            assert_true(weights[v][j] == model->weights[j * 3 + v]);
    assert_memory_equal(biases, model->bias, sizeof biases);
    assert_int_equal(ptron_model_copy_weights(back, *weights, 11, NULL, NULL), PTRON_ARGUMENT);
    assert_int_equal(ptron_model_copy_weights(back, NULL, 0, NULL, NULL), PTRON_OK);
    assert_int_equal(ptron_model_copy_weights(NULL, NULL, 0, NULL, NULL), PTRON_ARGUMENT);
    assert_true(ptron_model_bias(back, 1) == model->bias[1]);
    assert_int_equal(ptron_model_scores(back), 3);
    assert_true(ptron_model_uses(back, 3) && !ptron_model_uses(back, 4));
    assert_true(back->fingerprint == model->fingerprint);
    pt_buffer_fini(&file);
    ptron_model_free(back);
    ptron_model_free(model);
}

static void an_older_callers_shorter_struct_is_not_overrun(void **state)
{
    ptron_model *model = toy_model(4, 2, 1);
    ptron_model_facts facts;

    (void)state;
    memset(&facts, 0x5a, sizeof facts);
    facts.size = offsetof(ptron_model_facts, format);
    ptron_model_describe(model, &facts);
    assert_string_equal(facts.version, "0.1.0");
    assert_int_equal(facts.size, offsetof(ptron_model_facts, format));
    assert_int_equal(((unsigned char *)&facts)[facts.size], 0x5a);
    ptron_model_free(model);
}

static void few_weights_take_few_bytes(void **state)
{
    ptron_model *sparse = toy_model(100000, 2, 1000), *full = toy_model(1000, 2, 1);
    struct pt_buffer a = save(sparse), b = save(full);

    (void)state;
    assert_true(a.length < 2000);
    assert_true(b.length > 8000 && b.length < 9000);
    pt_buffer_fini(&a);
    pt_buffer_fini(&b);
    ptron_model_free(sparse);
    ptron_model_free(full);
}

static void one_nan_stands_for_all(void **state)
{
    ptron_model *model = toy_model(2, 2, 1);
    struct pt_buffer a = save(model), b;
    const uint64_t bits = UINT64_C(0xfff8000000000123);

    (void)state;
    memcpy(&model->training.risk, &bits, sizeof bits);
    b = save(model);
    assert_same_bytes(&a, &b);
    pt_buffer_fini(&a);
    pt_buffer_fini(&b);
    ptron_model_free(model);
}

static void files_are_loaded_by_path_and_named_in_errors(void **state)
{
    ptron_model *model = toy_model(4, 2, 1), *back = NULL;
    char path[] = "/tmp/test_model.XXXXXX";
    const int fd = mkstemp(path);
    ptron_error err;

    (void)state;
    assert_true(fd >= 0);
    close(fd);
    assert_int_equal(ptron_model_load(path, &back, &err), PTRON_MODEL);
    assert_string_equal(err.file, path);
    assert_string_equal(err.message, "not a perceptron model: the file is empty");
    assert_int_equal(ptron_model_save(model, path, NULL), PTRON_OK);
    assert_int_equal(ptron_model_load(path, &back, NULL), PTRON_OK);
    assert_memory_equal(back->weights, model->weights, 4 * sizeof(double));
    unlink(path);
    ptron_model_free(back);
    assert_int_equal(ptron_model_load(path, &back, NULL), PTRON_IO);
    assert_null(back);
    ptron_model_free(model);
}

/* ---- damage -------------------------------------------------------------------------------------- */

static void a_file_cut_anywhere_is_refused(void **state)
{
    ptron_model *model = toy_model(4, 3, 1);
    struct pt_buffer file = save(model);

    (void)state;
    assert_refused(file.bytes, 0, PTRON_MODEL, "not a perceptron model");
    for (size_t n = 1; n < file.length; n++)
        assert_refused(file.bytes, n, PTRON_MODEL, "truncated");
    pt_buffer_byte(&file, 'x');
    assert_refused(file.bytes, file.length, PTRON_MODEL, "1 byte follows the end");
    pt_buffer_fini(&file);
    ptron_model_free(model);
}

static void a_file_with_any_bit_flipped_is_refused(void **state)
{
    ptron_model *model = toy_model(4, 2, 1);
    struct pt_buffer file;

    (void)state;
    model->state = toy_text("state");
    model->state_length = 5;
    file = save(model);
    for (size_t bit = 0; bit < 8 * file.length; bit++) {
        file.bytes[bit / 8] = (char)(file.bytes[bit / 8] ^ (1 << bit % 8));
        assert_refused(file.bytes, file.length, PTRON_MODEL, "");
        file.bytes[bit / 8] = (char)(file.bytes[bit / 8] ^ (1 << bit % 8));
    }
    pt_buffer_fini(&file);
    ptron_model_free(model);
}

static void what_is_no_model_is_called_so(void **state)
{
    ptron_model *model = toy_model(4, 2, 1);
    struct parts parts = split(model);
    struct pt_buffer file = join(&parts, 7, 0);

    (void)state;
    assert_refused("+1 1:0.5 2:1\n", 13, PTRON_MODEL, "not a perceptron model");
    assert_refused(file.bytes, file.length, PTRON_MODEL,
                   "made by a newer version (format 7); this library reads up to 1");
    pt_buffer_fini(&file);
    file = join(&parts, 0, 0);
    assert_refused(file.bytes, file.length, PTRON_MODEL, "format 0 does not exist");
    pt_buffer_fini(&file);
    file = join(&parts, 1, 1);
    assert_refused(file.bytes, file.length, PTRON_MODEL, "checksum of the whole does not match");
    pt_buffer_fini(&file);
    file = join(&parts, 1, 0);
    file.bytes[file.length - 60] ^= 1;
    assert_refused(file.bytes, file.length, PTRON_MODEL, "checksum of section WGHT does not match");
    pt_buffer_fini(&file);
    free_parts(&parts);
    ptron_model_free(model);
}

/* ---- memory -------------------------------------------------------------------------------------- */

static bool loading_survives(const struct pt_buffer *file, size_t k)
{
    ptron_model *model = NULL;
    ptron_status status;
    bool failed;

    pt_test_fail_allocation(k);
    status = ptron_model_read(file->bytes, file->length, &model, NULL);
    failed = pt_test_allocation_failed();
    pt_test_fail_allocation(SIZE_MAX);
    assert_int_equal(status, failed ? PTRON_NOMEM : PTRON_OK);
    assert_true((model == NULL) == failed);
    ptron_model_free(model);
    return failed;
}

static bool saving_survives(const ptron_model *model, size_t k)
{
    ptron_status status;
    size_t length;
    void *bytes;
    bool failed;

    pt_test_fail_allocation(k);
    status = ptron_model_write(model, &bytes, &length, NULL);
    failed = pt_test_allocation_failed();
    pt_test_fail_allocation(SIZE_MAX);
    assert_int_equal(status, failed ? PTRON_NOMEM : PTRON_OK);
    assert_true((bytes == NULL) == failed);
    ptron_bytes_free(bytes);
    return failed;
}

static void every_allocation_may_fail(void **state)
{
    size_t k;

    (void)state;
    for (uint32_t gap = 1; gap <= 5; gap += 4) {
        ptron_model *model = toy_model(30, 3, gap);
        struct pt_buffer file;

        model->state = toy_text("state");
        model->state_length = 5;
        file = save(model);
        for (k = 0; loading_survives(&file, k); k++)
            continue;
        assert_true(k > 10);
        for (k = 0; saving_survives(model, k); k++)
            continue;
        assert_true(k > 2);
        pt_buffer_fini(&file);
        ptron_model_free(model);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(saved_and_loaded_models_save_to_the_same_bytes),
        cmocka_unit_test(odd_weights_keep_their_bits),
        cmocka_unit_test(a_model_without_a_bias_comes_back),
        cmocka_unit_test(the_learners_state_comes_back),
        cmocka_unit_test(a_model_says_what_it_is),
        cmocka_unit_test(an_older_callers_shorter_struct_is_not_overrun),
        cmocka_unit_test(few_weights_take_few_bytes),
        cmocka_unit_test(one_nan_stands_for_all),
        cmocka_unit_test(files_are_loaded_by_path_and_named_in_errors),
        cmocka_unit_test(a_file_cut_anywhere_is_refused),
        cmocka_unit_test(a_file_with_any_bit_flipped_is_refused),
        cmocka_unit_test(what_is_no_model_is_called_so),
        cmocka_unit_test(every_allocation_may_fail),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
