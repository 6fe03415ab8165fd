/* Opening files, telling formats, cutting segments. */
#include "read/sources.h"
#include "base/alloc.h"
#include "base/param.h"
#include "base/size.h"
#include "parse/csv/csv.h"
#include "read/foreign.h"

#include <assert.h>
#include <string.h>

enum {
    MOST_LINE = 1 << 30,   /* a longer line is refused */
    TAIL = 4096,           /* bytes looked at to find the last line end */
};

static struct pt_source_file *current(const struct pt_sources *sources)
{
    return &sources->files[sources->n_opened - 1];
}

/* Adds the file's name to an error that has none. */
static ptron_status in_file(const struct pt_sources *sources, ptron_status status, ptron_error *err)
{
    if (status != PTRON_OK && status != PTRON_NOMEM && err != NULL && err->file[0] == '\0')
        pt_error_place(err, current(sources)->name, err->line, err->column);
    return status;
}

/* ---- telling the format -------------------------------------------------------------------------- */

static ptron_status check_text(const char *bytes, size_t length, ptron_error *err)
{
    const char *nul = memchr(bytes, '\0', length);
    uint64_t line, column;

    if (length >= 2 && (memcmp(bytes, "\xff\xfe", 2) == 0 || memcmp(bytes, "\xfe\xff", 2) == 0))
        return pt_fail(err, PTRON_DATA, "is UTF-16 text; UTF-8 is wanted");
    if (nul == NULL)
        return PTRON_OK;
    pt_text_place(bytes, (size_t)(nul - bytes), &line, &column);
    return pt_fail_at(err, PTRON_DATA, NULL, line, column,
                      "byte 0x00 is not text, and the file begins like no binary format known");
}

/* Past the lines that come before all others: they tell nothing of the format. */
static ptron_status pass_preamble(const struct pt_sources *sources, const char **bytes, size_t *length,
                                  ptron_error *err)
{
    size_t skip;
    bool told;

    PT_TRY(pt_csv_preamble(sources->recipe, sources->options, sources->fit != NULL, *bytes, *length, &skip, &told,
                           err));
    if (told) {
        *bytes += skip;
        *length -= skip;
    }
    return PTRON_OK;
}

/* The format that fits the bytes best, and how well (see parser.h); PT_N_FORMATS when none does, or when there is
 * no memory to tell. */
static enum pt_format format_of(const char *bytes, size_t length, const char *name, int *score)
{
    enum pt_format best = pt_array_format(bytes, length);

    *score = best == PT_N_FORMATS ? 0 : 100;
    for (size_t i = 0; i < PT_N_FORMATS && *score < 100; i++) {
        const int s = pt_parsers[i] == NULL ? 0 : pt_parsers[i]->recognise(bytes, length, name);
        if (s < 0) {
            *score = s;
            return PT_N_FORMATS;
        }
        if (s > *score) {
            *score = s;
            best = (enum pt_format)i;
        }
    }
    return best;
}

static ptron_status find_format(struct pt_sources *sources, const char *bytes, size_t length, ptron_error *err)
{
    enum pt_format format = pt_format_asked(pt_option_text(sources->options, "format"));
    int score;

    if (format == PT_N_FORMATS) {
        const char *from = bytes;
        size_t n = length;

        PT_TRY(pass_preamble(sources, &from, &n, err));
        format = format_of(from, n, current(sources)->name, &score);
        if (score < 0)
            return pt_fail_memory(err, n, "the first lines");
        if (score < 100 && ptron_options_given(sources->options, "delimiter"))
            format = PT_FORMAT_CSV;
    }
    if (format == PT_N_FORMATS || pt_formats[format].origin == PT_FROM_TEXT)
        PT_TRY(check_text(bytes, length, err));
    if (format == PT_N_FORMATS)
        return pt_fail(err, PTRON_DATA, "is in no format known here; say which with --format");
    sources->fit->format = format;
    return PTRON_OK;
}

/* Rows of a table whose columns have names may come as JSON lines, whose keys are these names. */
static bool comes_as_json(const struct pt_sources *sources, const char *bytes, size_t length)
{
    const struct pt_recipe *recipe = sources->recipe;
    const enum pt_format asked = pt_format_asked(pt_option_text(sources->options, "format"));

    if (recipe->format != PT_FORMAT_CSV || !recipe->header || recipe->decimal == ',')
        return false;
    if (asked != PT_N_FORMATS)
        return asked == PT_FORMAT_JSONL;
    return pt_array_format(bytes, length) == PT_N_FORMATS &&
           pt_parsers[PT_FORMAT_JSONL]->recognise(bytes, length, current(sources)->name) == 100;
}

