/* Records as JSON. NaN is null, infinities are the texts "inf" and "-inf"; all else is what it is.
 *
 *   {"perceptron_run": 1, "texts": {...}, "numbers": {...},
 *    "tables": {"epochs": {"numbers": ["epoch", ...], "texts": [], "rows": [[1, ...], ...]}, ...}}
 */
#include "base/alloc.h"
#include "base/json.h"
#include "base/json_load.h"
#include "report/run_record.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

static const char opening[] = "{\"perceptron_run\": 1,";

/* ---- writing --------------------------------------------------------------------------------------- */

static void put_number(struct pt_buffer *out, double number)
{
    if (isnan(number))
        pt_buffer_text(out, "null");
    else if (isinf(number))
        pt_buffer_text(out, number > 0.0 ? "\"inf\"" : "\"-inf\"");
    else
        pt_buffer_number(out, number);
}

static void put_key(struct pt_buffer *out, const char *name, const char **comma)
{
    pt_buffer_text(out, *comma);
    pt_json_text(out, name);
    pt_buffer_text(out, ": ");
    *comma = ", ";
}

static void put_columns(const struct pt_column_form *columns, size_t n, struct pt_buffer *out)
{
    for (size_t i = 0; i < n; i++) {
        pt_buffer_text(out, i > 0 ? ", " : "");
        pt_json_text(out, columns[i].name);
    }
}

static void put_row(const struct pt_table_form *form, const void *row, struct pt_buffer *out)
{
    for (size_t c = 0; c < form->n_numbers + form->n_texts; c++) {
        pt_buffer_text(out, c > 0 ? ", " : "[");
        if (c < form->n_numbers)
            put_number(out, pt_form_number(form, row, c));
        else
            pt_json_text(out, pt_form_text(form, row, c));
    }
    pt_buffer_byte(out, ']');
}

static void put_table(const struct pt_table *table, struct pt_buffer *out)
{
    const struct pt_table_form *form = &pt_table_forms[table->name];

    pt_buffer_text(out, "{\"numbers\": [");
    put_columns(form->columns, form->n_numbers, out);
    pt_buffer_text(out, "], \"texts\": [");
    put_columns(form->columns + form->n_numbers, form->n_texts, out);
    pt_buffer_text(out, "], \"rows\": [");
    for (size_t i = 0; i < table->n_rows; i++) {
        pt_buffer_text(out, i > 0 ? ", " : "");
        put_row(form, pt_table_row(table, i), out);
    }
    pt_buffer_text(out, "]}");
}

void pt_record_write(const struct pt_record *record, struct pt_buffer *out)
{
    const char *comma = "";

    pt_buffer_text(out, opening);
    pt_buffer_text(out, "\n\"texts\": {");
    for (size_t t = 0; t < PT_TEXTS; t++)
        if (record->texts[t] != NULL) {
            put_key(out, pt_text_names[t], &comma);
            pt_json_text(out, record->texts[t]);
        }
    pt_buffer_text(out, "},\n\"numbers\": {");
    comma = "";
    for (size_t n = 0; n < PT_NUMBERS; n++)
        if (record->has[n]) {
            put_key(out, pt_number_names[n], &comma);
            put_number(out, record->numbers[n]);
        }
    pt_buffer_text(out, "},\n\"tables\": {");
    comma = "\n";
    for (size_t t = 0; t < PT_TABLES; t++)
        if (record->tables[t].begun) {
            put_key(out, pt_table_forms[t].name, &comma);
            put_table(&record->tables[t], out);
            comma = ",\n";
        }
    pt_buffer_text(out, "}}\n");
}

/* ---- reading --------------------------------------------------------------------------------------- */

bool pt_record_is(const char *bytes, size_t length)
{
    return length >= sizeof opening - 1 && memcmp(bytes, opening, sizeof opening - 1) == 0;
}

static double number_of(const json_t *value)
{
    const char *text = json_string_value(value);

    if (text != NULL)
        return strcmp(text, "inf") == 0 ? INFINITY : strcmp(text, "-inf") == 0 ? -INFINITY : NAN;
    return json_is_number(value) ? json_number_value(value) : NAN;
}

static void take_entries(struct pt_record *record, const json_t *texts, const json_t *numbers)
{
    for (size_t t = 0; t < PT_TEXTS; t++) {
        const json_t *value = json_object_get(texts, pt_text_names[t]);
        if (value != NULL)
            pt_record_set_text(record, (enum pt_text)t, json_is_string(value) ? json_string_value(value) : "");
    }
    for (size_t n = 0; n < PT_NUMBERS; n++) {
        const json_t *value = json_object_get(numbers, pt_number_names[n]);
        if (value != NULL)
            pt_record_set_number(record, (enum pt_number)n, number_of(value));
    }
}

