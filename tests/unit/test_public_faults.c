/* Every call of the public header, with the failure of each of its allocations in turn: it says that memory is
 * out, gives nothing, and leaks nothing (the sanitizers look). Each case is one call between two preparations. */
#include "reading.h"

/* What a call is made with: prepared while memory lasts. */
struct bench {
    ptron_options *options;
    ptron_dataset *set, *more;
    ptron_trainer *trainer;
    ptron_model   *model;
    ptron_evaluation *evaluation;
    ptron_stream  *stream;
    const char    *text;          /* rows */
    size_t         length;
    char          *path;          /* a file with the rows, or for the model */
    void          *bytes;         /* a model's */
    size_t         n_bytes;
    double         scores[64];
    uint32_t       classes[64];
    void          *out;           /* what the call gives */
    ptron_error    err;
};

typedef ptron_status (*public_call)(struct bench *bench);

static void bench_free(struct bench *b)
{
    ptron_stream_close(b->stream);
    ptron_evaluation_free(b->evaluation);
    ptron_trainer_free(b->trainer);
    ptron_model_free(b->model);
    ptron_dataset_free(b->set);
    ptron_dataset_free(b->more);
    ptron_options_free(b->options);
    ptron_bytes_free(b->bytes);
    if (b->path != NULL)
        drop_file(b->path);
    *b = (struct bench){0};
}

/* Calls until no allocation fails any more. `undo` gives back what the call gave; it may be NULL. */
static void survives(const char *what, void (*prepare)(struct bench *), public_call call, void (*undo)(void *))
{
    bool failed = true;
    size_t k = 0;

    for (; failed; k++) {
        struct bench b = {0};
        ptron_status status;

        prepare(&b);
        pt_test_fail_allocation(k);
        status = call(&b);
        failed = pt_test_allocation_failed();
        pt_test_fail_allocation(SIZE_MAX);
        if (status != (failed ? PTRON_NOMEM : PTRON_OK))
            fail_msg("%s, allocation %zu: %s: %s", what, k, ptron_status_text(status), b.err.message);
        if (failed && (b.err.code != PTRON_NOMEM || b.err.message[0] == '\0'))
            fail_msg("%s, allocation %zu: the error says nothing", what, k);
        if (undo != NULL && (b.out == NULL) != failed)
            fail_msg("%s, allocation %zu: %s", what, k, failed ? "something was given" : "nothing was given");
        if (undo != NULL)
            undo(b.out);
        bench_free(&b);
    }
    if (undo != NULL && k < 2)
        fail_msg("%s allocates nothing", what);
}

static void undo_set(void *set) { ptron_dataset_free(set); }
static void undo_model(void *model) { ptron_model_free(model); }
static void undo_trainer(void *trainer) { ptron_trainer_free(trainer); }
static void undo_options(void *options) { ptron_options_free(options); }
static void undo_evaluation(void *evaluation) { ptron_evaluation_free(evaluation); }
static void undo_stream(void *stream) { ptron_stream_close(stream); }
static void undo_bytes(void *bytes) { ptron_bytes_free(bytes); }

/* ---- rows in every form -------------------------------------------------------------------------- */

#define NPY "\x93NUMPY\1\0\x3f\0{'descr': '|u1', 'fortran_order': False, 'shape': (3, 3), }   \n" \
            "\1\2\0\2\1\1\1\5\0"
#define IDX "\0\0\x08\3\0\0\0\2\0\0\0\1\0\0\0\2\1\2\3\4"

