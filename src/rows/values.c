/* Values of each kind. Conversions go through a short array of doubles, so that one loop per kind is all
 * there is; the loops are plain and branch-free, which compilers turn into vector code. */
#include "rows/values.h"
#include "base/size.h"

#include <math.h>
#include <string.h>

enum { STRETCH = 256 };   /* a multiple of the eight lanes */

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

static const enum pt_kind narrow_first[PT_N_KINDS] = {PT_ONES, PT_U8,  PT_D2, PT_D3,
                                                      PT_D4,   PT_F32, PT_D6, PT_F64};

/* Decimals of 16 bits hold bytes when there are two of them; all are held where there are six. */
static bool holds(enum pt_kind wide, enum pt_kind kind)
{
    return kind == wide || kind == PT_ONES || wide == PT_F64 || (kind == PT_U8 && (wide == PT_D2 || wide == PT_F32)) ||
           (wide == PT_D6 && (kind == PT_U8 || pt_kind_is_decimal(kind)));
}

enum pt_kind pt_kind_join(enum pt_kind a, enum pt_kind b)
{
    size_t k = 0;

    while (!holds(narrow_first[k], a) || !holds(narrow_first[k], b))
        k++;
    return narrow_first[k];
}

static bool all_fit(const void *array, enum pt_kind from, size_t n, enum pt_kind kind)
{
#define X(name, NAME, type, bytes, value) [PT_##NAME] = fits_##name,
    static bool (*const fits[PT_N_KINDS])(const double *, size_t) = {PT_KIND_MAP(X)};
#undef X
    double stretch[STRETCH];

    for (size_t at = 0; at < n; at += STRETCH) {
        const size_t m = pt_min(STRETCH, n - at);
        const double *values = from == PT_F64 ? (const double *)array + at : stretch;

        if (from != PT_F64)
            pt_values_load(array, from, at, m, stretch);
        if (!fits[kind](values, m))
            return false;
    }
    return true;
}

enum pt_kind pt_values_narrowest(const void *array, enum pt_kind kind, size_t n, enum pt_kind least, bool decimals)
{
    size_t k = 0;

    while (narrow_first[k] != least)
        k++;
    while (narrow_first[k] != PT_F64 && ((pt_kind_is_decimal(narrow_first[k]) && !decimals) ||
                                         !all_fit(array, kind, n, narrow_first[k])))
        k++;
    return narrow_first[k];
}

enum pt_kind pt_values_kind(const double *values, size_t n, enum pt_kind least, bool decimals)
{
    return pt_values_narrowest(values, PT_F64, n, least, decimals);
}

void pt_values_load(const void *array, enum pt_kind kind, size_t from, size_t n, double *restrict values)
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

void pt_values_store(void *array, enum pt_kind kind, size_t from, size_t n, const double *restrict values)
{
#define X(name, NAME, type, bytes, value)                    \
    case PT_##NAME: {                                        \
        type *restrict x = array;                            \
        for (size_t i = from, k = 0; k < n; i++, k++)        \
            x[i] = encode_##name(values[k]);                          \
        break;                                               \
    }
    switch (kind) {
        PT_STORED_KIND_MAP(X)
    case PT_ONES:
        break;
    }
#undef X
}

/* Narrowing goes from the front, widening from the back: what is written was read before. */
void pt_values_convert(void *array, size_t n, enum pt_kind from, enum pt_kind to)
{
    const bool narrows = pt_kind_bytes(to) < pt_kind_bytes(from);
    double stretch[STRETCH];

    if (from == to)
        return;
    for (size_t done = 0; done < n; done += STRETCH) {
        const size_t m = pt_min(STRETCH, n - done);
        const size_t at = narrows ? done : n - done - m;
        pt_values_load(array, from, at, m, stretch);
        pt_values_store(array, to, at, m, stretch);
    }
}

struct lanes {
    double sum[8];
};

static void add_lanes(struct lanes *lanes, const double *x, size_t n)
{
    double a = lanes->sum[0], b = lanes->sum[1], c = lanes->sum[2], d = lanes->sum[3];
    double e = lanes->sum[4], f = lanes->sum[5], g = lanes->sum[6], h = lanes->sum[7];
    size_t i = 0;

    for (; i + 8 <= n; i += 8) {
        a += x[i] * x[i];
        b += x[i + 1] * x[i + 1];
        c += x[i + 2] * x[i + 2];
        d += x[i + 3] * x[i + 3];
        e += x[i + 4] * x[i + 4];
        f += x[i + 5] * x[i + 5];
        g += x[i + 6] * x[i + 6];
        h += x[i + 7] * x[i + 7];
    }
    *lanes = (struct lanes){{a, b, c, d, e, f, g, h}};
    for (size_t lane = 0; i < n; i++, lane++)
        lanes->sum[lane] += x[i] * x[i];
}

static double fold(const struct lanes *lanes)
{
    const double *s = lanes->sum;

    return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
}

static double add_in_order(double sum, const double *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sum;
}

double pt_values_norm2(const void *array, enum pt_kind kind, size_t from, size_t n, bool dense)
{
    struct lanes lanes = {{0}};
    double sum = 0, stretch[STRETCH];

    if (kind == PT_ONES)
        return (double)n;
    for (size_t at = 0; at < n; at += STRETCH) {
        const size_t m = pt_min(STRETCH, n - at);
        const double *x = stretch;
        if (kind == PT_F64)
            x = (const double *)array + from + at;
        else
            pt_values_load(array, kind, from + at, m, stretch);
        if (dense)
            add_lanes(&lanes, x, m);
        else
            sum = add_in_order(sum, x, m);
    }
    return dense ? fold(&lanes) : sum;
}
