/* Well-formed UTF-8, as table 3-7 of the Unicode standard has it. */
#include "base/utf8.h"

size_t pt_utf8_bytes(const char *text, size_t length)
{
    static const struct {
        unsigned char first, last, low, high;   /* range of the lead byte; of the second byte */
        size_t bytes;
    } forms[] = {
        {0x00, 0x7f, 0x00, 0x00, 1}, {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
        {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
        {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
    };
    const unsigned char *s = (const unsigned char *)text;
    size_t i = 0;

    if (length == 0)
        return 0;
    while (i < sizeof forms / sizeof *forms && s[0] > forms[i].last)
        i++;
    if (i == sizeof forms / sizeof *forms || s[0] < forms[i].first || forms[i].bytes > length)
        return 0;
    if (forms[i].bytes > 1 && (s[1] < forms[i].low || s[1] > forms[i].high))
        return 0;
    for (size_t k = 2; k < forms[i].bytes; k++)
        if (s[k] < 0x80 || s[k] > 0xbf)
            return 0;
    return forms[i].bytes;
}
