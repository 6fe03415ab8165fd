/* Arrays in memory: what ptron_predict_rows answers is what ptron_predict answers for the same rows, bit by bit, for
 * every kind of model and every shape of arrays; what is wrong with arrays is told by its row. */
#include "support.h"

#include "base/alloc.h"

enum { ROWS = 700, FEATURES = 11, PADDED = 13 };

static const char *const class_names[] = {"a", "b", "c"};

/* The same rows in every shape that a caller may have. */
struct shapes {
    double   dense[ROWS][FEATURES], padded[ROWS][PADDED], backwards[ROWS][FEATURES], sparse[ROWS * FEATURES];
    float    narrow[ROWS][FEATURES];
    uint64_t offset[ROWS + 1];
    int32_t  offset32[ROWS + 1], index32[ROWS * FEATURES];
    int64_t  index64[ROWS * FEATURES];
    uint32_t index[ROWS * FEATURES], label[ROWS];
};

static struct shapes *make_shapes(size_t classes, bool exact_floats)
{
    struct shapes *s = calloc(1, sizeof *s);
    pt_random random = pt_random_of(5, classes);
    size_t n = 0;

    assert_non_null(s);
    for (size_t i = 0; i < ROWS; i++) {
        for (size_t j = 0; j < FEATURES; j++) {
            const double drawn = pt_random_below(&random, 3) == 0 ? 0.0 : 3.0 * pt_random_normal(&random) + (double)j;
            const double x = i == 9 ? 0.0 : exact_floats ? (double)(float)drawn : drawn;
            s->dense[i][j] = s->padded[i][j] = s->backwards[ROWS - 1 - i][j] = x;
            s->narrow[i][j] = (float)x;
            if (x == 0.0)
                continue;
            s->sparse[n] = x;
            s->index[n] = (uint32_t)j;
            s->index32[n] = (int32_t)j;
            s->index64[n++] = (int64_t)j;
        }
        s->padded[i][FEATURES] = s->padded[i][FEATURES + 1] = (double)NAN;
        s->offset[i + 1] = n;
        s->offset32[i + 1] = (int32_t)n;
        s->label[i] = (uint32_t)((size_t)(fabs(s->dense[i][0] + s->dense[i][1] * s->dense[i][2])) % classes);
    }
    return s;
}

static ptron_rows dense_rows(const struct shapes *s, size_t classes)
{
    return (ptron_rows){.size = sizeof(ptron_rows), .n_rows = ROWS, .n_features = FEATURES, .kind = PTRON_F64,
                        .values = s->dense, .labels = s->label, .n_classes = classes, .class_names = class_names};
}

static ptron_rows sparse_rows(const struct shapes *s, size_t classes)
{
    ptron_rows rows = dense_rows(s, classes);

    rows.values = s->sparse;
    rows.offsets = s->offset;
    rows.indices = s->index;
    return rows;
}

static ptron_dataset *borrowed(const ptron_rows *rows, const ptron_options *options, const ptron_model *model)
{
    ptron_dataset *set;
    ptron_error err = {0};

    if (ptron_dataset_borrow(rows, options, model, &set, &err) != PTRON_OK)
        fail_msg("%s", err.message);
    return set;
}

static ptron_model *model_of(const ptron_rows *rows, const char *const *pairs)
{
    ptron_options *options = options_of(pairs);
    ptron_dataset *set = borrowed(rows, options, NULL);
    ptron_model *model = trained(options, set);

    ptron_dataset_free(set);
    return model;
}

/* ---- the same bits -------------------------------------------------------------------------------- */

static void expect_same_answers(const ptron_model *model, const ptron_rows *rows)
{
    const size_t scores = ptron_model_scores(model), classes = scores == 1 ? 2 : scores;
    const bool likely = ptron_model_has_probabilities(model);
    double *a = calloc(ROWS * scores, sizeof *a), *b = calloc(ROWS * scores, sizeof *b);
    double *p = calloc(ROWS * classes, sizeof *p), *q = calloc(ROWS * classes, sizeof *q);
    uint32_t c[ROWS], d[ROWS];
    ptron_dataset *set = borrowed(rows, NULL, model);
    ptron_options *options = OPTIONS("threshold", "0.25");
    ptron_error err = {0};

    if (scores > 1)   /* one number parts two classes only */
        ptron_options_unset(options, "threshold");
    assert_int_equal(ptron_predict(model, set, options, a, c, NULL), PTRON_OK);
    if (ptron_predict_rows(model, rows, 0.25, b, d, likely ? q : NULL, &err) != PTRON_OK)
        fail_msg("%s", err.message);
    assert_memory_equal(a, b, rows->n_rows * scores * sizeof *a);
    assert_memory_equal(c, d, rows->n_rows * sizeof *c);
    if (likely) {
        assert_int_equal(ptron_predict_probabilities(model, set, NULL, p, NULL), PTRON_OK);
        assert_memory_equal(p, q, rows->n_rows * classes * sizeof *p);
    }
    memset(d, 0, sizeof d);
    assert_int_equal(ptron_predict_rows(model, rows, 0.25, NULL, d, NULL, NULL), PTRON_OK);
    assert_memory_equal(c, d, rows->n_rows * sizeof *c);
    ptron_options_free(options);
    ptron_dataset_free(set);
    free(a);
    free(b);
    free(p);
    free(q);
}

