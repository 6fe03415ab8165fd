/* An epoch is an epoch: E of them at once, one by one with the model saved and loaded in between, in memory or
 * streamed from the file give the same model bytes. For every algorithm there is; those that cannot learn from a
 * stream say why. Files are several megabytes, so that they come in several pieces. */
#include "../unit/reading.h"

#include "base/random.h"

/* ---- files ----------------------------------------------------------------------------------------- */

enum { WIDE = 100 };

/* In the order they come when they come late. */
static const char *const names[] = {"b", "c", "a"}, *const turned[] = {"b", "a"};

/* A hundred columns: about a thousand bytes a row. Class k comes up first in row k * late. Rows are drawn around a
 * centre of their class, so that there is something to learn. */
static void write_wide(struct pt_buffer *out, size_t rows, const char *const *labels, size_t classes, size_t late)
{
    pt_random random = pt_random_of(11, classes);

    for (size_t j = 0; j < WIDE; j++)
        pt_buffer_format(out, "x%zu,", j);
    pt_buffer_text(out, "class\n");
    for (size_t i = 0; i < rows; i++) {
        const size_t known = late == 0 ? classes : 1 + i / late < classes ? 1 + i / late : classes;
        const size_t k = (size_t)pt_random_below(&random, known);

        for (size_t j = 0; j < WIDE; j++)
            pt_buffer_format(out, "%.7f,", 2.0 * pt_random_unit(&random) - 1.0 + (j % 7 == k ? 0.25 : 0.0));
        pt_buffer_format(out, "%s\n", labels[k]);
    }
}

/* Sparse rows; features come late. */
static void write_sparse(struct pt_buffer *out, size_t rows, size_t classes)
{
    pt_random random = pt_random_of(12, classes);

    for (size_t i = 0; i < rows; i++) {
        const size_t k = (size_t)pt_random_below(&random, classes);
        size_t index = k + 1;

        pt_buffer_format(out, "%s %zu:1", names[k], index);
        for (size_t j = 0; j < 60; j++) {
            index += 3 + pt_random_below(&random, 10 + i / 50);
            pt_buffer_format(out, " %zu:%.4f", index, pt_random_unit(&random));
        }
        pt_buffer_byte(out, '\n');
    }
}

static void write_messages(struct pt_buffer *out, size_t rows)
{
    pt_random random = pt_random_of(13, 1);

    for (size_t i = 0; i < rows; i++) {
        const uint64_t k = pt_random_below(&random, 2);

        pt_buffer_text(out, k == 0 ? "spam\t" : "ham\t");
        for (size_t j = 0; j < 100; j++)
            pt_buffer_format(out, "word%u ", (unsigned)(pt_random_below(&random, 200 + i) * 2 + (j < 5 ? k : j % 2)));
        pt_buffer_byte(out, '\n');
    }
}

/* ---- training ---------------------------------------------------------------------------------------- */

struct bytes {
    void  *at;       /* NULL: refused */
    size_t length;
    ptron_error why;
};

static struct bytes bytes_of(ptron_trainer *trainer)
{
    struct bytes bytes = {0};
    ptron_model *model;
    ptron_error err = {0};

    if (ptron_trainer_snapshot(trainer, &model, &err) != PTRON_OK)
        fail_msg("%s", err.message);
    assert_int_equal(ptron_model_write(model, &bytes.at, &bytes.length, NULL), PTRON_OK);
    ptron_model_free(model);
    return bytes;
}

static ptron_model *model_of(const struct bytes *bytes)
{
    ptron_model *model;

    assert_int_equal(ptron_model_read(bytes->at, bytes->length, &model, NULL), PTRON_OK);
    return model;
}

static ptron_options *options_for(const char *text, unsigned epochs)
{
    ptron_options *options = options_of(text);
    char number[16];

    snprintf(number, sizeof number, "%u", epochs);
    assert_int_equal(ptron_options_set(options, "order", "given", NULL), PTRON_OK);
    assert_int_equal(ptron_options_set(options, "epochs", number, NULL), PTRON_OK);
    return options;
}

