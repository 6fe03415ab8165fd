/* What an error is about, as a number that bindings map to exceptions: each of the list is really given. */
#include "reading.h"
#include "base/utf8.h"

#include <errno.h>
#include <math.h>
#include <sys/stat.h>

static ptron_error err;

static void expect(ptron_status status, ptron_status code, ptron_detail detail)
{
    if (status != code || err.code != code || err.detail != detail)
        fail_msg("%s, %s, wanted %s, %s: %s", ptron_status_text(status), ptron_detail_text(err.detail),
                 ptron_status_text(code), ptron_detail_text(detail), err.message);
    err = (ptron_error){0};
}

static ptron_status read_rows(const char *text, const char *options, const ptron_model *model)
{
    ptron_options *given = options_of(options);
    ptron_dataset *set = NULL;
    const ptron_status status = ptron_dataset_read(text, strlen(text), "rows", given, model, &set, &err);

    ptron_dataset_free(set);
    ptron_options_free(given);
    return status;
}

static ptron_status train(const char *text, const char *options, ptron_model **model)
{
    ptron_options *given = options_of(options);
    ptron_trainer *trainer = NULL;
    ptron_dataset *set = NULL;
    ptron_status status;

    assert_int_equal(ptron_dataset_read(text, strlen(text), "rows", NULL, NULL, &set, NULL), PTRON_OK);
    status = ptron_trainer_new(given, set, NULL, &trainer, &err);
    if (status == PTRON_OK && *model != NULL)
        status = ptron_trainer_resume(trainer, *model, &err);
    else if (status == PTRON_OK)
        status = ptron_trainer_run(trainer, NULL, &err);
    if (status == PTRON_OK)
        status = ptron_trainer_snapshot(trainer, model, &err);
    ptron_trainer_free(trainer);
    ptron_dataset_free(set);
    ptron_options_free(given);
    return status;
}

static void options_say_what_is_wrong(void **state)
{
    ptron_options *options = options_of("");
    const ptron_watch watch = {.size = 0};
    ptron_model *model = NULL;

    (void)state;
    expect(ptron_options_set(options, "epoch", "3", &err), PTRON_ARGUMENT, PTRON_DETAIL_OPTION_UNKNOWN);
    expect(ptron_options_set(options, "nothing-like-it", "3", &err), PTRON_ARGUMENT, PTRON_DETAIL_OPTION_UNKNOWN);
    expect(ptron_options_set(options, "epochs", "x", &err), PTRON_ARGUMENT, PTRON_DETAIL_OPTION_VALUE);
    expect(ptron_options_set(options, "holdout", "7", &err), PTRON_ARGUMENT, PTRON_DETAIL_OPTION_VALUE);
    expect(ptron_options_set(options, "bias", "maybe", &err), PTRON_ARGUMENT, PTRON_DETAIL_OPTION_VALUE);
    expect(ptron_options_set(options, "missing", "maybe", &err), PTRON_ARGUMENT, PTRON_DETAIL_OPTION_VALUE);
    expect(ptron_options_watch(options, &watch, &err), PTRON_ARGUMENT, PTRON_DETAIL_STRUCT_SIZE);
    expect(ptron_options_set(options, NULL, "3", &err), PTRON_ARGUMENT, PTRON_DETAIL_NONE);
    expect(train("+1 1:1\n-1 1:2\n", "algorithm=none-such", &model), PTRON_ARGUMENT, PTRON_DETAIL_ALGORITHM_UNKNOWN);
    ptron_options_free(options);
}

static bool stop(void *user, uint64_t taken, uint64_t total)
{
    (void)user, (void)taken, (void)total;
    return false;
}

static void memory_and_stopping_are_told(void **state)
{
    const ptron_watch watch = {.size = sizeof watch, .on_read = stop};
    ptron_options *options = options_of("");
    char *path = file_of(".svm", "+1 1:1\n", 7);
    ptron_dataset *set;

    (void)state;
    pt_test_fail_allocation(0);
    expect(ptron_options_new(&(ptron_options *){NULL}, &err), PTRON_NOMEM, PTRON_DETAIL_MEMORY);
    pt_test_fail_allocation(SIZE_MAX);
    assert_int_equal(ptron_options_watch(options, &watch, NULL), PTRON_OK);
    expect(ptron_dataset_load((const char *const[]){path}, 1, options, NULL, &set, &err), PTRON_CANCELED,
           PTRON_DETAIL_CANCELED);
    ptron_options_free(options);
    drop_file(path);
}

static void files_say_what_is_wrong(void **state)
{
    char *path = file_of(".model", "not a model", 11);
    ptron_dataset *set;
    ptron_model *model;

    (void)state;
    expect(ptron_dataset_load((const char *const[]){"/no/such/file"}, 1, NULL, NULL, &set, &err), PTRON_IO,
           PTRON_DETAIL_FILE_NOT_FOUND);
    expect(ptron_model_load("/no/such/file", &model, &err), PTRON_IO, PTRON_DETAIL_FILE_NOT_FOUND);
    expect(ptron_model_load(path, &model, &err), PTRON_MODEL, PTRON_DETAIL_NOT_A_MODEL);
    if (geteuid() != 0) {   /* to whom nothing is denied */
        chmod(path, 0);
        expect(ptron_model_load(path, &model, &err), PTRON_IO, PTRON_DETAIL_FILE_DENIED);
    }
    assert_int_equal(pt_detail_of_errno(EACCES), PTRON_DETAIL_FILE_DENIED);
    assert_int_equal(pt_detail_of_errno(ENOSPC), PTRON_DETAIL_FILE_FULL);
    assert_int_equal(pt_detail_of_errno(EIO), PTRON_DETAIL_NONE);
    drop_file(path);
}

