/* Rows from CSV and TSV.
 *
 * Numbers go straight to their feature in chunk->value. Nothing is added to the chunk's dictionaries before
 * the row is known to be good: categories wait in chunk->scratch, the label in its cell. Rows with category
 * columns are sparse: the zeros among their numbers are then squeezed out and the categories follow. */
#include "base/alloc.h"
#include "base/number.h"
#include "base/printable.h"
#include "parse/csv/csv.h"
#include "parse/csv/csv_numbers.h"
#include "recipe/scale.h"
#include "rows/sort.h"

#include <math.h>

struct csv {                       /* one call of parse */
    const struct pt_parse *parse;
    const struct pt_recipe *recipe;
    struct pt_chunk *chunk;
    const char *start, *end;
    size_t n_columns, n_categories;
    char delimiter;
    bool has_label;                /* the file has a column of labels */
    uint32_t *span;                /* [n_columns] in the chunk: numbers from this column on whose features follow one
                                    * another; the last column of a line does not count */
};

struct row {                       /* what is known of the row being read */
    const char *start;
    double *value;                 /* [n_numbers] in the chunk */
    struct pt_cell label;
    double weight;
    size_t newlines;               /* line ends inside its cells */
    size_t missing;                /* cells to be filled */
    bool skip;                     /* missing=skip */
};

enum outcome { ROW_GOOD, ROW_BAD, ROW_STOP };   /* bad: skipped; stop: the chunk has failed */

static const struct pt_column *column_at(const struct csv *csv, size_t j)
{
    static const struct pt_column ignored = {.role = PT_ROLE_IGNORED};

    if (csv->parse->columns == NULL)
        return &csv->recipe->columns[j];
    return csv->parse->columns[j] == UINT32_MAX ? &ignored : &csv->recipe->columns[csv->parse->columns[j]];
}

/* Says what is wrong at a byte of the segment. */
#define BAD(csv, at, ...)                                                                                     \
    (pt_chunk_bad_row((csv)->chunk, (csv)->parse, (size_t)((at) - (csv)->start), __VA_ARGS__) ? ROW_BAD : ROW_STOP)

#define BAD_AS(csv, kind, at, ...) ((csv)->chunk->about = PTRON_DETAIL_##kind, BAD(csv, at, __VA_ARGS__))

static enum outcome no_memory(const struct csv *csv)
{
    pt_chunk_no_memory(csv->chunk);
    return ROW_STOP;
}

/* ---- cells ---- */

/* A row of the wrong length: at the first cell too many, or where the next should be. ROW_GOOD when it is right. */
static enum outcome check_length(const struct csv *csv, const struct row *row)
{
    const char *p = row->start, *at = p;
    size_t n = 0;

    for (bool more = true; more; n++) {
        const char *start = p;
        struct pt_cell cell;

        more = pt_cell_read(&p, csv->end, csv->delimiter, &cell);
        if (n < csv->n_columns)
            at = cell.text + cell.length;
        else if (n == csv->n_columns)
            at = start;
    }
    return n == csv->n_columns ? ROW_GOOD : BAD(csv, at, "row has %zu cell%s, wanted %zu", n, n == 1 ? "" : "s",
                                                csv->n_columns);
}

/* A missing cell of a feature: refused, or the row skipped, or counted and filled later. */
static enum outcome take_missing(const struct csv *csv, struct row *row, const struct pt_cell *cell)
{
    if (csv->recipe->missing == PT_MISSING_ERROR)
        return BAD_AS(csv, MISSING_VALUE, cell->text, "cell is missing (%s); %s --missing zero, mean or skip",
                   cell->length == 0 ? "empty" : pt_printable(cell->text, cell->length).text,
                   csv->parse->fitting ? "use" : "the model knows whole rows only: train it with");
    row->skip |= csv->recipe->missing == PT_MISSING_SKIP;
    row->missing++;
    return ROW_GOOD;
}

/* 120,50 as much of the world writes it. */
static bool has_decimal_comma(const struct pt_cell *cell)
{
    size_t digits = 0, commas = 0;

    for (size_t i = 0; i < cell->length; i++) {
        digits += cell->text[i] >= '0' && cell->text[i] <= '9';
        commas += cell->text[i] == ',';
    }
    return commas == 1 && digits >= 2 && digits + (cell->text[0] == '-') + 1 == cell->length;
}