static const struct form {
    const char *what, *options, *rows;
    size_t length;   /* 0: a string */
} forms[] = {
    {"libsvm", "", "+1 1:1 3:2.5\n-1 2:1 # note\n-1 qid:1 1:-1\n", 0},
    {"libsvm, a bad row", "on-bad=skip", "+1 1:1 3:2.5\nx y\n-1 2:1\n", 0},
    {"libsvm, scaled", "scale=standard index-base=0", "+1 1:1 3:2.5\n-1 2:1\n-1 1:-1\n", 0},
    {"csv", "", "x,\"a \"\"b\"\"\",label\n1,2,a\n2,1,b\n0.5,3,b\n", 0},
    {"csv, every column option", "one-hot=kind missing=mean weight=w ignore=id label=y positive=p scale=minmax",
     "id,kind,w,x,y\n1,red,1,0.5,p\n2,blue,2,NA,q\n3,red,1,3,r\n", 0},
    {"csv, found categories", "one-hot=auto scale=ball values=f32", "a,b,c\n1.1,x,p\n2,y,q\n3,z,p\n", 0},
    {"csv, three labels of which two", "classes=p,q scale=unit", "a,b,c\n1,2,p\n2,3,q\n3,4,r\n", 0},
    {"csv, a first line with #", "one-hot=1", "#a,2,p\nb,3,q\n#c,1,q\n", 0},
    {"csv, parted by spaces", "", "a b c\n1 2 p\n2 3 q\n3 1 q\n", 0},
    {"tsv", "format=tsv missing=skip", "a\tb\tc\n1\t2\tp\n2\t\tq\n3\t3\tq\n", 0},
    {"json lines", "missing=mean scale=minmax ignore=id,zz",
     "{\"id\": 7, \"k\": \"r\\u00e9d\", \"a\": {\"b\": 1}, \"label\": \"p\"}\n"
     "{\"label\": \"q\", \"k\": null, \"zz\": [1]}\n"
     "{\"a\": {\"b\": 3}, \"k\": \"x\", \"label\": \"r\"}\n", 0},
    {"arff", "missing=mean scale=minmax",
     "@relation r\n@attribute x real\n@attribute 'a b' {u,'v\\'w'}\n@attribute y {p,q}\n"
     "@data\n1,u,p\n?,'v\\'w',q\n{0 3}\n", 0},
    {"messages", "", "ham\tsee you \xc3\x84hm\nspam\tWIN a prize prize\nham\tok ok\n", 0},
    {"messages, hashed", "hash-bits=8", "ham\tsee you\nspam\twin a prize\n", 0},
    {"npy", "label=3", NPY, sizeof NPY - 1},
    {"idx", "labels=LABELS", IDX, sizeof IDX - 1},
};
enum { N_FORMS = sizeof forms / sizeof *forms };

static const struct form *form;
static enum { PLAIN, GZIP, ZSTD, XZ } packing;
static const char *threads;
static char *labels;   /* the file of the labels of IDX */

static ptron_options *form_options(void)
{
    char text[4500];

    if (strcmp(form->options, "labels=LABELS") == 0)
        snprintf(text, sizeof text, "labels=%s threads=%s epochs=3", labels, threads);
    else
        snprintf(text, sizeof text, "%s threads=%s epochs=3", form->options, threads);
    return options_of(text);
}

static size_t form_length(void)
{
    return form->length == 0 ? strlen(form->rows) : form->length;
}

static void prepare_rows(struct bench *b)
{
    const size_t length = form_length();
    struct packed packed = packing == GZIP   ? gzip_of(form->rows, length)
                           : packing == ZSTD ? zstd_of(form->rows, length) : xz_of(form->rows, length);

    b->options = form_options();
    b->text = form->rows;
    b->length = length;
    b->path = packing == PLAIN ? file_of("", form->rows, length) : file_of("", packed.bytes, packed.length);
    free(packed.bytes);
}

static void prepare_model(struct bench *b)
{
    ptron_trainer *trainer;
    const char *path;

    prepare_rows(b);
    path = b->path;
    assert_int_equal(ptron_dataset_load(&path, 1, b->options, NULL, &b->set, &b->err), PTRON_OK);
    assert_int_equal(ptron_trainer_new(b->options, b->set, NULL, &trainer, &b->err), PTRON_OK);
    assert_int_equal(ptron_trainer_run(trainer, NULL, &b->err), PTRON_OK);
    assert_int_equal(ptron_trainer_snapshot(trainer, &b->model, &b->err), PTRON_OK);
    assert_int_equal(ptron_model_write(b->model, &b->bytes, &b->n_bytes, &b->err), PTRON_OK);
    ptron_trainer_free(trainer);
}

