/* Every instruction set that runs here gives the bits of the scalar reference. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/random.h"
#include "math/classes.h"
#include "math/vec_impl.h"
#include "rows/values.h"

#include <string.h>

enum { LONGEST = 200 };

struct sample {
    double w[2 * LONGEST], x[PT_N_KINDS][LONGEST];   /* x[kind] holds values of that kind's type */
    uint32_t index[LONGEST];
    size_t n;
};

static void fill(struct sample *s, pt_random *random)
{
    unsigned char *u8 = (unsigned char *)s->x[PT_U8];
    float *f32 = (float *)s->x[PT_F32];
    uint32_t at = 0;

    s->n = (size_t)pt_random_below(random, LONGEST);
    for (size_t i = 0; i < 2 * LONGEST; i++)
        s->w[i] = pt_random_normal(random) * 1e3;
    for (size_t i = 0; i < s->n; i++) {
        u8[i] = (unsigned char)pt_random_below(random, 256);
        f32[i] = (float)pt_random_normal(random);
        s->x[PT_F64][i] = pt_random_normal(random) * 1e-3;
        for (int kind = PT_D2; kind <= PT_D4; kind++)   /* any bits are a decimal */
            ((uint16_t *)s->x[kind])[i] = (uint16_t)pt_random_next(random);
        ((uint32_t *)s->x[PT_D6])[i] = (uint32_t)pt_random_next(random);
        at += (uint32_t)pt_random_below(random, 2);
        s->index[i] = at++;
    }
}

static void expect_same_bits(const void *a, const void *b, size_t bytes)
{
    assert_memory_equal(a, b, bytes);
}

/* The row after it may be shorter, longer, or not there. */
static void expect_same_ahead(const struct pt_vec_ops *ops, const struct sample *s, enum pt_kind kind, size_t n,
                              size_t n_next)
{
    const void *x = kind == PT_ONES ? NULL : s->x[kind];
    const double p = pt_vec_scalar.dot_sparse[kind](s->w, s->index, x, n);
    const double q = ops->dot_ahead[kind](s->w, s->index, x, n, s->index, n_next);

    expect_same_bits(&p, &q, sizeof p);
}

/* Weights that stand beside other numbers: the product of the row before one of n_next values, and both moved at
 * once. */
static void expect_same_paired(const struct pt_vec_ops *ops, const struct sample *s, enum pt_kind kind, size_t n_next)
{
    const void *x = kind == PT_ONES ? NULL : s->x[kind];
    struct sample a = *s, b = *s;
    double pairs[2 * (sizeof s->w / sizeof *s->w)], p, q;
    const size_t n = sizeof s->w / sizeof *s->w;

    for (size_t j = 0; j < n; j++) {
        b.w[j] = -3.0 * s->w[j];
        pairs[2 * j] = a.w[j];
        pairs[2 * j + 1] = b.w[j];
    }
    p = pt_vec_scalar.dot_sparse[kind](a.w, s->index, x, s->n);
    q = ops->paired[kind].dot(pairs, s->index, x, s->n, s->index, n_next);
    expect_same_bits(&p, &q, sizeof p);
    pt_vec_scalar.add_sparse[kind](a.w, 0.3, s->index, x, s->n);
    pt_vec_scalar.add_sparse[kind](b.w, -1e5, s->index, x, s->n);
    ops->paired[kind].add_both(pairs, 0.3, -1e5, s->index, x, s->n);
    for (size_t j = 0; j < n; j++) {
        expect_same_bits(&pairs[2 * j], &a.w[j], sizeof p);
        expect_same_bits(&pairs[2 * j + 1], &b.w[j], sizeof p);
    }
}

/* Two rows at once, of which the second stands `shift` values further: each as alone. */
static void expect_same_pair(const struct pt_vec_ops *ops, const struct sample *s, enum pt_kind kind, size_t shift)
{
    const size_t n = s->n - shift;
    const char *x = kind == PT_ONES ? NULL : (const char *)s->x[kind];
    const char *y = x == NULL ? NULL : x + shift * pt_kind_bytes(kind);
    const double alone[] = {pt_vec_scalar.dot_dense[kind](s->w, x, n), pt_vec_scalar.dot_dense[kind](s->w, y, n)};
    double both[2];

    ops->dot_pair[kind](s->w, x, y, n, both);
    expect_same_bits(alone, both, sizeof both);
}

static void compare_kind(const struct pt_vec_ops *ops, const struct sample *s, enum pt_kind kind)
{
    const struct pt_vec_ops *ref = &pt_vec_scalar;
    const void *x = kind == PT_ONES ? NULL : s->x[kind];
    struct sample a = *s, b = *s;
    double p, q;

    p = ref->dot_dense[kind](s->w, x, s->n);
    q = ops->dot_dense[kind](s->w, x, s->n);
    expect_same_bits(&p, &q, sizeof p);
    p = ref->dot_sparse[kind](s->w, s->index, x, s->n);
    q = ops->dot_sparse[kind](s->w, s->index, x, s->n);
    expect_same_bits(&p, &q, sizeof p);
    q = ops->dot_flow[kind](s->w, s->index, x, s->n);
    expect_same_bits(&p, &q, sizeof p);
    expect_same_pair(ops, s, kind, 0);
    expect_same_pair(ops, s, kind, s->n / 3);
    expect_same_ahead(ops, s, kind, s->n, 0);
    expect_same_ahead(ops, s, kind, s->n, s->n / 2);
    expect_same_ahead(ops, s, kind, s->n / 2, s->n);
    expect_same_paired(ops, s, kind, 0);
    expect_same_paired(ops, s, kind, s->n / 2);
    ref->add_dense[kind](a.w, -1.7, x, s->n);
    ops->add_dense[kind](b.w, -1.7, x, s->n);
    ref->add_sparse[kind](a.w, 0.3, s->index, x, s->n);
    ops->add_sparse[kind](b.w, 0.3, s->index, x, s->n);
    expect_same_bits(a.w, b.w, sizeof a.w);
}

