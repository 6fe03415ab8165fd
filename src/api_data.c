/* Public functions about data: they check arguments and call inward. */
#include "base/alloc.h"
#include "base/param.h"
#include "data/lift_store.h"
#include "data/scatter.h"
#include "model/model.h"

#include <math.h>
#include <string.h>

static ptron_status load_paths(const char *const *paths, size_t n, const ptron_options *options,
                               const struct pt_recipe *recipe, ptron_dataset **out, ptron_error *err)
{
    struct pt_source *sources;
    ptron_status status;

    *out = NULL;
    if (paths == NULL || n == 0)
        return pt_fail(err, PTRON_ARGUMENT, "no file is named");
    sources = pt_zeroed(n, sizeof *sources);
    if (sources == NULL)
        return pt_fail_memory(err, n * sizeof *sources, "the list of files");
    for (size_t i = 0; i < n; i++)
        sources[i].path = paths[i];
    status = pt_dataset_load(sources, n, options, recipe, out, err);
    pt_release(sources);
    return status;
}

ptron_status ptron_dataset_load(const char *const *paths, size_t n_paths, const ptron_options *options,
                                const ptron_model *model, ptron_dataset **out, ptron_error *err)
{
    return load_paths(paths, n_paths, options, model == NULL ? NULL : &model->recipe, out, err);
}

