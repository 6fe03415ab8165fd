/* Texts numbered in the order they came: label names, words, categories. Lookups in a dict that no longer
 * grows may run in many threads. */
#ifndef PT_BASE_DICT_H
#define PT_BASE_DICT_H

#include "base/error.h"

#define PT_DICT_NONE UINT32_MAX

struct pt_dict_slot {
    uint64_t key;                    /* the text itself, of up to eight bytes; the hash of a longer one */
    uint32_t length;                 /* of the text, its lower bits */
    uint32_t number;                 /* id + 1; 0: nothing is here */
};

struct pt_dict {
    char     *bytes;                 /* all texts, each ended with NUL */
    size_t    length, room;
    uint64_t *start;                 /* [count + 1] where each text begins in `bytes` */
    size_t    start_room;
    struct pt_dict_slot *slot;       /* [slots] open addressing */
    size_t    slots;                 /* a power of two, or 0 */
    uint32_t  count;
};

void pt_dict_init(struct pt_dict *dict);
void pt_dict_fini(struct pt_dict *dict);
void pt_dict_clear(struct pt_dict *dict);   /* empty, memory kept */
size_t pt_dict_bytes(const struct pt_dict *dict);   /* of memory that is in use */

/* The number of the text; PT_DICT_NONE when it is not there. */
uint32_t pt_dict_find(const struct pt_dict *dict, const char *text, size_t length);
/* The number of the text, new or old; PT_DICT_NONE when memory is out or 2^32-2 are reached. */
uint32_t pt_dict_add(struct pt_dict *dict, const char *text, size_t length);
/* The same of a text behind which eight bytes more can be read: quicker. */
uint32_t pt_dict_add_padded(struct pt_dict *dict, const char *text, size_t length);
/* Every text of `from`, in its order: number [from->count] gets their numbers. Quicker than one by one, as their places
 * are asked for in advance. False when memory is out or 2^32-2 are reached. */
bool pt_dict_add_all(struct pt_dict *dict, const struct pt_dict *from, uint32_t *number);
/* A borrow, ended with NUL; it may hold NULs only if the text did. */
const char *pt_dict_text(const struct pt_dict *dict, uint32_t id, size_t *length);
ptron_status pt_dict_copy(struct pt_dict *to, const struct pt_dict *from, ptron_error *err);

#endif
