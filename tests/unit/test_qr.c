/* The factorisation that columns join and leave. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/random.h"
#include "prove/qr.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { M = 23 };

static void random_column(pt_random *random, double *column)
{
    for (size_t i = 0; i < M; i++)
        column[i] = pt_random_normal(random) * (i % 2 ? 1 : 1e-3);
}

/* Q'Q = 1 and Q R = the columns, to rounding. */
static void check(const struct pt_qr *qr, double column[][M])
{
    for (size_t a = 0; a < qr->n; a++) {
        for (size_t b = 0; b <= a; b++)
            assert_true(fabs(qr->ops->dot_dense[PT_F64](qr->q[a], qr->q[b], M) - (a == b)) < 1e-14);
        for (size_t i = 0; i < M; i++) {
            double sum = 0;
            for (size_t k = 0; k <= a; k++)
                sum += qr->q[k][i] * qr->r[a][k];
            assert_true(fabs(sum - column[a][i]) < 1e-13);
        }
    }
}

static void columns_join_and_leave_and_the_product_stays_theirs(void **state)
{
    static double column[M][M];
    pt_random random = pt_random_of(1, 1);
    struct pt_qr qr;
    size_t n = 0;
    (void)state;

    pt_qr_init(&qr, pt_vec(), M);
    for (int step = 0; step < 300; step++) {
        bool independent;
        if (n < M && (n == 0 || pt_random_below(&random, 5) < 3)) {
            random_column(&random, column[n]);
            assert_int_equal(pt_qr_add(&qr, column[n++], 1e-12, &independent, NULL), PTRON_OK);
            assert_true(independent);
        } else {
            const size_t k = (size_t)pt_random_below(&random, n);
            pt_qr_drop(&qr, k);
            memmove(column[k], column[k + 1], (n - k - 1) * sizeof *column);
            n--;
        }
        assert_int_equal(qr.n, n);
        check(&qr, column);
    }
    pt_qr_fini(&qr);
}

static void a_column_that_depends_on_the_others_is_refused(void **state)
{
    double a[M], b[M], sum[M];
    pt_random random = pt_random_of(2, 1);
    struct pt_qr qr;
    bool independent;
    (void)state;

    random_column(&random, a);
    random_column(&random, b);
    for (size_t i = 0; i < M; i++)
        sum[i] = 3 * a[i] - 2 * b[i];
    pt_qr_init(&qr, pt_vec(), M);
    assert_int_equal(pt_qr_add(&qr, a, 1e-12, &independent, NULL), PTRON_OK);
    assert_int_equal(pt_qr_add(&qr, b, 1e-12, &independent, NULL), PTRON_OK);
    assert_int_equal(pt_qr_add(&qr, sum, 1e-12, &independent, NULL), PTRON_OK);
    assert_false(independent);
    assert_int_equal(qr.n, 2);
    pt_qr_fini(&qr);
}

static void the_residual_is_orthogonal_to_the_columns(void **state)
{
    static double column[5][M];
    double residual[M], z[5];
    pt_random random = pt_random_of(3, 1);
    struct pt_qr qr;
    bool independent;
    (void)state;

    pt_qr_init(&qr, pt_vec(), M);
    for (size_t k = 0; k < 5; k++) {
        random_column(&random, column[k]);
        assert_int_equal(pt_qr_add(&qr, column[k], 1e-12, &independent, NULL), PTRON_OK);
    }
    pt_qr_last_unit(&qr, residual, z);
    for (size_t k = 0; k < 5; k++)
        assert_true(fabs(qr.ops->dot_dense[PT_F64](residual, column[k], M)) < 1e-14);
    for (size_t i = 0; i < M; i++) {
        double sum = residual[i];
        for (size_t k = 0; k < 5; k++)
            sum += z[k] * column[k][i];
        assert_true(fabs(sum - (i == M - 1)) < 1e-13);
    }
    pt_qr_fini(&qr);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_join_and_leave_and_the_product_stays_theirs),
        cmocka_unit_test(a_column_that_depends_on_the_others_is_refused),
        cmocka_unit_test(the_residual_is_orthogonal_to_the_columns),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
