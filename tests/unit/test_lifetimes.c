/* Handles are freed in any order: for each pair the lender goes first, then the borrower is used and freed. The
 * sanitizers look whether what it uses is still there, and whether all of it goes in the end. */
#include "reading.h"

static const char rows_text[] = "+1 1:2 2:1\n-1 1:-1 2:-2\n+1 1:1 2:3\n-1 1:-2 2:-1\n+1 1:3 2:2\n-1 1:-3 2:-1\n";
static const char more_text[] = "+1 1:4\n-1 2:-4\n";

static ptron_dataset *read_rows(const char *text, const ptron_options *options, const ptron_model *model)
{
    ptron_dataset *set = NULL;
    ptron_error err;

    if (ptron_dataset_read(text, strlen(text), "rows", options, model, &set, &err) != PTRON_OK)
        fail_msg("%s", err.message);
    return set;
}

static ptron_model *snapshot_of(ptron_trainer *trainer)
{
    ptron_model *model = NULL;
    ptron_error err;

    if (ptron_trainer_snapshot(trainer, &model, &err) != PTRON_OK)
        fail_msg("%s", err.message);
    return model;
}

static ptron_model *train(const char *text)
{
    ptron_dataset *set = read_rows(text, NULL, NULL);
    ptron_trainer *trainer = NULL;
    ptron_model *model;

    assert_int_equal(ptron_trainer_new(NULL, set, NULL, &trainer, NULL), PTRON_OK);
    ptron_dataset_free(set);
    assert_int_equal(ptron_trainer_run(trainer, NULL, NULL), PTRON_OK);
    model = snapshot_of(trainer);
    ptron_trainer_free(trainer);
    return model;
}

/* Names, classes and values: everything that goes by the recipe. */
static void use_set(const ptron_dataset *set)
{
    PTRON_SIZED(ptron_dataset_facts, facts);
    char name[16];

    ptron_dataset_describe(set, &facts);
    assert_string_equal(facts.format, "libsvm");
    assert_string_equal(ptron_dataset_class_name(set, 0), "-1");
    assert_string_equal(ptron_dataset_class_name(set, 1), "+1");
    assert_int_equal(ptron_dataset_feature_name(set, 1, name, sizeof name), 1);
    assert_string_equal(name, "2");
    assert_int_equal(ptron_dataset_row_class(set, 0), 1);
}

static void a_set_outlives_the_model_it_was_read_with(void **state)
{
    ptron_model *model = train(rows_text);
    ptron_dataset *set = read_rows(more_text, NULL, model);

    (void)state;
    ptron_model_free(model);
    use_set(set);
    ptron_dataset_free(set);
}

static void a_borrowed_set_outlives_its_model(void **state)
{
    const double values[] = {1.0, 2.0};
    const ptron_rows rows = {.size = sizeof rows, .n_rows = 1, .n_features = 2, .kind = PTRON_F64, .values = values};
    ptron_model *model = train(rows_text);
    ptron_dataset *set = NULL;

    (void)state;
    assert_int_equal(ptron_dataset_borrow(&rows, NULL, model, &set, NULL), PTRON_OK);
    ptron_model_free(model);
    assert_string_equal(ptron_dataset_class_name(set, 1), "+1");
    ptron_dataset_free(set);
}

static void sets_outlive_the_set_they_are_like(void **state)
{
    ptron_dataset *first = read_rows(rows_text, NULL, NULL), *second = NULL, *third = NULL;
    char *path = file_of("svm", more_text, strlen(more_text));

    (void)state;
    assert_int_equal(ptron_dataset_load_like((const char *const[]){path}, 1, NULL, first, &second, NULL), PTRON_OK);
    assert_int_equal(ptron_dataset_load_like((const char *const[]){path}, 1, NULL, second, &third, NULL), PTRON_OK);
    ptron_dataset_free(first);
    use_set(second);
    ptron_dataset_free(second);
    use_set(third);
    ptron_dataset_free(third);
    drop_file(path);
}

static void an_evaluation_outlives_its_model(void **state)
{
    ptron_model *model = train(rows_text);
    ptron_dataset *set = read_rows(rows_text, NULL, model);
    ptron_evaluation *evaluation = NULL;
    PTRON_SIZED(ptron_evaluation_facts, facts);

    (void)state;
    assert_int_equal(ptron_evaluation_new(model, NULL, &evaluation, NULL), PTRON_OK);
    ptron_model_free(model);
    assert_int_equal(ptron_evaluation_add(evaluation, set, NULL), PTRON_OK);
    ptron_dataset_free(set);
    ptron_evaluation_describe(evaluation, &facts);
    assert_int_equal(facts.rows, 6);
    assert_int_equal(ptron_evaluation_count(evaluation, 1, 1), 3);
    ptron_evaluation_free(evaluation);
}

