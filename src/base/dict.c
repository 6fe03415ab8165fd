/* Open addressing over one arena of texts. Short texts, as most words are, are told apart by their slots alone. */
#include "base/dict.h"
#include "base/alloc.h"
#include "base/fetch.h"
#include "base/memory.h"

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

size_t pt_dict_bytes(const struct pt_dict *dict)
{
    return dict->length + (dict->count + (size_t)1) * sizeof *dict->start + dict->slots * sizeof *dict->slot;
}

const char *pt_dict_text(const struct pt_dict *dict, uint32_t id, size_t *length)
{
    const uint64_t from = dict->start[id];

    if (length != NULL)
        *length = (size_t)(dict->start[id + 1] - from - 1);
    return dict->bytes + from;
}

enum { SHORT_TEXT = 8, AT_ONCE = 32 };   /* bytes that a slot holds; texts whose slots are asked for in advance */
enum { LARGE_BYTES = 2 << 20 };

/* Bytes in the order of memory, then 0. */
static uint64_t short_key(const char *text, size_t length)
{
    uint64_t key = 0;

    memcpy(&key, length == 0 ? (const char *)&key : text, length);
    return key;
}

/* Eight bytes are read and those behind the text are made 0, without a jump: how long words are cannot be foreseen. */
static inline uint64_t padded_key(const char *text, size_t length)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t key;

    memcpy(&key, text, sizeof key);
    return length == 0 ? 0 : key & UINT64_MAX >> (64 - 8 * length);
#else
    return short_key(text, length);
#endif
}

static inline uint64_t key_of(const char *text, size_t length)
{
    return length <= SHORT_TEXT ? short_key(text, length) : XXH3_64bits(text, length);
}

/* Where to look first: every bit of the key counts. */
static inline size_t home_of(uint64_t key, uint32_t length, size_t slots)
{
    const uint64_t odd = UINT64_C(0x9e3779b97f4a7c15);
    uint64_t mixed = (key + length) * odd;

    mixed = (mixed ^ mixed >> 32) * odd;
    return (size_t)(mixed >> 32) & (slots - 1);
}

static bool is_text(const struct pt_dict *dict, uint32_t id, const char *text, size_t length)
{
    size_t n;
    const char *other = pt_dict_text(dict, id, &n);

    return n == length && memcmp(other, text, n) == 0;
}

/* The slot where the text is, or the empty one where it would go. Needs slots > count. */
static inline size_t locate(const struct pt_dict *dict, uint64_t key, const char *text, size_t length)
{
    size_t at = home_of(key, (uint32_t)length, dict->slots);

    for (; dict->slot[at].number != 0; at = (at + 1) & (dict->slots - 1))
        if (dict->slot[at].key == key && dict->slot[at].length == (uint32_t)length &&
            (length <= SHORT_TEXT || is_text(dict, dict->slot[at].number - 1, text, length)))
            break;
    return at;
}

uint32_t pt_dict_find(const struct pt_dict *dict, const char *text, size_t length)
{
    return dict->count == 0 ? PT_DICT_NONE : dict->slot[locate(dict, key_of(text, length), text, length)].number - 1;
}

/* Written at once: pages of zeros that are read first are handed out twice, and every thread is told of it. */
static struct pt_dict_slot *empty_slots(size_t slots)
{
    struct pt_dict_slot *slot = pt_array(slots, sizeof *slot);

    if (slot == NULL)
        return NULL;
    if (slots > LARGE_BYTES / sizeof *slot)
        pt_memory_large_pages(slot, slots * sizeof *slot);
    memset(slot, 0, slots * sizeof *slot);
    return slot;
}

static bool widen(struct pt_dict *dict)
{
    const size_t slots = dict->slots == 0 ? 32 : dict->slots * 2;
    struct pt_dict_slot *slot = empty_slots(slots);

    if (slot == NULL)
        return false;
    for (size_t i = 0; i < dict->slots; i++) {
        size_t at = home_of(dict->slot[i].key, dict->slot[i].length, slots);

        while (dict->slot[i].number != 0 && slot[at].number != 0)
            at = (at + 1) & (slots - 1);
        if (dict->slot[i].number != 0)
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

static inline uint32_t add(struct pt_dict *dict, uint64_t key, const char *text, size_t length)
{
    size_t at;

    if (dict->count >= dict->slots / 2 && !widen(dict))
        return PT_DICT_NONE;
    at = locate(dict, key, text, length);
    if (dict->slot[at].number != 0)
        return dict->slot[at].number - 1;
    if (dict->count >= UINT32_MAX - 2 || !append(dict, text, length))
        return PT_DICT_NONE;
    dict->slot[at] = (struct pt_dict_slot){key, (uint32_t)length, ++dict->count};
    return dict->count - 1;
}

uint32_t pt_dict_add(struct pt_dict *dict, const char *text, size_t length)
{
    return add(dict, key_of(text, length), text, length);
}

uint32_t pt_dict_add_padded(struct pt_dict *dict, const char *text, size_t length)
{
    return add(dict, length <= SHORT_TEXT ? padded_key(text, length) : XXH3_64bits(text, length), text, length);
}

bool pt_dict_add_all(struct pt_dict *dict, const struct pt_dict *from, uint32_t *number)
{
    uint64_t key[AT_ONCE];

    for (uint32_t first = 0; first < from->count; first += AT_ONCE) {
        const uint32_t n = from->count - first < AT_ONCE ? from->count - first : AT_ONCE;

        for (uint32_t i = 0; i < n; i++) {
            size_t length;
            const char *text = pt_dict_text(from, first + i, &length);

            key[i] = key_of(text, length);
            if (dict->slots > 0)
                PT_FETCH(dict->slot + home_of(key[i], (uint32_t)length, dict->slots));
        }
        for (uint32_t i = 0; i < n; i++) {
            size_t length;
            const char *text = pt_dict_text(from, first + i, &length);

            number[first + i] = add(dict, key[i], text, length);
            if (number[first + i] == PT_DICT_NONE)
                return false;
        }
    }
    return true;
}

static void *copy_array(const void *from, size_t n, size_t size)
{
    void *to = pt_array(n, size);

    if (to != NULL && n > 0)
        memcpy(to, from, n * size);
    return to;
}

/* As it stands: to add each text anew would take ten times as long. */
ptron_status pt_dict_copy(struct pt_dict *to, const struct pt_dict *from, ptron_error *err)
{
    pt_dict_init(to);
    if (from->count == 0)
        return PTRON_OK;
    *to = (struct pt_dict){
        .bytes = copy_array(from->bytes, from->length, 1), .length = from->length, .room = from->length,
        .start = copy_array(from->start, (size_t)from->count + 1, sizeof *from->start),
        .start_room = (size_t)from->count + 1,
        .slot = copy_array(from->slot, from->slots, sizeof *from->slot), .slots = from->slots, .count = from->count,
    };
    if (to->bytes != NULL && to->start != NULL && to->slot != NULL)
        return PTRON_OK;
    pt_dict_fini(to);
    return pt_fail_memory(err, from->length, "a dictionary");
}
