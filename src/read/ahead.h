/* Bytes made ahead of need, by a task of a pool, while who reads them is busy with those before: for what takes time to
 * make, such as unpacking. One reader; what `fill` touches is its own until the end. */
#ifndef PT_READ_AHEAD_H
#define PT_READ_AHEAD_H

#include "base/error.h"
#include "par/pool.h"

typedef struct pt_ahead pt_ahead;

/* Up to n bytes; fewer only at the end, or before an error. *mark: how far the source was used, for progress. */
typedef ptron_status pt_ahead_fill(void *context, char *bytes, size_t n, size_t *got, uint64_t *mark, ptron_error *err);

pt_ahead *pt_ahead_new(pt_pool *pool, pt_ahead_fill *fill, void *context);   /* NULL: no memory for it */
void      pt_ahead_free(pt_ahead *ahead);   /* waits for the task; NULL is fine */
/* As pt_input_read, not prompt; *got counts also what came before an error. */
ptron_status pt_ahead_read(pt_ahead *ahead, char *bytes, size_t n, size_t *got, ptron_error *err);
uint64_t     pt_ahead_mark(const pt_ahead *ahead);   /* of the bytes at hand */

#endif
