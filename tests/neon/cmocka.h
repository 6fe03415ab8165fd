/* As much of cmocka as test_vec.c uses, for a machine that has no library of it. */
#ifndef PT_TESTS_NEON_CMOCKA_H
#define PT_TESTS_NEON_CMOCKA_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct CMUnitTest {
    const char *name;
    void (*run)(void **state);
};

#define cmocka_unit_test(f) {#f, f}

#define assert_true(ok)                                                    \
    do {                                                                   \
        if (!(ok)) {                                                       \
            printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #ok);        \
            exit(1);                                                       \
        }                                                                  \
    } while (0)
#define assert_memory_equal(a, b, n) assert_true(memcmp((a), (b), (n)) == 0)

static inline int run_tests(const struct CMUnitTest *tests, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        tests[i].run(NULL);
        printf("ok %s\n", tests[i].name);
    }
    return 0;
}

#define cmocka_run_group_tests(tests, setup, teardown) run_tests(tests, sizeof tests / sizeof *tests)

#endif
