/* Packs: the same rows back, and not one bit of damage unnoticed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/alloc.h"
#include "base/buffer.h"
#include "base/file.h"
#include "pack/pack_parts.h"
#include "pack/pack_trust.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

static char path[] = "/tmp/ptron-pack-XXXXXX";

static ptron_options *alone;   /* one thread: packs are opened by the thousand */

static int make_path(void **state)
{
    const int fd = mkstemp(path);

    (void)state;
    return fd < 0 || close(fd) != 0 || ptron_options_new(&alone, NULL) != PTRON_OK ||
           ptron_options_set(alone, "threads", "1", NULL) != PTRON_OK;
}

static int drop_path(void **state)
{
    (void)state;
    ptron_options_free(alone);
    return unlink(path);
}

static ptron_dataset *read_text(const char *text)
{
    ptron_dataset *set;

    assert_int_equal(ptron_dataset_read(text, strlen(text), "rows", NULL, NULL, &set, NULL), PTRON_OK);
    return set;
}

static const char sparse[] = "+1 1:0.5 3:2\n-1 2:1\n1 1:3 2:0.25 4:7\n-1 4:1\n";
static const char dense[] = "a,b,label\n1,2.5,x\n3,4,y\n0,-1,x\n";

static ptron_status load(ptron_dataset **set, ptron_error *err)
{
    return ptron_dataset_load(&(const char *){path}, 1, NULL, NULL, set, err);
}

static void packed_rows_are_the_rows(void **state)
{
    static const char *const texts[] = {sparse, dense};

    (void)state;
    for (size_t t = 0; t < 2; t++) {
        ptron_dataset *set = read_text(texts[t]), *back;

        const uint64_t wanted = pt_dataset_fingerprint(set);
        assert_int_equal(ptron_dataset_pack(set, path, NULL, NULL), PTRON_OK);
        assert_int_equal(load(&back, NULL), PTRON_OK);
        assert_int_equal(pt_dataset_fingerprint(back), wanted);
        assert_int_equal(back->shared->labels.texts.count, set->shared->labels.texts.count);
        for (uint64_t i = 0; i < set->n_rows; i++) {
            const char *file, *other;
            uint64_t line, same;
            assert_true(ptron_dataset_row_place(set, i, &file, &line));
            assert_true(ptron_dataset_row_place(back, i, &other, &same));
            assert_string_equal(file, other);
            assert_int_equal(line, same);
        }
        ptron_dataset_free(set);
        ptron_dataset_free(back);
    }
}

/* Opens the pack as if it were large, and touches every row then. */
static ptron_status touch_all(ptron_error *err)
{
    ptron_dataset *set = NULL;
    ptron_status status = pt_pack_load_at_once(path, alone, NULL, 0, &set, err);

    if (status == PTRON_OK)
        status = pt_dataset_trust_all(set, set->pool, err);
    ptron_dataset_free(set);
    return status;
}

/* Puts the bytes into the file and opens it. */
static ptron_status try_bytes(const struct pt_buffer *bytes, ptron_error *err)
{
    ptron_dataset *set = NULL;
    ptron_status status;
    FILE *file = fopen(path, "wb");   /* not pt_file_write, which waits for the disk */

    assert_non_null(file);
    assert_int_equal(fwrite(bytes->bytes, 1, bytes->length, file), bytes->length);
    assert_int_equal(fclose(file), 0);
    memset(err, 0, sizeof *err);
    status = pt_pack_load(path, alone, NULL, &set, err);
    assert_true((status == PTRON_OK) == (set != NULL));
    assert_int_equal(touch_all(NULL), status);
    ptron_dataset_free(set);
    return status;
}

static struct pt_buffer good_pack(const char *text)
{
    ptron_dataset *set = read_text(text);
    struct pt_buffer bytes;

    pt_buffer_init(&bytes);
    assert_int_equal(ptron_dataset_pack(set, path, NULL, NULL), PTRON_OK);
    assert_int_equal(pt_file_read(path, NULL, &bytes, NULL), PTRON_OK);
    ptron_dataset_free(set);
    return bytes;
}

