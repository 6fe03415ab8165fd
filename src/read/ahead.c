/* Two buffers: one is read from while the other is filled. */
#include "read/ahead.h"
#include "base/alloc.h"
#include "base/size.h"

#include <string.h>

enum { ROOM = 512 * 1024 };

struct filled {
    char    *bytes;       /* [ROOM] */
    size_t   length;      /* less than ROOM: the end, or an error */
    uint64_t mark;
    ptron_status status;
    ptron_error  error;
};

struct pt_ahead {
    pt_pool *pool;
    pt_ahead_fill *fill;
    void    *context;
    struct filled buffer[2];
    unsigned front;       /* the one that is read from */
    size_t   at;
    pt_job   job;         /* fills the other, */
    bool     running;     /* or has not been started: nothing follows */
};

static void fill_other(void *context, size_t i)
{
    pt_ahead *ahead = context;
    struct filled *other = &ahead->buffer[!ahead->front];

    (void)i;
    other->status = ahead->fill(ahead->context, other->bytes, ROOM, &other->length, &other->mark, &other->error);
}

static void start(pt_ahead *ahead)
{
    ahead->job = (pt_job){.task = fill_other, .context = ahead, .first = true};
    ahead->running = true;
    pt_pool_start(ahead->pool, &ahead->job);
}

pt_ahead *pt_ahead_new(pt_pool *pool, pt_ahead_fill *fill, void *context)
{
    pt_ahead *ahead = pt_zeroed(1, sizeof *ahead);

    if (ahead == NULL)
        return NULL;
    ahead->pool = pool;
    ahead->fill = fill;
    ahead->context = context;
    for (int k = 0; k < 2; k++)
        ahead->buffer[k].bytes = pt_alloc(ROOM);
    if (ahead->buffer[0].bytes != NULL && ahead->buffer[1].bytes != NULL) {
        start(ahead);
        return ahead;
    }
    pt_ahead_free(ahead);
    return NULL;
}

void pt_ahead_free(pt_ahead *ahead)
{
    if (ahead == NULL)
        return;
    if (ahead->running)
        pt_pool_wait(ahead->pool, &ahead->job);
    pt_release(ahead->buffer[0].bytes);
    pt_release(ahead->buffer[1].bytes);
    pt_release(ahead);
}

/* The buffers change places; false at the end. */
static bool turn(pt_ahead *ahead)
{
    if (!ahead->running)
        return false;
    pt_pool_wait(ahead->pool, &ahead->job);
    ahead->running = false;
    ahead->front = !ahead->front;
    ahead->at = 0;
    if (ahead->buffer[ahead->front].status == PTRON_OK && ahead->buffer[ahead->front].length == ROOM)
        start(ahead);
    return true;
}

ptron_status pt_ahead_read(pt_ahead *ahead, char *bytes, size_t n, size_t *got, ptron_error *err)
{
    *got = 0;
    do {
        const struct filled *front = &ahead->buffer[ahead->front];
        const size_t here = pt_min(n - *got, front->length - ahead->at);

        if (here > 0)
            memcpy(bytes + *got, front->bytes + ahead->at, here);
        ahead->at += here;
        *got += here;
        if (*got < n && front->status != PTRON_OK) {
            if (err != NULL)
                *err = front->error;
            return front->status;
        }
    } while (*got < n && turn(ahead));
    return PTRON_OK;
}

uint64_t pt_ahead_mark(const pt_ahead *ahead)
{
    return ahead->buffer[ahead->front].mark;
}
