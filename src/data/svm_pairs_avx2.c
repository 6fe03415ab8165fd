/* Common pairs with AVX2 and the bit instructions that every processor with AVX2 has had so far. */
#include "data/svm_pairs_impl.h"

#if defined(__x86_64__)
bool pt_take_pairs_avx2_works(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
}

const char *pt_take_pairs_avx2(struct pt_pairs *pairs, const char *p, const char *end)
{
    return take_any_pairs(pairs, p, end);
}
#endif
