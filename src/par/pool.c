/* One lock, two conditions, two queues: calls of pt_pool_run, and jobs. A pool of n threads is n - 1 workers, started
 * when the first work comes, and whoever calls: nobody spins, nobody idles beside work of his own. Calls and jobs are
 * the callers' storage, so that any number of threads may use one pool. */
#include "par/pool.h"
#include "base/alloc.h"
#include "base/size.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <unistd.h>

struct call {                       /* of pt_pool_run, on its stack */
    void (*task)(void *context, size_t i);
    void *context;
    size_t n;
    atomic_size_t next;             /* the first task that nobody took */
    size_t helpers;                 /* workers that are at it */
    struct call *below;             /* in the queue */
};

struct pt_pool {
    pthread_mutex_t lock;
    pthread_cond_t  queued, finished;
    struct call    *calls;          /* the latest first: one from inside a task goes before that task's own */
    pt_job         *first, *last;   /* waiting */
    pthread_t      *workers;        /* [threads - 1], the first n_workers run */
    size_t          threads, n_workers;
    bool            started, closing;
};

static ptron_status init_sync(pt_pool *pool, ptron_error *err)
{
    if (pthread_mutex_init(&pool->lock, NULL) != 0)
        return pt_fail(err, PTRON_NOMEM, "no lock for the thread pool");
    if (pthread_cond_init(&pool->queued, NULL) != 0) {
        pthread_mutex_destroy(&pool->lock);
        return pt_fail(err, PTRON_NOMEM, "no condition for the thread pool");
    }
    if (pthread_cond_init(&pool->finished, NULL) != 0) {
        pthread_cond_destroy(&pool->queued);
        pthread_mutex_destroy(&pool->lock);
        return pt_fail(err, PTRON_NOMEM, "no condition for the thread pool");
    }
    return PTRON_OK;
}

ptron_status pt_pool_new(size_t threads, pt_pool **out, ptron_error *err)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    pt_pool *pool = pt_zeroed(1, sizeof *pool);
    ptron_status status = PTRON_OK;

    *out = NULL;
    if (pool == NULL)
        return pt_fail_memory(err, sizeof *pool, "the thread pool");
    pool->threads = threads > 0 ? threads : cores < 1 ? 1 : (size_t)cores;
    pool->workers = pt_zeroed(pool->threads - 1, sizeof *pool->workers);
    if (pool->workers == NULL)
        status = pt_fail_memory(err, pool->threads * sizeof *pool->workers, "the thread pool");
    else
        status = init_sync(pool, err);
    if (status != PTRON_OK) {
        pt_release(pool->workers);
        pt_release(pool);
        return status;
    }
    *out = pool;
    return PTRON_OK;
}

size_t pt_pool_threads(const pt_pool *pool)
{
    return pool == NULL ? 1 : pool->threads;
}

static void queue_job(pt_pool *pool, pt_job *job)
{
    if (pool->last == NULL) {
        pool->first = pool->last = job;
    } else if (job->first) {
        job->next = pool->first;
        pool->first = job;
    } else {
        pool->last->next = job;
        pool->last = job;
    }
}

/* Runs the job in front; holds the lock before and after, not meanwhile. */
static void run_job(pt_pool *pool)
{
    pt_job *job = pool->first;

    pool->first = job->next;
    if (pool->first == NULL)
        pool->last = NULL;
    pthread_mutex_unlock(&pool->lock);
    job->task(job->context, job->i);
    pthread_mutex_lock(&pool->lock);
    job->done = true;
    pthread_cond_broadcast(&pool->finished);
}

static void work_off(struct call *call)
{
    size_t i;

    while ((i = atomic_fetch_add(&call->next, 1)) < call->n)
        call->task(call->context, i);
}

static struct call *open_call(const pt_pool *pool)
{
    struct call *call = pool->calls;

    while (call != NULL && atomic_load(&call->next) >= call->n)
        call = call->below;
    return call;
}

/* Holds the lock before and after, not meanwhile. The caller waits for helpers to be 0: then the call is gone. */
static void help_call(pt_pool *pool, struct call *call)
{
    call->helpers++;
    pthread_mutex_unlock(&pool->lock);
    work_off(call);
    pthread_mutex_lock(&pool->lock);
    if (--call->helpers == 0)
        pthread_cond_broadcast(&pool->finished);
}

