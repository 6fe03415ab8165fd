/* pt_outer_times for every set of instructions: sums in the order of rows, four rows at a time, which compilers make
 * vector code of. */
#include "math/outer.h"

void TIMES(const double *matrix, const double *d, double *restrict to, size_t size, size_t stride)
{
    size_t j = 0;

    for (; j + 4 <= size; j += 4, matrix += 4 * stride) {
        const double *a = matrix, *b = a + stride, *c = b + stride, *e = c + stride;

        for (size_t k = 0; k < stride; k++)
            to[k] = (((to[k] + d[j] * a[k]) + d[j + 1] * b[k]) + d[j + 2] * c[k]) + d[j + 3] * e[k];
    }
    for (; j < size; j++, matrix += stride)
        for (size_t k = 0; k < stride; k++)
            to[k] += d[j] * matrix[k];
}