/* The file holds the pack but for byte i: opens it with that byte, as any command would, and puts it right again. */
static ptron_status flip(const struct pt_buffer *bytes, size_t i, ptron_error *err)
{
    ptron_dataset *set = NULL;
    ptron_status status;
    FILE *file = fopen(path, "r+b");
    const int was = file == NULL || fseek(file, (long)i, SEEK_SET) != 0 ? EOF : fgetc(file);

    assert_true(was != EOF && fseek(file, (long)i, SEEK_SET) == 0 && fputc(bytes->bytes[i], file) != EOF);
    assert_int_equal(fflush(file), 0);
    memset(err, 0, sizeof *err);
    status = ptron_dataset_load(&(const char *){path}, 1, alone, NULL, &set, err);
    assert_null(set);
    assert_int_equal(touch_all(NULL), status);
    assert_true(fseek(file, (long)i, SEEK_SET) == 0 && fputc(was, file) != EOF && fclose(file) == 0);
    return status;
}

static void any_flipped_bit_is_refused_and_its_part_named(void **state)
{
    static const char *const texts[] = {sparse, dense};
    ptron_error err;

    (void)state;
    for (size_t t = 0; t < 2; t++) {
        struct pt_buffer bytes = good_pack(texts[t]);

        for (size_t i = 0; i < bytes.length; i++)
            for (size_t bit = i % 8; bit < 8; bit += i < PT_PACK_HEADER || bytes.length - i < 400 ? 1 : 8) {
                bytes.bytes[i] ^= (char)(1 << bit);
                assert_int_equal(flip(&bytes, i, &err), PTRON_DATA);
                assert_true(strstr(err.message, "header") != NULL || strstr(err.message, "block 1 of 1") != NULL ||
                            strstr(err.message, "byte order") != NULL);
                bytes.bytes[i] ^= (char)(1 << bit);
            }
        assert_int_equal(try_bytes(&bytes, &err), PTRON_OK);
        pt_buffer_fini(&bytes);
    }
}

static void a_pack_that_was_cut_anywhere_is_refused(void **state)
{
    struct pt_buffer bytes = good_pack(dense);
    ptron_error err;

    (void)state;
    for (size_t length = 8; length < bytes.length; length += 97) {
        const struct pt_buffer cut = {.bytes = bytes.bytes, .length = length};
        assert_int_equal(try_bytes(&cut, &err), PTRON_DATA);
    }
    pt_buffer_fini(&bytes);
}

/* Writes right checksums over whatever the bytes say. */
static void sign(struct pt_buffer *bytes)
{
    unsigned char *b = (unsigned char *)bytes->bytes;
    uint64_t checks, hash;
    XXH3_state_t state;

    memcpy(&checks, b + 8 + 8 * 4 + 2 * 8 + 2 * 8 * PT_N_MEMORY + 2 * 8, 8);
    hash = XXH3_64bits(b + PT_PACK_PAGE, (size_t)checks - PT_PACK_PAGE);
    memcpy(b + checks, &hash, 8);
    XXH3_64bits_reset(&state);
    XXH3_64bits_update(&state, b, PT_PACK_HEADER - 8);
    XXH3_64bits_update(&state, b + checks, bytes->length - (size_t)checks);
    hash = XXH3_64bits_digest(&state);
    memcpy(b + PT_PACK_HEADER - 8, &hash, 8);
}

/* Nothing that a pack says can lead outside its rows or weights, whatever the checksums say. The sanitized build
 * sees it if it does. */
static void lies_under_right_checksums_do_no_harm(void **state)
{
    static const unsigned char lies[] = {0x00, 0x01, 0x7f, 0x80, 0xff};
    struct pt_buffer bytes = good_pack(sparse);
    ptron_error err;
    size_t refused = 0;

    (void)state;
    for (size_t i = 8; i < bytes.length - 8; i += i < 248 ? 1 : 13)
        for (size_t l = 0; l < sizeof lies; l++) {
            struct pt_buffer lie;

            if (i >= 8 + 48 + 16 * PT_N_MEMORY + 16 && i < 8 + 48 + 16 * PT_N_MEMORY + 32)
                continue;   /* where the checksums are: sign() itself needs it */
            pt_buffer_init(&lie);
            pt_buffer_add(&lie, bytes.bytes, bytes.length);
            lie.bytes[i] = (char)lies[l];
            sign(&lie);
            refused += try_bytes(&lie, &err) != PTRON_OK;
            pt_buffer_fini(&lie);
        }
    assert_true(refused > 500);
    pt_buffer_fini(&bytes);
}

