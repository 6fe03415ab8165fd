/* Open addressing over one arena of texts. The hash is XXH3, the same on every machine. */
#include "base/dict.h"
#include "base/alloc.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

void pt_dict_init(struct pt_dict *dict)
{
    *dict = (struct pt_dict){0};
}

void pt_dict_fini(struct pt_dict *dict)
{
    pt_release(dict->bytes);
    pt_release(dict->start);
    pt_release(dict->slot);
    pt_dict_init(dict);
}

void pt_dict_clear(struct pt_dict *dict)
{
    dict->length = 0;
    dict->count = 0;
    if (dict->slots > 0)
        memset(dict->slot, 0, dict->slots * sizeof *dict->slot);
}

const char *pt_dict_text(const struct pt_dict *dict, uint32_t id, size_t *length)
{
    const uint64_t from = dict->start[id];

    if (length != NULL)
        *length = (size_t)(dict->start[id + 1] - from - 1);
    return dict->bytes + from;
}

/* The same first and last n bytes: all of texts of n to 2 n. */
#define SAME_ENDS(type, a, b, length)                                                                   \
    do {                                                                                                \
        type first[2], last[2];                                                                         \
                                                                                                        \
        memcpy(&first[0], a, sizeof(type));                                                             \
        memcpy(&first[1], b, sizeof(type));                                                             \
        memcpy(&last[0], (a) + (length) - sizeof(type), sizeof(type));                                  \
        memcpy(&last[1], (b) + (length) - sizeof(type), sizeof(type));                                  \
        return first[0] == first[1] && last[0] == last[1];                                              \
    } while (0)

/* Short texts, as words are, without a call. */
static bool is_equal(const char *a, const char *b, size_t length)
{
    if (length == 0 || length > 16)
        return memcmp(a, b, length) == 0;
    if (length >= 8)
        SAME_ENDS(uint64_t, a, b, length);
    if (length >= 4)
        SAME_ENDS(uint32_t, a, b, length);
    return a[0] == b[0] && a[length / 2] == b[length / 2] && a[length - 1] == b[length - 1];
}

/* The bits of the hash that a slot keeps: they say where to look first, and most of what is not the text. */
static uint32_t tag_of(const char *text, size_t length)
{
    return (uint32_t)(XXH3_64bits(text, length) >> 32);
}

/* The slot where the text is, or the empty one where it would go. Needs slots > count. */
static size_t locate(const struct pt_dict *dict, uint32_t tag, const char *text, size_t length)
{
    const size_t mask = dict->slots - 1;
    size_t at = tag & mask;

    for (; dict->slot[at] != 0; at = (at + 1) & mask) {
        size_t other_length;
        const char *other;

        if ((uint32_t)(dict->slot[at] >> 32) != tag)
            continue;
        other = pt_dict_text(dict, (uint32_t)dict->slot[at] - 1, &other_length);
        if (other_length == length && is_equal(other, text, length))
            break;
    }
    return at;
}

uint32_t pt_dict_find(const struct pt_dict *dict, const char *text, size_t length)
{
    return dict->count == 0 ? PT_DICT_NONE
                            : (uint32_t)dict->slot[locate(dict, tag_of(text, length), text, length)] - 1;
}

static bool widen(struct pt_dict *dict)
{
    const size_t slots = dict->slots == 0 ? 32 : dict->slots * 2;
    uint64_t *slot = pt_zeroed(slots, sizeof *slot);

    if (slot == NULL)
        return false;
    for (size_t i = 0; i < dict->slots; i++) {
        size_t at = (size_t)(dict->slot[i] >> 32) & (slots - 1);

        while (dict->slot[i] != 0 && slot[at] != 0)
            at = (at + 1) & (slots - 1);
        if (dict->slot[i] != 0)
            slot[at] = dict->slot[i];
    }
    pt_release(dict->slot);
    dict->slot = slot;
    dict->slots = slots;
    return true;
}

/* Writes the text at the end of the arena. */
static bool append(struct pt_dict *dict, const char *text, size_t length)
{
    void *bytes = dict->bytes, *start = dict->start;
    const bool fits = length < SIZE_MAX - dict->length - 1 &&
                      pt_grow(&bytes, &dict->room, dict->length + length + 1, 1);

    dict->bytes = bytes;
    if (!fits || !pt_grow(&start, &dict->start_room, (size_t)dict->count + 2, sizeof *dict->start))
        return false;
    dict->start = start;
    if (length > 0)
        memcpy(dict->bytes + dict->length, text, length);
    dict->bytes[dict->length + length] = '\0';
    dict->start[dict->count] = dict->length;
    dict->length += length + 1;
    dict->start[dict->count + 1] = dict->length;
    return true;
}

uint32_t pt_dict_add(struct pt_dict *dict, const char *text, size_t length)
{
    const uint32_t tag = tag_of(text, length);
    size_t at;

    if (dict->count >= dict->slots / 2 && !widen(dict))
        return PT_DICT_NONE;
    at = locate(dict, tag, text, length);
    if (dict->slot[at] != 0)
        return (uint32_t)dict->slot[at] - 1;
    if (dict->count >= UINT32_MAX - 2 || !append(dict, text, length))
        return PT_DICT_NONE;
    dict->slot[at] = (uint64_t)tag << 32 | ++dict->count;
    return dict->count - 1;
}

ptron_status pt_dict_copy(struct pt_dict *to, const struct pt_dict *from, ptron_error *err)
{
    pt_dict_init(to);
    for (uint32_t id = 0; id < from->count; id++) {
        size_t length;
        const char *text = pt_dict_text(from, id, &length);
        if (pt_dict_add(to, text, length) == PT_DICT_NONE) {
            pt_dict_fini(to);
            return pt_fail_memory(err, from->length, "a dictionary");
        }
    }
    return PTRON_OK;
}
