/* Records in memory. Lookups go by name and from first to last: a record has a few dozen names. */
#include "report/run_record.h"
#include "base/alloc.h"
#include "base/utf8.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static void table_free(struct pt_table *table)
{
    if (table == NULL)
        return;
    for (size_t c = 0; table->columns != NULL && c < table->n_numbers + table->n_texts; c++)
        pt_release(table->columns[c]);
    for (size_t i = 0; table->texts != NULL && i < table->n_rows * table->n_texts; i++)
        pt_release(table->texts[i]);
    pt_release(table->columns);
    pt_release(table->numbers);
    pt_release(table->texts);
    pt_release(table->name);
    pt_release(table);
}

void pt_run_free(struct pt_run *run)
{
    if (run == NULL)
        return;
    for (size_t i = 0; i < run->n_entries; i++) {
        pt_release(run->entries[i].name);
        pt_release(run->entries[i].text);
    }
    for (size_t i = 0; i < run->n_tables; i++)
        table_free(run->tables[i]);
    pt_release(run->entries);
    pt_release(run->tables);
    pt_release(run);
}

ptron_status pt_run_new(struct pt_run **out, ptron_error *err)
{
    *out = pt_zeroed(1, sizeof **out);
    return *out != NULL ? PTRON_OK : pt_fail_memory(err, sizeof **out, "a run record");
}

ptron_status pt_run_status(const struct pt_run *run, ptron_error *err)
{
    return run->failed ? pt_fail_memory(err, sizeof *run, "a run record") : PTRON_OK;
}

/* ---- texts that can be shown ----------------------------------------------------------------------- */

static char *clean(const char *text, size_t most)
{
    struct pt_buffer out;
    char *copy;

    pt_buffer_init(&out);
    for (size_t n = 0; *text != '\0' && n < most; n++) {
        const size_t length = pt_utf8_bytes(text, SIZE_MAX);
        if (length == 0)
            pt_buffer_text(&out, "\xef\xbf\xbd");
        else if (pt_utf8_is_control(text))
            pt_buffer_byte(&out, ' ');
        else
            pt_buffer_add(&out, text, length);
        text += length == 0 ? 1 : length;
    }
    if (*text != '\0')
        pt_buffer_text(&out, "\xe2\x80\xa6");
    copy = out.failed ? NULL : pt_copy_text(out.length == 0 ? "" : out.bytes, out.length);
    pt_buffer_fini(&out);
    return copy;
}

/* ---- entries --------------------------------------------------------------------------------------- */

static struct pt_entry *find(const struct pt_run *run, const char *name)
{
    for (size_t i = 0; i < run->n_entries; i++)
        if (strcmp(run->entries[i].name, name) == 0)
            return &run->entries[i];
    return NULL;
}

static struct pt_entry *find_or_add(struct pt_run *run, const char *name)
{
    struct pt_entry *entry = find(run, name);

    if (entry != NULL || run->failed)
        return entry;
    if (!pt_grow((void **)&run->entries, &run->entries_room, run->n_entries + 1, sizeof *run->entries))
        return NULL;
    entry = &run->entries[run->n_entries];
    *entry = (struct pt_entry){.name = pt_copy_text(name, strlen(name)), .number = NAN};
    if (entry->name == NULL)
        return NULL;
    run->n_entries++;
    return entry;
}

static void set_text(struct pt_run *run, const char *name, const char *text, size_t most)
{
    struct pt_entry *entry = find_or_add(run, name);

    if (entry != NULL) {
        pt_release(entry->text);
        entry->text = clean(text, most);
    }
    if (entry == NULL || entry->text == NULL)
        run->failed = true;
}

void pt_run_set_text(struct pt_run *run, const char *name, const char *text)
{
    set_text(run, name, text, PT_TEXT_LONG);
}

void pt_run_set_name(struct pt_run *run, const char *name, const char *text)
{
    set_text(run, name, text, PT_TEXT_SHOWN);
}

void pt_run_set_number(struct pt_run *run, const char *name, double number)
{
    struct pt_entry *entry = find_or_add(run, name);

    if (entry == NULL)
        run->failed = true;
    else
        entry->number = number;
}

const char *pt_run_text(const struct pt_run *run, const char *name)
{
    const struct pt_entry *entry = find(run, name);

    return entry == NULL || entry->text == NULL ? "" : entry->text;
}

double pt_run_number(const struct pt_run *run, const char *name)
{
    const struct pt_entry *entry = find(run, name);

    return entry == NULL ? NAN : entry->number;
}

