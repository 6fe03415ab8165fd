/* Checksums of rows, 32 bytes at a time. */
#include "sets/row_checksum.h"

#if defined(__x86_64__) && defined(__AVX2__)
#include "sets/row_checksum_impl.h"

const struct pt_marks_ops pt_marks_avx2 = PT_MARKS_OPS;
#endif
