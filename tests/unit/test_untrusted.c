/* Packs and resume states whose checksums are right and whose contents no honest program wrote: refused, with a reason,
 * before anything is made of them. And JSON, when memory is out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/alloc.h"
#include "base/file.h"
#include "learn/trainer/trainer.h"
#include "pack/pack_parts.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { AT_RECIPE = 168 };   /* in the header: where the recipe begins, its length, where the checksums begin, all */

static char path[] = "/tmp/ptron-untrusted-XXXXXX";

static int make_path(void **state)
{
    const int fd = mkstemp(path);

    (void)state;
    return fd < 0 || close(fd) != 0;
}

static int drop_path(void **state)
{
    (void)state;
    return unlink(path);
}

static ptron_dataset *rows_of(const char *text)
{
    ptron_dataset *set;

    assert_int_equal(ptron_dataset_read(text, strlen(text), "rows", NULL, NULL, &set, NULL), PTRON_OK);
    return set;
}

/* ---- packs --------------------------------------------------------------------------------------------- */

static void put64(struct pt_buffer *file, size_t at, uint64_t value)
{
    memcpy(file->bytes + at, &value, sizeof value);
}

static void sign(struct pt_buffer *file, size_t checks)
{
    XXH3_state_t state;

    assert_true(checks - PT_PACK_PAGE <= PT_PACK_BLOCK);
    put64(file, checks, XXH3_64bits(file->bytes + PT_PACK_PAGE, checks - PT_PACK_PAGE));
    XXH3_64bits_reset(&state);
    XXH3_64bits_update(&state, file->bytes, PT_PACK_HEADER - 8);
    XXH3_64bits_update(&state, file->bytes + checks, file->length - checks);
    put64(file, PT_PACK_HEADER - 8, XXH3_64bits_digest(&state));
}

static void write_file(const struct pt_buffer *file)
{
    FILE *out = fopen(path, "wb");

    assert_non_null(out);
    assert_int_equal(fwrite(file->bytes, 1, file->length, out), file->length);
    assert_int_equal(fclose(out), 0);
}

/* The pack in `path` with another recipe, all checksums right. */
static void replace_recipe(const struct pt_recipe *recipe)
{
    struct pt_buffer file, other;
    uint64_t begin;

    pt_buffer_init(&file);
    pt_buffer_init(&other);
    assert_int_equal(pt_file_read(path, NULL, &file, NULL), PTRON_OK);
    memcpy(&begin, file.bytes + AT_RECIPE, sizeof begin);
    pt_buffer_add(&other, file.bytes, (size_t)begin);
    pt_recipe_save(recipe, &other);
    pt_buffer_u64(&other, 0);   /* no file names */
    const size_t checks = other.length;
    pt_buffer_u64(&other, 0);
    assert_false(other.failed);
    put64(&other, AT_RECIPE + 8, checks - begin);
    put64(&other, AT_RECIPE + 16, checks);
    put64(&other, AT_RECIPE + 24, other.length);
    sign(&other, checks);
    write_file(&other);
    pt_buffer_fini(&file);
    pt_buffer_fini(&other);
}

static void assert_pack_refused(const char *message)
{
    ptron_dataset *set = NULL;
    ptron_error err = {0};
    const ptron_status status = ptron_dataset_load(&(const char *){path}, 1, NULL, NULL, &set, &err);

    assert_null(set);
    if (status != PTRON_DATA || strstr(err.message, message) == NULL)
        fail_msg("status %d, '%s' where '%s' was wanted", (int)status, err.message, message);
    assert_string_equal(err.file, path);
}

static void a_pack_whose_recipe_is_not_that_of_plain_rows_is_refused(void **state)
{
    ptron_dataset *set = rows_of("+1 1:0.5 3:2\n-1 2:1\n1 1:3 2:0.25 3:7\n-1 3:1\n"), *back = NULL;
    struct pt_labels *labels = &set->recipe.labels;
    struct pt_feature_map *map = &set->recipe.feature_map;
    uint32_t *class_of = labels->class_of;

    (void)state;
    assert_int_equal(ptron_dataset_pack(set, path, NULL, NULL), PTRON_OK);
    replace_recipe(&set->recipe);
    assert_int_equal(ptron_dataset_load(&(const char *){path}, 1, NULL, NULL, &back, NULL), PTRON_OK);
    ptron_dataset_free(back);
    labels->class_of = NULL;
    replace_recipe(&set->recipe);
    assert_pack_refused("the recipe does not fit the rows");
    labels->class_of = class_of;
    *map = (struct pt_feature_map){.kind = PT_MAP_FOURIER, .in = 3, .out = 2, .gamma = 1.0};
    assert_int_equal(pt_feature_map_reserve(map, NULL), PTRON_OK);
    memset(map->basis, 0, 6 * sizeof *map->basis);
    memset(map->more, 0, 2 * sizeof *map->more);
    replace_recipe(&set->recipe);
    assert_pack_refused("the recipe does not fit the rows");
    pt_feature_map_fini(map);
    assert_int_equal(pt_dict_add(&labels->classes, "ghost", 5), 2);
    replace_recipe(&set->recipe);
    assert_pack_refused("a class has no label");
    ptron_dataset_free(set);
}