/* Refuses a file that is clearly something else than the recipe's format. */
static ptron_status hold_to_format(const struct pt_sources *sources, const char *bytes, size_t length,
                                   ptron_error *err)
{
    const enum pt_format wanted = sources->recipe->format;
    const struct pt_parser *parser = pt_parsers[wanted];
    enum pt_format found;
    int score;

    if (pt_formats[wanted].origin == PT_FROM_MEMORY)
        return pt_fail(err, PTRON_DATA, "cannot be read by a model of rows that were given in memory");
    if (parser != NULL)
        PT_TRY(check_text(bytes, length, err));
    if (pt_format_asked(pt_option_text(sources->options, "format")) == wanted ||
        pt_formats[wanted].shape == PT_SHAPE_WORDS)
        return PTRON_OK;   /* a message may look like anything */
    if (wanted == PT_FORMAT_CSV)
        PT_TRY(pass_preamble(sources, &bytes, &length, err));
    found = format_of(bytes, length, current(sources)->name, &score);
    if (score < 0)
        return pt_fail_memory(err, length, "the first lines");
    if (wanted == PT_FORMAT_ARFF && found == PT_FORMAT_CSV)
        return PTRON_OK;   /* rows without their header */
    if (found == wanted ||
        (parser != NULL && (score < 50 || (score < 100 &&   /* in doubt it is what is wanted */
                                           parser->recognise(bytes, length, current(sources)->name) > 0))))
        return PTRON_OK;
    return pt_fail(err, PTRON_DATA, "is %s; %s is wanted",
                   found == PT_N_FORMATS ? "something else" : pt_formats[found].name, pt_formats[wanted].name);
}

/* ---- opening ------------------------------------------------------------------------------------- */

/* Rows are wanted as soon as the pipe at hand gives them. */
static bool is_prompt(const struct pt_sources *sources)
{
    return sources->live && sources->lookahead.input != NULL && pt_input_is_live(sources->lookahead.input);
}

bool pt_sources_may_block(const struct pt_sources *sources)
{
    return is_prompt(sources) && !pt_input_is_ready(sources->lookahead.input);
}

bool pt_sources_ended(const struct pt_sources *sources)
{
    return sources->n_opened == sources->n && sources->parser != NULL && sources->lookahead.ended &&
           sources->lookahead.at == sources->lookahead.length;
}

static size_t cut_of(const struct pt_sources *sources, const struct pt_parser *parser, const char *bytes, size_t length)
{
    if (parser != NULL && parser->cut != NULL)
        return parser->cut(sources->recipe, bytes, length);
    while (length > 0 && bytes[length - 1] != '\n')
        length--;
    return length;
}

/* Packed data that is cut short, or malformed, breaks off in some line. */
static ptron_status in_line(struct pt_sources *sources, ptron_status status, const char *bytes, size_t length)
{
    sources->error_has_line |= status == PTRON_DATA;
    for (size_t i = 0; status == PTRON_DATA && i < length; i++)
        sources->error_after += bytes[i] == '\n';
    return status;
}

static ptron_status fail_long_line(struct pt_sources *sources, const char *bytes, size_t length, ptron_error *err)
{
    const bool quoted = memchr(bytes, '"', length) != NULL;

    sources->error_has_line = true;
    return pt_fail(err, PTRON_DATA, "%s more than %d bytes", quoted ? "a line, or an open quote, of" : "a line of",
                   MOST_LINE);
}

/* Reads ahead until there is a whole line; of the bytes ahead *seen are looked at, *whole is the length of the lines
 * among them. Fitting looks at a full first segment (of the usual size, however much is ahead), also from a pipe: what
 * it decides must not depend on timing. */