static void damaged_models_say_so(void **state)
{
    ptron_model *model = NULL, *back;
    unsigned char *copy;
    size_t length;
    void *bytes;

    (void)state;
    assert_int_equal(train("+1 1:1\n-1 1:-1\n", "", &model), PTRON_OK);
    assert_int_equal(ptron_model_write(model, &bytes, &length, NULL), PTRON_OK);
    copy = malloc(length);
    memcpy(copy, bytes, length);
    copy[length / 2] ^= 1;
    expect(ptron_model_read(copy, length, &back, &err), PTRON_MODEL, PTRON_DETAIL_CHECKSUM);
    memcpy(copy, bytes, length);
    copy[8] = 99;   /* behind the magic bytes: the version */
    expect(ptron_model_read(copy, length, &back, &err), PTRON_MODEL, PTRON_DETAIL_VERSION);
    free(copy);
    ptron_bytes_free(bytes);
    expect(train("+1 1:1\n-1 1:-2\n", "", &model), PTRON_DATA, PTRON_DETAIL_OTHER_ROWS);
    ptron_model_free(model);
}

static void rows_say_what_is_wrong(void **state)
{
    static const double nan_row[] = {(double)NAN, 1.0};
    ptron_rows rows = {.size = sizeof rows, .n_rows = 1, .n_features = 2, .kind = PTRON_F64, .values = nan_row};
    ptron_model *model = NULL, *none = NULL;
    ptron_dataset *set;

    (void)state;
    expect(read_rows("", "", NULL), PTRON_DATA, PTRON_DETAIL_NO_ROWS);
    expect(read_rows("+1 1:x\n", "", NULL), PTRON_DATA, PTRON_DETAIL_BAD_NUMBER);
    expect(read_rows("+1 1:\n", "", NULL), PTRON_DATA, PTRON_DETAIL_MISSING_VALUE);
    expect(read_rows("+1 1:inf\n", "", NULL), PTRON_DATA, PTRON_DETAIL_NOT_FINITE);
    expect(read_rows("x,y,label\n1,2,a\n1,z,b\n", "header=yes", NULL), PTRON_DATA, PTRON_DETAIL_BAD_NUMBER);
    expect(read_rows("x,y,label\n1,2,a\n1,,b\n", "header=yes", NULL), PTRON_DATA, PTRON_DETAIL_MISSING_VALUE);
    expect(read_rows("x,y,label\n1,2,a\n1,3,\n", "header=yes", NULL), PTRON_DATA, PTRON_DETAIL_LABEL_MISSING);
    expect(read_rows("+1 1:1\n-1 1:2\n", "positive=7", NULL), PTRON_ARGUMENT, PTRON_DETAIL_LABEL_UNKNOWN);
    expect(ptron_dataset_borrow(&rows, NULL, NULL, &set, &err), PTRON_DATA, PTRON_DETAIL_NOT_FINITE);
    expect(train("+1 1:1\n+1 1:2\n", "", &none), PTRON_DATA, PTRON_DETAIL_ONE_CLASS);
    expect(train("+1 1:1e200\n-1 1:2\n", "", &none), PTRON_DATA, PTRON_DETAIL_TOO_LARGE);
    assert_int_equal(train("+1 1:1\n-1 1:-1\n", "", &model), PTRON_OK);
    rows.values = (const double[]){1.0, 2.0};
    expect(ptron_dataset_borrow(&rows, NULL, model, &set, &err), PTRON_DATA, PTRON_DETAIL_FEATURE_COUNT);
    assert_int_equal(ptron_dataset_read("x,label\n1,a\n2,b\n", 16, "t", NULL, NULL, &set, NULL), PTRON_OK);
    expect(ptron_predict(model, set, NULL, (double[2]){0.0}, NULL, &err), PTRON_ARGUMENT, PTRON_DETAIL_OTHER_FEATURES);
    ptron_dataset_free(set);
    ptron_model_free(model);
}

static void messages_are_whole_characters(void **state)
{
    ptron_options *options = options_of("");
    char name[64];

    (void)state;
    for (size_t before = 30; before < 50; before++) {   /* the cut is after 40 bytes */
        memset(name, 'a', before);
        memcpy(name + before, "\xe2\x82\xac\xe2\x82\xac", 7);
        assert_int_equal(ptron_options_set(options, name, "1", &err), PTRON_ARGUMENT);
        for (const char *at = err.message; *at != '\0'; at += pt_utf8_bytes(at, SIZE_MAX))
            assert_true(pt_utf8_bytes(at, SIZE_MAX) > 0);
    }
    assert_int_equal(ptron_options_set(options, "\xff-nothing-like-it", "1", &err), PTRON_ARGUMENT);
    assert_string_equal(err.message, "no option '?-nothing-like-it'");
    ptron_options_free(options);
}

static void every_detail_has_its_text(void **state)
{
    (void)state;
#define X(name, value, text) assert_string_equal(ptron_detail_text(PTRON_DETAIL_##name), text);
    PTRON_DETAIL_MAP(X)
#undef X
    assert_string_equal(ptron_detail_text((ptron_detail)1000), "unknown detail");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_say_what_is_wrong),
        cmocka_unit_test(memory_and_stopping_are_told),
        cmocka_unit_test(files_say_what_is_wrong),
        cmocka_unit_test(damaged_models_say_so),
        cmocka_unit_test(rows_say_what_is_wrong),
        cmocka_unit_test(messages_are_whole_characters),
        cmocka_unit_test(every_detail_has_its_text),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
