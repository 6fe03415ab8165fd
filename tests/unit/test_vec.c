/* Every instruction set that runs here gives the bits of the scalar reference. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/random.h"
#include "math/vec_impl.h"

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
        at += (uint32_t)pt_random_below(random, 2);
        s->index[i] = at++;
    }
}

static void expect_same_bits(const void *a, const void *b, size_t bytes)
{
    assert_memory_equal(a, b, bytes);
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
        double f64[LONGEST], p, q;

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chosen_instructions_equal_the_scalar_reference_bit_for_bit),
        cmocka_unit_test(value_kinds_that_hold_the_same_numbers_give_the_same_bits),
        cmocka_unit_test(a_dot_of_integers_is_exact),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
