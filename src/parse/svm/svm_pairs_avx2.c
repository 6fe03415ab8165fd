/* Common pairs with AVX2 and the bit instructions that every processor with AVX2 has had so far. */
#include "parse/svm/svm_pairs_impl.h"

#if defined(__x86_64__)
const char *pt_take_pairs_avx2(struct pt_pairs *pairs, const char *p, const char *end)
{
    return take_any_pairs(pairs, p, end);
}
#endif
