/* The choice of instruction set: once, from what the processor has and what was asked for. */
#include "math/vec_impl.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static const struct pt_vec_ops *const best_first[] = {
#if defined(__x86_64__)
    &pt_vec_avx2,
#endif
#if defined(__aarch64__)
    &pt_vec_neon,
#endif
    &pt_vec_scalar,
};

static const struct pt_vec_ops *pick(const char *wanted)
{
    for (size_t i = 0; i < sizeof best_first / sizeof *best_first; i++)
        if (best_first[i]->works_here() && (wanted == NULL || strcmp(wanted, best_first[i]->name) == 0))
            return best_first[i];
    return NULL;
}

/* Threads that race here all find the same answer. */
const struct pt_vec_ops *pt_vec(void)
{
    static const struct pt_vec_ops *_Atomic chosen;
    const struct pt_vec_ops *ops = atomic_load_explicit(&chosen, memory_order_acquire);

    if (ops == NULL) {
        ops = pick(getenv("PERCEPTRON_SIMD"));
        if (ops == NULL)
            ops = pick(NULL);
        atomic_store_explicit(&chosen, ops, memory_order_release);
    }
    return ops;
}
