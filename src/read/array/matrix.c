/* Rows of binary matrices. Nothing a header says is believed: memory grows with the bytes that really come. */
#include "read/array/matrix.h"
#include "base/alloc.h"
#include "base/number.h"
#include "base/param.h"
#include "base/printable.h"
#include "base/size.h"

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

static ptron_status check_shape(struct pt_matrix *table, ptron_error *err)
{
    const struct pt_array_head *head = &table->rows;
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
            return pt_fail(err, PTRON_DATA, "has rows of %" PRIu64 " times %" PRIu64 " values; 1 to %" PRIu32
                           " are possible", width, head->dims[d], UINT32_MAX - 2);
        width *= head->dims[d];
    }
    table->n_rows = head->dims[0];
    table->width = (uint32_t)width;
    if (!pt_mul((size_t)width, head->item, &table->row_bytes))
        return pt_fail(err, PTRON_DATA, "has rows too long for this machine");
    return PTRON_OK;
}

/* ---- which column is the label ------------------------------------------------------------------- */

static ptron_status find_column(struct pt_matrix *table, const char *label, ptron_error *err)
{
    const char *at = label;
    uint64_t number;

    if (!pt_parse_u64(&at, label + strlen(label), &number) || *at != '\0' || number < 1 || number > table->width)
        return pt_fail(err, PTRON_DATA, "has no column '%s' for the label; columns are numbered 1 to %" PRIu32,
                       pt_printable(label, strlen(label)).text, table->width);
    table->label_column = (uint32_t)(number - 1);
    return PTRON_OK;
}

/* Keeps in the recipe which column was the label. */
static ptron_status keep_columns(const struct pt_matrix *table, struct pt_recipe *recipe, ptron_error *err)
{
    uint32_t feature = 0;

    recipe->columns = pt_zeroed(table->width, sizeof *recipe->columns);
    if (recipe->columns == NULL)
        return pt_fail_memory(err, table->width * sizeof *recipe->columns, "columns");
    recipe->n_columns = table->width;
    for (uint32_t c = 0; c < table->width; c++) {
        char name[PT_U64_ROOM];
        struct pt_column *column = &recipe->columns[c];

        column->name = pt_copy_text(name, pt_format_u64((uint64_t)c + 1, name));
        if (column->name == NULL)
            return pt_fail_memory(err, PT_U64_ROOM, "columns");
        column->role = c == table->label_column ? PT_ROLE_LABEL : PT_ROLE_NUMBER;
        column->feature = column->role == PT_ROLE_NUMBER ? feature++ : 0;
    }
    return PTRON_OK;
}

static void recall_column(struct pt_matrix *table, const struct pt_recipe *recipe)
{
    if (recipe->n_columns != table->width)
        return;
    for (uint32_t c = 0; c < table->width; c++)
        if (recipe->columns[c].role == PT_ROLE_LABEL)
            table->label_column = c;
}

static ptron_status fit_shape(struct pt_matrix *table, const struct pt_matrix_request *request, ptron_error *err)
{
    const struct pt_recipe *recipe = request->recipe;
    const char *label = pt_option_text(request->options, "label");
    uint32_t features;

    table->label_column = NO_COLUMN;
    if (label[0] != '\0' && strcmp(table->rows.format, ".npy") == 0 &&
        (request->fit != NULL || table->width == recipe->n_features + 1))
        PT_TRY(find_column(table, label, err));
    else
        recall_column(table, recipe);
    features = table->width - (table->label_column != NO_COLUMN);
    if (request->fit != NULL && request->file == 0) {
        request->fit->dense = true;
        request->fit->n_features = features;
        if (features == 0)
            return pt_fail(err, PTRON_DATA, "has no column but the label's");
        return table->label_column == NO_COLUMN ? PTRON_OK : keep_columns(table, request->fit, err);
    }
    if (features != recipe->n_features)
        return pt_detail(err, PTRON_DETAIL_FEATURE_COUNT,
                         pt_fail(err, PTRON_DATA, "has rows of %" PRIu32 " values; %" PRIu32 " are wanted", features,
                                 recipe->n_features));
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
        return pt_fail(err, PTRON_DATA, "%zu label files for %zu files of rows", n, request->n_files);
    } else {
        for (size_t i = 0; i < request->file; i++)
            given = strchr(given, ',') + 1;
        pt_buffer_add(name, given, strcspn(given, ","));
    }
    pt_buffer_byte(name, '\0');
    return PTRON_OK;
}