/* 1e200 squared is infinite, and so is infinity: the stored norm does not tell them apart. */
static void a_pack_with_an_infinite_value_is_refused(void **state)
{
    static const double infinite = (double)INFINITY;
    ptron_dataset *set = rows_of("+1 1:1e200\n-1 1:1e-200\n"), *back = NULL;
    struct pt_buffer file;
    uint64_t values, checks;
    double value;

    (void)state;
    assert_int_equal(ptron_dataset_pack(set, path, NULL, NULL), PTRON_OK);
    ptron_dataset_free(set);
    assert_int_equal(ptron_dataset_load(&(const char *){path}, 1, NULL, NULL, &back, NULL), PTRON_OK);
    ptron_dataset_free(back);
    pt_buffer_init(&file);
    assert_int_equal(pt_file_read(path, NULL, &file, NULL), PTRON_OK);
    memcpy(&values, file.bytes + 56 + 16 * PT_MEMORY_VALUE, sizeof values);
    memcpy(&checks, file.bytes + AT_RECIPE + 16, sizeof checks);
    memcpy(&value, file.bytes + values, sizeof value);
    memcpy(file.bytes + values + (value < 1 ? sizeof value : 0), &infinite, sizeof infinite);
    sign(&file, (size_t)checks);
    write_file(&file);
    pt_buffer_fini(&file);
    assert_pack_refused("make no sense");
}

static void rows_that_are_all_zero_have_one_fingerprint(void **state)
{
    ptron_dataset *set = rows_of("+1 3:0\n-1 2:0\n"), *back = NULL;
    const uint64_t wanted = pt_dataset_fingerprint(set);

    (void)state;
    assert_int_equal(ptron_dataset_pack(set, path, NULL, NULL), PTRON_OK);
    assert_int_equal(ptron_dataset_load(&(const char *){path}, 1, NULL, NULL, &back, NULL), PTRON_OK);
    assert_int_equal(pt_dataset_fingerprint(back), wanted);
    ptron_dataset_free(set);
    ptron_dataset_free(back);
}

/* ---- states ---------------------------------------------------------------------------------------------- */

