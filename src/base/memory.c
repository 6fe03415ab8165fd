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

ptron_status pt_memory_expect(uint64_t count, uint64_t each, const char *what, ptron_error *err)
{
    const size_t installed = pt_memory_installed();

    if (each == 0 || count <= installed / each)
        return PTRON_OK;
    return pt_fail(err, PTRON_NOMEM, "%s would take %.1f GB; this machine has %.1f GB of memory", what,
                   (double)count * (double)each / 1e9, (double)installed / 1e9);
}