ptron_status ptron_dataset_load_like(const char *const *paths, size_t n_paths, const ptron_options *options,
                                     const ptron_dataset *like, ptron_dataset **out, ptron_error *err)
{
    *out = NULL;
    if (like == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a set to be like is needed");
    return load_paths(paths, n_paths, options, like->shared, out, err);
}

ptron_status ptron_dataset_read(const void *bytes, size_t length, const char *name, const ptron_options *options,
                                const ptron_model *model, ptron_dataset **out, ptron_error *err)
{
    const struct pt_source source = {name == NULL ? "memory" : name, bytes == NULL ? "" : bytes, length};

    *out = NULL;
    return pt_dataset_load(&source, 1, options, model == NULL ? NULL : &model->recipe, out, err);
}

ptron_status ptron_dataset_borrow(const ptron_rows *rows, const ptron_options *options, const ptron_model *model,
                                  ptron_dataset **out, ptron_error *err)
{
    *out = NULL;
    if (rows == NULL || rows->size < sizeof *rows)
        return pt_fail(err, PTRON_ARGUMENT, "rows are needed, with their size set");
    return pt_dataset_borrow(rows, options, model == NULL ? NULL : &model->recipe, out, err);
}

void ptron_dataset_free(ptron_dataset *set)
{
    pt_dataset_free(set);
}

void ptron_dataset_scatter(ptron_dataset *set)
{
    if (set != NULL)
        pt_dataset_scatter(set);
}

/* ---- facts --------------------------------------------------------------------------------------- */

static void add_tally(const struct pt_tally *tally, ptron_dataset_facts *f)
{
    f->bad_rows = tally->bad_rows;
    f->missing_rows = tally->missing_rows;
    f->dropped_rows = tally->dropped_rows;
    f->missing_cells = tally->missing_cells;
    f->unlabelled_rows = tally->unlabelled_rows;
    f->unseen_labels = tally->unseen_labels;
    f->unseen_words = tally->unseen_words;
    f->unseen_categories = tally->unseen_categories;
    f->unseen_features = tally->unseen_features;
    f->first_bad = tally->any_bad ? &tally->first_bad : NULL;
}

static const char *label_column(const struct pt_recipe *recipe)
{
    for (size_t i = 0; i < recipe->n_columns; i++)
        if (recipe->columns[i].role == PT_ROLE_LABEL)
            return recipe->columns[i].name;
    return NULL;
}

static void add_recipe(const struct pt_recipe *recipe, ptron_dataset_facts *f)
{
    f->classes = recipe->labels.classes.count;
    f->dense = recipe->dense;
    f->format = pt_format_name(recipe->format);
    f->index_base = recipe->index_base;
    f->scaling = pt_scaling_name(recipe->scaling);
    f->label_column = label_column(recipe);
    f->scaled_only = recipe->scaling == PT_SCALE_STANDARD && recipe->shift == NULL;
}

static uint64_t bytes_of(const ptron_dataset *set)
{
    uint64_t bytes = 0;

    for (size_t b = 0; b < set->n_blocks; b++) {
        const struct pt_block *k = &set->blocks[b];
        const uint64_t values = k->dense ? (uint64_t)k->n_rows * k->width : k->offset[k->n_rows] - k->offset[0];
        bytes += values * (pt_kind_bytes(k->kind) + (k->dense ? 0 : sizeof *k->index));
        bytes += (uint64_t)k->n_rows * (sizeof *k->norm2 + (k->label != NULL ? sizeof *k->label : 0) +
                                        (k->dense ? 0 : sizeof *k->offset) +
                                        (k->weight != NULL ? sizeof *k->weight : 0) +
                                        (k->place != NULL ? sizeof *k->place : 0));
    }
    return bytes;
}

static void give_facts(const ptron_dataset_facts *full, ptron_dataset_facts *facts)
{
    const size_t size = facts->size < sizeof *full ? facts->size : sizeof *full;

    memcpy(facts, full, size);
    facts->size = size;
}

void ptron_dataset_describe(const ptron_dataset *set, ptron_dataset_facts *facts)
{
    ptron_dataset_facts f = {
        .rows = set->n_rows,
        .features = set->n_features,
        .nonzeros = set->n_values,
        .bytes = bytes_of(set),
        .kind = (ptron_kind)set->kind,
        .radius = sqrt(set->max_norm2 + 1.0),
    };

    add_recipe(set->shared, &f);
    add_tally(&set->tally, &f);
    give_facts(&f, facts);
}

const char *ptron_dataset_class_name(const ptron_dataset *set, size_t c)
{
    const struct pt_dict *classes = &set->shared->labels.classes;

    return c < classes->count ? pt_dict_text(classes, (uint32_t)c, NULL) : NULL;
}

uint64_t ptron_dataset_class_rows(const ptron_dataset *set, size_t c)
{
    return c < pt_dataset_classes(set) ? set->class_rows[c] : 0;
}

bool ptron_dataset_row_place(const ptron_dataset *set, uint64_t row, const char **file, uint64_t *line)
{
    const struct pt_block *block;
    uint64_t place;

    if (row >= set->n_rows)
        return false;
    row = pt_dataset_place(set, row);
    block = &set->blocks[row / set->rows_per_block];
    if (block->place == NULL)
        return false;
    place = block->place[row % set->rows_per_block];
    *line = pt_place_line(place);
    *file = pt_place_file(place) < set->n_files ? set->files[pt_place_file(place)] : "";
    return true;
}

int64_t ptron_dataset_row_class(const ptron_dataset *set, uint64_t row)
{
    uint32_t label;

    if (row >= set->n_rows)
        return -1;
    label = pt_dataset_row(set, row).label;
    return label >= PT_UNKNOWN_LABEL ? -1 : (int64_t)label;
}

size_t ptron_dataset_row(const ptron_dataset *set, uint64_t row, uint32_t *features, double *values, size_t room)
{
    struct pt_row view;

    if (row >= set->n_rows)
        return 0;
    view = pt_dataset_row(set, row);
    for (size_t j = 0; j < view.n && j < room; j++) {
        features[j] = view.index == NULL ? (uint32_t)j : view.index[j];
        values[j] = pt_row_value(&view, j);
    }
    return view.n;
}

size_t ptron_dataset_feature_name(const ptron_dataset *set, size_t feature, char *name, size_t room)
{
    return pt_recipe_feature_name(set->shared, (uint32_t)feature, name, room);
}

/* ---- streams ------------------------------------------------------------------------------------- */

struct ptron_stream {
    pt_pool *pool;
    pt_reader *reader;
    const struct pt_recipe *recipe;
    ptron_dataset rows;        /* a view of the block at hand; owns only class_rows and files */
    struct pt_block block;
    struct pt_store lifted;            /* of the block at hand, where features are made of others */
};

void ptron_stream_close(ptron_stream *stream)
{
    if (stream == NULL)
        return;
    pt_reader_close(stream->reader);
    pt_pool_free(stream->pool);
    pt_store_fini(&stream->lifted);
    pt_release(stream->rows.class_rows);
    pt_release(stream->rows.files);
    pt_release(stream);
}

static ptron_status open_stream(ptron_stream *s, const char *const *paths, size_t n, const ptron_options *options,
                                ptron_error *err)
{
    struct pt_source *sources = pt_zeroed(n, sizeof *sources);
    ptron_status status;

    if (sources == NULL)
        return pt_fail_memory(err, n * sizeof *sources, "the list of files");
    for (size_t i = 0; i < n; i++)
        sources[i].path = paths[i];
    status = pt_pool_new((size_t)pt_option_count(options, "threads"), &s->pool, err);
    if (status == PTRON_OK)
        status = pt_reader_open(sources, n, options, s->recipe, true, s->pool, &s->reader, err);
    pt_release(sources);
    if (status != PTRON_OK)
        return status;
    s->rows.class_rows = pt_zeroed(s->recipe->labels.classes.count, sizeof *s->rows.class_rows);
    s->rows.files = pt_zeroed(n, sizeof *s->rows.files);
    if (s->rows.class_rows == NULL || s->rows.files == NULL)
        return pt_fail_memory(err, n * sizeof *s->rows.files, "a stream");
    return PTRON_OK;
}

ptron_status ptron_stream_open(const char *const *paths, size_t n_paths, const ptron_options *options,
                               const ptron_model *model, ptron_stream **out, ptron_error *err)
{
    ptron_stream *s = *out = NULL;
    ptron_status status;

    if (paths == NULL || n_paths == 0)
        return pt_fail(err, PTRON_ARGUMENT, "no file is named");
    if (model == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a stream is read by a model's recipe");
    s = pt_zeroed(1, sizeof *s);
    if (s == NULL)
        return pt_fail_memory(err, sizeof *s, "a stream");
    s->recipe = &model->recipe;
    status = open_stream(s, paths, n_paths, options, err);
    if (status != PTRON_OK) {
        ptron_stream_close(s);
        return status;
    }
    *out = s;
    return PTRON_OK;
}

/* A dataset of one block that owns nothing of it. */
static void show_block(ptron_stream *s)
{
    const uint32_t classes = s->recipe->labels.classes.count;
    ptron_dataset *set = &s->rows;

    set->shared = s->recipe;
    set->blocks = &s->block;
    set->n_blocks = 1;
    set->n_rows = set->rows_per_block = s->block.n_rows;
    set->n_features = pt_recipe_width(s->recipe);
    set->n_values = s->block.dense ? (uint64_t)s->block.n_rows * s->block.width
                                   : s->block.offset[s->block.n_rows] - s->block.offset[0];
    set->kind = s->block.kind;
    set->tally = *pt_reader_tally(s->reader);
    set->pool = s->pool;
    set->max_norm2 = 0.0;
    memset(set->class_rows, 0, classes * sizeof *set->class_rows);
    for (size_t i = 0; i < s->block.n_rows; i++) {
        const uint32_t label = s->block.label == NULL ? PT_NO_LABEL : s->block.label[i];
        if (label < classes)
            set->class_rows[label]++;
        set->max_norm2 = fmax(set->max_norm2, s->block.norm2[i]);
    }
    set->n_files = pt_reader_files(s->reader);
    for (size_t i = 0; i < set->n_files; i++)
        memcpy(&set->files[i], &(const char *){pt_reader_file(s->reader, i)}, sizeof set->files[i]);
}

/* Where features are made of others, the block is a copy of the stream's own. */
static ptron_status lift_block(ptron_stream *s, ptron_error *err)
{
    if (s->recipe->lift.kind == PT_LIFT_NONE)
        return PTRON_OK;
    pt_store_fini(&s->lifted);
    PT_TRY(pt_store_add(&s->lifted, &s->block, err));
    PT_TRY(pt_lift_store(s->recipe, &s->lifted, s->pool, err));
    s->block = pt_store_block(&s->lifted);
    return PTRON_OK;
}

ptron_status ptron_stream_next(ptron_stream *stream, const ptron_dataset **rows, ptron_error *err)
{
    *rows = NULL;
    PT_TRY(pt_reader_next(stream->reader, &stream->block, err));
    if (stream->block.n_rows == 0)
        return PTRON_OK;
    PT_TRY(lift_block(stream, err));
    show_block(stream);
    *rows = &stream->rows;
    return PTRON_OK;
}

void ptron_stream_describe(const ptron_stream *stream, ptron_dataset_facts *facts)
{
    const struct pt_tally *tally = pt_reader_tally(stream->reader);
    ptron_dataset_facts f = {.rows = tally->rows, .features = pt_recipe_width(stream->recipe), .radius = NAN};

    add_recipe(stream->recipe, &f);
    add_tally(tally, &f);
    give_facts(&f, facts);
}
