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

static bool is_bare(const char *text)
{
    for (const char *s = text; *s != '\0'; s++)
        if (!((*s >= '0' && *s <= '9') || (*s >= 'A' && *s <= 'Z') || (*s >= 'a' && *s <= 'z') || (*s & 0x80) != 0 ||
              strchr("_-.:/+%@=", *s) != NULL))
            return false;
    return *text != '\0';
}

struct pt_word pt_word(const char *text, bool list)
{
    const struct pt_printable shown = pt_printable(text, strlen(text));
    const bool listed = list && strchr(shown.text, ',') != NULL;
    struct pt_word word;
    size_t at = 0;

    if (is_bare(shown.text)) {
        memcpy(word.text, shown.text, sizeof shown.text);
        return word;
    }
    word.text[at++] = '\'';
    if (listed)
        word.text[at++] = '"';
    for (const char *s = shown.text; *s != '\0' && at + 8 < sizeof word.text; s++) {
        if (*s == '\'') {
            memcpy(word.text + at, "'\\''", 4);
            at += 4;
        } else {
            word.text[at++] = *s;
        }
    }
    if (listed)
        word.text[at++] = '"';
    word.text[at++] = '\'';
    word.text[at] = '\0';
    return word;
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
