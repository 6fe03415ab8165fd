/* Magnitudes: arrays of limbs, lowest first. Results may not lie over what they are made of unless it is said. */
#ifndef PT_BASE_WASM_GMP_LIMBS_H
#define PT_BASE_WASM_GMP_LIMBS_H

#include <stddef.h>
#include <stdint.h>

size_t pt_limbs_trim(const uint32_t *a, size_t n);                      /* n without zeros at the top */
int    pt_limbs_compare(const uint32_t *a, size_t n, const uint32_t *b, size_t m);
/* out [n + 1] and [n], n >= m; `out` may be a or b. A carry is written, a difference is not below 0. */
void   pt_limbs_add(uint32_t *out, const uint32_t *a, size_t n, const uint32_t *b, size_t m);
void   pt_limbs_subtract(uint32_t *out, const uint32_t *a, size_t n, const uint32_t *b, size_t m);
void   pt_limbs_multiply(uint32_t *out, const uint32_t *a, size_t n, const uint32_t *b, size_t m);   /* [n + m] */
/* a / b: quotient [n - m + 1], and the remainder is left in a [n + 1], whose top limb is 0. b's top bit is set, 
 * n >= m. */
void   pt_limbs_divide(uint32_t *quotient, uint32_t *a, size_t n, const uint32_t *b, size_t m);
uint32_t pt_limbs_divide_small(uint32_t *a, size_t n, uint32_t b);      /* in place; the remainder */
/* out may be a. */
void   pt_limbs_shift_left(uint32_t *out, const uint32_t *a, size_t n, uint64_t bits);   /* [n + bits / 32 + 1] */
void   pt_limbs_shift_right(uint32_t *out, const uint32_t *a, size_t n, uint64_t bits);  /* [n - bits / 32] */

#endif
