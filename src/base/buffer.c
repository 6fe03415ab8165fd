/* Growable bytes and the cursor that reads them back. */
#include "base/buffer.h"
#include "base/alloc.h"
#include "base/number.h"
#include "base/size.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void pt_buffer_init(struct pt_buffer *buffer)
{
    *buffer = (struct pt_buffer){0};
}

void pt_buffer_fini(struct pt_buffer *buffer)
{
    pt_release(buffer->bytes);
    pt_buffer_init(buffer);
}

/* Room for `length` more bytes, or NULL and the buffer has failed. */
static char *reserve(struct pt_buffer *buffer, size_t length)
{
    void *bytes = buffer->bytes;
    size_t wanted;

    if (buffer->failed)
        return NULL;
    if (!pt_add(buffer->length, length, &wanted) || !pt_grow(&bytes, &buffer->room, wanted, 1)) {
        buffer->failed = true;
        return NULL;
    }
    buffer->bytes = bytes;
    return buffer->bytes + buffer->length;
}

void pt_buffer_add(struct pt_buffer *buffer, const void *bytes, size_t length)
{
    char *to = length == 0 ? NULL : reserve(buffer, length);

    if (to == NULL)
        return;
    memcpy(to, bytes, length);
    buffer->length += length;
}

char *pt_buffer_extend(struct pt_buffer *buffer, size_t length)
{
    char *to = reserve(buffer, length);

    if (to != NULL)
        buffer->length += length;
    return to;
}

void pt_buffer_text(struct pt_buffer *buffer, const char *text)
{
    pt_buffer_add(buffer, text, strlen(text));
}

void pt_buffer_byte(struct pt_buffer *buffer, char byte)
{
    pt_buffer_add(buffer, &byte, 1);
}

void pt_buffer_format(struct pt_buffer *buffer, const char *format, ...)
{
    va_list arguments;
    char *to;
    int length;

    va_start(arguments, format);
    length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    to = length < 0 ? NULL : reserve(buffer, (size_t)length + 1);
    if (to == NULL) {
        buffer->failed = true;
        return;
    }
    va_start(arguments, format);
    vsnprintf(to, (size_t)length + 1, format, arguments);
    va_end(arguments);
    buffer->length += (size_t)length;
}

void pt_buffer_u64_text(struct pt_buffer *buffer, uint64_t value)
{
    char *to = reserve(buffer, 20);

    if (to != NULL)
        buffer->length += pt_format_u64(value, to);
}

void pt_buffer_number(struct pt_buffer *buffer, double value)
{
    char *to = reserve(buffer, 32);

    if (to != NULL)
        buffer->length += pt_format_double(value, to);
}

void pt_buffer_escaped_part(struct pt_buffer *buffer, const char *text, size_t length)
{
    static const char *const entity[256] = {
        ['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;", ['\''] = "&#39;",
    };

    for (size_t i = 0; i < length; i++) {
        const char *replacement = entity[(unsigned char)text[i]];
        if (replacement != NULL)
            pt_buffer_text(buffer, replacement);
        else
            pt_buffer_byte(buffer, text[i]);
    }
}

void pt_buffer_escaped(struct pt_buffer *buffer, const char *text)
{
    pt_buffer_escaped_part(buffer, text, strlen(text));
}

void pt_buffer_u32(struct pt_buffer *buffer, uint32_t value)
{
    char raw[4];

    pt_put_u32(raw, value);
    pt_buffer_add(buffer, raw, sizeof raw);
}

void pt_buffer_u64(struct pt_buffer *buffer, uint64_t value)
{
    char raw[8];

    pt_put_u64(raw, value);
    pt_buffer_add(buffer, raw, sizeof raw);
}

void pt_buffer_f64(struct pt_buffer *buffer, double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    pt_buffer_u64(buffer, bits);
}

/* Whether doubles in memory are already the bytes that files hold. */
static bool is_little_endian(void)
{
    const uint16_t one = 1;
    unsigned char first;

    memcpy(&first, &one, 1);
    return first == 1;
}

void pt_buffer_f64s(struct pt_buffer *buffer, const double *values, size_t n)
{
    if (is_little_endian() && n <= SIZE_MAX / sizeof *values) {
        pt_buffer_add(buffer, values, n * sizeof *values);
        return;
    }
    for (size_t i = 0; i < n; i++)
        pt_buffer_f64(buffer, values[i]);
}

void pt_buffer_string(struct pt_buffer *buffer, const char *text)
{
    const size_t length = strlen(text);

    if (length > UINT32_MAX) {
        buffer->failed = true;
        return;
    }
    pt_buffer_u32(buffer, (uint32_t)length);
    pt_buffer_add(buffer, text, length);
}

ptron_status pt_buffer_status(const struct pt_buffer *buffer, ptron_error *err)
{
    return buffer->failed ? pt_fail_memory(err, buffer->length, "output") : PTRON_OK;
}

size_t pt_cursor_left(const struct pt_cursor *cursor)
{
    return (size_t)(cursor->end - cursor->at);
}

const void *pt_cursor_bytes(struct pt_cursor *cursor, size_t length)
{
    const void *bytes = cursor->at;

    if (cursor->failed || length > pt_cursor_left(cursor)) {
        cursor->failed = true;
        return NULL;
    }
    cursor->at += length;
    return bytes;
}

static uint64_t read_little_endian(struct pt_cursor *cursor, size_t bytes)
{
    const unsigned char *raw = pt_cursor_bytes(cursor, bytes);
    uint64_t value = 0;

    for (size_t i = 0; raw != NULL && i < bytes; i++)
        value |= (uint64_t)raw[i] << (8 * i);
    return value;
}

uint32_t pt_cursor_u32(struct pt_cursor *cursor)
{
    return (uint32_t)read_little_endian(cursor, 4);
}

uint64_t pt_cursor_u64(struct pt_cursor *cursor)
{
    return read_little_endian(cursor, 8);
}

double pt_cursor_f64(struct pt_cursor *cursor)
{
    const uint64_t bits = pt_cursor_u64(cursor);
    double value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

void pt_cursor_f64s(struct pt_cursor *cursor, double *values, size_t n)
{
    const void *raw = NULL;

    if (is_little_endian())
        raw = pt_cursor_bytes(cursor, n <= SIZE_MAX / sizeof *values ? n * sizeof *values : SIZE_MAX);
    if (raw != NULL && n > 0)
        memcpy(values, raw, n * sizeof *values);
    for (size_t i = 0; raw == NULL && i < n; i++)
        values[i] = pt_cursor_f64(cursor);
}

char *pt_cursor_string(struct pt_cursor *cursor)
{
    const uint32_t length = pt_cursor_u32(cursor);
    const char *bytes = pt_cursor_bytes(cursor, length);

    return bytes == NULL ? NULL : pt_copy_text(bytes, length);
}
