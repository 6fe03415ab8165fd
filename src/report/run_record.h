/* The record of a run: named texts, named numbers, and tables. Everything that a page or a plot shows is in
 * it, and nothing else: no clock, no host, no folder. Pictures are pure functions of it.
 *
 * A record remembers the first failure, so that filling needs no checks; the single check is pt_run_status.
 * Texts are made fit to show when they come in: UTF-8, no control characters, not endless. */
#ifndef PT_REPORT_RUN_RECORD_H
#define PT_REPORT_RUN_RECORD_H

#include "base/buffer.h"

struct pt_entry {            /* a text, or a number when `text` is NULL */
    char  *name, *text;
    double number;
};

struct pt_table {
    char   *name;
    char  **columns;         /* [n_numbers + n_texts] numbers first */
    size_t  n_numbers, n_texts;
    double *numbers;         /* [n_rows][n_numbers] */
    char  **texts;           /* [n_rows][n_texts] */
    size_t  n_rows, numbers_room, texts_room;
};

struct pt_run {
    struct pt_entry *entries;
    size_t n_entries, entries_room;
    struct pt_table **tables;
    size_t n_tables, tables_room;
    bool   failed;
};

enum { PT_TEXT_SHOWN = 60, PT_TEXT_LONG = 1000 };   /* characters kept of a name, and of a sentence */

ptron_status pt_run_new(struct pt_run **out, ptron_error *err);
void         pt_run_free(struct pt_run *run);   /* NULL is fine */
ptron_status pt_run_status(const struct pt_run *run, ptron_error *err);

/* A later text or number of the same name takes the place of the earlier one. */
void pt_run_set_text(struct pt_run *run, const char *name, const char *text);
void pt_run_set_name(struct pt_run *run, const char *name, const char *text);   /* cut to PT_TEXT_SHOWN */
void pt_run_set_number(struct pt_run *run, const char *name, double number);
const char *pt_run_text(const struct pt_run *run, const char *name);     /* "" when there is none */
double      pt_run_number(const struct pt_run *run, const char *name);   /* NaN when there is none */

/* columns: "epoch,mistakes|name": numbers, then texts. NULL when memory is out. */
struct pt_table *pt_run_add_table(struct pt_run *run, const char *name, const char *columns);
/* NULL tables are fine: nothing happens. */
void pt_run_add_row(struct pt_run *run, struct pt_table *table, const double *numbers, const char *const *texts);
/* NULL when there is none, or when it has no row. */
const struct pt_table *pt_run_table(const struct pt_run *run, const char *name);
/* NaN and "" where there is no such column. */
double      pt_table_number(const struct pt_table *table, size_t row, const char *column);
const char *pt_table_text(const struct pt_table *table, size_t row, const char *column);
/* The number as an index below `most`; `most` where it is none. */
size_t      pt_table_index(const struct pt_table *table, size_t row, const char *column, size_t most);
/* Least and largest finite number of a column; widen *least and *most, which the caller has set. */
void pt_table_range(const struct pt_table *table, const char *column, double *least, double *most);

/* As JSON (run_json.c): written and read back, the record is the same. */
void         pt_run_write(const struct pt_run *run, struct pt_buffer *out);
ptron_status pt_run_read(const char *bytes, size_t length, struct pt_run **out, ptron_error *err);
bool         pt_run_is(const char *bytes, size_t length);   /* begins as pt_run_write does */

#endif
