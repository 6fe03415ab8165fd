/* Memory kept back for GMP and FLINT, which know no error: they end the program when memory is out.
 *
 * While a reserve is open, what they cannot have from the system they get from it, and pt_reserve_used says so from
 * then on. Whoever works with them opens one for the most that a step may take, asks between steps, and ends with an
 * error. Only addresses are taken: pages that are not needed cost nothing.
 *
 * GMP's functions are one set for the whole program. Ours are there while a reserve is open, and only where the program
 * has none of its own; what they give and take is malloc's, so that numbers of others may come and go meanwhile. */
#ifndef PT_BASE_RESERVE_H
#define PT_BASE_RESERVE_H

#include "base/error.h"

struct pt_reserve;

/* An error with `what` when not even the addresses are there. */
ptron_status pt_reserve_open(size_t bytes, const char *what, struct pt_reserve **out, ptron_error *err);
/* What was taken from it may be given back later; NULL is fine. */
void pt_reserve_close(struct pt_reserve *reserve);

bool pt_reserve_used(void);   /* memory ran out since the first of those that are open was opened */
/* An error when it did. */
ptron_status pt_reserve_left(const char *what, ptron_error *err);

/* malloc and the others, from the reserve when it must be; NULL beyond it. */
void *pt_reserve_alloc(size_t bytes);
void *pt_reserve_zeroed(size_t count, size_t size);
void *pt_reserve_resize(void *memory, size_t bytes);
void  pt_reserve_release(void *memory);

#endif
