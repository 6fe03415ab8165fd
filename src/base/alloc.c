/* malloc, realloc and free, with checked sizes and a switch by which tests make any allocation fail. */
#include "base/alloc.h"
#include "base/size.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* SIZE_MAX: off. Only tests write these. What else the library keeps beyond a call is found once and is the same for
 * every caller: the instruction set (simd.c, vec_pick.c) and the BLAS (blas.c). */
static atomic_size_t countdown = SIZE_MAX, largest = SIZE_MAX;
static atomic_bool failed, once;

static bool refuse(size_t bytes)
{
    size_t left = atomic_load_explicit(&countdown, memory_order_relaxed);

    if (bytes > atomic_load_explicit(&largest, memory_order_relaxed))
        return true;
    while (left != SIZE_MAX && left > 0)
        if (atomic_compare_exchange_weak(&countdown, &left, left - 1))
            return false;
    if (left == SIZE_MAX)
        return false;
    atomic_store(&failed, true);
    if (atomic_load_explicit(&once, memory_order_relaxed))
        atomic_store(&countdown, SIZE_MAX);
    return true;
}

static void fail(size_t k, bool alone)
{
    atomic_store(&failed, false);
    atomic_store(&once, alone);
    atomic_store(&countdown, k);
}

void pt_test_fail_allocation(size_t k)
{
    fail(k, false);
}

void pt_test_fail_once(size_t k)
{
    fail(k, true);
}

void pt_test_limit_allocation(size_t bytes)
{
    atomic_store(&largest, bytes);
}

bool pt_test_allocation_failed(void)
{
    return atomic_load(&failed);
}

void *pt_alloc(size_t bytes)
{
    return refuse(bytes) ? NULL : malloc(bytes == 0 ? 1 : bytes);
}

void *pt_zeroed(size_t count, size_t size)
{
    size_t bytes;

    if (!pt_mul(count, size, &bytes) || refuse(bytes))
        return NULL;
    return calloc(bytes == 0 ? 1 : bytes, 1);
}

void *pt_array(size_t count, size_t size)
{
    size_t bytes;

    return pt_mul(count, size, &bytes) ? pt_alloc(bytes) : NULL;
}

void *pt_resize(void *memory, size_t count, size_t size)
{
    size_t bytes;

    if (!pt_mul(count, size, &bytes) || refuse(bytes))
        return NULL;
    return realloc(memory, bytes == 0 ? 1 : bytes);
}

bool pt_resize_at(void *array, size_t count, size_t size)
{
    void *memory;

    memcpy(&memory, array, sizeof memory);
    memory = pt_resize(memory, count, size);
    if (memory == NULL)
        return false;
    memcpy(array, &memory, sizeof memory);
    return true;
}

void pt_release(void *memory)
{
    free(memory);
}

char *pt_copy_text(const char *text, size_t length)
{
    char *copy = length == SIZE_MAX ? NULL : pt_alloc(length + 1);

    if (copy == NULL)
        return NULL;
    if (length > 0)
        memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

bool pt_grow(void **memory, size_t *room, size_t wanted, size_t size)
{
    size_t next = *room < 16 ? 16 : *room;
    void *grown;

    if (wanted <= *room)
        return true;
    while (next < wanted)
        next = next > SIZE_MAX / 2 ? wanted : next * 2;
    grown = pt_resize(*memory, next, size);
    if (grown == NULL)
        return false;
    *memory = grown;
    *room = next;
    return true;
}
