/* Structs of the public header that grow with the library: both sides say by `size`, their first member, how much of
 * them they know. Programs built against an older header hand in, and are handed, the members that they know. */
#ifndef PT_BASE_SIZED_H
#define PT_BASE_SIZED_H

#include "base/error.h"

#include <string.h>

enum { PT_SIZED_MOST = 4096 };   /* no struct is longer: a size beyond was never set */

static inline size_t pt_size_of(const void *sized)   /* 0: not set */
{
    size_t size = 0;

    memcpy(&size, sized, sizeof size);
    return size < sizeof size || size > PT_SIZED_MOST ? 0 : size;
}

static inline ptron_status pt_fail_size(ptron_error *err)
{
    return pt_detail(err, PTRON_DETAIL_STRUCT_SIZE,
                     pt_fail(err, PTRON_ARGUMENT, "the size of a struct is not set (PTRON_SIZED does it)"));
}

/* In: what the caller knows of the struct into a full one of that length, the rest zero; NULL: all of it. */
static inline ptron_status pt_take_sized(const void *given, void *full, size_t length, ptron_error *err)
{
    const size_t size = given == NULL ? 0 : pt_size_of(given);

    memset(full, 0, length);
    if (given != NULL && size == 0)
        return pt_fail_size(err);
    if (size > 0)
        memcpy(full, given, size < length ? size : length);
    memcpy(full, &length, sizeof length);
    return PTRON_OK;
}

/* In, by reference: `given` itself where the caller knows all of the struct, else `full`, filled as above. NULL: the
 * size is not set. */
static inline const void *pt_see_sized(const void *given, void *full, size_t length, ptron_error *err)
{
    if (pt_size_of(given) >= length)
        return given;
    return pt_take_sized(given, full, length, err) == PTRON_OK ? full : NULL;
}

/* Out: as much of a text as fits with a NUL; NULL: nothing. The whole length. */
static inline size_t pt_hand_text(const char *whole, size_t length, char *text, size_t room)
{
    const size_t kept = length < room ? length : room - 1;

    if (text == NULL || room == 0)
        return length;
    if (kept > 0)
        memcpy(text, whole, kept);
    text[kept] = '\0';
    return length;
}

/* Out: what the caller has room for of a full struct; its `size` is then what was filled. */
static inline ptron_status pt_hand_over(const void *full, void *given, size_t length, ptron_error *err)
{
    const size_t size = pt_size_of(given), filled = size < length ? size : length;

    if (size == 0)
        return pt_fail_size(err);
    memcpy(given, full, filled);
    memcpy(given, &filled, sizeof filled);
    return PTRON_OK;
}

#endif
