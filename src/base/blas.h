/* Dense matrix products, by the BLAS of this machine: opened on first use, so that what needs none pays nothing.
 *
 * Calls are single-threaded; threads are ours, around them. The library is a copy of our own, so that the threads of
 * one that the program around us uses stay as they are. The same shapes give the same bits with one build of OpenBLAS
 * on all x86-64 processors that have AVX2: callers cut their work by data and never by threads. */
#ifndef PT_BASE_BLAS_H
#define PT_BASE_BLAS_H

#include "base/error.h"

enum { PT_BLAS_ROW_MAJOR = 101, PT_BLAS_PLAIN = 111, PT_BLAS_TURNED = 112 };   /* CBLAS's own numbers */

struct pt_blas {
    void (*dgemm)(int order, int turn_a, int turn_b, int m, int n, int k, double alpha, const double *a, int lda,
                  const double *b, int ldb, double beta, double *c, int ldc);
    void (*sgemm)(int order, int turn_a, int turn_b, int m, int n, int k, float alpha, const float *a, int lda,
                  const float *b, int ldb, float beta, float *c, int ldc);
    /* LAPACK's, where the library has them; else NULL. */
    void (*dpotrf)(const char *uplo, const int *n, double *a, const int *lda, int *info);
    void (*dtrtri)(const char *uplo, const char *diag, const int *n, double *a, const int *lda, int *info);
};

/* Plain loops, whose bits are the same on every machine: for what is too small for a library to be of use. Whether it
 * is small is a matter of the model's shape, never of how many rows come at once: a layer of few weights, kept rows of
 * few numbers. */
enum { PT_PLAIN_CELLS = 64, PT_PLAIN_WIDTH = 8 };
extern const struct pt_blas pt_blas_plain;

/* The one table, or an error that says which libraries were looked for. Safe from any thread. */
ptron_status pt_blas_open(const struct pt_blas **out, ptron_error *err);

/* C [m][n] = A [m][k] times B [n][k] transposed + beta C, all packed: products of rows with rows. */
static inline void pt_blas_rows(const struct pt_blas *blas, size_t m, size_t n, size_t k, const double *a,
                                const double *b, double beta, double *c)
{
    blas->dgemm(PT_BLAS_ROW_MAJOR, PT_BLAS_PLAIN, PT_BLAS_TURNED, (int)m, (int)n, (int)k, 1.0, a, (int)k, b, (int)k,
                beta, c, (int)n);
}

/* C [m][n] = A [m][k] times B [k][n] + beta C, all packed. */
static inline void pt_blas_times(const struct pt_blas *blas, size_t m, size_t n, size_t k, const double *a,
                                 const double *b, double beta, double *c)
{
    blas->dgemm(PT_BLAS_ROW_MAJOR, PT_BLAS_PLAIN, PT_BLAS_PLAIN, (int)m, (int)n, (int)k, 1.0, a, (int)k, b, (int)n,
                beta, c, (int)n);
}

#endif
