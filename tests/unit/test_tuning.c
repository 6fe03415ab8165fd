/* Tuning in C: rows in memory and in files give the same scores, structs of any size are filled as far as they go, and
 * memory that runs out leaves nothing behind. */
#include "reading.h"

#include "base/alloc.h"

#include <math.h>

static const char *const words[] = {"algorithm=averaged", "algorithm=arow", "algorithm=svm C=10",
                                    "algorithm=svm C=0.1"};
enum { SETTINGS = 4, ROWS = 60 };

static ptron_options *settings[SETTINGS];
static char text[ROWS * 40];

static int make(void **state)
{
    size_t n = (size_t)snprintf(text, sizeof text, "x,y,label\n");

    (void)state;
    for (int i = 0; i < ROWS; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%d,%d,%s\n", (i * 7) % 23 + (i % 2) * 9, (i * 5) % 17,
                              i % 2 ? "b" : "a");
    for (size_t i = 0; i < SETTINGS; i++) {
        settings[i] = options_of(words[i]);
        assert_int_equal(ptron_options_set(settings[i], "scale", "standard", NULL), PTRON_OK);
        assert_int_equal(ptron_options_set(settings[i], "epochs", "5", NULL), PTRON_OK);
    }
    return 0;
}

static int drop(void **state)
{
    (void)state;
    for (size_t i = 0; i < SETTINGS; i++)
        ptron_options_free(settings[i]);
    return 0;
}

static ptron_status of_file(const char *path, const ptron_options *options, ptron_tuning **out, ptron_error *err)
{
    return ptron_tuning_open(&path, 1, options, (const ptron_options *const *)settings, SETTINGS, out, err);
}

static void rows_in_memory_are_tested_as_those_of_a_file(void **state)
{
    char *path = file_of(".csv", text, strlen(text));
    const char *paths[] = {path};
    ptron_dataset *set;
    ptron_tuning *file, *memory;

    (void)state;
    assert_int_equal(ptron_dataset_load(paths, 1, NULL, NULL, &set, NULL), PTRON_OK);
    assert_int_equal(of_file(path, NULL, &file, NULL), PTRON_OK);
    assert_int_equal(ptron_tuning_of_set(set, NULL, (const ptron_options *const *)settings, SETTINGS, &memory, NULL),
                     PTRON_OK);
    ptron_dataset_free(set);   /* the tuning keeps it */
    assert_int_equal(ptron_tuning_run(file, NULL, NULL), PTRON_OK);
    assert_int_equal(ptron_tuning_run(memory, NULL, NULL), PTRON_OK);
    for (uint64_t row = 0; row < ROWS; row++)
        assert_int_equal(ptron_tuning_fold(file, 0, row), ptron_tuning_fold(memory, 0, row));
    for (uint64_t rank = 0; rank < SETTINGS; rank++) {
        PTRON_SIZED(ptron_tuned, a);
        PTRON_SIZED(ptron_tuned, b);

        assert_true(ptron_tuning_get(file, rank, &a) && ptron_tuning_get(memory, rank, &b));
        assert_string_equal(a.name, b.name);
        assert_true(a.mean == b.mean && a.spread == b.spread);
    }
    ptron_tuning_free(memory);
    ptron_tuning_free(file);
    drop_file(path);
}

static void a_caller_of_old_is_filled_as_far_as_it_goes(void **state)
{
    char *path = file_of(".csv", text, strlen(text));
    ptron_tuning *tuning;
    ptron_tuned tuned = {.size = offsetof(ptron_tuned, mean), .mean = 77.0};
    ptron_tuning_facts facts = {.size = offsetof(ptron_tuning_facts, settings), .settings = 77};

    (void)state;
    assert_int_equal(of_file(path, NULL, &tuning, NULL), PTRON_OK);
    assert_int_equal(ptron_tuning_run(tuning, NULL, NULL), PTRON_OK);
    assert_true(ptron_tuning_get(tuning, 0, &tuned));
    assert_true(tuned.size == offsetof(ptron_tuned, mean) && tuned.mean == 77.0 && tuned.name != NULL);
    ptron_tuning_describe(tuning, &facts);
    assert_true(facts.rows == ROWS && facts.settings == 77);
    tuned.size = 0;
    assert_false(ptron_tuning_get(tuning, 0, &tuned));
    ptron_tuning_free(tuning);
    drop_file(path);
}

static bool stop(void *user, uint64_t done, uint64_t runs)
{
    (void)runs;
    return done < *(uint64_t *)user;
}

