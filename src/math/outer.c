/* Sums of outer products, and products with them, in plain loops; and which way they are made here. */
#include "math/outer.h"
#include "base/simd.h"

#define TIMES pt_outer_times_plain
#include "math/outer_times_impl.h"

void pt_outer_add_plain(double *sum, const double *scaled, const double *x, size_t n, size_t size, size_t width,
                        size_t stride)
{
    for (size_t i = 0; i < n; i++, scaled += stride, x += stride)
        for (size_t j = 0; j < size; j++)
            for (size_t k = j & ~(size_t)(PT_OUTER_WIDE - 1); k < width; k++)
                sum[j * stride + k] += scaled[j] * x[k];
}

void pt_outer_add(double *sum, const double *scaled, const double *x, size_t n, size_t size, size_t width,
                  size_t stride)
{
#if defined(__x86_64__)
    if (pt_simd_avx2()) {
        pt_outer_add_avx2(sum, scaled, x, n, size, width, stride);
        return;
    }
#endif
    pt_outer_add_plain(sum, scaled, x, n, size, width, stride);
}

void pt_outer_times(const double *matrix, const double *d, double *restrict to, size_t size, size_t stride)
{
#if defined(__x86_64__)
    if (pt_simd_avx2()) {
        pt_outer_times_avx2(matrix, d, to, size, stride);
        return;
    }
#endif
    pt_outer_times_plain(matrix, d, to, size, stride);
}
