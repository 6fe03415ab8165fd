/* One at a time: for the rare place where tasks of a pool must not go side by side. */
#ifndef PT_PAR_LOCK_H
#define PT_PAR_LOCK_H

#include <pthread.h>

typedef struct pt_lock {
    pthread_mutex_t mutex;
} pt_lock;

#define PT_LOCK_INIT {PTHREAD_MUTEX_INITIALIZER}

static inline void pt_lock_take(pt_lock *lock)
{
    pthread_mutex_lock(&lock->mutex);
}

static inline void pt_lock_give(pt_lock *lock)
{
    pthread_mutex_unlock(&lock->mutex);
}

#endif
