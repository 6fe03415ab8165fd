/* Rows of binary matrices. Nothing a header says is believed: memory grows with the bytes that really come. */
#include "read/array/matrix.h"
#include "base/alloc.h"
#include "base/number.h"
#include "base/param.h"
#include "base/plural.h"
#include "base/printable.h"
#include "base/size.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#define NO_COLUMN UINT32_MAX

/* ---- the header ---------------------------------------------------------------------------------- */

static ptron_status open_head(struct pt_lookahead *lookahead, struct pt_array_head *head, ptron_error *err)
{
    const char *bytes;
    size_t length;

    PT_TRY(pt_lookahead_look(lookahead, PT_ARRAY_HEAD, false, err));
    bytes = pt_lookahead_ahead(lookahead, &length);
    PT_TRY(pt_array_head(bytes, length, head, err));
    pt_lookahead_skip(lookahead, head->length);
    return PTRON_OK;
}

static ptron_status check_shape(struct pt_matrix *matrix, ptron_error *err)
{
    const struct pt_array_head *head = &matrix->rows;
    uint64_t width = 1;

    if (head->n_dims == 1)
        return pt_fail(err, PTRON_DATA, "has one dimension; rows and columns are wanted");
    if (head->n_dims > 2 && (head->fortran || strcmp(head->format, "IDX") != 0))
        return pt_fail(err, PTRON_DATA, "has %zu dimensions; rows and columns are wanted", head->n_dims);
    if (head->kind == 'S' || head->kind == 'U')
        return pt_fail(err, PTRON_DATA, "holds texts; a matrix of numbers is wanted");
    if (head->dims[0] == 0)
        return pt_fail(err, PTRON_DATA, "no rows");
    for (size_t d = 1; d < head->n_dims; d++) {
        if (head->dims[d] == 0 || width > (UINT32_MAX - 2) / head->dims[d])
            return pt_fail(err, PTRON_DATA, "has rows of %" PRIu64 " x %" PRIu64 " values; 1 to %" PRIu32
                           " are possible", width, head->dims[d], UINT32_MAX - 2);
        width *= head->dims[d];
    }
    matrix->n_rows = head->dims[0];
    matrix->width = (uint32_t)width;
    if (!pt_mul((size_t)width, head->item, &matrix->row_bytes))
        return pt_fail(err, PTRON_DATA, "has rows too long for this machine");
    return PTRON_OK;
}

/* ---- which column is the label ------------------------------------------------------------------- */

static ptron_status find_column(struct pt_matrix *matrix, const char *label, ptron_error *err)
{
    const char *at = label;
    uint64_t number;

    if (!pt_parse_u64(&at, label + strlen(label), &number) || *at != '\0' || number < 1 || number > matrix->width)
        return pt_fail(err, PTRON_DATA, "has no column '%s' for the label; columns are numbered 1 to %" PRIu32,
                       pt_printable(label, strlen(label)).text, matrix->width);
    matrix->label_column = (uint32_t)(number - 1);
    return PTRON_OK;
}

/* Keeps in the recipe which column was the label. */
static ptron_status keep_columns(const struct pt_matrix *matrix, struct pt_recipe *recipe, ptron_error *err)
{
    uint32_t feature = 0;

    recipe->columns = pt_zeroed(matrix->width, sizeof *recipe->columns);
    if (recipe->columns == NULL)
        return pt_fail_memory(err, matrix->width * sizeof *recipe->columns, "columns");
    recipe->n_columns = matrix->width;
    for (uint32_t c = 0; c < matrix->width; c++) {
        char name[PT_U64_ROOM];
        struct pt_column *column = &recipe->columns[c];

        column->name = pt_copy_text(name, pt_format_u64((uint64_t)c + 1, name));
        if (column->name == NULL)
            return pt_fail_memory(err, PT_U64_ROOM, "columns");
        column->role = c == matrix->label_column ? PT_ROLE_LABEL : PT_ROLE_NUMBER;
        column->feature = column->role == PT_ROLE_NUMBER ? feature++ : 0;
    }
    return PTRON_OK;
}

