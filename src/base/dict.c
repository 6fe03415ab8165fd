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

/* The slot where the text is, or the empty one where it would go. Needs slots > count. */
static size_t locate(const struct pt_dict *dict, const char *text, size_t length)
{
    const size_t mask = dict->slots - 1;
    size_t at = (size_t)XXH3_64bits(text, length) & mask;

    for (; dict->slot[at] != 0; at = (at + 1) & mask) {
        size_t other_length;
        const char *other = pt_dict_text(dict, dict->slot[at] - 1, &other_length);
        if (other_length == length && memcmp(other, text, length) == 0)
            break;
    }
    return at;
}

uint32_t pt_dict_find(const struct pt_dict *dict, const char *text, size_t length)
{
    return dict->count == 0 ? PT_DICT_NONE : dict->slot[locate(dict, text, length)] - 1;
}

static bool widen(struct pt_dict *dict)
{
    struct pt_dict wide = *dict;

    wide.slots = dict->slots == 0 ? 32 : dict->slots * 2;
    wide.slot = pt_zeroed(wide.slots, sizeof *wide.slot);
    if (wide.slot == NULL)
        return false;
    for (uint32_t id = 0; id < dict->count; id++) {
        size_t length;
        const char *text = pt_dict_text(dict, id, &length);
        wide.slot[locate(&wide, text, length)] = id + 1;
    }
    pt_release(dict->slot);
    *dict = wide;
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
    size_t at;

    if (dict->count >= dict->slots / 2 && !widen(dict))
        return PT_DICT_NONE;
    at = locate(dict, text, length);
    if (dict->slot[at] != 0)
        return dict->slot[at] - 1;
    if (dict->count >= UINT32_MAX - 2 || !append(dict, text, length))
        return PT_DICT_NONE;
    dict->slot[at] = ++dict->count;
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
