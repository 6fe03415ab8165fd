/* Streams: a reader whose blocks are shown as sets. */
#include "read/stream.h"
#include "base/alloc.h"
#include "base/param.h"
#include "pack/pack.h"
#include "read/lookahead.h"
#include "rows/values.h"
#include "sets/dataset_parts.h"

#include <math.h>
#include <string.h>

static void end_stream(void *handle)
{
    ptron_stream *stream = handle;

    pt_dataset_free(stream->pack);
    pt_reader_close(stream->reader);
    pt_first_rows_close(&stream->first);
    pt_dict_fini(&stream->expected);
    pt_pool_free(stream->pool);
    pt_store_fini(&stream->own);
    pt_running_fini(&stream->running);
    pt_running_log_fini(&stream->running_log);
    pt_kept_fini(&stream->kept);
    pt_release(stream->rows.class_rows);
    pt_release(stream->rows.files);
    for (size_t i = 0; stream->paths != NULL && i < stream->n_paths; i++)
        pt_release(stream->paths[i]);
    pt_release(stream->paths);
    ptron_options_free(stream->options);
    pt_refs_drop(stream->rows.lender);
    pt_release(stream);
}

void pt_stream_close(ptron_stream *stream)
{
    if (stream != NULL)
        pt_refs_drop(&stream->rows.refs);
}

/* What is needed after the call that opens it. */
static ptron_status keep_arguments(ptron_stream *s, const char *const *paths, size_t n, const ptron_options *options,
                                   ptron_error *err)
{
    PT_TRY(pt_options_copy(options, &s->options, err));
    s->options->watch = pt_option_watch(options);
    s->paths = pt_zeroed(n, sizeof *s->paths);
    if (s->paths == NULL)
        return pt_fail_memory(err, n * sizeof *s->paths, "the list of files");
    for (s->n_paths = 0; s->n_paths < n; s->n_paths++)
        if ((s->paths[s->n_paths] = pt_copy_text(paths[s->n_paths], strlen(paths[s->n_paths]))) == NULL)
            return pt_fail_memory(err, strlen(paths[s->n_paths]), "a file name");
    return PTRON_OK;
}

static ptron_status open_reader(ptron_stream *s, const struct pt_recipe *recipe, ptron_error *err)
{
    const size_t n = s->n_paths;
    struct pt_source *sources = pt_zeroed(n, sizeof *sources);
    ptron_status status;

    if (sources == NULL)
        return pt_fail_memory(err, n * sizeof *sources, "the list of files");
    for (size_t i = 0; i < n; i++)
        sources[i].path = s->paths[i];
    if (s->bytes.bytes != NULL)
        sources[0] = s->bytes;
    if (s->first.ahead.input != NULL)
        sources[0].begun = &s->first.ahead;
    status = s->rows.growing ? pt_reader_open_growing(sources, n, s->options, recipe, s->pool, &s->reader, err)
                             : pt_reader_open(sources, n, s->options, recipe, true, s->pool, &s->reader, err);
    pt_release(sources);
    for (uint32_t c = 0; status == PTRON_OK && c < s->expected.count; c++) {
        size_t length;
        const char *name = pt_dict_text(&s->expected, c, &length);

        status = pt_reader_expect(s->reader, name, length, err);
    }
    return status;
}

/* What a pipe that is learned from is like its first rows say, and waiting for them is not for opening it. */
static ptron_status open_stream(ptron_stream *s, const struct pt_recipe *recipe, ptron_error *err)
{
    bool live = false;

    PT_TRY(pt_pool_new((size_t)pt_option_count(s->options, "threads"), &s->pool, err));
    s->rows.files = pt_zeroed(s->n_paths, sizeof *s->rows.files);
    if (s->rows.files == NULL)
        return pt_fail_memory(err, s->n_paths * sizeof *s->rows.files, "a stream");
    if (s->rows.growing)
        PT_TRY(pt_reader_check_growing(s->options, recipe, err));
    if (s->rows.growing && recipe == NULL)
        PT_TRY(pt_first_rows_open(&s->first, s->paths[0], s->options, s->pool, &live, err));
    if (live)
        return PTRON_OK;
    PT_TRY(open_reader(s, recipe, err));
    s->recipe = s->rows.shared = pt_reader_recipe(s->reader);
    return PTRON_OK;
}

