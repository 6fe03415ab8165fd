/* One line of JSON as a walk through the values of an object. Objects inside are walked through too: their keys are
 * those of the objects around them with dots between, "a.b" for {"a": {"b": 1}}. Lists are passed over as a whole.
 *
 * NaN and Infinity, which Python writes, are taken for numbers. */
#ifndef PT_PARSE_JSON_JSON_WALK_H
#define PT_PARSE_JSON_JSON_WALK_H

#include "base/buffer.h"

enum { PT_JSON_DEPTH = 32 };   /* objects within objects */

enum pt_json_kind { PT_JSON_TEXT, PT_JSON_NUMBER, PT_JSON_TRUE, PT_JSON_FALSE, PT_JSON_NULL, PT_JSON_LIST };

struct pt_json_value {
    enum pt_json_kind kind;
    const char *key;           /* a borrow until the walk goes on */
    size_t      key_length;
    const char *at;            /* its first byte, a quote where it is a text */
    const char *text;          /* texts: between the quotes, escapes as they are; numbers: their digits */
    size_t      length;
    bool        escaped;
};

struct pt_json_walk {
    const char *at, *end;      /* where the walk is; where something is wrong */
    const char *wrong;         /* what, or NULL */
    struct pt_buffer *path;    /* the keys of the objects that are open */
    size_t depth, lengths[PT_JSON_DEPTH];
    bool first;                /* nothing of the object at hand has come yet */
};

/* Begins with a line without its line end. The buffer is borrowed. */
void pt_json_start(struct pt_json_walk *walk, const char *line, const char *end, struct pt_buffer *path);
/* The next value; false at the end of the line, or (walk->wrong) where something is wrong. */
bool pt_json_next(struct pt_json_walk *walk, struct pt_json_value *value);

/* The text with its escapes resolved; `to` has room for `length` bytes. Returns how many it takes. Zeros and halves of
 * surrogate pairs become U+FFFD. */
size_t pt_json_decode(const char *text, size_t length, char *to);

#endif