static void what_was_stopped_goes_on(void **state)
{
    char *path = file_of(".csv", text, strlen(text));
    uint64_t most = 7;
    const ptron_tuning_watch watch = {.size = sizeof watch, .user = &most, .on_run = stop};
    ptron_options *one = options_of("threads=1");
    ptron_tuning *tuning, *again;
    ptron_model *model = NULL;
    void *bytes;
    size_t length;
    PTRON_SIZED(ptron_tuning_facts, facts);

    (void)state;
    assert_int_equal(of_file(path, one, &tuning, NULL), PTRON_OK);
    assert_int_equal(ptron_tuning_run(tuning, &watch, NULL), PTRON_CANCELED);
    ptron_tuning_describe(tuning, &facts);
    assert_true(facts.done == 7 && facts.runs == 20 && facts.chosen == UINT64_MAX);
    assert_null(ptron_tuning_chosen(tuning));
    assert_int_equal(ptron_tuning_finish(tuning, NULL, NULL, &model, NULL), PTRON_ARGUMENT);
    assert_int_equal(ptron_tuning_write(tuning, &bytes, &length, NULL), PTRON_OK);
    assert_int_equal(of_file(path, one, &again, NULL), PTRON_OK);
    assert_int_equal(ptron_tuning_restore(again, bytes, length, NULL), PTRON_OK);
    ptron_tuning_describe(again, &facts);
    assert_int_equal(facts.done, 7);
    assert_int_equal(ptron_tuning_run(tuning, NULL, NULL), PTRON_OK);
    assert_int_equal(ptron_tuning_run(again, NULL, NULL), PTRON_OK);
    for (uint64_t rank = 0; rank < SETTINGS; rank++)
        for (uint64_t i = 0; i < 5; i++)
            assert_true(ptron_tuning_score(tuning, rank, i) == ptron_tuning_score(again, rank, i));
    assert_int_equal(ptron_tuning_finish(again, NULL, NULL, &model, NULL), PTRON_OK);
    assert_string_equal(ptron_model_tuned_by(model), "error");
    ptron_model_free(model);
    ptron_bytes_free(bytes);
    ptron_tuning_free(again);
    ptron_tuning_free(tuning);
    ptron_options_free(one);
    drop_file(path);
}

static bool note_most(void *user, uint64_t done, uint64_t runs)
{
    uint64_t *most = user;

    *most = done > *most ? done : *most;
    return done <= runs;
}

static void epochs_written_in_two_ways_are_run_once_for_each(void **state)
{
    char *path = file_of(".csv", text, strlen(text));
    ptron_options *given[] = {options_of("epochs=7"), options_of("epochs=07"), options_of("epochs=9")};
    uint64_t most = 0;
    const ptron_tuning_watch watch = {.size = sizeof watch, .user = &most, .on_run = note_most};
    ptron_tuning *tuning;
    PTRON_SIZED(ptron_tuning_facts, facts);

    (void)state;
    assert_int_equal(ptron_tuning_open((const char *const *)&path, 1, NULL, (const ptron_options *const *)given, 3,
                                       &tuning, NULL), PTRON_OK);
    assert_int_equal(ptron_tuning_run(tuning, &watch, NULL), PTRON_OK);
    ptron_tuning_describe(tuning, &facts);
    assert_true(most == facts.runs && facts.done == facts.runs && facts.runs == 15);
    for (size_t i = 0; i < 3; i++)
        ptron_options_free(given[i]);
    ptron_tuning_free(tuning);
    drop_file(path);
}

/* Every k-th allocation fails until none does. */
static void memory_that_runs_out_leaves_nothing_behind(void **state)
{
    char *path = file_of(".csv", text, strlen(text));
    ptron_options *one = options_of("threads=1 folds=2");
    bool failed = true;

    (void)state;
    for (size_t k = 0; failed; k += 1 + k / 40) {
        ptron_tuning *tuning = NULL;
        ptron_model *model = NULL;
        ptron_status status;

        pt_test_fail_allocation(k);
        status = of_file(path, one, &tuning, NULL);
        if (status == PTRON_OK)
            status = ptron_tuning_run(tuning, NULL, NULL);
        if (status == PTRON_OK)
            status = ptron_tuning_finish(tuning, NULL, NULL, &model, NULL);
        failed = pt_test_allocation_failed();
        pt_test_fail_allocation(SIZE_MAX);
        assert_true(status == PTRON_OK || (failed && status == PTRON_NOMEM));
        ptron_model_free(model);
        ptron_tuning_free(tuning);
    }
    ptron_options_free(one);
    drop_file(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_in_memory_are_tested_as_those_of_a_file),
        cmocka_unit_test(a_caller_of_old_is_filled_as_far_as_it_goes),
        cmocka_unit_test(what_was_stopped_goes_on),
        cmocka_unit_test(epochs_written_in_two_ways_are_run_once_for_each),
        cmocka_unit_test(memory_that_runs_out_leaves_nothing_behind),
    };

    return cmocka_run_group_tests(tests, make, drop);
}
