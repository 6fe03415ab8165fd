/* Proofs: sets whose verdict and margin are known, planted ones at random, and what must not change a verdict. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "allocations.h"
#include "proof_rows.h"

#include "prove/certify.h"

static struct pt_proof prove(const struct pt_rows *rows, bool decimal)
{
    const struct pt_certify_options options = {.decimal = decimal, .margin = true};
    struct pt_proof proof;
    ptron_error err;

    assert_int_equal(pt_certify(rows, &options, &proof, &err), PTRON_OK);
    return proof;
}

static void near(double lower, double upper, double wanted)
{
    assert_true(lower <= wanted * (1 + 1e-12) && upper >= wanted * (1 - 1e-12));
    assert_true(upper - lower <= 1e-10 * upper);
}

static void xor_is_a_sum_of_its_four_rows(void **state)
{
    static const double x[] = {0, 0, 1, 1, 0, 1, 1, 0};
    static const uint32_t label[] = {1, 1, 0, 0};
    (void)state;

    for (int dense = 0; dense < 2; dense++) {
        struct toy_set *toy = toy_set(x, label, 4, 2, 2, dense);
        const struct pt_rows rows = proof_rows(toy, true);
        struct pt_proof proof = prove(&rows, true);

        assert_int_equal(proof.verdict, PT_NOT_SEPARABLE);
        assert_int_equal(proof.contradiction.n, 4);
        for (size_t k = 0; k < 4; k++) {
            assert_int_equal(proof.contradiction.row[k], k);
            assert_int_equal(mpz_cmp_ui(proof.contradiction.by.at[k], 1), 0);
        }
        pt_proof_fini(&proof);
        toy_set_free(toy);
    }
}

static void margins_of_a_square_are_known(void **state)
{
    /* (3, y)+ and (1, y)-: free bias: distance 1. Bias absorbed: the nearest point of the hull of (3, y, 1) and
     * (-1, -y, -1). With y = 0: on the line from (3,0,1) to (-1,0,-1): distance |3*(-1) - 1*(-1)| / |(4, 2)|. */
    static const double x[] = {3, 1, 3, -1, 1, 1, 1, -1};
    static const uint32_t label[] = {1, 1, 0, 0};
    struct toy_set *toy = toy_set(x, label, 4, 2, 2, true);
    const struct pt_rows rows = proof_rows(toy, true);
    struct pt_proof proof = prove(&rows, true);
    (void)state;

    assert_int_equal(proof.verdict, PT_SEPARABLE);
    near(proof.distance_lower, proof.distance_upper, 1);
    near(proof.theorem_lower, proof.theorem_upper, 2 / sqrt(20));
    near(proof.radius_lower, proof.radius_upper, sqrt(11));
    near(proof.k_max_lower, proof.k_max_upper, 55);
    pt_proof_fini(&proof);
    toy_set_free(toy);
}

static void decimals_contradict_where_doubles_do_not(void **state)
{
    static const double x[] = {0.1, 0.3, 0.2, 0.6, 0.3, 0.9};
    static const uint32_t label[] = {1, 0, 1};
    struct toy_set *toy = toy_set(x, label, 3, 2, 2, true);
    const struct pt_rows rows = proof_rows(toy, false);
    struct pt_proof proof = prove(&rows, true);
    (void)state;

    assert_int_equal(proof.verdict, PT_NOT_SEPARABLE);
    pt_proof_fini(&proof);
    const struct pt_rows with_bias = proof_rows(toy, true);
    proof = prove(&with_bias, true);
    assert_int_equal(proof.verdict, PT_NOT_SEPARABLE);
    pt_proof_fini(&proof);
    proof = prove(&with_bias, false);
    assert_int_equal(proof.verdict, PT_SEPARABLE);
    pt_proof_fini(&proof);
    toy_set_free(toy);
}

static void one_class_alone_is_separable_and_has_no_distance(void **state)
{
    static const double x[] = {1, 2, 3, 4, -5, 6};
    static const uint32_t label[] = {1, 1, 1};
    struct toy_set *toy = toy_set(x, label, 3, 2, 2, true);
    const struct pt_rows rows = proof_rows(toy, true);
    struct pt_proof proof = prove(&rows, true);
    (void)state;

    assert_int_equal(proof.verdict, PT_SEPARABLE);
    assert_true(proof.theorem_lower > 0);
    assert_true(isinf(proof.distance_upper));
    pt_proof_fini(&proof);
    toy_set_free(toy);
}

