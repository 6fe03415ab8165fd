/* Which part of the sources a rank reads. Every rank works it out by itself, from sizes that are the same for all. */
#include "base/alloc.h"
#include "base/param.h"
#include "base/size.h"
#include "read/sources.h"

#include <inttypes.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { LOOK = 1 << 16, SAMPLES = 16, SAMPLE = 4096 };

/* A file without a size is told as it would be to one process: there is none, or it is empty. */
static ptron_status check_there(const struct pt_source *source, ptron_error *err)
{
    pt_input *input;

    if (source->bytes != NULL || pt_input_size_of(source->path) > 0)
        return PTRON_OK;
    PT_TRY(pt_input_open(source->path, &input, err));
    pt_input_close(input);
    return PTRON_OK;
}

/* Of pieces all over a file: to read all of it takes every rank as long as one process. */
static uint64_t sample(const struct pt_source *source, uint64_t size)
{
    uint64_t sum = size;
    pt_input *input;

    if (source->bytes != NULL || size == 0 || pt_input_open(source->path, &input, NULL) != PTRON_OK)
        return sum;
    for (uint64_t i = 0; i < SAMPLES; i++) {
        char bytes[SAMPLE] = {0};
        const size_t n = (size_t)pt_min_u64(sizeof bytes, size);

        if (pt_input_peek(input, pt_share_from(size - n, SAMPLES - 1, i), bytes, n))
            sum = XXH3_64bits_withSeed(bytes, n, sum);
    }
    pt_input_close(input);
    return sum;
}

/* Every rank must see the same files. */
static ptron_status compare_files(const struct pt_sources *sources, ptron_error *err)
{
    struct pt_buffer text;
    ptron_status status;

    pt_buffer_init(&text);
    for (size_t i = 0; i < sources->n; i++) {
        const uint64_t size = sources->part.begins[i + 1] - sources->part.begins[i];

        pt_buffer_format(&text, "%s\t%" PRIu64 " %" PRIx64 "\n", sources->sources[i].path, size,
                         sample(&sources->sources[i], size));
    }
    pt_buffer_byte(&text, '\0');
    status = pt_buffer_status(&text, err);
    if (status == PTRON_OK)
        status = ptron_ranks_same(sources->part.ranks, "other files, or other bytes in them,", text.bytes, err);
    pt_buffer_fini(&text);
    return status;
}

ptron_status pt_part_init(struct pt_sources *sources, ptron_error *err)
{
    struct pt_part *part = &sources->part;

    part->stop = UINT64_MAX;
    if (!pt_ranks_shared(sources->options->ranks) || (sources->live && sources->fit != NULL))
        return PTRON_OK;
    part->ranks = sources->options->ranks;
    part->begins = pt_zeroed(sources->n + 1, sizeof *part->begins);
    if (part->begins == NULL)
        return pt_fail_memory(err, sources->n * sizeof *part->begins, "the list of files");
    for (size_t i = 0; i < sources->n; i++) {
        const struct pt_source *s = &sources->sources[i];

        if (s->bytes == NULL && strcmp(s->path, "-") == 0)
            return pt_fail(err, PTRON_ARGUMENT, "standard input comes to one rank alone; give files that all can read");
        PT_TRY(check_there(s, err));
        part->begins[i + 1] = part->begins[i] + (s->bytes != NULL ? s->length : pt_input_size_of(s->path));
    }
    part->from = pt_share_from(part->begins[sources->n], part->ranks->size, part->ranks->rank);
    part->to = part->ranks->rank + 1 == part->ranks->size
                   ? UINT64_MAX
                   : pt_share_from(part->begins[sources->n], part->ranks->size, part->ranks->rank + 1);
    return compare_files(sources, err);
}

static bool has_middle(const struct pt_part *part, size_t i)
{
    const uint64_t middle = part->begins[i] + (part->begins[i + 1] - part->begins[i]) / 2;

    return middle >= part->from && middle < part->to;
}

bool pt_part_passes(const struct pt_sources *sources, size_t i)
{
    const struct pt_part *part = &sources->part;

    return part->ranks != NULL && !has_middle(part, i) &&
           (part->begins[i + 1] <= part->from || part->begins[i] >= part->to);
}

