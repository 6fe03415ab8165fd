/* Sets, options and models that two threads share: reading, describing, checking, packing, training. */
#include "sharing.h"

enum { ROWS = 9000 };   /* more than two tasks' worth */

struct things {
    ptron_dataset *set, *three, *packed;   /* two classes; three; the first from a pack */
    ptron_model   *model;
    ptron_options *options, *short_run, *resumed, *streamed, *made_up;
    char          *text, *text_path, *pack_path;
    size_t         length;
};

/* ---- sets ---------------------------------------------------------------------------------------- */

static void say_set(struct pt_buffer *said, const ptron_dataset *set)
{
    PTRON_SIZED(ptron_dataset_facts, facts);

    say_status(said, PTRON_OK);
    ptron_dataset_describe(set, &facts);
    pt_buffer_format(said, "%lu %lu %lu %lu %d %s %s ", (unsigned long)facts.rows, (unsigned long)facts.features,
                     (unsigned long)facts.classes, (unsigned long)facts.nonzeros, facts.kind, facts.format,
                     facts.scaling);
    say_number(said, facts.radius);
    for (size_t c = 0; c <= facts.classes; c++) {
        say_text(said, ptron_dataset_class_name(set, c));
        pt_buffer_u64_text(said, ptron_dataset_class_rows(set, c));
    }
}

/* A set that the call in the argument before made. */
static void say_and_drop(struct pt_buffer *said, ptron_status status, ptron_dataset **set)
{
    if (status == PTRON_OK)
        say_set(said, *set);
    else
        say_status(said, status);
    ptron_dataset_free(*set);
}

static void describe_sets(const void *context, struct pt_buffer *said)
{
    const struct things *t = context;

    say_set(said, t->set);
    say_set(said, t->three);
    say_set(said, t->packed);
}

static void say_row(struct pt_buffer *said, const ptron_dataset *set, uint64_t row)
{
    uint32_t features[8];
    double values[8];
    const char *file = NULL;
    uint64_t line = 0;
    size_t n;

    assert_int_equal(ptron_dataset_row(set, row, features, values, 8, &n, NULL), PTRON_OK);
    pt_buffer_format(said, "%lu %ld ", (unsigned long)row, (long)ptron_dataset_row_class(set, row));
    for (size_t j = 0; j < n; j++)
        pt_buffer_format(said, "%u:%g ", (unsigned)features[j], values[j]);
    if (ptron_dataset_row_place(set, row, &file, &line))
        pt_buffer_format(said, "%s:%lu\n", file, (unsigned long)line);
}

static void ask_rows(const void *context, struct pt_buffer *said)
{
    const struct things *t = context;
    char name[20];

    say_status(said, PTRON_OK);
    for (uint64_t i = 0; i < ROWS; i += 97) {
        say_row(said, t->set, i);
        say_row(said, t->packed, i);
    }
    for (size_t j = 0; j < 5; j++) {
        ptron_dataset_feature_name(t->set, j, name, sizeof name);
        say_text(said, name);
    }
}

static void check_set(const void *context, struct pt_buffer *said)
{
    const struct things *t = context;
    const ptron_dataset *const sets[] = {t->set, t->packed};

    for (size_t i = 0; i < 2; i++) {
        ptron_checkup checkup;

        memset(&checkup, 0, sizeof checkup);
        checkup.size = sizeof checkup;
        if (!say_status(said, ptron_dataset_check(sets[i], NULL, &checkup, NULL)))
            return;
        pt_buffer_format(said, "%lu %lu %lu %lu %lu %d ", (unsigned long)checkup.duplicates,
                         (unsigned long)checkup.contradictions, (unsigned long)checkup.empty_rows,
                         (unsigned long)checkup.constant_features, (unsigned long)checkup.largest_norm_row,
                         checkup.sorted_by_class);
        say_number(said, checkup.mean_norm);
        say_number(said, checkup.largest_scale);
    }
}

/* ---- reading by something shared ------------------------------------------------------------------ */

static void read_with_model(const void *context, struct pt_buffer *said)
{
    const struct things *t = context;
    ptron_dataset *set = NULL;

    say_and_drop(said, ptron_dataset_read(t->text, t->length, "x", t->options, t->model, &set, NULL), &set);
}

static void load_with_model(const void *context, struct pt_buffer *said)
{
    const struct things *t = context;
    const char *const paths[] = {t->text_path, t->pack_path};
    ptron_dataset *set = NULL;

    say_and_drop(said, ptron_dataset_load(paths, 1, t->options, t->model, &set, NULL), &set);
    say_and_drop(said, ptron_dataset_load(paths + 1, 1, t->options, NULL, &set, NULL), &set);
}