static void a_row_of_zeros_without_a_bias_is_a_contradiction(void **state)
{
    static const double x[] = {1, 2, 0, 0};
    static const uint32_t label[] = {1, 0};
    struct toy_set *toy = toy_set(x, label, 2, 2, 2, false);
    const struct pt_rows rows = proof_rows(toy, false);
    struct pt_proof proof = prove(&rows, true);
    (void)state;

    assert_int_equal(proof.verdict, PT_NOT_SEPARABLE);
    assert_int_equal(proof.contradiction.n, 1);
    assert_int_equal(proof.contradiction.row[0], 1);
    pt_proof_fini(&proof);
    toy_set_free(toy);
}

static void rows_that_must_lie_on_the_boundary_are_counted(void **state)
{
    /* On x = 0 the labels overlap, in y and the bias; right of it all are +, left of it all are -. */
    static const double x[] = {0, 1, 0, 2, 0, 1, 0, 3, 1, 5, 2, -5, -1, 9, -3, 0};
    static const uint32_t label[] = {1, 0, 0, 1, 1, 1, 0, 0};
    (void)state;

    for (int dense = 0; dense < 2; dense++) {
        struct toy_set *toy = toy_set(x, label, 8, 2, 2, dense);
        const struct pt_rows rows = proof_rows(toy, true);
        struct pt_proof proof = prove(&rows, true);

        assert_int_equal(proof.verdict, PT_NOT_SEPARABLE);
        assert_int_equal(proof.boundary, PT_BOUNDARY_EXISTS);
        assert_int_equal(proof.forced, 4);
        assert_true(mpz_sgn(proof.boundary_weights.at[0]) > 0);
        assert_true(mpz_sgn(proof.boundary_weights.at[1]) == 0 && mpz_sgn(proof.boundary_weights.at[2]) == 0);
        pt_proof_fini(&proof);
        toy_set_free(toy);
    }
}

static void peeled_rows_stay_off_the_boundary(void **state)
{
    /* XOR, and a feature that only positive rows have, in steps that undo each other. */
    static const double x[] = {0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 9, 9, 1, 2, -50, 7, 0, 1};
    static const uint32_t label[] = {1, 1, 0, 0, 1, 0};
    struct toy_set *toy = toy_set(x, label, 6, 4, 2, true);
    const struct pt_rows rows = proof_rows(toy, true);
    struct pt_proof proof = prove(&rows, true);
    (void)state;

    assert_int_equal(proof.verdict, PT_NOT_SEPARABLE);
    assert_int_equal(proof.boundary, PT_BOUNDARY_EXISTS);
    assert_int_equal(proof.forced, 4);
    pt_proof_fini(&proof);
    toy_set_free(toy);
}

static void where_all_rows_are_forced_there_is_no_boundary(void **state)
{
    static const double x[] = {0, 0, 1, 1, 0, 1, 1, 0};
    static const uint32_t label[] = {1, 1, 0, 0};
    struct toy_set *toy = toy_set(x, label, 4, 2, 2, true);
    const struct pt_rows rows = proof_rows(toy, true);
    struct pt_proof proof = prove(&rows, true);
    (void)state;

    assert_int_equal(proof.boundary, PT_BOUNDARY_NONE);
    pt_proof_fini(&proof);
    toy_set_free(toy);
}

static void planted_verdicts_are_found(void **state)
{
    static const int64_t least[] = {1, 30, 100000};
    (void)state;

    for (uint64_t seed = 0; seed < 60; seed++) {
        struct planted p = planted_set(seed, 3 + (size_t)(seed * seed) % 400, 1 + (uint32_t)(seed % 24),
                                       (unsigned)(seed % 7), least[seed % 3], seed % 2 == 0);
        struct toy_set *toy = toy_set(p.x, p.label, p.n, p.d, 2, seed % 5 != 0);
        const struct pt_rows rows = proof_rows(toy, true);
        struct pt_proof proof = prove(&rows, true);

        assert_int_equal(proof.verdict, p.separable ? PT_SEPARABLE : PT_NOT_SEPARABLE);
        if (p.separable) {
            assert_true(proof.theorem_lower > 0 && proof.theorem_lower <= proof.theorem_upper);
            assert_true(proof.theorem_upper - proof.theorem_lower <= 1e-9 * proof.theorem_upper);
            assert_true(proof.distance_upper >= proof.theorem_lower);
        } else {
            assert_true(proof.contradiction.n >= 2 && proof.contradiction.n <= p.d + 2);
        }
        pt_proof_fini(&proof);
        toy_set_free(toy);
        planted_free(&p);
    }
}

/* Columns by powers of ten, rows backwards and each twice. */
static void change(const struct planted *p, struct planted *q)
{
    *q = (struct planted){calloc(2 * p->n * p->d, sizeof(double)), calloc(2 * p->n, sizeof(uint32_t)), 2 * p->n, p->d,
                          p->separable};
    for (size_t i = 0; i < q->n; i++) {
        const size_t from = (q->n - 1 - i) / 2;
        q->label[i] = p->label[from];
        for (uint32_t j = 0; j < p->d; j++)
            q->x[i * p->d + j] = p->x[from * p->d + j] * (j % 3 == 0 ? 1e6 : j % 3 == 1 ? 1 : 10);
    }
}

