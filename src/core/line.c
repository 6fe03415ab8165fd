/* One raw line at a time, by the parsers that read whole files: what the model's recipe makes of it, scored. Memory is
 * kept from line to line. */
#include "base/alloc.h"
#include "math/classes.h"
#include "model/model.h"
#include "parse/csv/csv_cell.h"
#include "parse/parser.h"
#include "rows/values.h"

struct ptron_line_reader {
    const ptron_model *model;
    struct pt_refs *model_refs;   /* keep it there */
    const struct pt_parser *parser;
    struct pt_parse parse;
    uint32_t *unlabelled;             /* CSV: the columns of a line without its label; NULL: there is no label column */
    struct pt_chunk chunk;
    float    *made;                   /* [width] features made of the others; NULL: none are */
    double   *scores;                 /* [vectors] where the caller wants none */
};

/* All columns but the label's, where there is one. */
static ptron_status map_unlabelled(ptron_line_reader *reader, ptron_error *err)
{
    const struct pt_recipe *recipe = &reader->model->recipe;
    uint32_t n = 0;

    reader->unlabelled = pt_array(recipe->n_columns, sizeof *reader->unlabelled);
    if (reader->unlabelled == NULL)
        return pt_fail_memory(err, recipe->n_columns * sizeof *reader->unlabelled, "columns");
    for (uint32_t j = 0; j < recipe->n_columns; j++)
        if (recipe->columns[j].role != PT_ROLE_LABEL)
            reader->unlabelled[n++] = j;
    if (n + 1 != recipe->n_columns) {
        pt_release(reader->unlabelled);
        reader->unlabelled = NULL;
    }
    return PTRON_OK;
}

static ptron_status prepare(ptron_line_reader *reader, ptron_error *err)
{
    const struct pt_recipe *recipe = &reader->model->recipe;

    reader->parser = pt_parsers[recipe->format];
    if (reader->parser == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "the model was trained on %s rows, which are no lines of text",
                       pt_formats[recipe->format].name);
    reader->parse = (struct pt_parse){.recipe = recipe, .labels_optional = true};
    reader->scores = pt_array(reader->model->n_vectors, sizeof *reader->scores);
    if (recipe->feature_map.kind != PT_MAP_NONE)
        reader->made = pt_array(recipe->feature_map.out, sizeof *reader->made);
    if (reader->scores == NULL || (recipe->feature_map.kind != PT_MAP_NONE && reader->made == NULL))
        return pt_fail_memory(err, pt_recipe_width(recipe) * sizeof *reader->made, "a line");
    return recipe->format == PT_FORMAT_CSV ? map_unlabelled(reader, err) : PTRON_OK;
}