/* ---- large packs ---------------------------------------------------------------------------------- */

enum { LARGE_ROWS = 60000, LARGE_VALUES = 8 };

static struct pt_buffer large_pack(void)
{
    struct pt_buffer text, bytes;

    pt_buffer_init(&text);
    for (size_t i = 0; i < LARGE_ROWS; i++) {
        char line[200];
        int n = snprintf(line, sizeof line, "%d", i % 3 == 0);
        for (size_t j = 0; j < LARGE_VALUES; j++)
            n += snprintf(line + n, sizeof line - (size_t)n, " %zu:0.%zu", 10 * j + 1 + (i + j) % 10,
                          1 + i * (j + 7) % 99991);
        pt_buffer_add(&text, line, (size_t)n);
        pt_buffer_byte(&text, '\n');
    }
    pt_buffer_byte(&text, '\0');
    bytes = good_pack(text.bytes);
    pt_buffer_fini(&text);
    return bytes;
}

/* What becomes of a run with this file, opened as a large one. */
static ptron_status run_large(const char *algorithm, const char *shards, ptron_error *err)
{
    ptron_trainer *trainer = NULL;
    ptron_dataset *set = NULL;
    ptron_options *options;
    ptron_status status = pt_pack_load_at_once(path, alone, NULL, 0, &set, err);

    assert_int_equal(status, PTRON_OK);   /* the damage is where nothing has looked yet */
    assert_int_equal(ptron_options_new(&options, NULL), PTRON_OK);
    assert_int_equal(ptron_options_set(options, "algorithm", algorithm, NULL), PTRON_OK);
    assert_int_equal(ptron_options_set(options, "shards", shards, NULL), PTRON_OK);
    assert_int_equal(ptron_options_set(options, "epochs", "2", NULL), PTRON_OK);
    status = ptron_trainer_new(options, set, NULL, &trainer, err);
    if (status == PTRON_OK)
        status = ptron_trainer_run(trainer, NULL, err);
    ptron_options_free(options);
    ptron_trainer_free(trainer);
    ptron_dataset_free(set);
    return status;
}

static ptron_status predict_large(const ptron_model *model, double *scores, ptron_error *err)
{
    ptron_dataset *set = NULL;
    ptron_status status = pt_pack_load_at_once(path, alone, NULL, 0, &set, NULL);

    assert_int_equal(status, PTRON_OK);
    status = ptron_predict(model, set, NULL, scores, NULL, err);
    ptron_dataset_free(set);
    return status;
}