static bool are_names(const json_t *names)
{
    for (size_t i = 0; i < json_array_size(names); i++) {
        const char *name = json_string_value(json_array_get(names, i));
        if (name == NULL || *name == '\0' || strpbrk(name, ",|") != NULL)
            return false;
    }
    return true;
}

/* The index of the name's first occurrence; the number of all names when there is none. */
static size_t index_of(const char *name, const json_t *names)
{
    size_t i = 0;

    while (i < json_array_size(names) && strcmp(json_string_value(json_array_get(names, i)), name) != 0)
        i++;
    return i;
}

struct columns {
    const json_t *numbers, *texts;   /* names, as they stand in the file */
};

static bool fits(const json_t *row, const struct columns *file)
{
    const size_t n = json_array_size(file->numbers), all = n + json_array_size(file->texts);
    bool good = json_is_array(row) && json_array_size(row) == all;

    for (size_t c = n; good && c < all; c++)
        good = json_is_string(json_array_get(row, c));
    return good;
}

#define ROW(name, columns) struct pt_##name##_row name;
union any_row {
    PT_RECORD_TABLES(ROW, PT_NOTHING, PT_NOTHING)
};

/* A column that the file has not is NaN or empty. */
static void add_row(struct pt_record *record, enum pt_table_name table, const json_t *row, const struct columns *file)
{
    const struct pt_table_form *form = &pt_table_forms[table];
    const size_t n_numbers = json_array_size(file->numbers);
    union any_row made;

    for (size_t c = 0; c < form->n_numbers + form->n_texts; c++) {
        void *cell = (char *)&made + form->columns[c].offset;
        if (c < form->n_numbers) {
            const size_t at = index_of(form->columns[c].name, file->numbers);
            const double number = at < n_numbers ? number_of(json_array_get(row, at)) : (double)NAN;
            memcpy(cell, &number, sizeof number);
        } else {
            const size_t at = index_of(form->columns[c].name, file->texts);
            const char *text = at < json_array_size(file->texts)
                                   ? json_string_value(json_array_get(row, n_numbers + at)) : "";
            memcpy(cell, &text, sizeof text);
        }
    }
    pt_record_add_row(record, table, &made);
}

/* Tables of other names are only looked at. */
static bool take_table(struct pt_record *record, const char *name, const json_t *value)
{
    const struct columns file = {json_object_get(value, "numbers"), json_object_get(value, "texts")};
    const json_t *rows = json_object_get(value, "rows");
    size_t table = 0;

    while (table < PT_TABLES && strcmp(pt_table_forms[table].name, name) != 0)
        table++;
    if (!are_names(file.numbers) || !are_names(file.texts))
        return false;
    if (table < PT_TABLES)
        pt_record_begin_table(record, (enum pt_table_name)table);
    for (size_t i = 0; i < json_array_size(rows); i++) {
        if (!fits(json_array_get(rows, i), &file))
            return false;
        if (table < PT_TABLES)
            add_row(record, (enum pt_table_name)table, json_array_get(rows, i), &file);
    }
    return true;
}

ptron_status pt_record_read(const char *bytes, size_t length, struct pt_record **out, ptron_error *err)
{
    json_error_t problem;
    bool no_memory;
    json_t *root = pt_json_load(bytes, length, JSON_DECODE_INT_AS_REAL, &problem, &no_memory);   /* -0 keeps its sign */
    json_t *table;
    const char *name;
    ptron_status status;

    *out = NULL;
    if (no_memory)
        return pt_fail_memory(err, length, "a run record");
    if (root == NULL)
        return pt_fail_at(err, PTRON_DATA, NULL, (uint64_t)(problem.line > 0 ? problem.line : 0),
                          (uint64_t)(problem.column > 0 ? problem.column : 0), "not a run record: %.160s",
                          problem.text);
    status = pt_record_new(out, err);
    if (status == PTRON_OK && json_number_value(json_object_get(root, "perceptron_run")) != 1.0)
        status = pt_fail(err, PTRON_DATA, "not a run record of version 1");
    if (status == PTRON_OK) {
        take_entries(*out, json_object_get(root, "texts"), json_object_get(root, "numbers"));
        json_object_foreach(json_object_get(root, "tables"), name, table)
            if (status == PTRON_OK && !take_table(*out, name, table))
                status = pt_fail(err, PTRON_DATA, "a table of the run record has rows that do not fit its columns");
    }
    json_decref(root);
    if (status == PTRON_OK)
        status = pt_record_status(*out, err);
    if (status != PTRON_OK) {
        pt_record_free(*out);
        *out = NULL;
    }
    return status;
}