static void expect_same_in_every_shape(const ptron_model *model, const struct shapes *s, size_t classes)
{
    ptron_rows rows = dense_rows(s, classes);

    expect_same_answers(model, &rows);
    rows.n_rows = 1;
    expect_same_answers(model, &rows);
    rows.n_rows = ROWS;
    rows.values = s->padded, rows.row_stride = sizeof s->padded[0], rows.value_stride = sizeof(double);
    expect_same_answers(model, &rows);
    rows.values = s->backwards[ROWS - 1], rows.row_stride = -(ptrdiff_t)sizeof s->backwards[0];
    expect_same_answers(model, &rows);
    rows = sparse_rows(s, classes);
    expect_same_answers(model, &rows);
    rows.offsets = s->offset32, rows.offset_bytes = 4, rows.indices = s->index32, rows.index_bytes = 4;
    rows.n_values = s->offset[ROWS];
    expect_same_answers(model, &rows);
    rows.indices = s->index64, rows.index_bytes = 8;
    expect_same_answers(model, &rows);
    rows.offsets = s->offset, rows.offset_bytes = 8;
    expect_same_answers(model, &rows);
}

static void every_kind_of_model_answers_as_it_does_for_a_set(void **state)
{
    static const char *const ways[][9] = {
        {"epochs", "5"},
        {"algorithm", "averaged", "epochs", "3", "bias", "no"},
        {"algorithm", "voted", "epochs", "2"},
        {"algorithm", "kernel", "kernel", "rbf", "epochs", "3"},
        {"algorithm", "kernel", "kernel", "polynomial", "epochs", "3", "scale", "ball"},
        {"algorithm", "mlp", "epochs", "3"},
        {"algorithm", "neighbours", "scale", "standard"},
        {"epochs", "3", "calibrate", "sigmoid", "holdout", "0.3"},
        {"epochs", "3", "calibrate", "isotonic", "scale", "standard", "holdout", "0.3"},
        {"epochs", "3", "scale", "minmax"},
        {"epochs", "3", "scale", "unit"},
        {"epochs", "3", "scale", "ball"},
        {"epochs", "3", "features", "fourier:24", "scale", "standard"},
        {"epochs", "3", "features", "nystroem:16", "scale", "unit"},
    };

    (void)state;
    for (size_t classes = 2; classes <= 3; classes++) {
        struct shapes *s = make_shapes(classes, false);

        for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
            const ptron_rows dense = dense_rows(s, classes), sparse = sparse_rows(s, classes);
            ptron_model *model = model_of(&dense, ways[w]), *other = model_of(&sparse, ways[w]);

            expect_same_in_every_shape(model, s, classes);
            expect_same_in_every_shape(other, s, classes);
            ptron_model_free(model);
            ptron_model_free(other);
        }
        free(s);
    }
}

static void training_is_the_same_from_every_shape(void **state)
{
    static const char *const way[] = {"epochs", "4", NULL};
    struct shapes *s = make_shapes(2, true);
    ptron_rows rows = dense_rows(s, 2), sparse = sparse_rows(s, 2);
    ptron_model *dense = model_of(&rows, way), *few = model_of(&sparse, way), *other;

    (void)state;
    rows.values = s->padded, rows.row_stride = sizeof s->padded[0];
    other = model_of(&rows, way);
    expect_same_bytes(dense, other);
    ptron_model_free(other);
    rows.values = s->narrow, rows.kind = PTRON_F32, rows.row_stride = 0;
    other = model_of(&rows, way);
    expect_same_bytes(dense, other);
    ptron_model_free(other);
    sparse.offsets = s->offset32, sparse.offset_bytes = 4, sparse.indices = s->index64, sparse.index_bytes = 8;
    other = model_of(&sparse, way);
    expect_same_bytes(few, other);
    ptron_model_free(other);
    ptron_model_free(dense);
    ptron_model_free(few);
    free(s);
}

