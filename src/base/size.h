/* Checked size arithmetic: every product or sum that reaches an allocator goes through here. */
#ifndef PT_BASE_SIZE_H
#define PT_BASE_SIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline bool pt_mul(size_t a, size_t b, size_t *product)
{
    if (b != 0 && a > SIZE_MAX / b)
        return false;
    *product = a * b;
    return true;
}

static inline bool pt_add(size_t a, size_t b, size_t *sum)
{
    if (a > SIZE_MAX - b)
        return false;
    *sum = a + b;
    return true;
}

static inline size_t pt_min(size_t a, size_t b)
{
    return a < b ? a : b;
}

static inline size_t pt_max(size_t a, size_t b)
{
    return a > b ? a : b;
}

static inline uint64_t pt_min_u64(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

#endif
