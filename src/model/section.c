/* Writing and checking the frame of a model file. Nothing here allocates but the buffer written into. */
#include "model/section.h"
#include "base/plural.h"

#include <inttypes.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { MAGIC_BYTES = 8, TAG_BYTES = 4, HEAD_BYTES = TAG_BYTES + 8, SUM_BYTES = 8 };

/* The first byte is no text, the last two show a file whose line ends were "repaired". */
static const unsigned char magic[MAGIC_BYTES] = {0x89, 'P', 'T', 'R', 'O', 'N', '\r', '\n'};

const struct pt_file_kind pt_model_file = {"a model", (const char *)magic, MAGIC_BYTES, UINT64_C(1) << 40};

static const char end_tag[] = "END ";

/* ---- writing ------------------------------------------------------------------------------------- */

size_t pt_sections_begin(struct pt_buffer *out)
{
    const size_t file = out->length;

    pt_buffer_add(out, magic, sizeof magic);
    pt_buffer_u32(out, PT_MODEL_FORMAT);
    return file;
}

size_t pt_section_begin(struct pt_buffer *out, const char *tag)
{
    const size_t section = out->length;

    pt_buffer_add(out, tag, TAG_BYTES);
    pt_buffer_u64(out, 0);   /* the length, known at the end */
    return section;
}

void pt_section_end(struct pt_buffer *out, size_t section)
{
    uint64_t length;

    if (out->failed)
        return;
    length = out->length - section - HEAD_BYTES;
    for (size_t i = 0; i < 8; i++)
        out->bytes[section + TAG_BYTES + i] = (char)(unsigned char)(length >> (8 * i));
    pt_buffer_u64(out, XXH64(out->bytes + section, out->length - section, 0));
}

void pt_sections_end(struct pt_buffer *out, size_t file)
{
    const uint64_t sum = out->failed ? 0 : XXH64(out->bytes + file, out->length - file, 0);
    const size_t section = pt_section_begin(out, end_tag);

    pt_buffer_u64(out, sum);
    pt_section_end(out, section);
}

/* ---- reading ------------------------------------------------------------------------------------- */

static ptron_status check_head(struct pt_cursor *in, ptron_error *err)
{
    const size_t left = pt_cursor_left(in), compared = left < MAGIC_BYTES ? left : MAGIC_BYTES;
    uint32_t version;

    if (left == 0)
        return pt_detail(err, PTRON_DETAIL_NOT_A_MODEL,
                         pt_fail(err, PTRON_MODEL, "not a perceptron model: the file is empty"));
    if (memcmp(in->at, magic, compared) != 0)
        return pt_detail(err, PTRON_DETAIL_NOT_A_MODEL, pt_fail(err, PTRON_MODEL, "not a perceptron model"));
    pt_cursor_bytes(in, MAGIC_BYTES);
    version = pt_cursor_u32(in);
    if (in->failed)
        return pt_fail(err, PTRON_MODEL, "truncated: only %zu byte%s there", left, pt_one_many(left, " is", "s are"));
    if (version > PT_MODEL_FORMAT)
        return pt_detail(err, PTRON_DETAIL_VERSION,
                         pt_fail(err, PTRON_MODEL,
                                 "made by a newer version (format %" PRIu32 "); this library reads up to %d", version,
                                 PT_MODEL_FORMAT));
    if (version == 0)
        return pt_fail(err, PTRON_MODEL, "format 0 does not exist");
    return PTRON_OK;
}

/* A tag as text for messages: what is not a letter or digit becomes '?'. */
static void show_tag(const unsigned char *tag, char *text)
{
    for (size_t i = 0; i < TAG_BYTES; i++)
        text[i] = (tag[i] >= 'A' && tag[i] <= 'Z') || (tag[i] >= '0' && tag[i] <= '9') ? (char)tag[i] : '?';
    text[tag[TAG_BYTES - 1] == ' ' ? TAG_BYTES - 1 : TAG_BYTES] = '\0';
}

