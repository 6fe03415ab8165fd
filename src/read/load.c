/* Loading a set: all rows of the sources, into memory or, where they are too many, through a temporary file. */
#include "read/load.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "base/param.h"
#include "base/size.h"
#include "pack/out_of_core.h"
#include "pack/pack.h"
#include "sets/dataset_parts.h"
#include "read/merge_parts.h"
#include "sets/scatter.h"
#include "sets/share.h"

#include <string.h>

/* Where all indices count from one, as nearly always, one is taken off as they are copied; a 0 brings it back. */
static void settle_base(const pt_reader *reader, struct pt_store *store, bool kept, pt_pool *pool)
{
    const uint32_t base = kept && pt_reader_counts_from_one(reader);

    if (base != store->base)
        pt_store_rebase(store, base, pool);
}

/* Into memory; what does not fit there goes to a spill, with what was there already. */
static ptron_status read_all(pt_reader *reader, struct pt_store *store, pt_spill **spill, const ptron_options *options,
                             pt_pool *pool, ptron_error *err)
{
    struct pt_block block;
    uint64_t limit;

    PT_TRY(pt_out_of_core_limit(options, &limit, err));
    for (;;) {
        PT_TRY(pt_reader_next(reader, &block, err));
        if (block.n_rows == 0)
            return *spill == NULL ? PTRON_OK : pt_spill_end(*spill, err);
        if (*spill == NULL && pt_store_bytes(store, &block) > limit && pt_ranks_shared(options->ranks))
            return pt_fail(err, PTRON_NOMEM, "the rows that this rank reads do not fit in its memory (--memory); more "
                           "ranks have more");
        if (*spill == NULL)
            settle_base(reader, store, !pt_ranks_shared(options->ranks) && pt_store_bytes(store, &block) <= limit,
                        pool);
        if (*spill == NULL && pt_store_bytes(store, &block) > limit)
            PT_TRY(pt_out_of_core_begin(pt_reader_recipe(reader), store, spill, options, err));
        PT_TRY(*spill == NULL ? pt_store_add(store, &block, err) : pt_spill_add(*spill, &block, err));
        if (*spill == NULL && pt_store_bytes(store, &block) + PT_TOUCH_BYTES < limit)
            pt_store_touch(store, pool);
    }
}

static ptron_status keep_names(ptron_dataset *set, const pt_reader *reader, ptron_error *err)
{
    const size_t n = pt_reader_files(reader);

    set->files = pt_zeroed(n, sizeof *set->files);
    if (set->files == NULL)
        return pt_fail_memory(err, n * sizeof *set->files, "file names");
    for (; set->n_files < n; set->n_files++) {
        const char *name = pt_reader_file(reader, set->n_files);
        set->files[set->n_files] = pt_copy_text(name, strlen(name));
        if (set->files[set->n_files] == NULL)
            return pt_fail_memory(err, strlen(name), "a file name");
    }
    return PTRON_OK;
}

/* All rows are in: the recipe is finished but for what is fitted to values. *from_one: rows still count features
 * from one. */
static ptron_status fit_recipe(ptron_dataset *set, pt_reader *reader, const ptron_options *options, bool *from_one,
                               ptron_error *err)
{
    const bool as_written = pt_recipe_shape(pt_reader_recipe(reader)) == PT_SHAPE_PAIRS &&
                            pt_reader_recipe(reader)->index_base < 0;
    const char *positive = pt_option_text(options, "positive"), *item;
    size_t length;

    pt_reader_take_recipe(reader, &set->recipe);
    *from_one = as_written && set->recipe.index_base == 1;
    PT_TRY(pt_labels_assign_classes(&set->recipe.labels, positive[0] == '\0' ? NULL : positive, err));
    for (size_t i = 0; pt_option_item(options, "classes", i, &item, &length); i++)
        if (pt_labels_class(&set->recipe.labels, item, length) == PT_UNKNOWN_LABEL)
            return pt_detail(err, PTRON_DETAIL_LABEL_UNKNOWN,
                             pt_fail(err, PTRON_DATA, "no row has the label '%.*s' that classes asks for",
                                     (int)pt_min(length, 60), item));
    return PTRON_OK;
}

/* What is made of features comes to nothing where rows have next to none of them; the row with the largest is named. */
static ptron_status check_width(const ptron_dataset *set, const struct pt_store *store, const pt_spill *spill,
                                bool from_one, ptron_error *err)
{
    const uint64_t last = (uint64_t)set->recipe.n_features - 1 + from_one - store->base;   /* as it is kept */
    uint64_t values = spill == NULL ? store->n_values : pt_spill_facts(spill)->n_values;
    ptron_status status;

    PT_TRY(pt_ranks_sum(set->runs.ranks, &values, err));
    status = pt_recipe_check_width(&set->recipe, values, err);

    for (size_t i = 0; status != PTRON_OK && spill == NULL && store->has_places && i < store->n_rows; i++) {
        const uint64_t end = store->offset[i + 1];
        if (end > store->offset[i] && store->index[end - 1] == last) {
            pt_error_place(err, set->files[pt_place_file(store->place[i])], pt_place_line(store->place[i]), 0);
            break;
        }
    }
    return status;
}

