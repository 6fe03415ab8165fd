/* Memory that was asked for is handed out, page by page, when it is first written. */
#ifndef PT_PAR_TOUCH_H
#define PT_PAR_TOUCH_H

#include "par/pool.h"

/* Has it handed out now, by all threads: cheaper than one after the other by whoever comes first. Each page gets a zero
 * byte: for memory that is zeroed, or not yet written. With one thread nothing is gained, and nothing done. */
void pt_touch(void *bytes, size_t n, pt_pool *pool);

#endif
