/* The way of any bytes through the library, with its promises checked at each step. Sizes are bounded where a
 * hostile file may ask for much honest work: a fuzzer is to find defects, not to fill memory. */
#define _GNU_SOURCE   /* memfd_create */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MOST_FEATURES = 1 << 16, MOST_ROWS = 1 << 12 };

void fuzz_broken(const char *promise, const char *file, int line)
{
    fprintf(stderr, "%s:%d: broken promise: %s\n", file, line, promise);
    abort();
}

void fuzz_check_error(ptron_status status, const ptron_error *err, const void *out)
{
    FUZZ_CHECK(out == NULL);
    FUZZ_CHECK(err->code == status);
    FUZZ_CHECK(status != PTRON_INTERNAL);
    FUZZ_CHECK(err->message[0] != '\0');
    FUZZ_CHECK(memchr(err->message, '\0', sizeof err->message) != NULL);
    FUZZ_CHECK(memchr(err->file, '\0', sizeof err->file) != NULL);
}

void fuzz_check_answer(ptron_status status, const ptron_error *err, const void *out)
{
    if (status != PTRON_OK)
        fuzz_check_error(status, err, out);
    else
        FUZZ_CHECK(out != NULL);
}

const char *fuzz_file(const void *bytes, size_t length)
{
    static int file = -1;
    static char name[32];
    size_t done = 0;

    if (file < 0) {
        file = memfd_create("fuzz", MFD_CLOEXEC);
        snprintf(name, sizeof name, "/proc/self/fd/%d", file);
    }
    FUZZ_CHECK(file >= 0 && ftruncate(file, 0) == 0);
    while (done < length) {
        const ssize_t n = pwrite(file, (const char *)bytes + done, length - done, (off_t)done);
        FUZZ_CHECK(n > 0);
        done += (size_t)n;
    }
    return name;
}

ptron_options *fuzz_options(const char *const *pairs, const char *on_bad)
{
    ptron_options *options = NULL;

    FUZZ_CHECK(ptron_options_new(&options, NULL) == PTRON_OK);
    for (; *pairs != NULL; pairs += 2)
        FUZZ_CHECK(ptron_options_set(options, pairs[0], pairs[1], NULL) == PTRON_OK);
    FUZZ_CHECK(ptron_options_set(options, "on-bad", on_bad, NULL) == PTRON_OK);
    FUZZ_CHECK(ptron_options_set(options, "epochs", "2", NULL) == PTRON_OK);
    FUZZ_CHECK(ptron_options_set(options, "threads", "1", NULL) == PTRON_OK);
    return options;
}

static ptron_dataset *read_rows(const ptron_options *options, const ptron_model *model, const uint8_t *bytes,
                                size_t length)
{
    ptron_error err = {0};
    ptron_dataset *set = NULL;
    const ptron_status status = ptron_dataset_read(bytes, length, "fuzz", options, model, &set, &err);

    fuzz_check_answer(status, &err, set);
    return set;
}

static bool is_small(const ptron_dataset *set)
{
    PTRON_SIZED(ptron_dataset_facts, facts);

    ptron_dataset_describe(set, &facts);
    return facts.rows <= MOST_ROWS && facts.features <= MOST_FEATURES;
}

static void look(const ptron_dataset *set)
{
    PTRON_SIZED(ptron_dataset_facts, facts);
    PTRON_SIZED(ptron_checkup, checkup);
    ptron_error err = {0};
    const char *file = NULL;
    uint64_t line = 0;
    char name[16];

    ptron_dataset_describe(set, &facts);
    FUZZ_CHECK(facts.rows > 0);
    for (uint64_t i = 0; i < facts.rows; i++) {
        FUZZ_CHECK(ptron_dataset_row_class(set, i) < (int64_t)facts.classes);
        ptron_dataset_row_place(set, i, &file, &line);
    }
    for (size_t j = 0; j < facts.features; j++) {
        ptron_dataset_feature_name(set, j, name, sizeof name);
        FUZZ_CHECK(memchr(name, '\0', sizeof name) != NULL);
    }
    for (size_t c = 0; c < facts.classes; c++)
        FUZZ_CHECK(ptron_dataset_class_name(set, c) != NULL);
    if (ptron_dataset_check(set, NULL, &checkup, &err) != PTRON_OK)
        FUZZ_CHECK(err.message[0] != '\0');
}

