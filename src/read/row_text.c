/* Lines are found by counting on from the last one: rows are asked for in order. */
#include "read/row_text.h"
#include "base/alloc.h"
#include "base/number.h"
#include "parse/csv/csv_cell.h"

#include <string.h>

/* ---- lines --------------------------------------------------------------------------------------- */

static const char *line_end(const char *at, const char *end)
{
    const char *stop = memchr(at, '\n', (size_t)(end - at));

    return stop == NULL ? end : stop;
}

/* The end of the row that begins there; line ends in quotes are its own. */
static const char *row_end(const struct pt_given_text *given, const char *at)
{
    const char *end = given->bytes + given->length, *p = at;
    struct pt_cell cell;

    if (given->delimiter == '\0')
        return line_end(at, end);
    while (p < end && pt_cell_read(&p, end, given->delimiter, &cell)) {}
    return p > at && p[-1] == '\n' ? p - 1 : p;
}

ptron_status pt_kept_line(struct pt_row_text *k, const struct pt_given_text *given, uint64_t line, const char **text,
                          size_t *length, ptron_error *err)
{
    const char *end = given->bytes + given->length;

    if (k->at == NULL || k->given.bytes != given->bytes || k->given.line != given->line ||
        k->given.file != given->file || line < k->line) {
        k->given = *given;
        k->at = given->bytes;
        k->line = given->line;
    }
    for (; k->line < line && k->at < end; k->line++) {
        k->at = line_end(k->at, end);
        k->at += k->at < end;
    }
    if (k->at >= end)
        return pt_fail(err, PTRON_INTERNAL, "line %llu is not among those read last", (unsigned long long)line);
    *text = k->at;
    *length = (size_t)(row_end(given, k->at) - k->at);
    return PTRON_OK;
}

/* ---- cells --------------------------------------------------------------------------------------- */

ptron_status pt_kept_names(struct pt_row_text *k, const char *const *names, size_t n, ptron_error *err)
{
    pt_kept_fini(k);
    pt_buffer_init(&k->text);
    k->file = UINT32_MAX;
    k->names = pt_zeroed(n, sizeof *k->names);
    k->columns = pt_zeroed(n, sizeof *k->columns);
    if (k->names == NULL || k->columns == NULL)
        return pt_fail_memory(err, n * sizeof *k->names, "the columns to keep");
    for (; k->n < n; k->n++)
        if ((k->names[k->n] = pt_copy_text(names[k->n], strlen(names[k->n]))) == NULL)
            return pt_fail_memory(err, strlen(names[k->n]), "the columns to keep");
    return PTRON_OK;
}

static bool is_blank(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\r'))
        at++;
    return at == end;
}

/* The last line of the header that is not blank has the names. */
static const char *names_line(const struct pt_given_text *given, const char **end)
{
    const char *at = given->header, *last = NULL, *stop = given->header + given->header_length;

    while (at != NULL && at < stop) {
        const char *next = line_end(at, stop);

        if (!is_blank(at, next))
            last = at;
        at = next + (next < stop);
    }
    *end = stop;
    return last;
}

/* By name or, where no name fits, by number from 1. */
static ptron_status find_column(const struct pt_given_text *given, const char *name, struct pt_buffer *buffer,
                                size_t *column, ptron_error *err)
{
    const char *end, *p = names_line(given, &end), *at = name;
    struct pt_cell cell;
    uint64_t number = 0;
    bool more = p != NULL;

    for (*column = 0; more; (*column)++) {
        const char *text;
        size_t length;

        more = pt_cell_read(&p, end, given->delimiter, &cell);
        if (!pt_cell_text(&cell, buffer, &text, &length))
            return pt_fail_memory(err, cell.length, "a column's name");
        if (length == strlen(name) && memcmp(text, name, length) == 0)
            return PTRON_OK;
    }
    if (!pt_parse_u64(&at, name + strlen(name), &number) || *at != '\0' || number == 0)
        return pt_fail(err, PTRON_ARGUMENT, "no column '%.60s' in this file", name);
    *column = (size_t)number - 1;
    return PTRON_OK;
}

ptron_status pt_kept_cell(struct pt_row_text *k, const struct pt_given_text *given, uint64_t line, size_t i,
                          const char **text, size_t *length, ptron_error *err)
{
    const char *p, *end;
    struct pt_cell cell = {.text = ""};
    bool more = true;

    if (given->delimiter == '\0')
        return pt_fail(err, PTRON_ARGUMENT, "cells are kept of tables (CSV) only");
    for (size_t c = 0; c < k->n && k->file != given->file; c++)
        PT_TRY(find_column(given, k->names[c], &k->text, &k->columns[c], err));
    k->file = given->file;
    PT_TRY(pt_kept_line(k, given, line, &p, length, err));
    end = p + *length;
    for (size_t c = 0; c <= k->columns[i]; c++) {
        if (!more)
            cell = (struct pt_cell){.text = ""};
        else
            more = pt_cell_read(&p, end, given->delimiter, &cell);
    }
    return pt_cell_text(&cell, &k->text, text, length) ? PTRON_OK : pt_fail_memory(err, cell.length, "a cell");
}

void pt_kept_fini(struct pt_row_text *k)
{
    for (size_t i = 0; i < k->n; i++)
        pt_release(k->names[i]);
    pt_release(k->names);
    pt_release(k->columns);
    pt_buffer_fini(&k->text);
    *k = (struct pt_row_text){0};
}
