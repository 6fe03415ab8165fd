/* From a spill to a mapped file, bucket by bucket: the arrays of a pack, without its header, recipe and checksums. */
#include "pack/out_of_core.h"
#include "base/alloc.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/param.h"
#include "base/scratch.h"
#include "base/size.h"
#include "pack/pack_parts.h"
#include "recipe/scale.h"
#include "rows/values.h"
#include "sets/dataset_parts.h"
#include "sets/scatter.h"

#include <string.h>

/* ---- how much ------------------------------------------------------------------------------------ */

ptron_status pt_out_of_core_limit(const ptron_options *options, uint64_t *bytes, ptron_error *err)
{
    static const char units[] = "KMGT";
    const char *text = pt_option_text(options, "memory"), *at = text, *unit;
    const char *const end = text + strlen(text);
    uint64_t scale = 1;

    *bytes = pt_memory_installed() / 2;
    if (text[0] == '\0')
        return PTRON_OK;
    if (pt_parse_u64(&at, end, bytes)) {
        unit = at == end ? NULL : strchr(units, *at & ~0x20);
        for (const char *u = units; unit != NULL && u <= unit; u++)
            scale *= 1000;
        at += unit != NULL;
        if (at == end && *bytes <= UINT64_MAX / scale) {
            *bytes *= scale;
            return PTRON_OK;
        }
    }
    return pt_fail(err, PTRON_ARGUMENT, "memory is '%.40s', wanted a number of bytes, or one with K, M, G or T", text);
}

ptron_status pt_out_of_core_begin(const struct pt_recipe *recipe, struct pt_store *store, pt_spill **spill,
                               const ptron_options *options, ptron_error *err)
{
    const struct pt_block block = pt_store_block(store);

    if (recipe->feature_map.kind != PT_MAP_NONE || pt_option_text(options, "features")[0] != '\0')
        return pt_fail(err, PTRON_NOMEM, "the rows take more memory than they may have (--memory), and features are "
                                         "made of rows in memory only");
    PT_TRY(pt_spill_open(spill, err));
    if (store->n_rows > 0)
        PT_TRY(pt_spill_add(*spill, &block, err));
    pt_store_fini(store);
    return PTRON_OK;
}

/* ---- fitting ------------------------------------------------------------------------------------- */

struct finishing {
    ptron_dataset *set;
    pt_spill *spill;
    struct pt_unfinished rows;
    struct pt_pruning pruning;      /* number NULL: no feature is left out */
    bool   fill, scale;
    bool   round;                   /* to 32 bits */
    double *value;                  /* [room] values of the row at hand, and as many features behind them */
    size_t  room;
    ptron_status status;            /* of walking */
    ptron_error *err;
};

/* The row as it will be: doubles, features from 0, and no cell missing once it is known what fills them. */
static struct pt_row finished_row(struct finishing *s, const struct pt_row *from)
{
    uint32_t *index = (uint32_t *)(s->value + from->n);
    struct pt_row row = *from;

    for (size_t j = 0; j < row.n; j++)
        s->value[j] = pt_row_value(from, j);
    for (size_t j = 0; from->index != NULL && j < row.n; j++)
        index[j] = from->index[j] - s->rows.from_one;
    row.index = from->index == NULL ? NULL : index;
    row.value = s->value;
    row.kind = PT_F64;
    if (s->pruning.number != NULL) {
        row.n = pt_prune_row(&s->pruning, index, s->value, sizeof *s->value, row.n);
        row.norm2 = pt_values_norm2(s->value, PT_F64, 0, row.n, false);
    }
    if (s->fill) {
        pt_fill_row(&s->set->recipe, row.index, s->value, row.n);
        row.norm2 = pt_values_norm2(s->value, PT_F64, 0, row.n, row.index == NULL);
    }
    return row;
}

static void each_row(void *context, void (*visit)(void *, const struct pt_row *), void *with)
{
    struct finishing *s = context;
    void *memory = s->value;
    struct pt_row row;

    pt_spill_rewind(s->spill);
    while (s->status == PTRON_OK && pt_spill_next(s->spill, &row, &s->status, s->err)) {
        if (!pt_grow(&memory, &s->room, pt_max(1, row.n), sizeof *s->value + sizeof *row.index)) {
            s->status = pt_fail_memory(s->err, row.n * sizeof *s->value, "a row");
            return;
        }
        s->value = memory;
        row = finished_row(s, &row);
        visit(with, &row);
    }
}

/* Reading may fail while something is fitted: that comes first. */
static ptron_status fit_values(struct finishing *s, const ptron_options *options, ptron_error *err)
{
    const enum pt_scaling scaling = (enum pt_scaling)pt_option_choice(options, "scale");
    const struct pt_walk walk = {.each = each_row, .context = s};
    struct pt_recipe *recipe = &s->set->recipe;
    struct pt_pruning pruning;
    ptron_status status = PTRON_OK;

    PT_TRY(pt_wording_fit_norm(&recipe->wording, options, err));
    PT_TRY(pt_prune_fit(recipe, options, &walk, &pruning, err));
    s->pruning = pruning;
    if (recipe->missing == PT_MISSING_MEAN && recipe->fill == NULL && (recipe->dense || recipe->n_numbers > 0))
        status = pt_fill_fit_walk(recipe, &walk, err);
    s->fill = recipe->missing == PT_MISSING_MEAN && s->set->tally.missing_cells > 0;
    if (status == PTRON_OK && s->status == PTRON_OK && scaling != PT_SCALE_NONE)
        status = pt_scale_fit_walk(recipe, scaling, &walk, err);
    s->scale = recipe->scaling != PT_SCALE_NONE;
    return s->status != PTRON_OK ? s->status : status;
}