static void scaling_order_and_copies_do_not_change_the_verdict(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct planted p = planted_set(seed + 500, 80, 6, 0, 3, seed % 2 == 0), q;
        change(&p, &q);
        struct toy_set *toy = toy_set(q.x, q.label, q.n, q.d, 2, true);
        const struct pt_rows rows = proof_rows(toy, true);
        struct pt_proof proof = prove(&rows, true);

        assert_int_equal(proof.verdict, p.separable ? PT_SEPARABLE : PT_NOT_SEPARABLE);
        pt_proof_fini(&proof);
        toy_set_free(toy);
        planted_free(&p);
        planted_free(&q);
    }
}

static void any_number_of_threads_gives_the_same_proof(void **state)
{
    struct planted p = planted_set(77, 5000, 12, 3, 5, true);
    struct toy_set *toy = toy_set(p.x, p.label, p.n, p.d, 2, true);
    struct pt_rows rows = proof_rows(toy, true);
    struct pt_proof one = prove(&rows, true), many;
    (void)state;

    assert_int_equal(pt_pool_new(3, &rows.pool, NULL), PTRON_OK);
    many = prove(&rows, true);
    assert_int_equal(one.theorem.terms.n, many.theorem.terms.n);
    for (size_t k = 0; k < one.theorem.terms.n; k++) {
        assert_int_equal(one.theorem.terms.row[k], many.theorem.terms.row[k]);
        assert_int_equal(mpz_cmp(one.theorem.terms.by.at[k], many.theorem.terms.by.at[k]), 0);
    }
    pt_pool_free(rows.pool);
    pt_proof_fini(&one);
    pt_proof_fini(&many);
    toy_set_free(toy);
    planted_free(&p);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    for (int separable = 0; separable < 2; separable++) {
        struct planted p = planted_set(5, 40, 4, 1, 2, separable);
        struct toy_set *toy = toy_set(p.x, p.label, p.n, p.d, 2, separable);
        const struct pt_rows rows = proof_rows(toy, true);
        const struct pt_certify_options options = {.decimal = true, .margin = true};
        bool failed = true;

        for (size_t k = 0; failed; k++) {
            struct pt_proof proof;
            pt_test_fail_allocation(k);
            const ptron_status status = pt_certify(&rows, &options, &proof, NULL);
            failed = pt_test_allocation_failed();
            pt_test_fail_allocation(SIZE_MAX);
            assert_int_equal(status, failed ? PTRON_NOMEM : PTRON_OK);
            if (!failed)
                pt_proof_fini(&proof);
        }
        toy_set_free(toy);
        planted_free(&p);
    }
}

static bool never(void *user, const char *step, double seconds, double lower, double upper)
{
    (void)user, (void)step, (void)seconds, (void)lower, (void)upper;
    return false;
}

static void an_observer_can_stop_it(void **state)
{
    struct planted p = planted_set(9, 300, 10, 0, 1, true);
    struct toy_set *toy = toy_set(p.x, p.label, p.n, p.d, 2, true);
    const struct pt_rows rows = proof_rows(toy, true);
    const struct pt_certify_options options = {.decimal = true, .margin = true, .tell = never};
    struct pt_proof proof;
    (void)state;

    assert_int_equal(pt_certify(&rows, &options, &proof, NULL), PTRON_OK);
    assert_int_equal(proof.verdict, PT_UNDECIDED);
    assert_string_equal(proof.why, "stopped");
    pt_proof_fini(&proof);
    toy_set_free(toy);
    planted_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(xor_is_a_sum_of_its_four_rows),
        cmocka_unit_test(margins_of_a_square_are_known),
        cmocka_unit_test(decimals_contradict_where_doubles_do_not),
        cmocka_unit_test(one_class_alone_is_separable_and_has_no_distance),
        cmocka_unit_test(a_row_of_zeros_without_a_bias_is_a_contradiction),
        cmocka_unit_test(rows_that_must_lie_on_the_boundary_are_counted),
        cmocka_unit_test(peeled_rows_stay_off_the_boundary),
        cmocka_unit_test(where_all_rows_are_forced_there_is_no_boundary),
        cmocka_unit_test(planted_verdicts_are_found),
        cmocka_unit_test(scaling_order_and_copies_do_not_change_the_verdict),
        cmocka_unit_test(any_number_of_threads_gives_the_same_proof),
        failing_allocations(every_allocation_may_fail),
        cmocka_unit_test(an_observer_can_stop_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