static ptron_status check_labels(struct pt_matrix *table, ptron_error *err)
{
    const struct pt_array_head *head = &table->labels;

    if (head->n_dims != 1 && !(head->n_dims == 2 && head->dims[1] == 1))
        return pt_fail(err, PTRON_DATA, "has %zu dimensions; labels have one", head->n_dims);
    if (head->dims[0] != table->n_rows)
        return pt_fail(err, PTRON_DATA, "has %" PRIu64 " labels for %" PRIu64 " rows", head->dims[0], table->n_rows);
    return PTRON_OK;
}

static ptron_status open_labels(struct pt_matrix *table, const char *path, ptron_error *err)
{
    ptron_status status;

    PT_TRY(pt_lookahead_open(&table->label_lookahead, path, NULL, 0, err));
    table->has_labels = true;
    status = open_head(&table->label_lookahead, &table->labels, err);
    if (status == PTRON_OK)
        status = check_labels(table, err);
    if (status != PTRON_OK && err != NULL && err->file[0] == '\0')
        pt_error_place(err, path, 0, 0);
    return status;
}

static ptron_status find_labels(struct pt_matrix *table, const struct pt_matrix_request *request,
                                struct pt_buffer *name, ptron_error *err)
{
    const char *given = pt_option_text(request->options, "labels");
    const bool idx = strcmp(table->rows.format, "IDX") == 0;
    ptron_error why;
    ptron_status status;

    if (given[0] != '\0') {
        PT_TRY(name_given(request, given, name, err));
        PT_TRY(pt_buffer_status(name, err));
        return open_labels(table, name->bytes, err);
    }
    if (idx && request->path != NULL && name_beside(request->path, name)) {
        status = open_labels(table, name->bytes, &why);
        if (status != PTRON_OK && err != NULL && (table->has_labels || request->fit != NULL || status == PTRON_NOMEM))
            *err = why;
        if (status == PTRON_OK || table->has_labels || request->fit != NULL || status == PTRON_NOMEM)
            return status;
    }
    PT_TRY(pt_buffer_status(name, err));
    if (request->fit == NULL)
        return PTRON_OK;
    return pt_fail(err, PTRON_DATA, "has no labels; give %s",
                   idx ? "--labels FILE" : "--labels FILE or --label COLUMN");
}

static ptron_status attach_labels(struct pt_matrix *table, const struct pt_matrix_request *request, ptron_error *err)
{
    struct pt_buffer name;
    ptron_status status;

    if (table->label_column != NO_COLUMN)
        return PTRON_OK;
    pt_buffer_init(&name);
    status = find_labels(table, request, &name, err);
    pt_buffer_fini(&name);
    return status;
}

/* ---- opening and closing ------------------------------------------------------------------------- */