/* A file, or bytes: then paths are their name. */
static ptron_status begin_stream(const char *const *paths, size_t n, const struct pt_source *bytes,
                                 const ptron_options *options, const struct pt_recipe *recipe, bool grow,
                                 ptron_stream **out, ptron_error *err)
{
    ptron_stream *s = *out = pt_zeroed(1, sizeof *s);
    ptron_status status;

    if (s == NULL)
        return pt_fail_memory(err, sizeof *s, "a stream");
    if (bytes != NULL)
        s->bytes = *bytes;
    s->rows.refs = (struct pt_refs){.end = end_stream, .handle = s};
    s->rows.growing = grow;
    pt_dict_init(&s->expected);
    s->rounds = pt_option_is(options, "values", "f32");
    s->recipe = recipe;
    status = keep_arguments(s, paths, n, options, err);
    if (status == PTRON_OK && grow && recipe != NULL)
        status = pt_running_copy(&s->running, &recipe->running, err);
    if (status == PTRON_OK)
        status = bytes == NULL && n == 1 && !grow && pt_pack_is(paths[0])
                     ? pt_pack_load(paths[0], options, recipe, &s->pack, err)
                     : open_stream(s, recipe, err);
    if (status != PTRON_OK) {
        pt_stream_close(s);
        *out = NULL;
    }
    return status;
}

ptron_status pt_stream_open(const char *const *paths, size_t n, const ptron_options *options,
                            const struct pt_recipe *recipe, bool grow, ptron_stream **out, ptron_error *err)
{
    return begin_stream(paths, n, NULL, options, recipe, grow, out, err);
}

ptron_status pt_stream_read(const struct pt_source *bytes, const ptron_options *options, const struct pt_recipe *recipe,
                            bool grow, ptron_stream **out, ptron_error *err)
{
    return begin_stream(&bytes->path, 1, bytes, options, recipe, grow, out, err);
}

ptron_status pt_stream_read_on(ptron_stream *stream, const struct pt_source *bytes, ptron_error *err)
{
    stream->bytes = *bytes;
    stream->kept.at = NULL;
    stream->kept.file = UINT32_MAX;
    return pt_reader_read_on(stream->reader, bytes, err);
}

ptron_status pt_stream_expect(ptron_stream *stream, const char *const *classes, size_t n, ptron_error *err)
{
    if (!stream->rows.growing || stream->rows.n_rows > 0)
        return pt_fail(err, PTRON_ARGUMENT,
                       "classes are expected before the first rows of a stream that is learned from");
    for (size_t i = 0; i < n; i++)
        if (pt_dict_add(&stream->expected, classes[i], strlen(classes[i])) == PT_DICT_NONE)
            return pt_fail_memory(err, strlen(classes[i]), "classes");
    for (size_t i = 0; stream->reader != NULL && i < n; i++)
        PT_TRY(pt_reader_expect(stream->reader, classes[i], strlen(classes[i]), err));
    return PTRON_OK;
}

const pt_reader *pt_stream_reader(const ptron_stream *stream)
{
    return stream->reader != NULL ? stream->reader : stream->first.shown;
}

const struct pt_blank *pt_stream_blanks(const ptron_stream *stream, size_t *n)
{
    *n = 0;
    return stream->reader == NULL ? NULL : pt_reader_blanks(stream->reader, n);
}

bool pt_stream_rewind(ptron_stream *stream)
{
    if (stream->first.ahead.input == NULL)
        return false;
    pt_first_rows_rewind(&stream->first);
    return true;
}

/* A dataset of one block that owns nothing of it. */
static ptron_status show_block(ptron_stream *s, ptron_error *err)
{
    const pt_reader *reader = pt_stream_reader(s);
    ptron_dataset *set = &s->rows;

    PT_TRY(pt_dataset_sum_up(set, err));
    set->tally = *pt_reader_tally(reader);
    set->pool = s->pool;
    set->n_files = pt_reader_files(reader);
    for (size_t i = 0; i < set->n_files; i++)
        set->files[i] = pt_reader_file(reader, i);
    s->n_values += set->n_values;
    s->max_norm2 = fmax(s->max_norm2, set->max_norm2);
    s->kind = pt_kind_join(set->kind, s->kind);
    return PTRON_OK;
}

