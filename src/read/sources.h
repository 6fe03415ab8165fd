/* Several files as one sequence of segments: whole lines of text, or whole rows of a matrix. Finds the format of
 * the first, holds the others to it, and knows for each file how its columns map to the recipe's.
 *
 * Segments are cut at about segment_bytes, by the bytes alone; only from a pipe that is read live a segment is what has
 * come so far. The first is larger: what a stream knows of its labels and features when it begins is in it. Those after
 * it are small, so that they stay in a core's cache and no thread waits long for another. */
#ifndef PT_READ_SOURCES_H
#define PT_READ_SOURCES_H

#include "parse/parser.h"
#include "read/array/matrix.h"
#include "ranks/ranks.h"
#include "read/lookahead.h"
#include "read/reader.h"

enum { PT_FIRST_SEGMENT_BYTES = 1 << 20, PT_SEGMENT_BYTES = 1 << 18 };

struct pt_segment {                /* reused; init by zeroing, fini by pt_segment_fini */
    uint32_t file;
    char    *bytes;                /* [room]; text */
    size_t   length, room;
    struct pt_extent extent;       /* open: the bytes are still to be read, by pt_segment_fill */
    struct pt_matrix_segment rows; /* matrix */
};

struct pt_source_file {
    char     *name;                /* for messages and places */
    uint32_t *columns;             /* CSV; see pt_parse */
    size_t    n_columns;
    uint64_t  header_lines;        /* lines before the first segment */
    char     *header;              /* [header_length] these; NULL: none */
    size_t    header_length;
    uint64_t  begun_at;            /* the byte that this rank begins with, where another has those before it; else 0 */
    struct pt_matrix matrix;        /* matrix */
};

/* The sources are so many bytes, as they are on disk; a rank reads those from..to-1 of them: of plain text files the
 * lines that begin there, of others the files whose middle is there. */
struct pt_part {
    ptron_ranks *ranks;            /* NULL: all is read here */
    uint64_t  from, to;
    uint64_t *begins;              /* [n + 1] of each file; owned */
    uint64_t  stop;                /* of the file at hand: the byte to stop at; UINT64_MAX: its end */
    bool      passed;              /* nothing of the file at hand is read here */
};

struct pt_sources {
    const ptron_options *options;          /* borrowed until the last file is open */
    struct pt_source *sources;             /* [n] paths and bytes are borrowed */
    struct pt_source_file *files;          /* [n] */
    size_t    n, n_opened;                 /* the last opened file is at hand */
    struct pt_lookahead lookahead;
    const struct pt_parser *parser;        /* NULL: rows of an array */
    const struct pt_recipe *recipe;
    struct pt_recipe *fit;                 /* the same, written when the first file opens; NULL: it is fitted */
    bool      live;
    pt_pool  *pool;                        /* unpacks ahead; NULL: nobody does */
    bool      error_has_line;              /* the error is in a line after those given out of the file at hand ... */
    uint64_t  error_after;                 /* ... and so many more */
    size_t    segment_bytes, later_bytes;  /* of the next segment, of those after it */
    struct pt_part part;                   /* of ranks: what this one reads */
    ptron_watch watch;
    uint64_t  taken, total;                /* bytes of the files done with; of all, 0: not known */
};

/* Opens the first file. While fitting, the recipe gets its format and shape. The caller has zeroed the struct,
 * set options, recipe, fit, live and both sizes of segments, and calls _fini in any case. */
ptron_status pt_sources_init(struct pt_sources *sources, const struct pt_source *list, size_t n, ptron_error *err);
void pt_sources_fini(struct pt_sources *sources);
/* Where the recipe is not fitted to the first: goes on with this source in place of those before. */
ptron_status pt_sources_replace(struct pt_sources *sources, const struct pt_source *source, ptron_error *err);

/* Parts (sources_part.c): what this rank reads, from the options; where the file at hand, which was just opened, begins
 * and stops here; whether nothing of file i can be this rank's, so that it need not be opened; lines before the byte
 * that the file was begun at. */
ptron_status pt_part_init(struct pt_sources *sources, ptron_error *err);
ptron_status pt_part_enter(struct pt_sources *sources, ptron_error *err);
bool         pt_part_passes(const struct pt_sources *sources, size_t i);
uint64_t     pt_part_lines_before(const struct pt_sources *sources, size_t file);

/* The next segment; *more false at the end. */
ptron_status pt_sources_next(struct pt_sources *sources, struct pt_segment *segment, bool *more, ptron_error *err);
/* True when the next segment may be long in coming: from a pipe. */
bool pt_sources_may_block(const struct pt_sources *sources);

/* True when the segment given out was the last one for certain. */
bool pt_sources_ended(const struct pt_sources *sources);

/* The bytes of a segment that stayed in their file; from any thread. */
ptron_status pt_segment_fill(const struct pt_sources *sources, struct pt_segment *segment, ptron_error *err);
void pt_segment_fini(struct pt_segment *segment);

/* Whether some format takes the option, but not this one. */
bool pt_option_is_foreign(const char *option, enum pt_format format);
/* Refuses an option that would be passed over: it means nothing for the recipe's format, or (`fitted`) the recipe,
 * which comes from training, has chosen otherwise. */
ptron_status pt_option_scope_check(const ptron_options *options, const struct pt_recipe *recipe, bool fitted,
                                   ptron_error *err);

#endif
