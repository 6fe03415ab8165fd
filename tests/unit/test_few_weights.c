/* Dense rows of few features: logistic and svm have their second derivatives at hand. They come to the objective of the
 * same rows as sparse ones, which go another way; and all ways of adding up have the same bits. */
#include "support.h"

#include "base/elementary.h"
#include "base/random.h"
#include "learn/logistic/losses.h"
#include "math/outer.h"

#include <math.h>

/* ---- the same objective -------------------------------------------------------------------------- */

enum kind { PLAIN, COLLINEAR, SEPARABLE, SCALED, CONSTANT, N_KINDS };

struct both {                       /* the same rows, dense and sparse */
    double *x, *weight;
    uint32_t *label, *index;
    uint64_t *offset;
    ptron_dataset *dense, *sparse;
};

static void fill(struct both *b, size_t n, size_t d, enum kind kind, pt_random *random)
{
    for (size_t i = 0; i < n; i++) {
        double *x = b->x + i * d, score = 0.1;

        for (size_t j = 0; j < d; j++) {
            x[j] = pt_random_normal(random) * (kind == SCALED ? pow(10.0, (double)(j % 5) - 2.0) : 1.0);
            score += x[j] * (double)(j % 3);
        }
        if (kind == COLLINEAR)
            x[d - 1] = 2.0 * x[0];
        if (kind == CONSTANT)
            x[0] = 5.0;
        b->label[i] = i < 2 ? (uint32_t)i : score + (kind == SEPARABLE ? 0.0 : 3.0 * pt_random_normal(random)) > 0.0;
        b->weight[i] = i % 4 == 0 ? 2.0 : 0.75;
        b->offset[i + 1] = (i + 1) * d;
        for (size_t j = 0; j < d; j++)
            b->index[i * d + j] = (uint32_t)j;
    }
}

static struct both both_of(size_t n, size_t d, enum kind kind, bool weighted, pt_random *random)
{
    static const char *const names[] = {"-1", "+1"};
    struct both b = {calloc(n * d, sizeof *b.x), calloc(n, sizeof *b.weight), calloc(n, sizeof *b.label),
                     calloc(n * d, sizeof *b.index), calloc(n + 1, sizeof *b.offset), NULL, NULL};
    ptron_rows rows = {.size = sizeof rows, .n_rows = n, .n_features = d, .kind = PTRON_F64, .values = b.x,
                       .labels = b.label, .weights = weighted ? b.weight : NULL, .n_classes = 2, .class_names = names};

    fill(&b, n, d, kind, random);
    assert_int_equal(ptron_dataset_borrow(&rows, NULL, NULL, &b.dense, NULL), PTRON_OK);
    rows.offsets = b.offset;
    rows.indices = b.index;
    assert_int_equal(ptron_dataset_borrow(&rows, NULL, NULL, &b.sparse, NULL), PTRON_OK);
    return b;
}

static void drop(struct both *b)
{
    ptron_dataset_free(b->dense);
    ptron_dataset_free(b->sparse);
    free(b->x);
    free(b->weight);
    free(b->label);
    free(b->index);
    free(b->offset);
}

static ptron_result learn(const ptron_dataset *set, const char *algorithm, const char *C, const char *gap)
{
    ptron_trainer *t =
        trainer_of(OPTIONS("algorithm", algorithm, "C", C, "gap", gap, "epochs", "20000"), set);
    ptron_result result;

    train(t);
    result = result_of(t);
    ptron_trainer_free(t);
    return result;
}

static void expect_same_objective(const char *algorithm, const char *gap)
{
    static const char *const costs[] = {"0.01", "1", "50"};
    static const size_t sizes[][2] = {{40, 3}, {30, 45}, {120, 8}, {64, 31}};
    pt_random random = pt_random_of(3, 18);

    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (int kind = 0; kind < N_KINDS; kind++) {
            struct both b = both_of(sizes[k][0], sizes[k][1], (enum kind)kind, k % 2 == 1, &random);

            for (size_t c = 0; c < sizeof costs / sizeof *costs; c++) {
                const ptron_result dense = learn(b.dense, algorithm, costs[c], gap);
                const ptron_result sparse = learn(b.sparse, algorithm, costs[c], gap);

                assert_int_equal(dense.reason, PTRON_STOP_GAP);
                assert_true(dense.objective <= sparse.objective * (1.0 + 1e-6));
                assert_true(sparse.reason != PTRON_STOP_GAP ||
                            dense.objective >= sparse.objective * (1.0 - 1e-6));
            }
            drop(&b);
        }
}

static void logistic_of_few_features_comes_to_the_objective_of_the_same_rows_sparse(void **state)
{
    (void)state;
    expect_same_objective("logistic", "1e-8");
}

static void svm_of_few_features_comes_to_the_objective_of_the_same_rows_sparse(void **state)
{
    (void)state;
    expect_same_objective("svm", "1e-7");
}