/* ---- tables ---------------------------------------------------------------------------------------- */

static size_t count_of(const char *text, char c)
{
    size_t n = 0;

    for (; *text != '\0'; text++)
        n += *text == c;
    return n;
}

/* "a,b|c" into names; false when memory is out. */
static bool name_columns(struct pt_table *table, const char *columns)
{
    const char *bar = strchr(columns, '|');
    const size_t all = *columns == '\0' ? 0 : count_of(columns, ',') + 1 + (bar != NULL && bar != columns);

    table->n_texts = bar == NULL ? 0 : count_of(bar, ',') + 1;
    table->n_numbers = all - table->n_texts;
    table->columns = pt_zeroed(all, sizeof *table->columns);
    for (size_t c = 0; table->columns != NULL && c < all; c++) {
        const size_t length = strcspn(columns += c == 0 && *columns == '|', ",|");
        table->columns[c] = pt_copy_text(columns, length);
        if (table->columns[c] == NULL)
            return false;
        columns += length + (columns[length] != '\0');
    }
    return table->columns != NULL;
}

struct pt_table *pt_run_add_table(struct pt_run *run, const char *name, const char *columns)
{
    struct pt_table *table = run->failed ? NULL : pt_zeroed(1, sizeof *table);
    bool good = table != NULL && name_columns(table, columns);

    if (good) {
        table->name = pt_copy_text(name, strlen(name));
        good = table->name != NULL &&
               pt_grow((void **)&run->tables, &run->tables_room, run->n_tables + 1, sizeof *run->tables);
    }
    if (!good) {
        table_free(table);
        run->failed = true;
        return NULL;
    }
    return run->tables[run->n_tables++] = table;
}

static bool make_room(struct pt_table *table)
{
    const size_t rows = table->n_rows + 1;

    return pt_grow((void **)&table->numbers, &table->numbers_room, rows * table->n_numbers, sizeof *table->numbers) &&
           pt_grow((void **)&table->texts, &table->texts_room, rows * table->n_texts, sizeof *table->texts);
}

void pt_run_add_row(struct pt_run *run, struct pt_table *table, const double *numbers, const char *const *texts)
{
    char **cells;

    if (table == NULL || run->failed)
        return;
    if (!make_room(table)) {
        run->failed = true;
        return;
    }
    if (table->n_numbers > 0)
        memcpy(table->numbers + table->n_rows * table->n_numbers, numbers, table->n_numbers * sizeof *numbers);
    cells = table->n_texts == 0 ? NULL : table->texts + table->n_rows * table->n_texts;
    for (size_t c = 0; c < table->n_texts; c++)
        cells[c] = clean(texts[c], PT_TEXT_SHOWN);
    table->n_rows++;
    for (size_t c = 0; c < table->n_texts; c++)
        run->failed |= cells[c] == NULL;
}

const struct pt_table *pt_run_table(const struct pt_run *run, const char *name)
{
    for (size_t i = 0; i < run->n_tables; i++)
        if (strcmp(run->tables[i]->name, name) == 0 && run->tables[i]->n_rows > 0)
            return run->tables[i];
    return NULL;
}

static size_t column_of(const struct pt_table *table, const char *name)
{
    for (size_t c = 0; c < table->n_numbers + table->n_texts; c++)
        if (strcmp(table->columns[c], name) == 0)
            return c;
    return SIZE_MAX;
}

double pt_table_number(const struct pt_table *table, size_t row, const char *column)
{
    const size_t c = column_of(table, column);

    return c < table->n_numbers && row < table->n_rows ? table->numbers[row * table->n_numbers + c] : NAN;
}

const char *pt_table_text(const struct pt_table *table, size_t row, const char *column)
{
    const size_t c = column_of(table, column);

    if (c == SIZE_MAX || c < table->n_numbers || row >= table->n_rows)
        return "";
    return table->texts[row * table->n_texts + (c - table->n_numbers)];
}

size_t pt_table_index(const struct pt_table *table, size_t row, const char *column, size_t most)
{
    const double value = pt_table_number(table, row, column);

    return value >= 0.0 && value < (double)most ? (size_t)value : most;
}

void pt_table_range(const struct pt_table *table, const char *column, double *least, double *most)
{
    for (size_t i = 0; i < table->n_rows; i++) {
        const double value = pt_table_number(table, i, column);
        if (!isfinite(value))
            continue;
        *least = fmin(*least, value);
        *most = fmax(*most, value);
    }
}
