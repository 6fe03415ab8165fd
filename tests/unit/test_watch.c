/* Whoever watches is told how far reading and training are, and may stop reading. */
#include "reading.h"

#include <math.h>

struct seen {
    uint64_t calls, taken, total;
    bool     back, stop;
};

static bool on_read(void *user, uint64_t taken, uint64_t total)
{
    struct seen *seen = user;

    seen->calls++;
    seen->back |= taken < seen->taken || (seen->calls > 1 && total != seen->total);
    seen->taken = taken;
    seen->total = total;
    return !seen->stop;
}

static ptron_status watched(const char *const *paths, size_t n, struct seen *seen, ptron_dataset **set)
{
    const ptron_watch watch = {.size = sizeof watch, .user = seen, .on_read = on_read};
    ptron_options *options = options_of("threads=2");
    ptron_error err = {0};
    ptron_status status;

    assert_int_equal(ptron_options_watch(options, &watch, NULL), PTRON_OK);
    status = ptron_dataset_load(paths, n, options, NULL, set, &err);
    assert_int_equal(status, err.code);
    ptron_options_free(options);
    return status;
}

enum { ROWS = 200000 };   /* some megabytes: several runs */

static char *many_rows(size_t *length)
{
    char *text = malloc(ROWS * 20);

    *length = 0;
    for (int i = 0; i < ROWS; i++)
        *length += (size_t)sprintf(text + *length, "%+d 1:%d 3:%d\n", i % 2 == 0 ? 1 : -1, i % 10, i % 7);
    return text;
}

static void reading_tells_how_far_it_is(void **state)
{
    size_t length;
    char *text = many_rows(&length);
    struct packed packed = gzip_of(text, length);
    char *const files[] = {file_of("", text, length), file_of("", packed.bytes, packed.length)};
    const char *const paths[] = {files[0], files[1]};
    struct seen seen = {0};
    ptron_dataset *set;

    (void)state;
    assert_int_equal(watched(paths, 2, &seen, &set), PTRON_OK);
    assert_int_equal(set->n_rows, 2 * ROWS);
    assert_true(seen.calls > 4);
    assert_false(seen.back);
    assert_int_equal(seen.total, length + packed.length);
    assert_int_equal(seen.taken, seen.total);
    ptron_dataset_free(set);
    drop_file(files[0]);
    drop_file(files[1]);
    free(packed.bytes);
    free(text);
}

static void reading_stops_when_it_is_told_to(void **state)
{
    char *file = file_of("", "+1 1:1\n-1 2:1\n", 14);
    const char *path = file;
    struct seen seen = {.stop = true};
    ptron_dataset *set;

    (void)state;
    assert_int_equal(watched(&path, 1, &seen, &set), PTRON_CANCELED);
    assert_null(set);
    assert_int_equal(seen.calls, 1);
    drop_file(file);
}

static void nobody_needs_to_watch(void **state)
{
    ptron_options *options = options_of("");
    const ptron_watch watch = {.size = sizeof watch, .user = NULL, .on_read = on_read};
    ptron_dataset *set;

    (void)state;
    assert_int_equal(ptron_options_watch(options, &watch, NULL), PTRON_OK);
    assert_int_equal(ptron_options_watch(options, NULL, NULL), PTRON_OK);
    assert_int_equal(ptron_dataset_read("+1 1:1\n-1 2:1\n", 14, "rows", options, NULL, &set, NULL), PTRON_OK);
    ptron_dataset_free(set);
    ptron_options_free(options);
}

/* ---- training ------------------------------------------------------------------------------------ */

struct bounds {
    double   last;      /* upper bound when the last epoch ended */
    uint64_t between;   /* looks within later epochs */
};

static bool on_epoch(void *user, const ptron_progress *progress)
{
    struct bounds *bounds = user;

    assert_true(progress->margin_upper > 0.0);
    assert_true(isnan(bounds->last) || progress->margin_upper <= bounds->last);
    bounds->last = progress->margin_upper;
    return true;
}

static bool on_block(void *user, const ptron_progress *progress)
{
    struct bounds *bounds = user;

    if (isnan(bounds->last))
        return true;
    bounds->between++;
    assert_float_equal(progress->margin_upper, bounds->last, 0.0);
    return true;
}

