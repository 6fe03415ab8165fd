/* Cells of named columns into rows; columns.h says how. */
#include "parse/columns.h"
#include "base/alloc.h"
#include "base/number.h"
#include "base/printable.h"
#include "parse/cross.h"
#include "parse/word_slot.h"
#include "recipe/scale.h"
#include "rows/sort.h"

#include <math.h>

enum { ROWS_OF_NUMBERS = 20 };   /* after so many a cell that is none is the odd one, not the column */

/* Says what is wrong with the cell at hand. */
#define BAD(rows, row, cell, ...) PT_BAD_CELL(rows, place_of(row, cell), __VA_ARGS__)
#define BAD_AS(rows, row, kind, cell, ...)                                                                         \
    ((rows)->chunk->about = PTRON_DETAIL_##kind, BAD(rows, row, cell, __VA_ARGS__))

static const char *place_of(const struct pt_column_row *row, const struct pt_cell *cell)
{
    return row->at == NULL ? cell->text : row->at;
}

enum pt_outcome pt_columns_no_memory(const struct pt_column_rows *rows)
{
    pt_chunk_no_memory(rows->chunk);
    return PT_ROW_STOP;
}

bool pt_columns_measure(struct pt_column_rows *rows)
{
    const struct pt_recipe *recipe = rows->recipe;
    void *entries = rows->chunk->entry_at;
    const char *name = "";

    if (recipe->wording.n_crosses > 0) {
        if (!pt_grow(&entries, &rows->chunk->entry_room, recipe->n_columns, sizeof *rows->chunk->entry_at))
            return pt_chunk_no_memory(rows->chunk);
        rows->chunk->entry_at = entries;
    }

    for (size_t j = 0; j < rows->n_columns; j++) {
        const struct pt_column *column = pt_columns_at(rows, j);

        rows->has_label |= column->role == PT_ROLE_LABEL;
        rows->chunk->has_weights |= column->role == PT_ROLE_WEIGHT;
        rows->n_categories += column->role == PT_ROLE_CATEGORY;
    }
    for (size_t i = 0; i < recipe->n_columns; i++)
        rows->n_numbers += recipe->columns[i].role == PT_ROLE_NUMBER;
    if (rows->has_label || rows->parse->labels_optional)
        return true;
    for (size_t i = 0; i < recipe->n_columns; i++)
        if (recipe->columns[i].role == PT_ROLE_LABEL)
            name = recipe->columns[i].name;
    pt_fail(&rows->chunk->error, PTRON_DATA, "file has no column '%s' of labels",
            pt_printable(name, strlen(name)).text);
    rows->chunk->failed = true;
    return false;
}

/* ---- cells ---- */

/* A missing cell of a feature: refused, or the row skipped, or counted and filled later. */
static enum pt_outcome take_missing(const struct pt_column_rows *rows, struct pt_column_row *row,
                                    const struct pt_cell *cell)
{
    if (rows->recipe->missing == PT_MISSING_ERROR)
        return BAD_AS(rows, row, MISSING_VALUE, cell, "cell is missing (%s); %s --missing zero, mean or skip",
                   cell->length == 0 ? "empty" : pt_printable(cell->text, cell->length).text,
                   rows->parse->fitting ? "use" : "the model knows whole rows only: train it with");
    row->skip |= rows->recipe->missing == PT_MISSING_SKIP;
    row->missing++;
    return PT_ROW_GOOD;
}

/* The value of a cell that is not missing; false: it has none. */
static bool read_value(const struct pt_column_rows *rows, const struct pt_column_row *row,
                       const struct pt_column *column, const struct pt_cell *cell, double *value)
{
    const char decimal = rows->recipe->decimal;
    char room[PT_NUMBER_ROOM];
    const char *text, *end;
    struct pt_date date;

    switch (column->cells) {
    case PT_CELLS_NUMBER:
        if (!pt_cell_number(cell, decimal, value) || !isfinite(*value))
            return false;
        if (rows->parse->digits && pt_cell_digits(cell, decimal, room, &text, &end) &&
            !pt_decimal_is_kept(text, end, *value))
            pt_chunk_rounded(rows->chunk, (size_t)(place_of(row, cell) - rows->start));
        return true;
    case PT_CELLS_FLAG:
        return pt_cell_flag(cell, value) ||
               (pt_cell_number(cell, decimal, value) && (*value == 0.0 || *value == 1.0));
    case PT_CELLS_DATE:
    case PT_CELLS_DATE_MDY:
        if (!pt_cell_date(cell, column->cells == PT_CELLS_DATE_MDY, &date))
            return false;
        *value = date.days;
        return true;
    }
    return false;
}

/* What is wrong with a cell of a number column, and what helps. */
static enum pt_outcome fail_number(const struct pt_column_rows *rows, const struct pt_column_row *row,
                                   const struct pt_column *column, const struct pt_cell *cell)
{
    static const char *const wanted[] = {"a number", "yes, no, true or false", "a date", "a date with its month first"};
    const struct pt_printable shown = pt_printable(cell->text, cell->length);
    const struct pt_word name = pt_word(column->name, true), text = pt_word(shown.text, true);
    struct pt_date date;

    if (!rows->parse->fitting)
        return BAD_AS(rows, row, BAD_NUMBER, cell, "'%s' is not %s", shown.text, wanted[column->cells]);
    if (column->cells != PT_CELLS_NUMBER)
        return BAD_AS(rows, row, BAD_NUMBER, cell, "'%s' is not %s; use --na %s if it means that the cell is missing, "
                      "--one-hot %s or --ignore %s", shown.text, wanted[column->cells], text.text, name.text,
                      name.text);
    if (pt_cell_date(cell, false, &date) || pt_cell_date(cell, true, &date))
        return BAD_AS(rows, row, BAD_NUMBER, cell, "'%s' is not a number; use --dates %s to count days, --one-hot %s "
                      "or --ignore %s", shown.text, name.text, name.text, name.text);
    if (pt_cell_has_comma(cell) && rows->recipe->decimal == '.')
        return BAD_AS(rows, row, BAD_NUMBER, cell, "'%s' is not a number; use --decimal , if a comma stands before "
                      "decimals; between thousands no mark may stand", shown.text);
    if (rows->recipe->decimal == ',' && memchr(cell->text, '.', cell->length) != NULL)
        return BAD_AS(rows, row, BAD_NUMBER, cell, "'%s' is not a number with a comma before its decimals, and no "
                      "mark between thousands", shown.text);
    if (rows->chunk->n_rows >= ROWS_OF_NUMBERS)
        return BAD_AS(rows, row, BAD_NUMBER, cell, "'%s' is not a number as in the rows before; use --na %s if it "
                      "means that the cell is missing, --on-bad skip, --one-hot %s or --ignore %s", shown.text,
                      text.text, name.text, name.text);
    return BAD_AS(rows, row, BAD_NUMBER, cell, "'%s' is not a number; use --one-hot %s or --ignore %s", shown.text,
                  name.text, name.text);
}

static enum pt_outcome take_number(const struct pt_column_rows *rows, struct pt_column_row *row,
                                   const struct pt_column *column, const struct pt_cell *cell)
{
    const struct pt_recipe *recipe = rows->recipe;
    double *value = &row->value[column->feature];
    enum pt_outcome outcome;

    if (recipe->na.count == 0 && read_value(rows, row, column, cell, value))
        return PT_ROW_GOOD;
    if (pt_cell_missing_number(cell, recipe)) {
        *value = recipe->missing != PT_MISSING_MEAN ? 0.0
                 : rows->parse->fitting             ? (double)NAN
                                                    : pt_fill_of(recipe, column->feature);
        if (column->missing > 0)
            row->value[column->missing] = 1.0;
        return take_missing(rows, row, cell);
    }
    if (recipe->na.count > 0 && read_value(rows, row, column, cell, value))
        return PT_ROW_GOOD;
    if (column->cells == PT_CELLS_NUMBER && pt_cell_number(cell, recipe->decimal, value))
        return BAD_AS(rows, row, NOT_FINITE, cell, "value is not finite");
    outcome = rows->check_row == NULL ? PT_ROW_GOOD : rows->check_row(rows, row);   /* often the cause */
    return outcome != PT_ROW_GOOD ? outcome : fail_number(rows, row, column, cell);
}

/* ---- categories and words ---- */

enum { WORD = 1, COUNTS = 2, HEAD_BITS = 2 };   /* lowest bits of an entry's head; its length stands above */

/* Appends "column=value", "column:word" or "column~characters" to those that wait in scratch; mark: '=', ':' or '~'.
 * counts: of those that the model does not know, it is one to be told of as a word. */
static bool add_entry(const struct pt_column_rows *rows, struct pt_column_row *row, const char *column, char mark,
                      bool counts, const char *text, size_t length)
{
    struct pt_buffer *scratch = &rows->chunk->scratch;
    const size_t n = strlen(column), whole = n + 1 + length;
    const uint32_t head = (uint32_t)whole << HEAD_BITS | (mark == '=' ? 0 : WORD) | (counts ? COUNTS : 0);

    pt_buffer_add(scratch, &head, sizeof head);
    pt_buffer_add(scratch, column, n);
    pt_buffer_byte(scratch, mark);
    pt_buffer_add(scratch, text, length);
    row->entries++;
    return !scratch->failed && whole <= UINT32_MAX >> HEAD_BITS;
}

static enum pt_outcome take_category(const struct pt_column_rows *rows, struct pt_column_row *row,
                                     const struct pt_column *column, const struct pt_cell *cell)
{
    const char *text;
    size_t length;

    if (cell->quoted ? cell->length == 0 : pt_cell_missing(cell, rows->recipe))
        return take_missing(rows, row, cell);
    if (rows->recipe->wording.n_crosses > 0)
        rows->chunk->entry_at[column - rows->recipe->columns] = rows->chunk->scratch.length + 1;
    if (!pt_cell_text(cell, &rows->chunk->path, &text, &length) ||
        !add_entry(rows, row, column->name, '=', true, text, length))
        return pt_columns_no_memory(rows);
    return PT_ROW_GOOD;
}

struct texts {                     /* n-grams of a cell on their way to scratch */
    const struct pt_column_rows *rows;
    struct pt_column_row *row;
    const char *column;
};

static bool add_gram(void *context, enum pt_gram_kind kind, bool word, const char *text, size_t length)
{
    const struct texts *texts = context;

    return add_entry(texts->rows, texts->row, texts->column, kind == PT_GRAM_WORDS ? ':' : '~', word, text, length);
}

/* An empty text has no words; it is not missing. */
static enum pt_outcome take_words(const struct pt_column_rows *rows, struct pt_column_row *row,
                                  const struct pt_column *column, const struct pt_cell *cell)
{
    const struct pt_wording *how = &rows->recipe->wording;
    struct texts texts = {rows, row, column->name};
    struct pt_chunk *chunk = rows->chunk;
    const char *text;
    size_t length;

    if (!pt_cell_text(cell, &chunk->path, &text, &length) || !pt_words_start(&chunk->splitter, text, length) ||
        !pt_grams_start(&chunk->grams, how, &chunk->splitter) || !pt_grams_each(&chunk->grams, how, add_gram, &texts))
        return pt_columns_no_memory(rows);
    return PT_ROW_GOOD;
}

/* ---- all cells ---- */

enum pt_outcome pt_columns_take(const struct pt_column_rows *rows, struct pt_column_row *row,
                                const struct pt_column *column, const struct pt_cell *cell)
{
    switch (column->role) {
    case PT_ROLE_NUMBER:
        return take_number(rows, row, column, cell);
    case PT_ROLE_CATEGORY:
        return take_category(rows, row, column, cell);
    case PT_ROLE_TEXT:
        return take_words(rows, row, column, cell);
    case PT_ROLE_LABEL:
        row->label = *cell;
        if (cell->length > 0 || rows->parse->labels_optional)
            return PT_ROW_GOOD;
        if (rows->recipe->missing != PT_MISSING_SKIP)
            return BAD_AS(rows, row, LABEL_MISSING, cell, "label is missing");
        row->skip = true;
        break;
    case PT_ROLE_WEIGHT:
        if (pt_cell_number(cell, rows->recipe->decimal, &row->weight) && isfinite(row->weight) && row->weight > 0.0)
            return PT_ROW_GOOD;
        return BAD(rows, row, cell, "row weight is '%s', wanted a number above 0",
                   pt_printable(cell->text, cell->length).text);
    case PT_ROLE_IGNORED:
        break;
    }
    return PT_ROW_GOOD;
}

/* ---- rows ---- */

/* Numbers the categories and words that wait in scratch; returns false when memory is out. */
static bool number_entries(const struct pt_column_rows *rows, uint32_t *ids, size_t *n)
{
    const struct pt_recipe *recipe = rows->recipe;
    struct pt_chunk *chunk = rows->chunk;
    uint32_t head, length;

    *n = 0;
    for (size_t at = 0; at < chunk->scratch.length; at += length) {
        const char *text = chunk->scratch.bytes + at + sizeof head;
        uint32_t id;

        memcpy(&head, chunk->scratch.bytes + at, sizeof head);
        length = head >> HEAD_BITS;
        at += sizeof head;
        id = recipe->hash_bits > 0  ? pt_word_slot(text, length, recipe->hash_bits)
             : rows->parse->fitting ? pt_dict_add(&chunk->words, text, length)
                                    : pt_dict_find(&recipe->words, text, length);
        if (id == PT_DICT_NONE && rows->parse->fitting)
            return false;
        if (id != PT_DICT_NONE)
            ids[(*n)++] = recipe->n_numbers + id;
        chunk->unseen_words += id == PT_DICT_NONE && (head & (WORD | COUNTS)) == (WORD | COUNTS);
        chunk->unseen_categories += id == PT_DICT_NONE && (head & WORD) == 0;
    }
    return true;
}

void pt_columns_entry(const struct pt_chunk *chunk, size_t at, struct pt_buffer *name)
{
    uint32_t head;

    memcpy(&head, chunk->scratch.bytes + at, sizeof head);
    pt_buffer_add(name, chunk->scratch.bytes + at + sizeof head, head >> HEAD_BITS);
}

/* Turns the numbers of the row (those that are not zero, unless it is to be whole), its categories, words and products
 * into a sparse row. */
static enum pt_outcome finish_sparse(const struct pt_column_rows *rows, struct pt_column_row *row)
{
    const struct pt_wording *how = &rows->recipe->wording;
    struct pt_chunk *chunk = rows->chunk;
    uint32_t *index, *ids;
    size_t n, numbers = 0, crosses = 0;
    double *value;

    if (!pt_chunk_need_values(chunk, rows->recipe->n_numbers + row->entries + how->n_crosses))
        return pt_columns_no_memory(rows);
    value = row->value = chunk->value + chunk->n_values;
    index = chunk->index + chunk->n_values;
    if (how->n_crosses > 0) {
        const enum pt_outcome outcome = pt_cross_find(rows, row, &crosses);

        if (outcome != PT_ROW_GOOD)
            return outcome;
    }
    for (uint32_t f = 0; f < rows->recipe->n_numbers; f++)
        if (value[f] != 0.0 || rows->recipe->whole) {
            index[numbers] = f;
            value[numbers++] = value[f];
        }
    ids = index + numbers;
    if (!number_entries(rows, ids, &n) || !pt_sort_ids(ids, n, &chunk->scratch))
        return pt_columns_no_memory(rows);
    n = pt_count_ids(ids, n, value + numbers);
    pt_wording_count(how, value + numbers, n);
    chunk->n_values += numbers + pt_cross_put(chunk, crosses, ids, value + numbers, n);
    return PT_ROW_GOOD;
}

enum pt_outcome pt_columns_finish(const struct pt_column_rows *rows, struct pt_column_row *row)
{
    const bool labelled = rows->has_label && row->label.length > 0;
    struct pt_chunk *chunk = rows->chunk;
    const char *text;
    size_t length;

    if (row->skip) {
        chunk->missing_rows++;
        pt_chunk_left_out(chunk, rows->parse, SIZE_MAX, "a cell is missing, and such rows are left out");
        return PT_ROW_GOOD;
    }
    if (rows->recipe->dense) {
        chunk->n_values += rows->recipe->n_numbers;
    } else {
        const enum pt_outcome outcome = finish_sparse(rows, row);

        if (outcome != PT_ROW_GOOD)
            return outcome;
    }
    if (labelled && !(pt_cell_text(&row->label, &chunk->scratch, &text, &length) &&
                      pt_chunk_label(chunk, rows->parse, text, length)))
        return pt_columns_no_memory(rows);
    chunk->unlabelled_rows += !labelled;
    chunk->weight[chunk->n_rows] = row->weight;
    chunk->missing_cells += row->missing;
    chunk->n_rows++;
    return PT_ROW_GOOD;
}
