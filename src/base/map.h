/* A file as memory, read only. A small one is read whole: what becomes of it then is nobody's concern. A large one is
 * mapped. Where a mapped file is overwritten, so are the bytes; what it loses when it is cut raises SIGBUS for whoever
 * touches it: a mapped file must be left alone. Whether it was is asked before anything is made of its bytes. */
#ifndef PT_BASE_MAP_H
#define PT_BASE_MAP_H

#include "base/error.h"

struct pt_map {
    const unsigned char *bytes;   /* NULL: nothing is mapped */
    size_t length;
    int    watched;               /* 1 + the descriptor of a file that may change; 0: there is none */
    int64_t seconds, nanoseconds; /* when it was last written to */
};

/* Files of up to so many bytes are read. An empty file maps to nothing. */
ptron_status pt_map_open(struct pt_map *map, const char *path, uint64_t read_up_to, ptron_error *err);
/* Whether the file was written to or cut since. */
bool pt_map_changed(const struct pt_map *map);
void pt_map_close(struct pt_map *map);   /* to zero; zeroed is fine */

#endif