static ptron_status fit_shape(struct pt_matrix *matrix, const struct pt_matrix_request *request, ptron_error *err)
{
    const struct pt_recipe *recipe = request->recipe;
    const char *label = pt_option_text(request->options, "label");
    uint32_t features;

    matrix->label_column = NO_COLUMN;
    if (label[0] != '\0' && strcmp(matrix->rows.format, ".npy") == 0 &&
        (request->fit != NULL || matrix->width == recipe->n_features + 1))
        PT_TRY(find_column(matrix, label, err));
    else if (recipe->n_columns == matrix->width)
        for (uint32_t c = 0; c < matrix->width; c++)
            matrix->label_column = recipe->columns[c].role == PT_ROLE_LABEL ? c : matrix->label_column;
    features = matrix->width - (matrix->label_column != NO_COLUMN);
    if (request->fit != NULL && request->file == 0) {
        request->fit->dense = true;
        request->fit->n_features = features;
        if (features == 0)
            return pt_fail(err, PTRON_DATA, "has no column but the label's");
        return matrix->label_column == NO_COLUMN ? PTRON_OK : keep_columns(matrix, request->fit, err);
    }
    if (features != recipe->n_features)
        return pt_detail(err, PTRON_DETAIL_FEATURE_COUNT,
                         pt_fail(err, PTRON_DATA, "has rows of %" PRIu32 " value%s, wanted %" PRIu32, features,
                                 pt_plural(features), recipe->n_features));
    return PTRON_OK;
}

/* ---- the label file ------------------------------------------------------------------------------ */

/* Replaces the last `from` in the file's own name; false when there is none. */
static bool replace(struct pt_buffer *text, const char *from, const char *to)
{
    const size_t n = strlen(from);

    for (size_t at = text->length >= n ? text->length - n + 1 : 0; at-- > 0 && text->bytes[at] != '/';)
        if (memcmp(text->bytes + at, from, n) == 0) {
            memcpy(text->bytes + at, to, n);   /* the same length */
            return true;
        }
    return false;
}

/* "train-images-idx3-ubyte.gz" -> "train-labels-idx1-ubyte.gz" */
static bool name_beside(const char *path, struct pt_buffer *name)
{
    pt_buffer_text(name, path);
    pt_buffer_byte(name, '\0');
    if (name->failed || !replace(name, "images", "labels"))
        return false;
    if (!replace(name, "idx3", "idx1"))
        replace(name, "idx2", "idx1");
    return true;
}

/* Item `file` of the comma-separated option; all of it when there is one file. */
static ptron_status name_given(const struct pt_matrix_request *request, const char *given, struct pt_buffer *name,
                               ptron_error *err)
{
    size_t n = 1;

    for (const char *p = given; *p != '\0'; p++)
        n += *p == ',';
    if (request->n_files == 1) {
        pt_buffer_text(name, given);
    } else if (n != request->n_files) {
        return pt_fail(err, PTRON_DATA, "%zu file%s of labels for %zu file%s of rows", n, pt_plural(n),
                       request->n_files, pt_plural(request->n_files));
    } else {
        for (size_t i = 0; i < request->file; i++)
            given = strchr(given, ',') + 1;
        pt_buffer_add(name, given, strcspn(given, ","));
    }
    pt_buffer_byte(name, '\0');
    return PTRON_OK;
}

static ptron_status open_labels(struct pt_matrix *matrix, const char *path, ptron_error *err)
{
    const struct pt_array_head *head = &matrix->labels;
    ptron_status status;

    PT_TRY(pt_lookahead_open(&matrix->label_lookahead, path, NULL, 0, err));
    matrix->has_labels = true;
    status = open_head(&matrix->label_lookahead, &matrix->labels, err);
    if (status == PTRON_OK && head->n_dims != 1 && !(head->n_dims == 2 && head->dims[1] == 1))
        status = pt_fail(err, PTRON_DATA, "has %zu dimensions; labels have one", head->n_dims);
    else if (status == PTRON_OK && head->dims[0] != matrix->n_rows)
        status = pt_fail(err, PTRON_DATA, "has %" PRIu64 " label%s for %" PRIu64 " row%s", head->dims[0],
                         pt_plural(head->dims[0]), matrix->n_rows, pt_plural(matrix->n_rows));
    if (status != PTRON_OK && err != NULL && err->file[0] == '\0')
        pt_error_place(err, path, 0, 0);
    return status;
}

