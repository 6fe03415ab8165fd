/* The one place where text becomes a JSON string. */
#include "base/json.h"
#include "base/utf8.h"

#include <stdint.h>
#include <string.h>

static void put_control(struct pt_buffer *out, char c)
{
    static const char plain[] = "\b\f\n\r\t", letter[] = "bfnrt";
    const char *at = strchr(plain, c);

    if (at != NULL)
        pt_buffer_format(out, "\\%c", letter[at - plain]);
    else
        pt_buffer_format(out, "\\u%04x", (unsigned)(unsigned char)c);
}

void pt_json_text(struct pt_buffer *out, const char *text)
{
    pt_buffer_byte(out, '"');
    while (*text != '\0') {
        const size_t length = pt_utf8_bytes(text, SIZE_MAX);

        if (length == 0)
            pt_buffer_text(out, "\\ufffd");
        else if (*text == '"' || *text == '\\')
            pt_buffer_format(out, "\\%c", *text);
        else if (length == 1 && *text < 0x20)
            put_control(out, *text);
        else
            pt_buffer_add(out, text, length);
        text += length == 0 ? 1 : length;
    }
    pt_buffer_byte(out, '"');
}