ptron_status ptron_line_reader_new(const ptron_model *model, ptron_line_reader **out, ptron_error *err)
{
    ptron_line_reader *reader;
    ptron_status status;

    if (model == NULL || out == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a model and a place for the reader are wanted");
    reader = *out = pt_zeroed(1, sizeof *reader);
    if (reader == NULL)
        return pt_fail_memory(err, sizeof *reader, "a reader of lines");
    pt_chunk_init(&reader->chunk);
    reader->model = model;
    reader->model_refs = pt_refs_take(&model->refs);
    status = prepare(reader, err);
    if (status != PTRON_OK) {
        ptron_line_reader_free(reader);
        *out = NULL;
    }
    return status;
}

void ptron_line_reader_free(ptron_line_reader *reader)
{
    if (reader == NULL)
        return;
    pt_chunk_fini(&reader->chunk);
    pt_release(reader->unlabelled);
    pt_release(reader->made);
    pt_release(reader->scores);
    pt_refs_drop(reader->model_refs);
    pt_release(reader);
}

/* ---- one line ------------------------------------------------------------------------------------ */

static size_t count_cells(const char *line, size_t length, char delimiter)
{
    const char *p = line, *end = line + length;
    struct pt_cell cell;
    size_t n = 1;

    while (pt_cell_read(&p, end, delimiter, &cell))
        n++;
    return n;
}

/* CSV: as in training, or all columns but the label. */
static void choose_columns(ptron_line_reader *reader, const char *line, size_t length)
{
    const struct pt_recipe *recipe = &reader->model->recipe;
    const bool alone = reader->unlabelled != NULL &&
                       count_cells(line, length, recipe->delimiter) + 1 == recipe->n_columns;

    reader->parse.columns = alone ? reader->unlabelled : NULL;
    reader->parse.n_columns = recipe->n_columns - alone;
}

/* One row, finished as training rows were but for features made of others. */
static ptron_status parse_line(ptron_line_reader *reader, const char *line, size_t length, ptron_error *err)
{
    const struct pt_recipe *recipe = &reader->model->recipe;
    struct pt_chunk *chunk = &reader->chunk;
    const uint32_t width = recipe->dense ? recipe->n_features : 0;

    pt_chunk_reset(chunk);
    if (recipe->format == PT_FORMAT_CSV)
        choose_columns(reader, line, length);
    reader->parser->parse(&reader->parse, line, length, chunk);
    if (chunk->failed && err != NULL) {
        *err = chunk->error;
        pt_error_place(err, NULL, err->code == PTRON_DATA, err->code == PTRON_DATA ? chunk->bad_at + 1 : 0);
    }
    if (chunk->failed)
        return chunk->error.code;
    if (chunk->missing_rows > 0)
        return pt_fail_at(err, PTRON_DATA, NULL, 1, 0, "a cell is missing, and the model knows whole rows only");
    if (chunk->n_rows != 1)
        return pt_fail_at(err, PTRON_DATA, NULL, 1, 0, chunk->n_rows == 0 ? "the line is blank" : "more than one line");
    pt_chunk_finish(chunk, recipe, recipe->dense, width);
    return pt_chunk_seal(chunk, recipe->dense, width, false, err);
}

/* Makes the row one of features made of its own. */
static ptron_status make_features(const ptron_line_reader *reader, struct pt_row *row, ptron_error *err)
{
    const struct pt_feature_map *lift = &reader->model->recipe.feature_map;
    const struct pt_blas *blas;

    PT_TRY(pt_blas_open(&blas, err));
    if (!pt_feature_map_rows(lift, blas, row, 1, reader->model->recipe.dense, reader->made))
        return pt_fail_memory(err, lift->out * sizeof *reader->made, "the features to be made");
    row->index = NULL;
    row->value = reader->made;
    row->n = lift->out;
    row->kind = PT_F32;
    row->norm2 = pt_values_norm2(reader->made, PT_F32, 0, lift->out, true);
    return PTRON_OK;
}

ptron_status ptron_predict_line(ptron_line_reader *reader, const char *line, size_t length, double *scores,
                                uint32_t *class_number, ptron_error *err)
{
    struct pt_block block;
    struct pt_row row;

    if (reader == NULL || (line == NULL && length > 0))
        return pt_fail(err, PTRON_ARGUMENT, "a reader and a line are wanted");
    PT_TRY(parse_line(reader, line == NULL ? "" : line, length, err));
    block = pt_chunk_block(&reader->chunk, reader->model->recipe.dense, reader->model->recipe.n_features);
    row = pt_block_row(&block, 0);
    if (reader->made != NULL)
        PT_TRY(make_features(reader, &row, err));
    if (scores == NULL)
        scores = reader->scores;
    PT_TRY(pt_model_score_rows(reader->model, &row, 1, scores, err));
    if (!pt_scores_finite(scores, reader->model->n_vectors))
        return pt_score_overflow(NULL, 0, err);
    if (class_number != NULL)
        *class_number = pt_model_class(reader->model, scores, (struct pt_cut){0});
    return PTRON_OK;
}
