/* Files that hold no rows, or rows that are written in no way read here: known by their first bytes. */
#ifndef PT_READ_FOREIGN_H
#define PT_READ_FOREIGN_H

#include "base/error.h"

/* Refuses bytes, the first of a file, that are clearly something else than rows: says what, and what to do.
 * free_text: rows may begin like anything that is text. */
ptron_status pt_foreign_check(const char *bytes, size_t length, bool free_text, ptron_error *err);

#endif
