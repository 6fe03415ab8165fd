/* The public face of the text behind the rows of a stream, and of rows dealt out into parts. */
#include "api/api.h"
#include "read/row_text.h"
#include "read/stream.h"
#include "rows/parts.h"

#include <math.h>

/* What the rows at hand were made of; NULL: no text, or the rows of a pack. */
static ptron_status given_text(const ptron_stream *stream, uint64_t row, struct pt_given_text *given, uint64_t *line,
                               ptron_error *err)
{
    const pt_reader *reader = stream->pack != NULL ? NULL : pt_stream_reader(stream);

    if (row >= stream->rows.block.n_rows)
        return pt_fail(err, PTRON_ARGUMENT, "there is no such row");
    if (reader == NULL || !pt_reader_given(reader, given))
        return pt_fail(err, PTRON_ARGUMENT, "these rows do not stand in lines of text");
    *line = pt_place_line(stream->rows.block.place[row]);
    return PTRON_OK;
}

ptron_status ptron_stream_row_text(ptron_stream *stream, uint64_t row, const char **text, size_t *length,
                                   ptron_error *err)
{
    struct pt_given_text given;
    uint64_t line;

    if (stream == NULL || text == NULL || length == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a stream and places for the text are wanted");
    PT_TRY(given_text(stream, row, &given, &line, err));
    return pt_kept_line(&stream->kept, &given, line, text, length, err);
}

ptron_status ptron_stream_header(const ptron_stream *stream, const char **text, size_t *length, ptron_error *err)
{
    struct pt_given_text given;
    uint64_t line;

    if (stream == NULL || text == NULL || length == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a stream and places for the text are wanted");
    PT_TRY(given_text(stream, 0, &given, &line, err));
    *text = given.header;
    *length = given.header_length;
    return PTRON_OK;
}

ptron_status ptron_stream_keep(ptron_stream *stream, const char *const *columns, size_t n, ptron_error *err)
{
    if (stream == NULL || columns == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a stream and columns are wanted");
    return pt_kept_names(&stream->kept, columns, n, err);
}

ptron_status ptron_stream_kept(ptron_stream *stream, uint64_t row, size_t i, const char **text, size_t *length,
                               ptron_error *err)
{
    struct pt_given_text given;
    uint64_t line;

    if (stream == NULL || text == NULL || length == NULL || i >= stream->kept.n)
        return pt_fail(err, PTRON_ARGUMENT, "a stream, a column kept and places for the text are wanted");
    PT_TRY(given_text(stream, row, &given, &line, err));
    return pt_kept_cell(&stream->kept, &given, line, i, text, length, err);
}

static bool are_below(const uint32_t *numbers, uint64_t n, uint32_t limit)
{
    for (uint64_t i = 0; i < n; i++)
        if (numbers[i] >= limit)
            return false;
    return true;
}

ptron_status ptron_split(const uint32_t *labels, uint32_t n_labels, const uint32_t *groups, uint32_t n_groups,
                         uint64_t n, const double *shares, size_t n_parts, uint64_t seed, uint32_t *part,
                         ptron_error *err)
{
    double sum = 0.0;

    if (labels == NULL || shares == NULL || part == NULL || n_parts == 0 || n_parts > UINT32_MAX)
        return pt_fail(err, PTRON_ARGUMENT, "labels, shares and a place for the parts are wanted");
    for (size_t p = 0; p < n_parts; p++) {
        if (!(shares[p] > 0.0))
            return pt_fail(err, PTRON_ARGUMENT, "share %zu is not above 0", p + 1);
        sum += shares[p];
    }
    if (!(fabs(sum - 1.0) <= 1e-9))
        return pt_fail(err, PTRON_ARGUMENT, "the shares sum to %g, wanted 1", sum);
    if (!are_below(labels, n, n_labels) || (groups != NULL && !are_below(groups, n, n_groups)))
        return pt_fail(err, PTRON_ARGUMENT, "the number of a label or of a group is too large");
    return pt_deal(&(struct pt_dealing){labels, n_labels, groups, n_groups, n, shares, n_parts, seed}, part, err);
}