/* Then they become doubles, or floats, once they are read. Rows that decide by themselves may well stay as they are. */
static bool changes_values(const ptron_dataset *set, const ptron_options *options)
{
    const bool fitting = set->shared == &set->recipe;
    const bool scales = !pt_option_is(options, "scale", "none") && !pt_option_is(options, "scale", "auto");

    return (fitting && (scales || pt_option_text(options, "features")[0] != '\0')) ||
           pt_option_is(options, "values", "f32");
}

static ptron_status load(ptron_dataset *set, struct pt_store *store, pt_spill **spill, pt_reader *reader,
                         const ptron_options *options, ptron_error *err)
{
    const bool fitting = set->shared == &set->recipe;
    bool from_one = false;

    if (!changes_values(set, options))
        pt_reader_keep_decimals(reader);
    PT_TRY(read_all(reader, store, spill, options, set->pool, err));
    if (set->runs.ranks != NULL)
        PT_TRY(pt_parts_merge(reader, store, set->runs.ranks, set->pool, err));
    set->tally = *pt_reader_tally(reader);
    set->piece_bytes = pt_reader_piece_bytes(reader) + pt_store_ahead(store);
    PT_TRY(keep_names(set, reader, err));
    if (fitting) {
        PT_TRY(fit_recipe(set, reader, options, &from_one, err));
        PT_TRY(check_width(set, store, *spill, from_one, err));
    }
    if (*spill != NULL)
        return pt_out_of_core_finish(set, *spill, (struct pt_unfinished){.labels = fitting, .from_one = from_one},
                                     options, err);
    if (fitting) {
        pt_dataset_finish_rows(set, from_one, store);
        PT_TRY(pt_dataset_fit_values(set, store, options, err));
    }
    PT_TRY(pt_dataset_take(set, store, options, err));
    if (set->runs.ranks != NULL)
        return pt_dataset_share(set, set->runs.ranks, err);
    if (pt_option_is(options, "layout", "shuffled") ||
        (pt_option_is(options, "layout", "auto") && (set->block.dense || pt_pool_threads(set->pool) == 1)))
        pt_dataset_scatter(set);
    return PTRON_OK;
}

ptron_status pt_dataset_load_segments(const struct pt_source *sources, size_t n, const ptron_options *options,
                                      const struct pt_recipe *recipe, size_t segment_bytes, ptron_dataset **out,
                                      ptron_error *err)
{
    struct pt_store store = {0};
    pt_spill *spill = NULL;
    pt_reader *reader;
    ptron_dataset *set;
    ptron_status status;

    if (pt_ranks_shared(options->ranks) && pt_option_text(options, "features")[0] != '\0')
        return pt_fail(err, PTRON_ARGUMENT, "features are made of others by one process; ranks cannot share that");
    PT_TRY(pt_dataset_new(options, recipe, out, err));
    set = *out;
    set->runs.ranks = pt_ranks_shared(options->ranks) ? options->ranks : NULL;
    status = pt_reader_open_segments(sources, n, options, recipe, false, segment_bytes, set->pool, &reader, err);
    if (status == PTRON_OK)
        status = load(set, &store, &spill, reader, options, err);
    pt_reader_close(reader);
    pt_spill_close(spill);
    pt_store_fini(&store);
    if (status == PTRON_DATA && set->n_files == 1 && err != NULL && err->file[0] == '\0')   /* about all rows */
        pt_error_place(err, set->files[0], err->line, err->column);
    if (status != PTRON_OK) {
        pt_dataset_free(set);
        *out = NULL;
    }
    return status;
}

ptron_status pt_dataset_load(const struct pt_source *sources, size_t n, const ptron_options *options,
                             const struct pt_recipe *recipe, ptron_dataset **out, ptron_error *err)
{
    const bool packed = n == 1 && sources[0].bytes == NULL && pt_pack_is(sources[0].path);
    const double began = pt_clock_seconds();

    PT_TRY(packed ? pt_pack_load(sources[0].path, options, recipe, out, err)
                  : pt_dataset_load_segments(sources, n, options, recipe, 0, out, err));
    if (packed && pt_ranks_shared(options->ranks))
        pt_dataset_share_whole(*out, options->ranks);
    (*out)->seconds.reading = pt_clock_seconds() - began - (*out)->seconds.moving;
    return PTRON_OK;
}
