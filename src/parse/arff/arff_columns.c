/* The columns of ARFF: fitted to a header and the rows behind it, and matched with those of a recipe. */
#include "base/alloc.h"
#include "base/printable.h"
#include "parse/arff/arff.h"
#include "parse/as_csv.h"
#include "parse/csv/csv.h"

#include <string.h>

/* ---- the first rows as CSV ---- */

static void write_cell(struct pt_buffer *csv, const struct pt_arff_cell *cell, bool last)
{
    if (cell->cell.quoted) {
        pt_as_csv_cell(csv, cell->cell.text, cell->cell.length, last);
        return;
    }
    pt_buffer_add(csv, cell->cell.text, cell->cell.length);
    pt_buffer_byte(csv, last ? '\n' : ',');
}

/* Rows whose cells are all there; sparse ones say nothing that the header does not. */
static void write_rows(struct pt_buffer *csv, struct pt_buffer *decoded, const char *s, const char *end, size_t n)
{
    const char *stop, *next;

    for (; s < end && !csv->failed; s = next) {
        const size_t before = csv->length;
        struct pt_arff_cell cell;
        size_t j = 0;

        if (!pt_arff_line(&s, end, &stop, &next) || *s == '{')
            continue;
        decoded->length = 0;
        for (bool more = true; more && j < n; j++) {
            pt_arff_cell_read(&s, stop, ",", decoded, &cell);
            more = s < stop;
            s += more;
            write_cell(csv, &cell, j + 1 == n);
        }
        if (j < n && !csv->failed)
            csv->length = before;
    }
}

static ptron_status write_csv(const struct pt_arff_header *header, const char *bytes, size_t length,
                              struct pt_buffer *csv, ptron_error *err)
{
    struct pt_buffer decoded;
    void *room = NULL;

    pt_buffer_init(&decoded);
    if (!pt_grow(&room, &decoded.room, length, 1))
        return pt_fail_memory(err, length, "the first rows");
    decoded.bytes = room;
    for (uint32_t j = 0; j < header->names.count; j++) {
        size_t n;
        const char *name = pt_dict_text(&header->names, j, &n);

        pt_as_csv_cell(csv, name, n, j + 1 == header->names.count);
    }
    write_rows(csv, &decoded, bytes + header->bytes, bytes + length, header->names.count);
    pt_buffer_fini(&decoded);
    return PTRON_OK;
}

/* ---- preparing ---- */

/* The types of the header speak where no option did. */
static ptron_status give_roles(struct pt_recipe *recipe, const struct pt_arff_header *header,
                               const ptron_options *options, ptron_error *err)
{
    for (size_t i = 0; i < recipe->n_columns; i++) {
        struct pt_column *column = &recipe->columns[i];
        const enum pt_arff_kind kind = (enum pt_arff_kind)header->kinds[i];

        if (column->role != PT_ROLE_NUMBER)
            continue;
        if (kind == PT_ARFF_DATE && column->cells == PT_CELLS_NUMBER)
            return pt_fail(err, PTRON_DATA, "column '%s' holds dates, which are no numbers; use --dates %s to count "
                           "days, or --ignore %s", pt_printable(column->name, strlen(column->name)).text,
                           pt_word(column->name, true).text, pt_word(column->name, true).text);
        if (kind == PT_ARFF_NOMINAL || kind == PT_ARFF_STRING)
            column->role = PT_ROLE_CATEGORY;
    }
    return pt_as_csv_finish(recipe, options, err);
}

static ptron_status prepare(struct pt_arff_header *header, struct pt_recipe *recipe, const ptron_options *options,
                            const char *bytes, size_t length, struct pt_buffer *csv, ptron_error *err)
{
    PT_TRY(pt_arff_header_read(header, bytes, length, err));
    PT_TRY(write_csv(header, bytes, length, csv, err));
    PT_TRY(pt_as_csv_prepare(recipe, options, csv, err));
    PT_TRY(pt_dict_copy(&recipe->declared, &header->declared, err));
    return give_roles(recipe, header, options, err);
}

ptron_status pt_arff_prepare(struct pt_recipe *recipe, const ptron_options *options, const char *bytes, size_t length,
                             ptron_error *err)
{
    struct pt_arff_header header;
    struct pt_buffer csv;
    ptron_status status;

    pt_arff_header_init(&header);
    pt_buffer_init(&csv);
    status = prepare(&header, recipe, options, bytes, length, &csv, err);
    pt_buffer_fini(&csv);
    pt_arff_header_fini(&header);
    return status;
}

/* ---- matching ---- */

static ptron_status match_names(const struct pt_recipe *recipe, const struct pt_arff_header *header, uint32_t **columns,
                                ptron_error *err)
{
    const uint32_t n = header->names.count;
    uint32_t *map = *columns = pt_array(n, sizeof *map);

    if (map == NULL)
        return pt_fail_memory(err, n * sizeof *map, "columns");
    for (uint32_t j = 0; j < n; j++)
        map[j] = UINT32_MAX;
    for (size_t i = 0; i < recipe->n_columns; i++) {
        const struct pt_column *column = &recipe->columns[i];
        const uint32_t j = column->role == PT_ROLE_IGNORED
                               ? PT_DICT_NONE
                               : pt_dict_find(&header->names, column->name, strlen(column->name));

        if (j != PT_DICT_NONE)
            map[j] = (uint32_t)i;
        else if (column->role != PT_ROLE_IGNORED && column->role != PT_ROLE_LABEL && column->role != PT_ROLE_WEIGHT)
            return pt_fail(err, PTRON_DATA, "file has no column '%s'",
                           pt_printable(column->name, strlen(column->name)).text);
    }
    return PTRON_OK;
}

ptron_status pt_arff_match(const struct pt_recipe *recipe, const ptron_options *options, bool fitting,
                           const char *bytes, size_t length, uint32_t **columns, size_t *n_columns, size_t *skip,
                           ptron_error *err)
{
    struct pt_arff_header header;
    ptron_status status;

    (void)options, (void)fitting;
    *columns = NULL;
    *n_columns = *skip = 0;
    if (!pt_arff_has_header(bytes, length))   /* rows alone: in the order of the recipe's columns */
        return PTRON_OK;
    pt_arff_header_init(&header);
    status = pt_arff_header_read(&header, bytes, length, err);
    if (status == PTRON_OK)
        status = match_names(recipe, &header, columns, err);
    *n_columns = header.names.count;
    *skip = header.bytes;
    pt_arff_header_fini(&header);
    return status;
}
