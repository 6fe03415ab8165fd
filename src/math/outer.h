/* The sum of a x x^T over rows side by side: a matrix of second derivatives. */
#ifndef PT_MATH_OUTER_H
#define PT_MATH_OUTER_H

#include <stddef.h>

enum { PT_OUTER_WIDE = 8 };   /* rows are padded with zeros to a multiple of so many numbers */

/* sum[j][k] += scaled[i][j] x[i][k], for j < size and width > k, from the 8 on that j stands in; row after row, so that
 * every set of instructions comes to the same bits. Rows of all three begin `stride` numbers apart; width is a multiple
 * of 8, and sum is as high. */
void pt_outer_add(double *sum, const double *scaled, const double *x, size_t n, size_t size, size_t width,
                  size_t stride);

/* to[k] += the sum of d[j] matrix[j][k], j < size, for all k < stride: a symmetric matrix times d, row after row. */
void pt_outer_times(const double *matrix, const double *d, double *restrict to, size_t size, size_t stride);

void pt_outer_add_plain(double *sum, const double *scaled, const double *x, size_t n, size_t size, size_t width,
                        size_t stride);
void pt_outer_times_plain(const double *matrix, const double *d, double *restrict to, size_t size, size_t stride);
#if defined(__x86_64__)
void pt_outer_add_avx2(double *sum, const double *scaled, const double *x, size_t n, size_t size, size_t width,
                       size_t stride);
void pt_outer_times_avx2(const double *matrix, const double *d, double *restrict to, size_t size, size_t stride);
#endif

#endif
