/* From sources to blocks: several files as one, cut into segments of whole lines, parsed by all threads,
 * delivered in order. A reader owns the recipe while it fits it; nothing is handed over row by row.
 *
 * Segments are cut by bytes, never by the number of threads: the same blocks for any pool. */
#ifndef PT_READ_READER_H
#define PT_READ_READER_H

#include "par/pool.h"
#include "parse/chunk.h"
#include "ranks/ranks.h"
#include "recipe/recipe.h"
#include "sets/store.h"

typedef struct pt_reader pt_reader;
struct pt_lookahead;

struct pt_source {            /* one file, or bytes in memory */
    const char *path;         /* also the name of `bytes` in messages */
    const void *bytes;        /* NULL: read the path */
    size_t      length;
    struct pt_lookahead *begun;   /* not NULL: the path is open already, and this is taken over */
};

/* recipe: NULL to fit a new one; else it is used as it is. Recipe, options and the bytes of sources are borrowed
 * until the reader closes.
 * live: rows are used as they come. Whole lines are delivered as soon as a pipe gives them (while fitting, after
 * a first full segment, from which everything is decided), and the index base of libsvm rows is fixed by the first
 * segment. Otherwise it is fixed at the end: until then (recipe->index_base < 0) indices are as written. */
ptron_status pt_reader_open(const struct pt_source *sources, size_t n, const ptron_options *options,
                            const struct pt_recipe *recipe, bool live, pt_pool *pool, pt_reader **out,
                            ptron_error *err);
/* The same with segments of about that many bytes, for tests; 0: as usual. */
ptron_status pt_reader_open_segments(const struct pt_source *sources, size_t n, const ptron_options *options,
                                     const struct pt_recipe *recipe, bool live, size_t segment_bytes, pt_pool *pool,
                                     pt_reader **out, ptron_error *err);
/* To learn from rows as they come: live, and fitting from nothing (NULL) or on from a model's recipe, which is
 * copied. Blocks are finished: labels are classes so far (recipe->labels is assigned anew when one comes late,
 * which may change the numbers of the others), rows are scaled. What must be fitted to all rows first is refused. */
ptron_status pt_reader_check_growing(const ptron_options *options, const struct pt_recipe *from, ptron_error *err);
ptron_status pt_reader_open_growing(const struct pt_source *sources, size_t n, const ptron_options *options,
                                    const struct pt_recipe *from, pt_pool *pool, pt_reader **out, ptron_error *err);
/* The next block, borrowed until the next call; n_rows 0 at the end. While fitting, labels are numbers of
 * recipe->labels.texts, indices are final, values unscaled and missing cells NaN (missing=mean). With a
 * recipe, labels are classes, missing cells are filled and rows are scaled. */
ptron_status pt_reader_next(pt_reader *reader, struct pt_block *block, ptron_error *err);
/* The text that the block given last was made of (read/row_text.h); false: it is no text. */
struct pt_given_text;
bool pt_reader_given(const pt_reader *reader, struct pt_given_text *given);
/* With a recipe, or growing on from one, before the first block: from now on blocks tell of the lines without a row
 * among and behind their rows; a block may have no rows but such lines. */
void pt_reader_keep_blanks(pt_reader *reader);
/* Before the first block: values may come as decimals (row.h), which take less memory and some time to find. */
void pt_reader_keep_decimals(pt_reader *reader);
const struct pt_blank *pt_reader_blanks(const pt_reader *reader, size_t *n);   /* of the block at hand */
/* Why line i of these has no row, and the byte of a line that it is about, from 1; NULL: it might not have had one. */
const char *pt_reader_blank_reason(const pt_reader *reader, size_t i, uint64_t *column);
/* Where the recipe is not fitted to the first source: goes on with another; what is left of those before is dropped.
 * One that cannot be read at all changes nothing, and yet another may follow. */
ptron_status pt_reader_read_on(pt_reader *reader, const struct pt_source *source, ptron_error *err);
const struct pt_tally *pt_reader_tally(const pt_reader *reader);
uint64_t pt_reader_piece_bytes(const pt_reader *reader);   /* that segments under way took at most, text and all */
const struct pt_recipe *pt_reader_recipe(const pt_reader *reader);
/* Whether features are given by indices as they are written, and none of those read so far is 0. */
bool pt_reader_counts_from_one(const pt_reader *reader);
/* Hands the fitted recipe over (labels not yet assigned, no scaling, the index base known); the reader may only
 * be closed then. */
void pt_reader_take_recipe(pt_reader *reader, struct pt_recipe *recipe);
/* Of ranks, when all segments of this one's part are used: what it fitted and counted, to be merged with the others'
 * before the recipe is taken. */
struct pt_read_part {
    struct pt_recipe *recipe;     /* NULL: it was given */
    struct pt_tally  *tally;
    uint32_t *least_index;
    uint32_t  file;               /* the last one it read, UINT32_MAX: none; and lines of it */
    uint64_t  lines;
};
void pt_reader_part(pt_reader *reader, struct pt_read_part *part);
/* Whether the file was begun behind its first byte: lines are counted from there. */
bool pt_reader_begun_within(const pt_reader *reader, size_t file);
size_t pt_reader_files(const pt_reader *reader);
char *pt_reader_file(const pt_reader *reader, size_t i);
/* Growing, before the first rows: this label will come. */
ptron_status pt_reader_expect(pt_reader *reader, const char *label, size_t length, ptron_error *err);
void pt_reader_close(pt_reader *reader);

#endif