static enum outcome take_number(const struct csv *csv, struct row *row, const struct pt_column *column,
                                const struct pt_cell *cell)
{
    double *value = &row->value[column->feature];
    enum outcome outcome;

    if (pt_cell_number(cell, value) && isfinite(*value)) {
        if (csv->parse->digits && !pt_decimal_is_kept(cell->text, cell->text + cell->length, *value))
            pt_chunk_rounded(csv->chunk, (size_t)(cell->text - csv->start));
        return ROW_GOOD;
    }
    if (pt_cell_missing(cell)) {
        *value = csv->recipe->missing != PT_MISSING_MEAN ? 0.0
                 : csv->parse->fitting                   ? (double)NAN
                                                         : pt_fill_of(csv->recipe, column->feature);
        return take_missing(csv, row, cell);
    }
    if (pt_cell_number(cell, value))
        return BAD_AS(csv, NOT_FINITE, cell->text, "value is not finite");
    outcome = check_length(csv, row);   /* often the cause */
    if (outcome != ROW_GOOD)
        return outcome;
    if (!csv->parse->fitting)
        return BAD_AS(csv, BAD_NUMBER, cell->text, "'%s' is not a number", pt_printable(cell->text, cell->length).text);
    if (has_decimal_comma(cell))
        return BAD_AS(csv, BAD_NUMBER, cell->text, "'%s' is not a number; write decimals with a point",
                      pt_printable(cell->text, cell->length).text);
    return BAD_AS(csv, BAD_NUMBER, cell->text, "'%s' is not a number; use --one-hot %s or --ignore %s",
               pt_printable(cell->text, cell->length).text, pt_printable(column->name, strlen(column->name)).text,
               pt_printable(column->name, strlen(column->name)).text);
}

/* Appends the length and text of "column=value" to the scratch buffer. */
static enum outcome take_category(const struct csv *csv, struct row *row, const struct pt_column *column,
                                  const struct pt_cell *cell)
{
    struct pt_buffer *scratch = &csv->chunk->scratch;
    const char *s = cell->text, *end = cell->text + cell->length;
    const size_t from = scratch->length;
    uint32_t length = 0;

    if (cell->quoted ? cell->length == 0 : pt_cell_missing(cell))
        return take_missing(csv, row, cell);
    pt_buffer_add(scratch, &length, sizeof length);
    pt_buffer_text(scratch, column->name);
    pt_buffer_byte(scratch, '=');
    while (s < end) {   /* "" becomes " */
        const char *quote = cell->escaped ? memchr(s, '"', (size_t)(end - s)) : NULL;

        pt_buffer_add(scratch, s, (size_t)((quote == NULL ? end : quote + 1) - s));
        s = quote == NULL ? end : quote + 2;
    }
    if (scratch->failed || scratch->length - from > UINT32_MAX)
        return no_memory(csv);
    length = (uint32_t)(scratch->length - from - sizeof length);
    memcpy(scratch->bytes + from, &length, sizeof length);
    return ROW_GOOD;
}

static enum outcome take_cell(const struct csv *csv, struct row *row, const struct pt_column *column,
                              const struct pt_cell *cell)
{
    row->newlines += cell->newlines;
    if (cell->open != NULL)
        return BAD(csv, cell->open, "quote opened here is never closed");
    if (cell->stray != NULL)
        return BAD(csv, cell->stray, "text follows a closing quote; wanted the next cell");
    switch (column->role) {
    case PT_ROLE_NUMBER:
        return take_number(csv, row, column, cell);
    case PT_ROLE_CATEGORY:
        return take_category(csv, row, column, cell);
    case PT_ROLE_LABEL:
        row->label = *cell;
        if (cell->length > 0 || csv->parse->labels_optional)
            return ROW_GOOD;
        if (csv->recipe->missing != PT_MISSING_SKIP)
            return BAD_AS(csv, LABEL_MISSING, cell->text, "label is missing");
        row->skip = true;
        break;
    case PT_ROLE_WEIGHT:
        if (pt_cell_number(cell, &row->weight) && isfinite(row->weight) && row->weight > 0.0)
            return ROW_GOOD;
        return BAD(csv, cell->text, "row weight is '%s', wanted a number above 0",
                   pt_printable(cell->text, cell->length).text);
    case PT_ROLE_IGNORED:
        break;
    }
    return ROW_GOOD;
}

