/* Makes text from outside fit for a message. */
#include "base/printable.h"
#include "base/utf8.h"

#include <stdbool.h>
#include <string.h>

enum { SHOWN_BYTES = 40, LIST_NAMES = 8 };

struct pt_printable pt_printable(const char *text, size_t length)
{
    struct pt_printable shown;
    size_t at = 0, from = 0;

    while (from < length && at <= SHOWN_BYTES - 4) {
        const size_t n = pt_utf8_bytes(text + from, length - from);

        if (n == 0 || pt_utf8_is_control(text + from)) {
            shown.text[at++] = '?';
        } else {
            memcpy(shown.text + at, text + from, n);
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

void pt_printable_list(char *out, size_t room, pt_printable_name *name, const void *context, size_t n)
{
    const size_t last = n < LIST_NAMES ? n : LIST_NAMES;
    bool fits = true;
    size_t i = 0;

    out[0] = '\0';
    for (; i < last && fits; i++) {
        size_t length;
        const char *text = name(context, i, &length);

        fits = append(out, room - 8, pt_printable(text, length).text) && (i + 1 == n || append(out, room - 6, ", "));
    }
    if (i < n || !fits)
        append(out, room, "...");
}