static ptron_status call_load(struct bench *b)
{
    const char *path = b->path;

    return ptron_dataset_load(&path, 1, b->options, b->model, (ptron_dataset **)&b->out, &b->err);
}

static ptron_status call_load_twice(struct bench *b)
{
    const char *const paths[] = {b->path, b->path};

    return ptron_dataset_load(paths, 2, b->options, b->model, (ptron_dataset **)&b->out, &b->err);
}

static ptron_status call_read(struct bench *b)
{
    return ptron_dataset_read(b->text, b->length, "rows", b->options, b->model, (ptron_dataset **)&b->out, &b->err);
}

static ptron_status call_load_like(struct bench *b)
{
    const char *path = b->path;

    return ptron_dataset_load_like(&path, 1, b->options, b->set, (ptron_dataset **)&b->out, &b->err);
}

static ptron_status call_stream(struct bench *b)
{
    const char *path = b->path;
    const ptron_dataset *rows;
    ptron_stream *stream;
    ptron_status status = ptron_stream_open(&path, 1, b->options, b->model, &stream, &b->err);

    if (status != PTRON_OK)
        return stream == NULL ? status : PTRON_INTERNAL;
    do
        status = ptron_stream_next(stream, &rows, &b->err);
    while (status == PTRON_OK && rows != NULL);
    if (status == PTRON_OK)
        b->out = stream;
    else
        ptron_stream_close(stream);
    return status;
}

static void every_form(void (*check)(const char *what))
{
    static const unsigned char bytes[] = {0, 0, 8, 1, 0, 0, 0, 2, 0, 1};

    labels = file_of("-labels", bytes, sizeof bytes);
    for (size_t i = 0; i < N_FORMS; i++)
        for (int t = 0; t < 2; t++) {
            form = &forms[i];
            threads = t == 0 ? "1" : "3";
            packing = t == 0 ? PLAIN : i % 3 == 0 ? GZIP : i % 3 == 1 ? ZSTD : XZ;
            check(form->what);
        }
    drop_file(labels);
}

static void check_reading(const char *what)
{
    survives(what, prepare_rows, call_load, undo_set);
    if (form->rows[0] != '\0')   /* two label files do not go with one option */
        survives(what, prepare_rows, call_load_twice, undo_set);
    survives(what, prepare_rows, call_read, undo_set);
}

static void check_reading_by_a_model(const char *what)
{
    survives(what, prepare_model, call_load, undo_set);
    survives(what, prepare_model, call_read, undo_set);
    survives(what, prepare_model, call_load_like, undo_set);
    survives(what, prepare_model, call_stream, undo_stream);
}

static void reading_any_form_survives_every_allocation_failure(void **state)
{
    (void)state;
    every_form(check_reading);
}

static void reading_by_a_model_survives_every_allocation_failure(void **state)
{
    (void)state;
    every_form(check_reading_by_a_model);
}

/* ---- models -------------------------------------------------------------------------------------- */

static ptron_status call_model_read(struct bench *b)
{
    return ptron_model_read(b->bytes, b->n_bytes, (ptron_model **)&b->out, &b->err);
}

static ptron_status call_model_load(struct bench *b)
{
    return ptron_model_load(b->path, (ptron_model **)&b->out, &b->err);
}

static void prepare_model_file(struct bench *b)
{
    prepare_model(b);
    drop_file(b->path);
    b->path = file_of(".model", b->bytes, b->n_bytes);
}

