/* Data sets in memory: the same rows from every source, classes, scaling, kinds, borrowed rows, no memory. */
#include "api/api.h"
#include "reading.h"

#include <math.h>

static ptron_dataset *load_text(const char *text, const char *option_text, const struct pt_recipe *recipe)
{
    const struct pt_source source = text_source("f", text);
    ptron_options *options = options_of(option_text);
    ptron_dataset *set;
    ptron_error err;

    if (pt_dataset_load(&source, 1, options, recipe, &set, &err) != PTRON_OK)
        fail_msg("%s:%lu: %s", err.file, (unsigned long)err.line, err.message);
    ptron_options_free(options);
    return set;
}

static const char rows[] = "spam 1:1 4:2\nham 2:0.5\nspam 1:3\neggs 3:1 4:1\n";

static void a_set_knows_its_rows(void **state)
{
    ptron_dataset *set = load_text(rows, "", NULL);

    (void)state;
    assert_int_equal(set->n_rows, 4);
    assert_int_equal(set->n_features, 4);
    assert_int_equal(set->n_values, 6);
    assert_int_equal(set->kind, PT_D2);
    assert_int_equal(set->recipe.index_base, 1);
    assert_true(set->max_norm2 == 9.0);
    assert_int_equal(pt_dataset_classes(set), 3);
    assert_string_equal(pt_dict_text(&set->recipe.labels.classes, 0, NULL), "eggs");
    assert_int_equal(set->class_rows[0], 1);
    assert_int_equal(set->class_rows[1], 1);
    assert_int_equal(set->class_rows[2], 2);
    assert_int_equal(set->n_files, 1);
    assert_string_equal(set->files[0], "f");
    assert_int_equal(pt_dataset_row(set, 2).label, 2);
    pt_dataset_free(set);
}

static void every_source_gives_the_same_set(void **state)
{
    struct pt_buffer text;
    struct packed packed[2];
    uint64_t wanted = 0;
    char *path;

    (void)state;
    pt_buffer_init(&text);
    for (size_t i = 0; i < 5000; i++)
        pt_buffer_format(&text, "%s 1:%zu %zu:0.%zu\n", i % 3 == 0 ? "no" : "yes", i % 300 + 1, i % 50 + 2, i % 97 + 1);
    packed[0] = gzip_of(text.bytes, text.length);
    packed[1] = zstd_of(text.bytes, text.length);
    path = file_of(".svm", text.bytes, text.length);
    for (size_t s = 0; s < 4; s++)
        for (size_t threads = 1; threads <= 4; threads++)
            for (size_t run = 1000; run <= 1 << 20; run *= 32) {
                const struct pt_source sources[4] = {
                    memory_source("f", text.bytes, text.length), memory_source("f", packed[0].bytes, packed[0].length),
                    memory_source("f", packed[1].bytes, packed[1].length), {.path = path},
                };
                char option_text[32];
                ptron_options *options;
                ptron_dataset *set;

                snprintf(option_text, sizeof option_text, "threads=%zu", threads);
                options = options_of(option_text);
                assert_int_equal(pt_dataset_load_segments(&sources[s], 1, options, NULL, run, &set, NULL), PTRON_OK);
                if (wanted == 0)
                    wanted = pt_dataset_fingerprint(set);
                assert_true(pt_dataset_fingerprint(set) == wanted);
                assert_int_equal(set->n_rows, 5000);
                pt_dataset_free(set);
                ptron_options_free(options);
            }
    drop_file(path);
    free(packed[0].bytes);
    free(packed[1].bytes);
    pt_buffer_fini(&text);
}

static void the_fingerprint_sees_every_change(void **state)
{
    const char *const texts[] = {"a 1:1\nb 2:1\n", "a 1:1\nb 2:2\n", "a 1:1\nb 3:1\n", "b 1:1\na 2:1\n",
                                 "a 1:1 2:1\nb\n", "b 2:1\na 1:1\n", "a 1:1\nb 2:1\nb 2:1\n"};
    uint64_t prints[7];

    (void)state;
    for (size_t i = 0; i < 7; i++) {
        ptron_dataset *set = load_text(texts[i], "", NULL);
        prints[i] = pt_dataset_fingerprint(set);
        for (size_t j = 0; j < i; j++)
            assert_true(prints[j] != prints[i]);
        pt_dataset_free(set);
    }
}

