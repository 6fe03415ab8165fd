/* Laying a set out for shuffled epochs moves rows in memory and changes nothing else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/alloc.h"
#include "base/buffer.h"
#include "base/file.h"
#include "sets/scatter.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool keep(void *user, const char *bytes, size_t length)
{
    pt_buffer_add(user, bytes, length);
    return true;
}

/* Made-up rows, read back. */
static ptron_dataset *made(const char *kind, const char *rows, ptron_options *options)
{
    struct pt_buffer text;
    ptron_options *how;
    ptron_dataset *set;

    pt_buffer_init(&text);
    assert_int_equal(ptron_options_new(&how, NULL), PTRON_OK);
    assert_int_equal(ptron_options_set(how, "rows", rows, NULL), PTRON_OK);
    assert_int_equal(ptron_options_set(how, "noise", "0.1", NULL), PTRON_OK);
    assert_int_equal(ptron_generate(kind, how, keep, &text, NULL), PTRON_OK);
    assert_int_equal(ptron_dataset_read(text.bytes, text.length, "made", options, NULL, &set, NULL), PTRON_OK);
    ptron_options_free(how);
    pt_buffer_fini(&text);
    return set;
}

static ptron_options *options_of(const char *const *words)
{
    ptron_options *options;

    assert_int_equal(ptron_options_new(&options, NULL), PTRON_OK);
    for (; *words != NULL; words += 2)
        assert_int_equal(ptron_options_set(options, words[0], words[1], NULL), PTRON_OK);
    return options;
}

static void expect_same_row(const struct pt_row *a, const struct pt_row *b)
{
    assert_int_equal(a->n, b->n);
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->label, b->label);
    assert_true(a->norm2 == b->norm2 && a->weight == b->weight);
    for (size_t j = 0; j < a->n; j++) {
        assert_true(a->index == NULL || a->index[j] == b->index[j]);
        assert_true(pt_row_value(a, j) == pt_row_value(b, j));
    }
}

static void expect_same_set(const ptron_dataset *a, const ptron_dataset *b)
{
    const char *file;
    uint64_t line, other;

    assert_int_equal(pt_dataset_fingerprint(a), pt_dataset_fingerprint(b));
    for (uint64_t i = 0; i < a->n_rows; i++) {
        const struct pt_row x = pt_dataset_row(a, i), y = pt_dataset_row(b, i);
        expect_same_row(&x, &y);
        assert_true(ptron_dataset_row_place(a, i, &file, &line));
        assert_true(ptron_dataset_row_place(b, i, &file, &other));
        assert_int_equal(line, other);
    }
}

static void every_row_is_still_found_by_its_number(void **state)
{
    static const char *const kinds[] = {"sparse", "dense"}, *const sizes[] = {"1", "2", "300", "5000", "20000"};
    static const char *const scales[] = {"none", "standard"};

    (void)state;
    for (size_t k = 0; k < 2; k++)
        for (size_t s = 0; s < 5; s++)
            for (size_t c = 0; c < 2; c++) {
                ptron_options *options = options_of((const char *const[]){"scale", scales[c], NULL});
                ptron_dataset *a = made(kinds[k], sizes[s], options), *b = made(kinds[k], sizes[s], options);

                pt_dataset_scatter_all(b);
                assert_non_null(b->at);
                expect_same_set(a, b);
                ptron_dataset_free(a);
                ptron_dataset_free(b);
                ptron_options_free(options);
            }
}

static void rows_stand_in_the_order_of_the_scatter(void **state)
{
    ptron_dataset *set = made("dense", "5000", NULL);
    uint32_t rows[5000];

    (void)state;
    pt_dataset_scatter_all(set);
    pt_scatter(rows, 5000);
    assert_memory_equal(set->source, rows, sizeof rows);
    for (uint32_t p = 0; p < 5000; p++)
        assert_int_equal(set->at[rows[p]], p);
    ptron_dataset_free(set);
}