/* ---- rows ---- */

/* One plain number that is a little longer. */
static bool take_plain_number(const struct csv *csv, const char **p, double *value)
{
    const char *s = *p;

    if (!pt_parse_small(&s, csv->end, value) || s == csv->end || *s != csv->delimiter)
        return false;
    *p = s + 1;
    return true;
}

/* Plain numbers from cell j on, up to the last cell of the line or the first that is something else: nearly all
 * cells of nearly all files. Returns the number of the cell that *p is at then. */
static size_t take_plain_numbers(const struct csv *csv, const char **p, size_t j, double *value)
{
    while (csv->span[j] > 0) {
        double *to = &value[column_at(csv, j)->feature];
        const size_t taken = pt_csv_numbers(p, csv->end, csv->delimiter, to, csv->span[j]);

        j += taken;
        if (taken > 0)
            continue;
        if (!take_plain_number(csv, p, to))
            break;
        j++;
    }
    return j;
}

/* The rest of a line that is not wanted any more. */
static void skip_cells(const struct csv *csv, const char **p, struct row *row)
{
    struct pt_cell cell;

    for (bool more = true; more;) {
        more = pt_cell_read(p, csv->end, csv->delimiter, &cell);
        row->newlines += cell.newlines;
    }
}

/* Reads all cells of the line at *p, which ends behind it whatever the outcome. */
static enum outcome read_cells(const struct csv *csv, const char **p, struct row *row)
{
    bool more = true;
    size_t j = 0;

    row->start = *p;
    for (; more && j < csv->n_columns; j++) {
        struct pt_cell cell;
        enum outcome outcome;

        j = take_plain_numbers(csv, p, j, row->value);
        more = pt_cell_read(p, csv->end, csv->delimiter, &cell);
        outcome = take_cell(csv, row, column_at(csv, j), &cell);
        if (outcome != ROW_GOOD) {
            if (more)
                skip_cells(csv, p, row);
            return outcome;
        }
    }
    if (more)
        skip_cells(csv, p, row);
    return more || j < csv->n_columns ? check_length(csv, row) : ROW_GOOD;
}

/* Numbers the categories that wait in scratch; returns false when memory is out. */
static bool number_categories(const struct csv *csv, uint32_t *ids, size_t *n)
{
    struct pt_chunk *chunk = csv->chunk;
    uint32_t length;

    *n = 0;
    for (size_t at = 0; at < chunk->scratch.length; at += length) {
        const char *text = chunk->scratch.bytes + at + sizeof length;
        uint32_t id;

        memcpy(&length, chunk->scratch.bytes + at, sizeof length);
        at += sizeof length;
        id = csv->parse->fitting ? pt_dict_add(&chunk->words, text, length)
                                 : pt_dict_find(&csv->recipe->words, text, length);
        if (id == PT_DICT_NONE && csv->parse->fitting)
            return false;
        if (id == PT_DICT_NONE)
            chunk->unseen_categories++;
        else
            ids[(*n)++] = csv->recipe->n_numbers + id;
    }
    return true;
}

/* Turns the numbers of the row that are not zero and its categories into a sparse row. */
static bool finish_sparse(const struct csv *csv)
{
    struct pt_chunk *chunk = csv->chunk;
    double *value = chunk->value + chunk->n_values;
    uint32_t *index = chunk->index + chunk->n_values, *ids;
    size_t n, numbers = 0;

    for (uint32_t f = 0; f < csv->recipe->n_numbers; f++)
        if (value[f] != 0.0) {
            index[numbers] = f;
            value[numbers++] = value[f];
        }
    ids = index + numbers;
    if (!number_categories(csv, ids, &n) || !pt_sort_ids(ids, n, &chunk->scratch))
        return false;
    chunk->n_values += numbers + pt_count_ids(ids, n, value + numbers);
    return true;
}

