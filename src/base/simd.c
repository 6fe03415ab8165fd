/* What the processor can do, and may. */
#include "base/simd.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Threads that race here all find the same answer. */
bool pt_simd_avx2(void)
{
    enum { UNKNOWN, NO, YES };
    static atomic_int known;
    int answer = atomic_load_explicit(&known, memory_order_relaxed);

    if (answer == UNKNOWN) {
        answer = NO;
#if defined(__x86_64__)
        const char *wanted = getenv("PERCEPTRON_SIMD");

        if ((wanted == NULL || strcmp(wanted, "scalar") != 0) && __builtin_cpu_supports("avx2") &&
            __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2"))
            answer = YES;
#endif
        atomic_store_explicit(&known, answer, memory_order_relaxed);
    }
    return answer == YES;
}