static ptron_status look_at_lines(struct pt_sources *sources, const struct pt_parser *parser, size_t *seen,
                                  size_t *whole, ptron_error *err)
{
    const bool prompt = is_prompt(sources) && sources->fit == NULL;
    size_t length, wanted = PT_FIRST_SEGMENT_BYTES;
    ptron_status status;

    for (;;) {
        const char *bytes = pt_lookahead_ahead(&sources->lookahead, &length);
        const bool all = sources->lookahead.ended && length <= wanted;

        if (length >= wanted || prompt || all) {
            *seen = pt_min(length, wanted);
            *whole = all ? length : *seen == 0 ? 0 : cut_of(sources, parser, bytes, *seen);
            if (*whole > 0 || all)
                return PTRON_OK;
            if (length >= MOST_LINE)
                return fail_long_line(sources, bytes, length, err);
            wanted = pt_max(wanted, pt_min(2 * length, MOST_LINE));
        }
        status = pt_lookahead_look(&sources->lookahead, wanted, prompt, err);
        bytes = pt_lookahead_ahead(&sources->lookahead, &length);
        PT_TRY(in_line(sources, status, bytes, length));
    }
}

/* Enough bytes to tell binary formats: text never begins with one of these. */
static ptron_status look_at_magic(struct pt_sources *sources, ptron_error *err)
{
    const bool prompt = is_prompt(sources);
    const char *bytes;
    size_t length;

    PT_TRY(pt_lookahead_look(&sources->lookahead, 8, prompt, err));
    bytes = pt_lookahead_ahead(&sources->lookahead, &length);
    if (length == 0)
        return pt_detail(err, PTRON_DETAIL_NO_ROWS, pt_fail(err, PTRON_DATA, "file is empty"));
    if (bytes[0] == '\0' || bytes[0] == '\x93' || bytes[0] == '\xef')
        PT_TRY(pt_lookahead_look(&sources->lookahead, 8, false, err));
    bytes = pt_lookahead_ahead(&sources->lookahead, &length);
    if (length >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0)
        pt_lookahead_skip(&sources->lookahead, 3);
    return PTRON_OK;
}

static ptron_status open_matrix(struct pt_sources *sources, ptron_error *err)
{
    const size_t at = sources->n_opened - 1;
    const struct pt_matrix_request request = {
        .options = sources->options,
        .path = sources->sources[at].bytes == NULL ? sources->sources[at].path : NULL,
        .file = at, .n_files = sources->n, .recipe = sources->recipe, .fit = sources->fit,
    };

    return pt_matrix_open(&current(sources)->matrix, &sources->lookahead, &request, err);
}

/* Leaves lines behind: they count as lines, and for nothing else. */
static void skip_lines(struct pt_sources *sources, size_t n)
{
    size_t length;
    const char *bytes = pt_lookahead_ahead(&sources->lookahead, &length);

    for (size_t i = 0; i < n; i++)
        current(sources)->header_lines += bytes[i] == '\n';
    pt_lookahead_skip(&sources->lookahead, n);
}

/* Lines before the first that counts. More of a pipe is waited for only where what has come tells nothing yet. */
static ptron_status skip_preamble(struct pt_sources *sources, size_t *whole, ptron_error *err)
{
    const bool fitting = sources->fit != NULL;
    size_t length, skip = 0;
    bool told;

    for (;;) {
        const char *bytes = pt_lookahead_ahead(&sources->lookahead, &length);

        PT_TRY(sources->parser->preamble(sources->recipe, sources->options, fitting, bytes, *whole, &skip, &told, err));
        if (told || (sources->lookahead.ended && *whole == length))
            break;
        PT_TRY(pt_lookahead_look(&sources->lookahead, length + 1, is_prompt(sources), err));
        bytes = pt_lookahead_ahead(&sources->lookahead, &length);
        *whole = sources->lookahead.ended ? length : cut_of(sources, NULL, bytes, length);
    }
    skip_lines(sources, skip);
    *whole -= skip;
    return PTRON_OK;
}

static ptron_status open_text(struct pt_sources *sources, ptron_error *err)
{
    struct pt_source_file *file = current(sources);
    size_t seen, whole, length, skip = 0;
    const char *bytes;

    PT_TRY(look_at_lines(sources, sources->parser, &seen, &whole, err));
    if (sources->parser->preamble != NULL)
        PT_TRY(skip_preamble(sources, &whole, err));
    bytes = pt_lookahead_ahead(&sources->lookahead, &length);
    if (sources->fit != NULL && sources->n_opened == 1)
        PT_TRY(sources->parser->prepare(sources->fit, sources->options, bytes, whole, err));
    if (sources->parser->match == NULL)
        return PTRON_OK;
    PT_TRY(sources->parser->match(sources->recipe, sources->options, sources->fit != NULL, bytes, whole, &file->columns,
                                  &file->n_columns, &skip, err));
    if (skip > 0 && (file->header = pt_copy_text(bytes, skip)) == NULL)
        return pt_fail_memory(err, skip, "a file's header");
    file->header_length = skip;
    skip_lines(sources, skip);
    return PTRON_OK;
}