static ptron_trainer *trainer_of(const ptron_dataset *set, const char *algorithm)
{
    ptron_options *options;
    ptron_trainer *trainer;

    assert_int_equal(ptron_options_new(&options, NULL), PTRON_OK);
    assert_int_equal(ptron_options_set(options, "algorithm", algorithm, NULL), PTRON_OK);
    assert_int_equal(ptron_options_set(options, "holdout", "0.3", NULL), PTRON_OK);
    assert_int_equal(ptron_options_set(options, "patience", "10", NULL), PTRON_OK);
    assert_int_equal(ptron_options_set(options, "epochs", "4", NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_new(options, set, NULL, &trainer, NULL), PTRON_OK);
    ptron_options_free(options);
    return trainer;
}

/* Every word of the state in turn becomes something else: a resume refuses it, or goes on to a model that loads. */
static void any_word_of_a_state_may_lie(const char *algorithm, const ptron_dataset *set)
{
    static const uint64_t lies[] = {0, 1, 3, UINT32_MAX, UINT64_MAX, UINT64_C(0x7ff0000000000000)};
    ptron_trainer *trainer = trainer_of(set, algorithm);
    size_t refused = 0, gone_on = 0;
    ptron_model *model;

    assert_int_equal(ptron_trainer_step(trainer, NULL, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_snapshot(trainer, &model, NULL), PTRON_OK);
    ptron_trainer_free(trainer);
    assert_non_null(model->state);
    for (size_t at = 0; at + 8 <= model->state_length; at += 4)
        for (size_t l = 0; l < sizeof lies / sizeof *lies; l++) {
            char was[8];
            ptron_error err = {0};
            ptron_model *next = NULL, *again = NULL;
            void *bytes = NULL;
            size_t length;

            memcpy(was, (char *)model->state + at, sizeof was);
            memcpy((char *)model->state + at, &lies[l], sizeof lies[l]);
            trainer = trainer_of(set, algorithm);
            ptron_status status = ptron_trainer_resume(trainer, model, &err);
            if (status == PTRON_OK)
                status = ptron_trainer_step(trainer, NULL, &err);
            if (status == PTRON_OK)
                status = ptron_trainer_snapshot(trainer, &next, &err);
            if (status == PTRON_OK) {
                assert_int_equal(ptron_model_write(next, &bytes, &length, NULL), PTRON_OK);
                if (ptron_model_read(bytes, length, &again, &err) != PTRON_OK)
                    fail_msg("%s, word at %zu: %s", algorithm, at, err.message);
                ptron_bytes_free(bytes);
            }
            refused += status != PTRON_OK;
            gone_on += status == PTRON_OK;
            assert_true(status == PTRON_OK || err.message[0] != '\0');
            ptron_model_free(next);
            ptron_model_free(again);
            ptron_trainer_free(trainer);
            memcpy((char *)model->state + at, was, sizeof was);
        }
    assert_true(refused > 10 && gone_on > 10);
    ptron_model_free(model);
}

static void a_state_that_lies_is_refused_or_harmless(void **state)
{
    static const char *const algorithms[] = {"perceptron", "averaged", "voted", "pocket", "batch",
                                             "svm",        "kernel",   "mlp",   "arow",   "neighbours"};
    ptron_dataset *set = rows_of("a,b,label\n1,2,x\n3,1,y\n2,5,x\n0,1,y\n4,4,y\n1,1,x\n2,0,y\n0,3,x\n5,1,y\n2,2,x\n");

    (void)state;
    for (size_t i = 0; i < sizeof algorithms / sizeof *algorithms; i++)
        any_word_of_a_state_may_lie(algorithms[i], set);
    ptron_dataset_free(set);
}

/* ---- JSON ------------------------------------------------------------------------------------------------- */

static size_t json_left;   /* allocations of jansson's that succeed */

static void *json_memory(size_t bytes)
{
    if (json_left > 0) {
        json_left--;
        return malloc(bytes);
    }
    errno = ENOMEM;   /* as malloc does */
    return NULL;
}

/* Exit code 4, not 3: nothing is wrong with the file. */
static void json_that_finds_no_memory_is_not_called_bad(void **state)
{
    static const char record[] = "{\"perceptron_run\": 1, \"texts\": {\"title\": \"t\"}, \"numbers\": {}, "
                                 "\"tables\": {}}";
    static const char net[] = "{\"features\": [\"x\"], \"label\": \"y\", \"classes\": [\"-1\", \"+1\"], "
                              "\"weights\": [1], \"bias\": [0]}";
    size_t failures = 0;
    FILE *out = fopen(path, "wb");

    (void)state;
    assert_non_null(out);
    fputs(net, out);
    assert_int_equal(fclose(out), 0);
    for (size_t k = 0, done = 0; done < 2; k++) {
        ptron_run *run = NULL;
        ptron_model *model = NULL;
        ptron_error err = {0};

        json_set_alloc_funcs(json_memory, free);
        json_left = k;
        const ptron_status read = ptron_run_read(record, sizeof record - 1, &run, &err);
        json_left = k;
        const ptron_status imported = ptron_model_import(path, &model, &err);
        json_set_alloc_funcs(malloc, free);
        assert_true(read == PTRON_OK || read == PTRON_NOMEM);
        if (imported != PTRON_OK && imported != PTRON_NOMEM)
            fail_msg("%s", err.message);
        done = (size_t)(read == PTRON_OK) + (imported == PTRON_OK);
        failures += 2 - done;
        ptron_run_free(run);
        ptron_model_free(model);
    }
    assert_true(failures > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pack_whose_recipe_is_not_that_of_plain_rows_is_refused),
        cmocka_unit_test(a_pack_with_an_infinite_value_is_refused),
        cmocka_unit_test(rows_that_are_all_zero_have_one_fingerprint),
        cmocka_unit_test(json_that_finds_no_memory_is_not_called_bad),
        cmocka_unit_test(a_state_that_lies_is_refused_or_harmless),
    };

    return cmocka_run_group_tests(tests, make_path, drop_path);
}
