#!/usr/bin/env python3
"""Writes src/base/number_powers.c: the powers of five and ten that base/number multiplies by.

    python3 tools/powers.py > src/base/number_powers.c

Each wide entry is the greatest 128-bit integer T with T * 2^s <= 5^e, top bit set. Before anything is
written, the short formulas of number_exact.h for logarithms are checked over their whole range.
"""

LEAST, MOST = -342, 341

HEAD = """\
/* Powers of five and ten for base/number, written by tools/powers.py: do not edit.
 *
 * Entry e - PT_POWER_LEAST of pt_powers_of_five is the greatest 128-bit integer T, top bit set, with
 * T * 2^s <= 5^e for a whole s. It is all of 5^e for 0 <= e <= PT_POWER_EXACT, and cut elsewhere.
 */
#include "base/number.h"

#include "base/number_exact.h"
"""


def floor_log2(numerator, denominator):
    """The greatest k with 2^k <= numerator / denominator."""
    k = numerator.bit_length() - denominator.bit_length()
    while not at_most(2, k, numerator, denominator):
        k -= 1
    while at_most(2, k + 1, numerator, denominator):
        k += 1
    return k


def at_most(base, k, numerator, denominator):
    """base^k <= numerator / denominator, in whole numbers."""
    if k >= 0:
        return base**k * denominator <= numerator
    return denominator <= numerator * base**-k


def top_bits(e):
    """5^e cut to 128 bits."""
    numerator, denominator = (5**e, 1) if e >= 0 else (1, 5**-e)
    shift = 127 - floor_log2(numerator, denominator)
    return (numerator << shift) // denominator if shift >= 0 else numerator // (denominator << -shift)


def is_floor_log10(k, numerator, denominator):
    return at_most(10, k, numerator, denominator) and not at_most(10, k + 1, numerator, denominator)


def check_logarithms():
    for e in range(LEAST, MOST + 1):
        ten = (10**e, 1) if e >= 0 else (1, 10**-e)
        assert e * 217706 >> 16 == floor_log2(*ten), e
    for q in range(-1140, 1030):
        two = (2**q, 1) if q >= 0 else (1, 2**-q)
        assert is_floor_log10(q * 1262611 >> 22, *two), q
        assert is_floor_log10((q * 1262611 - 524031) >> 22, 3 * two[0], 4 * two[1]), q


def entry(e):
    bits = top_bits(e)
    assert bits.bit_length() == 128
    return "{0x%016x, 0x%016x}," % (bits >> 64, bits & (2**64 - 1))


def table(declaration, entries, per_line):
    print("\n%s = {" % declaration)
    for i in range(0, len(entries), per_line):
        print("    " + " ".join(entries[i:i + per_line]))
    print("};")


def main():
    check_logarithms()
    assert 5**55 < 2**128 < 5**56
    print(HEAD, end="")
    table("const double pt_exact_tens[23]", ["1e%d," % k for k in range(23)], 12)
    table("const uint64_t pt_whole_tens[20]", ["UINT64_C(%d)," % 10**k for k in range(20)], 3)
    table("const uint64_t pt_whole_fives[PT_FIVES_MOST + 1]", ["UINT64_C(%d)," % 5**k for k in range(28)], 3)
    table("const struct pt_wide pt_powers_of_five[PT_POWER_MOST - PT_POWER_LEAST + 1]",
          [entry(e) for e in range(LEAST, MOST + 1)], 2)


main()