static void classes_keep_only_their_rows(void **state)
{
    ptron_dataset *set = load_text(rows, "classes=spam,ham", NULL), *other;

    (void)state;
    assert_int_equal(set->n_rows, 3);
    assert_int_equal(pt_dataset_classes(set), 2);
    assert_int_equal(set->tally.dropped_rows, 1);
    assert_int_equal(set->tally.rows, 3);
    other = load_text("spam 1:1\neggs 1:1\nham 2:1\n1:1\n", "classes=spam", &set->recipe);
    assert_int_equal(other->n_rows, 2);   /* the unlabelled row stays */
    assert_int_equal(other->tally.dropped_rows, 2);
    assert_int_equal(other->tally.unseen_labels, 0);
    pt_dataset_free(other);
    pt_dataset_free(set);
    expect_loaded(rows, "classes=spam,bacon", "f:0:0: no row has the label 'bacon' that classes asks for");
    expect_loaded("1 1:1\n+1 1:2\n2 1:3\n", "classes=1.0", "1 0:1 @0.1\n1 0:2 @0.2\n");
}

static void the_positive_label_can_be_chosen(void **state)
{
    ptron_dataset *set = load_text(rows, "positive=ham", NULL);

    (void)state;
    assert_int_equal(pt_dataset_classes(set), 2);
    assert_int_equal(set->class_rows[1], 1);
    assert_int_equal(set->class_rows[0], 3);
    assert_int_equal(pt_dataset_row(set, 1).label, 1);
    pt_dataset_free(set);
}

static void values_may_be_rounded_on_purpose(void **state)
{
    ptron_dataset *set = load_text("a 1:0.1\nb 1:3\n", "values=f32", NULL);
    struct pt_row row = pt_dataset_row(set, 0);

    (void)state;
    assert_int_equal(set->kind, PT_F32);
    assert_true(pt_row_value(&row, 0) == (double)0.1f);
    assert_true(row.norm2 == (double)0.1f * (double)0.1f);
    pt_dataset_free(set);
    expect_loaded("a 1:1\nb 1:1e39\n", "values=f32", "f:2:0: a value is too large for 32 bits (values=f32)");
}

static void scaling_is_fitted_once_and_used_again(void **state)
{
    const char *const ways[] = {"label=c scale=standard", "label=c scale=minmax", "label=c scale=ball",
                                "label=c scale=unit"};
    const char *text = "x,y,c\n1,10,a\n2,20,b\n4,80,a\n", *again = "x,y,c\n4,80,a\n";

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        ptron_dataset *set = load_text(text, ways[i], NULL), *other = load_text(again, "", &set->recipe);
        struct pt_row row = pt_dataset_row(set, 2), same = pt_dataset_row(other, 0);

        assert_int_equal(row.n, 2);
        for (size_t j = 0; j < 2; j++)
            assert_true(pt_row_value(&row, j) == pt_row_value(&same, j));
        assert_true(row.norm2 == same.norm2);
        assert_true(pt_row_value(&row, 0) != 4.0);
        assert_true(set->max_norm2 < 10.0);
        pt_dataset_free(other);
        pt_dataset_free(set);
    }
}

static void missing_cells_become_the_mean_in_training_and_after(void **state)
{
    ptron_dataset *set = load_text("x,y,c\n1,10,a\n,20,b\n3,,a\n", "label=c missing=mean", NULL), *other;
    struct pt_row row = pt_dataset_row(set, 1);

    (void)state;
    assert_true(pt_row_value(&row, 0) == 2.0);
    assert_true(row.norm2 == 404.0);
    row = pt_dataset_row(set, 2);
    assert_true(pt_row_value(&row, 1) == 15.0);
    assert_int_equal(set->kind, PT_U8);
    assert_int_equal(set->tally.missing_cells, 2);
    other = load_text("x,y,c\n,,b\n", "", &set->recipe);
    row = pt_dataset_row(other, 0);
    assert_true(pt_row_value(&row, 0) == 2.0 && pt_row_value(&row, 1) == 15.0);
    pt_dataset_free(other);
    pt_dataset_free(set);
}

