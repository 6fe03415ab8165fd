/* Public functions about data: they check arguments and call inward. */
#include "api/api.h"
#include "base/alloc.h"
#include "base/param.h"
#include "model/model.h"
#include "pack/pack.h"
#include "pack/pack_trust.h"
#include "read/load.h"
#include "read/stream.h"
#include "read/survey.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* A set that was made by another's recipe keeps it there. */
static ptron_status keep_lender(const struct pt_refs *lender, ptron_status status, ptron_dataset **set)
{
    if (status == PTRON_OK && lender != NULL)
        (*set)->lender = pt_refs_take(lender);
    return status;
}

static const struct pt_recipe *recipe_of(const ptron_model *model)
{
    return model == NULL ? NULL : &model->recipe;
}

static const struct pt_refs *refs_of(const ptron_model *model)
{
    return model == NULL ? NULL : &model->refs;
}

/* What left words and categories out when the recipe was fitted; the recipe does not say how, the model's record does.
 * Resuming, options are those of the model. */
static ptron_status check_settled(const ptron_options *options, const ptron_model *model, ptron_error *err)
{
    static const char *const names[] = {"stop-words", "min-df", "max-df", "max-features"};

    for (size_t i = 0; model != NULL && options != NULL && !options->resumes && i < sizeof names / sizeof *names; i++) {
        const char *value = ptron_options_given(options, names[i]) ? pt_option_text(options, names[i]) : NULL;

        for (size_t k = 0; value != NULL && k < model->n_parameters; k++)
            if (strcmp(model->parameters[k].name, names[i]) == 0 && strcmp(model->parameters[k].value, value) == 0)
                value = NULL;
        if (value != NULL)
            return pt_fail(err, PTRON_ARGUMENT, "--%s was settled in training, and not as '%.60s'", names[i], value);
    }
    return PTRON_OK;
}

static ptron_status check_paths(const char *const *paths, size_t n, const void *out, ptron_error *err)
{
    for (size_t i = 0; paths != NULL && i < n; i++)
        if (paths[i] == NULL)
            return pt_fail(err, PTRON_ARGUMENT, "path %zu is NULL", i);
    if (paths == NULL || n == 0 || out == NULL)
        return pt_fail(err, PTRON_ARGUMENT, out == NULL ? "a place for what is read is needed" : "no file is named");
    return PTRON_OK;
}

static ptron_status load_paths(const char *const *paths, size_t n, const ptron_options *options,
                               const struct pt_recipe *recipe, ptron_dataset **out, ptron_error *err)
{
    struct pt_source *sources;
    ptron_status status;

    PT_TRY(check_paths(paths, n, out, err));
    assert(out != NULL);
    *out = NULL;
    sources = pt_zeroed(n, sizeof *sources);
    if (sources == NULL)
        return pt_fail_memory(err, n * sizeof *sources, "the list of files");
    for (size_t i = 0; i < n; i++)
        sources[i].path = paths[i];
    status = pt_dataset_load(sources, n, pt_options_given(options), recipe, out, err);
    pt_release(sources);
    return status;
}

ptron_status ptron_dataset_load(const char *const *paths, size_t n_paths, const ptron_options *options,
                                const ptron_model *model, ptron_dataset **out, ptron_error *err)
{
    if (out != NULL)
        *out = NULL;
    PT_TRY(check_settled(options, model, err));
    return keep_lender(refs_of(model), load_paths(paths, n_paths, options, recipe_of(model), out, err), out);
}