/* Up to that many epochs, from a model or from nothing. */
static struct bytes in_memory(const char *path, const char *text, unsigned epochs, const struct bytes *from)
{
    ptron_options *options = options_for(text, epochs);
    ptron_model *model = from == NULL ? NULL : model_of(from);
    struct bytes bytes = {0};
    ptron_trainer *trainer = NULL;
    ptron_dataset *set;
    ptron_status status;

    if (ptron_dataset_load(&path, 1, options, model, &set, &bytes.why) != PTRON_OK)
        fail_msg("%s", bytes.why.message);
    status = ptron_trainer_new(options, set, NULL, &trainer, &bytes.why);
    if (status == PTRON_OK && model != NULL)
        status = ptron_trainer_resume(trainer, model, &bytes.why);
    if (status == PTRON_OK && (status = ptron_trainer_run(trainer, NULL, &bytes.why)) == PTRON_OK)
        bytes = bytes_of(trainer);
    ptron_trainer_free(trainer);
    ptron_dataset_free(set);
    ptron_model_free(model);
    ptron_options_free(options);
    return bytes;
}

static ptron_status feed_all(ptron_trainer *trainer, ptron_stream *stream, ptron_error *err)
{
    const ptron_dataset *rows = NULL;
    ptron_status status;

    do {
        status = ptron_stream_next(stream, &rows, err);
        if (status == PTRON_OK)
            status = ptron_trainer_feed(trainer, rows, NULL, err);
    } while (status == PTRON_OK && rows != NULL);
    return status;
}

static void judge_all(ptron_trainer *trainer, const char *path, const ptron_options *options)
{
    struct bytes bytes = bytes_of(trainer);
    ptron_model *model = model_of(&bytes);
    const ptron_dataset *rows = NULL;
    ptron_error err = {0};
    ptron_stream *stream;

    assert_int_equal(ptron_stream_open(&path, 1, options, model, &stream, &err), PTRON_OK);
    do {
        assert_int_equal(ptron_stream_next(stream, &rows, &err), PTRON_OK);
        if (ptron_trainer_judge(trainer, rows, &err) != PTRON_OK)
            fail_msg("%s", err.message);
    } while (rows != NULL);
    ptron_stream_close(stream);
    ptron_model_free(model);
    ptron_bytes_free(bytes.at);
}

static bool expecting;   /* classes a, b and c are known to come */

static struct bytes streamed(const char *path, const char *text, unsigned epoch, const struct bytes *from)
{
    ptron_options *options = options_for(text, epoch);
    ptron_model *model = from == NULL ? NULL : model_of(from);
    struct bytes bytes = {0};
    ptron_trainer *trainer = NULL;
    ptron_stream *stream = NULL;
    ptron_status status = ptron_trainer_new(options, NULL, NULL, &trainer, &bytes.why);

    if (status == PTRON_OK && model != NULL)
        status = ptron_trainer_resume(trainer, model, &bytes.why);
    if (status == PTRON_OK)
        status = model != NULL ? ptron_stream_continue(&path, 1, options, model, &stream, &bytes.why)
                               : ptron_stream_open(&path, 1, options, NULL, &stream, &bytes.why);
    if (status == PTRON_OK && expecting && model == NULL)
        status = ptron_stream_expect(stream, names, 3, &bytes.why);
    if (status == PTRON_OK && (status = feed_all(trainer, stream, &bytes.why)) == PTRON_OK) {
        judge_all(trainer, path, options);
        bytes = bytes_of(trainer);
    }
    ptron_trainer_free(trainer);
    ptron_stream_close(stream);
    ptron_model_free(model);
    ptron_options_free(options);
    return bytes;
}

/* ---- equality ---------------------------------------------------------------------------------------- */

