/* Rows from ARFF. arff.h has the rules, columns.h what becomes of a cell. */
#include "base/alloc.h"
#include "base/number.h"
#include "base/plural.h"
#include "base/printable.h"
#include "parse/arff/arff.h"
#include "parse/columns.h"

#include <math.h>
#include <string.h>

struct lines {                     /* one call of parse */
    struct pt_column_rows rows;    /* first: check_length finds the rest by it */
    uint32_t *seen;                /* [n_columns] in the chunk: the sparse row that had the column last, from 1 */
    uint32_t *first;               /* [recipe columns] in the chunk: pt_arff_first_values */
    uint32_t row;
};

#define BAD(lines, at, ...) PT_BAD_CELL(&(lines)->rows, at, __VA_ARGS__)

static size_t number_of(const struct lines *lines, const struct pt_column *column)
{
    return (size_t)(column - lines->rows.recipe->columns);
}

/* ---- cells ---- */

/* In training a nominal column has only the values that its header lists. */
static bool is_declared(const struct lines *lines, const struct pt_column *column, const struct pt_cell *cell)
{
    const struct pt_recipe *recipe = lines->rows.recipe;
    struct pt_buffer *text = &lines->rows.chunk->path;

    if (!lines->rows.parse->fitting || column->role == PT_ROLE_IGNORED ||
        lines->first[number_of(lines, column)] == PT_DICT_NONE || (!cell->quoted && pt_cell_missing(cell, recipe)))
        return true;
    text->length = 0;
    pt_buffer_text(text, column->name);
    pt_buffer_byte(text, '=');
    pt_buffer_add(text, cell->text, cell->length);
    return text->failed || pt_dict_find(&recipe->declared, text->bytes, text->length) != PT_DICT_NONE;
}

static enum pt_outcome take_cell(struct lines *lines, struct pt_column_row *row, size_t j,
                                 const struct pt_arff_cell *cell)
{
    const struct pt_column *column = pt_columns_at(&lines->rows, j);

    if (cell->cell.open != NULL)
        return BAD(lines, cell->cell.open, "quote opened here is never closed");
    if (cell->cell.stray != NULL)
        return BAD(lines, cell->cell.stray, "text follows a closing quote; wanted the next cell");
    if (!is_declared(lines, column, &cell->cell))
        return BAD(lines, cell->at, "'%s' is none of the values that @attribute %s lists",
                   pt_printable(cell->cell.text, cell->cell.length).text,
                   pt_printable(column->name, strlen(column->name)).text);
    row->at = cell->at;
    if (column->role == PT_ROLE_LABEL && !cell->cell.quoted && cell->cell.length == 1 && *cell->cell.text == '?') {
        const struct pt_cell none = {.text = ""};   /* what is to be predicted */

        return pt_columns_take(&lines->rows, row, column, &none);
    }
    return pt_columns_take(&lines->rows, row, column, &cell->cell);
}

/* ", {2.5}" behind a row, from its brace on. */
static enum pt_outcome take_weight(struct lines *lines, struct pt_column_row *row, const char *s, const char *stop)
{
    const char *const open = s++;

    while (s < stop && *s == ' ')
        s++;
    if (!pt_parse_double(&s, stop, &row->weight) || !isfinite(row->weight) || !(row->weight > 0.0))
        return BAD(lines, open, "row weight is '%s', wanted a number above 0",
                   pt_printable(open, (size_t)(stop - open)).text);
    while (s < stop && *s == ' ')
        s++;
    if (s + 1 != stop || *s != '}')
        return BAD(lines, s, "wanted '}' and the end of the line behind a row's weight");
    lines->rows.chunk->has_weights = true;
    return PT_ROW_GOOD;
}

/* ---- dense rows ---- */

static size_t count_cells(const struct lines *lines, const char *s, const char *stop)
{
    struct pt_buffer *decoded = &lines->rows.chunk->text;
    const size_t before = decoded->length;
    struct pt_arff_cell cell;
    size_t n = 1;

    for (pt_arff_cell_read(&s, stop, ",", decoded, &cell); s < stop; pt_arff_cell_read(&s, stop, ",", decoded, &cell)) {
        n++;
        s++;
        decoded->length = before;
    }
    decoded->length = before;
    return n;
}

