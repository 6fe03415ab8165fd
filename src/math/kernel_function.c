/* Kernel values from products. */
#include "math/kernel_function.h"
#include "base/elementary.h"

#include <math.h>

const char *pt_kernel_name(enum pt_kernel_kind kind)
{
    static const char *const names[PT_N_KERNELS] = {PT_KERNEL_MAP(PT_CHOICE_TEXT)};

    return names[kind];
}

/* x^n by squaring: the same few products for every value. */
static double power(double x, uint32_t n)
{
    double result = 1.0;

    for (; n > 0; n >>= 1) {
        if (n & 1)
            result *= x;
        x *= x;
    }
    return result;
}

static void apply_linear(const struct pt_kernel *k, size_t n, double *v)
{
    for (size_t i = 0; k->constant != 0.0 && i < n; i++)
        v[i] += k->constant;
}

static void apply_polynomial(const struct pt_kernel *k, size_t n, double *v)
{
    for (size_t i = 0; i < n; i++)
        v[i] = k->gamma * v[i] + k->coef0;
    if (k->degree == 4)   /* the one that most use, in a loop that becomes vector code; the same products */
        for (size_t i = 0; i < n; i++) {
            const double square = v[i] * v[i];
            v[i] = square * square;
        }
    else
        for (size_t i = 0; i < n; i++)
            v[i] = power(v[i], k->degree);
    apply_linear(k, n, v);
}

/* Rounding may make a distance a little less than 0. */
static void apply_rbf(const struct pt_kernel *k, double norm2, const double *norms2, size_t n, double *v)
{
    for (size_t i = 0; i < n; i++) {
        const double distance2 = norm2 + norms2[i] - 2.0 * v[i];
        v[i] = pt_exp(-k->gamma * (distance2 > 0.0 ? distance2 : 0.0)) + k->constant;
    }
}

void pt_kernel_apply(const struct pt_kernel *k, double norm2, const double *norms2, size_t n, double *v)
{
    switch (k->kind) {
    case PT_KERNEL_LINEAR:
        apply_linear(k, n, v);
        break;
    case PT_KERNEL_POLYNOMIAL:
        apply_polynomial(k, n, v);
        break;
    case PT_KERNEL_RBF:
    case PT_N_KERNELS:
        apply_rbf(k, norm2, norms2, n, v);
        break;
    }
}

double pt_kernel_self(const struct pt_kernel *k, double norm2)
{
    double value = norm2;

    pt_kernel_apply(k, norm2, &norm2, 1, &value);
    return value;
}
