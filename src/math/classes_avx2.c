/* Sparse products with a group of vectors, their sums in registers of four: each sum has the terms of one vector in
 * index order, and no multiply-add is fused, so that every bit equals classes.c. */
#include "math/classes_impl.h"

#if defined(__x86_64__) && defined(__AVX2__)

#include <immintrin.h>

enum { LANES = 4 };

/* Four vectors each; names, not an array, so that they are registers. */
#define QUADS(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7)
_Static_assert(8 * LANES == PT_CLASSES_WIDE, "all vectors of a group");

#define ZERO(q) __m256d sum##q = _mm256_setzero_pd();
#define LOAD(q) (q + 1 < quads ? _mm256_loadu_pd(at + q * LANES) : _mm256_maskload_pd(at + q * LANES, tail))
#define ADD(q)                                                          \
    if (q < quads)                                                      \
        sum##q = _mm256_add_pd(sum##q, _mm256_mul_pd(LOAD(q), v));
#define STORE(q)                                                        \
    if (q + 1 < quads)                                                  \
        _mm256_storeu_pd(scores + q * LANES, sum##q);                   \
    else if (q < quads)                                                 \
        _mm256_maskstore_pd(scores + q * LANES, tail, sum##q);

/* `quads` is a number that the compiler sees. Of the last four vectors `tail` says which are there: the others are not
 * read. */
#define SPARSE(name, NAME, type, bytes, value_i)                                                            \
    __attribute__((always_inline)) static inline void dot_##name(const double *w, size_t stride, size_t wide, \
                                                                 const struct pt_row *row, double *scores,  \
                                                                 size_t quads, __m256i tail)                \
    {                                                                                                       \
        const type *x = row->value;                                                                         \
        QUADS(ZERO)                                                                                         \
                                                                                                            \
        (void)x;                                                                                            \
        for (size_t i = 0; i < row->n; i++) {                                                               \
            const double *at = w + row->index[i] * stride;                                                  \
            const __m256d v = _mm256_set1_pd(value_i);                                                      \
                                                                                                            \
            pt_classes_fetch(w, stride, wide, row, i);                                                      \
            QUADS(ADD)                                                                                      \
        }                                                                                                   \
        QUADS(STORE)                                                                                        \
    }                                                                                                       \
    void pt_classes_avx2_##name(const double *w, size_t stride, size_t wide, const struct pt_row *row,      \
                                double *scores)                                                             \
    {                                                                                                       \
        static const int64_t bits[2 * LANES] = {-1, -1, -1, -1};                                            \
        const size_t quads = (wide + LANES - 1) / LANES;                                                    \
        const __m256i tail = _mm256_loadu_si256((const __m256i *)(bits + quads * LANES - wide));            \
                                                                                                            \
        switch (quads) {                                                                                    \
        case 1: dot_##name(w, stride, wide, row, scores, 1, tail); break;                                   \
        case 2: dot_##name(w, stride, wide, row, scores, 2, tail); break;                                   \
        case 3: dot_##name(w, stride, wide, row, scores, 3, tail); break;                                   \
        case 4: dot_##name(w, stride, wide, row, scores, 4, tail); break;                                   \
        case 5: dot_##name(w, stride, wide, row, scores, 5, tail); break;                                   \
        case 6: dot_##name(w, stride, wide, row, scores, 6, tail); break;                                   \
        case 7: dot_##name(w, stride, wide, row, scores, 7, tail); break;                                   \
        default: dot_##name(w, stride, wide, row, scores, 8, tail); break;                                  \
        }                                                                                                   \
    }
PT_KIND_MAP(SPARSE)

#endif
