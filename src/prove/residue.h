/* Arithmetic modulo the prime 2^61 - 1. */
#ifndef PT_PROVE_RESIDUE_H
#define PT_PROVE_RESIDUE_H

#include <stddef.h>
#include <stdint.h>

__extension__ typedef unsigned __int128 pt_wide;
#define PT_RESIDUE_PRIME ((UINT64_C(1) << 61) - 1)

static inline uint64_t pt_residue_fold(uint64_t x)
{
    x = (x & PT_RESIDUE_PRIME) + (x >> 61);
    return x >= PT_RESIDUE_PRIME ? x - PT_RESIDUE_PRIME : x;
}

static inline uint64_t pt_residue_product(uint64_t x, uint64_t y)
{
    const pt_wide product = (pt_wide)x * y;

    return pt_residue_fold((uint64_t)(product & PT_RESIDUE_PRIME) + (uint64_t)(product >> 61));
}

static inline uint64_t pt_residue_sum(uint64_t x, uint64_t y)
{
    return pt_residue_fold(x + y);
}

static inline uint64_t pt_residue_minus(uint64_t x)
{
    return x == 0 ? 0 : PT_RESIDUE_PRIME - x;
}

static inline uint64_t pt_residue_of(int64_t x)
{
    const uint64_t size = pt_residue_fold(x < 0 ? 0 - (uint64_t)x : (uint64_t)x);

    return x < 0 ? pt_residue_minus(size) : size;
}

static inline uint64_t pt_residue_power(uint64_t x, uint64_t e)
{
    uint64_t result = 1;

    for (; e > 0; e >>= 1, x = pt_residue_product(x, x))
        if (e & 1)
            result = pt_residue_product(result, x);
    return result;
}

static inline uint64_t pt_residue_inverse(uint64_t x)
{
    return pt_residue_power(x, PT_RESIDUE_PRIME - 2);
}

/* to -= by from, columns `first` on. */
static inline void pt_residue_subtract(uint64_t *to, const uint64_t *from, uint64_t by, size_t first, size_t columns)
{
    const uint64_t minus = pt_residue_minus(by);

    for (size_t j = first; j < columns; j++)
        to[j] = pt_residue_fold(to[j] + pt_residue_product(minus, from[j]));
}

#endif