static void features_that_the_model_does_not_have_are_left_out_of_sparse_rows(void **state)
{
    static const char *const way[] = {"epochs", "4", NULL};
    static const uint64_t offset[] = {0, 2, 4, 4};
    uint32_t index[] = {0, 500, 499, 501};
    double value[] = {2, 7, 8, 9};
    struct shapes *s = make_shapes(2, false);
    ptron_rows sparse = sparse_rows(s, 2), rows = {.size = sizeof rows, .n_rows = 3, .n_features = 1000,
        .kind = PTRON_F64, .values = value, .offsets = offset, .indices = index};
    ptron_model *model = model_of(&sparse, way);
    ptron_error err = {0};
    double scores[3];

    (void)state;
    expect_same_answers(model, &rows);
    value[3] = (double)INFINITY;
    assert_int_equal(ptron_predict_rows(model, &rows, 0.0, scores, NULL, NULL, &err), PTRON_DATA);
    assert_string_equal(err.message, "value inf is not a finite number");
    assert_int_equal(err.line, 2);
    ptron_model_free(model);
    free(s);
}

/* ---- what is wrong -------------------------------------------------------------------------------- */

static void expect_refused(const ptron_model *model, const ptron_rows *rows, ptron_status code, uint64_t line,
                           const char *message)
{
    static double scores[ROWS];
    ptron_error err = {0};
    ptron_dataset *set;

    assert_int_equal(ptron_predict_rows(model, rows, 0.0, scores, NULL, NULL, &err), code);
    assert_string_equal(err.message, message);
    assert_int_equal(err.line, line);
    assert_int_equal(ptron_dataset_borrow(rows, NULL, NULL, &set, &err), code);
    assert_string_equal(err.message, message);
    assert_int_equal(err.line, line);
    assert_null(set);
}

/* Each array stands at the end of its memory, so that a step beyond is seen by the sanitizers. */
static void wrong_offsets_and_indices_are_refused_by_their_row_before_anything_is_read(void **state)
{
    static const char *const way[] = {"epochs", "2", NULL};
    const uint64_t huge[] = {0, UINT64_C(1) << 40, 3, 4}, far[] = {0, 1, 2, UINT64_C(1) << 62};
    const int64_t minus[] = {0, 1, 2, -1}, low[] = {0, -1, 2, 3};
    const int32_t minus32[] = {0, 1, 2, -1};
    const uint64_t good[] = {0, 1, 2, 4};
    struct shapes *s = make_shapes(2, false);
    const ptron_rows all = sparse_rows(s, 2);
    ptron_model *model = model_of(&all, way);
    uint32_t *index = malloc(4 * sizeof *index);
    int64_t *index64 = malloc(4 * sizeof *index64);
    double *value = malloc(4 * sizeof *value), scores[3];
    ptron_rows rows = {.size = sizeof rows, .n_rows = 3, .n_features = FEATURES, .kind = PTRON_F64, .values = value,
                       .indices = index};

    (void)state;
    for (size_t j = 0; j < 4; j++) {
        index64[j] = index[j] = (uint32_t)j;
        value[j] = 1.0;
    }
    rows.offsets = huge;
    expect_refused(model, &rows, PTRON_ARGUMENT, 2, "the offsets do not increase");
    rows.offsets = far;
    expect_refused(model, &rows, PTRON_ARGUMENT, 3, "the row's offsets are negative or beyond the values");
    rows.offsets = minus;
    expect_refused(model, &rows, PTRON_ARGUMENT, 3, "the row's offsets are negative or beyond the values");
    rows.offsets = low;
    expect_refused(model, &rows, PTRON_ARGUMENT, 1, "the row's offsets are negative or beyond the values");
    rows.offsets = minus32, rows.offset_bytes = 4;
    expect_refused(model, &rows, PTRON_ARGUMENT, 3, "the row's offsets are negative or beyond the values");
    rows.offsets = good, rows.offset_bytes = 8, rows.n_values = 3;
    expect_refused(model, &rows, PTRON_ARGUMENT, 3, "the row's offsets are negative or beyond the values");
    rows.n_values = 4;
    index[1] = FEATURES;
    expect_refused(model, &rows, PTRON_ARGUMENT, 2, "feature 11 is beyond the 11 features");
    index[1] = 1, index[2] = 5;
    expect_refused(model, &rows, PTRON_ARGUMENT, 3, "feature 3 does not follow 5; indices must increase");
    rows.n_features = UINT32_MAX - 2, index[2] = UINT32_C(0x90000000), index[3] = UINT32_C(0x10000000);
    expect_refused(model, &rows, PTRON_ARGUMENT, 3,
                   "feature 268435456 does not follow 2415919104; indices must increase");
    index[2] = UINT32_C(0x10000000), index[3] = UINT32_C(0x90000000);
    assert_int_equal(ptron_predict_rows(model, &rows, 0.0, scores, NULL, NULL, NULL), PTRON_OK);
    rows.n_features = FEATURES, index[3] = 3;
    rows.indices = index64, rows.index_bytes = 8, index64[0] = -7;
    expect_refused(model, &rows, PTRON_ARGUMENT, 1, "feature -7 is negative");
    index64[0] = (INT64_C(1) << 32) + 2;
    expect_refused(model, &rows, PTRON_ARGUMENT, 1, "feature 4294967298 is beyond the 11 features");
    rows.index_bytes = 2;
    expect_refused(model, &rows, PTRON_ARGUMENT, 0, "offsets and indices of 8 and 2 bytes; 4 or 8 are possible");
    rows.index_bytes = 4, rows.indices = index, index[2] = 2, value[3] = (double)NAN;
    expect_refused(model, &rows, PTRON_DATA, 3, "value nan is not a finite number");
    ptron_model_free(model);
    free(index);
    free(index64);
    free(value);
    free(s);
}

