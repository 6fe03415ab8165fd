/* An input with bytes that were looked at, or read too far, in front of it. */
#ifndef PT_READ_LOOKAHEAD_H
#define PT_READ_LOOKAHEAD_H

#include "read/input.h"

struct pt_lookahead {
    pt_input *input;          /* NULL: not open */
    char     *ahead;          /* [room]; bytes at..length come before those of the input */
    size_t    at, length, room;
    bool      ended;          /* the input has nothing more */
};

/* bytes NULL: opens the path. The lookahead must be zeroed. */
ptron_status pt_lookahead_open(struct pt_lookahead *lookahead, const char *path, const void *bytes, size_t length,
                               ptron_error *err);
void pt_lookahead_close(struct pt_lookahead *lookahead);   /* to zero; one that is not open is fine */

/* Reads ahead until there are n bytes, or the end; with `prompt` until there is anything new. What came before an
 * error is there. */
ptron_status pt_lookahead_look(struct pt_lookahead *lookahead, size_t n, bool prompt, ptron_error *err);
/* The bytes ahead; moves when the lookahead is used. */
static inline const char *pt_lookahead_ahead(const struct pt_lookahead *lookahead, size_t *length)
{
    *length = lookahead->length - lookahead->at;
    return lookahead->ahead + lookahead->at;
}
void pt_lookahead_skip(struct pt_lookahead *lookahead, size_t n);   /* n of the bytes ahead */

/* As pt_input_read; *got counts also what came before an error. */
ptron_status pt_lookahead_read(struct pt_lookahead *lookahead, void *bytes, size_t n, bool prompt, size_t *got,
                               ptron_error *err);
/* The last n bytes read go back to the front. */
ptron_status pt_lookahead_give_back(struct pt_lookahead *lookahead, const char *bytes, size_t n, ptron_error *err);

/* The offset of the next byte in a plain file; false for everything else. */
bool pt_lookahead_place(const struct pt_lookahead *lookahead, uint64_t *at);
/* Goes on at another offset of it; false and no change when that cannot be. */
bool pt_lookahead_go(struct pt_lookahead *lookahead, uint64_t at);

#endif