static void *run_worker(void *context)
{
    pt_pool *pool = context;
    struct call *call;

    pthread_mutex_lock(&pool->lock);
    for (;;) {
        if ((call = open_call(pool)) != NULL)
            help_call(pool, call);
        else if (pool->first != NULL)
            run_job(pool);
        else if (pool->closing)
            break;
        else
            pthread_cond_wait(&pool->queued, &pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* Signals are the main thread's business, but for faults: one that is blocked where it happens ends the process without
 * asking its handler. Fewer workers than asked for is only slower: the caller works too. */
static void start_workers(pt_pool *pool)
{
    static const int faults[] = {SIGBUS, SIGSEGV, SIGABRT, SIGFPE, SIGILL};
    sigset_t others, before;

    pool->started = true;
    sigfillset(&others);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        sigdelset(&others, faults[i]);
    pthread_sigmask(SIG_SETMASK, &others, &before);
    while (pool->n_workers + 1 < pool->threads &&
           pthread_create(&pool->workers[pool->n_workers], NULL, run_worker, pool) == 0)
        pool->n_workers++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void pt_pool_free(pt_pool *pool)
{
    if (pool == NULL)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->closing = true;
    while (pool->first != NULL)
        run_job(pool);
    pthread_cond_broadcast(&pool->queued);
    pthread_mutex_unlock(&pool->lock);
    for (size_t i = 0; i < pool->n_workers; i++)
        pthread_join(pool->workers[i], NULL);
    pthread_cond_destroy(&pool->finished);
    pthread_cond_destroy(&pool->queued);
    pthread_mutex_destroy(&pool->lock);
    pt_release(pool->workers);
    pt_release(pool);
}

void pt_pool_start(pt_pool *pool, pt_job *job)
{
    job->next = NULL;
    job->done = pt_pool_threads(pool) == 1;
    if (job->done) {
        job->task(job->context, job->i);
        return;
    }
    pthread_mutex_lock(&pool->lock);
    if (!pool->started)
        start_workers(pool);
    queue_job(pool, job);
    pthread_cond_signal(&pool->queued);
    pthread_mutex_unlock(&pool->lock);
}

void pt_pool_wait(pt_pool *pool, pt_job *job)
{
    if (pt_pool_threads(pool) == 1)
        return;
    pthread_mutex_lock(&pool->lock);
    while (!job->done) {
        if (pool->first != NULL)
            run_job(pool);
        else
            pthread_cond_wait(&pool->finished, &pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
}

bool pt_pool_has_done(pt_pool *pool, const pt_job *job)
{
    bool done;

    if (pt_pool_threads(pool) == 1)
        return true;
    pthread_mutex_lock(&pool->lock);
    done = job->done;
    pthread_mutex_unlock(&pool->lock);
    return done;
}

/* ---- many tasks at once -------------------------------------------------------------------------- */

static void open_to_workers(pt_pool *pool, struct call *call)
{
    pthread_mutex_lock(&pool->lock);
    if (!pool->started)
        start_workers(pool);
    call->below = pool->calls;
    pool->calls = call;
    if (call->n > pool->n_workers)
        pthread_cond_broadcast(&pool->queued);
    else
        for (size_t i = 1; i < call->n; i++)
            pthread_cond_signal(&pool->queued);
    pthread_mutex_unlock(&pool->lock);
}

static void close_to_workers(pt_pool *pool, struct call *call)
{
    struct call **link = &pool->calls;

    pthread_mutex_lock(&pool->lock);
    while (*link != call)
        link = &(*link)->below;
    *link = call->below;
    while (call->helpers > 0)
        pthread_cond_wait(&pool->finished, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}

/* Nobody waits for a worker that has not come: a call within a task, when all are busy, is worked off by its caller.
 * So whoever waits here waits for tasks that run, and a deadlock is not possible. */
void pt_pool_run(pt_pool *pool, size_t n, void (*task)(void *context, size_t i), void *context)
{
    struct call call = {.task = task, .context = context, .n = n};
    const bool alone = n < 2 || pt_pool_threads(pool) == 1;

    if (!alone)
        open_to_workers(pool, &call);
    work_off(&call);
    if (!alone)
        close_to_workers(pool, &call);
}

/* ---- memory -------------------------------------------------------------------------------------- */

enum { TASK_BYTES = 2 << 20, PAGE_BYTES = 4096 };

struct touching {
    char  *bytes;
    size_t n, before;   /* before: bytes of its large page that lie before the first */
};

/* A task for every large page: two threads in one would both clear it. */
static void touch_pages(void *context, size_t i)
{
    const struct touching *t = context;
    const size_t first = i * TASK_BYTES, end = pt_min(first + TASK_BYTES - t->before, t->n);

    for (size_t at = first < t->before ? 0 : first - t->before; at < end; at += PAGE_BYTES)
        *(volatile char *)(t->bytes + at) = 0;
}

void pt_touch(void *bytes, size_t n, pt_pool *pool)
{
    struct touching t = {bytes, n, (uintptr_t)bytes % TASK_BYTES};

    if (pt_pool_threads(pool) > 1)
        pt_pool_run(pool, (t.before + n + TASK_BYTES - 1) / TASK_BYTES, touch_pages, &t);
}