static ptron_status fail_short(const struct pt_matrix *table, uint64_t row, ptron_error *err)
{
    return pt_fail(err, PTRON_DATA, "ends in row %" PRIu64 " of the %" PRIu64 " that its header promises", row + 1,
                   table->n_rows);
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

static ptron_status read_whole(struct pt_matrix *table, struct pt_lookahead *lookahead, ptron_error *err)
{
    size_t bytes, room = 0, got;

    if (table->n_rows > SIZE_MAX || !pt_mul((size_t)table->n_rows, table->row_bytes, &bytes))
        return pt_fail(err, PTRON_DATA, "has more rows than this machine can hold");
    PT_TRY(read_bytes(lookahead, bytes, &table->whole, &room, &got, err));
    return got < bytes ? fail_short(table, got / table->row_bytes, err) : PTRON_OK;
}

ptron_status pt_matrix_open(struct pt_matrix *table, struct pt_lookahead *lookahead, const struct pt_matrix_request *request,
                           ptron_error *err)
{
    PT_TRY(open_head(lookahead, &table->rows, err));
    PT_TRY(check_shape(table, err));
    PT_TRY(fit_shape(table, request, err));
    PT_TRY(attach_labels(table, request, err));
    return table->rows.fortran ? read_whole(table, lookahead, err) : PTRON_OK;
}

void pt_matrix_close(struct pt_matrix *table)
{
    pt_lookahead_close(&table->label_lookahead);
    pt_release(table->whole);
    table->whole = NULL;
}

/* ---- segments ---------------------------------------------------------------------------------------- */

/* Rows from..from+n of a matrix that stands column by column. */
static ptron_status gather(const struct pt_matrix *table, size_t n, struct pt_matrix_segment *segment, ptron_error *err)
{
    const size_t item = table->rows.item, rows = (size_t)table->n_rows, from = (size_t)table->row;
    void *memory = segment->bytes;

    if (!pt_grow(&memory, &segment->room, n * table->row_bytes, 1))
        return pt_fail_memory(err, n * table->row_bytes, "rows");
    segment->bytes = memory;
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < table->width; c++)
            memcpy(segment->bytes + i * table->row_bytes + c * item, table->whole + (c * rows + from + i) * item, item);
    return PTRON_OK;
}

static ptron_status expect_end(struct pt_lookahead *lookahead, const char *what, ptron_error *err)
{
    size_t got;
    char byte;

    PT_TRY(pt_lookahead_read(lookahead, &byte, 1, false, &got, err));
    return got == 0 ? PTRON_OK : pt_fail(err, PTRON_DATA, "goes on after the last %s its header promises", what);
}

static ptron_status read_labels(struct pt_matrix *table, size_t n, struct pt_matrix_segment *segment, ptron_error *err)
{
    const char *name = pt_input_name(table->label_lookahead.input);
    size_t bytes, got = 0;
    ptron_status status;

    if (!pt_mul(n, table->labels.item, &bytes))
        return pt_fail_at(err, PTRON_DATA, name, 0, 0, "has labels too long for this machine");
    status = read_bytes(&table->label_lookahead, bytes, &segment->labels, &segment->labels_room, &got, err);
    if (status == PTRON_OK && got < bytes)
        status = pt_fail(err, PTRON_DATA, "ends before the last label its header promises");
    if (status == PTRON_OK && table->row + n == table->n_rows)
        status = expect_end(&table->label_lookahead, "label", err);
    if (status != PTRON_OK && err != NULL && err->file[0] == '\0')
        pt_error_place(err, name, 0, 0);
    return status;
}

ptron_status pt_matrix_next(struct pt_matrix *table, struct pt_lookahead *lookahead, size_t wanted, struct pt_matrix_segment *segment,
                           ptron_error *err)
{
    const uint64_t left = table->n_rows - table->row;
    size_t n = pt_max(1, wanted / table->row_bytes), got = 0;

    n = left < n ? (size_t)left : n;
    segment->n_rows = n;
    if (n == 0)
        return PTRON_OK;
    if (table->whole != NULL) {
        PT_TRY(gather(table, n, segment, err));
    } else {
        PT_TRY(read_bytes(lookahead, n * table->row_bytes, &segment->bytes, &segment->room, &got, err));
        if (got < n * table->row_bytes)
            return fail_short(table, table->row + got / table->row_bytes, err);
    }
    if (table->has_labels)
        PT_TRY(read_labels(table, n, segment, err));
    table->row += n;
    if (table->row < table->n_rows)
        return PTRON_OK;
    pt_release(table->whole);
    table->whole = NULL;
    return expect_end(lookahead, "row", err);
}

/* ---- parsing ------------------------------------------------------------------------------------- */

struct cells {
    const struct pt_matrix *table;
    const struct pt_parse *parse;
    const struct pt_matrix_segment *segment;
    struct pt_chunk *chunk;
};

static bool number_label(const struct cells *cells, const char *text, size_t length)
{
    struct pt_chunk *chunk = cells->chunk;
    uint32_t *label = &chunk->label[chunk->n_rows];

    chunk->has_labels = true;
    if (cells->parse->fitting) {
        *label = pt_dict_add(&chunk->labels, text, length);
        return *label != PT_DICT_NONE;
    }
    *label = pt_labels_class(&cells->parse->recipe->labels, text, length);
    chunk->unseen_labels += *label == PT_UNKNOWN_LABEL;
    return true;
}

