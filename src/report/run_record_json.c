/* Records as JSON. NaN is null, infinities are the texts "inf" and "-inf"; all else is what it is.
 *
 *   {"perceptron_run": 1, "texts": {...}, "numbers": {...},
 *    "tables": {"epochs": {"numbers": ["epoch", ...], "texts": [], "rows": [[1, ...], ...]}, ...}}
 */
#include "base/alloc.h"
#include "base/json.h"
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

static void put_entries(const struct pt_run *run, bool texts, struct pt_buffer *out)
{
    const char *comma = "";

    for (size_t i = 0; i < run->n_entries; i++) {
        const struct pt_entry *entry = &run->entries[i];
        if ((entry->text != NULL) != texts)
            continue;
        pt_buffer_text(out, comma);
        pt_json_text(out, entry->name);
        pt_buffer_text(out, ": ");
        if (texts)
            pt_json_text(out, entry->text);
        else
            put_number(out, entry->number);
        comma = ", ";
    }
}

static void put_names(char *const *names, size_t n, struct pt_buffer *out)
{
    for (size_t i = 0; i < n; i++) {
        pt_buffer_text(out, i > 0 ? ", " : "");
        pt_json_text(out, names[i]);
    }
}

static void put_row(const struct pt_table *table, size_t row, struct pt_buffer *out)
{
    pt_buffer_text(out, row > 0 ? ", [" : "[");
    for (size_t c = 0; c < table->n_numbers; c++) {
        pt_buffer_text(out, c > 0 ? ", " : "");
        put_number(out, table->numbers[row * table->n_numbers + c]);
    }
    for (size_t c = 0; c < table->n_texts; c++) {
        pt_buffer_text(out, c + table->n_numbers > 0 ? ", " : "");
        pt_json_text(out, table->texts[row * table->n_texts + c]);
    }
    pt_buffer_byte(out, ']');
}

static void put_table(const struct pt_table *table, struct pt_buffer *out)
{
    pt_json_text(out, table->name);
    pt_buffer_text(out, ": {\"numbers\": [");
    put_names(table->columns, table->n_numbers, out);
    pt_buffer_text(out, "], \"texts\": [");
    put_names(table->columns + table->n_numbers, table->n_texts, out);
    pt_buffer_text(out, "], \"rows\": [");
    for (size_t row = 0; row < table->n_rows; row++)
        put_row(table, row, out);
    pt_buffer_text(out, "]}");
}

void pt_run_write(const struct pt_run *run, struct pt_buffer *out)
{
    pt_buffer_text(out, opening);
    pt_buffer_text(out, "\n\"texts\": {");
    put_entries(run, true, out);
    pt_buffer_text(out, "},\n\"numbers\": {");
    put_entries(run, false, out);
    pt_buffer_text(out, "},\n\"tables\": {");
    for (size_t i = 0; i < run->n_tables; i++) {
        pt_buffer_text(out, i > 0 ? ",\n" : "\n");
        put_table(run->tables[i], out);
    }
    pt_buffer_text(out, "}}\n");
}

/* ---- reading --------------------------------------------------------------------------------------- */

bool pt_run_is(const char *bytes, size_t length)
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

static void take_entries(struct pt_run *run, json_t *texts, json_t *numbers)
{
    const char *name;
    json_t *value;

    json_object_foreach(texts, name, value)
        pt_run_set_text(run, name, json_is_string(value) ? json_string_value(value) : "");
    json_object_foreach(numbers, name, value)
        pt_run_set_number(run, name, number_of(value));
}

/* The columns as pt_run_add_table wants them. */
static bool join(const json_t *names, struct pt_buffer *out)
{
    for (size_t i = 0; i < json_array_size(names); i++) {
        const char *name = json_string_value(json_array_get(names, i));
        if (name == NULL || *name == '\0' || strpbrk(name, ",|") != NULL)
            return false;
        pt_buffer_text(out, i > 0 ? "," : "");
        pt_buffer_text(out, name);
    }
    return true;
}

static bool take_row(struct pt_run *run, struct pt_table *table, const json_t *row, double *numbers,
                     const char **texts)
{
    if (!json_is_array(row) || json_array_size(row) != table->n_numbers + table->n_texts)
        return false;
    for (size_t c = 0; c < table->n_numbers; c++)
        numbers[c] = number_of(json_array_get(row, c));
    for (size_t c = 0; c < table->n_texts; c++) {
        texts[c] = json_string_value(json_array_get(row, table->n_numbers + c));
        if (texts[c] == NULL)
            return false;
    }
    pt_run_add_row(run, table, numbers, texts);
    return true;
}

static bool take_rows(struct pt_run *run, struct pt_table *table, const json_t *rows)
{
    double *numbers = pt_zeroed(table->n_numbers, sizeof *numbers);
    const char **texts = pt_zeroed(table->n_texts, sizeof *texts);
    bool good = true;

    run->failed |= numbers == NULL || texts == NULL;
    for (size_t i = 0; good && !run->failed && i < json_array_size(rows); i++)
        good = take_row(run, table, json_array_get(rows, i), numbers, texts);
    pt_release(numbers);
    pt_release(texts);
    return good;
}

static bool take_table(struct pt_run *run, const char *name, const json_t *value)
{
    const json_t *texts = json_object_get(value, "texts");
    struct pt_table *table;
    struct pt_buffer columns;
    bool good;

    pt_buffer_init(&columns);
    good = join(json_object_get(value, "numbers"), &columns);
    if (good && json_array_size(texts) > 0) {
        pt_buffer_byte(&columns, '|');
        good = join(texts, &columns);
    }
    pt_buffer_byte(&columns, '\0');
    run->failed |= columns.failed;
    table = good && !run->failed ? pt_run_add_table(run, name, columns.bytes) : NULL;
    pt_buffer_fini(&columns);
    return good && (table == NULL || take_rows(run, table, json_object_get(value, "rows")));
}

static bool take_tables(struct pt_run *run, json_t *tables)
{
    const char *name;
    json_t *value;

    json_object_foreach(tables, name, value)
        if (!take_table(run, name, value))
            return false;
    return true;
}

ptron_status pt_run_read(const char *bytes, size_t length, struct pt_run **out, ptron_error *err)
{
    json_error_t problem;
    json_t *root = json_loadb(bytes, length, 0, &problem);
    ptron_status status;

    *out = NULL;
    if (root == NULL)
        return pt_fail_at(err, PTRON_DATA, NULL, (uint64_t)(problem.line > 0 ? problem.line : 0),
                          (uint64_t)(problem.column > 0 ? problem.column : 0), "not a run record: %.160s",
                          problem.text);
    status = pt_run_new(out, err);
    if (status == PTRON_OK && json_integer_value(json_object_get(root, "perceptron_run")) != 1)
        status = pt_fail(err, PTRON_DATA, "not a run record of version 1");
    if (status == PTRON_OK) {
        take_entries(*out, json_object_get(root, "texts"), json_object_get(root, "numbers"));
        if (!take_tables(*out, json_object_get(root, "tables")))
            status = pt_fail(err, PTRON_DATA, "a table of the run record has rows that do not fit its columns");
    }
    json_decref(root);
    if (status == PTRON_OK)
        status = pt_run_status(*out, err);
    if (status != PTRON_OK) {
        pt_run_free(*out);
        *out = NULL;
    }
    return status;
}
