/* Streams: a reader whose blocks are shown as sets. */
#include "read/stream.h"
#include "base/alloc.h"
#include "base/param.h"
#include "pack/pack.h"
#include "sets/dataset_parts.h"

#include <math.h>
#include <string.h>

static void end_stream(void *handle)
{
    ptron_stream *stream = handle;

    pt_dataset_free(stream->pack);
    pt_reader_close(stream->reader);
    pt_pool_free(stream->pool);
    pt_store_fini(&stream->own);
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

static ptron_status open_stream(ptron_stream *s, const struct pt_recipe *recipe, ptron_error *err)
{
    const size_t n = s->n_paths;
    struct pt_source *sources = pt_zeroed(n, sizeof *sources);
    ptron_status status;

    if (sources == NULL)
        return pt_fail_memory(err, n * sizeof *sources, "the list of files");
    for (size_t i = 0; i < n; i++)
        sources[i].path = s->paths[i];
    status = pt_pool_new((size_t)pt_option_count(s->options, "threads"), &s->pool, err);
    if (status == PTRON_OK)
        status = s->rows.growing ? pt_reader_open_growing(sources, n, s->options, recipe, s->pool, &s->reader, err)
                                 : pt_reader_open(sources, n, s->options, recipe, true, s->pool, &s->reader, err);
    pt_release(sources);
    PT_TRY(status);
    s->recipe = s->rows.shared = pt_reader_recipe(s->reader);
    s->rows.files = pt_zeroed(n, sizeof *s->rows.files);
    return s->rows.files == NULL ? pt_fail_memory(err, n * sizeof *s->rows.files, "a stream") : PTRON_OK;
}

ptron_status pt_stream_open(const char *const *paths, size_t n, const ptron_options *options,
                            const struct pt_recipe *recipe, bool grow, ptron_stream **out, ptron_error *err)
{
    ptron_stream *s = *out = pt_zeroed(1, sizeof *s);
    ptron_status status;

    if (s == NULL)
        return pt_fail_memory(err, sizeof *s, "a stream");
    s->rows.refs = (struct pt_refs){.end = end_stream, .handle = s};
    s->rows.growing = grow;
    s->rounds = pt_option_is(options, "values", "f32");
    s->recipe = recipe;
    status = keep_arguments(s, paths, n, options, err);
    if (status == PTRON_OK)
        status = n == 1 && !grow && pt_pack_is(paths[0]) ? pt_pack_load(paths[0], options, recipe, &s->pack, err)
                                                         : open_stream(s, recipe, err);
    if (status != PTRON_OK) {
        pt_stream_close(s);
        *out = NULL;
    }
    return status;
}

ptron_status pt_stream_expect(ptron_stream *stream, const char *const *classes, size_t n, ptron_error *err)
{
    if (!stream->rows.growing || stream->rows.n_rows > 0)
        return pt_fail(err, PTRON_ARGUMENT,
                       "classes are expected before the first rows of a stream that is learned from");
    for (size_t i = 0; i < n; i++)
        PT_TRY(pt_reader_expect(stream->reader, classes[i], strlen(classes[i]), err));
    return PTRON_OK;
}

/* A dataset of one block that owns nothing of it. */
static ptron_status show_block(ptron_stream *s, ptron_error *err)
{
    ptron_dataset *set = &s->rows;

    PT_TRY(pt_dataset_sum_up(set, err));
    set->tally = *pt_reader_tally(s->reader);
    set->pool = s->pool;
    set->n_files = pt_reader_files(s->reader);
    for (size_t i = 0; i < set->n_files; i++)
        set->files[i] = pt_reader_file(s->reader, i);
    s->n_values += set->n_values;
    s->max_norm2 = fmax(s->max_norm2, set->max_norm2);
    s->kind = set->kind > s->kind ? set->kind : s->kind;
    return PTRON_OK;
}

/* Where values are rounded, or features made of others, the block is a copy of the stream's own. */
static ptron_status change_block(ptron_stream *s, ptron_error *err)
{
    const bool round = s->rounds && s->rows.block.kind == PT_F64, map = s->recipe->feature_map.kind != PT_MAP_NONE;
    size_t row = 0;

    if (!round && !map)
        return PTRON_OK;
    pt_store_fini(&s->own);
    PT_TRY(pt_store_add(&s->own, &s->rows.block, err));
    if (round) {
        const ptron_status status = pt_store_round(&s->own, &row, err);

        if (status != PTRON_OK) {
            const uint64_t place = s->own.place[row];
            pt_error_place(err, pt_reader_file(s->reader, pt_place_file(place)), pt_place_line(place), 0);
            return status;
        }
        pt_store_measure(&s->own, s->pool);
    }
    if (map)
        PT_TRY(pt_feature_map_store(s->recipe, &s->own, s->pool, err));
    s->rows.block = pt_store_block(&s->own);
    return PTRON_OK;
}

ptron_status pt_stream_next(ptron_stream *stream, const ptron_dataset **rows, ptron_error *err)
{
    *rows = NULL;
    if (stream->pack != NULL) {
        *rows = stream->given ? NULL : stream->pack;
        stream->given = true;
        return PTRON_OK;
    }
    PT_TRY(pt_reader_next(stream->reader, &stream->rows.block, err));
    if (stream->rows.block.n_rows == 0)
        return PTRON_OK;
    PT_TRY(change_block(stream, err));
    PT_TRY(show_block(stream, err));
    *rows = &stream->rows;
    return PTRON_OK;
}
