/* The inference core in place of base/posix: nothing is asked of a system, and matrices are multiplied by plain
 * loops; a BLAS may round the last bits otherwise. */
#include "base/blas.h"
#include "base/memory.h"

size_t pt_memory_installed(void)
{
    return SIZE_MAX;
}

void pt_memory_large_pages(void *from, size_t bytes)
{
    (void)from, (void)bytes;
}

ptron_status pt_blas_open(const struct pt_blas **out, ptron_error *err)
{
    (void)err;
    *out = &pt_blas_plain;
    return PTRON_OK;
}
