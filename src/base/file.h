/* Whole files: read into memory, write so that the file appears whole or not at all. */
#ifndef PT_BASE_FILE_H
#define PT_BASE_FILE_H

#include "base/buffer.h"

/* Reads all of `path` ("-": standard input) into *buffer, which the caller has initialised. */
ptron_status pt_file_read(const char *path, struct pt_buffer *buffer, ptron_error *err);

/* Writes beside `path`, checks every step including the close, then renames ("-": standard output).
 * On failure nothing is left behind and an older file is untouched. Follows a link to what it names;
 * writes directly into what is not a regular file (a device, a named pipe). Piece by piece: ptron_output. */
ptron_status pt_file_write(const char *path, const void *bytes, size_t length, ptron_error *err);

#endif