static void expect_equal(const struct bytes *got, const struct bytes *wanted, const char *what, const char *options)
{
    size_t i = 0;

    if (got->at == NULL)
        fail_msg("%s, %s: %s", options, what, got->why.message);
    while (i < got->length && i < wanted->length && ((char *)got->at)[i] == ((char *)wanted->at)[i])
        i++;
    if (got->length != wanted->length || i < got->length)
        fail_msg("%s, %s: %zu bytes for %zu, another from byte %zu on", options, what, got->length, wanted->length, i);
}

enum { MOST_EPOCHS = 4, LARGE = 1 << 20 };

static unsigned epochs_for(const char *path)   /* large files: fewer */
{
    FILE *file = fopen(path, "rb");
    long length;

    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    length = ftell(file);
    fclose(file);
    return length > LARGE ? 2 : MOST_EPOCHS;
}

static bool goes_on(const struct bytes *bytes)   /* only a budget ended it */
{
    ptron_model *model = model_of(bytes);
    PTRON_SIZED(ptron_model_facts, facts);

    ptron_model_describe(model, &facts);
    ptron_model_free(model);
    return facts.training.reason == PTRON_STOP_EPOCHS;
}

/* wanted[e]: e + 1 epochs at once. Where those in memory end by themselves, so does the comparison. */
static void expect_one_by_one(struct bytes (*train)(const char *, const char *, unsigned, const struct bytes *),
                              const char *path, const char *options, const struct bytes *wanted, const char *what)
{
    struct bytes now = train(path, options, 1, NULL);

    expect_equal(&now, &wanted[0], what, options);
    for (unsigned e = 2; e <= epochs_for(path) && goes_on(&now); e++) {
        struct bytes next = train(path, options, e, &now);

        expect_equal(&next, &wanted[e - 1], what, options);
        ptron_bytes_free(now.at);
        now = next;
    }
    ptron_bytes_free(now.at);
}

static void expect_refused(const char *path, const char *options, const char *refusal)
{
    const struct bytes stream = streamed(path, options, 1, NULL);

    if (stream.at != NULL || strstr(stream.why.message, refusal) == NULL)
        fail_msg("%s: wanted '%s', got '%s'", options, refusal, stream.at != NULL ? "a model" : stream.why.message);
}

/* refusal: NULL, or a piece of what a stream says to it; in memory a small file is enough to see those. False: not
 * even memory takes these options. */
static bool check(const char *path, const char *options, const char *refusal)
{
    const unsigned epochs = epochs_for(path);
    struct bytes wanted[MOST_EPOCHS];

    if (refusal != NULL) {
        expect_refused(path, options, refusal);
        if (epochs < MOST_EPOCHS)
            return true;
    }
    wanted[0] = in_memory(path, options, 1, NULL);
    if (wanted[0].at == NULL)
        return false;
    for (unsigned e = 2; e <= epochs; e++)
        wanted[e - 1] = in_memory(path, options, e, NULL);
    expect_one_by_one(in_memory, path, options, wanted, "in memory, one by one");
    if (refusal == NULL)
        expect_one_by_one(streamed, path, options, wanted, "streamed");
    for (unsigned e = 0; e < epochs; e++)
        ptron_bytes_free(wanted[e].at);
    return true;
}

/* ---- every algorithm ----------------------------------------------------------------------------------- */

struct needs {
    const char *algorithm, *options, *refusal;
};

/* What an algorithm needs to be told, or why a stream is not for it. */
static const struct needs special[] = {
    {"pocket", "", "a stream cannot give them"},
    {"first-mistake", "max-updates=50", "goes back to the first row; a stream cannot"},
    {"batch", "", "needs a batch size"},
    {"batch", "batch-size=7", NULL},
    {"gradient-descent", "", "needs a batch size"},
    {"svm", "", "stream"},
    {"hard-margin", "", "stream"},
    {"kernel", "kernel=rbf", "in a stream give it (--gamma)"},
    {"kernel", "kernel=rbf gamma=0.01", NULL},
    {"kernel", "kernel=polynomial degree=2 gamma=0.1 average=yes", NULL},
    {"kernel", "kernel=linear budget=50", NULL},
    {"kernel", "kernel=linear keeper=pocket", "a stream cannot give them"},
    {"mlp", "hidden=5", NULL},
    {"mlp", "hidden=4 batch-size=33 optimizer=sgd precision=single", NULL},
    {"neighbours", "k=3", NULL},
};
enum { SPECIAL = sizeof special / sizeof *special };

