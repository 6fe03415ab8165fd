/* Reading ahead and giving back, in front of an input. */
#include "read/lookahead.h"
#include "base/alloc.h"
#include "base/size.h"

#include <string.h>

ptron_status pt_feed_open(struct pt_feed *feed, const char *path, const void *bytes, size_t length,
                          ptron_error *err)
{
    return bytes == NULL ? pt_input_open(path, &feed->input, err)
                         : pt_input_memory(bytes, length, path, &feed->input, err);
}

void pt_feed_close(struct pt_feed *feed)
{
    pt_input_close(feed->input);
    pt_release(feed->ahead);
    *feed = (struct pt_feed){0};
}

static ptron_status make_room(struct pt_feed *feed, size_t n, ptron_error *err)
{
    void *ahead = feed->ahead;

    if (!pt_grow(&ahead, &feed->room, n, 1))
        return pt_fail_memory(err, n, "reading ahead");
    feed->ahead = ahead;
    return PTRON_OK;
}

ptron_status pt_feed_look(struct pt_feed *feed, size_t n, bool prompt, ptron_error *err)
{
    const size_t here = feed->length - feed->at;
    size_t got;

    if (here >= n || feed->ended)
        return PTRON_OK;
    PT_TRY(make_room(feed, n, err));
    if (feed->at > 0 && here > 0)
        memmove(feed->ahead, feed->ahead + feed->at, here);
    feed->at = 0;
    feed->length = here;
    PT_TRY(pt_input_read(feed->input, feed->ahead + here, n - here, prompt, &got, err));
    feed->length += got;
    feed->ended = prompt ? got == 0 : got < n - here;
    return PTRON_OK;
}

void pt_feed_skip(struct pt_feed *feed, size_t n)
{
    feed->at += n;
}

ptron_status pt_feed_read(struct pt_feed *feed, void *bytes, size_t n, bool prompt, size_t *got,
                          ptron_error *err)
{
    const size_t here = pt_min(n, feed->length - feed->at);
    size_t more;

    if (here > 0)
        memcpy(bytes, feed->ahead + feed->at, here);
    feed->at += here;
    *got = here;
    if (here == n || feed->ended || (prompt && here > 0))
        return PTRON_OK;
    PT_TRY(pt_input_read(feed->input, (char *)bytes + here, n - here, prompt, &more, err));
    *got += more;
    feed->ended = prompt ? more == 0 : more < n - here;
    return PTRON_OK;
}

ptron_status pt_feed_give_back(struct pt_feed *feed, const char *bytes, size_t n, ptron_error *err)
{
    if (feed->at < feed->length) {   /* all of them came from here, and are still there */
        feed->at -= n;
        return PTRON_OK;
    }
    PT_TRY(make_room(feed, n, err));
    if (n > 0)
        memcpy(feed->ahead, bytes, n);
    feed->at = 0;
    feed->length = n;
    return PTRON_OK;
}

bool pt_feed_place(const struct pt_feed *feed, uint64_t *at)
{
    const bool has = pt_input_place(feed->input, at);

    *at -= has ? feed->length - feed->at : 0;
    return has;
}

bool pt_feed_go(struct pt_feed *feed, uint64_t at)
{
    if (!pt_input_go(feed->input, at))
        return false;
    feed->at = feed->length = 0;
    feed->ended = false;
    return true;
}