static void late_wide_values_widen_all(void **state)
{
    struct pt_buffer text;
    struct pt_source source;
    ptron_dataset *set;

    (void)state;
    pt_buffer_init(&text);
    for (size_t i = 0; i < 3000; i++)
        pt_buffer_text(&text, i < 1000 ? "a 1:1 2:1\n" : i < 2000 ? "b 2:200\n"
                              : i < 2999 ? "a 1:0.5\n" : "b 3:1e-9\n");
    source = memory_source("f", text.bytes, text.length);
    assert_int_equal(pt_dataset_load_segments(&source, 1, pt_options_given(NULL), NULL, 512, &set, NULL), PTRON_OK);
    assert_int_equal(set->kind, PT_F64);
    for (uint64_t i = 0; i < 3000; i++) {
        const struct pt_row row = pt_dataset_row(set, i);
        assert_true(pt_row_value(&row, 0) == (i < 1000 ? 1.0 : i < 2000 ? 200.0 : i < 2999 ? 0.5 : 1e-9));
    }
    pt_dataset_free(set);
    pt_buffer_fini(&text);
}

static void segments_of_different_kinds_end_as_the_narrowest_for_all(void **state)
{
    struct pt_buffer text;
    struct pt_source source;
    ptron_dataset *set;

    (void)state;
    pt_buffer_init(&text);
    for (size_t i = 0; i < 3000; i++)   /* a byte and decimals of two and three digits, none beyond 32.767 */
        pt_buffer_text(&text, i < 1000 ? "a 1:1 2:30\n" : i < 2000 ? "b 2:-0.25\n" : "a 1:0.125\n");
    source = memory_source("f", text.bytes, text.length);
    assert_int_equal(pt_dataset_load_segments(&source, 1, pt_options_given(NULL), NULL, 512, &set, NULL), PTRON_OK);
    assert_int_equal(set->kind, PT_D3);
    for (uint64_t i = 0; i < 3000; i++) {
        const struct pt_row row = pt_dataset_row(set, i);
        assert_true(pt_row_value(&row, row.n - 1) == (i < 1000 ? 30.0 : i < 2000 ? -0.25 : 0.125));
    }
    pt_dataset_free(set);
    pt_buffer_fini(&text);
}

static void sparse_rows_without_any_value_stay_sparse(void **state)
{
    const uint64_t offsets[3] = {0, 0, 0};
    const ptron_rows r = {.size = sizeof r, .n_rows = 2, .n_features = 3, .kind = PTRON_ONES, .offsets = offsets};
    ptron_dataset *set = load_text("a\nb 1:0\n", "format=libsvm", NULL);

    (void)state;
    assert_false(set->block.dense);
    assert_int_equal(pt_dataset_row(set, 1).n, 0);
    assert_non_null(pt_dataset_row(set, 1).index);
    pt_dataset_free(set);
    assert_int_equal(pt_dataset_borrow(&r, pt_options_given(NULL), NULL, &set, NULL), PTRON_OK);
    assert_int_equal(pt_dataset_row(set, 1).n, 0);
    assert_non_null(pt_dataset_row(set, 1).index);
    pt_dataset_free(set);
}

/* ---- borrowed rows ------------------------------------------------------------------------------- */

static const char *const names[] = {"yes", "no"};

static void borrowed_rows_stay_where_they_are(void **state)
{
    const float values[4] = {1, 2, 3, 4.5};
    const uint32_t labels[2] = {0, 1};
    PTRON_SIZED(ptron_rows, r);
    ptron_dataset *set;
    struct pt_row row;

    (void)state;
    r.n_rows = 2;
    r.n_features = 2;
    r.kind = PTRON_F32;
    r.values = values;
    r.labels = labels;
    r.n_classes = 2;
    r.class_names = names;
    assert_int_equal(pt_dataset_borrow(&r, pt_options_given(NULL), NULL, &set, NULL), PTRON_OK);
    row = pt_dataset_row(set, 1);
    assert_ptr_equal(row.value, values + 2);
    assert_int_equal(row.label, 0);   /* "no" sorts before "yes" */
    assert_true(row.norm2 == 29.25);
    assert_int_equal(set->class_rows[1], 1);
    assert_true(set->max_norm2 == 29.25);
    pt_dataset_free(set);
}

