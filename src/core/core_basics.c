/* Public functions of the inference core that stand for themselves: version, numbers, bytes. */
#include "base/alloc.h"
#include "base/json.h"
#include "base/number.h"
#include "base/size.h"

#include <string.h>

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
    const size_t length = pt_format_double(value, whole);
    size_t kept;

    if (room == 0 || text == NULL)
        return length;
    kept = length < room ? length : room - 1;
    memcpy(text, whole, kept);
    text[kept] = '\0';
    return length;
}

size_t ptron_format_json(const char *text, char *json, size_t room)
{
    struct pt_buffer out;
    const char *quoted;
    size_t length;

    pt_buffer_init(&out);
    pt_json_text(&out, text == NULL ? "" : text);
    quoted = out.failed ? "\"\"" : out.bytes;
    length = out.failed ? 2 : out.length;
    if (room > 0 && json != NULL) {
        memcpy(json, quoted, pt_min(length, room - 1));
        json[pt_min(length, room - 1)] = '\0';
    }
    pt_buffer_fini(&out);
    return length;
}
