/* Tests that make one allocation after another fail, thousands of times: failing_allocations(name) in the list of
 * tests. */
#ifndef PT_TESTS_ALLOCATIONS_H
#define PT_TESTS_ALLOCATIONS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/alloc.h"

/* Not under the thread sanitizer, which learns nothing from one thread: it keeps maps of its own for all memory that
 * was ever mapped, so a test that maps memory thousands of times comes to the system's limit of maps
 * (vm.max_map_count). */
#if defined(__SANITIZE_THREAD__)
static inline void other_sanitizers_see_it(void **state)
{
    (void)state;
    skip();
}
#define failing_allocations(test) {#test, ((void)(test), other_sanitizers_see_it), NULL, NULL, NULL}
#else
#define failing_allocations(test) cmocka_unit_test(test)
#endif

#endif
