/* Public functions of the inference core that stand for themselves: version, numbers, bytes. */
#include "base/alloc.h"
#include "base/json.h"
#include "base/number.h"
#include "base/sized.h"

#define TEXT_OF(x) #x
#define DOTTED(a, b, c) TEXT_OF(a) "." TEXT_OF(b) "." TEXT_OF(c)

const char *ptron_version(void)
{
    return DOTTED(PTRON_VERSION_MAJOR, PTRON_VERSION_MINOR, PTRON_VERSION_PATCH);
}

uint32_t ptron_version_number(void)
{
    return PTRON_VERSION_NUMBER;
}

const char *ptron_stop_text(ptron_stop reason)
{
    static const char *const texts[] = {
#define X(name, value, text) [value] = text,
        PTRON_STOP_MAP(X)
#undef X
    };

    return (size_t)reason < sizeof texts / sizeof *texts ? texts[reason] : "unknown";
}

void ptron_bytes_free(void *bytes)
{
    pt_release(bytes);
}

size_t ptron_format_number(double value, char *text, size_t room)
{
    char whole[PT_DOUBLE_ROOM];

    return pt_hand_text(whole, pt_format_double(value, whole), text, room);
}

/* Takes no memory, so that it cannot fail. */
size_t ptron_format_json(const char *text, char *json, size_t room)
{
    char piece[PT_JSON_CHARACTER] = "\"";
    size_t length = 0, n = 1;

    for (const char *at = text == NULL ? "" : text;; n = pt_json_character(&at, piece)) {
        if (length < room)
            pt_hand_text(piece, n, json == NULL ? NULL : json + length, room - length);
        length += n;
        if (*at == '\0')
            break;
    }
    if (length < room)
        pt_hand_text("\"", 1, json == NULL ? NULL : json + length, room - length);
    return length + 1;
}
