/* Bytes from a file, a pipe, standard input or memory, unpacked when they are gzip or zstd (told by their
 * first bytes, not by the name). Reads whole requests: less only at the end, unless `prompt`. */
#ifndef PT_DATA_INPUT_H
#define PT_DATA_INPUT_H

#include "base/error.h"

typedef struct pt_input pt_input;

ptron_status pt_input_open(const char *path, pt_input **out, ptron_error *err);   /* "-": standard input */
ptron_status pt_input_memory(const void *bytes, size_t length, const char *name, pt_input **out,
                             ptron_error *err);   /* borrowed */
/* Up to n bytes; *got < n only at the end. With `prompt` it returns what is there as soon as anything is. */
ptron_status pt_input_read(pt_input *input, void *bytes, size_t n, bool prompt, size_t *got, ptron_error *err);
const char *pt_input_name(const pt_input *input);
/* True for a pipe, a terminal, a socket: rows should be answered as they come. */
bool pt_input_is_live(const pt_input *input);
/* True when reading would not wait: there are bytes, or the end. */
bool pt_input_is_ready(const pt_input *input);
/* Bytes of the file on disk, 0 when not known; and how many were taken, for progress. */
uint64_t pt_input_size(const pt_input *input);
uint64_t pt_input_taken(const pt_input *input);
uint64_t pt_input_size_of(const char *path);   /* the same before it is opened */
void pt_input_close(pt_input *input);

#endif
