/* Records in memory, and the forms of their tables. */
#include "report/run_record.h"
#include "base/alloc.h"
#include "base/utf8.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* ---- forms ------------------------------------------------------------------------------------------ */

#define NAME(name) #name,
const char *const pt_text_names[PT_TEXTS] = {PT_RECORD_TEXTS(NAME)};
const char *const pt_number_names[PT_NUMBERS] = {PT_RECORD_NUMBERS(NAME)};

#define COLUMN(table, column) {#column, offsetof(struct pt_##table##_row, column)},
#define COLUMNS(name, columns) static const struct pt_column_form columns_of_##name[] = {columns};
PT_RECORD_TABLES(COLUMNS, COLUMN, COLUMN)

#define ONE(table, column) +1
#define COUNT(name, columns) numbers_of_##name = 0 columns,
enum { PT_RECORD_TABLES(COUNT, ONE, PT_NOTHING) };

#define FORM(name, columns)                                                                                          \
    {#name, columns_of_##name, numbers_of_##name, sizeof columns_of_##name / sizeof *columns_of_##name -             \
     numbers_of_##name, sizeof(struct pt_##name##_row)},
const struct pt_table_form pt_table_forms[PT_TABLES] = {PT_RECORD_TABLES(FORM, PT_NOTHING, PT_NOTHING)};

/* ---- one record ------------------------------------------------------------------------------------- */

const void *pt_table_row(const struct pt_table *table, size_t row)
{
    return (const char *)table->rows + row * pt_table_forms[table->name].row_size;
}

double pt_form_number(const struct pt_table_form *form, const void *row, size_t column)
{
    double number;

    memcpy(&number, (const char *)row + form->columns[column].offset, sizeof number);
    return number;
}

const char *pt_form_text(const struct pt_table_form *form, const void *row, size_t column)
{
    const char *text;

    memcpy(&text, (const char *)row + form->columns[column].offset, sizeof text);
    return text;
}

/* Texts are owned by the row, though its struct has them const. */
static void row_fini(const struct pt_table_form *form, void *row)
{
    for (size_t c = form->n_numbers; c < form->n_numbers + form->n_texts; c++) {
        char *text;
        memcpy(&text, (char *)row + form->columns[c].offset, sizeof text);
        pt_release(text);
    }
}

void pt_record_free(struct pt_record *record)
{
    if (record == NULL)
        return;
    for (size_t t = 0; t < PT_TEXTS; t++)
        pt_release(record->texts[t]);
    for (size_t t = 0; t < PT_TABLES; t++) {
        const struct pt_table_form *form = &pt_table_forms[t];
        for (size_t i = 0; form->n_texts > 0 && i < record->tables[t].n_rows; i++)
            row_fini(form, (char *)record->tables[t].rows + i * form->row_size);
        pt_release(record->tables[t].rows);
    }
    pt_release(record);
}

ptron_status pt_record_new(struct pt_record **out, ptron_error *err)
{
    *out = pt_zeroed(1, sizeof **out);
    if (*out == NULL)
        return pt_fail_memory(err, sizeof **out, "a run record");
    for (size_t i = 0; i < PT_TABLES; i++)
        (*out)->tables[i].name = (enum pt_table_name)i;
    return PTRON_OK;
}

ptron_status pt_record_status(const struct pt_record *record, ptron_error *err)
{
    return record->failed ? pt_fail_memory(err, sizeof *record, "a run record") : PTRON_OK;
}

/* ---- texts that can be shown ----------------------------------------------------------------------- */

/* An owned copy of at most `most` characters; NULL when memory is out. */
static char *shown_copy(const char *text, size_t most)
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

/* ---- texts and numbers ------------------------------------------------------------------------------ */

static void set_text(struct pt_record *record, enum pt_text name, const char *text, size_t most)
{
    assert(name < PT_TEXTS);
    pt_release(record->texts[name]);
    record->texts[name] = shown_copy(text, most);
    record->failed |= record->texts[name] == NULL;
}

void pt_record_set_text(struct pt_record *record, enum pt_text name, const char *text)
{
    set_text(record, name, text, PT_TEXT_LONG);
}

void pt_record_set_name(struct pt_record *record, enum pt_text name, const char *text)
{
    set_text(record, name, text, PT_TEXT_SHOWN);
}

void pt_record_set_number(struct pt_record *record, enum pt_number name, double number)
{
    record->numbers[name] = number;
    record->has[name] = true;
}

const char *pt_record_text(const struct pt_record *record, enum pt_text name)
{
    return record->texts[name] == NULL ? "" : record->texts[name];
}

double pt_record_number(const struct pt_record *record, enum pt_number name)
{
    return record->has[name] ? record->numbers[name] : (double)NAN;
}

enum pt_text pt_text_named(const char *name)
{
    enum pt_text text = 0;

    while (text < PT_TEXTS && strcmp(pt_text_names[text], name) != 0)
        text++;
    return text;
}

/* ---- tables ---------------------------------------------------------------------------------------- */

void pt_record_begin_table(struct pt_record *record, enum pt_table_name table)
{
    record->tables[table].begun = true;
}

/* The row's texts become copies that it owns; those that find no memory are NULL. */
static bool take_texts(const struct pt_table_form *form, void *row)
{
    bool good = true;

    for (size_t c = form->n_numbers; c < form->n_numbers + form->n_texts; c++) {
        char *copy = shown_copy(pt_form_text(form, row, c), PT_TEXT_SHOWN);
        memcpy((char *)row + form->columns[c].offset, &copy, sizeof copy);
        good = good && copy != NULL;
    }
    return good;
}

void pt_record_add_row(struct pt_record *record, enum pt_table_name name, const void *row)
{
    const struct pt_table_form *form = &pt_table_forms[name];
    struct pt_table *table = &record->tables[name];
    void *mine;

    if (record->failed)
        return;
    table->begun = true;
    record->failed = !pt_grow(&table->rows, &table->room, table->n_rows + 1, form->row_size);
    if (record->failed)
        return;
    mine = (char *)table->rows + table->n_rows++ * form->row_size;
    memcpy(mine, row, form->row_size);
    record->failed = !take_texts(form, mine);
}

void pt_record_thin_table(struct pt_record *record, enum pt_table_name name)
{
    const size_t size = pt_table_forms[name].row_size;
    struct pt_table *table = &record->tables[name];
    size_t kept = 0;

    assert(pt_table_forms[name].n_texts == 0);   /* the rows left out own nothing */
    for (size_t i = 1; i < table->n_rows; i += 2, kept++)
        memmove((char *)table->rows + kept * size, (char *)table->rows + i * size, size);
    table->n_rows = kept;
}

const struct pt_table *pt_record_table(const struct pt_record *record, enum pt_table_name name)
{
    return record->tables[name].n_rows > 0 ? &record->tables[name] : NULL;
}

/* The column's number in its table. */
static size_t column_of(const struct pt_table *table, enum pt_record_column column, bool text)
{
    const size_t c = ((size_t)column & 255) - 1;

    assert((size_t)column >> 8 == (size_t)table->name);
    assert((c >= pt_table_forms[table->name].n_numbers) == text);
    (void)table;
    (void)text;
    return c;
}

double pt_table_number(const struct pt_table *table, size_t row, enum pt_record_column column)
{
    const size_t c = column_of(table, column, false);

    return row < table->n_rows ? pt_form_number(&pt_table_forms[table->name], pt_table_row(table, row), c)
                               : (double)NAN;
}

const char *pt_table_text(const struct pt_table *table, size_t row, enum pt_record_column column)
{
    const size_t c = column_of(table, column, true);

    return row < table->n_rows ? pt_form_text(&pt_table_forms[table->name], pt_table_row(table, row), c) : "";
}

void pt_table_numbers(const struct pt_table *table, size_t row, enum pt_record_column first, size_t n,
                      double *numbers)
{
    for (size_t i = 0; i < n; i++)
        numbers[i] = pt_table_number(table, row, (enum pt_record_column)(first + i));
}

size_t pt_table_index(const struct pt_table *table, size_t row, enum pt_record_column column, size_t most)
{
    const double value = pt_table_number(table, row, column);

    return value >= 0.0 && value < (double)most ? (size_t)value : most;
}

void pt_table_range(const struct pt_table *table, enum pt_record_column column, double *least, double *most)
{
    for (size_t i = 0; i < table->n_rows; i++) {
        const double value = pt_table_number(table, i, column);
        if (!isfinite(value))
            continue;
        *least = fmin(*least, value);
        *most = fmax(*most, value);
    }
}