static ptron_status standardise(ptron_stream *s, ptron_error *err)
{
    struct pt_store *own = &s->own;
    double *value;

    PT_TRY(pt_store_widen(own, PT_F64, err));
    PT_TRY(pt_running_reach(&s->running, s->recipe->n_features, err));
    PT_TRY(pt_running_log_begin(&s->running_log, own->n_rows, own->n_values, err));
    value = own->value;
    for (size_t i = 0; i < own->n_rows; i++) {
        const size_t from = own->dense ? i * own->width : (size_t)own->offset[i];
        const size_t n = own->dense ? own->width : (size_t)own->offset[i + 1] - from;
        const uint32_t *index = own->dense ? NULL : own->index + from;
        const ptron_status status =
            pt_running_row(&s->running, &s->running_log, s->recipe, index, value + from, n, err);

        if (status == PTRON_DATA) {
            const uint64_t place = own->place[i];
            pt_error_place(err, pt_reader_file(pt_stream_reader(s), pt_place_file(place)), pt_place_line(place), 0);
        }
        PT_TRY(status);
    }
    pt_store_measure(own, s->pool);
    s->rows.running = &s->running;
    s->rows.running_log = &s->running_log;
    return PTRON_OK;
}

/* Where values are rounded or standardised, features made of others, or rows before them were given out, the block is a
 * copy of the stream's own. */
static ptron_status change_block(ptron_stream *s, ptron_error *err)
{
    const bool round = s->rounds && pt_kind_is_double(s->rows.block.kind);
    const bool map = s->recipe->feature_map.kind != PT_MAP_NONE;
    const struct pt_block *block = &s->rows.block;
    const bool part = !block->dense && block->n_rows > 0 && block->offset[0] > 0;
    const bool running = s->rows.growing && s->recipe->scaling == PT_SCALE_STANDARD;
    size_t row = 0;

    if (!round && !map && !part && !running)
        return PTRON_OK;
    pt_store_fini(&s->own);
    PT_TRY(pt_store_add(&s->own, &s->rows.block, err));
    if (running)
        PT_TRY(standardise(s, err));
    if (round) {
        const ptron_status status = pt_store_round(&s->own, &row, err);

        if (status != PTRON_OK) {
            const uint64_t place = s->own.place[row];
            pt_error_place(err, pt_reader_file(pt_stream_reader(s), pt_place_file(place)), pt_place_line(place), 0);
            return status;
        }
        pt_store_measure(&s->own, s->pool);
    }
    if (map)
        PT_TRY(pt_feature_map_store(s->recipe, &s->own, s->pool, err));
    s->rows.block = pt_store_block(&s->own);
    return PTRON_OK;
}

/* Of a pipe that has only begun: what has come, unless it is to be settled by a full first segment. */
static ptron_status begin_pipe(ptron_stream *s, ptron_error *err)
{
    if (s->hurries)
        PT_TRY(pt_first_rows_next(&s->first, &s->expected, &s->rows.block, err));
    if (s->rows.block.n_rows == 0) {
        PT_TRY(open_reader(s, NULL, err));
        s->skip = s->first.skip;
    }
    return PTRON_OK;
}

/* Rows that were not given out yet. */
static ptron_status next_block(ptron_stream *s, ptron_error *err)
{
    struct pt_block *block = &s->rows.block;

    *block = (struct pt_block){0};
    if (s->reader == NULL)
        PT_TRY(begin_pipe(s, err));
    if (s->reader == NULL)
        return PTRON_OK;
    do {
        PT_TRY(pt_reader_next(s->reader, block, err));
        if (block->n_rows == 0 || block->n_rows > s->skip)
            break;
        s->skip -= block->n_rows;
    } while (true);
    if (s->skip > 0 && block->n_rows > 0)
        *block = pt_block_rest(*block, (size_t)s->skip);
    s->skip = 0;
    return PTRON_OK;
}

ptron_status pt_stream_next(ptron_stream *stream, const ptron_dataset **rows, ptron_error *err)
{
    size_t n_blank;

    *rows = NULL;
    if (stream->pack != NULL) {
        *rows = stream->given || pt_ranks_rank(stream->options->ranks) > 0 ? NULL : stream->pack;
        stream->given = true;
        return PTRON_OK;
    }
    PT_TRY(next_block(stream, err));
    stream->again = stream->first.again;
    stream->first.again = false;
    if (stream->again) {
        stream->n_values = 0;
        stream->max_norm2 = 0.0;
        stream->kind = 0;
        pt_running_fini(&stream->running);
    }
    if (stream->rows.growing && (stream->reader != NULL || stream->rows.block.n_rows > 0))
        stream->recipe = stream->rows.shared = pt_reader_recipe(pt_stream_reader(stream));
    pt_stream_blanks(stream, &n_blank);
    if (stream->rows.block.n_rows == 0 && n_blank == 0)
        return PTRON_OK;
    PT_TRY(change_block(stream, err));
    PT_TRY(show_block(stream, err));
    *rows = &stream->rows;
    return PTRON_OK;
}
