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

/* Text holds decimals; what was scaled or made of it, or never was text, is the number the machine has. */
bool pt_values_decimal(const ptron_dataset *set);
/* What the numbers of the set are, for people. True: those that stand in the file, or in memory, one by one. */
enum { PT_VALUES_TEXT = 320 };
bool pt_values_text(const ptron_dataset *set, char *text, size_t room);

#endif
