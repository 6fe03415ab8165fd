/* Rows of a pipe that has only begun. */
#include "read/first_rows.h"
#include "base/clock.h"
#include "base/param.h"
#include "base/size.h"
#include "parse/parser.h"
#include "read/sources.h"
#include "sets/row_checksum.h"

#include <string.h>

enum {
    ENOUGH_BYTES = 2 * PT_FIRST_SEGMENT_BYTES,   /* the first segment and any header before it */
    PAUSE_MILLISECONDS = 20,                     /* a pipe that gives nothing for so long is slow: rows are used */
    FEW_LINES = 20,                              /* too few to believe that they cannot be read */
};
static const double patience_seconds = 0.2;      /* and so are those of one that never pauses */

ptron_status pt_first_rows_open(struct pt_first_rows *first, const char *path, const ptron_options *options,
                                pt_pool *pool, bool *live, ptron_error *err)
{
    const ptron_watch watch = pt_option_watch(options);

    PT_TRY(pt_lookahead_open(&first->ahead, path, NULL, 0, err));
    *live = pt_input_is_live(first->ahead.input);
    if (!*live) {
        pt_lookahead_close(&first->ahead);
        return PTRON_OK;
    }
    pt_input_watch(first->ahead.input, &watch);
    pt_dict_init(&first->classes);
    first->path = path;
    first->options = options;
    first->pool = pool;
    return PTRON_OK;
}

static void close_lines(struct pt_first_rows *first)
{
    if (first->reader != first->shown)
        pt_reader_close(first->reader);
    first->reader = NULL;
}

void pt_first_rows_close(struct pt_first_rows *first)
{
    close_lines(first);
    pt_reader_close(first->shown);
    pt_lookahead_close(&first->ahead);
    pt_dict_fini(&first->classes);
    *first = (struct pt_first_rows){0};
}

/* The next rows are the first. */
static void forget(struct pt_first_rows *first)
{
    first->again |= first->given > 0;
    first->given = first->skip = first->sum = 0;
    pt_dict_fini(&first->classes);
    pt_dict_init(&first->classes);
}

void pt_first_rows_rewind(struct pt_first_rows *first)
{
    forget(first);
    close_lines(first);
    first->lines = first->looked = 0;
}

/* ---- lines --------------------------------------------------------------------------------------------- */

/* Bytes of whole lines so far, by the last line end that is none within quotes where the format has them; recipe NULL:
 * it is not known yet. */
static size_t whole_lines(const struct pt_first_rows *first, const struct pt_recipe *recipe)
{
    size_t length;
    const char *bytes = pt_lookahead_ahead(&first->ahead, &length);
    const struct pt_parser *parser = recipe == NULL ? NULL : pt_parsers[recipe->format];

    if (parser != NULL && parser->cut != NULL && length > 0)
        return parser->cut(recipe, bytes, length);
    while (length > 0 && bytes[length - 1] != '\n')
        length--;
    return length;
}

static bool has_few_lines(const struct pt_first_rows *first)
{
    const char *at = first->ahead.ahead + first->ahead.at, *end = at + first->lines;
    size_t n = 0;

    for (; n < FEW_LINES && at < end && (at = memchr(at, '\n', (size_t)(end - at))) != NULL; at++)
        n++;
    return n < FEW_LINES;
}

static bool has_enough(const struct pt_first_rows *first)
{
    size_t length;
    const char *bytes = pt_lookahead_ahead(&first->ahead, &length);
    const bool binary = length > 0 && (bytes[0] == '\0' || bytes[0] == '\x93');

    return binary || first->ahead.ended || length >= ENOUGH_BYTES;
}

/* Reads until there are lines that were not read yet and the pipe pauses. */
static ptron_status gather(struct pt_first_rows *first, ptron_error *err)
{
    double since = 0.0;

    while (!has_enough(first)) {
        if (whole_lines(first, NULL) > first->looked) {
            since = since > 0.0 ? since : pt_clock_seconds();
            if (!pt_input_is_ready_within(first->ahead.input, PAUSE_MILLISECONDS) ||
                pt_clock_seconds() - since > patience_seconds)
                return PTRON_OK;
        }
        PT_TRY(pt_lookahead_look(&first->ahead, ENOUGH_BYTES, true, err));
    }
    return PTRON_OK;
}

/* ---- reading them as a file that ends here --------------------------------------------------------------- */

static ptron_status open_lines(const struct pt_first_rows *first, const struct pt_dict *expected, size_t length,
                               pt_reader **reader, ptron_error *err)
{
    const struct pt_source source = {.path = pt_input_name(first->ahead.input),
                                     .bytes = first->ahead.ahead + first->ahead.at, .length = length};
    ptron_status status = pt_reader_open_growing(&source, 1, first->options, NULL, first->pool, reader, err);

    for (uint32_t c = 0; status == PTRON_OK && c < expected->count; c++) {
        size_t n;
        const char *name = pt_dict_text(expected, c, &n);

        status = pt_reader_expect(*reader, name, n, err);
    }
    return status;
}

