/* The one place where text becomes a JSON string. */
#include "base/json.h"
#include "base/utf8.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

static unsigned code_of(const char *text, size_t length)   /* of at most three bytes */
{
    const unsigned char *s = (const unsigned char *)text;

    return length == 1 ? s[0] : length == 2 ? (s[0] & 0x1fu) << 6 | (s[1] & 0x3fu)
                                            : (s[0] & 0x0fu) << 12 | (s[1] & 0x3fu) << 6 | (s[2] & 0x3fu);
}

size_t pt_json_character(const char **text, char piece[PT_JSON_CHARACTER])
{
    static const char plain[] = "\"\\\b\f\n\r\t", letter[] = "\"\\bfnrt";
    const char *at = *text, *short_form = strchr(plain, *at);
    const size_t length = pt_utf8_bytes(at, SIZE_MAX);

    *text += length == 0 ? 1 : length;
    if (length == 0)
        return (size_t)snprintf(piece, PT_JSON_CHARACTER, "\\ufffd");
    if (short_form != NULL)
        return (size_t)snprintf(piece, PT_JSON_CHARACTER, "\\%c", letter[short_form - plain]);
    if (pt_utf8_is_control(at))   /* those beyond U+001F too: people look at JSON in terminals */
        return (size_t)snprintf(piece, PT_JSON_CHARACTER, "\\u%04x", code_of(at, length));
    memcpy(piece, at, length);
    return length;
}

void pt_json_text(struct pt_buffer *out, const char *text)
{
    char piece[PT_JSON_CHARACTER];

    pt_buffer_byte(out, '"');
    while (*text != '\0') {
        const size_t length = pt_json_character(&text, piece);
        pt_buffer_add(out, piece, length);
    }
    pt_buffer_byte(out, '"');
}
