/* Losses, four at a time. */
#include "learn/logistic/losses.h"

#if defined(__x86_64__) && defined(__AVX2__)
#define LOSSES pt_logistic_losses_avx2
#include "learn/logistic/losses_impl.h"
#endif
