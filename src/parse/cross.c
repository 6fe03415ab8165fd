/* Products of two cells: named by their entries, valued by their numbers. */
#include "parse/cross.h"
#include "base/alloc.h"
#include "parse/word_slot.h"

#include <math.h>

/* Appends the name of a factor to the product's: its column, or the entry of its category. Its value; 0: there is
 * none. */
static double take_factor(const struct pt_column_rows *rows, const struct pt_column_row *row, uint32_t number)
{
    const struct pt_column *column = &rows->recipe->columns[number];
    struct pt_buffer *name = &rows->chunk->path;
    const size_t at = rows->chunk->entry_at[number];

    if (column->role == PT_ROLE_NUMBER) {
        pt_buffer_text(name, column->name);
        return isnan(row->value[column->feature]) ? 0.0 : row->value[column->feature];
    }
    if (at == 0)
        return 0.0;
    pt_columns_entry(rows->chunk, at - 1, name);
    return 1.0;
}

/* PT_DICT_NONE: it is not known, or, while fitting, memory is out. */
static uint32_t number_of(const struct pt_column_rows *rows)
{
    const struct pt_recipe *recipe = rows->recipe;
    const struct pt_buffer *name = &rows->chunk->path;

    if (name->failed)
        return PT_DICT_NONE;
    if (recipe->hash_bits > 0)
        return pt_word_slot(name->bytes, name->length, recipe->hash_bits);
    return rows->parse->fitting ? pt_dict_add(&rows->chunk->words, name->bytes, name->length)
                                : pt_dict_find(&recipe->words, name->bytes, name->length);
}

enum pt_outcome pt_cross_find(const struct pt_column_rows *rows, const struct pt_column_row *row, size_t *n)
{
    const struct pt_wording *how = &rows->recipe->wording;
    struct pt_chunk *chunk = rows->chunk;
    void *pairs = chunk->pairs;

    *n = 0;
    if (!pt_grow(&pairs, &chunk->pair_room, how->n_crosses, sizeof *chunk->pairs))
        return pt_columns_no_memory(rows);
    chunk->pairs = pairs;
    for (uint32_t i = 0; i < how->n_crosses; i++) {
        double value;
        uint32_t id;

        chunk->path.length = 0;
        value = take_factor(rows, row, how->crosses[i].first);
        pt_buffer_byte(&chunk->path, '*');
        value *= take_factor(rows, row, how->crosses[i].second);
        if (!isfinite(value))
            return PT_BAD_CELL(rows, row->start, "the product '%s' of two cells is too large",
                               pt_printable(chunk->path.bytes, chunk->path.length).text);
        id = value == 0.0 ? PT_DICT_NONE : number_of(rows);
        if (chunk->path.failed || (id == PT_DICT_NONE && value != 0.0 && rows->parse->fitting))
            return pt_columns_no_memory(rows);
        if (id == PT_DICT_NONE)
            continue;
        chunk->pairs[*n].id = rows->recipe->n_numbers + id;
        chunk->pairs[(*n)++].value = value;
    }
    return PT_ROW_GOOD;
}

size_t pt_cross_put(const struct pt_chunk *chunk, size_t n_crosses, uint32_t *index, double *value, size_t n)
{
    for (size_t i = 0; i < n_crosses; i++) {
        const uint32_t id = chunk->pairs[i].id;
        size_t at = n;

        while (at > 0 && index[at - 1] > id)
            at--;
        if (at > 0 && index[at - 1] == id) {   /* hashed to the same */
            value[at - 1] += chunk->pairs[i].value;
            continue;
        }
        memmove(index + at + 1, index + at, (n - at) * sizeof *index);
        memmove(value + at + 1, value + at, (n - at) * sizeof *value);
        index[at] = id;
        value[at] = chunk->pairs[i].value;
        n++;
    }
    return n;
}