static void borrowed_rows_equal_the_same_rows_read(void **state)
{
    const uint64_t offsets[] = {0, 2, 3, 4, 6};
    const uint32_t indices[] = {0, 3, 1, 0, 2, 3}, labels[] = {0, 1, 0, 2};
    const double values[] = {1, 2, 0.5, 3, 1, 1};
    const char *const classes[] = {"spam", "ham", "eggs"};
    ptron_rows r = {.size = sizeof r, .n_rows = 4, .n_features = 4, .kind = PTRON_F64, .values = values,
                    .offsets = offsets, .indices = indices, .labels = labels, .n_classes = 3, .class_names = classes};
    const char *const ways[] = {"", "scale=unit", "scale=standard", "values=f32"};

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        ptron_options *options = options_of(ways[i]);
        ptron_dataset *read = load_text(rows, ways[i], NULL), *set;

        assert_int_equal(pt_dataset_borrow(&r, options, NULL, &set, NULL), PTRON_OK);
        assert_true(pt_dataset_fingerprint(set) == pt_dataset_fingerprint(read));
        pt_dataset_free(set);
        r.n_features = 9;   /* a model knows only some of them */
        assert_int_equal(pt_dataset_borrow(&r, pt_options_given(NULL), &read->recipe, &set, NULL), PTRON_OK);
        assert_true(i == 3 || pt_dataset_fingerprint(set) == pt_dataset_fingerprint(read));
        r.n_features = 4;
        pt_dataset_free(set);
        pt_dataset_free(read);
        ptron_options_free(options);
    }
}

static void borrowed_features_a_model_does_not_know_are_left_out(void **state)
{
    const uint64_t offsets[] = {0, 3, 4};
    const uint32_t indices[] = {0, 3, 7, 4}, labels[] = {0, 1};
    const char *const classes[] = {"spam", "bacon"};
    const ptron_rows r = {.size = sizeof r, .n_rows = 2, .n_features = 8, .kind = PTRON_ONES, .offsets = offsets,
                          .indices = indices, .labels = labels, .n_classes = 2, .class_names = classes};
    ptron_dataset *model = load_text(rows, "", NULL), *set;

    (void)state;
    assert_int_equal(pt_dataset_borrow(&r, pt_options_given(NULL), &model->recipe, &set, NULL), PTRON_OK);
    assert_int_equal(set->tally.unseen_features, 2);
    assert_int_equal(set->tally.unseen_labels, 1);
    assert_int_equal(pt_dataset_row(set, 0).n, 2);
    assert_true(pt_dataset_row(set, 0).norm2 == 2.0);
    assert_int_equal(pt_dataset_row(set, 1).n, 0);
    assert_int_equal(pt_dataset_row(set, 1).label, PT_UNKNOWN_LABEL);
    pt_dataset_free(set);
    pt_dataset_free(model);
}

static void bad_borrowed_rows_are_refused(void **state)
{
    const double values[4] = {1, 2, 3, NAN}, fine[4] = {1, 2, 3, 4}, weights[2] = {1, 0};
    const uint64_t offsets[3] = {0, 2, 4}, falling[3] = {0, 2, 1};
    const uint32_t indices[4] = {0, 1, 1, 1}, far[4] = {0, 1, 0, 5}, labels[2] = {0, 2};
    const ptron_rows good = {.size = sizeof good, .n_rows = 2, .n_features = 2, .kind = PTRON_F64, .values = fine};
    ptron_rows bad[10];
    static const struct {
        unsigned long line, column;
        const char *message;
    } wanted[] = {
        {2, 2, "value nan is not a finite number"},
        {0, 0, "no rows"},
        {2, 0, "feature 1 does not follow 1; indices must increase"},
        {2, 0, "feature 5 is beyond the 2 features"},
        {2, 0, "the offsets do not increase"},
        {2, 0, "label 2 is beyond the 2 classes"},
        {2, 0, "the row's weight is not a finite number above 0"},
        {0, 0, "9223372036854775807 x 2 values are not possible"},
        {0, 0, "values are missing"},
        {0, 0, "indices without offsets"},
    };

    (void)state;
    for (size_t i = 0; i < 10; i++)
        bad[i] = good;
    bad[0].values = values;
    bad[1].n_rows = 0;
    bad[2].offsets = offsets, bad[2].indices = indices;
    bad[3].offsets = offsets, bad[3].indices = far;
    bad[4].offsets = falling, bad[4].indices = far;
    bad[5].labels = labels, bad[5].n_classes = 2, bad[5].class_names = names;
    bad[6].weights = weights;
    bad[7].n_rows = SIZE_MAX / 2;
    bad[8].values = NULL;
    bad[9].indices = far;
    for (size_t i = 0; i < 10; i++) {
        ptron_dataset *set;
        ptron_error err;
        assert_true(pt_dataset_borrow(&bad[i], pt_options_given(NULL), NULL, &set, &err) != PTRON_OK);
        assert_null(set);
        assert_string_equal(err.message, wanted[i].message);
        assert_int_equal(err.line, wanted[i].line);
        assert_int_equal(err.column, wanted[i].column);
    }
}

