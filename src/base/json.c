/* The one place where text becomes a JSON string. */
#include "base/json.h"
#include "base/utf8.h"

#include <stdint.h>
#include <string.h>

void pt_json_text(struct pt_buffer *out, const char *text)
{
    static const char plain[] = "\"\\\b\f\n\r\t", letter[] = "\"\\bfnrt";

    pt_buffer_byte(out, '"');
    while (*text != '\0') {
        const size_t length = pt_utf8_bytes(text, SIZE_MAX);
        const char *short_form = strchr(plain, *text);

        if (length == 0)
            pt_buffer_text(out, "\\ufffd");
        else if (short_form != NULL)
            pt_buffer_format(out, "\\%c", letter[short_form - plain]);
        else if (length == 1 && *text < 0x20)
            pt_buffer_format(out, "\\u%04x", (unsigned)(unsigned char)*text);
        else
            pt_buffer_add(out, text, length);
        text += length == 0 ? 1 : length;
    }
    pt_buffer_byte(out, '"');
}
