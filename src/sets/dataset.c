/* What can only be known when all rows of a set are there: means of columns, scaling, the one narrowest value kind. */
#include "sets/dataset_parts.h"
#include "base/alloc.h"
#include "base/param.h"
#include "base/size.h"
#include "recipe/scale.h"
#include "rows/values.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static void end_dataset(void *handle)
{
    ptron_dataset *set = handle;

    for (size_t i = 0; set->files != NULL && i < set->n_files; i++)
        pt_release(set->files[i]);
    for (size_t i = 0; i < sizeof set->memory / sizeof *set->memory; i++)
        pt_release(set->memory[i]);
    pt_release(set->trust);
    pt_map_close(&set->map);
    pt_release(set->at);
    pt_release(set->source);
    pt_own_fini(&set->own);
    pt_release(set->files);
    pt_release(set->class_rows);
    pt_recipe_fini(&set->recipe);
    pt_pool_free(set->pool);
    pt_refs_drop(set->lender);
    pt_release(set);
}

void pt_dataset_free(ptron_dataset *set)
{
    if (set != NULL)
        pt_refs_drop(&set->refs);
}

ptron_status pt_dataset_new(const ptron_options *options, const struct pt_recipe *recipe, ptron_dataset **out,
                            ptron_error *err)
{
    ptron_dataset *set = *out = pt_zeroed(1, sizeof *set);
    ptron_status status;

    if (set == NULL)
        return pt_fail_memory(err, sizeof *set, "a data set");
    set->refs = (struct pt_refs){.end = end_dataset, .handle = set};
    pt_recipe_init(&set->recipe);
    set->shared = recipe == NULL ? &set->recipe : recipe;
    status = pt_pool_new((size_t)pt_option_count(options, "threads"), &set->pool, err);
    if (status != PTRON_OK) {
        pt_dataset_free(set);
        *out = NULL;
    }
    return status;
}

/* ---- finishing ----------------------------------------------------------------------------------- */

/* Where the row stands, for an error about it. */
static ptron_status at_row(const ptron_dataset *set, const struct pt_store *store, size_t row, ptron_status status,
                           ptron_error *err)
{
    const uint64_t place = store->has_places ? store->place[row] : 0;

    if (store->has_places && pt_place_file(place) < set->n_files)
        pt_error_place(err, set->files[pt_place_file(place)], pt_place_line(place), 0);
    else
        pt_error_place(err, NULL, row + 1, 0);
    return status;
}

static ptron_status check_finite(const ptron_dataset *set, const struct pt_store *store, ptron_error *err)
{
    const struct pt_block block = pt_store_block(store);

    for (size_t i = 0; i < block.n_rows; i++) {
        const struct pt_row row = pt_block_row(&block, i);

        for (size_t j = 0; !isfinite(row.norm2) && j < row.n; j++)
            if (!isfinite(pt_row_value(&row, j)))
                return at_row(set, store, i, pt_fail(err, PTRON_DATA, "scaling makes a value too large"), err);
    }
    return PTRON_OK;
}

ptron_status pt_dataset_scale(ptron_dataset *set, struct pt_store *store, ptron_error *err)
{
    if (set->shared->scaling == PT_SCALE_NONE)
        return PTRON_OK;
    PT_TRY(pt_store_change(store, set->shared, false, set->pool, err));
    return check_finite(set, store, err);
}

/* What the ranks before have added up; it goes in one piece, so that nobody waits for half of it. */
static ptron_status relay(void *with, bool pass_on, const struct pt_relayed *pieces, size_t n, ptron_error *err)
{
    ptron_ranks *ranks = with;
    size_t length = 0, at = 0;
    char *all;
    ptron_status status;

    for (size_t i = 0; i < n; i++)
        length += pieces[i].length;
    all = pt_alloc(length);
    if (all == NULL)
        return pt_fail_memory(err, length, "scaling");
    for (size_t i = 0; i < n; at += pieces[i++].length)
        if (pieces[i].length > 0)
            memcpy(all + at, pieces[i].bytes, pieces[i].length);
    status = pass_on ? pt_ranks_pass_on(ranks, all, length, err) : pt_ranks_take_over(ranks, all, length, err);
    at = 0;
    for (size_t i = 0; i < n; at += pieces[i++].length)
        if (pieces[i].length > 0)
            memcpy(pieces[i].bytes, all + at, pieces[i].length);
    pt_release(all);
    return status;
}

static ptron_status prune(ptron_dataset *set, struct pt_store *store, const ptron_options *options,
                          const struct pt_walk *walk, ptron_error *err)
{
    struct pt_pruning pruning;

    PT_TRY(pt_prune_fit(&set->recipe, options, walk, &pruning, err));
    if (pruning.number != NULL)
        pt_store_prune(store, &pruning, set->pool);
    pt_pruning_fini(&pruning);
    return PTRON_OK;
}