/* Messages may begin like anything, where it is known that messages come. */
static bool may_be_any_text(const struct pt_sources *sources, bool first)
{
    const enum pt_format format = first ? pt_format_asked(pt_option_text(sources->options, "format"))
                                        : sources->recipe->format;

    return format != PT_N_FORMATS && pt_formats[format].shape == PT_SHAPE_WORDS;
}

static ptron_status open_format(struct pt_sources *sources, ptron_error *err)
{
    const bool first = sources->fit != NULL && sources->n_opened == 1;
    const char *bytes;
    size_t length, seen, whole = 0;
    bool json;

    PT_TRY(look_at_magic(sources, err));
    bytes = pt_lookahead_ahead(&sources->lookahead, &length);
    if (length == 0)
        return pt_fail(err, PTRON_DATA, "file is empty");   /* but for a byte order mark */
    seen = length;
    if (pt_array_format(bytes, length) == PT_N_FORMATS)
        PT_TRY(look_at_lines(sources, NULL, &seen, &whole, err));
    bytes = pt_lookahead_ahead(&sources->lookahead, &length);
    PT_TRY(pt_foreign_check(bytes, seen, may_be_any_text(sources, first), err));
    json = !first && comes_as_json(sources, bytes, seen) &&
           (sources->n_opened == 1 || sources->parser == pt_parsers[PT_FORMAT_JSONL]);
    if (!first && !json && sources->n_opened > 1 && sources->recipe->format != PT_FORMAT_JSONL &&
        sources->parser == pt_parsers[PT_FORMAT_JSONL])
        return pt_fail(err, PTRON_DATA, "is no jsonl, as the files before it are");
    if (first || !json)
        PT_TRY(first ? find_format(sources, bytes, seen, err) : hold_to_format(sources, bytes, seen, err));
    if (sources->n_opened == 1) {   /* later, tasks are reading it */
        sources->parser = pt_parsers[json ? PT_FORMAT_JSONL : sources->recipe->format];
        PT_TRY(pt_option_scope_check(sources->options, sources->recipe, sources->fit == NULL, err));
    }
    return sources->parser == NULL ? open_matrix(sources, err) : open_text(sources, err);
}

static ptron_status open_next(struct pt_sources *sources, ptron_error *err)
{
    const struct pt_source *source = &sources->sources[sources->n_opened];
    struct pt_source_file *file = &sources->files[sources->n_opened];
    const char *name;

    if (sources->lookahead.input != NULL)
        sources->taken += pt_input_taken(sources->lookahead.input);
    pt_lookahead_close(&sources->lookahead);
    if (source->begun != NULL) {
        sources->lookahead = *source->begun;
        *source->begun = (struct pt_lookahead){0};
    } else {
        PT_TRY(pt_lookahead_open(&sources->lookahead, source->path, source->bytes, source->length, err));
    }
    pt_input_watch(sources->lookahead.input, &sources->watch);
    pt_input_unpack_ahead(sources->lookahead.input, sources->pool);
    name = pt_input_name(sources->lookahead.input);
    file->name = pt_copy_text(name, strlen(name));
    if (file->name == NULL)
        return pt_fail_memory(err, strlen(name), "a file name");
    sources->n_opened++;
    PT_TRY(in_file(sources, open_format(sources, err), err));
    return in_file(sources, pt_part_enter(sources, err), err);
}

/* A file that other ranks read has a name here, and nothing else. */
static ptron_status pass_file(struct pt_sources *sources, ptron_error *err)
{
    const char *path = sources->sources[sources->n_opened].path;

    sources->files[sources->n_opened].name = pt_copy_text(path, strlen(path));
    if (sources->files[sources->n_opened].name == NULL)
        return pt_fail_memory(err, strlen(path), "a file name");
    sources->n_opened++;
    sources->part.passed = true;
    return PTRON_OK;
}

