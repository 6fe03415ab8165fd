/* The record of a run: named texts, named numbers, and tables. Everything that a page or a plot shows is in
 * it, and nothing else: no clock, no host, no folder. Pictures are pure functions of it. All names are in names.h.
 *
 * A record remembers the first failure, so that filling needs no checks; the single check is pt_record_status.
 * Texts are made fit to show when they come in: UTF-8, no control characters, not endless. */
#ifndef PT_REPORT_RUN_RECORD_H
#define PT_REPORT_RUN_RECORD_H

#include "base/buffer.h"
#include "report/names.h"

struct pt_table {
    enum pt_table_name name;
    bool   begun;               /* written, though it may have no row */
    void  *rows;                /* [n_rows] of struct pt_..._row, texts owned */
    size_t n_rows, room;
};

struct pt_record {
    char  *texts[PT_TEXTS];     /* NULL: none */
    double numbers[PT_NUMBERS];
    bool   has[PT_NUMBERS];     /* written; a number that is known to be none is NaN */
    struct pt_table tables[PT_TABLES];
    bool   failed;
};

enum { PT_TEXT_SHOWN = 60, PT_TEXT_LONG = 1000 };   /* characters kept of a name, and of a sentence */

ptron_status pt_record_new(struct pt_record **out, ptron_error *err);
void         pt_record_free(struct pt_record *record);   /* NULL is fine */
ptron_status pt_record_status(const struct pt_record *record, ptron_error *err);

/* A later text or number of the same name takes the place of the earlier one. */
void pt_record_set_text(struct pt_record *record, enum pt_text name, const char *text);
void pt_record_set_name(struct pt_record *record, enum pt_text name, const char *text);   /* cut to PT_TEXT_SHOWN */
void pt_record_set_number(struct pt_record *record, enum pt_number name, double number);
const char *pt_record_text(const struct pt_record *record, enum pt_text name);       /* "" when there is none */
double      pt_record_number(const struct pt_record *record, enum pt_number name);   /* NaN when there is none */

/* A table that is begun is written even when no row comes. */
void pt_record_begin_table(struct pt_record *record, enum pt_table_name table);
/* row: the struct pt_..._row of this table. */
void pt_record_add_row(struct pt_record *record, enum pt_table_name table, const void *row);
#define PT_ADD_ROW(record, table, ...)                                                                               \
    pt_record_add_row(record, PT_TABLE_##table, &(const struct pt_##table##_row){__VA_ARGS__})
/* Every second row goes, from the first. */
void pt_record_thin_table(struct pt_record *record, enum pt_table_name table);

/* NULL when it has no row. */
const struct pt_table *pt_record_table(const struct pt_record *record, enum pt_table_name table);

#define PT_TEXT(record, name) pt_record_text(record, PT_TEXT_##name)
#define PT_NUMBER(record, name) pt_record_number(record, PT_NUMBER_##name)
#define PT_TABLE(record, name) pt_record_table(record, PT_TABLE_##name)

/* NaN and "" past the last row. */
double      pt_table_number(const struct pt_table *table, size_t row, enum pt_record_column column);
const char *pt_table_text(const struct pt_table *table, size_t row, enum pt_record_column column);
/* The numbers of `n` columns that stand side by side, from this one on. */
void        pt_table_numbers(const struct pt_table *table, size_t row, enum pt_record_column first, size_t n,
                             double *numbers);
/* The number as an index below `most`; `most` where it is none. */
size_t      pt_table_index(const struct pt_table *table, size_t row, enum pt_record_column column, size_t most);
/* Least and largest finite number of a column; widen *least and *most, which the caller has set. */
void pt_table_range(const struct pt_table *table, enum pt_record_column column, double *least, double *most);

/* The text of this name; PT_TEXTS: there is none. */
enum pt_text pt_text_named(const char *name);

/* As JSON (run_record_json.c): written and read back, the record is the same. Names that are not in names.h are
 * passed over. */
void         pt_record_write(const struct pt_record *record, struct pt_buffer *out);
ptron_status pt_record_read(const char *bytes, size_t length, struct pt_record **out, ptron_error *err);
bool         pt_record_is(const char *bytes, size_t length);   /* begins as pt_record_write does */

/* For those who write and read all names. */
struct pt_column_form {
    const char *name;
    size_t offset;      /* in the row */
};
struct pt_table_form {
    const char *name;
    const struct pt_column_form *columns;   /* [n_numbers + n_texts] */
    size_t n_numbers, n_texts, row_size;
};
extern const struct pt_table_form pt_table_forms[PT_TABLES];
extern const char *const pt_text_names[PT_TEXTS], *const pt_number_names[PT_NUMBERS];

/* A cell, whatever its table; column: 0 .. n_numbers + n_texts - 1 */
double      pt_form_number(const struct pt_table_form *form, const void *row, size_t column);
const char *pt_form_text(const struct pt_table_form *form, const void *row, size_t column);
const void *pt_table_row(const struct pt_table *table, size_t row);

#endif
