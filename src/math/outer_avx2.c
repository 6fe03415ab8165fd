/* Sums of outer products: tiles of 4 by 8 numbers stay in registers while the rows go by. No fused multiply-add, so
 * that every bit equals the plain loops'. */
#include "math/outer.h"

#if defined(__x86_64__) && defined(__AVX2__)

#define TIMES pt_outer_times_avx2
#include "math/outer_times_impl.h"

#include <immintrin.h>

enum { HIGH = 4 };

/* The rows of `sum` beyond the last one wanted are padding: whatever is added there is zero. */
static void add_tile(double *sum, const double *scaled, const double *x, size_t n, size_t stride)
{
    __m256d low[HIGH], high[HIGH];

#pragma GCC unroll 4
    for (size_t j = 0; j < HIGH; j++) {
        low[j] = _mm256_loadu_pd(sum + j * stride);
        high[j] = _mm256_loadu_pd(sum + j * stride + 4);
    }
    for (size_t i = 0; i < n; i++, scaled += stride, x += stride) {
        const __m256d a = _mm256_loadu_pd(x), b = _mm256_loadu_pd(x + 4);

#pragma GCC unroll 4
        for (size_t j = 0; j < HIGH; j++) {
            const __m256d by = _mm256_broadcast_sd(scaled + j);

            low[j] = _mm256_add_pd(low[j], _mm256_mul_pd(by, a));
            high[j] = _mm256_add_pd(high[j], _mm256_mul_pd(by, b));
        }
    }
#pragma GCC unroll 4
    for (size_t j = 0; j < HIGH; j++) {
        _mm256_storeu_pd(sum + j * stride, low[j]);
        _mm256_storeu_pd(sum + j * stride + 4, high[j]);
    }
}

void pt_outer_add_avx2(double *sum, const double *scaled, const double *x, size_t n, size_t size, size_t width,
                       size_t stride)
{
    for (size_t j = 0; j < size; j += HIGH)
        for (size_t k = j & ~(size_t)(PT_OUTER_WIDE - 1); k < width; k += PT_OUTER_WIDE)
            add_tile(sum + j * stride + k, scaled + j, x + k, n, stride);
}

#endif