static void small_and_borrowed_sets_stay_as_they_are(void **state)
{
    static const double x[] = {1.0, 2.0, 3.0, 4.0};
    static const uint32_t label[] = {0, 1};
    static const char *const names[] = {"a", "b"};
    const ptron_rows rows = {.size = sizeof rows, .n_rows = 2, .n_features = 2, .kind = PTRON_F64, .values = x,
                             .labels = label, .n_classes = 2, .class_names = names};
    ptron_options *options = options_of((const char *const[]){"layout", "shuffled", NULL});
    ptron_dataset *small = made("dense", "50", options), *large = made("dense", "20000", options), *borrowed;

    (void)state;
    assert_null(small->at);
    assert_non_null(large->at);
    assert_int_equal(ptron_dataset_borrow(&rows, options, NULL, &borrowed, NULL), PTRON_OK);
    assert_null(borrowed->at);
    pt_dataset_scatter_all(borrowed);
    assert_null(borrowed->at);
    ptron_dataset_free(small);
    ptron_dataset_free(large);
    ptron_dataset_free(borrowed);
    ptron_options_free(options);
}

static bool note_row(void *user, const ptron_step *step)
{
    pt_buffer_u64(user, step->row);
    return true;
}

/* Model bytes and the rows an observer sees, one after the other. */
static struct pt_buffer trained(const ptron_dataset *set, const ptron_options *options)
{
    ptron_observer observer = {.size = sizeof observer, .on_row = note_row};
    struct pt_buffer out;
    ptron_trainer *trainer;
    ptron_model *model;
    void *bytes;
    size_t length;

    pt_buffer_init(&out);
    observer.user = &out;
    assert_int_equal(ptron_trainer_new(options, set, NULL, &trainer, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_run(trainer, &observer, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_snapshot(trainer, &model, NULL), PTRON_OK);
    assert_int_equal(ptron_model_write(model, &bytes, &length, NULL), PTRON_OK);
    pt_buffer_add(&out, bytes, length);
    ptron_bytes_free(bytes);
    ptron_model_free(model);
    ptron_trainer_free(trainer);
    return out;
}

static void training_gives_the_same_bytes_and_sees_the_same_rows(void **state)
{
    static const char *const ways[][9] = {
        {"order", "each", NULL}, {"order", "once", "algorithm", "averaged", NULL}, {"order", "given", NULL},
        {"order", "each", "holdout", "0.3", "patience", "2", NULL}, {"order", "each", "algorithm", "pocket", NULL},
        {"order", "each", "algorithm", "svm", NULL}, {"order", "each", "algorithm", "batch", "batch-size", "100", NULL},
    };
    static const char *const kinds[] = {"sparse", "dense"};

    (void)state;
    for (size_t k = 0; k < 2; k++)
        for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
            ptron_options *options = options_of(ways[w]);
            ptron_dataset *set = made(kinds[k], "3000", NULL);
            struct pt_buffer a, b;

            assert_int_equal(ptron_options_set(options, "epochs", "4", NULL), PTRON_OK);
            a = trained(set, options);
            pt_dataset_scatter_all(set);
            b = trained(set, options);
            assert_int_equal(a.length, b.length);
            assert_memory_equal(a.bytes, b.bytes, a.length);
            pt_buffer_fini(&a);
            pt_buffer_fini(&b);
            ptron_dataset_free(set);
            ptron_options_free(options);
        }
}

static void auto_moves_rows_that_no_thread_can_bring_together(void **state)
{
    static const struct {
        const char *kind, *threads;
        bool moved;
    } ways[] = {{"sparse", "1", true}, {"sparse", "2", false}, {"dense", "2", true}};

    (void)state;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        ptron_options *options =
            options_of((const char *const[]){"layout", "auto", "threads", ways[i].threads, NULL});
        ptron_dataset *set = made(ways[i].kind, "20000", options);

        assert_true((set->at != NULL) == ways[i].moved);
        ptron_dataset_free(set);
        ptron_options_free(options);
    }
}