static void a_trainer_outlives_its_sets_and_the_model_it_resumes(void **state)
{
    ptron_dataset *set = read_rows(rows_text, NULL, NULL), *validation = NULL;
    ptron_options *options = options_of("epochs=3 seed=4");
    char *path = file_of("svm", more_text, strlen(more_text));
    ptron_trainer *trainer = NULL;
    PTRON_SIZED(ptron_result, result);
    ptron_model *model;

    (void)state;
    assert_int_equal(ptron_dataset_load_like((const char *const[]){path}, 1, NULL, set, &validation, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_new(options, set, validation, &trainer, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_step(trainer, NULL, NULL), PTRON_OK);
    model = snapshot_of(trainer);
    ptron_trainer_free(trainer);
    assert_int_equal(ptron_trainer_new(options, set, validation, &trainer, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_resume(trainer, model, NULL), PTRON_OK);
    ptron_model_free(model);
    ptron_dataset_free(set);
    ptron_dataset_free(validation);
    ptron_options_free(options);
    assert_int_equal(ptron_trainer_run(trainer, NULL, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_result(trainer, &result, NULL), PTRON_OK);
    assert_int_equal(result.holdout_rows, 2);
    model = snapshot_of(trainer);
    ptron_trainer_free(trainer);
    assert_string_equal(ptron_model_class_name(model, 1), "+1");
    ptron_model_free(model);
    drop_file(path);
}

static void a_certificate_and_a_run_outlive_their_set(void **state)
{
    ptron_dataset *set = read_rows(rows_text, NULL, NULL), *same = read_rows(rows_text, NULL, NULL);
    ptron_certificate *certificate = NULL;
    PTRON_SIZED(ptron_verification, verification);
    ptron_run *run = NULL, *proof = NULL;
    size_t length = 0;
    void *bytes = NULL;

    (void)state;
    assert_int_equal(ptron_certify(set, 1, NULL, NULL, &certificate, NULL), PTRON_OK);
    assert_int_equal(ptron_run_new(set, &run, NULL), PTRON_OK);
    assert_int_equal(ptron_run_of_certificate(certificate, set, NULL, &proof, NULL), PTRON_OK);
    ptron_dataset_free(set);
    assert_int_equal(ptron_certificate_write(certificate, &bytes, &length, NULL), PTRON_OK);
    ptron_certificate_free(certificate);
    assert_int_equal(ptron_verify(bytes, length, same, &verification, NULL), PTRON_OK);
    assert_true(verification.accepted);
    ptron_bytes_free(bytes);
    assert_int_equal(ptron_run_page(proof, &bytes, &length, NULL), PTRON_OK);
    ptron_bytes_free(bytes);
    assert_int_equal(ptron_run_write(run, &bytes, &length, NULL), PTRON_OK);
    ptron_bytes_free(bytes);
    ptron_dataset_free(same);
    ptron_run_free(proof);
    ptron_run_free(run);
}

static void a_run_outlives_trainer_and_model(void **state)
{
    ptron_dataset *set = read_rows(rows_text, NULL, NULL);
    ptron_trainer *trainer = NULL;
    ptron_observer observer = {.size = sizeof observer};
    ptron_run *run = NULL;
    ptron_model *model;
    size_t length = 0;
    void *bytes = NULL;

    (void)state;
    assert_int_equal(ptron_run_new(set, &run, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_new(NULL, set, NULL, &trainer, NULL), PTRON_OK);
    ptron_dataset_free(set);
    assert_int_equal(ptron_run_watch(run, NULL, &observer, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_run(trainer, &observer, NULL), PTRON_OK);
    model = snapshot_of(trainer);
    assert_int_equal(ptron_run_finish(run, trainer, model, NULL, NULL), PTRON_OK);
    ptron_model_free(model);
    ptron_trainer_free(trainer);
    assert_int_equal(ptron_run_page(run, &bytes, &length, NULL), PTRON_OK);
    ptron_bytes_free(bytes);
    ptron_run_free(run);
}

/* Files open one after the other: the list of names and the options may be gone when the second does. */
static void a_stream_outlives_its_model_its_options_and_its_paths(void **state)
{
    char *first = file_of("svm", rows_text, strlen(rows_text)), *second = file_of("svm", more_text, strlen(more_text));
    ptron_options *options = options_of("format=libsvm on-bad=skip");
    char *paths[] = {strdup(first), strdup(second)};
    ptron_model *model = train(rows_text);
    const ptron_dataset *rows = NULL;
    ptron_stream *stream = NULL;
    uint64_t n = 0;

    (void)state;
    assert_int_equal(ptron_stream_open((const char *const *)paths, 2, options, model, &stream, NULL), PTRON_OK);
    ptron_model_free(model);
    ptron_options_free(options);
    free(paths[0]);
    free(paths[1]);
    for (;;) {
        PTRON_SIZED(ptron_dataset_facts, facts);

        assert_int_equal(ptron_stream_next(stream, &rows, NULL), PTRON_OK);
        if (rows == NULL)
            break;
        use_set(rows);
        ptron_dataset_describe(rows, &facts);
        n += facts.rows;
    }
    assert_int_equal(n, 8);
    ptron_stream_close(stream);
    drop_file(first);
    drop_file(second);
}

static void a_trainer_outlives_the_stream_it_was_fed_from(void **state)
{
    char *path = file_of("svm", rows_text, strlen(rows_text));
    ptron_trainer *trainer = NULL;
    const ptron_dataset *rows = NULL;
    ptron_stream *stream = NULL;
    ptron_model *model;

    (void)state;
    assert_int_equal(ptron_stream_open((const char *const[]){path}, 1, NULL, NULL, &stream, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_new(NULL, NULL, NULL, &trainer, NULL), PTRON_OK);
    assert_int_equal(ptron_stream_next(stream, &rows, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_feed(trainer, rows, NULL, NULL), PTRON_OK);
    ptron_stream_close(stream);
    assert_int_equal(ptron_trainer_feed(trainer, NULL, NULL, NULL), PTRON_OK);
    model = snapshot_of(trainer);
    assert_string_equal(ptron_model_class_name(model, 1), "+1");
    ptron_model_free(model);
    ptron_trainer_free(trainer);
    drop_file(path);
}

/* A stream of a pack gives out a set of its own; the trainer keeps it, and it keeps the model. */
static void a_trainer_outlives_stream_pack_and_model(void **state)
{
    ptron_dataset *set = read_rows(rows_text, NULL, NULL);
    char *path = file_of("svm", "", 0);
    ptron_model *model = train(rows_text);
    ptron_trainer *trainer = NULL;
    const ptron_dataset *rows = NULL;
    ptron_stream *stream = NULL;

    (void)state;
    assert_int_equal(ptron_dataset_pack(set, path, NULL, NULL), PTRON_OK);
    ptron_dataset_free(set);
    assert_int_equal(ptron_stream_open((const char *const[]){path}, 1, NULL, model, &stream, NULL), PTRON_OK);
    ptron_model_free(model);
    assert_int_equal(ptron_trainer_new(NULL, NULL, NULL, &trainer, NULL), PTRON_OK);
    assert_int_equal(ptron_stream_next(stream, &rows, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_feed(trainer, rows, NULL, NULL), PTRON_OK);
    ptron_stream_close(stream);
    model = snapshot_of(trainer);
    ptron_trainer_free(trainer);
    ptron_model_free(model);
    drop_file(path);
}

static void a_stream_that_still_grows_is_no_example(void **state)
{
    char *path = file_of("svm", rows_text, strlen(rows_text));
    const ptron_dataset *rows = NULL;
    ptron_stream *stream = NULL;
    ptron_dataset *set = NULL;

    (void)state;
    assert_int_equal(ptron_stream_open((const char *const[]){path}, 1, NULL, NULL, &stream, NULL), PTRON_OK);
    assert_int_equal(ptron_stream_next(stream, &rows, NULL), PTRON_OK);
    assert_int_equal(ptron_dataset_load_like((const char *const[]){path}, 1, NULL, rows, &set, NULL), PTRON_ARGUMENT);
    assert_null(set);
    ptron_stream_close(stream);
    drop_file(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_set_outlives_the_model_it_was_read_with),
        cmocka_unit_test(a_borrowed_set_outlives_its_model),
        cmocka_unit_test(sets_outlive_the_set_they_are_like),
        cmocka_unit_test(an_evaluation_outlives_its_model),
        cmocka_unit_test(a_trainer_outlives_its_sets_and_the_model_it_resumes),
        cmocka_unit_test(a_certificate_and_a_run_outlive_their_set),
        cmocka_unit_test(a_run_outlives_trainer_and_model),
        cmocka_unit_test(a_stream_outlives_its_model_its_options_and_its_paths),
        cmocka_unit_test(a_trainer_outlives_the_stream_it_was_fed_from),
        cmocka_unit_test(a_trainer_outlives_stream_pack_and_model),
        cmocka_unit_test(a_stream_that_still_grows_is_no_example),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
