/* Structs of the public header that grow with the library and begin with their size. */
#ifndef PT_BASE_SIZED_H
#define PT_BASE_SIZED_H

#include "perceptron.h"

#include <string.h>

/* Copies a full struct into a caller's that may be older and shorter; its own `size` stays. Both begin with
 * that size. */
static inline void pt_hand_over(void *to, const void *from, size_t full)
{
    size_t room;

    memcpy(&room, to, sizeof room);
    if (room > full)
        room = full;
    if (room > sizeof room)
        memcpy((char *)to + sizeof room, (const char *)from + sizeof room, room - sizeof room);
}

#endif
