/* What the files behind the public header share. */
#ifndef PT_API_API_H
#define PT_API_API_H

#include "base/buffer.h"
#include "base/sized.h"

/* The options, or where there are none (NULL) those of whom nothing was set: what every function takes that hands
 * options inward. */
const ptron_options *pt_options_given(const ptron_options *options);

/* Hands the buffer's bytes over, or drops them when making them failed; the status again. */
ptron_status pt_give_bytes(struct pt_buffer *buffer, ptron_status made, void **bytes, size_t *length);

#endif
