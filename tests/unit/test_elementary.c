/* Our own exp, log and kin against those of the library of mathematics. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/elementary.h"

static void same(const char *name, double x, double ours, double theirs, double units)
{
    const double room = units * fmax(fabs(theirs) * 0x1p-52, 0x1p-1074);

    if (!(fabs(ours - theirs) <= room) && !(ours == theirs))
        fail_msg("%s(%a) is %a, not %a", name, x, theirs, ours);
}

static void exponentials_are_those_of_the_library_to_a_unit_or_two(void **state)
{
    (void)state;
    for (double x = -746.0; x < 711.0; x += 0.0371)
        same("exp", x, pt_exp(x), exp(x), 1.0);
    for (double x = 0x1p-60; x < 1.0; x *= 1.01)
        same("exp", x, pt_exp(-x), exp(-x), 1.0);
    for (double x = 0x1p-60; x < 30.0; x *= 1.003)
        same("tanh", x, pt_tanh(-x), tanh(-x), 4.0);
}

static void logarithms_and_powers_are_those_of_the_library_to_a_few_units(void **state)
{
    (void)state;
    for (double x = 0x1p-1070; x < 0x1p1020; x *= 1.37)
        same("log", x, pt_log(x), log(x), 2.0);
    for (double x = 0.5; x < 3000.0; x += 0.25)
        same("log", x, pt_log(x), log(x), 3.0);
    for (double x = 0x1p-70; x < 1e6; x *= 1.01)
        same("log1p", x, pt_log1p(x), log1p(x), 5.0);
    for (double x = 0x1p-70; x < 1.0; x *= 1.01)
        same("log1p", -x, pt_log1p(-x), log1p(-x), 5.0);
    for (double t = 1.0; t < 1e9; t *= 1.7)
        for (double y = -3.0; y < 3.0; y += 0.13)
            same("power", t, pt_power(t, y), pow(t, y), 2.0);
    for (double x = 1e-300; x < 1e300; x *= 977.0)
        same("hypot", x, pt_hypot(x, -0.7 * x), hypot(x, -0.7 * x), 2.0);
}

static void ends_are_what_they_should_be(void **state)
{
    (void)state;
    assert_true(pt_exp(0.0) == 1.0 && pt_exp(-INFINITY) == 0.0 && pt_exp(-746.0) == 0.0 && pt_exp(-745.0) > 0.0);
    assert_true(isinf(pt_exp(INFINITY)) && isinf(pt_exp(710.0)) && isfinite(pt_exp(709.78)) && isnan(pt_exp(NAN)));
    assert_true(pt_tanh(0.0) == 0.0 && pt_tanh(1e300) == 1.0 && pt_tanh(-INFINITY) == -1.0 && isnan(pt_tanh(NAN)));
    assert_true(pt_log(1.0) == 0.0 && pt_log1p(0.0) == 0.0 && pt_power(1.0, 7.5) == 1.0 && pt_power(3.0, 0.0) == 1.0);
    assert_true(pt_power(0.9, 1e7) == 0.0 && isinf(pt_power(10.0, 400.0)) && pt_hypot(0.0, 0.0) == 0.0);
}

/* So that a change of compiler, flags or processor that shows in a model shows here first. */
static void bits_are_the_same_on_every_machine(void **state)
{
    uint64_t hash = 0;
    (void)state;

    for (int i = 1; i < 20000; i++) {
        const double x = (double)i * 0.0137;
        const double values[] = {pt_exp(-x), pt_tanh(x), pt_log(x), pt_log1p(x), pt_power(x, 0.3)};
        for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
            uint64_t bits;
            memcpy(&bits, &values[k], sizeof bits);
            hash = (hash ^ bits) * UINT64_C(0x9e3779b97f4a7c15);
            hash ^= hash >> 29;
        }
    }
    assert_true(hash == UINT64_C(0x7c4f3a7927348fd8));
}

static void logarithms_without_a_branch_have_the_bits_of_the_others(void **state)
{
    (void)state;
    for (double x = 0x1p-70; x <= 1.0; x *= 1.0001)
        assert_true(pt_log1p_unit(x) == pt_log1p(x));
    for (double x = 0.414213; x < 0.414214; x += 0x1p-40)   /* about where 1 + x is the root of 2 */
        assert_true(pt_log1p_unit(x) == pt_log1p(x));
    assert_true(pt_log1p_unit(0.0) == 0.0 && pt_log1p_unit(1.0) == pt_log1p(1.0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exponentials_are_those_of_the_library_to_a_unit_or_two),
        cmocka_unit_test(logarithms_and_powers_are_those_of_the_library_to_a_few_units),
        cmocka_unit_test(ends_are_what_they_should_be),
        cmocka_unit_test(logarithms_without_a_branch_have_the_bits_of_the_others),
        cmocka_unit_test(bits_are_the_same_on_every_machine),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
