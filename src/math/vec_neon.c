/* NEON: four 2-lane registers hold the eight lanes; no fused multiply-add, so that every bit equals the scalar
 * reference. */
#include "math/vec_impl.h"

#if defined(__aarch64__)

#include <arm_neon.h>

static bool always(void)
{
    return true;   /* every 64-bit ARM has it */
}

static inline void load8_f64(const double *x, float64x2_t v[4])
{
    for (int k = 0; k < 4; k++)
        v[k] = vld1q_f64(x + 2 * k);
}

static inline void load8_f32(const float *x, float64x2_t v[4])
{
    for (int k = 0; k < 4; k++)
        v[k] = vcvt_f64_f32(vld1_f32(x + 2 * k));
}

static inline void load8_u8(const unsigned char *x, float64x2_t v[4])
{
    const uint16x8_t wide = vmovl_u8(vld1_u8(x));
    const uint32x4_t front = vmovl_u16(vget_low_u16(wide)), back = vmovl_u16(vget_high_u16(wide));

    v[0] = vcvtq_f64_u64(vmovl_u32(vget_low_u32(front)));
    v[1] = vcvtq_f64_u64(vmovl_u32(vget_high_u32(front)));
    v[2] = vcvtq_f64_u64(vmovl_u32(vget_low_u32(back)));
    v[3] = vcvtq_f64_u64(vmovl_u32(vget_high_u32(back)));
}

static inline void load_decimals(uint32x4_t front, uint32x4_t back, double high, double low, float64x2_t v[4])
{
    const uint64x2_t code[4] = {vmovl_u32(vget_low_u32(front)), vmovl_u32(vget_high_u32(front)),
                                vmovl_u32(vget_low_u32(back)), vmovl_u32(vget_high_u32(back))};

    for (int k = 0; k < 4; k++) {
        const uint64x2_t size = vreinterpretq_u64_f64(vcvtq_f64_u64(vshrq_n_u64(code[k], 1)));
        const float64x2_t m = vreinterpretq_f64_u64(vorrq_u64(size, vshlq_n_u64(code[k], 63)));

        v[k] = vaddq_f64(vmulq_n_f64(m, high), vmulq_n_f64(m, low));
    }
}

#define WIDE_2(x) vmovl_u16(vld1_u16(x))
#define WIDE_4(x) vld1q_u32(x)
#define X(name, NAME, type, bytes, decimals, high, low)                                         \
    static inline void load8_##name(const type *x, float64x2_t v[4])                            \
    {                                                                                           \
        load_decimals(WIDE_##bytes(x), WIDE_##bytes(x + 4), high, low, v);                      \
    }
PT_DECIMAL_KIND_MAP(X)
#undef X

/* Lanes 2k and 2k+1 live in sum[k]; what is left over joins them before the fold. */
#define DENSE(name, NAME, type, bytes, value)                                           \
    static double dot_##name(const double *w, const void *values, size_t n)             \
    {                                                                                   \
        const type *x = values;                                                         \
        float64x2_t sum[4], v[4];                                                       \
        double lane[8];                                                                 \
        size_t i = 0;                                                                   \
                                                                                        \
        for (int k = 0; k < 4; k++)                                                     \
            sum[k] = vdupq_n_f64(0.0);                                                  \
        for (; i + 8 <= n; i += 8) {                                                    \
            load8_##name(x + i, v);                                                     \
            for (int k = 0; k < 4; k++)                                                 \
                sum[k] = vaddq_f64(sum[k], vmulq_f64(vld1q_f64(w + i + 2 * k), v[k]));  \
        }                                                                               \
        for (int k = 0; k < 4; k++)                                                     \
            vst1q_f64(lane + 2 * k, sum[k]);                                            \
        for (size_t j = 0; i < n; i++, j++)                                             \
            lane[j] += w[i] * (value);                                                  \
        return pt_fold_lanes(lane);                                                     \
    }                                                                                   \
    static void add_##name(double *w, double step, const void *values, size_t n)        \
    {                                                                                   \
        const type *x = values;                                                         \
        const float64x2_t s = vdupq_n_f64(step);                                        \
        float64x2_t v[4];                                                               \
        size_t i = 0;                                                                   \
                                                                                        \
        for (; i + 8 <= n; i += 8) {                                                    \
            load8_##name(x + i, v);                                                     \
            for (int k = 0; k < 4; k++) {                                               \
                double *to = w + i + 2 * k;                                             \
                vst1q_f64(to, vaddq_f64(vld1q_f64(to), vmulq_f64(s, v[k])));            \
            }                                                                           \
        }                                                                               \
        for (; i < n; i++)                                                              \
            w[i] += step * (value);                                                     \
    }

PT_STORED_KIND_MAP(DENSE)

#define PAIR(name, NAME, type, bytes, value) static PT_PAIR(pair_##name, dot_##name)
PT_STORED_KIND_MAP(PAIR)

PT_VEC_TABLE(neon, always, pt_, NULL)

#endif
