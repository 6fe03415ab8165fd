/* Common pairs on any machine, and the choice of the instruction set: once, as math/vec_pick.c does. */
#include "data/svm_pairs_impl.h"

#include <stdatomic.h>
#include <stdlib.h>

const char *pt_take_pairs_plain(struct pt_pairs *pairs, const char *p, const char *end)
{
    return take_any_pairs(pairs, p, end);
}

static pt_take_pairs *pick(void)
{
#if defined(__x86_64__)
    const char *wanted = getenv("PERCEPTRON_SIMD");

    if (pt_take_pairs_avx2_works() && (wanted == NULL || strcmp(wanted, "avx2") == 0))
        return pt_take_pairs_avx2;
#endif
    return pt_take_pairs_plain;
}

pt_take_pairs *pt_svm_pairs(void)
{
    static pt_take_pairs *_Atomic chosen;
    pt_take_pairs *take = atomic_load_explicit(&chosen, memory_order_acquire);

    if (take == NULL) {
        take = pick();
        atomic_store_explicit(&chosen, take, memory_order_release);
    }
    return take;
}