/* Takes the next section off the file: its tag and payload, the checksum found right. */
static ptron_status take_section(struct pt_cursor *in, const unsigned char **tag, struct pt_cursor *payload,
                                 ptron_error *err)
{
    const unsigned char *head = in->at;
    const size_t room = pt_cursor_left(in);
    char name[TAG_BYTES + 1];
    uint64_t length;

    *tag = pt_cursor_bytes(in, TAG_BYTES);
    length = pt_cursor_u64(in);
    if (in->failed)
        return pt_fail(err, PTRON_MODEL, "truncated: %s", room == 0 ? "no END section" : "half a section head");
    show_tag(*tag, name);
    if (room - HEAD_BYTES < SUM_BYTES || length > room - HEAD_BYTES - SUM_BYTES)
        return pt_fail(err, PTRON_MODEL, "truncated: section %s has %" PRIu64 " byte%s and a checksum of %d, and %zu "
                       "%s left for both", name, length, pt_plural(length), SUM_BYTES, room - HEAD_BYTES,
                       pt_one_many(room - HEAD_BYTES, "byte is", "bytes are"));
    payload->at = pt_cursor_bytes(in, (size_t)length);
    payload->end = in->at;
    payload->failed = false;
    if (pt_cursor_u64(in) != XXH64(head, HEAD_BYTES + (size_t)length, 0))
        return pt_detail(err, PTRON_DETAIL_CHECKSUM,
                         pt_fail(err, PTRON_MODEL, "checksum of section %s does not match", name));
    return PTRON_OK;
}

static ptron_status note_section(const unsigned char *tag, const struct pt_cursor *payload,
                                 struct pt_section *sections, size_t n, ptron_error *err)
{
    for (size_t i = 0; i < n; i++) {
        if (memcmp(tag, sections[i].tag, TAG_BYTES) != 0)
            continue;
        if (sections[i].bytes != NULL)
            return pt_fail(err, PTRON_MODEL, "section %s appears twice", sections[i].tag);
        sections[i].bytes = payload->at;
        sections[i].length = pt_cursor_left(payload);
    }
    return PTRON_OK;
}

/* `whole` is everything before the END section. */
static ptron_status check_end(const struct pt_cursor *in, struct pt_cursor *payload,
                              const struct pt_cursor *whole, ptron_error *err)
{
    const uint64_t sum = pt_cursor_u64(payload);

    if (payload->failed || pt_cursor_left(payload) != 0)
        return pt_fail(err, PTRON_MODEL, "section END is not 8 bytes long");
    if (sum != XXH64(whole->at, pt_cursor_left(whole), 0))
        return pt_detail(err, PTRON_DETAIL_CHECKSUM, pt_fail(err, PTRON_MODEL, "checksum of the whole does not match"));
    if (pt_cursor_left(in) != 0)
        return pt_fail(err, PTRON_MODEL, "%zu %s the end", pt_cursor_left(in),
                       pt_one_many(pt_cursor_left(in), "byte follows", "bytes follow"));
    return PTRON_OK;
}

ptron_status pt_sections_find(const void *bytes, size_t length, struct pt_section *sections, size_t n,
                              ptron_error *err)
{
    const unsigned char *start = bytes, *tag = NULL;
    struct pt_cursor in = {start, start + length, false}, whole = in, payload = {NULL, NULL, true};

    PT_TRY(check_head(&in, err));
    for (;;) {
        whole.end = in.at;
        PT_TRY(take_section(&in, &tag, &payload, err));
        if (memcmp(tag, end_tag, TAG_BYTES) == 0)
            break;
        PT_TRY(note_section(tag, &payload, sections, n, err));
    }
    PT_TRY(check_end(&in, &payload, &whole, err));
    for (size_t i = 0; i < n; i++)
        if (sections[i].required && sections[i].bytes == NULL)
            return pt_fail(err, PTRON_MODEL, "section %s is missing", sections[i].tag);
    return PTRON_OK;
}
