/* AVX2: two 4-lane registers, no fused multiply-add, so that every bit equals the scalar reference. */
#include "math/classes_impl.h"
#include "math/vec_impl.h"

#if defined(__x86_64__) && defined(__AVX2__)

#include <immintrin.h>
#include <string.h>

static bool has_avx2(void)
{
    return __builtin_cpu_supports("avx2");
}

static inline __m256d load4_f64(const double *x)
{
    return _mm256_loadu_pd(x);
}

static inline __m256d load4_f32(const float *x)
{
    return _mm256_cvtps_pd(_mm_loadu_ps(x));
}

static inline __m256d load4_u8(const unsigned char *x)
{
    int32_t four;

    memcpy(&four, x, 4);
    return _mm256_cvtepi32_pd(_mm_cvtepu8_epi32(_mm_cvtsi32_si128(four)));
}

static inline __m256d decimals(__m128i code, double high, double low)
{
    const __m256d sign = _mm256_castsi256_pd(_mm256_slli_epi64(_mm256_cvtepu32_epi64(code), 63));
    const __m256d m = _mm256_or_pd(_mm256_cvtepi32_pd(_mm_srli_epi32(code, 1)), sign);

    return _mm256_add_pd(_mm256_mul_pd(m, _mm256_set1_pd(high)), _mm256_mul_pd(m, _mm256_set1_pd(low)));
}

