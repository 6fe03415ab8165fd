/* UTF-8: where a character ends, and whether it may be shown. */
#ifndef PT_BASE_UTF8_H
#define PT_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes of the character at the head of the text: shortest form, no surrogates, at most U+10FFFF; 0 when there is none.
 * Of a text that ends with a zero byte the length may be SIZE_MAX. */
size_t pt_utf8_bytes(const char *text, size_t length);

/* U+0000 to U+001F, U+007F to U+009F, which would move a terminal's cursor; U+2028 to U+202E, U+2066 to U+2069, which
 * end a line or turn writing round; the text begins with a character. */
static inline bool pt_utf8_is_control(const char *text)
{
    const unsigned char *s = (const unsigned char *)text;

    return s[0] < 0x20 || s[0] == 0x7f || (s[0] == 0xc2 && s[1] < 0xa0) ||
           (s[0] == 0xe2 && ((s[1] == 0x80 && s[2] >= 0xa8 && s[2] <= 0xae) ||
                             (s[1] == 0x81 && s[2] >= 0xa6 && s[2] <= 0xa9)));
}

#endif