static enum outcome finish_row(const struct csv *csv, const struct row *row)
{
    const bool labelled = csv->has_label && row->label.length > 0;
    struct pt_chunk *chunk = csv->chunk;
    const char *text;
    size_t length;

    if (row->skip) {
        chunk->missing_rows++;
        return ROW_GOOD;
    }
    if (csv->recipe->dense)
        chunk->n_values += csv->recipe->n_numbers;
    else if (!finish_sparse(csv))
        return no_memory(csv);
    if (labelled && !(pt_cell_text(&row->label, &chunk->scratch, &text, &length) &&
                      pt_chunk_label(chunk, csv->parse, text, length)))
        return no_memory(csv);
    chunk->unlabelled_rows += !labelled;
    chunk->weight[chunk->n_rows] = row->weight;
    chunk->missing_cells += row->missing;
    chunk->n_rows++;
    return ROW_GOOD;
}

static enum outcome parse_row(const struct csv *csv, const char **p)
{
    struct pt_chunk *chunk = csv->chunk;
    struct row row = {.weight = 1.0};
    enum outcome outcome;

    if (!pt_chunk_need_row(chunk) || !pt_chunk_need_values(chunk, csv->recipe->n_numbers + csv->n_categories))
        return no_memory(csv);
    row.value = chunk->value + chunk->n_values;
    chunk->scratch.length = 0;
    outcome = read_cells(csv, p, &row);
    if (outcome == ROW_GOOD)
        outcome = finish_row(csv, &row);
    chunk->n_lines += row.newlines + (p[0][-1] == '\n');
    return outcome;
}

/* ---- all lines of a segment ---- */

/* Counts of the columns by their role, and the spans. */
static void measure_columns(struct csv *csv)
{
    const struct pt_column *next = NULL;

    for (size_t j = csv->n_columns; j-- > 0;) {
        const struct pt_column *column = column_at(csv, j);
        const bool goes_on = next != NULL && next->role == PT_ROLE_NUMBER && next->feature == column->feature + 1;

        csv->has_label |= column->role == PT_ROLE_LABEL;
        csv->chunk->has_weights |= column->role == PT_ROLE_WEIGHT;
        csv->n_categories += column->role == PT_ROLE_CATEGORY;
        csv->span[j] = next == NULL || column->role != PT_ROLE_NUMBER ? 0 : goes_on ? csv->span[j + 1] + 1 : 1;
        next = column;
    }
}

static void parse_lines(const struct csv *csv)
{
    const char *p = csv->start, *next;

    while (p < csv->end) {
        if (*p < '0' && pt_line_blank(p, csv->end, csv->delimiter, &next)) {
            csv->chunk->n_lines += next[-1] == '\n';
            p = next;
        } else if (parse_row(csv, &p) == ROW_STOP) {
            return;
        }
    }
}

static void parse_csv(const struct pt_parse *parse, const char *bytes, size_t length, struct pt_chunk *chunk)
{
    struct csv csv = {
        .parse = parse, .recipe = parse->recipe, .chunk = chunk, .start = bytes, .end = bytes + length,
        .n_columns = parse->n_columns > 0 ? parse->n_columns : parse->recipe->n_columns,
        .delimiter = parse->recipe->delimiter,
    };
    void *numbers = chunk->numbers;
    const char *name = "";

    if (!pt_grow(&numbers, &chunk->number_room, csv.n_columns, sizeof *chunk->numbers)) {
        pt_chunk_no_memory(chunk);
        return;
    }
    csv.span = chunk->numbers = numbers;
    measure_columns(&csv);
    if (csv.has_label || parse->labels_optional) {
        parse_lines(&csv);
        return;
    }
    for (size_t i = 0; i < parse->recipe->n_columns; i++)
        if (parse->recipe->columns[i].role == PT_ROLE_LABEL)
            name = parse->recipe->columns[i].name;
    pt_fail(&chunk->error, PTRON_DATA, "file has no column '%s' of labels", pt_printable(name, strlen(name)).text);
    chunk->failed = true;
}

const struct pt_parser pt_parser_csv = {
    .recognise = pt_csv_recognise,
    .prepare = pt_csv_prepare,
    .match = pt_csv_match,
    .parse = parse_csv,
    .cut = pt_csv_cut,
};
