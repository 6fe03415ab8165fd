/* An input with bytes that were looked at, or read too far, in front of it. */
#ifndef PT_READ_LOOKAHEAD_H
#define PT_READ_LOOKAHEAD_H

#include "read/input.h"

struct pt_feed {
    pt_input *input;          /* NULL: not open */
    char     *ahead;          /* [room]; bytes at..length come before those of the input */
    size_t    at, length, room;
    bool      ended;          /* the input has nothing more */
};

/* bytes NULL: opens the path. The feed must be zeroed. */
ptron_status pt_feed_open(struct pt_feed *feed, const char *path, const void *bytes, size_t length,
                          ptron_error *err);
void pt_feed_close(struct pt_feed *feed);   /* to zero; one that is not open is fine */

/* Reads ahead until there are n bytes, or the end; with `prompt` until there is anything new. */
ptron_status pt_feed_look(struct pt_feed *feed, size_t n, bool prompt, ptron_error *err);
/* The bytes ahead; moves when the feed is used. */
static inline const char *pt_feed_ahead(const struct pt_feed *feed, size_t *length)
{
    *length = feed->length - feed->at;
    return feed->ahead + feed->at;
}
void pt_feed_skip(struct pt_feed *feed, size_t n);   /* n of the bytes ahead */

/* As pt_input_read. */
ptron_status pt_feed_read(struct pt_feed *feed, void *bytes, size_t n, bool prompt, size_t *got,
                          ptron_error *err);
/* The last n bytes read go back to the front. */
ptron_status pt_feed_give_back(struct pt_feed *feed, const char *bytes, size_t n, ptron_error *err);

/* Where the next byte stands in a plain file; false for everything else. */
bool pt_feed_place(const struct pt_feed *feed, uint64_t *at);
/* Goes on at another place of it; false and no change when that cannot be. */
bool pt_feed_go(struct pt_feed *feed, uint64_t at);

#endif