static void the_bound_of_the_margin_stands_between_the_ends_of_epochs(void **state)
{
    static const char rows[] = "+1 1:0.5\n-1 1:0.7\n+1 1:0.9\n-1 1:1.3\n+1 1:1.1\n";
    struct bounds bounds = {.last = NAN};
    const ptron_observer observer = {
        .size = sizeof observer, .user = &bounds, .on_block = on_block, .on_epoch = on_epoch};
    ptron_options *options = options_of("epochs=20");
    ptron_dataset *set;
    ptron_trainer *trainer;

    (void)state;
    assert_int_equal(ptron_dataset_read(rows, sizeof rows - 1, "rows", options, NULL, &set, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_new(options, set, NULL, &trainer, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_run(trainer, &observer, NULL), PTRON_OK);
    assert_int_equal(bounds.between, 19);
    ptron_trainer_free(trainer);
    ptron_dataset_free(set);
    ptron_options_free(options);
}

/* ---- work on rows ---------------------------------------------------------------------------------- */

struct work {
    ptron_dataset *set;
    ptron_model   *model;
    ptron_options *options;
    char          *path;
};

static ptron_status predict(const struct work *w)
{
    uint32_t *classes = calloc(ROWS, sizeof *classes);
    const ptron_status status = ptron_predict(w->model, w->set, w->options, NULL, classes, NULL);

    free(classes);
    return status;
}

static ptron_status predict_probabilities(const struct work *w)
{
    double *probabilities = calloc(2 * ROWS, sizeof *probabilities);
    const ptron_status status = ptron_predict_probabilities(w->model, w->set, w->options, probabilities, NULL);

    free(probabilities);
    return status;
}

static ptron_status evaluate(const struct work *w)
{
    ptron_evaluation *evaluation = NULL;
    ptron_status status = ptron_evaluation_new(w->model, w->options, &evaluation, NULL);

    if (status == PTRON_OK)
        status = ptron_evaluation_add(evaluation, w->set, NULL);
    ptron_evaluation_free(evaluation);
    return status;
}

static ptron_status check(const struct work *w)
{
    PTRON_SIZED(ptron_checkup, checkup);

    return ptron_dataset_check(w->set, w->options, &checkup, NULL);
}

static ptron_status pack(const struct work *w)   /* a file is there when it was not stopped, and only then */
{
    const ptron_status status = ptron_dataset_pack(w->set, w->path, w->options, NULL);

    assert_int_equal(access(w->path, F_OK) == 0, status == PTRON_OK);
    unlink(w->path);
    return status;
}

static ptron_status (*const works[])(const struct work *w) = {predict, predict_probabilities, evaluate, check, pack};

static struct work work_new(struct seen *seen)
{
    const ptron_watch watch = {.size = sizeof watch, .user = seen, .on_rows = on_read};
    struct work w = {.path = file_of(".pack", "", 0)};
    ptron_options *calibrated = options_of("epochs=1 calibrate=sigmoid holdout=0.1");
    ptron_trainer *trainer = NULL;
    size_t length;
    char *text = many_rows(&length);

    unlink(w.path);
    assert_int_equal(ptron_dataset_read(text, length, "rows", NULL, NULL, &w.set, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_new(calibrated, w.set, NULL, &trainer, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_run(trainer, NULL, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_snapshot(trainer, &w.model, NULL), PTRON_OK);
    w.options = options_of("");
    ptron_options_watch(w.options, &watch, NULL);
    ptron_trainer_free(trainer);
    ptron_options_free(calibrated);
    free(text);
    return w;
}

static void work_free(struct work *w)
{
    ptron_model_free(w->model);
    ptron_dataset_free(w->set);
    ptron_options_free(w->options);
    free(w->path);
}

static void work_on_rows_tells_how_far_it_is(void **state)
{
    struct seen seen = {0};
    struct work w = work_new(&seen);

    (void)state;
    for (size_t i = 0; i < sizeof works / sizeof *works; i++) {
        seen = (struct seen){0};
        assert_int_equal(works[i](&w), PTRON_OK);
        assert_true(seen.calls > 4);
        assert_false(seen.back);
        assert_true(seen.taken == seen.total && seen.total >= ROWS);
    }
    work_free(&w);
}

static void work_on_rows_stops_when_it_is_told_to(void **state)
{
    struct seen seen = {0};
    struct work w = work_new(&seen);

    (void)state;
    for (size_t i = 0; i < sizeof works / sizeof *works; i++) {
        seen = (struct seen){.stop = true};
        assert_int_equal(works[i](&w), PTRON_CANCELED);
        assert_int_equal(seen.calls, 1);
    }
    work_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reading_tells_how_far_it_is),
        cmocka_unit_test(reading_stops_when_it_is_told_to),
        cmocka_unit_test(nobody_needs_to_watch),
        cmocka_unit_test(the_bound_of_the_margin_stands_between_the_ends_of_epochs),
        cmocka_unit_test(work_on_rows_tells_how_far_it_is),
        cmocka_unit_test(work_on_rows_stops_when_it_is_told_to),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