/* Votes are counted update by update for each row: under sanitizers only of small files. */
static bool takes_too_long(const char *path, const char *algorithm)
{
#if defined(__SANITIZE_ADDRESS__)
    return strcmp(algorithm, "voted") == 0 && epochs_for(path) < MOST_EPOCHS;
#else
    (void)path, (void)algorithm;
    return false;
#endif
}

static void check_algorithm(const char *path, const char *algorithm, const char *way)
{
    char options[300];
    bool any = takes_too_long(path, algorithm);

    for (size_t i = 0; i < SPECIAL; i++) {
        if (strcmp(special[i].algorithm, algorithm) != 0)
            continue;
        any = true;
        snprintf(options, sizeof options, "algorithm=%s %s %s", algorithm, special[i].options, way);
        check(path, options, special[i].refusal);
    }
    snprintf(options, sizeof options, "algorithm=%s %s", algorithm, way);
    if (!any && !check(path, options, NULL) && way[0] == '\0')
        fail_msg("%s was not tested", algorithm);
}

/* One file, with options that all algorithms understand; where one does not, memory refuses it too. */
static void check_all(const struct pt_buffer *text, const char *way)
{
    char *path = file_of("", text->bytes, text->length);
    PTRON_SIZED(ptron_algorithm_info, info);

    for (size_t a = 0; ptron_algorithm_describe(a, &info); a++)
        check_algorithm(path, info.name, way);
    drop_file(path);
}

static void two_classes(void **state)
{
    struct pt_buffer text;

    (void)state;
    pt_buffer_init(&text);
    write_wide(&text, 1700, names, 2, 0);
    assert_true(text.length > LARGE + LARGE / 2);
    check_all(&text, "");
    check_all(&text, "bias=no values=f32 threads=3");
    pt_buffer_fini(&text);
}

static void small_sets(void **state)
{
    struct pt_buffer text;

    (void)state;
    pt_buffer_init(&text);
    write_wide(&text, 60, names, 2, 0);
    check_all(&text, "");
    check_all(&text, "scale=unit tie=correct");
    check_all(&text, "gap=0.5");
    pt_buffer_fini(&text);
}

/* Whole numbers that no hyperplane separates: weights come back. */
static void contradictions(void **state)
{
    static const char rows[] = "x,y,class\n0,0,a\n1,0,b\n0,1,b\n1,1,a\n";
    const struct pt_buffer text = {.bytes = (char *)(uintptr_t)rows, .length = sizeof rows - 1};

    (void)state;
    check_all(&text, "");
}

static void three_classes(void **state)
{
    struct pt_buffer text;

    (void)state;
    pt_buffer_init(&text);
    write_wide(&text, 1300, names, 3, 0);
    check_all(&text, "");
    check_all(&text, "multiclass=one-vs-rest");
    check_all(&text, "positive=c");
    pt_buffer_fini(&text);
}

/* The linear family takes features that come late. */
static void check_linear(const struct pt_buffer *text, const char *way)
{
    static const char *const linear[] = {"perceptron", "averaged", "voted", "margin", "uneven",
                                         "pdm",        "pa-1",     "pa-2",  "arow",   "romma",
                                         "pegasos"};
    char *path = file_of("", text->bytes, text->length);

    for (size_t i = 0; i < sizeof linear / sizeof *linear; i++)
        check_algorithm(path, linear[i], way);
    drop_file(path);
}