ptron_status pt_dataset_fit_values(ptron_dataset *set, struct pt_store *store, const ptron_options *options,
                                   ptron_error *err)
{
    const enum pt_scaling scaling = (enum pt_scaling)pt_option_choice(options, "scale");
    struct pt_recipe *recipe = &set->recipe;
    struct pt_block block = pt_store_block(store);
    struct pt_blocks blocks = {&block, 1};
    const struct pt_walk walk = {pt_blocks_each, &blocks, set->runs.ranks == NULL ? NULL : relay, set->runs.ranks};

    PT_TRY(prune(set, store, options, &walk, err));
    PT_TRY(pt_wording_fit_norm(&recipe->wording, options, err));
    block = pt_store_block(store);
    if (recipe->missing == PT_MISSING_MEAN && recipe->fill == NULL && (recipe->dense || recipe->n_numbers > 0))
        PT_TRY(pt_fill_fit_walk(recipe, &walk, err));
    if (recipe->missing == PT_MISSING_MEAN && set->tally.missing_cells > 0) {
        PT_TRY(pt_store_change(store, recipe, true, set->pool, err));
        block = pt_store_block(store);
    }
    if (scaling == PT_SCALE_NONE || (scaling == PT_SCALE_AUTO && block.kind == PT_ONES && walk.relay == NULL))
        return PTRON_OK;   /* ones all reach as far */
    PT_TRY(pt_scale_fit_walk(recipe, scaling, &walk, err));
    return pt_dataset_scale(set, store, err);
}

ptron_status pt_dataset_round(ptron_dataset *set, struct pt_store *store, ptron_error *err)
{
    size_t row = 0;
    const ptron_status status = pt_store_round(store, &row, err);

    if (status != PTRON_OK)
        return at_row(set, store, row, status, err);
    pt_store_measure(store, set->pool);
    set->single = true;
    return PTRON_OK;
}

static void take_memory(ptron_dataset *set, struct pt_store *store)
{
    void *const arrays[] = {store->offset, store->label, store->norm2, store->weight,
                            store->place,  store->index, store->value};

    _Static_assert(sizeof arrays == sizeof set->memory, "an entry for every array");
    for (size_t i = 0; i < PT_N_MEMORY; i++)
        pt_release(set->memory[i]);
    memcpy(set->memory, arrays, sizeof arrays);
    set->block = pt_store_block(store);
    *store = (struct pt_store){0};
}

/* The kind that holds the values of all ranks. */
static ptron_status agree_on_kind(struct pt_store *store, ptron_ranks *ranks, ptron_error *err)
{
    enum pt_kind all = store->kind;

    for (int kind = 0; ranks != NULL && kind < PT_N_KINDS; kind++) {
        uint64_t any = store->kind == (enum pt_kind)kind;

        PT_TRY(pt_ranks_most(ranks, &any, err));
        all = any > 0 ? pt_kind_join(all, (enum pt_kind)kind) : all;
    }
    return pt_store_widen(store, all, err);
}

ptron_status pt_dataset_take(ptron_dataset *set, struct pt_store *store, const ptron_options *options,
                             ptron_error *err)
{
    const bool single = pt_option_is(options, "values", "f32");

    if (single && pt_kind_is_decimal(store->kind))   /* are there any that 32 bits do not hold? */
        PT_TRY(pt_store_widen(store, PT_F64, err));
    pt_store_narrow(store, !single);
    PT_TRY(agree_on_kind(store, set->runs.ranks, err));
    if (single && store->kind == PT_F64)
        PT_TRY(pt_dataset_round(set, store, err));
    if (set->shared == &set->recipe)
        PT_TRY(pt_feature_map_fit(&set->recipe, store, options, err));
    PT_TRY(pt_feature_map_store(set->shared, store, set->pool, err));
    pt_store_trim(store);
    take_memory(set, store);
    return pt_dataset_sum_up(set, err);
}

/* The first two beside each other: in memory each count would wait for the one before. */
static void count_classes(const struct pt_block *block, uint64_t *rows, size_t classes)
{
    uint64_t first = 0, second = 0;

    for (size_t i = 0; block->label != NULL && i < block->n_rows; i++) {
        const uint32_t label = block->label[i];

        first += label == 0;
        second += label == 1;
        if (label > 1 && label < classes)
            rows[label]++;
    }
    if (classes > 0)
        rows[0] = first;
    if (classes > 1)
        rows[1] = second;
}

ptron_status pt_dataset_sum_up(ptron_dataset *set, ptron_error *err)
{
    const struct pt_block *block = &set->block;
    const size_t classes = pt_dataset_classes(set);
    double most = 0.0;

    set->n_rows = set->tally.rows = block->n_rows;
    set->n_features = pt_recipe_width(set->shared);
    set->kind = block->kind;
    set->n_values = block->n_rows == 0 ? 0 : pt_block_values(block);
    pt_release(set->class_rows);
    set->class_rows = pt_zeroed(classes, sizeof *set->class_rows);
    if (set->class_rows == NULL)
        return pt_fail_memory(err, classes * sizeof *set->class_rows, "class counts");
    for (size_t i = 0; i < block->n_rows; i++)
        most = block->norm2[i] > most ? block->norm2[i] : most;
    set->max_norm2 = most;
    count_classes(block, set->class_rows, classes);
    return PTRON_OK;
}

void pt_dataset_finish_rows(const ptron_dataset *set, bool from_one, struct pt_store *store)
{
    const struct pt_labels *labels = &set->recipe.labels;

    pt_store_rebase(store, from_one, set->pool);
    for (size_t i = 0; i < store->n_rows; i++)
        if (store->label[i] < labels->texts.count)
            store->label[i] = labels->class_of[store->label[i]];
}