void fuzz_round_trip(const ptron_model *model)
{
    void *first = NULL, *second = NULL;
    size_t first_length = 0, second_length = 0;
    ptron_model *again = NULL;
    ptron_error err = {0};

    FUZZ_CHECK(ptron_model_write(model, &first, &first_length, NULL) == PTRON_OK);
    if (ptron_model_read(first, first_length, &again, &err) != PTRON_OK)
        fuzz_broken(err.message, __FILE__, __LINE__);
    FUZZ_CHECK(ptron_model_write(again, &second, &second_length, NULL) == PTRON_OK);
    FUZZ_CHECK(first_length == second_length && memcmp(first, second, first_length) == 0);
    ptron_bytes_free(first);
    ptron_bytes_free(second);
    ptron_model_free(again);
}

static ptron_model *train(const ptron_options *options, const ptron_dataset *set)
{
    ptron_error err = {0};
    ptron_trainer *trainer = NULL;
    ptron_model *model = NULL;
    ptron_status status = ptron_trainer_new(options, set, NULL, &trainer, &err);

    if (status == PTRON_OK)
        status = ptron_trainer_run(trainer, NULL, &err);
    if (status == PTRON_OK)
        status = ptron_trainer_snapshot(trainer, &model, &err);
    if (status != PTRON_OK)
        fuzz_check_error(status, &err, model);
    ptron_trainer_free(trainer);
    return model;
}

void fuzz_use(const ptron_model *model, const ptron_dataset *rows)
{
    PTRON_SIZED(ptron_dataset_facts, facts);
    PTRON_SIZED(ptron_evaluation_facts, result);
    ptron_evaluation *evaluation = NULL;

    ptron_dataset_describe(rows, &facts);
    uint32_t *classes = calloc((size_t)facts.rows + 1, sizeof *classes);
    double *scores = calloc((size_t)facts.rows * ptron_model_scores(model) + 1, sizeof *scores);
    FUZZ_CHECK(classes != NULL && scores != NULL);
    FUZZ_CHECK(ptron_predict(model, rows, NULL, scores, classes, NULL) == PTRON_OK);
    for (uint64_t i = 0; i < facts.rows; i++)
        FUZZ_CHECK(ptron_model_class_name(model, classes[i]) != NULL);
    free(classes);
    free(scores);

    FUZZ_CHECK(ptron_evaluation_new(model, NULL, &evaluation, NULL) == PTRON_OK);
    FUZZ_CHECK(ptron_evaluation_add(evaluation, rows, NULL) == PTRON_OK);
    ptron_evaluation_describe(evaluation, &result);
    FUZZ_CHECK(result.errors <= result.rows && result.rows <= facts.rows);
    ptron_evaluation_free(evaluation);
}

ptron_model *fuzz_learn(const ptron_options *options, const ptron_dataset *set)
{
    ptron_model *model = NULL;

    if (set != NULL && is_small(set)) {
        look(set);
        model = train(options, set);
    }
    if (model != NULL)
        fuzz_round_trip(model);
    return model;
}

static void whole_way(const ptron_options *options, const uint8_t *bytes, size_t length)
{
    ptron_dataset *set = read_rows(options, NULL, bytes, length), *again = NULL;
    ptron_model *model = fuzz_learn(options, set);

    if (model != NULL)
        again = read_rows(options, model, bytes, length);
    if (again != NULL)
        fuzz_use(model, again);
    ptron_dataset_free(again);
    ptron_model_free(model);
    ptron_dataset_free(set);
}

void fuzz_format(const char *const *pairs, const uint8_t *bytes, size_t length)
{
    static const char *const on_bad[] = {"error", "skip"};

    for (size_t i = 0; i < 2; i++) {
        ptron_options *options = fuzz_options(pairs, on_bad[i]);

        whole_way(options, bytes, length);
        ptron_options_free(options);
    }
}