static void chosen_instructions_equal_the_scalar_reference_bit_for_bit(void **state)
{
    const struct pt_vec_ops *ops = pt_vec();
    pt_random random = {7};

    (void)state;
    for (int round = 0; round < 5000; round++) {
        struct sample s;
        double p, q;

        fill(&s, &random);
        for (int kind = 0; kind < PT_N_KINDS; kind++)
            compare_kind(ops, &s, (enum pt_kind)kind);
        p = pt_vec_scalar.norm2(s.w, s.n);
        q = ops->norm2(s.w, s.n);
        expect_same_bits(&p, &q, sizeof p);
    }
}

static void value_kinds_that_hold_the_same_numbers_give_the_same_bits(void **state)
{
    const struct pt_vec_ops *ops = pt_vec();
    pt_random random = {11};

    (void)state;
    for (int round = 0; round < 2000; round++) {
        struct sample s;
        const unsigned char *u8 = (const unsigned char *)s.x[PT_U8];
        float f32[LONGEST];
        double f64[LONGEST], decimals[LONGEST], p, q;

        fill(&s, &random);
        for (size_t i = 0; i < s.n; i++) {
            f32[i] = (float)u8[i];
            f64[i] = u8[i];
        }
        p = ops->dot_dense[PT_U8](s.w, u8, s.n);
        q = ops->dot_dense[PT_F32](s.w, f32, s.n);
        expect_same_bits(&p, &q, sizeof p);
        q = ops->dot_dense[PT_F64](s.w, f64, s.n);
        expect_same_bits(&p, &q, sizeof p);
        p = ops->dot_sparse[PT_U8](s.w, s.index, u8, s.n);
        q = ops->dot_sparse[PT_F64](s.w, s.index, f64, s.n);
        expect_same_bits(&p, &q, sizeof p);
        for (int kind = PT_D2; kind <= PT_D6; kind++) {
            pt_values_load(s.x[kind], (enum pt_kind)kind, 0, s.n, decimals);
            p = ops->dot_dense[kind](s.w, s.x[kind], s.n);
            q = ops->dot_dense[PT_F64](s.w, decimals, s.n);
            expect_same_bits(&p, &q, sizeof p);
            p = ops->dot_sparse[kind](s.w, s.index, s.x[kind], s.n);
            q = ops->dot_sparse[PT_F64](s.w, s.index, decimals, s.n);
            expect_same_bits(&p, &q, sizeof p);
        }
    }
}

static void a_dot_of_integers_is_exact(void **state)
{
    const double w[] = {1, -2, 3, -4, 5, -6, 7, -8, 9, -10, 11};
    const unsigned char x[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};

    (void)state;
    assert_true(pt_vec()->dot_dense[PT_U8](w, x, 11) == 66.0);
    assert_true(pt_vec()->dot_dense[PT_U8](w, x, 0) == 0.0);
}

/* ---- many vectors --------------------------------------------------------------------------------- */

enum { MOST_VECTORS = 70 };

static void compare_vectors(const struct pt_row *row, size_t vectors, pt_random *random)
{
    static double w[2 * LONGEST * MOST_VECTORS], own[2 * LONGEST], after[2 * LONGEST], scores[MOST_VECTORS];

    for (size_t i = 0; i < 2 * LONGEST * vectors; i++)
        w[i] = pt_random_normal(random);
    pt_classes_dot(w, vectors, row, scores);
    for (size_t v = 0; v < vectors; v++) {
        double alone;
        for (size_t j = 0; j < 2 * LONGEST; j++)
            own[j] = w[j * vectors + v];
        alone = pt_vec_dot(&pt_vec_scalar, own, row);
        expect_same_bits(&alone, &scores[v], sizeof alone);
        pt_vec_add(&pt_vec_scalar, own, 0.3, row);
        pt_classes_add(w, vectors, v, 0.3, row);
        for (size_t j = 0; j < 2 * LONGEST; j++)
            after[j] = w[j * vectors + v];
        expect_same_bits(own, after, sizeof own);
    }
}

static void products_with_many_vectors_have_the_bits_of_each_alone(void **state)
{
    pt_random random = pt_random_of(4, 4);
    struct sample s;

    (void)state;
    for (size_t vectors = 2; vectors <= MOST_VECTORS; vectors++) {
        fill(&s, &random);
        for (int kind = 0; kind < PT_N_KINDS; kind++) {
            const struct pt_row dense = {
                .value = kind == PT_ONES ? NULL : s.x[kind], .n = s.n, .kind = (enum pt_kind)kind};
            struct pt_row sparse = dense;

            sparse.index = s.index;
            compare_vectors(&dense, vectors, &random);
            compare_vectors(&sparse, vectors, &random);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chosen_instructions_equal_the_scalar_reference_bit_for_bit),
        cmocka_unit_test(value_kinds_that_hold_the_same_numbers_give_the_same_bits),
        cmocka_unit_test(a_dot_of_integers_is_exact),
        cmocka_unit_test(products_with_many_vectors_have_the_bits_of_each_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
