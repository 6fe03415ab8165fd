/* A file as memory, read only. What the file loses while it is mapped (somebody truncates it) ends the program: a
 * mapped file must be left alone. */
#ifndef PT_BASE_MAP_H
#define PT_BASE_MAP_H

#include "base/error.h"

struct pt_map {
    const unsigned char *bytes;   /* NULL: nothing is mapped */
    size_t length;
};

ptron_status pt_map_open(struct pt_map *map, const char *path, ptron_error *err);   /* an empty file maps to nothing */
void pt_map_close(struct pt_map *map);                                              /* to zero; zeroed is fine */

#endif