/* The first line that begins at a byte or after it. */
static uint64_t line_from(const pt_input *input, uint64_t at)
{
    const uint64_t size = pt_input_size(input);
    char bytes[LOOK];

    if (at == 0)
        return 0;
    for (at--; at < size;) {
        const size_t n = (size_t)pt_min_u64(sizeof bytes, size - at);
        const char *end;

        if (!pt_input_peek(input, at, bytes, n))
            return size;
        end = memchr(bytes, '\n', n);
        if (end != NULL)
            return at + (uint64_t)(end - bytes) + 1;
        at += n;
    }
    return size;
}

/* The same where a line end may stand in quotes: the file is cut from its first line on, as every rank does. `start`
 * begins a line. */
static ptron_status cut_from(const struct pt_sources *sources, uint64_t start, uint64_t at, uint64_t *found,
                             ptron_error *err)
{
    const pt_input *input = sources->lookahead.input;
    const uint64_t size = pt_input_size(input);
    size_t room = PT_FIRST_SEGMENT_BYTES;
    char *bytes = pt_alloc(room);

    *found = start;
    while (bytes != NULL && *found < at && *found < size) {
        const size_t n = (size_t)pt_min_u64(room, size - *found);
        size_t whole = 0;

        if (!pt_input_peek(input, *found, bytes, n))
            break;
        whole = sources->parser->cut(sources->recipe, bytes, n);
        if (whole == 0 && n == size - *found)
            whole = n;
        *found += whole;
        if (whole == 0) {
            room *= 2;
            pt_release(bytes);
            bytes = pt_alloc(room);
        }
    }
    if (bytes == NULL)
        return pt_fail_memory(err, room, "a segment of lines");
    pt_release(bytes);
    return PTRON_OK;
}

static ptron_status border(const struct pt_sources *sources, uint64_t start, uint64_t at, uint64_t *found,
                           ptron_error *err)
{
    if (sources->parser->cut != NULL)
        return cut_from(sources, start, at, found, err);
    *found = line_from(sources->lookahead.input, at);
    return PTRON_OK;
}

ptron_status pt_part_enter(struct pt_sources *sources, ptron_error *err)
{
    const size_t i = sources->n_opened - 1;
    struct pt_part *part = &sources->part;
    struct pt_source_file *file = &sources->files[i];
    uint64_t start, begin, end;

    part->stop = UINT64_MAX;
    part->passed = false;
    if (part->ranks == NULL)
        return PTRON_OK;
    if (pt_input_is_live(sources->lookahead.input))
        return pt_fail(err, PTRON_ARGUMENT, "a pipe comes to one rank alone; give files that all can read");
    if (sources->parser == NULL || !pt_lookahead_place(&sources->lookahead, &start)) {
        part->passed = !has_middle(part, i);
        return PTRON_OK;
    }
    PT_TRY(border(sources, start, part->from <= part->begins[i] ? 0 : part->from - part->begins[i], &begin, err));
    begin = begin < start ? start : begin;
    end = pt_input_size(sources->lookahead.input);
    if (part->to < part->begins[i + 1])
        PT_TRY(border(sources, start, part->to <= part->begins[i] ? 0 : part->to - part->begins[i], &end, err));
    part->passed = begin >= end;
    part->stop = end;
    if (part->passed || begin == start)
        return PTRON_OK;
    file->begun_at = begin;
    file->header_lines = 0;   /* another rank counts them */
    if (!pt_lookahead_go(&sources->lookahead, begin))
        return pt_fail(err, PTRON_IO, "cannot be read from byte %" PRIu64 " on", begin);
    return PTRON_OK;
}

uint64_t pt_part_lines_before(const struct pt_sources *sources, size_t file)
{
    const uint64_t end = sources->files[file].begun_at;
    uint64_t lines = 0, at = 0;
    char bytes[LOOK];
    pt_input *input;

    if (end == 0 || pt_input_open(sources->sources[file].path, &input, NULL) != PTRON_OK)
        return 0;
    while (at < end) {
        const size_t n = (size_t)pt_min_u64(sizeof bytes, end - at);

        if (!pt_input_peek(input, at, bytes, n))
            break;
        for (size_t i = 0; i < n; i++)
            lines += bytes[i] == '\n';
        at += n;
    }
    pt_input_close(input);
    return lines;
}