static void sparse_rows_and_texts(void **state)
{
    struct pt_buffer text;

    (void)state;
    pt_buffer_init(&text);
    write_sparse(&text, 2500, 2);
    check_linear(&text, "");
    check_linear(&text, "average=yes");
    text.length = 0;
    write_sparse(&text, 2500, 3);
    check_linear(&text, "");
    check_linear(&text, "multiclass=one-vs-rest threads=2");
    text.length = 0;
    write_messages(&text, 2000);
    check_linear(&text, "");
    check_all(&text, "hash-bits=8");
    pt_buffer_fini(&text);
}

/* ---- classes that come late ---------------------------------------------------------------------------- */

static void expect_late(const char *path, const char *algorithm, const char *way, const char *refusal)
{
    char options[200];

    snprintf(options, sizeof options, "algorithm=%s %s", algorithm, way);
    if (!takes_too_long(path, algorithm) && !check(path, options, refusal))
        fail_msg("%s is refused in memory", options);
}

static const char *const streamable[][2] = {
    {"perceptron", ""}, {"averaged", ""}, {"voted", ""}, {"margin", ""}, {"uneven", ""}, {"pdm", ""}, {"pa-1", ""},
    {"pa-2", ""}, {"arow", ""}, {"batch", "batch-size=7"}, {"kernel", "kernel=rbf gamma=0.01 average=yes"},
    {"mlp", "hidden=5"}, {"neighbours", ""}, {"romma", ""}, {"pegasos", ""},
};
enum { STREAMABLE = sizeof streamable / sizeof *streamable };

/* Two classes, the second of which comes late and sorts first: all that was learned is turned round. */
static void the_sign_may_turn(void **state)
{
    struct pt_buffer text;
    char *path, way[120];

    (void)state;
    pt_buffer_init(&text);
    write_wide(&text, 2000, turned, 2, 1200);
    path = file_of("", text.bytes, text.length);
    for (size_t i = 0; i < STREAMABLE; i++) {
        const char *name = streamable[i][0], *more = streamable[i][1];

        expect_late(path, name, more, strcmp(name, "uneven") == 0 ? "each has its own margin"
                                      : strcmp(name, "mlp") == 0  ? "cannot renumber them"
                                                                  : NULL);
        snprintf(way, sizeof way, "%s classes=a,b", more);
        expect_late(path, name, way, NULL);
        snprintf(way, sizeof way, "%s positive=b", more);
        expect_late(path, name, way, NULL);
    }
    drop_file(path);
    pt_buffer_fini(&text);
}

/* A third one: against the rest each is as if it had been there from the start; named or expected, too. */
static void a_third_class_may_come_late(void **state)
{
    struct pt_buffer text;
    char *path, way[120];

    (void)state;
    pt_buffer_init(&text);
    write_wide(&text, 2900, names, 3, 1200);
    path = file_of("", text.bytes, text.length);
    for (size_t i = 0; i < STREAMABLE; i++) {
        const char *name = streamable[i][0], *more = streamable[i][1];

        snprintf(way, sizeof way, "%s classes=a,b,c", more);
        expect_late(path, name, way, NULL);
        expecting = true;
        expect_late(path, name, more, NULL);
        expecting = false;
        snprintf(way, sizeof way, "%s multiclass=one-vs-rest", more);
        if (strcmp(name, "voted") != 0 && strcmp(name, "mlp") != 0 && strcmp(name, "neighbours") != 0)
            expect_late(path, name, way, strcmp(name, "kernel") == 0 ? "name all classes" : NULL);
    }
    expect_late(path, "neighbours", "k=3", NULL);
    expect_late(path, "mlp", "hidden=5", "name all classes");
    drop_file(path);
    pt_buffer_fini(&text);
}

/* ---- memory that is not there -------------------------------------------------------------------------- */

enum { PIECE = 12, PIECES = 3, FEATURES = 4 };

