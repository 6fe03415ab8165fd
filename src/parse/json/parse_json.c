/* Rows from JSON lines. json_lines.h has the rules, columns.h what becomes of a cell. */
#include "base/alloc.h"
#include "base/printable.h"
#include "parse/columns.h"
#include "parse/json/json_lines.h"

#include <string.h>

struct lines {                     /* one call of parse */
    struct pt_column_rows rows;
    uint32_t *seen;                /* [n_columns] in the chunk: the row that had the key last, counted from 1 */
    uint32_t row, next;            /* the row at hand; the column whose key is likely to come next */
};

/* The column of a key; n_columns when there is none. Most rows have their keys in one order. */
static uint32_t column_of(struct lines *lines, const struct pt_json_value *value)
{
    const struct pt_column *columns = lines->rows.recipe->columns;
    const char *likely = lines->next < lines->rows.n_columns ? columns[lines->next].name : NULL;
    uint32_t id;

    if (likely != NULL && strncmp(likely, value->key, value->key_length) == 0 && likely[value->key_length] == '\0')
        return lines->next++;
    id = pt_dict_find(&lines->rows.chunk->names, value->key, value->key_length);
    lines->next = id == PT_DICT_NONE ? lines->next : id + 1;
    return id == PT_DICT_NONE ? (uint32_t)lines->rows.n_columns : id;
}

/* The value as a cell of its column. */
static struct pt_cell cell_of(const struct lines *lines, const struct pt_json_value *value, enum pt_role role)
{
    const bool digit = role == PT_ROLE_NUMBER || role == PT_ROLE_WEIGHT;
    struct pt_buffer *decoded = &lines->rows.chunk->text;   /* has room for the whole line */

    switch (value->kind) {
    case PT_JSON_TRUE:
        return digit ? (struct pt_cell){.text = "1", .length = 1} : (struct pt_cell){.text = "true", .length = 4};
    case PT_JSON_FALSE:
        return digit ? (struct pt_cell){.text = "0", .length = 1} : (struct pt_cell){.text = "false", .length = 5};
    case PT_JSON_NUMBER:
        return (struct pt_cell){.text = value->text, .length = value->length};
    case PT_JSON_TEXT: {
        struct pt_cell cell = {.text = value->text, .length = value->length, .quoted = true};

        if (value->escaped) {
            cell.text = decoded->bytes + decoded->length;
            cell.length = pt_json_decode(value->text, value->length, decoded->bytes + decoded->length);
            decoded->length += cell.length;
        }
        return cell;
    }
    case PT_JSON_NULL:
    case PT_JSON_LIST:
        break;
    }
    return (struct pt_cell){.text = ""};
}

static enum pt_outcome take_value(struct lines *lines, struct pt_column_row *row, const struct pt_json_value *value)
{
    struct pt_column_rows *rows = &lines->rows;
    const uint32_t j = column_of(lines, value);
    const struct pt_column *column = &rows->recipe->columns[j];
    struct pt_cell cell;

    if (j == rows->n_columns) {
        pt_chunk_unseen_key(rows->chunk, value->key, value->key_length);
        return PT_ROW_GOOD;
    }
    if (lines->seen[j] == lines->row)
        return PT_BAD_CELL(rows, value->at, "key '%s' comes twice",
                           pt_printable(value->key, value->key_length).text);
    lines->seen[j] = lines->row;
    if (value->kind == PT_JSON_LIST && column->role != PT_ROLE_IGNORED)
        return PT_BAD_CELL(rows, value->at, "'%s' is a list, which is no cell; use --ignore %s",
                           pt_printable(value->key, value->key_length).text,
                           pt_printable(value->key, value->key_length).text);
    cell = cell_of(lines, value, column->role);
    row->at = value->at;
    return pt_columns_take(rows, row, column, &cell);
}

/* Keys that did not come are missing cells at the end of the line. */
static enum pt_outcome take_absent(struct lines *lines, struct pt_column_row *row, const char *end)
{
    struct pt_column_rows *rows = &lines->rows;
    const struct pt_cell none = {.text = ""};

