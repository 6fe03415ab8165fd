/* Reading JSON with jansson, which does not tell a bad text from memory that is out, and may lose a byte of it, or
 * itself, for want of memory. So it begins only when as much as it may take was seen to be there, and what it gives is
 * not used when memory ran out on its way. */
#ifndef PT_BASE_JSON_LOAD_H
#define PT_BASE_JSON_LOAD_H

#include "base/alloc.h"

#include <errno.h>
#include <jansson.h>
#include <stdint.h>

enum { PT_JSON_TAKES = 64, PT_JSON_LEAST = 1 << 16 };   /* bytes for one of text, such as `[0,0,0`; and to begin with */

/* json_loadb; NULL: *no_memory, or the text is bad and *error says where. */
static inline json_t *pt_json_load(const void *bytes, size_t length, size_t flags, json_error_t *error,
                                   bool *no_memory)
{
    void *room = length > SIZE_MAX / (2 * PT_JSON_TAKES) ? NULL : pt_alloc(PT_JSON_TAKES * length + PT_JSON_LEAST);
    json_t *root;

    *no_memory = room == NULL;
    if (room == NULL)
        return NULL;
    pt_release(room);
    errno = 0;
    root = json_loadb(bytes, length, flags, error);
    *no_memory = errno == ENOMEM;
    if (*no_memory)
        json_decref(root);
    return *no_memory ? NULL : root;
}

#endif