/* Piece p has the first p + 1 classes, or all; -1: all rows with all classes. */
static ptron_dataset *piece_of(const double *x, int p, bool late)
{
    static const char *const sorted[] = {"a", "b", "c"};
    const size_t known = p >= 0 && late ? (size_t)p + 1 : 3, rows = p >= 0 ? PIECE : PIECES * PIECE;
    uint32_t label[PIECES * PIECE];
    ptron_rows borrowed = {.size = sizeof borrowed, .n_rows = rows, .n_features = FEATURES, .kind = PTRON_F64,
                           .values = x + (p > 0 ? p * PIECE * FEATURES : 0), .labels = label, .n_classes = known,
                           .class_names = known == 3 ? sorted : names};
    ptron_dataset *set;

    for (size_t i = 0; i < rows; i++) {
        const size_t piece = p >= 0 ? (size_t)p : i / PIECE, most = late ? piece + 1 : 3, k = i % PIECE % most;
        label[i] = known == 3 ? (uint32_t)(names[k][0] - 'a') : (uint32_t)k;
    }
    assert_int_equal(ptron_dataset_borrow(&borrowed, NULL, NULL, &set, NULL), PTRON_OK);
    return set;
}

static ptron_status feed_pieces(ptron_dataset *const *pieces, const ptron_dataset *whole, const ptron_options *options)
{
    ptron_trainer *trainer = NULL;
    ptron_model *model = NULL;
    ptron_status status = ptron_trainer_new(options, NULL, NULL, &trainer, NULL);

    for (int p = 0; status == PTRON_OK && p <= PIECES; p++)
        status = ptron_trainer_feed(trainer, p < PIECES ? pieces[p] : NULL, NULL, NULL);
    if (status == PTRON_OK)
        status = ptron_trainer_judge(trainer, whole, NULL);
    if (status == PTRON_OK)
        status = ptron_trainer_judge(trainer, NULL, NULL);
    if (status == PTRON_OK)
        status = ptron_trainer_snapshot(trainer, &model, NULL);
    ptron_model_free(model);
    ptron_trainer_free(trainer);
    return status;
}

static void fail_everywhere(const char *option_text, bool late)
{
    ptron_options *options = options_for(option_text, 1);
    ptron_dataset *pieces[PIECES], *whole;
    pt_random random = pt_random_of(14, 1);
    double x[PIECES * PIECE * FEATURES];
    ptron_status status = PTRON_NOMEM;
    size_t k = 0;

    for (size_t i = 0; i < sizeof x / sizeof *x; i++)
        x[i] = pt_random_normal(&random);
    for (int p = 0; p < PIECES; p++)
        pieces[p] = piece_of(x, p, late);
    whole = piece_of(x, -1, late);
    for (; status == PTRON_NOMEM; k++) {
        pt_test_fail_allocation(k);
        status = feed_pieces(pieces, whole, options);
        pt_test_fail_allocation(SIZE_MAX);
    }
    if (status != PTRON_OK || k < 10)
        fail_msg("%s: %s after %zu allocations", option_text, ptron_status_text(status), k);
    for (int p = 0; p < PIECES; p++)
        ptron_dataset_free(pieces[p]);
    ptron_dataset_free(whole);
    ptron_options_free(options);
}

static void no_allocation_that_fails_does_harm(void **state)
{
    (void)state;
    for (size_t i = 0; i < STREAMABLE; i++) {
        const char *name = streamable[i][0];
        const bool known = strcmp(name, "kernel") == 0 || strcmp(name, "mlp") == 0 || strcmp(name, "uneven") == 0;
        char options[120];

        snprintf(options, sizeof options, "threads=1 algorithm=%s %s", name, streamable[i][1]);
        fail_everywhere(options, !known);
    }
    fail_everywhere("threads=1 algorithm=averaged multiclass=one-vs-rest", true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_sets),
        cmocka_unit_test(contradictions),
        cmocka_unit_test(two_classes),
        cmocka_unit_test(three_classes),
        cmocka_unit_test(sparse_rows_and_texts),
        cmocka_unit_test(the_sign_may_turn),
        cmocka_unit_test(a_third_class_may_come_late),
        cmocka_unit_test(no_allocation_that_fails_does_harm),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