static void load_like_set(const void *context, struct pt_buffer *said)
{
    const struct things *t = context;
    const char *const path = t->text_path;
    ptron_dataset *set = NULL;

    say_and_drop(said, ptron_dataset_load_like(&path, 1, t->options, t->set, &set, NULL), &set);
}

static void borrow_rows(const void *context, struct pt_buffer *said)
{
    static const char *const names[] = {"0", "1"};
    const struct things *t = context;
    const ptron_rows rows = {.size = sizeof rows, .n_rows = 2, .n_features = 4, .kind = PTRON_F64,
                             .values = (const double[]){1, 2, 3, 4, 5, 6, 7, 8}, .labels = (const uint32_t[]){0, 1},
                             .n_classes = 2, .class_names = names};
    ptron_dataset *set = NULL;

    say_and_drop(said, ptron_dataset_borrow(&rows, t->options, t->model, &set, NULL), &set);
}

static void stream_rows(const void *context, struct pt_buffer *said)
{
    const struct things *t = context;
    const char *const path = t->text_path;
    PTRON_SIZED(ptron_dataset_facts, facts);
    const ptron_dataset *rows;
    ptron_stream *stream = NULL;
    ptron_status status = ptron_stream_open(&path, 1, t->options, t->model, &stream, NULL);

    for (rows = t->set; status == PTRON_OK && rows != NULL;)
        status = ptron_stream_next(stream, &rows, NULL);
    if (say_status(said, status)) {
        ptron_stream_describe(stream, &facts);
        pt_buffer_u64_text(said, facts.rows);
    }
    ptron_stream_close(stream);
}

/* ---- training ------------------------------------------------------------------------------------ */

static void say_trainer(struct pt_buffer *said, ptron_trainer *trainer)
{
    PTRON_SIZED(ptron_result, result);
    ptron_model *model = NULL;
    void *bytes = NULL;
    size_t length = 0;

    if (say_status(said, ptron_trainer_snapshot(trainer, &model, NULL)))
        say_and_free(said, ptron_model_write(model, &bytes, &length, NULL), &bytes, &length);
    if (say_status(said, ptron_trainer_result(trainer, &result, NULL)))
        pt_buffer_format(said, "%lu %lu %s\n", (unsigned long)result.updates, (unsigned long)result.train_errors,
                         ptron_stop_text(ptron_trainer_reason(trainer)));
    ptron_model_free(model);
}

static void train_on(const ptron_options *options, const ptron_dataset *set, const ptron_dataset *validation,
                     const ptron_model *resumed, struct pt_buffer *said)
{
    ptron_trainer *trainer = NULL;

    if (say_status(said, ptron_trainer_new(options, set, validation, &trainer, NULL)) &&
        (resumed == NULL || say_status(said, ptron_trainer_resume(trainer, resumed, NULL))) &&
        say_status(said, ptron_trainer_run(trainer, NULL, NULL)))
        say_trainer(said, trainer);
    ptron_trainer_free(trainer);
}

static void train(const void *context, struct pt_buffer *said)
{
    const struct things *t = context;

    train_on(t->short_run, t->set, t->packed, NULL, said);
}

static void train_from_a_pack(const void *context, struct pt_buffer *said)
{
    const struct things *t = context;

    train_on(t->short_run, t->packed, NULL, NULL, said);
}

static void train_on_three_classes(const void *context, struct pt_buffer *said)
{
    const struct things *t = context;

    train_on(t->short_run, t->three, NULL, NULL, said);
}

static void resume(const void *context, struct pt_buffer *said)
{
    const struct things *t = context;

    train_on(t->resumed, t->set, NULL, t->model, said);
}

static void adopt(const void *context, struct pt_buffer *said)
{
    const struct things *t = context;
    ptron_options *own = NULL;

    say_status(said, ptron_options_copy(t->options, &own, NULL));
    say_status(said, ptron_options_adopt(own, t->model, NULL));
    say_text(said, ptron_options_get(own, "algorithm"));
    pt_buffer_format(said, "%d %d", ptron_options_given(t->options, "threads"), ptron_options_given(own, "rate"));
    say_number(said, ptron_options_real(t->options, "rate"));
    pt_buffer_u64_text(said, ptron_options_count(t->options, "threads"));
    ptron_options_free(own);
}

