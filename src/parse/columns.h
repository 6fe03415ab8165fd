/* Rows of named columns, whatever they are written in: what becomes of a cell by its column's role.
 *
 * Numbers go straight to their feature in chunk->value. Nothing is added to the chunk's dictionaries before
 * the row is known to be good: categories and words wait in chunk->scratch, the label in its cell. Rows with category
 * columns are sparse: their numbers, all of them where the recipe says so, are followed by the categories. */
#ifndef PT_PARSE_COLUMNS_H
#define PT_PARSE_COLUMNS_H

#include "parse/chunk.h"
#include "parse/csv/csv_cell.h"

#include <string.h>

enum pt_outcome { PT_ROW_GOOD, PT_ROW_BAD, PT_ROW_STOP };   /* bad: skipped; stop: the chunk has failed */

struct pt_column_row {             /* what is known of the row being read */
    const char *start;
    const char *at;                /* the place of the cell at hand in the segment; NULL: where its text is */
    double *value;                 /* [n_numbers] in the chunk */
    struct pt_cell label;
    double weight;
    size_t newlines;               /* line ends inside its cells */
    size_t missing;                /* cells to be filled */
    size_t entries;                /* categories and words that wait in scratch */
    bool skip;                     /* missing=skip */
};

struct pt_column_rows {            /* one call of parse */
    const struct pt_parse *parse;
    const struct pt_recipe *recipe;
    struct pt_chunk *chunk;
    const char *start, *end;
    size_t n_columns, n_categories;
    size_t n_numbers;              /* columns of numbers in the recipe */
    bool has_label;                /* the file has a column of labels */
    /* Looks for what may be the cause of a cell that is no number, and says it; PT_ROW_GOOD: it is not. */
    enum pt_outcome (*check_row)(const struct pt_column_rows *rows, const struct pt_column_row *row);
};

/* The column of the recipe that column j of the file is. */
static inline const struct pt_column *pt_columns_at(const struct pt_column_rows *rows, size_t j)
{
    static const struct pt_column ignored = {.role = PT_ROLE_IGNORED};

    if (rows->parse->columns == NULL)
        return &rows->recipe->columns[j];
    return rows->parse->columns[j] == UINT32_MAX ? &ignored : &rows->recipe->columns[rows->parse->columns[j]];
}

/* Counts the columns by their roles. False: rows need labels, and there is no such column; the chunk has failed. */
bool pt_columns_measure(struct pt_column_rows *rows);

/* Says what is wrong at a byte of the segment. */
#define PT_BAD_CELL(rows, at, ...)                                                                                  \
    (pt_chunk_bad_row((rows)->chunk, (rows)->parse, (size_t)((at) - (rows)->start), __VA_ARGS__) ? PT_ROW_BAD       \
                                                                                                 : PT_ROW_STOP)

enum pt_outcome pt_columns_no_memory(const struct pt_column_rows *rows);

/* Begins a row: all numbers are to be filled by the cells that follow. False when memory is out. */
static inline bool pt_columns_begin(const struct pt_column_rows *rows, struct pt_column_row *row)
{
    struct pt_chunk *chunk = rows->chunk;

    if (!pt_chunk_need_row(chunk) || !pt_chunk_need_values(chunk, rows->recipe->n_numbers + rows->n_categories))
        return false;
    row->start = row->at = NULL;
    row->value = chunk->value + chunk->n_values;
    row->label.length = 0;   /* there is none yet */
    row->weight = 1.0;
    row->newlines = row->missing = row->entries = 0;
    row->skip = false;
    for (size_t f = rows->n_numbers; f < rows->recipe->n_numbers; f++)   /* where cells are missing: nowhere so far */
        row->value[f] = 0.0;
    chunk->scratch.length = 0;
    if (rows->recipe->wording.n_crosses > 0)
        memset(chunk->entry_at, 0, rows->recipe->n_columns * sizeof *chunk->entry_at);
    return true;
}
/* One cell, whose quotes are in order. */
enum pt_outcome pt_columns_take(const struct pt_column_rows *rows, struct pt_column_row *row,
                                const struct pt_column *column, const struct pt_cell *cell);
/* All cells are in: the row is the chunk's. */
enum pt_outcome pt_columns_finish(const struct pt_column_rows *rows, struct pt_column_row *row);
/* Appends the entry at that byte of scratch: "column=value". */
void pt_columns_entry(const struct pt_chunk *chunk, size_t at, struct pt_buffer *name);

#endif
