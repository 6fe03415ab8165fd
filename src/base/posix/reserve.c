/* Reserves: mapped regions that are cut into blocks of powers of two; blocks given back are used again. */
#include "base/reserve.h"
#include "base/alloc.h"
#include "base/size.h"

#include <gmp.h>
#include <malloc.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { HEAD = 16, LEAST_CLASS = 6, CLASSES = 64 };

struct block {                     /* HEAD bytes before what is handed out */
    size_t bits;                   /* the block has 2^bits bytes */
    struct block *next;            /* free ones of the same size */
};

struct pt_reserve {
    struct pt_reserve *next;
    char  *bytes;                  /* [size] mapped */
    size_t size, cut;              /* bytes that have become blocks */
    size_t taken;                  /* blocks that somebody has */
    bool   closed;
    struct block *free[CLASSES];   /* by bits */
};

_Static_assert(sizeof(struct block) <= HEAD, "blocks begin where doubles may");

/* Guarded by the lock but for the counts, which are asked without it. */
static atomic_flag lock = ATOMIC_FLAG_INIT;
static struct pt_reserve *reserves;   /* open ones, and closed ones of which something is still out */
static atomic_size_t n_open, n_taken;
static atomic_bool used;

static void take_lock(void)   /* held for a few instructions only */
{
    while (atomic_flag_test_and_set(&lock))
        sched_yield();
}

/* ---- blocks ---------------------------------------------------------------------------------------------- */

static unsigned bits_for(size_t bytes)
{
    unsigned bits = LEAST_CLASS;

    while (bits < CLASSES - 1 && (size_t)1 << bits < bytes + HEAD)
        bits++;
    return bits;
}

static void *cut_block(struct pt_reserve *r, unsigned bits)
{
    struct block *block = r->free[bits];

    if (block != NULL) {
        r->free[bits] = block->next;
    } else if (bits < CLASSES - 1 && (size_t)1 << bits <= r->size - r->cut) {
        block = (struct block *)(void *)(r->bytes + r->cut);
        r->cut += (size_t)1 << bits;
    } else {
        return NULL;
    }
    block->bits = bits;
    r->taken++;
    atomic_fetch_add(&n_taken, 1);
    return (char *)block + HEAD;
}

static void *from_reserves(size_t bytes)
{
    void *memory = NULL;

    take_lock();
    for (struct pt_reserve *r = reserves; r != NULL && memory == NULL && bytes < SIZE_MAX / 2; r = r->next)
        if (!r->closed)
            memory = cut_block(r, bits_for(bytes));
    if (memory != NULL)
        atomic_store(&used, true);
    atomic_flag_clear(&lock);
    return memory;
}

static struct pt_reserve *owner_of(const void *memory)   /* NULL: it is malloc's */
{
    struct pt_reserve *r = reserves;

    while (r != NULL && !((const char *)memory >= r->bytes && (const char *)memory < r->bytes + r->size))
        r = r->next;
    return r;
}

static struct block *block_of(void *memory)
{
    return (struct block *)(void *)((char *)memory - HEAD);
}

/* ---- GMP's functions --------------------------------------------------------------------------------------- */

void *__gmp_default_allocate(size_t bytes);   /* the library's own, which its header does not name */

/* It wants no NULL: beyond the reserve its own function ends the program. */
static void *gmp_alloc(size_t bytes)
{
    void *memory = pt_reserve_alloc(bytes);

    return memory != NULL ? memory : __gmp_default_allocate(bytes);
}

static void *gmp_resize(void *memory, size_t old, size_t bytes)
{
    void *moved = pt_reserve_resize(memory, bytes);

    if (moved != NULL)
        return moved;
    moved = memcpy(__gmp_default_allocate(bytes), memory, pt_min(old, bytes));
    pt_reserve_release(memory);
    return moved;
}

static void gmp_release(void *memory, size_t bytes)
{
    (void)bytes;
    pt_reserve_release(memory);
}

static void hook_gmp(void)
{
    void *(*alloc)(size_t);

    mp_get_memory_functions(&alloc, NULL, NULL);
    if (alloc == __gmp_default_allocate)
        mp_set_memory_functions(gmp_alloc, gmp_resize, gmp_release);
}

static void unhook_gmp(void)
{
    void *(*alloc)(size_t);

    mp_get_memory_functions(&alloc, NULL, NULL);
    if (alloc == gmp_alloc)
        mp_set_memory_functions(NULL, NULL, NULL);
}