/* Files without a byte among several have no rows, and nothing else: they are passed over. Alone, it is an error. */
static size_t choose_sources(const struct pt_source *list, size_t n, struct pt_source *chosen)
{
    size_t kept = 0;

    for (size_t i = 0; i < n; i++)
        if (list[i].bytes != NULL || list[i].begun != NULL || !pt_input_is_empty(list[i].path))
            chosen[kept++] = list[i];
    if (kept == 0)
        chosen[kept++] = list[0];
    return kept;
}

ptron_status pt_sources_init(struct pt_sources *sources, const struct pt_source *list, size_t n, ptron_error *err)
{
    assert(sources->files == NULL && sources->segment_bytes > 0 && sources->later_bytes > 0);
    if (n == 0)
        return pt_fail(err, PTRON_ARGUMENT, "no files were given");
    sources->sources = pt_array(n, sizeof *list);
    sources->files = pt_zeroed(n, sizeof *sources->files);
    if (sources->sources == NULL || sources->files == NULL)
        return pt_fail_memory(err, n * sizeof *sources->files, "the list of files");
    sources->n = choose_sources(list, n, sources->sources);
    list = sources->sources;
    n = sources->n;
    sources->watch = pt_option_watch(sources->options);
    for (size_t i = 0; sources->watch.on_read != NULL && i < n; i++) {
        const uint64_t size = list[i].bytes != NULL ? list[i].length : pt_input_size_of(list[i].path);

        if (size == 0) {   /* not known, so that the total is not */
            sources->total = 0;
            break;
        }
        sources->total += size;
    }
    PT_TRY(pt_part_init(sources, err));
    return open_next(sources, err);
}

static void close_files(struct pt_sources *sources)
{
    for (size_t i = 0; sources->files != NULL && i < sources->n; i++) {
        pt_release(sources->files[i].name);
        pt_release(sources->files[i].columns);
        pt_release(sources->files[i].header);
        pt_matrix_close(&sources->files[i].matrix);
        sources->files[i] = (struct pt_source_file){0};
    }
    pt_lookahead_close(&sources->lookahead);
}

ptron_status pt_sources_replace(struct pt_sources *sources, const struct pt_source *source, ptron_error *err)
{
    assert(sources->fit == NULL && sources->part.ranks == NULL);
    close_files(sources);
    sources->sources[0] = *source;
    sources->n = 1;
    sources->n_opened = 0;
    sources->error_has_line = false;
    sources->error_after = 0;
    return open_next(sources, err);
}

void pt_sources_fini(struct pt_sources *sources)
{
    close_files(sources);
    pt_release(sources->sources);
    pt_release(sources->files);
    pt_release(sources->part.begins);
    *sources = (struct pt_sources){0};
}

/* ---- segments ------------------------------------------------------------------------------------ */

void pt_segment_fini(struct pt_segment *segment)
{
    pt_extent_close(&segment->extent);
    pt_release(segment->bytes);
    pt_release(segment->rows.bytes);
    pt_release(segment->rows.labels);
    *segment = (struct pt_segment){0};
}

static ptron_status grow_segment(struct pt_segment *segment, size_t n, ptron_error *err)
{
    void *bytes = segment->bytes;

    if (!pt_grow(&bytes, &segment->room, n, 1))
        return pt_fail_memory(err, n, "a segment of lines");
    segment->bytes = bytes;
    return PTRON_OK;
}

ptron_status pt_segment_fill(const struct pt_sources *sources, struct pt_segment *segment, ptron_error *err)
{
    ptron_status status;

    if (!segment->extent.open)
        return PTRON_OK;
    PT_TRY(grow_segment(segment, segment->length, err));
    status = pt_extent_read(&segment->extent, segment->bytes, err);
    if (status != PTRON_OK)
        pt_error_place(err, sources->files[segment->file].name, 0, 0);
    return status;
}

/* Bytes up to the last line end within n bytes at an offset; 0: there is none. */
static size_t lines_at(const pt_input *input, uint64_t at, size_t n)
{
    char tail[TAIL];

    while (n > 0) {
        const size_t m = pt_min(n, sizeof tail);
        size_t end = m;

        if (!pt_input_peek(input, at + n - m, tail, m))
            return 0;
        while (end > 0 && tail[end - 1] != '\n')
            end--;
        if (end > 0)
            return n - m + end;
        n -= m;
    }
    return 0;
}

/* Of a plain file only the end of a segment is looked at here: its bytes are read by the task that parses them, beside
 * other tasks and into that core's cache. False when the bytes must be read here, in order. */
