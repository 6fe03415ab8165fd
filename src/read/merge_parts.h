/* What ranks have fitted to their parts of the source becomes what one process would have fitted to all of it: texts
 * are numbered anew in the order of the source, which is that of the ranks, as the segments of one process are. */
#ifndef PT_READ_MERGE_PARTS_H
#define PT_READ_MERGE_PARTS_H

#include "read/reader.h"

/* The reader's recipe, counts and least index become those of all ranks; the rows read follow. */
ptron_status pt_parts_merge(pt_reader *reader, struct pt_store *store, ptron_ranks *ranks, pt_pool *pool,
                            ptron_error *err);

#endif