static ptron_status find_labels(struct pt_matrix *matrix, const struct pt_matrix_request *request,
                                struct pt_buffer *name, ptron_error *err)
{
    const char *given = pt_option_text(request->options, "labels");
    const bool idx = strcmp(matrix->rows.format, "IDX") == 0;
    ptron_error why;
    ptron_status status;

    if (given[0] != '\0') {
        PT_TRY(name_given(request, given, name, err));
        PT_TRY(pt_buffer_status(name, err));
        return open_labels(matrix, name->bytes, err);
    }
    if (idx && request->path != NULL && name_beside(request->path, name)) {
        status = open_labels(matrix, name->bytes, &why);
        if (matrix->has_labels || request->fit != NULL || status == PTRON_NOMEM) {
            if (status != PTRON_OK && err != NULL)
                *err = why;
            return status;
        }
    }
    PT_TRY(pt_buffer_status(name, err));
    if (request->fit == NULL)
        return PTRON_OK;
    return pt_fail(err, PTRON_DATA, "has no labels; give %s",
                   idx ? "--labels FILE" : "--labels FILE or --label COLUMN");
}

/* ---- opening and closing ------------------------------------------------------------------------- */

static ptron_status fail_short(const struct pt_matrix *matrix, uint64_t row, ptron_error *err)
{
    return pt_fail(err, PTRON_DATA, "ends in row %" PRIu64 " of the %" PRIu64 " that its header promises", row + 1,
                   matrix->n_rows);
}

/* Fills memory with up to n bytes as they come, growing it no faster than they do. */
static ptron_status read_bytes(struct pt_lookahead *lookahead, size_t n, char **bytes, size_t *room, size_t *got,
                               ptron_error *err)
{
    *got = 0;
    while (*got < n) {
        const size_t step = pt_min(n - *got, pt_max(*got, (size_t)1 << 20));
        void *memory = *bytes;
        size_t more;

        if (!pt_grow(&memory, room, *got + step, 1))
            return pt_fail_memory(err, *got + step, "rows");
        *bytes = memory;
        PT_TRY(pt_lookahead_read(lookahead, *bytes + *got, step, false, &more, err));
        *got += more;
        if (more < step)
            break;
    }
    return PTRON_OK;
}

ptron_status pt_matrix_open(struct pt_matrix *matrix, struct pt_lookahead *lookahead,
                            const struct pt_matrix_request *request, ptron_error *err)
{
    size_t bytes, room = 0, got;

    assert(matrix->whole == NULL && matrix->row == 0);
    PT_TRY(open_head(lookahead, &matrix->rows, err));
    PT_TRY(check_shape(matrix, err));
    PT_TRY(fit_shape(matrix, request, err));
    if (matrix->label_column == NO_COLUMN) {
        struct pt_buffer name;
        ptron_status status;

        pt_buffer_init(&name);
        status = find_labels(matrix, request, &name, err);
        pt_buffer_fini(&name);
        PT_TRY(status);
    }
    if (!matrix->rows.fortran)
        return PTRON_OK;
    if (matrix->n_rows > SIZE_MAX || !pt_mul((size_t)matrix->n_rows, matrix->row_bytes, &bytes))
        return pt_fail(err, PTRON_DATA, "has more rows than this machine can hold");
    PT_TRY(read_bytes(lookahead, bytes, &matrix->whole, &room, &got, err));
    return got < bytes ? fail_short(matrix, got / matrix->row_bytes, err) : PTRON_OK;
}

void pt_matrix_close(struct pt_matrix *matrix)
{
    pt_lookahead_close(&matrix->label_lookahead);
    pt_release(matrix->whole);
    matrix->whole = NULL;
}

/* ---- segments ---------------------------------------------------------------------------------------- */