static ptron_model *model_of(const char *file)
{
    ptron_trainer *trainer;
    ptron_dataset *set;
    ptron_model *model;

    assert_int_equal(ptron_dataset_load(&file, 1, alone, NULL, &set, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_new(alone, set, NULL, &trainer, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_step(trainer, NULL, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_snapshot(trainer, &model, NULL), PTRON_OK);
    ptron_trainer_free(trainer);
    ptron_dataset_free(set);
    return model;
}

static void damage_in_a_large_pack_is_found_when_it_is_touched(void **state)
{
    static const struct {
        const char *algorithm, *shards;
    } ways[] = {{"perceptron", "1"}, {"averaged", "4"}, {"svm", "1"}, {"batch", "1"}};
    struct pt_buffer bytes = large_pack();
    ptron_model *model = model_of(path);
    double *scores = calloc(LARGE_ROWS, sizeof *scores);
    const size_t blocks = (bytes.length - PT_PACK_PAGE) / PT_PACK_BLOCK + 1;
    ptron_error err;

    (void)state;
    assert_true(blocks >= 6);
    for (size_t block = 3; block < blocks; block++) {   /* features and values; the last holds the recipe */
        const size_t i = PT_PACK_PAGE + block * PT_PACK_BLOCK - 1000;
        char wanted[64];

        snprintf(wanted, sizeof wanted, "block %zu of %zu of the pack is damaged", block, blocks);
        bytes.bytes[i] ^= 4;
        assert_int_equal(try_bytes(&bytes, &err), PTRON_DATA);
        assert_string_equal(err.message, wanted);
        for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
            memset(&err, 0, sizeof err);
            assert_int_equal(run_large(ways[w].algorithm, ways[w].shards, &err), PTRON_DATA);
            assert_string_equal(err.message, wanted);
            assert_string_equal(err.file, path);
        }
        assert_int_equal(predict_large(model, scores, &err), PTRON_DATA);
        assert_string_equal(err.message, wanted);
        bytes.bytes[i] ^= 4;
    }
    assert_int_equal(try_bytes(&bytes, &err), PTRON_OK);
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++)
        assert_int_equal(run_large(ways[w].algorithm, ways[w].shards, &err), PTRON_OK);
    assert_int_equal(predict_large(model, scores, &err), PTRON_OK);
    free(scores);
    ptron_model_free(model);
    pt_buffer_fini(&bytes);
}

/* With layout=given the rows are copied into the order of the source, where they fit in the memory for rows. */
static void rows_stand_in_their_order_where_that_is_asked_for(void **state)
{
    static const char *const memory[] = {"1G", "100"};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        ptron_dataset *set = read_text(sparse), *back;
        ptron_options *options;
        uint64_t wanted;

        assert_int_equal(ptron_dataset_pack(set, path, NULL, NULL), PTRON_OK);
        wanted = pt_dataset_fingerprint(set);
        assert_int_equal(ptron_options_new(&options, NULL), PTRON_OK);
        assert_int_equal(ptron_options_set(options, "layout", "given", NULL), PTRON_OK);
        assert_int_equal(ptron_options_set(options, "memory", memory[i], NULL), PTRON_OK);
        assert_int_equal(ptron_dataset_load(&(const char *){path}, 1, options, NULL, &back, NULL), PTRON_OK);
        assert_int_equal(pt_dataset_fingerprint(back), wanted);
        assert_int_equal(back->block.kind, set->block.kind);
        assert_int_equal(back->source == NULL, i == 0);
        for (size_t row = 0; row < 4; row++)
            assert_int_equal(pt_place_line(back->block.place[pt_dataset_index(back, row)]), row + 1);
        ptron_dataset_free(set);
        ptron_dataset_free(back);
        ptron_options_free(options);
    }
}

static void choices_of_training_are_not_packed(void **state)
{
    ptron_options *options;
    ptron_dataset *set;

    (void)state;
    assert_int_equal(ptron_options_new(&options, NULL), PTRON_OK);
    assert_int_equal(ptron_options_set(options, "scale", "standard", NULL), PTRON_OK);
    assert_int_equal(ptron_dataset_read(dense, sizeof dense - 1, "rows", options, NULL, &set, NULL), PTRON_OK);
    assert_int_equal(ptron_dataset_pack(set, path, NULL, NULL), PTRON_ARGUMENT);
    assert_int_equal(ptron_dataset_pack(NULL, path, NULL, NULL), PTRON_ARGUMENT);
    ptron_dataset_free(set);
    ptron_options_free(options);
}

static void every_failed_allocation_is_survived(void **state)
{
    ptron_dataset *set;

    (void)state;
    for (size_t k = 0;; k++) {
        ptron_status status;

        set = read_text(sparse);
        pt_test_fail_allocation(k);
        status = ptron_dataset_pack(set, path, NULL, NULL);
        const bool failed = pt_test_allocation_failed();
        pt_test_fail_allocation(SIZE_MAX);
        ptron_dataset_free(set);
        assert_int_equal(status, failed ? PTRON_NOMEM : PTRON_OK);
        if (!failed)
            break;
    }
    for (size_t k = 0;; k++) {
        ptron_status status;

        pt_test_fail_allocation(k);
        status = load(&set, NULL);
        const bool failed = pt_test_allocation_failed();
        pt_test_fail_allocation(SIZE_MAX);
        assert_int_equal(status, failed ? PTRON_NOMEM : PTRON_OK);
        ptron_dataset_free(set);
        if (!failed)
            break;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packed_rows_are_the_rows),
        cmocka_unit_test(any_flipped_bit_is_refused_and_its_part_named),
        cmocka_unit_test(a_pack_that_was_cut_anywhere_is_refused),
        cmocka_unit_test(lies_under_right_checksums_do_no_harm),
        cmocka_unit_test(damage_in_a_large_pack_is_found_when_it_is_touched),
        cmocka_unit_test(rows_stand_in_their_order_where_that_is_asked_for),
        cmocka_unit_test(choices_of_training_are_not_packed),
        cmocka_unit_test(every_failed_allocation_is_survived),
    };

    return cmocka_run_group_tests(tests, make_path, drop_path);
}
