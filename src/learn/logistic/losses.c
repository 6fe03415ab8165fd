/* Losses in plain code; and which code runs here. */
#include "base/simd.h"

#define LOSSES pt_logistic_losses_plain
#include "learn/logistic/losses_impl.h"

void pt_logistic_losses(const double *product, const double *most, size_t n, double *restrict pull,
                        double *restrict bend, double *restrict loss)
{
#if defined(__x86_64__)
    if (pt_simd_avx2()) {
        pt_logistic_losses_avx2(product, most, n, pull, bend, loss);
        return;
    }
#endif
    pt_logistic_losses_plain(product, most, n, pull, bend, loss);
}