/* ---- no memory ----------------------------------------------------------------------------------- */

struct attempt {
    const char *text, *options;
};

static void loading_survives_every_allocation_failure(void **state)
{
    static const struct attempt attempts[] = {
        {"spam 1:1 4:2\nham 2:0.5\nspam 1:3\neggs 3:1 4:1.1\n", "threads=1"},
        {"spam 1:1 4:2\nham 2:0.5\nspam 1:3\neggs 3:1 4:1.1\n", "threads=3 scale=unit values=f32"},
        {"spam 1:1 4:2\nham 2:0.5\nspam 1:3\neggs 3:1 4:1.1", "threads=1 scale=standard classes=ham,spam positive=ham"},
        {"x,y,c\n1,10,a\n,20,b\n3,,a\n", "threads=1 label=c missing=mean scale=standard"},
        {"ham\thello you there\nspam\tbuy now, you\n", "threads=1 format=text"},
    };

    (void)state;
    for (size_t a = 0; a < sizeof attempts / sizeof *attempts; a++) {
        struct packed gzip = gzip_of(attempts[a].text, strlen(attempts[a].text));
        const struct pt_source source = memory_source("f", gzip.bytes, gzip.length);
        ptron_options *options = options_of(attempts[a].options);
        bool failed = true;

        for (size_t k = 0; failed; k++) {
            ptron_dataset *set, *other = NULL;
            ptron_status status;

            pt_test_fail_allocation(k);
            status = pt_dataset_load_segments(&source, 1, options, NULL, 20, &set, NULL);
            assert_true((status == PTRON_OK) == (set != NULL));
            if (status == PTRON_OK)
                status = pt_dataset_load_segments(&source, 1, options, &set->recipe, 20, &other, NULL);
            failed = pt_test_allocation_failed();
            pt_test_fail_allocation(SIZE_MAX);
            if (!failed)
                assert_int_equal(status, PTRON_OK);
            else if (status != PTRON_OK)   /* trimming may fail without harm */
                assert_int_equal(status, PTRON_NOMEM);
            pt_dataset_free(other);
            pt_dataset_free(set);
        }
        ptron_options_free(options);
        free(gzip.bytes);
    }
}

static void borrowing_survives_every_allocation_failure(void **state)
{
    const double values[4] = {1, 2, 3, 4.5};
    const uint32_t labels[2] = {0, 1};
    const ptron_rows r = {.size = sizeof r, .n_rows = 2, .n_features = 2, .kind = PTRON_F64, .values = values,
                          .labels = labels, .n_classes = 2, .class_names = names, .feature_names = names};
    ptron_options *options = options_of("scale=standard threads=1");
    bool failed = true;

    (void)state;
    for (size_t k = 0; failed; k++) {
        ptron_dataset *set;
        ptron_status status;

        pt_test_fail_allocation(k);
        status = pt_dataset_borrow(&r, options, NULL, &set, NULL);
        failed = pt_test_allocation_failed();
        pt_test_fail_allocation(SIZE_MAX);
        assert_true((status == PTRON_OK) == (set != NULL));
        assert_true(status == PTRON_OK || (failed && status == PTRON_NOMEM));
        pt_dataset_free(set);
    }
    ptron_options_free(options);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_set_knows_its_rows),
        cmocka_unit_test(every_source_gives_the_same_set),
        cmocka_unit_test(the_fingerprint_sees_every_change),
        cmocka_unit_test(classes_keep_only_their_rows),
        cmocka_unit_test(the_positive_label_can_be_chosen),
        cmocka_unit_test(values_may_be_rounded_on_purpose),
        cmocka_unit_test(scaling_is_fitted_once_and_used_again),
        cmocka_unit_test(missing_cells_become_the_mean_in_training_and_after),
        cmocka_unit_test(late_wide_values_widen_all),
        cmocka_unit_test(segments_of_different_kinds_end_as_the_narrowest_for_all),
        cmocka_unit_test(sparse_rows_without_any_value_stay_sparse),
        cmocka_unit_test(borrowed_rows_stay_where_they_are),
        cmocka_unit_test(borrowed_rows_equal_the_same_rows_read),
        cmocka_unit_test(borrowed_features_a_model_does_not_know_are_left_out),
        cmocka_unit_test(bad_borrowed_rows_are_refused),
        cmocka_unit_test(loading_survives_every_allocation_failure),
        cmocka_unit_test(borrowing_survives_every_allocation_failure),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
