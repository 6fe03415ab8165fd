/* What the files behind the public header share: structs that grow with the library. */
#ifndef PT_API_API_H
#define PT_API_API_H

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

/* The options, or where there are none (NULL) those of whom nothing was set: what every function takes that hands
 * options inward. */
const ptron_options *pt_options_given(const ptron_options *options);

#endif
