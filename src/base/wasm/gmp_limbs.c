/* Schoolbook arithmetic on limbs of 32 bits; the division is Knuth's algorithm D. */
#include "base/wasm/gmp_limbs.h"

#include <string.h>

size_t pt_limbs_trim(const uint32_t *a, size_t n)
{
    while (n > 0 && a[n - 1] == 0)
        n--;
    return n;
}

int pt_limbs_compare(const uint32_t *a, size_t n, const uint32_t *b, size_t m)
{
    if (n != m)
        return n < m ? -1 : 1;
    for (size_t i = n; i-- > 0;)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

void pt_limbs_add(uint32_t *out, const uint32_t *a, size_t n, const uint32_t *b, size_t m)
{
    uint64_t carry = 0;

    for (size_t i = 0; i < n; i++) {
        carry += (uint64_t)a[i] + (i < m ? b[i] : 0);
        out[i] = (uint32_t)carry;
        carry >>= 32;
    }
    out[n] = (uint32_t)carry;
}

void pt_limbs_subtract(uint32_t *out, const uint32_t *a, size_t n, const uint32_t *b, size_t m)
{
    uint64_t borrow = 0;

    for (size_t i = 0; i < n; i++) {
        const uint64_t difference = (uint64_t)a[i] - (i < m ? b[i] : 0) - borrow;
        out[i] = (uint32_t)difference;
        borrow = difference >> 63;
    }
}

void pt_limbs_multiply(uint32_t *out, const uint32_t *a, size_t n, const uint32_t *b, size_t m)
{
    memset(out, 0, (n + m) * sizeof *out);
    for (size_t i = 0; i < n; i++) {
        uint64_t carry = 0;

        for (size_t j = 0; j < m; j++) {
            carry += (uint64_t)a[i] * b[j] + out[i + j];
            out[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        out[i + m] = (uint32_t)carry;
    }
}

/* a[0..m] -= guess * b; true: it went below 0. */
static int subtract_product(uint32_t *a, const uint32_t *b, size_t m, uint64_t guess)
{
    uint64_t carry = 0, borrow = 0;

    for (size_t i = 0; i <= m; i++) {
        carry += i < m ? guess * b[i] : 0;
        const uint64_t difference = (uint64_t)a[i] - (uint32_t)carry - borrow;
        a[i] = (uint32_t)difference;
        borrow = difference >> 63;
        carry >>= 32;
    }
    return borrow != 0;
}

static void add_back(uint32_t *a, const uint32_t *b, size_t m)
{
    uint64_t carry = 0;

    for (size_t i = 0; i <= m; i++) {
        carry += (uint64_t)a[i] + (i < m ? b[i] : 0);
        a[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

/* The quotient's next limb from the two highest limbs, at most 2 too large. */
static uint64_t guess_limb(const uint32_t *top, uint32_t divisor)
{
    const uint64_t guess = ((uint64_t)top[0] << 32 | top[-1]) / divisor;

    return guess > UINT32_MAX ? UINT32_MAX : guess;
}

void pt_limbs_divide(uint32_t *quotient, uint32_t *a, size_t n, const uint32_t *b, size_t m)
{
    for (size_t i = n - m + 1; i-- > 0;) {
        uint64_t guess = guess_limb(a + i + m, b[m - 1]);

        for (int below = subtract_product(a + i, b, m, guess); below; below = a[i + m] != 0) {
            add_back(a + i, b, m);
            guess--;
        }
        quotient[i] = (uint32_t)guess;
    }
}

uint32_t pt_limbs_divide_small(uint32_t *a, size_t n, uint32_t b)
{
    uint64_t rest = 0;

    for (size_t i = n; i-- > 0;) {
        rest = rest << 32 | a[i];
        a[i] = (uint32_t)(rest / b);
        rest %= b;
    }
    return (uint32_t)rest;
}

void pt_limbs_shift_left(uint32_t *out, const uint32_t *a, size_t n, uint64_t bits)
{
    const size_t whole = (size_t)(bits / 32);
    const unsigned rest = (unsigned)(bits % 32);

    out[n + whole] = 0;
    for (size_t i = n; i-- > 0;) {
        const uint64_t both = (uint64_t)a[i] << rest;
        out[i + whole + 1] |= (uint32_t)(both >> 32);
        out[i + whole] = (uint32_t)both;
    }
    memset(out, 0, whole * sizeof *out);
}

void pt_limbs_shift_right(uint32_t *out, const uint32_t *a, size_t n, uint64_t bits)
{
    const size_t whole = (size_t)(bits / 32);
    const unsigned rest = (unsigned)(bits % 32);

    for (size_t i = whole; i < n; i++) {
        const uint64_t both = (uint64_t)(i + 1 < n ? a[i + 1] : 0) << 32 | a[i];
        out[i - whole] = (uint32_t)(both >> rest);
    }
}
