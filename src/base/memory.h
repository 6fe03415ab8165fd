/* How much memory the machine has: what asks for more is refused before the work starts. */
#ifndef PT_BASE_MEMORY_H
#define PT_BASE_MEMORY_H

#include "base/error.h"

size_t pt_memory_installed(void);   /* bytes; SIZE_MAX where the system does not say */

/* An error with both numbers when count things of `each` bytes are more than that; `what` names them. */
ptron_status pt_memory_expect(uint64_t count, uint64_t each, const char *what, ptron_error *err);

#endif
