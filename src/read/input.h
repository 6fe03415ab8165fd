/* Bytes from a file, a pipe, standard input or memory, unpacked when they are gzip or zstd (told by their
 * first bytes, not by the name). Reads whole requests: less only at the end, unless `prompt`. */
#ifndef PT_READ_INPUT_H
#define PT_READ_INPUT_H

#include "base/error.h"
#include "par/pool.h"

typedef struct pt_input pt_input;

ptron_status pt_input_open(const char *path, pt_input **out, ptron_error *err);   /* "-": standard input */
ptron_status pt_input_memory(const void *bytes, size_t length, const char *name, pt_input **out,
                             ptron_error *err);   /* borrowed */
/* Up to n bytes; *got < n only at the end. With `prompt` it returns what is there as soon as anything is. */
ptron_status pt_input_read(pt_input *input, void *bytes, size_t n, bool prompt, size_t *got, ptron_error *err);
/* The offset of the next byte in a plain file, which can be read at any offset; false for everything else. Known once
 * something was read. */
bool pt_input_place(const pt_input *input, uint64_t *at);
/* n bytes at an offset; what comes next stays as it is. False: they are not there. */
bool pt_input_peek(const pt_input *input, uint64_t at, void *bytes, size_t n);
/* Goes on at another offset of a plain file; false and no change when it cannot. */
bool pt_input_go(pt_input *input, uint64_t at);
/* While a pipe has nothing to give, on_wait of `watch` (copied) is asked a few times a second: false ends the read with
 * PTRON_CANCELED. */
void pt_input_watch(pt_input *input, const ptron_watch *watch);
/* What is packed is unpacked by a task of the pool, ahead of need, where the pool has threads to spare. The pool must
 * live as long as the input. */
void pt_input_unpack_ahead(pt_input *input, pt_pool *pool);
const char *pt_input_name(const pt_input *input);
/* True for a pipe, a terminal, a socket: rows should be answered as they come. */
bool pt_input_is_live(const pt_input *input);
/* True when reading would not wait: there are bytes, or the end. */
bool pt_input_is_ready(const pt_input *input);
bool pt_input_is_ready_within(const pt_input *input, int milliseconds);
/* Bytes of the file on disk, 0 when not known; and how many were taken, for progress. */
uint64_t pt_input_size(const pt_input *input);
uint64_t pt_input_taken(const pt_input *input);
uint64_t pt_input_size_of(const char *path);   /* the same before it is opened */
bool pt_input_is_empty(const char *path);      /* a file that is there, without a byte once it is unpacked */
void pt_input_close(pt_input *input);

/* Bytes of a plain file, told by their offset: to be read later, by any thread, also when the input is closed. */
struct pt_extent {
    bool     open;              /* bytes are still to be read */
    int      fd;
    uint64_t at;
    size_t   length;
};
bool pt_input_lend(const pt_input *input, uint64_t at, size_t length, struct pt_extent *out);
ptron_status pt_extent_read(struct pt_extent *extent, void *bytes, ptron_error *err);   /* and closes it */
void pt_extent_close(struct pt_extent *extent);   /* one that is not open is fine */

#endif
