/* Reading ahead and giving back, in front of an input. */
#include "read/lookahead.h"
#include "base/alloc.h"
#include "base/size.h"

#include <assert.h>
#include <string.h>

ptron_status pt_lookahead_open(struct pt_lookahead *lookahead, const char *path, const void *bytes, size_t length,
                               ptron_error *err)
{
    assert(lookahead->input == NULL && lookahead->ahead == NULL);
    return bytes == NULL ? pt_input_open(path, &lookahead->input, err)
                         : pt_input_memory(bytes, length, path, &lookahead->input, err);
}

void pt_lookahead_close(struct pt_lookahead *lookahead)
{
    pt_input_close(lookahead->input);
    pt_release(lookahead->ahead);
    *lookahead = (struct pt_lookahead){0};
}

static ptron_status grow_ahead(struct pt_lookahead *lookahead, size_t n, ptron_error *err)
{
    void *ahead = lookahead->ahead;

    if (!pt_grow(&ahead, &lookahead->room, n, 1))
        return pt_fail_memory(err, n, "reading ahead");
    lookahead->ahead = ahead;
    return PTRON_OK;
}

ptron_status pt_lookahead_look(struct pt_lookahead *lookahead, size_t n, bool prompt, ptron_error *err)
{
    const size_t here = lookahead->length - lookahead->at;
    ptron_status status;
    size_t got;

    if (here >= n || lookahead->ended)
        return PTRON_OK;
    PT_TRY(grow_ahead(lookahead, n, err));
    if (lookahead->at > 0 && here > 0)
        memmove(lookahead->ahead, lookahead->ahead + lookahead->at, here);
    lookahead->at = 0;
    lookahead->length = here;
    status = pt_input_read(lookahead->input, lookahead->ahead + here, n - here, prompt, &got, err);
    lookahead->length += got;
    PT_TRY(status);
    lookahead->ended = prompt ? got == 0 : got < n - here;
    return PTRON_OK;
}

void pt_lookahead_skip(struct pt_lookahead *lookahead, size_t n)
{
    assert(n <= lookahead->length - lookahead->at);
    lookahead->at += n;
}

ptron_status pt_lookahead_read(struct pt_lookahead *lookahead, void *bytes, size_t n, bool prompt, size_t *got,
                               ptron_error *err)
{
    const size_t here = pt_min(n, lookahead->length - lookahead->at);
    ptron_status status;
    size_t more;

    if (here > 0)
        memcpy(bytes, lookahead->ahead + lookahead->at, here);
    lookahead->at += here;
    *got = here;
    if (here == n || lookahead->ended || (prompt && here > 0))
        return PTRON_OK;
    status = pt_input_read(lookahead->input, (char *)bytes + here, n - here, prompt, &more, err);
    *got += more;
    PT_TRY(status);
    lookahead->ended = prompt ? more == 0 : more < n - here;
    return PTRON_OK;
}

ptron_status pt_lookahead_give_back(struct pt_lookahead *lookahead, const char *bytes, size_t n, ptron_error *err)
{
    if (lookahead->at < lookahead->length) {   /* all of them came from here, and are still there */
        lookahead->at -= n;
        return PTRON_OK;
    }
    PT_TRY(grow_ahead(lookahead, n, err));
    if (n > 0)
        memcpy(lookahead->ahead, bytes, n);
    lookahead->at = 0;
    lookahead->length = n;
    return PTRON_OK;
}

bool pt_lookahead_place(const struct pt_lookahead *lookahead, uint64_t *at)
{
    const bool has = pt_input_place(lookahead->input, at);

    *at -= has ? lookahead->length - lookahead->at : 0;
    return has;
}

bool pt_lookahead_go(struct pt_lookahead *lookahead, uint64_t at)
{
    if (!pt_input_go(lookahead->input, at))
        return false;
    lookahead->at = lookahead->length = 0;
    lookahead->ended = false;
    return true;
}
