/* GMP and FLINT end the program when memory is out. Within our calls they do not, whichever allocation fails; and a
 * program that uses them itself finds them as it left them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/alloc.h"
#include "base/reserve.h"
#include "perceptron.h"

#include <gmp.h>
#include <stdlib.h>
#include <string.h>

static ptron_dataset *rows_of(const char *text)
{
    ptron_options *options;
    ptron_dataset *set;

    assert_int_equal(ptron_options_new(&options, NULL), PTRON_OK);
    assert_int_equal(ptron_options_set(options, "threads", "1", NULL), PTRON_OK);
    assert_int_equal(ptron_dataset_read(text, strlen(text), "rows", options, NULL, &set, NULL), PTRON_OK);
    ptron_options_free(options);
    return set;
}

/* Two that are decided by equations (FLINT), one by peeling; values with many digits, so that numbers grow. */
static const char *const texts[] = {
    ("a,b,c,y\n1.5,2.25,3.125,p\n2.5,0.7,1.1,q\n0.3,1.9,2.2,p\n1.1,1.3,0.9,q\n2.9,2.1,0.4,p\n"
     "0.6,0.8,1.7,q\n1.2,0.1,2.3,p\n"),
    "a,b,y\n1.123456789,2.5,p\n3.25,1.987654321,q\n-1.5,0.333333333,p\n4.75,-2.111111111,q\n0.5,3.25,p\n",
    "a,y\n1e-100,p\n-1e100,q\n",
};
enum { TEXTS = sizeof texts / sizeof *texts };

static void a_proof_survives_every_failed_allocation(void **state)
{
    size_t failures = 0;

    (void)state;
    for (size_t t = 0; t < TEXTS; t++) {
        ptron_dataset *set = rows_of(texts[t]);
        ptron_status status = PTRON_NOMEM;

        for (size_t k = 0; status != PTRON_OK; k += 1 + k / 32) {
            ptron_certificate *certificate = NULL;
            void *bytes = NULL;
            size_t length = 0;
            ptron_error err = {0};

            pt_test_fail_allocation(k);
            status = ptron_certify(set, 1, NULL, NULL, &certificate, &err);
            if (status == PTRON_OK)
                status = ptron_certificate_write(certificate, &bytes, &length, &err);
            pt_test_fail_allocation(SIZE_MAX);
            if (status != PTRON_OK && status != PTRON_NOMEM)
                fail_msg("status %d: %s", (int)status, err.message);
            failures += status == PTRON_NOMEM;
            ptron_bytes_free(bytes);
            ptron_certificate_free(certificate);
        }
        ptron_dataset_free(set);
    }
    assert_true(failures > 100);
}

static void the_checker_survives_every_failed_allocation(void **state)
{
    size_t failures = 0;

    (void)state;
    for (size_t t = 0; t < TEXTS; t++) {
        ptron_dataset *set = rows_of(texts[t]);
        ptron_certificate *certificate = NULL;
        ptron_status status = PTRON_NOMEM;
        void *bytes = NULL;
        size_t length = 0;

        assert_int_equal(ptron_certify(set, 1, NULL, NULL, &certificate, NULL), PTRON_OK);
        assert_int_equal(ptron_certificate_write(certificate, &bytes, &length, NULL), PTRON_OK);
        ptron_certificate_free(certificate);
        for (size_t k = 0; status != PTRON_OK; k += 1 + k / 32) {
            PTRON_SIZED(ptron_verification, answer);

            pt_test_fail_allocation(k);
            status = ptron_verify(bytes, length, set, &answer, NULL);
            pt_test_fail_allocation(SIZE_MAX);
            assert_true(status == PTRON_OK || status == PTRON_NOMEM);
            assert_true(status == PTRON_OK ? answer.accepted : !answer.accepted);
            failures += status == PTRON_NOMEM;
        }
        ptron_bytes_free(bytes);
        ptron_dataset_free(set);
    }
    assert_true(failures > 100);
}

/* ---- the program around us ----------------------------------------------------------------------------------- */

static size_t own_calls;

static void *own_alloc(size_t bytes)
{
    own_calls++;
    return malloc(bytes);
}

static void *own_resize(void *memory, size_t old, size_t bytes)
{
    (void)old;
    return realloc(memory, bytes);
}

static void own_release(void *memory, size_t bytes)
{
    (void)bytes;
    free(memory);
}

static void certify_once(void)
{
    ptron_dataset *set = rows_of(texts[0]);
    ptron_certificate *certificate = NULL;

    assert_int_equal(ptron_certify(set, 1, NULL, NULL, &certificate, NULL), PTRON_OK);
    ptron_certificate_free(certificate);
    ptron_dataset_free(set);
}

static void the_programs_own_functions_of_gmp_stay(void **state)
{
    void *(*before)(size_t), *(*after)(size_t);

    (void)state;
    mp_get_memory_functions(&before, NULL, NULL);
    certify_once();
    mp_get_memory_functions(&after, NULL, NULL);
    assert_true(before == after);
    mp_set_memory_functions(own_alloc, own_resize, own_release);
    certify_once();
    mp_get_memory_functions(&after, NULL, NULL);
    mp_set_memory_functions(NULL, NULL, NULL);
    assert_true(after == own_alloc && own_calls > 0);
}

/* What came from a reserve is good until it is given back, also after its end. */
static void blocks_of_a_reserve_are_memory(void **state)
{
    struct pt_reserve *reserve;
    char *memory[3];
    mpz_t number;

    (void)state;
    assert_int_equal(pt_reserve_open(1 << 20, "a test", &reserve, NULL), PTRON_OK);
    memory[0] = pt_reserve_alloc(100);   /* malloc's */
    memset(memory[0], 'x', 100);
    mpz_init_set_ui(number, 7);
    assert_false(pt_reserve_used());
    pt_test_fail_allocation(0);
    memory[0] = pt_reserve_resize(memory[0], 5000);
    memory[1] = pt_reserve_zeroed(10, 10);
    memory[2] = pt_reserve_resize(NULL, 30);
    mpz_ui_pow_ui(number, 10, 3000);
    pt_test_fail_allocation(SIZE_MAX);
    assert_true(pt_reserve_used());
    assert_int_equal(pt_reserve_left("a test", NULL), PTRON_NOMEM);
    for (size_t i = 0; i < 100; i++)
        assert_true(memory[0][i] == 'x' && memory[1][i] == 0);
    memset(memory[2], 'y', 30);
    memory[2] = pt_reserve_resize(memory[2], 40000);   /* moved to malloc's */
    assert_int_equal(memory[2][29], 'y');
    pt_reserve_release(memory[1]);
    pt_reserve_close(reserve);
    assert_false(pt_reserve_used());
    assert_int_equal(mpz_sizeinbase(number, 10), 3001);
    assert_int_equal(memory[0][99], 'x');
    mpz_clear(number);
    pt_reserve_release(memory[0]);
    pt_reserve_release(memory[2]);
    pt_reserve_release(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_proof_survives_every_failed_allocation),
        cmocka_unit_test(the_checker_survives_every_failed_allocation),
        cmocka_unit_test(the_programs_own_functions_of_gmp_stay),
        cmocka_unit_test(blocks_of_a_reserve_are_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
