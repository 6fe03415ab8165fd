/* Terms of a mix, four numbers at a time. */
#include "learn/online/mix_terms.h"

#if defined(__x86_64__) && defined(__AVX2__)
#include "learn/online/mix_terms_impl.h"

const struct pt_mix_terms pt_mix_terms_avx2 = MIX_TERMS;
#endif
