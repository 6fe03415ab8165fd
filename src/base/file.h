/* Whole files: read into memory, write so that the file appears whole or not at all. */
#ifndef PT_BASE_FILE_H
#define PT_BASE_FILE_H

#include "base/buffer.h"

/* What files of a kind are like. */
struct pt_file_kind {
    const char *what;       /* "a model": for messages */
    const char *head;       /* [head_length] its first bytes; NULL: it is lines of text */
    size_t      head_length;
    uint64_t    most;       /* bytes; never more than half of the machine's memory are read */
};

/* Reads all of `path` ("-": standard input) into *buffer, which the caller has initialised. kind NULL: anything.
 * Of a file that does not begin like its kind only the beginning is read, whatever its size: whoever makes sense of the
 * bytes finds out and says so. One that is larger than its kind can be is an error. */
ptron_status pt_file_read(const char *path, const struct pt_file_kind *kind, struct pt_buffer *buffer,
                          ptron_error *err);

/* A sum over all bytes of a regular file, which is read piece by piece; 0 of what is none, and may have no end. */
ptron_status pt_file_checksum(const char *path, uint64_t *sum, ptron_error *err);

/* Writes beside `path`, checks every step including the close, then renames ("-": standard output).
 * On failure nothing is left behind and an older file is untouched. Follows a link to what it names;
 * writes directly into what is not a regular file (a device, a named pipe). Piece by piece: ptron_output. */
ptron_status pt_file_write(const char *path, const void *bytes, size_t length, ptron_error *err);

#endif
