/* Random numbers for the tests of base/number: a fixed seed, so that a failure comes back. */
#ifndef TEST_RANDOM_NUMBER_H
#define TEST_RANDOM_NUMBER_H

#include <stdint.h>
#include <string.h>

#include "base/number.h"

static uint64_t random_state = 20240607;

static inline uint64_t random_u64(void)
{
    uint64_t z = (random_state += UINT64_C(0x9e3779b97f4a7c15));

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static inline unsigned random_below(unsigned n)
{
    return (unsigned)(random_u64() % n);
}

static inline uint64_t bits_of(double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Any finite double: every exponent as likely as every other, but one in eight is subnormal. */
static inline double random_double(void)
{
    uint64_t bits;
    double value;

    do {
        bits = random_u64();
        if (random_below(8) == 0)
            bits &= UINT64_C(0x800fffffffffffff);
    } while ((bits >> 52 & 2047) == 2047);
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* A double as people write them: up to 17 digits, a small power of ten. */
static inline double random_everyday(void)
{
    const double digits = (double)(random_u64() % pt_whole_tens[1 + random_below(17)]);
    const double value = digits / pt_exact_tens[random_below(18)];

    return random_below(2) == 0 ? value : -value;
}

/* A small whole number times a large power of ten or two: where products come out whole. */
static inline double random_round(void)
{
    const double digits = (double)(random_u64() >> (12 + random_below(52)));

    if (random_below(2) == 0)
        return digits * pt_exact_tens[random_below(23)];
    return digits * (double)(UINT64_C(1) << random_below(64));
}

#endif
