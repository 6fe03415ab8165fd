/* Asks the system for its installed memory. */
#include "base/memory.h"
#include "base/size.h"

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
