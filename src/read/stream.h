/* Rows that pass by: a set of one block at a time, in constant memory. With a recipe that is used as it is
 * (predicting, testing), or with one that grows (learning). */
#ifndef PT_READ_STREAM_H
#define PT_READ_STREAM_H

#include "read/first_rows.h"
#include "read/reader.h"
#include "read/row_text.h"
#include "sets/dataset.h"
#include "sets/store.h"

struct ptron_stream {
    pt_pool *pool;
    pt_reader *reader;         /* NULL: of a pipe, nothing but the first rows was read */
    struct pt_first_rows first;
    struct pt_dict expected;   /* classes that will come */
    uint64_t skip;             /* rows of the reader that were among the first rows */
    bool     again;            /* the rows at hand begin with the first, though some were given out before */
    bool     hurries;          /* the first rows of a pipe are given out as they come */
    ptron_options *options;    /* an owned copy, as are paths: files open one after the other */
    char   **paths;            /* [n_paths] */
    struct pt_source bytes;    /* in place of a file: its bytes are not NULL */
    size_t   n_paths;
    const struct pt_recipe *recipe;
    ptron_dataset rows;        /* a view of the block at hand; owns only class_rows and files. Its references and its
                                * lender are those of the stream */
    uint64_t n_values;         /* so far */
    enum pt_kind kind;         /* the widest so far */
    double   max_norm2;        /* so far */
    struct pt_store own;       /* of the block at hand, where values are rounded or features made of others */
    bool     rounds;           /* values to 32 bits */
    ptron_dataset *pack;       /* a mapped pack: given out once, whole; then there is no reader */
    bool     given;
    struct pt_running running;         /* rows standardised as they come, and what the block at hand changed of it */
    struct pt_running_log running_log;
    struct pt_row_text kept;       /* the text behind the rows at hand */
};

/* recipe: borrowed, unless `grow`: then it is copied, NULL for a new one. */
ptron_status pt_stream_open(const char *const *paths, size_t n, const ptron_options *options,
                            const struct pt_recipe *recipe, bool grow, ptron_stream **out, ptron_error *err);
/* The same from bytes in memory, borrowed until they are read. */
ptron_status pt_stream_read(const struct pt_source *bytes, const ptron_options *options, const struct pt_recipe *recipe,
                            bool grow, ptron_stream **out, ptron_error *err);
/* When all is read: goes on with others. */
ptron_status pt_stream_read_on(ptron_stream *stream, const struct pt_source *bytes, ptron_error *err);
/* NULL at the end; the rows are borrowed until the next call. */
ptron_status pt_stream_next(ptron_stream *stream, const ptron_dataset **rows, ptron_error *err);
ptron_status pt_stream_expect(ptron_stream *stream, const char *const *classes, size_t n, ptron_error *err);
/* The reader of the rows given out last; NULL: none were. */
const pt_reader *pt_stream_reader(const ptron_stream *stream);
/* The lines without a row among the rows at hand, where they are kept. */
const struct pt_blank *pt_stream_blanks(const ptron_stream *stream, size_t *n);
/* The next rows are the first again; false: those are gone. */
bool pt_stream_rewind(ptron_stream *stream);
void pt_stream_close(ptron_stream *stream);   /* NULL is fine */

#endif
