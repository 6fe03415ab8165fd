/* Terms of a mix in plain code; and which code runs here. */
#include "base/simd.h"
#include "learn/online/mix_terms_impl.h"

const struct pt_mix_terms *pt_mix_terms(void)
{
    static const struct pt_mix_terms plain = MIX_TERMS;

#if defined(__x86_64__)
    if (pt_simd_avx2())
        return &pt_mix_terms_avx2;
#endif
    return &plain;
}