ptron_status ptron_dataset_load_like(const char *const *paths, size_t n_paths, const ptron_options *options,
                                     const ptron_dataset *like, ptron_dataset **out, ptron_error *err)
{
    ptron_options held = *pt_options_given(options);   /* what it holds stays the caller's */

    held.resumes = false;   /* nothing is learned from these rows */
    if (out != NULL)
        *out = NULL;
    if (like == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a set to be like is needed");
    if (like->growing)
        return pt_fail(err, PTRON_ARGUMENT, "the set to be like is a stream whose recipe still grows");
    return keep_lender(like->lender != NULL ? like->lender : &like->refs,
                       load_paths(paths, n_paths, &held, like->shared, out, err), out);
}

ptron_status ptron_dataset_read(const void *bytes, size_t length, const char *name, const ptron_options *options,
                                const ptron_model *model, ptron_dataset **out, ptron_error *err)
{
    const struct pt_source source = {name == NULL ? "memory" : name, bytes == NULL ? "" : bytes, length, NULL};

    if (out == NULL || (bytes == NULL && length > 0))
        return pt_fail(err, PTRON_ARGUMENT, "bytes and a place for the set are needed");
    *out = NULL;
    PT_TRY(check_settled(options, model, err));
    return keep_lender(refs_of(model),
                       pt_dataset_load(&source, 1, pt_options_given(options), recipe_of(model), out, err), out);
}

ptron_status ptron_dataset_borrow(const ptron_rows *rows, const ptron_options *options, const ptron_model *model,
                                  ptron_dataset **out, ptron_error *err)
{
    ptron_rows full;

    if (rows == NULL || out == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "rows and a place for the set are needed");
    *out = NULL;
    PT_TRY(pt_take_sized(rows, &full, sizeof full, err));
    return keep_lender(refs_of(model),
                       pt_dataset_borrow(&full, pt_options_given(options), recipe_of(model), out, err), out);
}

ptron_status ptron_survey_read(const char *const *paths, size_t n_paths, const ptron_options *options,
                               ptron_survey **out, ptron_error *err)
{
    struct pt_source *sources;
    ptron_status status;

    PT_TRY(check_paths(paths, n_paths, out, err));
    assert(out != NULL);
    *out = NULL;
    sources = pt_zeroed(n_paths, sizeof *sources);
    if (sources == NULL)
        return pt_fail_memory(err, n_paths * sizeof *sources, "the list of files");
    for (size_t i = 0; i < n_paths; i++)
        sources[i].path = paths[i];
    status = pt_survey_read(sources, n_paths, pt_options_given(options), out, err);
    pt_release(sources);
    return status;
}

void ptron_dataset_free(ptron_dataset *set)
{
    pt_dataset_free(set);
}

ptron_status ptron_dataset_pack(const ptron_dataset *set, const char *path, const ptron_options *options,
                                ptron_error *err)
{
    if (set == NULL || path == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a set and a path are needed");
    PT_TRY(pt_dataset_all_here(set, err));
    PT_TRY(pt_dataset_trust_all(set, set->pool, err));
    return pt_pack_write(set, path, &pt_options_given(options)->watch, err);
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
    f->header_lines = tally->header_lines;
    f->unseen_keys = tally->unseen_keys;
    f->first_unseen_key = tally->unseen_keys > 0 ? tally->first_key.text : NULL;
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
    f->format = pt_formats[recipe->format].name;
    f->named_columns = pt_recipe_shape(recipe) == PT_SHAPE_COLUMNS;
    f->whole_numbers = recipe->whole;
    f->index_base = recipe->index_base;
    f->scaling = pt_scaling_name(recipe->scaling);
    f->label_column = label_column(recipe);
    f->least_reach = recipe->spread.least;
    f->greatest_reach = recipe->spread.most;
    f->least_reach_feature = recipe->spread.least_feature;
    f->greatest_reach_feature = recipe->spread.most_feature;
    f->row_weights = pt_recipe_may_weigh(recipe);
    f->scaled_only = recipe->scaling == PT_SCALE_STANDARD && !recipe->dense && !recipe->whole;
}

void ptron_dataset_describe(const ptron_dataset *set, ptron_dataset_facts *facts)
{
    if (set == NULL || facts == NULL)
        return;
    ptron_dataset_facts f = {
        .rows = set->n_rows,
        .features = set->n_features,
        .nonzeros = set->n_values,
        .bytes = pt_dataset_parted(set) ? set->shared_bytes : set->block.n_rows == 0 ? 0 : pt_block_bytes(&set->block),
        .kind = (ptron_kind)set->kind,
        .radius = sqrt(set->max_norm2 + 1.0),
        .spilled = set->spilled,
        .reading_seconds = set->seconds.reading,
        .moving_seconds = set->seconds.moving,
    };

    add_recipe(set->shared, &f);
    f.row_weights = set->block.weight != NULL;
    add_tally(&set->tally, &f);
    pt_hand_over(&f, facts, sizeof f, NULL);
}

const char *ptron_dataset_class_name(const ptron_dataset *set, size_t c)
{
    const struct pt_dict *classes = set == NULL ? NULL : &set->shared->labels.classes;

    return classes != NULL && c < classes->count ? pt_dict_text(classes, (uint32_t)c, NULL) : NULL;
}

uint64_t ptron_dataset_class_rows(const ptron_dataset *set, size_t c)
{
    return set != NULL && c < pt_dataset_classes(set) ? set->class_rows[c] : 0;
}

/* Rows that can be asked for by number: none of those that several ranks share. */
static uint64_t rows_here(const ptron_dataset *set)
{
    return pt_dataset_parted(set) ? 0 : set->n_rows;
}

bool ptron_dataset_row_place(const ptron_dataset *set, uint64_t row, const char **file, uint64_t *line)
{
    uint64_t place;

    if (set == NULL || file == NULL || line == NULL || row >= rows_here(set) || set->block.place == NULL)
        return false;
    place = set->block.place[pt_dataset_index(set, row)];
    *line = pt_place_line(place);
    *file = pt_place_file(place) < set->n_files ? set->files[pt_place_file(place)] : "";
    return true;
}

int64_t ptron_dataset_row_class(const ptron_dataset *set, uint64_t row)
{
    uint32_t label;

    if (set == NULL || row >= rows_here(set))
        return -1;
    label = pt_dataset_row(set, row).label;
    return label >= PT_UNKNOWN_LABEL ? -1 : (int64_t)label;
}

ptron_status ptron_dataset_row(const ptron_dataset *set, uint64_t row, uint32_t *features, double *values, size_t room,
                               size_t *n, ptron_error *err)
{
    struct pt_row view;

    if (n != NULL)
        *n = 0;
    if (set == NULL || n == NULL || row >= rows_here(set))
        return pt_fail(err, PTRON_ARGUMENT, "a row of a set and a place for the number of its values are needed");
    PT_TRY(pt_trust_rows(set->trust, pt_dataset_index(set, row), 1, err));
    view = pt_dataset_row(set, row);
    for (size_t j = 0; j < view.n && j < room; j++) {
        if (features != NULL)
            features[j] = view.index == NULL ? (uint32_t)j : view.index[j];
        if (values != NULL)
            values[j] = pt_row_value(&view, j);
    }
    *n = view.n;
    return PTRON_OK;
}

size_t ptron_dataset_feature_name(const ptron_dataset *set, size_t feature, char *name, size_t room)
{
    room = name == NULL ? 0 : room;
    if (set != NULL && feature < set->n_features)
        return pt_recipe_feature_name(set->shared, (uint32_t)feature, name, room);
    if (room > 0)
        name[0] = '\0';
    return 0;
}

/* ---- streams ------------------------------------------------------------------------------------- */

void ptron_stream_close(ptron_stream *stream)
{
    pt_stream_close(stream);
}

ptron_status ptron_stream_open(const char *const *paths, size_t n_paths, const ptron_options *options,
                               const ptron_model *model, ptron_stream **out, ptron_error *err)
{
    PT_TRY(check_paths(paths, n_paths, out, err));
    *out = NULL;
    PT_TRY(check_settled(options, model, err));
    PT_TRY(pt_stream_open(paths, n_paths, pt_options_given(options), recipe_of(model), model == NULL, out, err));
    if (model != NULL)
        (*out)->rows.lender = pt_refs_take(&model->refs);
    if ((*out)->pack != NULL)   /* a set of its own, that a trainer may keep when the stream is gone */
        (*out)->pack->lender = pt_refs_take(&model->refs);
    return PTRON_OK;
}

ptron_status ptron_stream_continue(const char *const *paths, size_t n_paths, const ptron_options *options,
                                   const ptron_model *model, ptron_stream **out, ptron_error *err)
{
    PT_TRY(check_paths(paths, n_paths, out, err));
    *out = NULL;
    if (model == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a model is wanted");
    return pt_stream_open(paths, n_paths, pt_options_given(options), &model->recipe, true, out, err);
}

static ptron_status check_bytes(const void *bytes, size_t length, const char *name, ptron_error *err)
{
    return (bytes == NULL && length > 0) || name == NULL ? pt_fail(err, PTRON_ARGUMENT, "bytes and a name are wanted")
                                                         : PTRON_OK;
}

ptron_status ptron_stream_read(const void *bytes, size_t length, const char *name, const ptron_options *options,
                               const ptron_model *model, bool learns, ptron_stream **out, ptron_error *err)
{
    const struct pt_source source = {.path = name, .bytes = bytes == NULL ? "" : bytes, .length = length};

    if (out == NULL || model == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a model and a place for the stream are wanted");
    *out = NULL;
    PT_TRY(check_bytes(bytes, length, name, err));
    PT_TRY(pt_stream_read(&source, pt_options_given(options), &model->recipe, learns, out, err));
    if (!learns)
        (*out)->rows.lender = pt_refs_take(&model->refs);
    return PTRON_OK;
}

ptron_status ptron_stream_read_on(ptron_stream *stream, const void *bytes, size_t length, const char *name,
                                  ptron_error *err)
{
    struct pt_source source = {.path = name, .bytes = bytes == NULL ? "" : bytes, .length = length};

    PT_TRY(check_bytes(bytes, length, name, err));
    if (stream == NULL || stream->bytes.bytes == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a stream of bytes in memory is wanted");
    return pt_stream_read_on(stream, &source, err);
}

ptron_status ptron_stream_expect(ptron_stream *stream, const char *const *classes, size_t n_classes, ptron_error *err)
{
    if (stream == NULL || (classes == NULL && n_classes > 0))
        return pt_fail(err, PTRON_ARGUMENT, "a stream and names of classes are wanted");
    for (size_t i = 0; i < n_classes; i++)
        if (classes[i] == NULL)
            return pt_fail(err, PTRON_ARGUMENT, "class %zu has no name", i);
    return pt_stream_expect(stream, classes, n_classes, err);
}

ptron_status ptron_stream_next(ptron_stream *stream, const ptron_dataset **rows, ptron_error *err)
{
    if (stream == NULL || rows == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a stream and a place for its rows are wanted");
    return pt_stream_next(stream, rows, err);
}

ptron_status ptron_stream_hurry(ptron_stream *stream, ptron_error *err)
{
    if (stream == NULL || stream->rows.n_rows > 0)
        return pt_fail(err, PTRON_ARGUMENT, "a stream is told to hurry before its first rows");
    stream->hurries = true;
    return PTRON_OK;
}

ptron_status ptron_stream_keep_blanks(ptron_stream *stream, ptron_error *err)
{
    if (stream == NULL || stream->rows.n_rows > 0 || (stream->rows.growing && stream->reader == NULL))
        return pt_fail(err, PTRON_ARGUMENT, "lines without a row are kept by a stream with a model, before any");
    if (stream->reader != NULL)
        pt_reader_keep_blanks(stream->reader);
    return PTRON_OK;
}

size_t ptron_stream_blanks(const ptron_stream *stream)
{
    size_t n = 0;

    if (stream != NULL)
        pt_stream_blanks(stream, &n);
    return n;
}

bool ptron_stream_blank(const ptron_stream *stream, size_t i, uint64_t *row, const char **file, uint64_t *line)
{
    size_t n = 0;
    const struct pt_blank *blank = stream == NULL ? NULL : pt_stream_blanks(stream, &n);

    if (i >= n || row == NULL || file == NULL || line == NULL)
        return false;
    *row = blank[i].row;
    *file = stream->rows.files[pt_place_file(blank[i].line)];
    *line = pt_place_line(blank[i].line);
    return true;
}

const char *ptron_stream_blank_reason(const ptron_stream *stream, size_t i, uint64_t *column)
{
    return column == NULL || i >= ptron_stream_blanks(stream) ? NULL
                                                              : pt_reader_blank_reason(stream->reader, i, column);
}

bool ptron_stream_again(const ptron_stream *stream)
{
    return stream != NULL && stream->again;
}

bool ptron_stream_rewind(ptron_stream *stream)
{
    return stream != NULL && pt_stream_rewind(stream);
}

void ptron_stream_describe(const ptron_stream *stream, ptron_dataset_facts *facts)
{
    if (stream == NULL || facts == NULL)
        return;
    const struct pt_tally *tally = stream->pack != NULL ? &stream->pack->tally
                                   : pt_stream_reader(stream) == NULL ? &(struct pt_tally){0}
                                                                      : pt_reader_tally(pt_stream_reader(stream));
    if (stream->recipe == NULL) {   /* a pipe of which no row was read */
        pt_hand_over(&(ptron_dataset_facts){.index_base = -1}, facts, sizeof(ptron_dataset_facts), NULL);
        return;
    }
    ptron_dataset_facts f = {
        .rows = tally->rows, .features = pt_recipe_width(stream->recipe), .nonzeros = stream->n_values,
        .kind = (ptron_kind)stream->kind, .radius = sqrt(stream->max_norm2 + 1.0),
    };

    add_recipe(stream->recipe, &f);
    add_tally(tally, &f);
    pt_hand_over(&f, facts, sizeof f, NULL);
}
