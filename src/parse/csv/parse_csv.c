/* Rows from CSV and TSV: lines cut into cells, plain numbers taken in one sweep, the others by columns.h. */
#include "base/alloc.h"
#include "base/number.h"
#include "base/plural.h"
#include "parse/columns.h"
#include "parse/csv/csv.h"
#include "parse/csv/csv_numbers.h"

struct csv {                       /* one call of parse */
    struct pt_column_rows rows;    /* first: check_length finds the rest by it */
    char delimiter, comment;
    uint32_t *span;                /* [n_columns] in the chunk: numbers from this column on whose features follow one
                                    * another; the last column of a line does not count */
};

/* ---- cells ---- */

/* A row of the wrong length: at the first cell too many, or where the next should be. PT_ROW_GOOD when it is right. */
static enum pt_outcome check_length(const struct pt_column_rows *rows, const struct pt_column_row *row)
{
    const struct csv *csv = (const struct csv *)rows;
    const char *p = row->start, *at = p;
    size_t n = 0;

    for (bool more = true; more; n++) {
        const char *start = p;
        struct pt_cell cell;

        more = pt_cell_read(&p, rows->end, csv->delimiter, &cell);
        if (n < rows->n_columns)
            at = cell.text + cell.length;
        else if (n == rows->n_columns)
            at = start;
    }
    if (n == rows->n_columns)
        return PT_ROW_GOOD;
    return PT_BAD_CELL(rows, at, "row has %zu cell%s, wanted %zu", n, pt_plural(n), rows->n_columns);
}

static enum pt_outcome take_cell(const struct csv *csv, struct pt_column_row *row, size_t j, const struct pt_cell *cell)
{
    row->newlines += cell->newlines;
    if (cell->open != NULL)
        return PT_BAD_CELL(&csv->rows, cell->open, "quote opened here is never closed");
    if (cell->stray != NULL)
        return PT_BAD_CELL(&csv->rows, cell->stray, "text follows a closing quote; wanted the next cell");
    return pt_columns_take(&csv->rows, row, pt_columns_at(&csv->rows, j), cell);
}

/* ---- rows ---- */

/* One plain number that is a little longer. */
static bool take_plain_number(const struct csv *csv, const char **p, double *value)
{
    const char *s = *p;

    if (!pt_parse_small(&s, csv->rows.end, value) || s == csv->rows.end || *s != csv->delimiter)
        return false;
    *p = s + 1;
    return true;
}

/* Plain numbers from cell j on, up to the last cell of the line or the first that is something else: nearly all
 * cells of nearly all files. Returns the number of the cell that *p is at then. */
static size_t take_plain_numbers(const struct csv *csv, const char **p, size_t j, double *value)
{
    while (csv->span[j] > 0) {
        double *to = &value[pt_columns_at(&csv->rows, j)->feature];
        const size_t taken = pt_csv_numbers(p, csv->rows.end, csv->delimiter, to, csv->span[j]);

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
static void skip_cells(const struct csv *csv, const char **p, struct pt_column_row *row)
{
    struct pt_cell cell;

    for (bool more = true; more;) {
        more = pt_cell_read(p, csv->rows.end, csv->delimiter, &cell);
        row->newlines += cell.newlines;
    }
}

/* Reads all cells of the line at *p, which ends behind it whatever the outcome. */
static enum pt_outcome read_cells(const struct csv *csv, const char **p, struct pt_column_row *row)
{
    bool more = true;
    size_t j = 0;

    row->start = *p;
    for (; more && j < csv->rows.n_columns; j++) {
        struct pt_cell cell;
        enum pt_outcome outcome;

        j = take_plain_numbers(csv, p, j, row->value);
        more = pt_cell_read(p, csv->rows.end, csv->delimiter, &cell);
        outcome = take_cell(csv, row, j, &cell);
        if (outcome != PT_ROW_GOOD) {
            if (more)
                skip_cells(csv, p, row);
            return outcome;
        }
    }
    if (more)
        skip_cells(csv, p, row);
    return more || j < csv->rows.n_columns ? check_length(&csv->rows, row) : PT_ROW_GOOD;
}

static enum pt_outcome parse_row(const struct csv *csv, const char **p)
{
    struct pt_column_row row;
    enum pt_outcome outcome;

    if (!pt_columns_begin(&csv->rows, &row))
        return pt_columns_no_memory(&csv->rows);
    outcome = read_cells(csv, p, &row);
    if (outcome == PT_ROW_GOOD)
        outcome = pt_columns_finish(&csv->rows, &row);
    csv->rows.chunk->n_lines += row.newlines + (p[0][-1] == '\n');
    return outcome;
}

/* ---- all lines of a segment ---- */

/* Whether numbers are written as csv_numbers.h takes them, and every one of them is a value. */
static bool is_plain(const struct pt_recipe *recipe)
{
    return recipe->decimal == '.' && recipe->delimiter != ' ' && recipe->na.count == 0;
}

static void measure_spans(const struct csv *csv)
{
    const bool plain = is_plain(csv->rows.recipe);
    const struct pt_column *next = NULL;

    for (size_t j = csv->rows.n_columns; j-- > 0;) {
        const struct pt_column *column = pt_columns_at(&csv->rows, j);
        const bool goes_on = next != NULL && next->role == PT_ROLE_NUMBER && next->feature == column->feature + 1;

        csv->span[j] = next == NULL || column->role != PT_ROLE_NUMBER || column->cells != PT_CELLS_NUMBER || !plain ? 0
                       : goes_on ? csv->span[j + 1] + 1 : 1;
        next = column;
    }
}

static void parse_lines(const struct csv *csv)
{
    const char *p = csv->rows.start, *next;

    while (p < csv->rows.end) {
        if ((*p < '0' || *p == csv->comment) &&
            pt_line_skipped(p, csv->rows.end, csv->delimiter, csv->comment, &next)) {
            pt_chunk_blank(csv->rows.chunk, csv->rows.parse);
            csv->rows.chunk->n_lines += next[-1] == '\n';
            p = next;
        } else if (parse_row(csv, &p) == PT_ROW_STOP) {
            return;
        }
    }
}

static void parse_csv(const struct pt_parse *parse, const char *bytes, size_t length, struct pt_chunk *chunk)
{
    struct csv csv = {
        .rows = {.parse = parse, .recipe = parse->recipe, .chunk = chunk, .start = bytes, .end = bytes + length,
                 .n_columns = parse->n_columns > 0 ? parse->n_columns : parse->recipe->n_columns,
                 .check_row = check_length},
        .delimiter = parse->recipe->delimiter, .comment = parse->recipe->comment,
    };
    void *numbers = chunk->numbers;

    /* room at once, which is there when it is used: an array that grows leaves holes behind */
    if (!pt_grow(&numbers, &chunk->number_room, csv.rows.n_columns, sizeof *chunk->numbers)) {
        pt_chunk_no_memory(chunk);
        return;
    }
    csv.span = chunk->numbers = numbers;
    if (!pt_chunk_need_values(chunk, length / 4 + 1)) {
        pt_chunk_no_memory(chunk);
        return;
    }
    measure_spans(&csv);
    if (pt_columns_measure(&csv.rows))
        parse_lines(&csv);
}

const struct pt_parser pt_parser_csv = {
    .recognise = pt_csv_recognise,
    .prepare = pt_csv_prepare,
    .match = pt_csv_match,
    .preamble = pt_csv_preamble,
    .parse = parse_csv,
    .cut = pt_csv_cut,
};
