/* Temporary files without a name: nothing is left of them when they are closed, or when the program ends in any way.
 * They are made in $TMPDIR, else in /var/tmp, else in /tmp (which may be memory). */
#ifndef PT_BASE_SCRATCH_H
#define PT_BASE_SCRATCH_H

#include "base/map.h"

struct pt_scratch {
    int      fd;       /* open when `length` or `folder` says so */
    uint64_t length;   /* bytes written so far, gaps included */
    const char *folder;
};

ptron_status pt_scratch_open(struct pt_scratch *scratch, ptron_error *err);
void         pt_scratch_close(struct pt_scratch *scratch);   /* to zero; zeroed is fine */

ptron_status pt_scratch_write(struct pt_scratch *scratch, uint64_t at, const void *bytes, size_t n, ptron_error *err);
ptron_status pt_scratch_read(const struct pt_scratch *scratch, uint64_t at, void *bytes, size_t n, ptron_error *err);
/* All of it as memory, read only, which stays when the file is closed. */
ptron_status pt_scratch_map(const struct pt_scratch *scratch, struct pt_map *map, ptron_error *err);

#endif