#define CODES_2(x) _mm_cvtepu16_epi32(_mm_loadl_epi64((const __m128i *)(x)))
#define CODES_4(x) _mm_loadu_si128((const __m128i *)(x))
#define X(name, NAME, type, bytes, many, high, low)             \
    static inline __m256d load4_##name(const type *x)           \
    {                                                           \
        return decimals(CODES_##bytes(x), high, low);           \
    }
PT_DECIMAL_KIND_MAP(X)
#undef X

#define LOAD8(name, NAME, type, bytes, value)                                       \
    static inline void load8_##name(const type *x, __m256d *low, __m256d *high)     \
    {                                                                               \
        *low = load4_##name(x);                                                     \
        *high = load4_##name(x + 4);                                                \
    }
PT_STORED_KIND_MAP(LOAD8)

/* The last n < 8 values, zeros behind them. A lane that gets +0 keeps its bits: lanes begin at +0, so are never -0. */
static inline void tail_masks(size_t n, __m256i *low, __m256i *high)
{
    static const int64_t bits[16] = {-1, -1, -1, -1, -1, -1, -1, -1};
    const int64_t *from = bits + 8 - n;

    *low = _mm256_loadu_si256((const __m256i *)from);
    *high = _mm256_loadu_si256((const __m256i *)(from + 4));
}

static inline void tail8_f64(const double *x, size_t n, __m256d *low, __m256d *high)
{
    __m256i a, b;

    tail_masks(n, &a, &b);
    *low = _mm256_maskload_pd(x, a);
    *high = _mm256_maskload_pd(x + 4, b);
}

static inline void tail8_f32(const float *x, size_t n, __m256d *low, __m256d *high)
{
    static const int32_t bits[16] = {-1, -1, -1, -1, -1, -1, -1, -1};
    const __m256 all = _mm256_maskload_ps(x, _mm256_loadu_si256((const __m256i *)(bits + 8 - n)));

    *low = _mm256_cvtps_pd(_mm256_castps256_ps128(all));
    *high = _mm256_cvtps_pd(_mm256_extractf128_ps(all, 1));
}

static inline void tail8_u8(const unsigned char *x, size_t n, __m256d *low, __m256d *high)
{
    const size_t half = n / 2, last = n - 1;
    uint32_t front, back;
    uint64_t bits = x[0] | (uint64_t)x[half] << 8 * half | (uint64_t)x[last] << 8 * last;

    if (n >= 4) {   /* two words that overlap */
        memcpy(&front, x, 4);
        memcpy(&back, x + n - 4, 4);
        bits = front | (uint64_t)back << 8 * (n - 4);
    }
    *low = _mm256_cvtepi32_pd(_mm_cvtepu8_epi32(_mm_cvtsi64_si128((int64_t)bits)));
    *high = _mm256_cvtepi32_pd(_mm_cvtepu8_epi32(_mm_cvtsi64_si128((int64_t)(bits >> 32))));
}

#define X(name, NAME, type, bytes, many, high, low)                                                     \
    static inline void tail8_##name(const type *x, size_t n, __m256d *first, __m256d *second)           \
    {                                                                                                   \
        type codes[8] = {0};                                                                            \
                                                                                                        \
        memcpy(codes, x, n * sizeof *x);                                                                \
        load8_##name(codes, first, second);                                                             \
    }
PT_DECIMAL_KIND_MAP(X)
#undef X

/* The fixed tree of pt_fold_lanes, in registers. */
static inline double fold(__m256d low, __m256d high)
{
    const __m256d four = _mm256_add_pd(low, high);
    const __m128d two = _mm_add_pd(_mm256_castpd256_pd128(four), _mm256_extractf128_pd(four, 1));

    return _mm_cvtsd_f64(_mm_add_sd(two, _mm_unpackhi_pd(two, two)));
}

/* Lanes 0-3 live in `low`, 4-7 in `high`; what is left over joins them before the fold, four of them (as in rows of
 * 100) without masks. */
#define DENSE(name, NAME, type, bytes, value)                                                        \
    static double dot_##name(const double *w, const void *values, size_t n)                          \
    {                                                                                                \
        const type *x = values;                                                                      \
        __m256d low = _mm256_setzero_pd(), high = _mm256_setzero_pd(), a, b;                         \
        size_t i = 0;                                                                                \
                                                                                                     \
        for (; i + 8 <= n; i += 8) {                                                                 \
            load8_##name(x + i, &a, &b);                                                             \
            low = _mm256_add_pd(low, _mm256_mul_pd(_mm256_loadu_pd(w + i), a));                      \
            high = _mm256_add_pd(high, _mm256_mul_pd(_mm256_loadu_pd(w + i + 4), b));                \
        }                                                                                            \
        if (n - i == 4) {                                                                            \
            low = _mm256_add_pd(low, _mm256_mul_pd(_mm256_loadu_pd(w + i), load4_##name(x + i)));    \
        } else if (i < n) {                                                                          \
            __m256d v, u;                                                                            \
                                                                                                     \
            tail8_##name(x + i, n - i, &a, &b);                                                      \
            tail8_f64(w + i, n - i, &v, &u);                                                         \
            low = _mm256_add_pd(low, _mm256_mul_pd(v, a));                                           \
            high = _mm256_add_pd(high, _mm256_mul_pd(u, b));                                         \
        }                                                                                            \
        return fold(low, high);                                                                      \
    }                                                                                                \
    static void pair_##name(const double *w, const void *one, const void *two, size_t n, double *out) \
    {                                                                                                \
        const type *x = one, *y = two;                                                               \
        __m256d low = _mm256_setzero_pd(), high = low, y_low = low, y_high = low, a, b, v, u;        \
        size_t i = 0;                                                                                \
                                                                                                     \
        for (; i + 8 <= n; i += 8) {                                                                 \
            load8_f64(w + i, &v, &u);                                                                \
            load8_##name(x + i, &a, &b);                                                             \
            low = _mm256_add_pd(low, _mm256_mul_pd(v, a));                                           \
            high = _mm256_add_pd(high, _mm256_mul_pd(u, b));                                         \
            load8_##name(y + i, &a, &b);                                                             \
            y_low = _mm256_add_pd(y_low, _mm256_mul_pd(v, a));                                       \
            y_high = _mm256_add_pd(y_high, _mm256_mul_pd(u, b));                                     \
        }                                                                                            \
        if (i < n) {                                                                                 \
            tail8_f64(w + i, n - i, &v, &u);                                                         \
            tail8_##name(x + i, n - i, &a, &b);                                                      \
            low = _mm256_add_pd(low, _mm256_mul_pd(v, a));                                           \
            high = _mm256_add_pd(high, _mm256_mul_pd(u, b));                                         \
            tail8_##name(y + i, n - i, &a, &b);                                                      \
            y_low = _mm256_add_pd(y_low, _mm256_mul_pd(v, a));                                       \
            y_high = _mm256_add_pd(y_high, _mm256_mul_pd(u, b));                                     \
        }                                                                                            \
        out[0] = fold(low, high);                                                                    \
        out[1] = fold(y_low, y_high);                                                                \
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
            w[i] += step * (value);                                                                  \
    }

PT_STORED_KIND_MAP(DENSE)

/* ---- sparse decimals ------------------------------------------------------------------------------ */

/* In index order, as everywhere. Written out: a loop over the lanes would go through memory. */
static inline double dot4(double sum, const double *w, const uint32_t *index, __m256d v)
{
    sum += w[index[0]] * v[0];
    sum += w[index[1]] * v[1];
    sum += w[index[2]] * v[2];
    return sum + w[index[3]] * v[3];
}

static inline void add4(double *w, const uint32_t *index, __m256d v)
{
    w[index[0]] += v[0];
    w[index[1]] += v[1];
    w[index[2]] += v[2];
    w[index[3]] += v[3];
}

/* The same in pairs: a sum in order, and both numbers of each pair at once. */
static inline double dot4_paired(double sum, const double *w, const uint32_t *index, __m256d v)
{
    sum += w[2 * (size_t)index[0]] * v[0];
    sum += w[2 * (size_t)index[1]] * v[1];
    sum += w[2 * (size_t)index[2]] * v[2];
    return sum + w[2 * (size_t)index[3]] * v[3];
}

static inline void add_pair(double *at, __m128d steps, double v)
{
    _mm_storeu_pd(at, _mm_add_pd(_mm_loadu_pd(at), _mm_mul_pd(steps, _mm_set1_pd(v))));
}

static inline void add4_paired(double *w, __m128d steps, const uint32_t *index, __m256d v)
{
    add_pair(w + 2 * (size_t)index[0], steps, v[0]);
    add_pair(w + 2 * (size_t)index[1], steps, v[1]);
    add_pair(w + 2 * (size_t)index[2], steps, v[2]);
    add_pair(w + 2 * (size_t)index[3], steps, v[3]);
}

PT_FETCHER void fetch4(const double *w, const uint32_t *next, size_t stride)
{
    PT_FETCH(w + stride * next[0]);
    PT_FETCH(w + stride * next[1]);
    PT_FETCH(w + stride * next[2]);
    PT_FETCH(w + stride * next[3]);
}

/* The plain loops of vec_sparse.c, four values unpacked at once. */
#define SPARSE(name, NAME, type, bytes, many, high, low)                                                    \
    static double avx2_dot_ahead_##name(const double *w, const uint32_t *index, const void *values,         \
                                        size_t n, const uint32_t *next, size_t n_next)                      \
    {                                                                                                       \
        const type *x = values;                                                                             \
        const size_t both = n < n_next ? n : n_next;                                                        \
        double sum = 0.0;                                                                                   \
        size_t i = 0;                                                                                       \
                                                                                                            \
        for (; i + 4 <= both; i += 4) {                                                                     \
            fetch4(w, next + i, 1);                                                                           \
            sum = dot4(sum, w, index + i, load4_##name(x + i));                                             \
        }                                                                                                   \
        for (size_t k = i; k < n_next; k++)                                                                 \
            PT_FETCH(w + next[k]);                                                                          \
        for (; i + 4 <= n; i += 4)                                                                          \
            sum = dot4(sum, w, index + i, load4_##name(x + i));                                             \
        for (; i < n; i++)                                                                                  \
            sum += w[index[i]] * pt_decimal_##name(x[i]);                                                   \
        return sum;                                                                                         \
    }                                                                                                       \
    static double avx2_dot_sparse_##name(const double *w, const uint32_t *index, const void *x, size_t n)   \
    {                                                                                                       \
        return avx2_dot_ahead_##name(w, index, x, n, NULL, 0);                                              \
    }                                                                                                       \
    static double avx2_dot_flow_##name(const double *w, const uint32_t *index, const void *values, size_t n) \
    {                                                                                                       \
        const type *x = values;                                                                             \
        double sum = 0.0;                                                                                   \
        size_t i = 0;                                                                                       \
                                                                                                            \
        for (; i + PT_FLOW_LINE <= n; i += PT_FLOW_LINE) {                                                  \
            PT_FETCH_NEAR((const void *)((uintptr_t)x + (i + PT_FLOW_AHEAD) * (bytes)));                    \
            PT_FETCH_NEAR((const void *)((uintptr_t)index + (i + PT_FLOW_AHEAD) * sizeof *index));          \
            sum = dot4(sum, w, index + i, load4_##name(x + i));                                             \
            sum = dot4(sum, w, index + i + 4, load4_##name(x + i + 4));                                     \
        }                                                                                                   \
        for (; i < n; i++)                                                                                  \
            sum += w[index[i]] * pt_decimal_##name(x[i]);                                                   \
        return sum;                                                                                         \
    }                                                                                                       \
    static void avx2_add_sparse_##name(double *w, double a, const uint32_t *index, const void *values,      \
                                       size_t n)                                                            \
    {                                                                                                       \
        const type *x = values;                                                                             \
        size_t i = 0;                                                                                       \
                                                                                                            \
        for (; i + 4 <= n; i += 4)                                                                          \
            add4(w, index + i, _mm256_mul_pd(_mm256_set1_pd(a), load4_##name(x + i)));                      \
        for (; i < n; i++)                                                                                  \
            w[index[i]] += a * pt_decimal_##name(x[i]);                                                     \
    }                                                                                                       \
    static double avx2_paired_dot_##name(const double *w, const uint32_t *index, const void *values,        \
                                         size_t n, const uint32_t *next, size_t n_next)                     \
    {                                                                                                       \
        const type *x = values;                                                                             \
        const size_t both = n < n_next ? n : n_next;                                                        \
        double sum = 0.0;                                                                                   \
        size_t i = 0;                                                                                       \
                                                                                                            \
        for (; i + 4 <= both; i += 4) {                                                                     \
            fetch4(w, next + i, 2);                                                                         \
            sum = dot4_paired(sum, w, index + i, load4_##name(x + i));                                      \
        }                                                                                                   \
        for (size_t k = i; k < n_next; k++)                                                                 \
            PT_FETCH(w + 2 * (size_t)next[k]);                                                              \
        for (; i + 4 <= n; i += 4)                                                                          \
            sum = dot4_paired(sum, w, index + i, load4_##name(x + i));                                      \
        for (; i < n; i++)                                                                                  \
            sum += w[2 * (size_t)index[i]] * pt_decimal_##name(x[i]);                                       \
        return sum;                                                                                         \
    }                                                                                                       \
    static void avx2_paired_both_##name(double *w, double a, double b, const uint32_t *index,               \
                                        const void *values, size_t n)                                       \
    {                                                                                                       \
        const type *x = values;                                                                             \
        const __m128d steps = _mm_set_pd(b, a);                                                             \
        size_t i = 0;                                                                                       \
                                                                                                            \
        for (; i + 4 <= n; i += 4)                                                                          \
            add4_paired(w, steps, index + i, load4_##name(x + i));                                          \
        for (; i < n; i++)                                                                                  \
            add_pair(w + 2 * (size_t)index[i], steps, pt_decimal_##name(x[i]));                             \
    }
PT_DECIMAL_KIND_MAP(SPARSE)

#define CLASSES(name, NAME, type, bytes, value) pt_classes_avx2_##name,
PT_VEC_TABLE(avx2, has_avx2, avx2_, PT_KIND_MAP(CLASSES))

#endif
