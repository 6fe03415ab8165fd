/* Matrix products by plain loops. */
#include "base/blas.h"

/* Steps from row to row and from column to column of a matrix that may be transposed. Every sum runs in the order of
 * its terms; sums of one row grow side by side, which is what becomes vector code. */
#define GEMM(name, real)                                                                                              \
    static void name(int order, int turn_a, int turn_b, int m, int n, int k, real alpha, const real *a, int lda,      \
                     const real *b, int ldb, real beta, real *c, int ldc)                                             \
    {                                                                                                                 \
        const ptrdiff_t a_row = turn_a == PT_BLAS_TURNED ? 1 : lda, a_column = turn_a == PT_BLAS_TURNED ? lda : 1;    \
        const ptrdiff_t b_row = turn_b == PT_BLAS_TURNED ? 1 : ldb, b_column = turn_b == PT_BLAS_TURNED ? ldb : 1;    \
                                                                                                                      \
        (void)order; /* rows, always */                                                                               \
        for (ptrdiff_t i = 0; i < m; i++, c += ldc) {                                                                 \
            for (ptrdiff_t j = 0; j < n; j++)                                                                         \
                c[j] = beta == 0 ? 0 : beta * c[j];                                                                   \
            if (n == 1) {                                                                                             \
                real sum = c[0];                                                                                      \
                for (ptrdiff_t p = 0; p < k; p++)                                                                     \
                    sum += alpha * a[i * a_row + p * a_column] * b[p * b_row];                                        \
                c[0] = sum;                                                                                           \
                continue;                                                                                             \
            }                                                                                                         \
            for (ptrdiff_t p = 0; p < k; p++) {                                                                       \
                const real factor = alpha * a[i * a_row + p * a_column], *with = b + p * b_row;                       \
                if (b_column == 1)                                                                                    \
                    for (ptrdiff_t j = 0; j < n; j++)                                                                 \
                        c[j] += factor * with[j];                                                                     \
                else                                                                                                  \
                    for (ptrdiff_t j = 0; j < n; j++)                                                                 \
                        c[j] += factor * with[j * b_column];                                                          \
            }                                                                                                         \
        }                                                                                                             \
    }

GEMM(multiply_doubles, double)
GEMM(multiply_floats, float)

const struct pt_blas pt_blas_plain = {.dgemm = multiply_doubles, .sgemm = multiply_floats};
