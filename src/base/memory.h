/* How much memory the machine has: what asks for more is refused before the work starts. */
#ifndef PT_BASE_MEMORY_H
#define PT_BASE_MEMORY_H

#include <stddef.h>

size_t pt_memory_installed(void);   /* bytes; SIZE_MAX where the system does not say */

#endif
