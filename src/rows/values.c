/* Values of each kind. Conversions go through a short array of doubles, so that one loop per kind is all there is. */
#include "rows/values.h"
#include "base/simd.h"
#include "base/size.h"
#include "rows/values_impl.h"

enum { STRETCH = 256 };   /* a multiple of the eight lanes */

static const struct pt_values_ops plain = PT_VALUES_OPS;

static const struct pt_values_ops *ops(void)
{
#if defined(__x86_64__)
    if (pt_simd_avx2())
        return &pt_values_avx2;
#endif
    return &plain;
}

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
    bool (*const fits)(const double *, size_t) = ops()->fits[kind];
    double stretch[STRETCH];

    for (size_t at = 0; at < n; at += STRETCH) {
        const size_t m = pt_min(STRETCH, n - at);
        const double *values = from == PT_F64 ? (const double *)array + at : stretch;

        if (from != PT_F64)
            pt_values_load(array, from, at, m, stretch);
        if (!fits(values, m))
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
    ops()->load(array, kind, from, n, values);
}

void pt_values_store(void *array, enum pt_kind kind, size_t from, size_t n, const double *restrict values)
{
    ops()->store(array, kind, from, n, values);
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

void pt_indices_copy(uint32_t *restrict to, const uint32_t *restrict from, size_t n, uint32_t base)
{
    if (base == 0) {
        memcpy(to, from, n * sizeof *to);
        return;
    }
    for (size_t i = 0; i < n; i++)
        to[i] = from[i] - base;
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
