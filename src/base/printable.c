/* Makes text from outside fit for a message. */
#include "base/printable.h"

#include <stdbool.h>
#include <string.h>

enum { SHOWN_BYTES = 40, LIST_NAMES = 8 };

/* Bytes of the well-formed character at text, 0 when there is none. Overlong forms pass: they are only shown. */
static size_t character_bytes(const unsigned char *text, size_t length)
{
    const size_t n = text[0] < 0x80 ? 1 : text[0] < 0xc2 ? 0 : text[0] < 0xe0 ? 2 : text[0] < 0xf0 ? 3 : 4;

    if (n == 0 || n > length || text[0] > 0xf4)
        return 0;
    for (size_t i = 1; i < n; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    return n;
}

/* U+0000 to U+001F, U+007F to U+009F: would move a terminal's cursor. */
static bool is_control(const unsigned char *text)
{
    return text[0] < 0x20 || text[0] == 0x7f || (text[0] == 0xc2 && text[1] < 0xa0);
}

struct pt_shown pt_shown(const char *text, size_t length)
{
    const unsigned char *bytes = (const unsigned char *)text;
    struct pt_shown shown;
    size_t at = 0, from = 0;

    while (from < length && at <= SHOWN_BYTES - 4) {
        const size_t n = character_bytes(bytes + from, length - from);

        if (n == 0 || is_control(bytes + from)) {
            shown.text[at++] = '?';
        } else {
            memcpy(shown.text + at, bytes + from, n);
            at += n;
        }
        from += n == 0 ? 1 : n;
    }
    strncpy(shown.text + at, from < length ? "..." : "", sizeof shown.text - at);
    return shown;
}

/* Appends to an ended text; false, and nothing changed, when there is no room. */
static bool append(char *out, size_t room, const char *text)
{
    const size_t at = strlen(out), n = strlen(text);

    if (at + n >= room)
        return false;
    memcpy(out + at, text, n + 1);
    return true;
}

void pt_shown_list(char *out, size_t room, pt_shown_name *name, const void *context, size_t n)
{
    const size_t last = n < LIST_NAMES ? n : LIST_NAMES;
    bool fits = true;
    size_t i = 0;

    out[0] = '\0';
    for (; i < last && fits; i++) {
        size_t length;
        const char *text = name(context, i, &length);

        fits = append(out, room - 8, pt_shown(text, length).text) && (i + 1 == n || append(out, room - 6, ", "));
    }
    if (i < n || !fits)
        append(out, room, "...");
}
