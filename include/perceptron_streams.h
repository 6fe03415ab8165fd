/* Streams: rows that are read piece by piece. Part of perceptron.h, which includes it; the conventions stand there. */
#include "perceptron.h"

#ifndef PERCEPTRON_STREAMS_H
#define PERCEPTRON_STREAMS_H

#ifdef __cplusplus
extern "C" {
#endif

/* A source read piece by piece in constant memory. With a model its recipe is used, as by ptron_dataset_load.
 * Without one a recipe is fitted while the rows come, for ptron_trainer_feed: every row has a label; classes,
 * words and features may appear late. The classes are those met so far, in sorted order, so that one which comes
 * late may change the numbers of the others: the trainer follows. The index base of libsvm rows is settled by the
 * first megabyte; scaling "standard" is fitted as rows come, other than that and by row is refused, as is
 * filling with means. */
typedef struct ptron_stream ptron_stream;

PTRON_API ptron_status ptron_stream_open(const char *const *paths, size_t n_paths, const ptron_options *options,
                                         const ptron_model *model, ptron_stream **out, ptron_error *err);
/* Without a model, but on from the recipe of one: for a trainer that resumes from it. */
PTRON_API ptron_status ptron_stream_continue(const char *const *paths, size_t n_paths, const ptron_options *options,
                                             const ptron_model *model, ptron_stream **out, ptron_error *err);
/* The same from bytes in memory, which are borrowed until they are read; `name` stands for the file in messages.
 * learns: as ptron_stream_continue, else as ptron_stream_open with the model. */
PTRON_API ptron_status ptron_stream_read(const void *bytes, size_t length, const char *name,
                                         const ptron_options *options, const ptron_model *model, bool learns,
                                         ptron_stream **out, ptron_error *err);
/* Such a stream goes on with other bytes, as if they were the next file; what is left of those before is dropped. Bytes
 * that are no such rows at all change nothing, and others may follow. */
PTRON_API ptron_status ptron_stream_read_on(ptron_stream *stream, const void *bytes, size_t length, const char *name,
                                            ptron_error *err);
/* Before the first rows of a stream without a model: classes that will come have their numbers from the start, so that
 * none comes late. Unlike classes=... it is no part of the model, and other labels may still come. */
PTRON_API ptron_status ptron_stream_expect(ptron_stream *stream, const char *const *classes, size_t n_classes,
                                           ptron_error *err);
/* The next rows, borrowed until the next call; NULL at the end. From a pipe it gives whole lines as soon
 * as they come. */
PTRON_API ptron_status ptron_stream_next(ptron_stream *stream, const ptron_dataset **rows, ptron_error *err);
/* Before the first rows of a stream without a model: those of a slow pipe are given as they come, not when the first
 * megabyte is whole that settles format, columns, index base and the first classes. Each time all lines so far settle
 * them, as if the pipe ended there. Where that changes the rows given before, ptron_stream_again is true of the next
 * ones: they begin with the first, for a new trainer. So what is learned is the same however slowly rows come. */
PTRON_API ptron_status ptron_stream_hurry(ptron_stream *stream, ptron_error *err);
PTRON_API bool ptron_stream_again(const ptron_stream *stream);
/* Lets the next rows begin with the first. False: they are gone, more than the first megabyte has come. */
PTRON_API bool ptron_stream_rewind(ptron_stream *stream);
/* The text behind row i of the rows given last, where that is text: its line as it stands in the source, without '\n';
 * and what stands above the rows of its file (length 0: nothing). Borrowed until the next rows. */
PTRON_API ptron_status ptron_stream_row_text(ptron_stream *stream, uint64_t row, const char **text, size_t *length,
                                             ptron_error *err);
PTRON_API ptron_status ptron_stream_header(const ptron_stream *stream, const char **text, size_t *length,
                                           ptron_error *err);
/* Cells of a table that are no business of the model, to be shown beside the answer: which columns, by name or by
 * number from 1, and the cell of row i of those given last, without quotes; it is borrowed until the next one. */
PTRON_API ptron_status ptron_stream_keep(ptron_stream *stream, const char *const *columns, size_t n, ptron_error *err);
PTRON_API ptron_status ptron_stream_kept(ptron_stream *stream, uint64_t row, size_t i, const char **text,
                                         size_t *length, ptron_error *err);
/* Before the first rows of a stream with a model, or one that goes on from a model: lines that have no row (empty ones,
 * comments, bad rows that are skipped, rows left out) are told of, so that there can be an answer for each line but
 * those of a header. The rows of ptron_stream_next may then be none, with such lines alone. Each stands before a row of
 * those at hand, or, where `row` is as many as there are, behind the last. False: there is no i-th. The file's name is
 * borrowed. */
PTRON_API ptron_status ptron_stream_keep_blanks(ptron_stream *stream, ptron_error *err);
PTRON_API size_t ptron_stream_blanks(const ptron_stream *stream);
PTRON_API bool ptron_stream_blank(const ptron_stream *stream, size_t i, uint64_t *row, const char **file,
                                  uint64_t *line);
/* Why the i-th has no row, where it might have had one (a bad row that is skipped, missing cells): NULL elsewhere. The
 * column is that of a line, from 1; 0: it is about the whole row. Borrowed until the next rows. */
PTRON_API const char *ptron_stream_blank_reason(const ptron_stream *stream, size_t i, uint64_t *column);
/* Totals so far (rows, bad rows, unseen words, ...). */
PTRON_API void ptron_stream_describe(const ptron_stream *stream, ptron_dataset_facts *facts);
PTRON_API void ptron_stream_close(ptron_stream *stream);

#ifdef __cplusplus
}
#endif

#endif
