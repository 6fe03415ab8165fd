/* Made-up rows are what their options say, and the same for any number of threads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/alloc.h"
#include "base/buffer.h"
#include "gen/generate.h"
#include "sets/dataset.h"

#include <math.h>
#include <string.h>

static ptron_options *options_of(const char *const *words)   /* name, value, ..., NULL */
{
    ptron_options *options;

    assert_int_equal(ptron_options_new(&options, NULL), PTRON_OK);
    for (; *words != NULL; words += 2)
        assert_int_equal(ptron_options_set(options, words[0], words[1], NULL), PTRON_OK);
    return options;
}

#define OPTIONS(...) options_of((const char *const[]){__VA_ARGS__, NULL})

static bool keep(void *user, const char *bytes, size_t length)
{
    pt_buffer_add(user, bytes, length);
    return true;
}

static bool refuse(void *user, const char *bytes, size_t length)
{
    (void)user, (void)bytes, (void)length;
    return false;
}

static struct pt_buffer made(const char *kind, ptron_options *options)
{
    struct pt_buffer text;

    pt_buffer_init(&text);
    assert_int_equal(ptron_generate(kind, options, keep, &text, NULL), PTRON_OK);
    ptron_options_free(options);
    return text;
}

static ptron_dataset *read_back(const struct pt_buffer *text)
{
    ptron_dataset *set;

    assert_int_equal(ptron_dataset_read(text->bytes, text->length, "made", NULL, NULL, &set, NULL), PTRON_OK);
    return set;
}

static void threads_never_change_a_byte(void **state)
{
    (void)state;
    for (size_t kind = 0; kind < pt_n_generators; kind++) {
        if (pt_generators[kind].fixed)
            continue;
        const char *name = pt_generators[kind].name, *noise = strcmp(name, "xor") == 0 ? "0.3" : "0";
        struct pt_buffer one = made(name, OPTIONS("rows", "30000", "threads", "1", "noise", noise));
        struct pt_buffer four = made(name, OPTIONS("rows", "30000", "threads", "4", "noise", noise));
        struct pt_buffer other = made(name, OPTIONS("rows", "30000", "seed", "2", "noise", noise));

        assert_int_equal(one.length, four.length);
        assert_memory_equal(one.bytes, four.bytes, one.length);
        assert_true(other.length != one.length || memcmp(other.bytes, one.bytes, one.length) != 0);
        pt_buffer_fini(&one);
        pt_buffer_fini(&four);
        pt_buffer_fini(&other);
    }
}

/* The hidden normal is drawn as the generator draws it; no row may be nearer to it than the margin. */
static void dense_rows_keep_the_margin(void **state)
{
    const struct pt_generator *dense = &pt_generators[1];
    struct pt_generation g = {.rows = 500, .seed = 7, .features = 30, .margin = 0.4};
    int32_t units[30];
    struct pt_drawn row = {.units = units};
    bool seen[2] = {false, false};

    (void)state;
    assert_int_equal(dense->prepare(&g, NULL), PTRON_OK);
    for (uint64_t i = 0; i < g.rows; i++) {
        pt_random random = pt_random_of(g.seed, i);
        double product = 0.0;

        dense->draw(&g, &random, &row);
        for (size_t j = 0; j < row.n; j++)
            product += g.hidden[j] * row.units[j] / 1000.0;
        assert_true((row.label == 1 ? product : -product) >= 0.4 - 1e-12);
        seen[row.label] = true;
    }
    assert_true(seen[0] && seen[1]);
    pt_release(g.hidden);
}