static bool leave_in_file(struct pt_sources *sources, struct pt_segment *segment)
{
    struct pt_lookahead *lookahead = &sources->lookahead;
    uint64_t at;
    size_t whole;

    if (sources->parser->cut != NULL || !pt_lookahead_place(lookahead, &at) ||
        at + sources->segment_bytes > pt_min_u64(pt_input_size(lookahead->input), sources->part.stop))
        return false;
    whole = lines_at(lookahead->input, at, sources->segment_bytes);
    if (whole == 0 || !pt_input_lend(lookahead->input, at, whole, &segment->extent))
        return false;
    if (!pt_lookahead_go(lookahead, at + whole)) {
        pt_extent_close(&segment->extent);
        return false;
    }
    segment->length = whole;
    return true;
}

/* Before the byte that this rank stops at. */
static size_t bytes_left(const struct pt_sources *sources)
{
    uint64_t at;

    if (sources->part.stop == UINT64_MAX || !pt_lookahead_place(&sources->lookahead, &at))
        return SIZE_MAX / 2;
    return at < sources->part.stop ? (size_t)(sources->part.stop - at) : 0;
}

/* Whole lines; all that is left at the end of the file; length 0 when nothing is. */
static ptron_status next_text(struct pt_sources *sources, struct pt_segment *segment, ptron_error *err)
{
    const bool prompt = is_prompt(sources);
    size_t wanted = sources->segment_bytes, whole, got;
    ptron_status status;

    if (leave_in_file(sources, segment))
        return PTRON_OK;
    segment->length = 0;
    for (;;) {
        const size_t left = bytes_left(sources);

        if (segment->length + left == 0)
            return PTRON_OK;
        wanted = pt_min(wanted, segment->length + left);
        PT_TRY(grow_segment(segment, wanted, err));
        do {   /* from a pipe what there is */
            status = pt_lookahead_read(&sources->lookahead, segment->bytes + segment->length, wanted - segment->length,
                                       prompt, &got, err);
            segment->length += got;
            PT_TRY(in_line(sources, status, segment->bytes, segment->length));
        } while (prompt && got > 0 && segment->length < wanted && pt_input_is_ready(sources->lookahead.input));
        if ((sources->lookahead.ended && sources->lookahead.at == sources->lookahead.length) ||
            bytes_left(sources) == 0)
            return PTRON_OK;
        whole = cut_of(sources, sources->parser, segment->bytes, segment->length);
        if (whole > 0)
            break;
        if (segment->length >= MOST_LINE)
            return fail_long_line(sources, segment->bytes, segment->length, err);
        if (segment->length == wanted)
            wanted = pt_min(2 * wanted, MOST_LINE);
    }
    PT_TRY(pt_lookahead_give_back(&sources->lookahead, segment->bytes + whole, segment->length - whole, err));
    segment->length = whole;
    return PTRON_OK;
}

static ptron_status pass_segment(struct pt_segment *segment)
{
    segment->length = 0;
    segment->rows.n_rows = 0;
    return PTRON_OK;
}

ptron_status pt_sources_next(struct pt_sources *sources, struct pt_segment *segment, bool *more, ptron_error *err)
{
    const ptron_watch *watch = &sources->watch;

    for (;;) {
        const ptron_status status =
            sources->part.passed ? pass_segment(segment)
            : sources->parser != NULL ? next_text(sources, segment, err)
                                    : pt_matrix_next(&current(sources)->matrix, &sources->lookahead,
                                                     sources->segment_bytes, &segment->rows, err);

        PT_TRY(in_file(sources, status, err));
        *more = sources->parser != NULL ? segment->length > 0 : segment->rows.n_rows > 0;
        segment->file = (uint32_t)(sources->n_opened - 1);
        if (watch->on_read != NULL && sources->lookahead.input != NULL &&
            !watch->on_read(watch->user, sources->taken + pt_input_taken(sources->lookahead.input), sources->total))
            return pt_fail(err, PTRON_CANCELED, "reading was stopped");
        if (*more)
            sources->segment_bytes = sources->later_bytes;
        if (*more || sources->n_opened == sources->n)
            return PTRON_OK;
        PT_TRY(pt_part_passes(sources, sources->n_opened) ? pass_file(sources, err) : open_next(sources, err));
    }
}