/* Rows from..from+n of a matrix that stands column by column. */
static ptron_status gather(const struct pt_matrix *matrix, size_t n, struct pt_matrix_segment *segment,
                           ptron_error *err)
{
    const size_t item = matrix->rows.item, rows = (size_t)matrix->n_rows;
    const char *from = matrix->whole + (size_t)matrix->row * item;
    void *memory = segment->bytes;

    if (!pt_grow(&memory, &segment->room, n * matrix->row_bytes, 1))
        return pt_fail_memory(err, n * matrix->row_bytes, "rows");
    segment->bytes = memory;
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < matrix->width; c++)
            memcpy(segment->bytes + i * matrix->row_bytes + c * item, from + (c * rows + i) * item, item);
    return PTRON_OK;
}

static ptron_status expect_end(struct pt_lookahead *lookahead, const char *what, ptron_error *err)
{
    size_t got;
    char byte;

    PT_TRY(pt_lookahead_read(lookahead, &byte, 1, false, &got, err));
    return got == 0 ? PTRON_OK : pt_fail(err, PTRON_DATA, "goes on after the last %s its header promises", what);
}

static ptron_status read_labels(struct pt_matrix *matrix, size_t n, struct pt_matrix_segment *segment, ptron_error *err)
{
    const char *name = pt_input_name(matrix->label_lookahead.input);
    size_t bytes, got = 0;
    ptron_status status;

    if (!pt_mul(n, matrix->labels.item, &bytes))
        return pt_fail_at(err, PTRON_DATA, name, 0, 0, "has labels too long for this machine");
    status = read_bytes(&matrix->label_lookahead, bytes, &segment->labels, &segment->labels_room, &got, err);
    if (status == PTRON_OK && got < bytes)
        status = pt_fail(err, PTRON_DATA, "ends before the last label its header promises");
    if (status == PTRON_OK && matrix->row + n == matrix->n_rows)
        status = expect_end(&matrix->label_lookahead, "label", err);
    if (status != PTRON_OK && err != NULL && err->file[0] == '\0')
        pt_error_place(err, name, 0, 0);
    return status;
}

ptron_status pt_matrix_next(struct pt_matrix *matrix, struct pt_lookahead *lookahead, size_t wanted,
                            struct pt_matrix_segment *segment, ptron_error *err)
{
    const uint64_t left = matrix->n_rows - matrix->row;
    size_t n = pt_max(1, wanted / matrix->row_bytes), got = 0;

    n = left < n ? (size_t)left : n;
    segment->n_rows = n;
    if (n == 0)
        return PTRON_OK;
    if (matrix->whole != NULL) {
        PT_TRY(gather(matrix, n, segment, err));
    } else {
        PT_TRY(read_bytes(lookahead, n * matrix->row_bytes, &segment->bytes, &segment->room, &got, err));
        if (got < n * matrix->row_bytes)
            return fail_short(matrix, matrix->row + got / matrix->row_bytes, err);
    }
    if (matrix->has_labels)
        PT_TRY(read_labels(matrix, n, segment, err));
    matrix->row += n;
    if (matrix->row < matrix->n_rows)
        return PTRON_OK;
    pt_release(matrix->whole);
    matrix->whole = NULL;
    return expect_end(lookahead, "row", err);
}

/* ---- parsing ------------------------------------------------------------------------------------- */

struct cells {
    const struct pt_matrix *matrix;
    const struct pt_parse *parse;
    const struct pt_matrix_segment *segment;
    struct pt_chunk *chunk;
};

/* What became of the row in front of us. */
enum fate { KEPT, LEFT_OUT, FAILED };

/* The label of row i. */
static enum fate parse_label(const struct cells *cells, size_t i)
{
    const struct pt_matrix *matrix = cells->matrix;
    const bool column = matrix->label_column != NO_COLUMN;
    const struct pt_array_head *head = column ? &matrix->rows : &matrix->labels;
    const char *items = column ? cells->segment->bytes + i * matrix->row_bytes : cells->segment->labels;
    const size_t item = column ? matrix->label_column : i;
    struct pt_buffer *text = &cells->chunk->scratch;
    double number = 0;

