/* Threads as a service: only this folder knows pthreads. Tasks are numbered by the data; which thread
 * runs which task never shows in a result. A pool of one thread runs everything inline. */
#ifndef PT_PAR_POOL_H
#define PT_PAR_POOL_H

#include "base/error.h"

typedef struct pt_pool pt_pool;

/* threads 0: as many as the machine has cores. */
ptron_status pt_pool_new(size_t threads, pt_pool **out, ptron_error *err);
void         pt_pool_free(pt_pool *pool);   /* waits for what is queued; NULL is fine */
size_t       pt_pool_threads(const pt_pool *pool);   /* NULL: 1 */

/* Runs task(context, 0..n-1), returns when all are done. NULL pool: inline. Any number of threads may call it at once
 * on one pool, and a task may call it, also on the pool that runs it: the caller needs no worker to get on. */
void pt_pool_run(pt_pool *pool, size_t n, void (*task)(void *context, size_t i), void *context);

/* One task in the background, to be waited for; runs inline when the pool has one thread. A job is the
 * caller's storage and must live until pt_pool_wait returns. Whoever waits
 * may meanwhile run other jobs of the pool, so that no task may wait for a job that it did not start. */
typedef struct pt_job {
    void (*task)(void *context, size_t i);
    void *context;
    size_t i;
    bool first;              /* before those that wait already */
    struct pt_job *next;
    bool done;
} pt_job;
void pt_pool_start(pt_pool *pool, pt_job *job);
void pt_pool_wait(pt_pool *pool, pt_job *job);
bool pt_pool_has_done(pt_pool *pool, const pt_job *job);   /* it was started: is it done? */

/* Memory that was asked for is handed out, page by page, when it is first written. Has it handed out now, by all
 * threads: each page gets a zero byte, so it must be zeroed or not yet written. With one thread nothing is done. */
void pt_touch(void *bytes, size_t n, pt_pool *pool);

#endif
