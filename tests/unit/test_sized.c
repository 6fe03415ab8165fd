/* Structs that grow: programs built against an older header hand in, and are handed, the members that they know. Every
 * struct that carries its size is walked here through all sizes, with a guard zone behind. */
#include "reading.h"
#include "base/sized.h"

static const char rows_text[] = "+1 1:2 2:1\n-1 1:-1 2:-2\n+1 1:1 2:3\n-1 1:-2 2:-1\n+1 1:3 2:2\n-1 1:-3 2:-1\n";

enum { GUARD = 0xa5, BEHIND = 64 };

struct bench {
    ptron_dataset *set;
    ptron_trainer *trainer;
    ptron_model *model;
    ptron_evaluation *evaluation;
    ptron_stream *stream;
    ptron_certificate *certificate;
    void *proof;
    size_t proof_length;
    char *path;
};

static void prepare(struct bench *b)
{
    const ptron_dataset *rows;

    assert_int_equal(ptron_dataset_read(rows_text, strlen(rows_text), "rows", NULL, NULL, &b->set, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_new(NULL, b->set, NULL, &b->trainer, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_run(b->trainer, NULL, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_snapshot(b->trainer, &b->model, NULL), PTRON_OK);
    assert_int_equal(ptron_evaluation_new(b->model, NULL, &b->evaluation, NULL), PTRON_OK);
    assert_int_equal(ptron_evaluation_add(b->evaluation, b->set, NULL), PTRON_OK);
    b->path = file_of(".svm", rows_text, strlen(rows_text));
    assert_int_equal(ptron_stream_open((const char *const[]){b->path}, 1, NULL, NULL, &b->stream, NULL), PTRON_OK);
    assert_int_equal(ptron_stream_next(b->stream, &rows, NULL), PTRON_OK);
    assert_int_equal(ptron_certify(b->set, 1, NULL, NULL, &b->certificate, NULL), PTRON_OK);
    assert_int_equal(ptron_certificate_write(b->certificate, &b->proof, &b->proof_length, NULL), PTRON_OK);
}

static void tidy(struct bench *b)
{
    ptron_bytes_free(b->proof);
    ptron_certificate_free(b->certificate);
    ptron_stream_close(b->stream);
    drop_file(b->path);
    ptron_evaluation_free(b->evaluation);
    ptron_model_free(b->model);
    ptron_trainer_free(b->trainer);
    ptron_dataset_free(b->set);
}

/* ---- out ----------------------------------------------------------------------------------------- */

#define OUT(name, call)                                                              \
    static ptron_status give_##name(const struct bench *b, void *out, ptron_error *err) \
    {                                                                                \
        (void)b, (void)err;                                                          \
        call;                                                                        \
    }
#define OUT_STATUS(name, call) OUT(name, return (call))
#define OUT_BOOL(name, call)   OUT(name, return (call) ? PTRON_OK : PTRON_ARGUMENT)
#define OUT_VOID(name, call)   OUT(name, (call); return PTRON_OK)

OUT_BOOL(option, ptron_option_describe(0, out))
OUT_BOOL(algorithm, ptron_algorithm_describe(0, out))
OUT_BOOL(generator, ptron_generator_describe(0, out))
OUT_VOID(dataset, ptron_dataset_describe(b->set, out))
OUT_VOID(stream, ptron_stream_describe(b->stream, out))
OUT_STATUS(checkup, ptron_dataset_check(b->set, NULL, out, err))
OUT_STATUS(result, ptron_trainer_result(b->trainer, out, err))
OUT_STATUS(training, ptron_model_training(b->model, out, err))
OUT_VOID(model, ptron_model_describe(b->model, out))
OUT_VOID(evaluation, ptron_evaluation_describe(b->evaluation, out))
OUT_VOID(certificate, ptron_certificate_describe(b->certificate, out))
OUT_STATUS(verification, ptron_verify(b->proof, b->proof_length, b->set, out, err))

static ptron_status give_compared(const struct bench *b, void *out, ptron_error *err)
{
    return ptron_compare((const ptron_options *const[]){NULL}, 1, b->set, NULL, 1, NULL,
                         (ptron_result *const[]){out}, err);
}

/* A run whose steps are kept. */
static ptron_run *kept(const struct bench *b, ptron_trainer **trainer)
{
    PTRON_SIZED(ptron_observer, observer);
    ptron_run *run;

    assert_int_equal(ptron_run_new(b->set, &run, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_new(NULL, b->set, NULL, trainer, NULL), PTRON_OK);
    ptron_run_keep(run, 5);
    assert_int_equal(ptron_run_watch(run, NULL, &observer, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_run(*trainer, &observer, NULL), PTRON_OK);
    return run;
}

static ptron_status give_theorem(const struct bench *b, void *out, ptron_error *err)
{
    ptron_trainer *trainer;
    ptron_run *run = kept(b, &trainer);
    const ptron_status status = ptron_run_theorem(run, trainer, out, err);

    ptron_run_free(run);
    ptron_trainer_free(trainer);
    return status;
}

static ptron_status give_step(const struct bench *b, void *out, ptron_error *err)
{
    ptron_trainer *trainer;
    ptron_run *run = kept(b, &trainer);
    const bool good = ptron_run_step(run, 0, out, NULL);

    (void)err;
    ptron_run_free(run);
    ptron_trainer_free(trainer);
    return good ? PTRON_OK : PTRON_ARGUMENT;
}

static ptron_status give_sides(const struct bench *b, void *out, ptron_error *err)
{
    PTRON_SIZED(ptron_theorem, theorem);
    PTRON_SIZED(ptron_step, step);
    ptron_trainer *trainer;
    ptron_run *run = kept(b, &trainer);
    bool good;

    assert_int_equal(ptron_run_theorem(run, trainer, &theorem, err), PTRON_OK);
    good = ptron_run_step(run, 0, &step, out);
    ptron_run_free(run);
    ptron_trainer_free(trainer);
    return good ? PTRON_OK : PTRON_ARGUMENT;
}

static ptron_status give_observer(const struct bench *b, void *out, ptron_error *err)
{
    ptron_run *run;
    ptron_status status;

    assert_int_equal(ptron_run_new(b->set, &run, NULL), PTRON_OK);
    status = ptron_run_watch(run, NULL, out, err);
    ptron_run_free(run);
    return status;
}

static const struct {
    const char *name;
    size_t length, unsteady;   /* bytes from `unsteady` on differ between calls; 0: none */
    bool   silent;             /* a size that is not set is not told */
    ptron_status (*give)(const struct bench *b, void *out, ptron_error *err);
} outs[] = {
    {"option", sizeof(ptron_option_info), 0, false, give_option},
    {"algorithm", sizeof(ptron_algorithm_info), 0, false, give_algorithm},
    {"generator", sizeof(ptron_generator_info), 0, false, give_generator},
    {"dataset", sizeof(ptron_dataset_facts), 0, true, give_dataset},
    {"stream", sizeof(ptron_dataset_facts), 0, true, give_stream},
    {"checkup", sizeof(ptron_checkup), 0, false, give_checkup},
    {"result", sizeof(ptron_result), 0, false, give_result},
    {"training", sizeof(ptron_result), 0, false, give_training},
    {"compared", sizeof(ptron_result), offsetof(ptron_result, seconds), false, give_compared},
    {"model", sizeof(ptron_model_facts), 0, true, give_model},
    {"evaluation", sizeof(ptron_evaluation_facts), 0, true, give_evaluation},
    {"certificate", sizeof(ptron_certificate_facts), 0, true, give_certificate},
    {"verification", sizeof(ptron_verification), 0, false, give_verification},
    {"theorem", sizeof(ptron_theorem), offsetof(ptron_theorem, times), false, give_theorem},
    {"step", sizeof(ptron_step), offsetof(ptron_step, weights), false, give_step},
    {"sides", sizeof(ptron_sides), 0, false, give_sides},
    {"observer", sizeof(ptron_observer), offsetof(ptron_observer, user), false, give_observer},
};

static void what_comes_out_ends_where_its_size_says(void **state)
{
    struct bench b = {0};

    (void)state;
    prepare(&b);
    for (size_t k = 0; k < sizeof outs / sizeof *outs; k++) {
        const size_t full = outs[k].length, steady = outs[k].unsteady == 0 ? full : outs[k].unsteady;
        unsigned char *whole = calloc(1, full), *part = malloc(full + BEHIND);

        memcpy(whole, &full, sizeof full);
        assert_int_equal(outs[k].give(&b, whole, NULL), PTRON_OK);
        assert_int_equal(pt_size_of(whole), full);
        for (size_t size = sizeof size; size <= full + 8; size++) {
            const size_t filled = size < full ? size : full;

            memset(part, GUARD, full + BEHIND);
            memcpy(part, &size, sizeof size);
            if (outs[k].give(&b, part, NULL) != PTRON_OK || pt_size_of(part) != filled)
                fail_msg("%s of %zu bytes: not filled", outs[k].name, size);
            if (memcmp(part + sizeof size, whole + sizeof size,
                       (filled < steady ? filled : steady) - sizeof size) != 0)
                fail_msg("%s of %zu bytes: not as the whole", outs[k].name, size);
            for (size_t i = filled; i < full + BEHIND; i++)
                if (part[i] != GUARD)
                    fail_msg("%s of %zu bytes: byte %zu was written", outs[k].name, size, i);
        }
        free(whole);
        free(part);
    }
    tidy(&b);
}

static void a_size_that_was_not_set_is_refused(void **state)
{
    static const size_t sizes[] = {0, 1, sizeof(size_t) - 1, PT_SIZED_MOST + 1, SIZE_MAX};
    struct bench b = {0};
    ptron_error err;

    (void)state;
    prepare(&b);
    for (size_t k = 0; k < sizeof outs / sizeof *outs; k++)
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            unsigned char *part = malloc(outs[k].length);

            memset(part, GUARD, outs[k].length);
            memcpy(part, &sizes[s], sizeof *sizes);
            if (outs[k].give(&b, part, &err) != (outs[k].silent ? PTRON_OK : PTRON_ARGUMENT))
                fail_msg("%s of %zu bytes was taken", outs[k].name, sizes[s]);
            for (size_t i = sizeof *sizes; i < outs[k].length; i++)
                assert_int_equal(part[i], GUARD);
            free(part);
        }
    tidy(&b);
}

/* ---- in ------------------------------------------------------------------------------------------ */

static unsigned called;   /* a bit for each callback */

static bool on_block(void *user, const ptron_progress *p) { (void)user, (void)p; called |= 1; return true; }
static bool on_epoch(void *user, const ptron_progress *p) { (void)user, (void)p; called |= 2; return true; }
static bool on_row(void *user, const ptron_step *s) { (void)user, (void)s; called |= 4; return true; }
static bool on_read(void *user, uint64_t t, uint64_t n) { (void)user, (void)t, (void)n; called |= 1; return true; }
static bool on_step(void *user, const ptron_certify_progress *p) { (void)user, (void)p; called |= 1; return true; }

/* A copy of its first bytes alone; behind them is no memory of ours, which the sanitizer knows. */
static void *cut(const void *whole, size_t size)
{
    void *part = malloc(size);

    memcpy(part, whole, size);
    memcpy(part, &size, sizeof size);
    return part;
}

static void an_observer_counts_as_far_as_its_size(void **state)
{
    static const struct { size_t size; unsigned calls; } cuts[] = {
        {offsetof(ptron_observer, user), 0}, {offsetof(ptron_observer, on_block), 0},
        {offsetof(ptron_observer, on_epoch), 1}, {offsetof(ptron_observer, on_row), 3}, {sizeof(ptron_observer), 7},
    };
    const ptron_observer whole = {.on_block = on_block, .on_epoch = on_epoch, .on_row = on_row};
    PTRON_SIZED(ptron_result, result);
    struct bench b = {0};

    (void)state;
    prepare(&b);
    for (size_t k = 0; k < sizeof cuts / sizeof *cuts; k++) {
        void *part = cut(&whole, cuts[k].size);
        ptron_observer both = {.size = sizeof both};
        ptron_trainer *trainer;
        ptron_run *run;

        called = 0;
        assert_int_equal(ptron_trainer_new(NULL, b.set, NULL, &trainer, NULL), PTRON_OK);
        assert_int_equal(ptron_trainer_run(trainer, part, NULL), PTRON_OK);
        assert_int_equal(called, cuts[k].calls);
        ptron_trainer_free(trainer);
        called = 0;
        assert_int_equal(ptron_run_new(b.set, &run, NULL), PTRON_OK);
        assert_int_equal(ptron_run_watch(run, part, &both, NULL), PTRON_OK);
        assert_int_equal(ptron_trainer_new(NULL, b.set, NULL, &trainer, NULL), PTRON_OK);
        assert_int_equal(ptron_trainer_step(trainer, &both, NULL), PTRON_OK);
        assert_int_equal(called, cuts[k].calls);
        ptron_trainer_free(trainer);
        ptron_run_free(run);
        called = 0;
        assert_int_equal(ptron_compare((const ptron_options *const[]){NULL}, 1, b.set, NULL, 1, part,
                                       (ptron_result *const[]){&result}, NULL), PTRON_OK);
        assert_int_equal(called, cuts[k].calls);
        free(part);
    }
    tidy(&b);
}

static void other_callbacks_count_as_far_as_their_size(void **state)
{
    static const size_t watches[] = {offsetof(ptron_watch, user), offsetof(ptron_watch, on_read), sizeof(ptron_watch)};
    static const size_t observers[] = {offsetof(ptron_certify_observer, user),
                                       offsetof(ptron_certify_observer, on_step), sizeof(ptron_certify_observer)};
    const ptron_watch watch = {.on_read = on_read};
    const ptron_certify_observer observer = {.on_step = on_step};
    struct bench b = {0};

    (void)state;
    prepare(&b);
    for (size_t k = 0; k < 3; k++) {
        ptron_options *options = options_of("");
        void *part = cut(&watch, watches[k]);
        ptron_certificate *certificate;
        ptron_dataset *set;

        called = 0;
        assert_int_equal(ptron_options_watch(options, part, NULL), PTRON_OK);
        free(part);
        assert_int_equal(ptron_dataset_load((const char *const[]){b.path}, 1, options, NULL, &set, NULL), PTRON_OK);
        assert_int_equal(called, k == 2);
        ptron_dataset_free(set);
        ptron_options_free(options);
        called = 0;
        part = cut(&observer, observers[k]);
        assert_int_equal(ptron_certify(b.set, 1, NULL, part, &certificate, NULL), PTRON_OK);
        assert_int_equal(called, k == 2);
        ptron_certificate_free(certificate);
        free(part);
    }
    tidy(&b);
}

static void rows_count_as_far_as_their_size(void **state)
{
    static const double values[] = {1.0, 2.0, 3.0, 4.0};
    static const uint32_t labels[] = {0, 1};
    static const char *const classes[] = {"a", "b"};
    static const size_t cuts[] = {
        offsetof(ptron_rows, n_rows), offsetof(ptron_rows, n_features), offsetof(ptron_rows, kind),
        offsetof(ptron_rows, values), offsetof(ptron_rows, offsets), offsetof(ptron_rows, indices),
        offsetof(ptron_rows, labels), offsetof(ptron_rows, weights), offsetof(ptron_rows, n_classes),
        offsetof(ptron_rows, class_names), offsetof(ptron_rows, feature_names), sizeof(ptron_rows),
    };
    const ptron_rows whole = {.n_rows = 2, .n_features = 2, .kind = PTRON_F64, .values = values, .labels = labels,
                              .n_classes = 2, .class_names = classes};

    (void)state;
    for (size_t k = 0; k < sizeof cuts / sizeof *cuts; k++) {
        void *part = cut(&whole, cuts[k]);
        ptron_dataset *set = NULL;
        PTRON_SIZED(ptron_dataset_facts, facts);
        const bool enough = cuts[k] >= offsetof(ptron_rows, offsets);
        const bool labelled = cuts[k] >= offsetof(ptron_rows, weights);
        const bool named = cuts[k] >= offsetof(ptron_rows, feature_names);

        if (ptron_dataset_borrow(part, NULL, NULL, &set, NULL) == PTRON_OK) {
            assert_true(enough && (!labelled || named));
            ptron_dataset_describe(set, &facts);
            assert_int_equal(facts.rows, 2);
            assert_int_equal(facts.classes, named ? 2 : 0);
        } else {
            assert_null(set);
            assert_true(!enough || (labelled && !named));
        }
        ptron_dataset_free(set);
        free(part);
    }
}

static void results_of_an_older_size_are_recorded(void **state)
{
    static const char *const ways[] = {"one", "two"};
    const ptron_result whole = {.rows = 7, .updates = 3};
    size_t length[2];
    void *bytes[2];

    (void)state;
    for (int older = 0; older < 2; older++) {
        void *a = cut(&whole, older ? offsetof(ptron_result, objective) : sizeof whole), *b = cut(&whole, sizeof whole);
        ptron_run *run;

        assert_int_equal(ptron_run_of_results((const ptron_result *const[]){a, b}, ways, 2, &run, NULL), PTRON_OK);
        assert_int_equal(ptron_run_write(run, &bytes[older], &length[older], NULL), PTRON_OK);
        ptron_run_free(run);
        free(a);
        free(b);
    }
    assert_int_equal(length[0], length[1]);
    assert_memory_equal(bytes[0], bytes[1], length[0]);
    ptron_bytes_free(bytes[0]);
    ptron_bytes_free(bytes[1]);
}

static void the_version_is_a_number_too(void **state)
{
    (void)state;
    assert_int_equal(ptron_version_number(), PTRON_VERSION_NUMBER);
    assert_int_equal(PTRON_VERSION_NUMBER / 1000000, PTRON_VERSION_MAJOR);
    assert_int_equal(PTRON_VERSION_NUMBER / 1000 % 1000, PTRON_VERSION_MINOR);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_comes_out_ends_where_its_size_says),
        cmocka_unit_test(a_size_that_was_not_set_is_refused),
        cmocka_unit_test(an_observer_counts_as_far_as_its_size),
        cmocka_unit_test(other_callbacks_count_as_far_as_their_size),
        cmocka_unit_test(rows_count_as_far_as_their_size),
        cmocka_unit_test(results_of_an_older_size_are_recorded),
        cmocka_unit_test(the_version_is_a_number_too),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