/* The bytes of a model, of rows that nobody looks at one by one. */
static struct pt_buffer learned(const ptron_dataset *set, ptron_options *options, const char *threads)
{
    struct pt_buffer out;
    ptron_trainer *trainer;
    ptron_model *model;
    void *bytes;
    size_t length;

    pt_buffer_init(&out);
    assert_int_equal(ptron_options_set(options, "threads", threads, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_new(options, set, NULL, &trainer, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_run(trainer, NULL, NULL), PTRON_OK);
    assert_int_equal(ptron_trainer_snapshot(trainer, &model, NULL), PTRON_OK);
    assert_int_equal(ptron_model_write(model, &bytes, &length, NULL), PTRON_OK);
    pt_buffer_add(&out, bytes, length);
    ptron_bytes_free(bytes);
    ptron_model_free(model);
    ptron_trainer_free(trainer);
    return out;
}

/* Rows that were laid out are learned from where they stand, others as copies of them. */
static void copies_of_rows_give_the_same_bytes(void **state)
{
    static const char *const ways[][9] = {
        {"algorithm", "averaged", NULL}, {"algorithm", "arow", "holdout", "0.3", NULL},
        {"algorithm", "perceptron", "class-weight", "balanced", "max-updates", "3001", NULL},
        {"algorithm", "voted", "max-updates", "700", NULL},
    };
    static const char *const threads[] = {"1", "2", "3"};

    (void)state;
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
        ptron_options *options = options_of(ways[w]);
        ptron_dataset *moved = made("sparse", "20000", NULL), *set = made("sparse", "20000", NULL);
        struct pt_buffer wanted, got;

        assert_int_equal(ptron_options_set(options, "epochs", "3", NULL), PTRON_OK);
        assert_int_equal(ptron_options_set(options, "order", "each", NULL), PTRON_OK);
        pt_dataset_scatter_all(moved);
        wanted = learned(moved, options, "1");
        for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
            got = learned(set, options, threads[i]);
            assert_int_equal(got.length, wanted.length);
            assert_memory_equal(got.bytes, wanted.bytes, wanted.length);
            pt_buffer_fini(&got);
        }
        pt_buffer_fini(&wanted);
        ptron_dataset_free(moved);
        ptron_dataset_free(set);
        ptron_options_free(options);
    }
}

/* ---- packs --------------------------------------------------------------------------------------- */

static struct pt_buffer packed(const ptron_dataset *set)
{
    char path[] = "/tmp/perceptron-XXXXXX";
    const int fd = mkstemp(path);
    struct pt_buffer bytes;

    assert_true(fd >= 0);
    close(fd);
    assert_int_equal(ptron_dataset_pack(set, path, NULL, NULL), PTRON_OK);
    pt_buffer_init(&bytes);
    assert_int_equal(pt_file_read(path, NULL, &bytes, NULL), PTRON_OK);
    unlink(path);
    return bytes;
}

static void expect_same_bytes(struct pt_buffer a, struct pt_buffer b)
{
    assert_int_equal(a.length, b.length);
    assert_memory_equal(a.bytes, b.bytes, a.length);
    pt_buffer_fini(&a);
    pt_buffer_fini(&b);
}

static void a_pack_has_the_same_bytes_however_the_set_stands(void **state)
{
    static const char *const kinds[] = {"sparse", "dense"}, *const sizes[] = {"1", "300", "20000"};

    (void)state;
    for (size_t k = 0; k < 2; k++)
        for (size_t s = 0; s < 3; s++) {
            ptron_dataset *a = made(kinds[k], sizes[s], NULL), *b = made(kinds[k], sizes[s], NULL);

            pt_dataset_scatter_all(b);
            expect_same_bytes(packed(a), packed(b));
            assert_null(a->at);
            ptron_dataset_free(a);
            ptron_dataset_free(b);
        }
}

