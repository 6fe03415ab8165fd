/* A task for every large page. */
#include "par/touch.h"
#include "base/size.h"

enum { TASK_BYTES = 2 << 20, PAGE_BYTES = 4096 };

struct touching {
    char  *bytes;
    size_t n;
};

static void touch_some(void *context, size_t i)
{
    const struct touching *t = context;
    const size_t end = pt_min((i + 1) * TASK_BYTES, t->n);

    for (size_t at = i * TASK_BYTES; at < end; at += PAGE_BYTES)
        *(volatile char *)(t->bytes + at) = 0;
}

void pt_touch(void *bytes, size_t n, pt_pool *pool)
{
    struct touching t = {bytes, n};

    if (pt_pool_threads(pool) > 1)
        pt_pool_run(pool, (n + TASK_BYTES - 1) / TASK_BYTES, touch_some, &t);
}