/* What became of the row in front of us. */
enum fate { KEPT, LEFT_OUT, FAILED };

/* The label of row i. */
static enum fate parse_label(const struct cells *cells, size_t i)
{
    const struct pt_matrix *table = cells->table;
    const bool column = table->label_column != NO_COLUMN;
    const struct pt_array_head *head = column ? &table->rows : &table->labels;
    const char *items = column ? cells->segment->bytes + i * table->row_bytes : cells->segment->labels;
    const size_t item = column ? table->label_column : i;
    struct pt_buffer *text = &cells->chunk->scratch;
    double number = 0;

    if (!column && !table->has_labels)
        return cells->chunk->unlabelled_rows++, KEPT;
    if (head->kind == 'f')
        pt_array_values(head, items + item * head->item, 1, &number);
    if (!isfinite(number))
        return pt_chunk_bad_row(cells->chunk, cells->parse, i * table->width + (column ? item : 0),
                                "the label is not a finite number") ? LEFT_OUT : FAILED;
    text->length = 0;
    pt_array_label(head, items, item, text);
    if (text->failed || !number_label(cells, text->bytes, text->length))
        return pt_chunk_no_memory(cells->chunk), FAILED;
    return KEPT;
}

/* Values that are not finite: NaN is a missing cell where missing cells are allowed. */
static enum fate check_cells(const struct cells *cells, size_t i, double *value)
{
    const enum pt_missing missing = cells->parse->recipe->missing;
    struct pt_chunk *chunk = cells->chunk;
    enum fate fate = KEPT;

    for (uint32_t c = 0; c < cells->table->width; c++) {
        if (isfinite(value[c]) || c == cells->table->label_column)
            continue;
        chunk->about = isnan(value[c]) ? PTRON_DETAIL_MISSING_VALUE : PTRON_DETAIL_NOT_FINITE;
        if (!isnan(value[c]) || missing == PT_MISSING_ERROR)
            return pt_chunk_bad_row(chunk, cells->parse, i * cells->table->width + c,
                                    "value %s is not a finite number",
                                    isnan(value[c]) ? "nan" : value[c] > 0 ? "inf" : "-inf") ? LEFT_OUT : FAILED;
        if (missing == PT_MISSING_SKIP)
            fate = LEFT_OUT;
        if (missing == PT_MISSING_ZERO)
            value[c] = 0.0;
        chunk->missing_cells += missing != PT_MISSING_SKIP;
    }
    chunk->missing_rows += fate == LEFT_OUT;
    return fate;
}

static enum fate parse_row(const struct cells *cells, size_t i)
{
    const struct pt_matrix *table = cells->table;
    struct pt_chunk *chunk = cells->chunk;
    double *value = chunk->value + chunk->n_values;
    enum fate fate;

    if (!pt_chunk_need_row(chunk))
        return pt_chunk_no_memory(chunk), FAILED;
    pt_array_values(&table->rows, cells->segment->bytes + i * table->row_bytes, table->width, value);
    fate = check_cells(cells, i, value);
    if (fate == KEPT)
        fate = parse_label(cells, i);
    if (fate != KEPT)
        return fate;
    if (table->label_column != NO_COLUMN)
        memmove(value + table->label_column, value + table->label_column + 1,
                (table->width - 1 - table->label_column) * sizeof *value);
    chunk->n_values += table->width - (table->label_column != NO_COLUMN);
    chunk->n_rows++;
    return KEPT;
}

void pt_matrix_parse(const struct pt_matrix *table, const struct pt_parse *parse, const struct pt_matrix_segment *segment,
                    struct pt_chunk *chunk)
{
    const struct cells cells = {table, parse, segment, chunk};
    size_t values;

    if (!pt_mul(segment->n_rows, table->width, &values) || !pt_chunk_need_values(chunk, values)) {
        pt_chunk_no_memory(chunk);
        return;
    }
    for (size_t i = 0; i < segment->n_rows && parse_row(&cells, i) != FAILED; i++)
        chunk->n_lines++;
}
