/* Locks of a machine with one thread. */
#ifndef PT_BASE_WASM_PTHREAD_H
#define PT_BASE_WASM_PTHREAD_H

typedef int pthread_mutex_t;

#define PTHREAD_MUTEX_INITIALIZER 0
#define pthread_mutex_lock(mutex) ((void)(mutex))
#define pthread_mutex_unlock(mutex) ((void)(mutex))

#endif
