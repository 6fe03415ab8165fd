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

size_t ptron_format_json(const char *text, char *json, size_t room)
{
    struct pt_buffer out;
    size_t length;

    pt_buffer_init(&out);
    pt_json_text(&out, text == NULL ? "" : text);
    length = out.failed ? pt_hand_text("\"\"", 2, json, room) : pt_hand_text(out.bytes, out.length, json, room);
    pt_buffer_fini(&out);
    return length;
}