    if (!column && !matrix->has_labels)
        return cells->chunk->unlabelled_rows++, KEPT;
    if (head->kind == 'f')
        pt_array_values(head, items + item * head->item, 1, &number);
    if (!isfinite(number))
        return pt_chunk_bad_row(cells->chunk, cells->parse, i * matrix->width + (column ? item : 0),
                                "the label is not a finite number") ? LEFT_OUT : FAILED;
    text->length = 0;
    pt_array_label(head, items, item, text);
    if (text->failed || !pt_chunk_label(cells->chunk, cells->parse, text->bytes, text->length))
        return pt_chunk_no_memory(cells->chunk), FAILED;
    return KEPT;
}

/* Values that are not finite: NaN is a missing cell where missing cells are allowed. */
static enum fate check_cells(const struct cells *cells, size_t i, double *value)
{
    const enum pt_missing missing = cells->parse->recipe->missing;
    struct pt_chunk *chunk = cells->chunk;
    enum fate fate = KEPT;

    for (uint32_t c = 0; c < cells->matrix->width; c++) {
        if (isfinite(value[c]) || c == cells->matrix->label_column)
            continue;
        chunk->about = isnan(value[c]) ? PTRON_DETAIL_MISSING_VALUE : PTRON_DETAIL_NOT_FINITE;
        if (!isnan(value[c]) || missing == PT_MISSING_ERROR)
            return pt_chunk_bad_row(chunk, cells->parse, i * cells->matrix->width + c,
                                    "value %s is not a finite number%s",
                                    isnan(value[c]) ? "nan" : value[c] > 0 ? "inf" : "-inf",
                                    !isnan(value[c])         ? ""
                                    : cells->parse->fitting ? "; if it is missing, use --missing zero, mean or skip"
                                                            : "; the model knows whole rows only") ? LEFT_OUT : FAILED;
        if (missing == PT_MISSING_SKIP)
            fate = LEFT_OUT;
        if (missing == PT_MISSING_ZERO)
            value[c] = 0.0;
        chunk->missing_cells += missing != PT_MISSING_SKIP;
    }
    chunk->missing_rows += fate == LEFT_OUT;
    if (fate == LEFT_OUT)
        pt_chunk_blank(chunk, cells->parse);
    return fate;
}

/* Whole numbers beyond 2^53; a label is no number here. */
static void note_rounded(const struct cells *cells, size_t i, const double *value)
{
    const struct pt_matrix *matrix = cells->matrix;
    const char *row = cells->segment->bytes + i * matrix->row_bytes;

    for (size_t c = 0; c < matrix->width; c++) {
        c += pt_array_rounded(&matrix->rows, row + c * matrix->rows.item, matrix->width - c, value + c);
        if (c < matrix->width && c != matrix->label_column)
            pt_chunk_rounded(cells->chunk, i * matrix->width + c);
    }
}

static enum fate parse_row(const struct cells *cells, size_t i)
{
    const struct pt_matrix *matrix = cells->matrix;
    struct pt_chunk *chunk = cells->chunk;
    double *value = chunk->value + chunk->n_values;
    enum fate fate;

    if (!pt_chunk_need_row(chunk))
        return pt_chunk_no_memory(chunk), FAILED;
    pt_array_values(&matrix->rows, cells->segment->bytes + i * matrix->row_bytes, matrix->width, value);
    if (cells->parse->digits)
        note_rounded(cells, i, value);
    fate = check_cells(cells, i, value);
    if (fate == KEPT)
        fate = parse_label(cells, i);
    if (fate != KEPT)
        return fate;
    if (matrix->label_column != NO_COLUMN)
        memmove(value + matrix->label_column, value + matrix->label_column + 1,
                (matrix->width - 1 - matrix->label_column) * sizeof *value);
    chunk->n_values += matrix->width - (matrix->label_column != NO_COLUMN);
    chunk->n_rows++;
    return KEPT;
}

void pt_matrix_parse(const struct pt_matrix *matrix, const struct pt_parse *parse,
                     const struct pt_matrix_segment *segment, struct pt_chunk *chunk)
{
    const struct cells cells = {matrix, parse, segment, chunk};
    size_t values;

    if (!pt_mul(segment->n_rows, matrix->width, &values) || !pt_chunk_need_values(chunk, values)) {
        pt_chunk_no_memory(chunk);
        return;
    }
    for (size_t i = 0; i < segment->n_rows && parse_row(&cells, i) != FAILED; i++)
        chunk->n_lines++;
}
