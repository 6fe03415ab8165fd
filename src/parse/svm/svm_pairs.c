/* Common pairs on any machine, and the choice of the instruction set. */
#include "parse/svm/svm_pairs_impl.h"
#include "base/simd.h"
#include "parse/svm/svm_rows.h"

const char *pt_take_pairs_plain(struct pt_pairs *pairs, const char *p, const char *end)
{
    return take_any_pairs(pairs, p, end);
}

pt_take_pairs *pt_svm_pairs(void)
{
#if defined(__x86_64__)
    if (pt_simd_avx2())
        return pt_take_pairs_avx2;
#endif
    return pt_take_pairs_plain;
}

pt_take_rows *pt_svm_rows(void)
{
#if defined(__x86_64__)
    if (pt_simd_avx2())
        return pt_take_rows_avx2;
#endif
    return NULL;
}
