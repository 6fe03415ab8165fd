/* What the system knows and can do about memory. All of it is advice: a system without it loses speed only. */
#include "base/memory.h"
#include "base/size.h"

#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

size_t pt_memory_installed(void)
{
#ifdef _SC_PHYS_PAGES
    const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    size_t bytes;

    if (pages > 0 && page > 0 && pt_mul((size_t)pages, (size_t)page, &bytes))
        return bytes;
#endif
    return SIZE_MAX;
}

static uintptr_t page_bytes(void)   /* 1 where the system does not say: any address will do, and advice may fail */
{
    const long page = sysconf(_SC_PAGESIZE);

    return page > 0 ? (uintptr_t)page : 1;
}

void pt_memory_give_back(void *from, size_t bytes)
{
#ifdef MADV_DONTNEED
    const uintptr_t page = page_bytes(), first = ((uintptr_t)from + page - 1) / page * page;
    const uintptr_t end = ((uintptr_t)from + bytes) / page * page;

    if (first < end)
        (void)!madvise((void *)first, end - first, MADV_DONTNEED);
#else
    (void)from, (void)bytes;
#endif
}

/* Outwards to whole pages: a mapping that is advised in its middle only becomes three, which realloc cannot move. */
void pt_memory_large_pages(void *from, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    const uintptr_t page = page_bytes(), first = (uintptr_t)from / page * page;

    if (bytes > 0)
        (void)!madvise((void *)first, (uintptr_t)from + bytes - first, MADV_HUGEPAGE);
#else
    (void)from, (void)bytes;
#endif
}
