/* The first rows of a pipe, before there are enough of them to settle how all are read.
 *
 * A stream that is learned from settles its format, columns, index base and first classes by a first segment. A slow
 * pipe takes hours for that. So its bytes are kept until the segment is whole, and read as if the pipe ended with the
 * last whole line: whenever lines have come, all lines so far settle everything anew. Mostly that changes nothing of
 * the rows given out, and only the new ones follow; where it does (a class comes that nobody knew, an index 0), rows
 * begin again with the first. So it is always as if the rows had come from a file, whenever they come. */
#ifndef PT_READ_FIRST_ROWS_H
#define PT_READ_FIRST_ROWS_H

#include "read/lookahead.h"
#include "read/reader.h"

struct pt_first_rows {             /* zeroed: none */
    struct pt_lookahead ahead;     /* the pipe, with all its bytes so far; not open: the first segment was handed on */
    const char *path;              /* borrowed */
    const ptron_options *options;  /* borrowed */
    pt_pool  *pool;                /* borrowed */
    pt_reader *reader;             /* of the lines so far; NULL: none yet */
    pt_reader *shown;              /* of the rows given out last: its recipe is in use. May be `reader` */
    size_t    lines;               /* bytes of the lines that were read last */
    size_t    looked;              /* and up to the last line end, which may be within quotes */
    uint64_t  given;               /* rows given out since the last beginning */
    uint64_t  skip;                /* of the reader's rows, before new ones come */
    struct pt_dict classes;        /* those that the rows given out were learned with */
    uint32_t  features;            /* known when the first of them was */
    uint64_t  sum;                 /* of the rows given out */
    bool      again;               /* the next rows are the first, though some were given out; the caller resets it */
};

/* Opens the path; *live: it is a pipe, else it stays closed and is not for here. */
ptron_status pt_first_rows_open(struct pt_first_rows *first, const char *path, const ptron_options *options,
                                pt_pool *pool, bool *live, ptron_error *err);
/* New rows, borrowed until the next call; of a copy where some of a block were given out before. None: there are enough
 * bytes to settle everything, or the pipe has ended: pass `ahead` on to a reader, whose first `skip` rows were given
 * out. `expected`: classes that will come. PTRON_CANCELED: who watches does not want to wait. */
ptron_status pt_first_rows_next(struct pt_first_rows *first, const struct pt_dict *expected, struct pt_block *block,
                                ptron_error *err);
/* The next rows begin with the first, whatever was given out. */
void pt_first_rows_rewind(struct pt_first_rows *first);
void pt_first_rows_close(struct pt_first_rows *first);   /* to zero */

#endif