static void dense_rows_in_another_order_are_refused(void **state)
{
    static const char *const way[] = {"epochs", "2", NULL};
    struct shapes *s = make_shapes(2, false);
    ptron_rows rows = dense_rows(s, 2);
    ptron_model *model = model_of(&rows, way);
    double score;

    (void)state;
    rows.row_stride = sizeof(double), rows.value_stride = ROWS * sizeof(double);
    expect_refused(model, &rows, PTRON_ARGUMENT, 0, "the values of a row stand 5600 bytes apart, not 8: an array in "
                                                    "Fortran order, or a slice of columns, must be copied first");
    rows.value_stride = 0;
    expect_refused(model, &rows, PTRON_ARGUMENT, 0, "rows of 88 bytes stand only 8 apart: an array in Fortran "
                                                    "order must be copied first");
    rows.row_stride = sizeof s->dense[0] + 4;
    expect_refused(model, &rows, PTRON_ARGUMENT, 0, "values do not stand at multiples of their 8 bytes");
    rows.row_stride = 0, s->dense[600][3] = -(double)INFINITY;
    expect_refused(model, &rows, PTRON_DATA, 601, "value -inf is not a finite number");
    s->dense[600][3] = 1e200;
    expect_same_answers(model, &rows);
    rows.n_features = 10;
    assert_int_equal(ptron_predict_rows(model, &rows, 0.0, &score, NULL, NULL, NULL), PTRON_DATA);
    rows.n_rows = 0, rows.n_features = FEATURES;
    assert_int_equal(ptron_predict_rows(model, &rows, 0.0, NULL, NULL, NULL, NULL), PTRON_OK);
    assert_int_equal(ptron_predict_rows(model, &rows, 0.0, NULL, NULL, &score, NULL), PTRON_ARGUMENT);
    assert_int_equal(ptron_predict_rows(model, NULL, 0.0, NULL, NULL, NULL, NULL), PTRON_ARGUMENT);
    assert_int_equal(ptron_predict_rows(NULL, &rows, 0.0, NULL, NULL, NULL, NULL), PTRON_ARGUMENT);
    ptron_model_free(model);
    free(s);
}

static void a_failure_of_any_allocation_is_told(void **state)
{
    static const char *const way[] = {"epochs", "2", "features", "fourier:24", "scale", "standard", NULL};
    struct shapes *s = make_shapes(2, false);
    ptron_rows rows = sparse_rows(s, 2);
    ptron_model *model = model_of(&rows, way);
    uint32_t classes[ROWS];
    bool failed = true;

    (void)state;
    rows.indices = s->index64, rows.index_bytes = 8;
    for (size_t k = 0; failed; k++) {
        ptron_status status;

        pt_test_fail_allocation(k);
        status = ptron_predict_rows(model, &rows, 0.0, NULL, classes, NULL, NULL);
        failed = pt_test_allocation_failed();
        pt_test_fail_allocation(SIZE_MAX);
        assert_int_equal(status, failed ? PTRON_NOMEM : PTRON_OK);
    }
    ptron_model_free(model);
    free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_model_answers_as_it_does_for_a_set),
        cmocka_unit_test(training_is_the_same_from_every_shape),
        cmocka_unit_test(features_that_the_model_does_not_have_are_left_out_of_sparse_rows),
        cmocka_unit_test(wrong_offsets_and_indices_are_refused_by_their_row_before_anything_is_read),
        cmocka_unit_test(dense_rows_in_another_order_are_refused),
        cmocka_unit_test(a_failure_of_any_allocation_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