/* A row of the wrong length is often the cause of a cell that is no number. */
static enum pt_outcome check_length(const struct pt_column_rows *rows, const struct pt_column_row *row)
{
    const char *s = row->start, *stop, *next;
    size_t n;

    if (*s == '{' || !pt_arff_line(&s, rows->end, &stop, &next))
        return PT_ROW_GOOD;
    n = count_cells((const struct lines *)rows, s, stop);
    if (n >= rows->n_columns)   /* one more may be the weight */
        return PT_ROW_GOOD;
    return PT_BAD_CELL(rows, stop, "row has %zu cell%s, wanted %zu", n, pt_plural(n), rows->n_columns);
}

/* The column of a line without its label that is left out; n_columns: none. */
static size_t label_left_out(const struct lines *lines, size_t n_cells)
{
    const struct pt_column_rows *rows = &lines->rows;
    size_t j = 0;

    if (!rows->parse->labels_optional || n_cells + 1 != rows->n_columns)
        return rows->n_columns;
    while (j < rows->n_columns && pt_columns_at(rows, j)->role != PT_ROLE_LABEL)
        j++;
    return j;
}

static enum pt_outcome read_dense(struct lines *lines, struct pt_column_row *row, const char *s, const char *stop)
{
    struct pt_column_rows *rows = &lines->rows;
    const char *const start = s;
    const size_t left_out = rows->parse->labels_optional ? label_left_out(lines, count_cells(lines, s, stop))
                                                         : rows->n_columns;
    bool more = true;

    for (size_t j = 0; j < rows->n_columns; j++) {
        struct pt_arff_cell cell;
        enum pt_outcome outcome;

        if (j == left_out)
            continue;
        if (!more)
            return BAD(lines, stop, "row has %zu cell%s, wanted %zu", j, pt_plural(j), rows->n_columns);
        pt_arff_cell_read(&s, stop, ",", &rows->chunk->text, &cell);
        more = s < stop;
        s += more;
        outcome = take_cell(lines, row, j, &cell);
        if (outcome != PT_ROW_GOOD)
            return outcome;
    }
    while (s < stop && *s == ' ')
        s++;
    if (more && s < stop && *s == '{')
        return take_weight(lines, row, s, stop);
    return more ? BAD(lines, s, "row has %zu cells, wanted %zu", count_cells(lines, start, stop), rows->n_columns)
                : PT_ROW_GOOD;
}

/* ---- sparse rows ---- */

/* "index value" at *s, up to the comma or brace behind it. */
static enum pt_outcome read_pair(struct lines *lines, struct pt_column_row *row, const char **s, const char *stop)
{
    struct pt_column_rows *rows = &lines->rows;
    const char *const at = *s;
    struct pt_arff_cell cell;
    uint64_t j;

    if (!pt_parse_u64(s, stop, &j) || *s == stop || (**s != ' ' && **s != '\t'))
        return BAD(lines, at, "wanted the number of a column, from 0, and a value");
    if (j >= rows->n_columns)
        return BAD(lines, at, "column %llu is not there: they are 0 to %zu", (unsigned long long)j,
                   rows->n_columns - 1);
    if (lines->seen[j] == lines->row)
        return BAD(lines, at, "column %llu comes twice", (unsigned long long)j);
    lines->seen[j] = lines->row;
    pt_arff_cell_read(s, stop, ",}", &rows->chunk->text, &cell);
    return take_cell(lines, row, (size_t)j, &cell);
}

/* Columns that were not there: zeros, and the first values of lists. */
static enum pt_outcome take_rest(struct lines *lines, struct pt_column_row *row, const char *at)
{
    const struct pt_recipe *recipe = lines->rows.recipe;
    enum pt_outcome outcome = PT_ROW_GOOD;

    row->at = at;
    for (size_t j = 0; j < lines->rows.n_columns && outcome == PT_ROW_GOOD; j++) {
        const struct pt_column *column = pt_columns_at(&lines->rows, j);
        const bool number = column->role == PT_ROLE_NUMBER || column->role == PT_ROLE_WEIGHT;
        struct pt_cell cell = {.text = number ? "0" : "", .length = number};

        if (lines->seen[j] == lines->row || column->role == PT_ROLE_IGNORED)
            continue;
        if (!number && lines->first[number_of(lines, column)] != PT_DICT_NONE) {
            const size_t name = strlen(column->name) + 1;

            cell.text = pt_dict_text(&recipe->declared, lines->first[number_of(lines, column)], &cell.length) + name;
            cell.length -= name;
            cell.quoted = true;
        }
        outcome = pt_columns_take(&lines->rows, row, column, &cell);
    }
    return outcome;
}

