/* A seedable generator as a value, and shuffles that depend on it alone. */
#ifndef PT_BASE_RANDOM_H
#define PT_BASE_RANDOM_H

#include <stddef.h>
#include <stdint.h>

typedef struct pt_random {
    uint64_t state;
} pt_random;

#define PT_RANDOM_STEP UINT64_C(0x9e3779b97f4a7c15)

static inline uint64_t pt_random_next(pt_random *random)   /* SplitMix64 */
{
    uint64_t z = (random->state += PT_RANDOM_STEP);

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static inline void pt_random_skip(pt_random *random, uint64_t draws)   /* as if so many had been made */
{
    random->state += draws * PT_RANDOM_STEP;
}

/* A generator of its own for each (seed, stream) pair. */
pt_random pt_random_of(uint64_t seed, uint64_t stream);

uint64_t pt_random_below(pt_random *random, uint64_t n);   /* uniform in 0..n-1, unbiased; n > 0 */
double   pt_random_unit(pt_random *random);                /* uniform in [0, 1), 53 bits */
double   pt_random_normal(pt_random *random);              /* mean 0, variance 1 */
void     pt_random_shuffle(pt_random *random, uint32_t *items, size_t n);

#endif
