/* The pool of a machine with one thread: everything runs inline, in order. */
#include "par/pool.h"
#include "base/alloc.h"

struct pt_pool {
    bool unused;
};

ptron_status pt_pool_new(size_t threads, pt_pool **out, ptron_error *err)
{
    (void)threads;
    *out = pt_zeroed(1, sizeof **out);
    return *out != NULL ? PTRON_OK : pt_fail_memory(err, sizeof **out, "the thread pool");
}

void pt_pool_free(pt_pool *pool)
{
    pt_release(pool);
}

size_t pt_pool_threads(const pt_pool *pool)
{
    (void)pool;
    return 1;
}

void pt_pool_run(pt_pool *pool, size_t n, void (*task)(void *context, size_t i), void *context)
{
    (void)pool;
    for (size_t i = 0; i < n; i++)
        task(context, i);
}

void pt_pool_start(pt_pool *pool, pt_job *job)
{
    (void)pool;
    job->task(job->context, job->i);
    job->done = true;
}

void pt_pool_wait(pt_pool *pool, pt_job *job)
{
    (void)pool, (void)job;
}

bool pt_pool_has_done(pt_pool *pool, const pt_job *job)
{
    (void)pool, (void)job;
    return true;
}

void pt_touch(void *bytes, size_t n, pt_pool *pool)
{
    (void)bytes, (void)n, (void)pool;
}
