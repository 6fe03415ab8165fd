/* Kernels: products in a feature space that is never visited. All are functions of x.z and the squared norms.
 *
 *     linear       x.z
 *     polynomial   (gamma x.z + coef0)^degree
 *     rbf          exp(-gamma |x - z|^2)
 *
 * A bias is one more coordinate of that space, the constant s: every value gets s^2 added. */
#ifndef PT_MATH_KERNEL_FUNCTION_H
#define PT_MATH_KERNEL_FUNCTION_H

#include "base/param.h"

#include <stddef.h>
#include <stdint.h>

#define PT_KERNEL_MAP(X) X(KERNEL_LINEAR, "linear") X(KERNEL_POLYNOMIAL, "polynomial") X(KERNEL_RBF, "rbf")
enum pt_kernel_kind { PT_KERNEL_MAP(PT_CHOICE_NAME) PT_N_KERNELS };

struct pt_kernel {
    enum pt_kernel_kind kind;
    uint32_t degree;     /* polynomial: 1.. */
    double   gamma;      /* > 0 */
    double   coef0;      /* polynomial */
    double   constant;   /* s^2, or 0 without a bias */
};

const char *pt_kernel_name(enum pt_kernel_kind kind);

/* Turns the products of one x with n rows z into kernel values. norm2: of x; norms2: [n] of the z. */
void   pt_kernel_apply(const struct pt_kernel *kernel, double norm2, const double *norms2, size_t n,
                       double *products);
/* k(x, x). */
double pt_kernel_self(const struct pt_kernel *kernel, double norm2);

#endif