static ptron_status call_model_write(struct bench *b)
{
    size_t length;
    const ptron_status status = ptron_model_write(b->model, &b->out, &length, &b->err);

    assert_int_equal(length, status == PTRON_OK ? b->n_bytes : 0);
    return status;
}

static void first_bytes(const char *path, char *first, size_t n)
{
    FILE *file = fopen(path, "rb");

    assert_non_null(file);
    assert_int_equal(fread(first, 1, n, file), n);
    fclose(file);
}

/* Saving over a file: when it fails, the file that was there is still whole. */
static ptron_status call_model_save(struct bench *b)
{
    char before[8], after[8];
    ptron_status status;

    first_bytes(b->path, before, sizeof before);
    status = ptron_model_save(b->model, b->path, &b->err);
    first_bytes(b->path, after, sizeof after);
    assert_memory_equal(after, status == PTRON_OK ? b->bytes : before, sizeof after);
    return status;
}

static ptron_status call_adopt(struct bench *b)
{
    return ptron_options_adopt(b->options, b->model, &b->err);
}

static void check_models(const char *what)
{
    survives(what, prepare_model, call_model_read, undo_model);
    survives(what, prepare_model_file, call_model_load, undo_model);
    survives(what, prepare_model, call_model_write, undo_bytes);
    survives(what, prepare_model, call_model_save, NULL);
}

static void models_survive_every_allocation_failure(void **state)
{
    (void)state;
    every_form(check_models);
}

/* ---- judging ------------------------------------------------------------------------------------- */

static ptron_status call_predict(struct bench *b)
{
    return ptron_predict(b->model, b->set, b->options, b->scores, b->classes, &b->err);
}

static ptron_status call_check(struct bench *b)
{
    PTRON_SIZED(ptron_checkup, checkup);

    return ptron_dataset_check(b->set, NULL, &checkup, &b->err);
}

static ptron_status call_evaluation(struct bench *b)
{
    ptron_status status = ptron_evaluation_new(b->model, b->options, (ptron_evaluation **)&b->out, &b->err);

    if (status == PTRON_OK)
        status = ptron_evaluation_add(b->out, b->set, &b->err);
    if (status == PTRON_OK)
        status = ptron_evaluation_add(b->out, b->set, &b->err);
    if (status != PTRON_OK && b->out != NULL) {
        PTRON_SIZED(ptron_evaluation_facts, facts);

        ptron_evaluation_describe(b->out, &facts);   /* what it has is whole */
        assert_true(facts.errors <= facts.rows);
        ptron_evaluation_free(b->out);
        b->out = NULL;
    }
    return status;
}

static void check_judging(const char *what)
{
    survives(what, prepare_model, call_predict, NULL);
    survives(what, prepare_model, call_check, NULL);
    survives(what, prepare_model, call_evaluation, undo_evaluation);
}

static void judging_survives_every_allocation_failure(void **state)
{
    (void)state;
    every_form(check_judging);
}

/* ---- training ------------------------------------------------------------------------------------ */

static const char *algorithm, *training;

static void prepare_options(struct bench *b)
{
    char text[300];

    snprintf(text, sizeof text, "algorithm=%s epochs=3 threads=1 %s", algorithm, training);
    b->options = options_of(text);
}

static const double values[] = {1, 0.5, -1, 0.25, 0.5, 2, -1, -2, 0, 0.5, 0.5, 0.125, 1, 1, -3, 1};
static const uint32_t truth[] = {0, 1, 1, 0, 0, 1, 1, 1};
static const char *const names[] = {"no", "yes"};
static const char *const columns[] = {"first", "second"};
static const ptron_rows rows = {
    .size = sizeof rows, .n_rows = 8, .n_features = 2, .kind = PTRON_F64, .values = values, .labels = truth,
    .n_classes = 2, .class_names = names, .feature_names = columns,
};

