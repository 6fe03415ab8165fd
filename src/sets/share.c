/* One rank's part of the rows becomes the set of all; and what is asked of all rows. */
#include "sets/share.h"
#include "base/alloc.h"

#include <math.h>
#include <string.h>

void pt_own_fini(struct pt_own *own)
{
    pt_release(own->at);
    pt_release(own->position);
    *own = (struct pt_own){0};
}

ptron_status pt_dataset_all_here(const ptron_dataset *set, ptron_error *err)
{
    return pt_dataset_parted(set) ? pt_fail(err, PTRON_ARGUMENT, "the rows are on %zu ranks, and one process must have "
                                            "them all for this", set->runs.ranks->size)
                                  : PTRON_OK;
}

/* ---- the set of all ------------------------------------------------------------------------------ */

/* Rows before those that are here, and all. */
static ptron_status count_rows(ptron_dataset *set, ptron_ranks *ranks, ptron_error *err)
{
    uint64_t *rows = pt_array(ranks->size, sizeof *rows);
    ptron_status status;

    if (rows == NULL)
        return pt_fail_memory(err, ranks->size * sizeof *rows, "ranks");
    rows[ranks->rank] = set->block.n_rows;
    status = pt_ranks_gather_equal(ranks, rows, sizeof *rows, err);
    set->own = (struct pt_own){.n = set->block.n_rows};
    set->n_rows = 0;
    for (size_t r = 0; r < ranks->size && status == PTRON_OK; r++) {
        if (r == ranks->rank)
            set->own.first = set->n_rows;
        set->n_rows += rows[r];
    }
    set->tally.rows = set->n_rows;
    pt_release(rows);
    return status;
}

/* What some rank's rows have, all have: weights of 1, places that are not known. */
static ptron_status share_array(ptron_dataset *set, size_t memory, size_t size, const void *otherwise, ptron_error *err)
{
    uint64_t any = set->memory[memory] != NULL;
    const size_t own = set->block.n_rows;
    char *array;

    PT_TRY(pt_ranks_most(set->runs.ranks, &any, err));
    if (any == 0 || set->memory[memory] != NULL)
        return PTRON_OK;
    array = pt_array(own + 1, size);
    if (array == NULL)
        return pt_fail_memory(err, own * size, "rows");
    for (size_t i = 0; i < own; i++)
        memcpy(array + i * size, otherwise, size);
    set->memory[memory] = array;
    return PTRON_OK;
}

static ptron_status share_arrays(ptron_dataset *set, ptron_error *err)
{
    static const uint32_t label = PT_NO_LABEL, index = 0;
    static const uint64_t place = 0;
    static const double norm2 = 0.0, weight = 1.0;
    struct pt_block *b = &set->block;

    PT_TRY(share_array(set, PT_MEMORY_LABEL, sizeof label, &label, err));
    PT_TRY(share_array(set, PT_MEMORY_NORM2, sizeof norm2, &norm2, err));
    PT_TRY(share_array(set, PT_MEMORY_WEIGHT, sizeof weight, &weight, err));
    PT_TRY(share_array(set, PT_MEMORY_PLACE, sizeof place, &place, err));
    PT_TRY(share_array(set, PT_MEMORY_INDEX, sizeof index, &index, err));   /* of sparse rows: NULL would mean dense */
    b->label = set->memory[PT_MEMORY_LABEL];
    b->norm2 = set->memory[PT_MEMORY_NORM2];
    b->weight = set->memory[PT_MEMORY_WEIGHT];
    b->place = set->memory[PT_MEMORY_PLACE];
    b->index = b->dense ? NULL : set->memory[PT_MEMORY_INDEX];
    return PTRON_OK;
}

/* A rank that has read no rows takes the others' word for how they look. */
static ptron_status share_shape(ptron_dataset *set, ptron_error *err)
{
    uint64_t shape = set->block.n_rows > 0 && set->block.dense ? (uint64_t)set->block.width + 1 : 0;

    PT_TRY(pt_ranks_most(set->runs.ranks, &shape, err));
    set->block.dense = shape > 0;
    set->block.width = shape > 0 ? (uint32_t)(shape - 1) : set->block.width;
    return PTRON_OK;
}

ptron_status pt_dataset_share(ptron_dataset *set, ptron_ranks *ranks, ptron_error *err)
{
    set->runs = (struct pt_runs){.ranks = ranks};
    PT_TRY(share_shape(set, err));
    PT_TRY(count_rows(set, ranks, err));
    PT_TRY(pt_ranks_sum(ranks, &set->n_values, err));
    set->shared_bytes = set->block.n_rows == 0 ? 0 : pt_block_bytes(&set->block);
    PT_TRY(pt_ranks_sum(ranks, &set->shared_bytes, err));
    PT_TRY(share_arrays(set, err));
    PT_TRY(ptron_ranks_sum(ranks, set->class_rows, pt_dataset_classes(set), err));
    const struct pt_view view = pt_dataset_view(set);
    return pt_view_largest(&view, &set->max_norm2, err);
}

void pt_dataset_share_whole(ptron_dataset *set, ptron_ranks *ranks)
{
    set->runs = (struct pt_runs){.ranks = ranks, .whole = true};
}

/* ---- of all rows --------------------------------------------------------------------------------- */

ptron_status pt_view_sum(const struct pt_view *view, uint64_t *counts, size_t n, ptron_error *err)
{
    return view->own == NULL ? PTRON_OK : ptron_ranks_sum(view->runs->ranks, counts, n, err);
}

ptron_status pt_view_count_labels(const struct pt_view *view, uint64_t counts[2], ptron_error *err)
{
    counts[0] = counts[1] = 0;
    for (uint64_t i = 0; i < pt_view_here(view); i++) {
        const uint32_t label = pt_view_row_here(view, i).label;

        if (label < 2)
            counts[label]++;
    }
    return pt_view_sum(view, counts, 2, err);
}

ptron_status pt_view_largest(const struct pt_view *view, double *value, ptron_error *err)
{
    ptron_ranks *ranks = view->runs == NULL ? NULL : view->runs->ranks;
    double *all;
    ptron_status status;

    if (view->own == NULL)
        return PTRON_OK;
    all = pt_array(ranks->size, sizeof *all);
    if (all == NULL)
        return pt_fail_memory(err, ranks->size * sizeof *all, "ranks");
    all[ranks->rank] = *value;
    status = pt_ranks_gather_equal(ranks, all, sizeof *all, err);
    for (size_t r = 0; r < ranks->size && status == PTRON_OK; r++)
        *value = fmax(*value, all[r]);
    pt_release(all);
    return status;
}

ptron_status pt_view_least(const struct pt_view *view, double *value, ptron_error *err)
{
    double negated = -*value;

    PT_TRY(pt_view_largest(view, &negated, err));
    *value = -negated;
    return PTRON_OK;
}