/* The same rows fed to two trainers at once. */
static void feed(const void *context, struct pt_buffer *said)
{
    const struct things *t = context;
    ptron_trainer *trainer = NULL;

    if (say_status(said, ptron_trainer_new(t->streamed, NULL, NULL, &trainer, NULL)) &&
        say_status(said, ptron_trainer_feed(trainer, t->set, NULL, NULL))) {
        pt_buffer_format(said, "%d", ptron_trainer_can_follow(trainer, t->set));
        if (say_status(said, ptron_trainer_feed(trainer, NULL, NULL, NULL)) &&
            say_status(said, ptron_trainer_judge(trainer, t->set, NULL)) &&
            say_status(said, ptron_trainer_judge(trainer, NULL, NULL)))
            say_trainer(said, trainer);
    }
    ptron_trainer_free(trainer);
}

static void continue_stream(const void *context, struct pt_buffer *said)
{
    const struct things *t = context;
    const char *const path = t->text_path;
    const ptron_dataset *rows = NULL;
    ptron_stream *stream = NULL;

    if (say_status(said, ptron_stream_continue(&path, 1, t->options, t->model, &stream, NULL)) &&
        say_status(said, ptron_stream_next(stream, &rows, NULL)))
        say_set(said, rows);
    ptron_stream_close(stream);
}

static void compare(const void *context, struct pt_buffer *said)
{
    const struct things *t = context;
    const ptron_options *const runs[] = {t->short_run, t->short_run, t->short_run};
    ptron_result results[3] = {{.size = sizeof *results}, {.size = sizeof *results}, {.size = sizeof *results}};
    ptron_result *const places[] = {&results[0], &results[1], &results[2]};

    say_status(said, ptron_compare(runs, 3, t->set, t->packed, 2, NULL, places, NULL));
    for (size_t i = 0; i < 3; i++)
        pt_buffer_format(said, "%lu %lu\n", (unsigned long)results[i].updates, (unsigned long)results[i].train_errors);
}

static bool take_text(void *user, const char *bytes, size_t length)
{
    say_bytes(user, bytes, length);
    return true;
}

static void generate(const void *context, struct pt_buffer *said)
{
    const struct things *t = context;
    struct pt_buffer made;

    pt_buffer_init(&made);
    say_status(said, ptron_generate("dense", t->made_up, take_text, &made, NULL));
    say_bytes(said, made.bytes, made.length);
    pt_buffer_fini(&made);
}

/* ---- all of them --------------------------------------------------------------------------------- */

static struct things prepare(void)
{
    struct things t = {.options = options_of("threads=2"), .short_run = options_of("epochs=2 threads=2"),
                       .resumed = options_of("epochs=4 threads=2"), .streamed = options_of("epochs=1 threads=2"),
                       .made_up = options_of("rows=3000 dimensions=3 threads=2")};
    const char *pack;

    t.text = shared_rows(ROWS, 2, 5, &t.length);
    t.text_path = file_of(".svm", t.text, t.length);
    t.set = shared_set(ROWS, 2, 5, "threads=2");
    t.three = shared_set(ROWS, 3, 5, "threads=2");
    t.pack_path = file_of(".pack", "", 0);
    assert_int_equal(ptron_dataset_pack(t.set, t.pack_path, NULL, NULL), PTRON_OK);
    pack = t.pack_path;
    assert_int_equal(ptron_dataset_load(&pack, 1, t.options, NULL, &t.packed, NULL), PTRON_OK);
    t.model = shared_model(t.set, "epochs=2 threads=2");
    return t;
}

static void finish(struct things *t)
{
    ptron_options *const options[] = {t->options, t->short_run, t->resumed, t->streamed, t->made_up};

    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        ptron_options_free(options[i]);
    ptron_model_free(t->model);
    ptron_dataset_free(t->packed);
    ptron_dataset_free(t->three);
    ptron_dataset_free(t->set);
    drop_file(t->text_path);
    drop_file(t->pack_path);
    free(t->text);
}

static void sets_models_and_options_may_be_shared(void **state)
{
    static const struct call calls[] = {
        {"describing sets", describe_sets},
        {"asking for rows", ask_rows},
        {"checking a set", check_set},
        {"reading with a model", read_with_model},
        {"loading with a model, and a pack", load_with_model},
        {"loading like a set", load_like_set},
        {"borrowing rows with a model", borrow_rows},
        {"streaming with a model", stream_rows},
        {"continuing a stream", continue_stream},
        {"training", train},
        {"training from a pack", train_from_a_pack},
        {"training on three classes", train_on_three_classes},
        {"resuming", resume},
        {"asking and adopting options", adopt},
        {"feeding and judging", feed},
        {"comparing", compare},
        {"generating", generate},
    };
    struct things things = prepare();

    (void)state;
    share_all(calls, sizeof calls / sizeof *calls, 4, &things);
    finish(&things);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_models_and_options_may_be_shared),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