static void prepare_set(struct bench *b)
{
    prepare_options(b);
    assert_int_equal(ptron_dataset_borrow(&rows, b->options, NULL, &b->set, &b->err), PTRON_OK);
    assert_int_equal(ptron_dataset_borrow(&rows, b->options, NULL, &b->more, &b->err), PTRON_OK);
}

static void prepare_trainer(struct bench *b)
{
    prepare_set(b);
    assert_int_equal(ptron_trainer_new(b->options, b->set, NULL, &b->trainer, &b->err), PTRON_OK);
}

static void prepare_trained(struct bench *b)
{
    prepare_trainer(b);
    assert_int_equal(ptron_trainer_run(b->trainer, NULL, &b->err), PTRON_OK);
}

static void prepare_to_resume(struct bench *b)
{
    ptron_trainer *trainer;

    prepare_set(b);
    assert_int_equal(ptron_trainer_new(b->options, b->set, NULL, &trainer, &b->err), PTRON_OK);
    assert_int_equal(ptron_trainer_step(trainer, NULL, &b->err), PTRON_OK);
    assert_int_equal(ptron_trainer_snapshot(trainer, &b->model, &b->err), PTRON_OK);
    ptron_trainer_free(trainer);
    assert_int_equal(ptron_trainer_new(b->options, b->set, NULL, &b->trainer, &b->err), PTRON_OK);
}

static ptron_status call_borrow(struct bench *b)
{
    return ptron_dataset_borrow(&rows, b->options, b->model, (ptron_dataset **)&b->out, &b->err);
}

static ptron_status call_trainer_new(struct bench *b)
{
    return ptron_trainer_new(b->options, b->set, b->more, (ptron_trainer **)&b->out, &b->err);
}

static ptron_status call_run(struct bench *b)
{
    return ptron_trainer_run(b->trainer, NULL, &b->err);
}

static ptron_status call_step(struct bench *b)
{
    ptron_status status = ptron_trainer_step(b->trainer, NULL, &b->err);

    return status == PTRON_OK ? ptron_trainer_step(b->trainer, NULL, &b->err) : status;
}

static ptron_status call_feed(struct bench *b)
{
    ptron_trainer *trainer;
    ptron_status status = ptron_trainer_new(b->options, NULL, NULL, &trainer, &b->err);

    if (status == PTRON_OK)
        status = ptron_trainer_feed(trainer, b->set, NULL, &b->err);
    if (status == PTRON_OK)
        status = ptron_trainer_feed(trainer, b->more, NULL, &b->err);
    if (status == PTRON_OK)
        status = ptron_trainer_snapshot(trainer, (ptron_model **)&b->out, &b->err);
    ptron_trainer_free(trainer);
    return status;
}

static ptron_status call_snapshot(struct bench *b)
{
    return ptron_trainer_snapshot(b->trainer, (ptron_model **)&b->out, &b->err);
}

static ptron_status call_result(struct bench *b)
{
    PTRON_SIZED(ptron_result, result);

    return ptron_trainer_result(b->trainer, &result, &b->err);
}

/* After a failed resume the trainer may still be freed; run is not promised. */
static ptron_status call_resume(struct bench *b)
{
    return ptron_trainer_resume(b->trainer, b->model, &b->err);
}

static void check_training(const char *what)
{
    survives(what, prepare_options, call_borrow, undo_set);
    survives(what, prepare_set, call_trainer_new, undo_trainer);
    survives(what, prepare_trainer, call_run, NULL);
    survives(what, prepare_trainer, call_step, NULL);
    survives(what, prepare_trained, call_result, NULL);
    survives(what, prepare_trained, call_snapshot, undo_model);
    survives(what, prepare_to_resume, call_resume, NULL);
}

/* Some algorithms refuse some ways: pdm and the machines start from zero. */
static bool accepts(void)
{
    struct bench b = {0};
    ptron_status status;

    prepare_set(&b);
    status = call_trainer_new(&b);
    ptron_trainer_free(b.out);
    bench_free(&b);
    return status != PTRON_ARGUMENT;
}

