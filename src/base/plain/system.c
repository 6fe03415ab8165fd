/* The inference core in place of base/posix: nothing is asked of a system. Matrices are multiplied by plain loops,
 * whose sums run in the order of the terms; a BLAS may round the last bits otherwise. */
#include "base/blas.h"
#include "base/memory.h"

size_t pt_memory_installed(void)
{
    return SIZE_MAX;
}

/* Steps from row to row and from column to column of a matrix that may be transposed. */
#define GEMM(name, real)                                                                                              \
    static void name(int order, int turn_a, int turn_b, int m, int n, int k, real alpha, const real *a, int lda,       \
                     const real *b, int ldb, real beta, real *c, int ldc)                                             \
    {                                                                                                                 \
        const ptrdiff_t a_row = turn_a == PT_BLAS_TURNED ? 1 : lda, a_column = turn_a == PT_BLAS_TURNED ? lda : 1;     \
        const ptrdiff_t b_row = turn_b == PT_BLAS_TURNED ? 1 : ldb, b_column = turn_b == PT_BLAS_TURNED ? ldb : 1;     \
                                                                                                                      \
        (void)order; /* rows, always */                                                                               \
        for (ptrdiff_t i = 0; i < m; i++)                                                                             \
            for (ptrdiff_t j = 0; j < n; j++) {                                                                       \
                real sum = 0;                                                                                         \
                for (ptrdiff_t p = 0; p < k; p++)                                                                     \
                    sum += a[i * a_row + p * a_column] * b[p * b_row + j * b_column];                                 \
                c[i * ldc + j] = alpha * sum + (beta == 0 ? 0 : beta * c[i * ldc + j]);                               \
            }                                                                                                         \
    }

GEMM(multiply_doubles, double)
GEMM(multiply_floats, float)

ptron_status pt_blas_open(const struct pt_blas **out, ptron_error *err)
{
    static const struct pt_blas plain = {.dgemm = multiply_doubles, .sgemm = multiply_floats};

    (void)err;
    *out = &plain;
    return PTRON_OK;
}
