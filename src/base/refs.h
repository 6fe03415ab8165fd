/* Counted references: who borrows from a handle takes one, so that handles may be freed in any order. The handle itself
 * is the first. A count is no part of what a handle says: handles that are const for those who borrow are counted
 * too, by any number of threads. */
#ifndef PT_BASE_REFS_H
#define PT_BASE_REFS_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

struct pt_refs {
    atomic_size_t more;          /* references beside the first */
    void (*end)(void *handle);   /* frees what is counted, when the last is dropped; NULL: nobody frees it */
    void  *handle;
};

static inline struct pt_refs *pt_refs_take(const struct pt_refs *refs)
{
    struct pt_refs *own = (struct pt_refs *)(uintptr_t)refs;   /* handles are never const objects */

    atomic_fetch_add_explicit(&own->more, 1, memory_order_relaxed);
    return own;
}

/* NULL is fine: nothing was borrowed. */
static inline void pt_refs_drop(struct pt_refs *refs)
{
    if (refs != NULL && atomic_fetch_sub_explicit(&refs->more, 1, memory_order_acq_rel) == 0 && refs->end != NULL)
        refs->end(refs->handle);
}

#endif
