/* AVX2: two 4-lane registers, no fused multiply-add, so that every bit equals the scalar reference. */
#include "math/vec_impl.h"
#include "math/vec_lanes.h"

#if defined(__x86_64__) && defined(__AVX2__)

#include <immintrin.h>
#include <string.h>

static bool has_avx2(void)
{
    return __builtin_cpu_supports("avx2");
}

static inline void load8_f64(const double *x, __m256d *low, __m256d *high)
{
    *low = _mm256_loadu_pd(x);
    *high = _mm256_loadu_pd(x + 4);
}

static inline void load8_f32(const float *x, __m256d *low, __m256d *high)
{
    *low = _mm256_cvtps_pd(_mm_loadu_ps(x));
    *high = _mm256_cvtps_pd(_mm_loadu_ps(x + 4));
}

static inline void load8_u8(const unsigned char *x, __m256d *low, __m256d *high)
{
    int32_t first, second;

    memcpy(&first, x, 4);
    memcpy(&second, x + 4, 4);
    *low = _mm256_cvtepi32_pd(_mm_cvtepu8_epi32(_mm_cvtsi32_si128(first)));
    *high = _mm256_cvtepi32_pd(_mm_cvtepu8_epi32(_mm_cvtsi32_si128(second)));
}

/* Lanes 0-3 live in `low`, 4-7 in `high`; what is left over joins them before the fold. */
#define DENSE(name, type)                                                                            \
    static double dot_##name(const double *w, const void *values, size_t n)                          \
    {                                                                                                \
        const type *x = values;                                                                      \
        __m256d low = _mm256_setzero_pd(), high = _mm256_setzero_pd(), a, b;                         \
        double lane[8];                                                                              \
        size_t i = 0;                                                                                \
                                                                                                     \
        for (; i + 8 <= n; i += 8) {                                                                 \
            load8_##name(x + i, &a, &b);                                                             \
            low = _mm256_add_pd(low, _mm256_mul_pd(_mm256_loadu_pd(w + i), a));                      \
            high = _mm256_add_pd(high, _mm256_mul_pd(_mm256_loadu_pd(w + i + 4), b));                \
        }                                                                                            \
        _mm256_storeu_pd(lane, low);                                                                 \
        _mm256_storeu_pd(lane + 4, high);                                                            \
        for (size_t j = 0; i < n; i++, j++)                                                          \
            lane[j] += w[i] * (double)x[i];                                                          \
        return pt_fold_lanes(lane);                                                                  \
    }                                                                                                \
    static void add_##name(double *w, double step, const void *values, size_t n)                     \
    {                                                                                                \
        const type *x = values;                                                                      \
        const __m256d s = _mm256_set1_pd(step);                                                      \
        __m256d a, b;                                                                                \
        size_t i = 0;                                                                                \
                                                                                                     \
        for (; i + 8 <= n; i += 8) {                                                                 \
            load8_##name(x + i, &a, &b);                                                             \
            _mm256_storeu_pd(w + i, _mm256_add_pd(_mm256_loadu_pd(w + i), _mm256_mul_pd(s, a)));     \
            _mm256_storeu_pd(w + i + 4,                                                              \
                             _mm256_add_pd(_mm256_loadu_pd(w + i + 4), _mm256_mul_pd(s, b)));        \
        }                                                                                            \
        for (; i < n; i++)                                                                           \
            w[i] += step * (double)x[i];                                                             \
    }

DENSE(u8, unsigned char)
DENSE(f32, float)
DENSE(f64, double)

static double norm2(const double *w, size_t n)
{
    return dot_f64(w, w, n);
}

static void blend(double *w, double a, const double *v, size_t n)
{
    add_f64(w, a, v, n);
}

static void scale(double *w, double a, size_t n)
{
    for (size_t i = 0; i < n; i++)
        w[i] *= a;
}

const struct pt_vec_ops pt_vec_avx2 = {
    .name = "avx2",
    .works_here = has_avx2,
    .dot_dense = {pt_dot_dense_ones, dot_u8, dot_f32, dot_f64},
    .add_dense = {pt_add_dense_ones, add_u8, add_f32, add_f64},
    .dot_sparse = PT_DOT_SPARSE,
    .add_sparse = PT_ADD_SPARSE,
    .norm2 = norm2,
    .blend = blend,
    .scale = scale,
};

#endif
