/* An epoch is an epoch: E of them at once, one by one with the model saved and loaded in between, in memory or
 * streamed from the file give the same model bytes. For every algorithm there is; those that cannot learn from a
 * stream say why. Files are several megabytes, so that they come in several pieces. */
#ifndef PT_TESTS_SAME_BYTES_H
#define PT_TESTS_SAME_BYTES_H

#include "../unit/reading.h"

#include "base/random.h"

/* ---- files ----------------------------------------------------------------------------------------- */

enum { WIDE = 100 };

/* In the order they come when they come late. */
static const char *const names[] = {"b", "c", "a"}, *const transposed[] = {"b", "a"};

/* A hundred columns: about a thousand bytes a row. Class k comes up first in row k * late. Rows are drawn around a
 * centre of their class, so that there is something to learn. */
static inline void write_wide(struct pt_buffer *out, size_t rows, const char *const *labels, size_t classes,
                              size_t late)
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
static inline void write_sparse(struct pt_buffer *out, size_t rows, size_t classes)
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

static inline void write_messages(struct pt_buffer *out, size_t rows)
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

static inline struct bytes bytes_of(ptron_trainer *trainer)
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

static inline ptron_model *model_of(const struct bytes *bytes)
{
    ptron_model *model;

    assert_int_equal(ptron_model_read(bytes->at, bytes->length, &model, NULL), PTRON_OK);
    return model;
}

static inline ptron_options *options_for(const char *text, unsigned epochs)
{
    ptron_options *options = options_of(text);
    char number[16];

    snprintf(number, sizeof number, "%u", epochs);
    assert_int_equal(ptron_options_set(options, "order", "given", NULL), PTRON_OK);
    assert_int_equal(ptron_options_set(options, "epochs", number, NULL), PTRON_OK);
    return options;
}

/* Up to that many epochs, from a model or from nothing. */
static inline struct bytes in_memory(const char *path, const char *text, unsigned epochs, const struct bytes *from)
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

static inline ptron_status feed_all(ptron_trainer *trainer, ptron_stream *stream, ptron_error *err)
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

static inline void judge_all(ptron_trainer *trainer, const char *path, const ptron_options *options)
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

static inline struct bytes streamed(const char *path, const char *text, unsigned epoch, const struct bytes *from)
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

static inline void expect_equal(const struct bytes *got, const struct bytes *wanted, const char *what,
                                const char *options)
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

static inline unsigned epochs_for(const char *path)   /* large files: fewer */
{
    FILE *file = fopen(path, "rb");
    long length;

    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    length = ftell(file);
    fclose(file);
    return length > LARGE ? 2 : MOST_EPOCHS;
}

static inline bool goes_on(const struct bytes *bytes)   /* only a budget ended it */
{
    ptron_model *model = model_of(bytes);
    PTRON_SIZED(ptron_result, training);

    assert_int_equal(ptron_model_training(model, &training, NULL), PTRON_OK);
    ptron_model_free(model);
    return training.reason == PTRON_STOP_EPOCHS;
}

/* wanted[e]: e + 1 epochs at once. Where those in memory end by themselves, so does the comparison. */
static inline void expect_one_by_one(struct bytes (*train)(const char *, const char *, unsigned, const struct bytes *),
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

/* For this reason, or because an option does nothing with the algorithm, in a stream or in memory. */
static inline void expect_refused(const char *path, const char *options, const char *refusal)
{
    const struct bytes stream = streamed(path, options, 1, NULL);

    if (stream.at == NULL && strstr(stream.why.message, "does nothing with") != NULL)
        return;
    if (stream.at != NULL || strstr(stream.why.message, refusal) == NULL)
        fail_msg("%s: wanted '%s', got '%s'", options, refusal, stream.at != NULL ? "a model" : stream.why.message);
}

/* refusal: NULL, or a piece of what a stream says to it; in memory a small file is enough to see those. False: not
 * even memory takes these options. */
static inline bool check(const char *path, const char *options, const char *refusal)
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
    {"batch", "", "a stream has no end"},
    {"batch", "batch-size=7", NULL},
    {"gradient-descent", "", "a stream has no end"},
    {"svm", "", "stream"},
    {"hard-margin", "", "stream"},
    {"logistic", "", "stream"},
    {"logistic", "penalty=l1", "stream"},
    {"kernel", "kernel=rbf", "in a stream give it (--gamma)"},
    {"kernel", "kernel=polynomial degree=2 gamma=0.1 average=yes", NULL},
    {"kernel", "kernel=rbf gamma=0.01", NULL},
    {"kernel", "kernel=linear budget=50", NULL},
    {"kernel", "kernel=linear keeper=pocket", "a stream cannot give them"},
    {"mlp", "hidden=5", NULL},
    {"mlp", "hidden=4 batch-size=33 optimizer=sgd precision=single", NULL},
    {"neighbours", "k=3", NULL},
};
enum { SPECIAL = sizeof special / sizeof *special };

/* Votes are counted update by update for each row: under sanitizers only of small files. */
static inline bool takes_too_long(const char *path, const char *algorithm)
{
#if defined(__SANITIZE_ADDRESS__)
    return strcmp(algorithm, "voted") == 0 && epochs_for(path) < MOST_EPOCHS;
#else
    (void)path, (void)algorithm;
    return false;
#endif
}

static inline void check_algorithm(const char *path, const char *algorithm, const char *way)
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
/* Algorithm `number`, or the first behind it that learns from a stream, and what it must be told for that; false: there
 * is none. */
static inline bool next_streaming(size_t *number, ptron_algorithm_info *info, const char **needs)
{
    while (ptron_algorithm_describe(*number, info) && !info->streams)
        ++*number;
    *needs = "";
    for (size_t i = SPECIAL; i-- > 0;)
        if (strcmp(special[i].algorithm, info->name) == 0 && special[i].refusal == NULL)
            *needs = special[i].options;
    return *number < ptron_algorithm_count();
}

static inline void check_all(const struct pt_buffer *text, const char *way)
{
    char *path = file_of("", text->bytes, text->length);
    PTRON_SIZED(ptron_algorithm_info, info);

    for (size_t a = 0; ptron_algorithm_describe(a, &info); a++)
        check_algorithm(path, info.name, way);
    drop_file(path);
}

#endif