/* The trainer holds places of rows. */
static void packing_a_set_that_is_being_learned_from_changes_no_model(void **state)
{
    ptron_options *options = options_of((const char *const[]){"order", "each", "holdout", "0.3", "epochs", "3", NULL});
    ptron_dataset *set = made("sparse", "3000", NULL);
    struct pt_buffer pack;
    void *bytes[2];
    size_t length[2];

    (void)state;
    for (int packs = 0; packs < 2; packs++) {
        ptron_trainer *trainer;
        ptron_model *model;

        assert_int_equal(ptron_trainer_new(options, set, NULL, &trainer, NULL), PTRON_OK);
        if (packs) {
            pack = packed(set);
            pt_buffer_fini(&pack);
        }
        assert_int_equal(ptron_trainer_run(trainer, NULL, NULL), PTRON_OK);
        assert_int_equal(ptron_trainer_snapshot(trainer, &model, NULL), PTRON_OK);
        assert_int_equal(ptron_model_write(model, &bytes[packs], &length[packs], NULL), PTRON_OK);
        ptron_model_free(model);
        ptron_trainer_free(trainer);
    }
    assert_int_equal(length[0], length[1]);
    assert_memory_equal(bytes[0], bytes[1], length[0]);
    ptron_bytes_free(bytes[0]);
    ptron_bytes_free(bytes[1]);
    ptron_dataset_free(set);
    ptron_options_free(options);
}

/* So does the certificate. */
static void packing_a_set_that_a_certificate_is_about_leaves_it_true(void **state)
{
    ptron_dataset *set = made("blobs", "300", NULL);
    PTRON_SIZED(ptron_verification, verification);
    ptron_certificate *certificate;
    struct pt_buffer pack;
    size_t length;
    void *bytes;

    (void)state;
    assert_int_equal(ptron_certify(set, 1, NULL, NULL, &certificate, NULL), PTRON_OK);
    pack = packed(set);
    pt_buffer_fini(&pack);
    assert_int_equal(ptron_certificate_write(certificate, &bytes, &length, NULL), PTRON_OK);
    assert_int_equal(ptron_verify(bytes, length, set, &verification, NULL), PTRON_OK);
    if (!verification.accepted)
        fail_msg("%s", verification.reason);
    ptron_bytes_free(bytes);
    ptron_certificate_free(certificate);
    ptron_dataset_free(set);
}

static void without_memory_the_set_stays_as_it_is(void **state)
{
    (void)state;
    for (size_t k = 0;; k++) {
        ptron_dataset *a = made("sparse", "40", NULL), *b = made("sparse", "40", NULL);

        pt_test_fail_allocation(k);
        pt_dataset_scatter_all(b);
        const bool failed = pt_test_allocation_failed();
        pt_test_fail_allocation(SIZE_MAX);
        assert_true(failed == (b->at == NULL));
        expect_same_set(a, b);
        ptron_dataset_free(a);
        ptron_dataset_free(b);
        if (!failed)
            break;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_is_still_found_by_its_number),
        cmocka_unit_test(rows_stand_in_the_order_of_the_scatter),
        cmocka_unit_test(small_and_borrowed_sets_stay_as_they_are),
        cmocka_unit_test(training_gives_the_same_bytes_and_sees_the_same_rows),
        cmocka_unit_test(auto_moves_rows_that_no_thread_can_bring_together),
        cmocka_unit_test(copies_of_rows_give_the_same_bytes),
        cmocka_unit_test(a_pack_has_the_same_bytes_however_the_set_stands),
        cmocka_unit_test(packing_a_set_that_is_being_learned_from_changes_no_model),
        cmocka_unit_test(packing_a_set_that_a_certificate_is_about_leaves_it_true),
        cmocka_unit_test(without_memory_the_set_stays_as_it_is),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