/* x1 + x2 + x3 = 3 parts them; the first two rows lie on one ray from the origin and carry both labels. */
static void biased_rows_keep_the_margin_and_need_the_bias(void **state)
{
    struct pt_buffer text = made("biased", OPTIONS("rows", "500", "dimensions", "3", "margin", "0.3"));
    ptron_dataset *set = read_back(&text);
    const struct pt_row first = pt_dataset_row(set, 0), second = pt_dataset_row(set, 1);

    (void)state;
    for (uint64_t i = 0; i < 500; i++) {
        const struct pt_row row = pt_dataset_row(set, i);
        const double sum = pt_row_value(&row, 0) + pt_row_value(&row, 1) + pt_row_value(&row, 2);
        assert_true((row.label == 1 ? sum - 3.0 : 3.0 - sum) / sqrt(3.0) >= 0.3 - 1e-12);
    }
    assert_true(first.label != second.label);
    for (size_t j = 0; j < 3; j++) {
        assert_true(pt_row_value(&first, j) == pt_row_value(&first, 0) && pt_row_value(&first, j) > 0.0);
        assert_true(pt_row_value(&second, j) == pt_row_value(&second, 0) && pt_row_value(&second, j) > 0.0);
    }
    ptron_dataset_free(set);
    pt_buffer_fini(&text);
}

static double distance(const struct pt_row *row, double x, double y)
{
    return hypot(pt_row_value(row, 0) - x, pt_row_value(row, 1) - y);
}

static void without_spread_circles_and_moons_are_curves(void **state)
{
    struct pt_buffer circles = made("circles", OPTIONS("rows", "200", "spread", "0"));
    struct pt_buffer moons = made("moons", OPTIONS("rows", "200", "spread", "0"));
    ptron_dataset *a = read_back(&circles), *b = read_back(&moons);

    (void)state;
    for (uint64_t i = 0; i < 200; i++) {
        const struct pt_row ring = pt_dataset_row(a, i), moon = pt_dataset_row(b, i);
        assert_true(fabs(distance(&ring, 0, 0) - (ring.label == 1 ? 0.5 : 1.0)) < 0.001);
        assert_true(fabs(distance(&moon, moon.label, 0.5 * moon.label) - 1.0) < 0.001);
        assert_true(moon.label == 1 ? pt_row_value(&moon, 1) <= 0.5 : pt_row_value(&moon, 1) >= 0.0);
    }
    ptron_dataset_free(a);
    ptron_dataset_free(b);
    pt_buffer_fini(&circles);
    pt_buffer_fini(&moons);
}

static void sparse_features_follow_zipf(void **state)
{
    struct pt_buffer text = made("sparse", OPTIONS("rows", "20000", "dimensions", "100000", "nonzeros", "30"));
    ptron_dataset *set = read_back(&text);
    uint64_t rows_with[100000] = {0};
    double high = 0.0, low = 0.0;

    (void)state;
    assert_int_equal(set->n_rows, 20000);
    assert_in_range(set->n_values, 20000 * 29, 20000 * 31);
    assert_in_range(set->class_rows[1], 9000, 11000);
    for (uint64_t i = 0; i < set->n_rows; i++) {
        const struct pt_row row = pt_dataset_row(set, i);
        assert_in_range(row.n, 15, 45);
        for (size_t j = 0; j < row.n; j++)
            rows_with[row.index[j]]++;
    }
    for (size_t k = 100; k < 200; k++)
        high += (double)rows_with[k];
    for (size_t k = 10000; k < 20000; k++)
        low += (double)rows_with[k];
    assert_true(fabs(high / low - 1.0) < 0.1);   /* equal ratios of indices get equal shares of the values */
    assert_true(rows_with[0] > 19000);
    ptron_dataset_free(set);
    pt_buffer_fini(&text);
}

static void noise_turns_over_its_share_of_labels(void **state)
{
    struct pt_buffer quiet = made("dense", OPTIONS("rows", "20000", "dimensions", "3"));
    struct pt_buffer noisy = made("dense", OPTIONS("rows", "20000", "dimensions", "3", "noise", "0.25"));
    ptron_dataset *a = read_back(&quiet), *b = read_back(&noisy);
    size_t differ = 0;

    (void)state;
    for (uint64_t i = 0; i < a->n_rows; i++)
        differ += pt_dataset_row(a, i).label != pt_dataset_row(b, i).label;
    assert_in_range(differ, 4700, 5300);
    ptron_dataset_free(a);
    ptron_dataset_free(b);
    pt_buffer_fini(&quiet);
    pt_buffer_fini(&noisy);
}