/* ---- laying out ---------------------------------------------------------------------------------- */

static struct pt_pack_head layout_of(const struct finishing *s)
{
    const struct pt_spilled *f = pt_spill_facts(s->spill);
    const enum pt_kind exact = s->fill || s->scale ? PT_F64 : f->kind;
    struct pt_pack_head h = {
        .kind = pt_kind_is_double(exact) && s->round ? PT_F32 : exact, .dense = f->dense,
        .width = f->dense ? f->width : 0,
        .weighted = f->weighted, .placed = f->has_places, .n_rows = f->n_rows,
        .n_values = s->pruning.number != NULL ? s->pruning.n_values : f->n_values,
    };

    h.length = pt_pack_lay_out(&h, 0);
    return h;
}

static ptron_status finish_bucket(struct finishing *s, const struct pt_pack_head *h, struct pt_store *store,
                                  ptron_error *err)
{
    ptron_dataset *set = s->set;

    if (s->rows.labels)
        pt_dataset_finish_rows(set, s->rows.from_one, store);
    if (s->pruning.number != NULL)
        pt_store_prune(store, &s->pruning, set->pool);
    if (s->fill)
        PT_TRY(pt_store_change(store, &set->recipe, true, set->pool, err));
    if (s->scale)
        PT_TRY(pt_dataset_scale(set, store, err));
    return pt_kind_is_double(store->kind) && h->kind == PT_F32 ? pt_dataset_round(set, store, err) : PTRON_OK;
}

/* Every array's part of a bucket behind those of the buckets before. */
static ptron_status write_bucket(struct pt_scratch *file, const struct pt_pack_head *h, struct pt_store *store,
                                 uint64_t rows, uint64_t values, ptron_error *err)
{
    const struct {
        const void *items;
        size_t size;
        bool   of_rows;
    } arrays[PT_N_MEMORY] = {
        {store->offset, sizeof *store->offset, true}, {store->label, sizeof *store->label, true},
        {store->norm2, sizeof *store->norm2, true},   {store->weight, sizeof *store->weight, true},
        {store->place, sizeof *store->place, true},   {store->index, sizeof *store->index, false},
        {store->value, pt_kind_bytes(store->kind), false},
    };

    for (size_t i = 0; !store->dense && i < store->n_rows; i++)
        store->offset[i] += values;
    for (size_t i = 0; i < PT_N_MEMORY; i++) {
        const size_t n = arrays[i].of_rows ? store->n_rows : store->n_values;
        const uint64_t before = arrays[i].of_rows ? rows : values;

        if (h->bytes[i] > 0)
            PT_TRY(pt_scratch_write(file, h->array[i] + before * arrays[i].size, arrays[i].items,
                                    n * arrays[i].size, err));
    }
    return PTRON_OK;
}

static ptron_status write_rows(struct finishing *s, const struct pt_pack_head *h, struct pt_scratch *file,
                               ptron_error *err)
{
    uint64_t rows = 0, values = 0;

    for (size_t b = 0; b < PT_BUCKETS; b++) {
        struct pt_store store = {0};
        ptron_status status = pt_spill_bucket(s->spill, b, &store, err);

        if (status == PTRON_OK)
            status = finish_bucket(s, h, &store, err);
        if (status == PTRON_OK && store.n_rows > 0)
            status = write_bucket(file, h, &store, rows, values, err);
        rows += store.n_rows;
        values += store.n_values;
        pt_store_fini(&store);
        PT_TRY(status);
    }
    if (h->dense == 0)
        PT_TRY(pt_scratch_write(file, h->array[PT_MEMORY_OFFSET] + rows * sizeof values, &values, sizeof values, err));
    return file->length < h->length ? pt_scratch_write(file, h->length - 1, "", 1, err) : PTRON_OK;
}

static ptron_status lay_out(struct finishing *s, struct pt_scratch *file, ptron_error *err)
{
    const struct pt_pack_head h = layout_of(s);
    ptron_dataset *set = s->set;

    PT_TRY(write_rows(s, &h, file, err));
    PT_TRY(pt_scratch_map(file, &set->map, err));
    set->spilled = file->length;
    set->block = pt_pack_block(&h, set->map.bytes);
    PT_TRY(pt_dataset_note_scatter(set, (size_t)h.n_rows, err));
    return pt_dataset_sum_up(set, err);
}

ptron_status pt_out_of_core_finish(ptron_dataset *set, pt_spill *spill, struct pt_unfinished rows,
                                const ptron_options *options, ptron_error *err)
{
    struct finishing s = {.set = set, .spill = spill, .rows = rows, .err = err,
                         .scale = rows.scale && set->shared->scaling != PT_SCALE_NONE,
                         .round = pt_option_is(options, "values", "f32")};
    struct pt_scratch file = {0};
    ptron_status status;

    if (pt_spill_facts(spill)->n_rows > UINT32_MAX - 2)
        return pt_fail(err, PTRON_DATA, "more than %u rows", (unsigned)(UINT32_MAX - 2));
    status = set->shared == &set->recipe ? fit_values(&s, options, err) : PTRON_OK;
    if (status == PTRON_OK)
        status = pt_scratch_open(&file, err);
    if (status == PTRON_OK)
        status = lay_out(&s, &file, err);
    pt_scratch_close(&file);
    pt_pruning_fini(&s.pruning);
    pt_release(s.value);
    return status;
}