/* Coordinates alone came to a gap of 0.43 in 205 epochs. */
static void svm_with_a_large_C_closes_its_gap_in_a_few_epochs(void **state)
{
    pt_random random = pt_random_of(1, 100);
    struct both b = both_of(400, 8, PLAIN, false, &random);
    const ptron_result result = learn(b.dense, "svm", "1000", "1e-4");

    (void)state;
    assert_int_equal(result.reason, PTRON_STOP_GAP);
    assert_true(result.epochs <= 6);
    drop(&b);
}

/* Values of some thousands beside a constant of 1: equations that rounding is in the way of. Coordinates alone came to
 * a gap of 0.9999 in 205 epochs. */
static void svm_closes_its_gap_where_values_are_large(void **state)
{
    pt_random random = pt_random_of(2, 200);
    struct both b = both_of(300, 12, PLAIN, false, &random);
    ptron_result result;

    (void)state;
    for (size_t i = 0; i < 300 * 12; i++)
        b.x[i] = 1000.0 * fabs(b.x[i]) * (i % 4 == 0 ? 0.001 : 1.0);
    result = learn(b.dense, "svm", "10", "1e-4");
    assert_int_equal(result.reason, PTRON_STOP_GAP);
    drop(&b);
}

/* ---- the same bits ------------------------------------------------------------------------------- */

enum { MOST = 64, ROWS = 33 };

static void outer_products_and_products_with_them_have_the_bits_of_plain_loops(void **state)
{
    static double x[ROWS * MOST], scaled[ROWS * MOST], a[MOST * MOST], b[MOST * MOST], to[2][MOST];
    pt_random random = pt_random_of(5, 5);

    (void)state;
    for (size_t size = 1; size <= MOST; size++) {
        const size_t stride = (size + PT_OUTER_WIDE - 1) / PT_OUTER_WIDE * PT_OUTER_WIDE;

        for (size_t i = 0; i < ROWS * stride; i++) {
            x[i] = i % stride < size ? pt_random_normal(&random) : 0.0;
            scaled[i] = 0.3 * x[i];
        }
        memset(a, 0, sizeof a);
        memset(b, 0, sizeof b);
        for (size_t n = 0; n < ROWS; n += 11) {
            pt_outer_add(a, scaled, x, n, size, stride, stride);
            pt_outer_add_plain(b, scaled, x, n, size, stride, stride);
        }
        for (size_t j = 0; j < size; j++)
            for (size_t k = j; k < size; k++)
                assert_memory_equal(&a[j * stride + k], &b[j * stride + k], sizeof *a);
        memset(to, 0, sizeof to);
        pt_outer_times(b, x, to[0], size, stride);
        pt_outer_times_plain(b, x, to[1], size, stride);
        assert_memory_equal(to[0], to[1], sizeof to[0]);
    }
}

static void losses_of_many_rows_have_the_bits_of_each_alone(void **state)
{
    static double m[PT_LOSS_ROWS], most[PT_LOSS_ROWS], out[6][PT_LOSS_ROWS];
    pt_random random = pt_random_of(6, 6);
    const size_t n = PT_LOSS_ROWS - 3;

    (void)state;
    for (size_t i = 0; i < n; i++) {
        m[i] = pt_random_normal(&random) * pow(10.0, (double)(i % 7) - 3.0);
        most[i] = 0.5 + (double)(i % 3);
    }
    m[0] = 0.0, m[1] = 800.0, m[2] = -800.0;
    pt_logistic_losses(m, most, n, out[0], out[1], out[2]);
    pt_logistic_losses_plain(m, most, n, out[3], out[4], out[5]);
    for (size_t k = 0; k < 3; k++)
        assert_memory_equal(out[k], out[k + 3], n * sizeof *m);
    for (size_t i = 0; i < n; i++) {
        const double e = pt_exp(-fabs(m[i])), loss = most[i] * (m[i] > 0.0 ? pt_log1p(e) : pt_log1p(e) - m[i]);

        assert_true(out[2][i] == loss);
        assert_true(out[0][i] == most[i] * (m[i] > 0.0 ? e / (1.0 + e) : 1.0 / (1.0 + e)));
        assert_true(out[1][i] == most[i] * e / ((1.0 + e) * (1.0 + e)));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(logistic_of_few_features_comes_to_the_objective_of_the_same_rows_sparse),
        cmocka_unit_test(svm_of_few_features_comes_to_the_objective_of_the_same_rows_sparse),
        cmocka_unit_test(svm_with_a_large_C_closes_its_gap_in_a_few_epochs),
        cmocka_unit_test(svm_closes_its_gap_where_values_are_large),
        cmocka_unit_test(outer_products_and_products_with_them_have_the_bits_of_plain_loops),
        cmocka_unit_test(losses_of_many_rows_have_the_bits_of_each_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