    row->at = end;
    for (size_t j = 0; j < rows->n_columns; j++) {
        const struct pt_column *column = &rows->recipe->columns[j];
        enum pt_outcome outcome;

        if (lines->seen[j] == lines->row || column->role == PT_ROLE_IGNORED)
            continue;
        if (rows->recipe->missing == PT_MISSING_ERROR && column->role != PT_ROLE_LABEL &&
            column->role != PT_ROLE_TEXT) {
            rows->chunk->about = PTRON_DETAIL_MISSING_VALUE;
            return PT_BAD_CELL(rows, end, "key '%s' is absent; %s --missing zero, mean or skip",
                               pt_printable(column->name, strlen(column->name)).text,
                               rows->parse->fitting ? "use" : "the model knows whole rows only: train it with");
        }
        outcome = pt_columns_take(rows, row, column, &none);
        if (outcome != PT_ROW_GOOD)
            return outcome;
    }
    return PT_ROW_GOOD;
}

static enum pt_outcome parse_line(struct lines *lines, const char *s, const char *end)
{
    struct pt_column_rows *rows = &lines->rows;
    struct pt_buffer *decoded = &rows->chunk->text;
    void *room = decoded->bytes;
    struct pt_column_row row;
    struct pt_json_walk walk;
    struct pt_json_value value;

    if (!pt_columns_begin(rows, &row) || !pt_grow(&room, &decoded->room, (size_t)(end - s), 1))
        return pt_columns_no_memory(rows);
    decoded->bytes = room;
    decoded->length = 0;
    row.start = s;
    lines->row++;
    lines->next = 0;
    pt_json_start(&walk, s, end, &rows->chunk->path);
    while (pt_json_next(&walk, &value)) {
        const enum pt_outcome outcome = take_value(lines, &row, &value);

        if (outcome != PT_ROW_GOOD)
            return outcome;
    }
    if (rows->chunk->path.failed)
        return pt_columns_no_memory(rows);
    if (walk.wrong != NULL)
        return PT_BAD_CELL(rows, walk.at, "%s", walk.wrong);
    if (take_absent(lines, &row, end) != PT_ROW_GOOD)
        return rows->chunk->failed ? PT_ROW_STOP : PT_ROW_BAD;
    return pt_columns_finish(rows, &row);
}

static void parse_lines(struct lines *lines)
{
    struct pt_chunk *chunk = lines->rows.chunk;
    const char *s = lines->rows.start, *stop, *next;
    bool going = true;

    for (; s < lines->rows.end && going; s = next) {
        if (pt_json_line(s, lines->rows.end, &stop, &next))
            going = parse_line(lines, s, stop) != PT_ROW_STOP;
        else
            pt_chunk_blank(chunk, lines->rows.parse);
        chunk->n_lines += next[-1] == '\n';
    }
}

/* Room to tick columns off; false when memory is out. */
static bool make_room(struct lines *lines)
{
    struct pt_chunk *chunk = lines->rows.chunk;
    void *numbers = chunk->numbers;

    if (!pt_grow(&numbers, &chunk->number_room, lines->rows.n_columns, sizeof *chunk->numbers))
        return false;
    lines->seen = chunk->numbers = numbers;
    for (size_t j = 0; j < lines->rows.n_columns; j++)
        lines->seen[j] = 0;
    return true;
}

/* The names of the columns, numbered as they are, unless the chunk has them from an earlier call; false when memory is
 * out. */
static bool list_names(struct pt_chunk *chunk, const struct pt_recipe *recipe)
{
    if (chunk->names_of == recipe->columns)
        return true;
    pt_dict_clear(&chunk->names);
    for (size_t j = 0; j < recipe->n_columns; j++)
        if (pt_dict_add(&chunk->names, recipe->columns[j].name, strlen(recipe->columns[j].name)) == PT_DICT_NONE)
            return false;
    chunk->names_of = recipe->columns;
    return true;
}

static void parse_json(const struct pt_parse *parse, const char *bytes, size_t length, struct pt_chunk *chunk)
{
    struct lines lines = {
        .rows = {.parse = parse, .recipe = parse->recipe, .chunk = chunk, .start = bytes, .end = bytes + length,
                 .n_columns = parse->recipe->n_columns},
    };

    if (!make_room(&lines) || !list_names(chunk, parse->recipe)) {
        pt_chunk_no_memory(chunk);
    } else if (chunk->names.count != lines.rows.n_columns) {   /* a model that no training made */
        pt_fail(&chunk->error, PTRON_DATA, "two columns of the model have the same name");
        chunk->failed = true;
    } else if (pt_columns_measure(&lines.rows)) {
        parse_lines(&lines);
    }
}

const struct pt_parser pt_parser_jsonl = {
    .recognise = pt_json_recognise, .prepare = pt_json_prepare, .parse = parse_json,
};
