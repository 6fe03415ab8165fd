/* Draws and shuffles from SplitMix64. */
#include "base/random.h"
#include "base/elementary.h"

#include <math.h>

pt_random pt_random_of(uint64_t seed, uint64_t stream)
{
    pt_random random = {seed};
    const uint64_t first = pt_random_next(&random);

    random.state = first ^ (stream * UINT64_C(0xd1342543de82ef95));
    pt_random_next(&random);
    return random;
}

/* Rejection keeps every value equally likely. The limit is at least UINT64_MAX - n: what is below that needs no
 * further division, and that is nearly every draw. */
uint64_t pt_random_below(pt_random *random, uint64_t n)
{
    uint64_t draw = pt_random_next(random);

    while (draw > UINT64_MAX - n && draw > UINT64_MAX - (UINT64_MAX % n + 1) % n)
        draw = pt_random_next(random);
    return draw % n;
}

double pt_random_unit(pt_random *random)
{
    return (double)(pt_random_next(random) >> 11) * 0x1p-53;
}

double pt_random_normal(pt_random *random)   /* Marsaglia's polar method; the second value is not kept */
{
    double u, v, s;

    do {
        u = 2.0 * pt_random_unit(random) - 1.0;
        v = 2.0 * pt_random_unit(random) - 1.0;
        s = u * u + v * v;
    } while (s >= 1.0 || s == 0.0);
    return u * sqrt(-2.0 * pt_log(s) / s);
}

void pt_random_shuffle(pt_random *random, uint32_t *items, size_t n)   /* Fisher and Yates */
{
    for (size_t i = n; i > 1; i--) {
        const size_t j = (size_t)pt_random_below(random, i);
        const uint32_t item = items[i - 1];

        items[i - 1] = items[j];
        items[j] = item;
    }
}
