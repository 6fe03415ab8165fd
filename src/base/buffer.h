/* Growable bytes: every writer writes into one. A buffer remembers the first failure, so writing code
 * needs no checks; the single check is at the end (pt_buffer_status). */
#ifndef PT_BASE_BUFFER_H
#define PT_BASE_BUFFER_H

#include "base/error.h"

struct pt_buffer {
    char  *bytes;    /* [room], not ended with NUL */
    size_t length, room;
    bool   failed;   /* memory ran out: everything after is dropped */
};

void pt_buffer_init(struct pt_buffer *buffer);
void pt_buffer_fini(struct pt_buffer *buffer);
void pt_buffer_add(struct pt_buffer *buffer, const void *bytes, size_t length);
/* So many bytes more, for the caller to write; NULL: the buffer has failed. A borrow until the next addition. */
char *pt_buffer_extend(struct pt_buffer *buffer, size_t length);
void pt_buffer_text(struct pt_buffer *buffer, const char *text);
void pt_buffer_byte(struct pt_buffer *buffer, char byte);
void pt_buffer_format(struct pt_buffer *buffer, const char *format, ...) PT_PRINTF(2, 3);
void pt_buffer_u64_text(struct pt_buffer *buffer, uint64_t value);
void pt_buffer_number(struct pt_buffer *buffer, double value);   /* shortest exact decimal, locale-free */
void pt_buffer_escaped(struct pt_buffer *buffer, const char *text);   /* for HTML and SVG: & < > " ' */
void pt_buffer_escaped_part(struct pt_buffer *buffer, const char *text, size_t length);

/* Little-endian binary, for files. */
static inline void pt_put_u32(char *to, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        to[i] = (char)(unsigned char)(value >> (8 * i));
}
static inline void pt_put_u64(char *to, uint64_t value)
{
    for (int i = 0; i < 8; i++)
        to[i] = (char)(unsigned char)(value >> (8 * i));
}
void pt_buffer_u32(struct pt_buffer *buffer, uint32_t value);
void pt_buffer_u64(struct pt_buffer *buffer, uint64_t value);
void pt_buffer_f64(struct pt_buffer *buffer, double value);
void pt_buffer_f64s(struct pt_buffer *buffer, const double *values, size_t n);
void pt_buffer_string(struct pt_buffer *buffer, const char *text);   /* u32 length, bytes */

ptron_status pt_buffer_status(const struct pt_buffer *buffer, ptron_error *err);

/* Reading what the functions above wrote. A cursor never reads past its end: it fails and stays failed,
 * and gives zeros from then on. */
struct pt_cursor {
    const unsigned char *at, *end;
    bool failed;
};

uint32_t pt_cursor_u32(struct pt_cursor *cursor);
uint64_t pt_cursor_u64(struct pt_cursor *cursor);
double   pt_cursor_f64(struct pt_cursor *cursor);
void     pt_cursor_f64s(struct pt_cursor *cursor, double *values, size_t n);   /* zeros on failure */
const void *pt_cursor_bytes(struct pt_cursor *cursor, size_t length);   /* a borrow, or NULL */
char    *pt_cursor_string(struct pt_cursor *cursor);   /* owned, ended with NUL; NULL on failure or no memory */
size_t   pt_cursor_left(const struct pt_cursor *cursor);

#endif
