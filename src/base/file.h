/* Whole files: read into memory, write so that the file appears whole or not at all. */
#ifndef PT_BASE_FILE_H
#define PT_BASE_FILE_H

#include "base/buffer.h"

/* Reads all of `path` ("-": standard input) into *buffer, which the caller has initialised. */
ptron_status pt_file_read(const char *path, struct pt_buffer *buffer, ptron_error *err);

/* Writes beside `path`, checks every step including the close, then renames ("-": standard output).
 * On failure nothing is left behind and an older file is untouched. Follows a link to what it names;
 * writes directly into what is not a regular file (a device, a named pipe). */
ptron_status pt_file_write(const char *path, const void *bytes, size_t length, ptron_error *err);

/* The same for a file written piece by piece. `_close` renames when `keep`, else leaves nothing behind. */
typedef struct pt_writer pt_writer;
ptron_status pt_writer_open(const char *path, pt_writer **out, ptron_error *err);
ptron_status pt_writer_add(pt_writer *writer, const void *bytes, size_t length, ptron_error *err);
ptron_status pt_writer_close(pt_writer *writer, bool keep, ptron_error *err);   /* frees; NULL is fine */

#endif
