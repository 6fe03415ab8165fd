/* Whether text is read with AVX2 and the bit instructions that every processor with it has had so far: they are there,
 * and PERCEPTRON_SIMD=scalar does not forbid them (math/vec.h). Found on the first call, the same ever after. */
#ifndef PT_BASE_SIMD_H
#define PT_BASE_SIMD_H

#include <stdbool.h>

bool pt_simd_avx2(void);

#endif