static void csv_and_libsvm_hold_the_same_rows(void **state)
{
    struct pt_buffer csv = made("dense", OPTIONS("rows", "300", "dimensions", "9"));
    struct pt_buffer svm = made("dense", OPTIONS("rows", "300", "dimensions", "9", "format", "libsvm"));
    ptron_dataset *a = read_back(&csv), *b = read_back(&svm);

    (void)state;
    for (uint64_t i = 0; i < 300; i++) {
        const struct pt_row x = pt_dataset_row(a, i), y = pt_dataset_row(b, i);
        assert_int_equal(x.label, y.label);
        assert_int_equal(x.n, y.n);
        for (size_t j = 0; j < x.n; j++)
            assert_true(pt_row_value(&x, j) == pt_row_value(&y, j));
    }
    ptron_dataset_free(a);
    ptron_dataset_free(b);
    pt_buffer_fini(&csv);
    pt_buffer_fini(&svm);
}

static void a_row_may_have_every_feature(void **state)
{
    struct pt_buffer text = made("sparse", OPTIONS("rows", "50", "dimensions", "4", "nonzeros", "4"));
    ptron_dataset *set = read_back(&text);

    (void)state;
    for (uint64_t i = 0; i < 50; i++)
        assert_in_range(pt_dataset_row(set, i).n, 2, 4);
    ptron_dataset_free(set);
    pt_buffer_fini(&text);
}

static void what_cannot_be_made_is_refused(void **state)
{
    ptron_options *wide = OPTIONS("dimensions", "10", "nonzeros", "11");
    ptron_error err;

    (void)state;
    assert_int_equal(ptron_generate("spiral", NULL, keep, NULL, &err), PTRON_ARGUMENT);
    assert_int_equal(ptron_generate("sparse", wide, keep, NULL, &err), PTRON_ARGUMENT);
    assert_string_equal(err.message, "nonzeros is 11, and a row has 10 features");
    assert_int_equal(ptron_generate("dense", NULL, refuse, NULL, &err), PTRON_CANCELED);
    assert_int_equal(ptron_generate("dense", NULL, NULL, NULL, &err), PTRON_ARGUMENT);
    ptron_options_free(wide);
}

static void every_failed_allocation_is_survived(void **state)
{
    ptron_options *options = OPTIONS("rows", "3", "threads", "1"), *one = OPTIONS("threads", "1");

    (void)state;
    for (size_t kind = 0; kind < pt_n_generators; kind++)
        for (size_t k = 0;; k++) {
            struct pt_buffer text;
            ptron_status status;

            pt_buffer_init(&text);
            pt_test_fail_allocation(k);
            status =
                ptron_generate(pt_generators[kind].name, pt_generators[kind].fixed ? one : options, keep, &text, NULL);
            const bool failed = pt_test_allocation_failed();
            pt_test_fail_allocation(SIZE_MAX);
            pt_buffer_fini(&text);
            if (!failed) {
                assert_int_equal(status, PTRON_OK);
                break;
            }
        }
    ptron_options_free(one);
    ptron_options_free(options);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_never_change_a_byte),
        cmocka_unit_test(dense_rows_keep_the_margin),
        cmocka_unit_test(biased_rows_keep_the_margin_and_need_the_bias),
        cmocka_unit_test(without_spread_circles_and_moons_are_curves),
        cmocka_unit_test(sparse_features_follow_zipf),
        cmocka_unit_test(noise_turns_over_its_share_of_labels),
        cmocka_unit_test(csv_and_libsvm_hold_the_same_rows),
        cmocka_unit_test(a_row_may_have_every_feature),
        cmocka_unit_test(what_cannot_be_made_is_refused),
        cmocka_unit_test(every_failed_allocation_is_survived),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
