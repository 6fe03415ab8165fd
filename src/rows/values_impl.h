/* Values of each kind, asked and converted: the same loops for every instruction set, each compiled for its own. They
 * are plain and branch-free, which compilers turn into vector code. */
#ifndef PT_ROWS_VALUES_IMPL_H
#define PT_ROWS_VALUES_IMPL_H

#include "rows/row.h"

#include <math.h>

struct pt_values_ops {
    bool (*fits[PT_N_KINDS])(const double *values, size_t n);   /* the kind holds each of them exactly */
    void (*load)(const void *array, enum pt_kind kind, size_t from, size_t n, double *restrict values);
    void (*store)(void *array, enum pt_kind kind, size_t from, size_t n, const double *restrict values);
};

#if defined(__x86_64__)
extern const struct pt_values_ops pt_values_avx2;   /* where pt_simd_avx2() */
#endif

/* Adding and taking away 1.5 * 2^52 leaves whole numbers below 2^51 as they were, and no others. */
static bool fits_u8(const double *values, size_t n)
{
    const double whole = 6755399441055744.0;
    uint64_t signs = 0;
    int wrong = 0;

    for (size_t i = 0; i < n; i++) {
        uint64_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        signs |= bits;
        wrong |= !((values[i] + whole) - whole == values[i]) | !(values[i] <= 255.0);
    }
    return wrong == 0 && signs >> 63 == 0;
}

static bool fits_ones(const double *values, size_t n)
{
    int wrong = 0;

    for (size_t i = 0; i < n; i++)
        wrong |= values[i] != 1.0;
    return wrong == 0;
}

/* Beyond the range of float the conversion would be undefined, so the range is asked first. */
static bool fits_f32(const double *values, size_t n)
{
    const double most = 3.4028234663852886e38;
    int wrong = 0;

    for (size_t i = 0; i < n; i++) {
        const double x = values[i] < -most || values[i] > most ? 0.0 : values[i];
        wrong |= !((double)(float)x == values[i]);
    }
    return wrong == 0;
}

static bool fits_f64(const double *values, size_t n)
{
    (void)values, (void)n;
    return true;
}

/* Whole numbers m, whose quotient is the value: a product that is off by less than half finds them. */
#define X(name, NAME, type, bytes, decimals, high, low)                                        \
    static bool fits_##name(const double *values, size_t n)                                    \
    {                                                                                          \
        const double whole = 6755399441055744.0, most = (double)((type)-1 >> 1);               \
        int wrong = 0;                                                                         \
                                                                                               \
        for (size_t i = 0; i < n; i++) {                                                       \
            const double size = fabs(values[i]), m = (size * 1e##decimals + whole) - whole;    \
            wrong |= !(m <= most) | !(m * (high) + m * (low) == size);                         \
        }                                                                                      \
        return wrong == 0;                                                                     \
    }                                                                                          \
    static inline type encode_##name(double value)                                             \
    {                                                                                          \
        const uint32_t m = (uint32_t)(int32_t)(fabs(value) * 1e##decimals + 0.5);              \
        uint64_t bits;                                                                         \
                                                                                               \
        memcpy(&bits, &value, sizeof bits);                                                    \
        return (type)(m << 1 | (uint32_t)(bits >> 63));                                        \
    }
PT_DECIMAL_KIND_MAP(X)
#undef X

#define X(name, NAME, type, bytes)                     \
    static inline type encode_##name(double value)     \
    {                                                  \
        return (type)value;                            \
    }
X(u8, U8, unsigned char, 1)
X(f32, F32, float, 4)
X(f64, F64, double, 8)
#undef X

static void load_values(const void *array, enum pt_kind kind, size_t from, size_t n, double *restrict values)
{
#define X(name, NAME, type, bytes, value)                    \
    case PT_##NAME: {                                        \
        const type *restrict x = array;                      \
        (void)x;                                             \
        for (size_t i = from, k = 0; k < n; i++, k++)        \
            values[k] = value;                               \
        break;                                               \
    }
    switch (kind) {
        PT_KIND_MAP(X)
    }
#undef X
}

static void store_values(void *array, enum pt_kind kind, size_t from, size_t n, const double *restrict values)
{
#define X(name, NAME, type, bytes, value)                    \
    case PT_##NAME: {                                        \
        type *restrict x = array;                            \
        for (size_t i = from, k = 0; k < n; i++, k++)        \
            x[i] = encode_##name(values[k]);                 \
        break;                                               \
    }
    switch (kind) {
        PT_STORED_KIND_MAP(X)
    case PT_ONES:
        break;
    }
#undef X
}

#define X(name, NAME, type, bytes, value) [PT_##NAME] = fits_##name,
#define PT_VALUES_OPS {{PT_KIND_MAP(X)}, load_values, store_values}

#endif