static bool same_classes(const struct pt_dict *a, const struct pt_dict *b)
{
    for (uint32_t c = 0; a->count == b->count && c < a->count; c++) {
        size_t n, m;
        const char *name = pt_dict_text(a, c, &n), *other = pt_dict_text(b, c, &m);

        if (n != m || memcmp(name, other, n) != 0)
            return false;
    }
    return a->count == b->count;
}

/* Rows number from.. of the block, as they count in the sum. */
static uint64_t sum_rows(const struct pt_block *block, size_t n, uint64_t from)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < n; i++) {
        const struct pt_row row = pt_block_row(block, i);
        sum += pt_mark_row(&row, from + i) * pt_mark_class(row.label);
    }
    return sum;
}

/* Whether the rows given out are, read with all lines so far, what they were; *features: how many are known then. */
static ptron_status compare(const struct pt_first_rows *first, const struct pt_dict *expected, bool *same,
                            uint32_t *features, ptron_error *err)
{
    struct pt_block block;
    pt_reader *reader = NULL;
    uint64_t sum = 0, seen = 0;
    ptron_status status = open_lines(first, expected, first->lines, &reader, err);

    *same = true;
    while (status == PTRON_OK && *same && seen < first->given) {
        status = pt_reader_next(reader, &block, err);
        if (status != PTRON_OK)
            break;
        if (seen == 0)
            *same = same_classes(&first->classes, &pt_reader_recipe(reader)->labels.classes);
        *features = seen == 0 ? pt_reader_recipe(reader)->n_features : *features;
        *same &= block.n_rows > 0;
        sum += sum_rows(&block, (size_t)pt_min(block.n_rows, first->given - seen), seen);
        seen += block.n_rows;
    }
    *same = *same && sum == first->sum;
    pt_reader_close(reader);
    return status;
}

/* Reads all lines so far; those given out are skipped, or forgotten. */
static ptron_status read_lines(struct pt_first_rows *first, const struct pt_dict *expected, ptron_error *err)
{
    size_t lines;
    uint32_t features = 0;
    bool same = true;

    first->lines = first->looked = whole_lines(first, NULL);
    PT_TRY(open_lines(first, expected, first->lines, &first->reader, err));
    lines = whole_lines(first, pt_reader_recipe(first->reader));
    if (lines != first->lines) {
        close_lines(first);
        first->lines = lines;
        if (first->lines == 0)
            return PTRON_OK;
        PT_TRY(open_lines(first, expected, first->lines, &first->reader, err));
    }
    PT_TRY(compare(first, expected, &same, &features, err));
    if (!same)
        forget(first);
    first->skip = first->given;
    return PTRON_OK;
}

/* Too few lines to believe an error: more of them may tell another format, or a header from rows. */
static bool may_be_early(const struct pt_first_rows *first, ptron_status status, const ptron_error *err)
{
    return status == PTRON_DATA && (has_few_lines(first) || (err != NULL && err->detail == PTRON_DETAIL_NO_ROWS));
}

/* The next rows of the reader that were not given out yet; none: there are no more. */
static ptron_status next_new(struct pt_first_rows *first, struct pt_block *block, ptron_error *err)
{
    do {
        PT_TRY(pt_reader_next(first->reader, block, err));
        if (first->given == 0 && block->n_rows > 0) {
            PT_TRY(pt_dict_copy(&first->classes, &pt_reader_recipe(first->reader)->labels.classes, err));
            first->features = pt_reader_recipe(first->reader)->n_features;
        }
        if (block->n_rows > 0 && block->n_rows <= first->skip)
            first->skip -= block->n_rows;
        else
            break;
    } while (true);
    if (first->skip > 0 && block->n_rows > 0)
        *block = pt_block_rest(*block, (size_t)first->skip);
    first->skip = 0;
    if (block->n_rows == 0)
        return PTRON_OK;
    if (first->shown != first->reader)
        pt_reader_close(first->shown);
    first->shown = first->reader;
    first->sum += sum_rows(block, block->n_rows, first->given);
    first->given += block->n_rows;
    return PTRON_OK;
}

/* The pipe has given enough, or ended: now everything is settled for good, for learners that must know all features
 * from the start too. An error is told when the rows are read. */
static void settle(struct pt_first_rows *first, const struct pt_dict *expected)
{
    uint32_t features = 0;
    bool same = true;

    first->lines = first->ahead.ended ? first->ahead.length - first->ahead.at : whole_lines(first, NULL);
    if (first->given > 0 && (compare(first, expected, &same, &features, NULL) != PTRON_OK || !same ||
                             features != first->features))
        forget(first);
    first->skip = first->given;
}

ptron_status pt_first_rows_next(struct pt_first_rows *first, const struct pt_dict *expected, struct pt_block *block,
                                ptron_error *err)
{
    ptron_status status = PTRON_OK;

    *block = (struct pt_block){0};
    for (;;) {
        if (status == PTRON_OK && first->reader != NULL)
            status = next_new(first, block, err);
        if (status == PTRON_OK && block->n_rows > 0)
            return PTRON_OK;
        if (status != PTRON_OK && !may_be_early(first, status, err))
            return status;
        PT_TRY(gather(first, err));
        if (has_enough(first)) {
            settle(first, expected);
            return PTRON_OK;
        }
        close_lines(first);
        status = read_lines(first, expected, err);
    }
}
