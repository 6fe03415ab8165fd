/* Values of each kind, four or eight at a time. */
#include "rows/row.h"

#if defined(__x86_64__) && defined(__AVX2__)
#include "rows/values_impl.h"

const struct pt_values_ops pt_values_avx2 = PT_VALUES_OPS;
#endif