/* Closed ones of which nothing is out any more go; without any, GMP is as it was. The lock is held. */
static void drop_empty(void)
{
    for (struct pt_reserve **at = &reserves; *at != NULL;) {
        struct pt_reserve *r = *at;

        if (!r->closed || r->taken > 0) {
            at = &r->next;
            continue;
        }
        *at = r->next;
        munmap(r->bytes, r->size);
        pt_release(r);
    }
    if (reserves == NULL)
        unhook_gmp();
}

/* ---- memory ------------------------------------------------------------------------------------------------- */

void *pt_reserve_alloc(size_t bytes)
{
    void *memory = pt_alloc(bytes);

    return memory != NULL ? memory : from_reserves(bytes);
}

void *pt_reserve_zeroed(size_t count, size_t size)
{
    size_t bytes;
    void *memory;

    memory = pt_mul(count, size, &bytes) ? pt_reserve_alloc(bytes) : NULL;
    return memory == NULL ? NULL : memset(memory, 0, bytes);
}

/* The lock is held while it is looked for, since its reserve may go when the last block is given back. */
void *pt_reserve_resize(void *memory, size_t bytes)
{
    size_t old = bytes;
    bool ours = false;
    void *moved;

    if (memory == NULL)
        return pt_reserve_alloc(bytes);
    if (atomic_load_explicit(&n_taken, memory_order_relaxed) > 0) {
        take_lock();
        ours = owner_of(memory) != NULL;
        atomic_flag_clear(&lock);
    }
    if (!ours) {
        moved = pt_resize(memory, bytes, 1);
        if (moved != NULL)
            return moved;
        moved = from_reserves(bytes);   /* of malloc's block no more is known than that it was smaller, or as large */
        if (moved == NULL)
            return NULL;
        memcpy(moved, memory, pt_min(bytes, malloc_usable_size(memory)));
        pt_release(memory);
        return moved;
    }
    old = ((size_t)1 << block_of(memory)->bits) - HEAD;
    if (bytes <= old)
        return memory;
    moved = pt_reserve_alloc(bytes);
    if (moved == NULL)
        return NULL;
    memcpy(moved, memory, old);
    pt_reserve_release(memory);
    return moved;
}

void pt_reserve_release(void *memory)
{
    struct pt_reserve *r = NULL;

    if (atomic_load_explicit(&n_taken, memory_order_relaxed) > 0 && memory != NULL) {
        take_lock();
        r = owner_of(memory);
        if (r != NULL) {
            struct block *block = block_of(memory);

            block->next = r->free[block->bits];
            r->free[block->bits] = block;
            r->taken--;
            atomic_fetch_sub(&n_taken, 1);
            if (r->closed)
                drop_empty();
        }
        atomic_flag_clear(&lock);
    }
    if (r == NULL)
        pt_release(memory);
}

/* ---- reserves ------------------------------------------------------------------------------------------------ */

ptron_status pt_reserve_open(size_t bytes, const char *what, struct pt_reserve **out, ptron_error *err)
{
    struct pt_reserve *r = *out = pt_zeroed(1, sizeof *r);
    void *memory = MAP_FAILED;

    if (r != NULL)
        memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        pt_release(r);
        *out = NULL;
        return pt_fail_memory(err, bytes, what);
    }
    r->bytes = memory;
    r->size = bytes;
    take_lock();
    if (atomic_fetch_add(&n_open, 1) == 0) {
        atomic_store(&used, false);
        hook_gmp();
    }
    r->next = reserves;
    reserves = r;
    atomic_flag_clear(&lock);
    return PTRON_OK;
}

void pt_reserve_close(struct pt_reserve *reserve)
{
    if (reserve == NULL)
        return;
    take_lock();
    reserve->closed = true;
    atomic_fetch_sub(&n_open, 1);
    drop_empty();
    atomic_flag_clear(&lock);
}

bool pt_reserve_used(void)
{
    return atomic_load_explicit(&used, memory_order_relaxed) && atomic_load_explicit(&n_open, memory_order_relaxed) > 0;
}

ptron_status pt_reserve_left(const char *what, ptron_error *err)
{
    return pt_reserve_used() ? pt_fail(err, PTRON_NOMEM, "no memory for %s", what) : PTRON_OK;
}