static void every_algorithm_survives_every_allocation_failure(void **state)
{
    static const char *const ways[] = {"", "holdout=0.3 patience=1", "start=ones order=once scale=standard",
                                       "start=random order=given bias=no schedule=root"};
    PTRON_SIZED(ptron_algorithm_info, info);

    (void)state;
    for (size_t a = 0; ptron_algorithm_describe(a, &info); a++)
        for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
            algorithm = info.name;
            training = ways[w];
            if (w == 0 || accepts())
                check_training(info.name);
        }
}

static void feeding_survives_every_allocation_failure(void **state)
{
    (void)state;
    algorithm = "averaged";
    training = "";
    survives("feed", prepare_set, call_feed, undo_model);
}

static void files_named_in_options_survive_every_allocation_failure(void **state)
{
    char *order = file_of("", "3\n1\n2\n", 6), text[4400];

    (void)state;
    algorithm = "perceptron";
    snprintf(text, sizeof text, "order=%.4000s", order);
    training = strlen(text) < 200 ? text : "";
    survives("an order", prepare_set, call_trainer_new, undo_trainer);
    drop_file(order);
}

/* ---- options ------------------------------------------------------------------------------------- */

static void prepare_nothing(struct bench *b)
{
    (void)b;
}

static ptron_status call_options(struct bench *b)
{
    ptron_status status = ptron_options_new((ptron_options **)&b->out, &b->err);

    if (status == PTRON_OK)
        status = ptron_options_set(b->out, "epochs", "5", &b->err);
    if (status == PTRON_OK)
        status = ptron_options_set(b->out, "epochs", "12", &b->err);
    if (status == PTRON_OK)
        status = ptron_options_set(b->out, "classes", "a,b", &b->err);
    if (status != PTRON_OK) {
        ptron_options_free(b->out);
        b->out = NULL;
    }
    return status;
}

static void prepare_adopting(struct bench *b)
{
    prepare_to_resume(b);
    ptron_options_free(b->options);
    b->options = options_of("epochs=7");
}

static void options_survive_every_allocation_failure(void **state)
{
    (void)state;
    survives("options", prepare_nothing, call_options, undo_options);
    algorithm = "averaged";
    training = "rate=0.5 order=once seed=4";
    survives("adopt", prepare_adopting, call_adopt, NULL);
}

/* Nothing to say that memory is out: so it needs none, also for a text of any length, and is never an empty text. */
static void text_becomes_json_without_memory(void **state)
{
    const char *texts[][2] = {{"", "\"\""}, {"a\"b\\\n", "\"a\\\"b\\\\\\n\""},
                              {"\x1b[1m\xff", "\"\\u001b[1m\\ufffd\""}};
    char text[1000], json[8], whole[1100];

    (void)state;
    pt_test_fail_allocation(0);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_int_equal(ptron_format_json(texts[i][0], whole, sizeof whole), strlen(texts[i][1]));
        assert_string_equal(whole, texts[i][1]);
    }
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    assert_int_equal(ptron_format_json(text, whole, sizeof whole), 1001);
    assert_string_equal(whole + 998, "xx\"");
    assert_int_equal(ptron_format_json(text, json, sizeof json), 1001);
    assert_string_equal(json, "\"xxxxxx");
    pt_test_fail_allocation(SIZE_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reading_any_form_survives_every_allocation_failure),
        cmocka_unit_test(reading_by_a_model_survives_every_allocation_failure),
        cmocka_unit_test(models_survive_every_allocation_failure),
        cmocka_unit_test(judging_survives_every_allocation_failure),
        cmocka_unit_test(every_algorithm_survives_every_allocation_failure),
        cmocka_unit_test(feeding_survives_every_allocation_failure),
        cmocka_unit_test(files_named_in_options_survive_every_allocation_failure),
        cmocka_unit_test(options_survive_every_allocation_failure),
        cmocka_unit_test(text_becomes_json_without_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
