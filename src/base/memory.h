/* How much memory the machine has: what asks for more is refused before the work starts. */
#ifndef PT_BASE_MEMORY_H
#define PT_BASE_MEMORY_H

#include "base/error.h"

/* Whole pages within [from, from + bytes) go back to the system; what they held is lost, the addresses stay good. */
void pt_memory_give_back(void *from, size_t bytes);
/* Asks for large pages: fewer faults when it is first written, fewer misses when it is read out of order. */
void pt_memory_large_pages(void *from, size_t bytes);

size_t pt_memory_installed(void);   /* bytes; SIZE_MAX where the system does not say */

/* An error with both numbers when count things of `each` bytes are more than that; `what` names them. */
static inline ptron_status pt_memory_expect(uint64_t count, uint64_t each, const char *what, ptron_error *err)
{
    const size_t installed = pt_memory_installed();

    if (each == 0 || count <= installed / each)
        return PTRON_OK;
    return pt_fail(err, PTRON_NOMEM, "%s would take %.1f GB; this machine has %.1f GB of memory", what,
                   (double)count * (double)each / 1e9, (double)installed / 1e9);
}

/* As many bytes or some more, for which malloc asks the system for whole large pages, with what it keeps for itself. */
static inline size_t pt_memory_whole_pages(size_t bytes)
{
    const size_t page = (size_t)2 << 20, own = 32;

    return (bytes + own + page - 1) / page * page - own;
}

#endif