static enum pt_outcome read_sparse(struct lines *lines, struct pt_column_row *row, const char *s, const char *stop)
{
    const char *const open = s++;
    enum pt_outcome outcome = PT_ROW_GOOD;
    bool more = true;

    lines->row++;
    while (s < stop && (*s == ' ' || *s == '\t'))
        s++;
    if (s < stop && *s == '}') {
        s++;
        more = false;
    }
    while (more && outcome == PT_ROW_GOOD) {
        while (s < stop && (*s == ' ' || *s == '\t'))
            s++;
        outcome = read_pair(lines, row, &s, stop);
        if (outcome == PT_ROW_GOOD && s == stop)
            return BAD(lines, open, "sparse row opened here is never closed");
        more = s < stop && *s++ == ',';
    }
    if (outcome != PT_ROW_GOOD)
        return outcome;
    while (s < stop && (*s == ' ' || *s == ','))
        s++;
    if (s < stop && *s != '{')
        return BAD(lines, s, "text follows a sparse row; wanted the next line");
    if (s < stop)
        outcome = take_weight(lines, row, s, stop);
    return outcome == PT_ROW_GOOD ? take_rest(lines, row, open) : outcome;
}

/* ---- all lines of a segment ---- */

static enum pt_outcome parse_line(struct lines *lines, const char *s, const char *stop)
{
    struct pt_column_rows *rows = &lines->rows;
    struct pt_buffer *decoded = &rows->chunk->text;
    void *room = decoded->bytes;
    struct pt_column_row row;
    enum pt_outcome outcome;

    if (!pt_columns_begin(rows, &row) || !pt_grow(&room, &decoded->room, (size_t)(stop - s), 1))
        return pt_columns_no_memory(rows);
    decoded->bytes = room;
    decoded->length = 0;
    row.start = s;
    outcome = *s == '{' ? read_sparse(lines, &row, s, stop) : read_dense(lines, &row, s, stop);
    if (rows->chunk->path.failed)
        return pt_columns_no_memory(rows);
    return outcome == PT_ROW_GOOD ? pt_columns_finish(rows, &row) : outcome;
}

static void parse_lines(struct lines *lines)
{
    struct pt_chunk *chunk = lines->rows.chunk;
    const char *s = lines->rows.start, *const end = lines->rows.end, *stop, *next;
    bool going = true;

    for (; s < end && going; s = next) {
        if (pt_arff_line(&s, end, &stop, &next))
            going = parse_line(lines, s, stop) != PT_ROW_STOP;
        chunk->n_lines += next[-1] == '\n';
    }
}

static void parse_arff(const struct pt_parse *parse, const char *bytes, size_t length, struct pt_chunk *chunk)
{
    struct lines lines = {
        .rows = {.parse = parse, .recipe = parse->recipe, .chunk = chunk, .start = bytes, .end = bytes + length,
                 .n_columns = parse->n_columns > 0 ? parse->n_columns : parse->recipe->n_columns,
                 .check_row = check_length},
    };
    void *numbers = chunk->numbers;

    if (!pt_grow(&numbers, &chunk->number_room, lines.rows.n_columns + parse->recipe->n_columns,
                 sizeof *chunk->numbers)) {
        pt_chunk_no_memory(chunk);
        return;
    }
    lines.seen = chunk->numbers = numbers;
    lines.first = lines.seen + lines.rows.n_columns;
    for (size_t j = 0; j < lines.rows.n_columns; j++)
        lines.seen[j] = 0;
    pt_arff_first_values(parse->recipe, lines.first);
    if (pt_columns_measure(&lines.rows))
        parse_lines(&lines);
}

const struct pt_parser pt_parser_arff = {
    .recognise = pt_arff_recognise, .prepare = pt_arff_prepare, .match = pt_arff_match, .parse = parse_arff,
};
