/* A file's columns against those of a recipe: by name where both have a header, else by position. */
#include "base/alloc.h"
#include "base/number.h"
#include "base/plural.h"
#include "base/printable.h"
#include "parse/csv/csv.h"

#include <string.h>

/* Names of a file's columns: numbered in their order, and back to the column. */
struct names {
    struct pt_dict dict;
    uint32_t *column;   /* [dict.count] the first column of that name */
};

static ptron_status read_names(struct names *names, const struct pt_sheet *sheet, ptron_error *err)
{
    const size_t n = pt_sheet_width(sheet, 0);
    struct pt_buffer buffer;
    ptron_status status = PTRON_OK;

    pt_dict_init(&names->dict);
    pt_buffer_init(&buffer);
    names->column = pt_array(n, sizeof *names->column);
    if (names->column == NULL)
        status = pt_fail_memory(err, n * sizeof *names->column, "columns");
    for (size_t j = 0; j < n && status == PTRON_OK; j++) {
        const uint32_t before = names->dict.count;
        const char *text;
        size_t length;

        if (!pt_cell_text(&sheet->cells[j], &buffer, &text, &length) ||
            pt_dict_add(&names->dict, text, length) == PT_DICT_NONE)
            status = pt_fail_memory(err, sheet->cells[j].length, "columns");
        else if (names->dict.count > before)
            names->column[before] = (uint32_t)j;
    }
    pt_buffer_fini(&buffer);
    return status;
}

/* The file column of that name; an empty name in the header is the column's number, as in preparing. */
static size_t find_name(const struct names *names, const struct pt_sheet *sheet, const char *name)
{
    const uint32_t id = pt_dict_find(&names->dict, name, strlen(name));
    const char *p = name;
    uint64_t number;

    if (id != PT_DICT_NONE)
        return names->column[id];
    if (pt_parse_u64(&p, name + strlen(name), &number) && *p == '\0' && number > 0 &&
        number <= pt_sheet_width(sheet, 0) && sheet->cells[number - 1].length == 0)
        return (size_t)number - 1;
    return SIZE_MAX;
}

static bool has_number(const struct pt_sheet *sheet, bool or_missing)   /* in the first line */
{
    for (size_t j = 0; j < pt_sheet_width(sheet, 0); j++) {
        double value;

        if (pt_cell_number(&sheet->cells[j], sheet->recipe->decimal, &value) ||
            (or_missing && pt_cell_missing_number(&sheet->cells[j], sheet->recipe)))
            return true;
    }
    return false;
}

/* Whether the first line names columns rather than holds a row. */
static bool guess_header(const struct pt_recipe *recipe, const struct pt_sheet *sheet, const struct names *names,
                         bool fitting)
{
    size_t known = 0;

    for (size_t i = 0; recipe->header && i < recipe->n_columns; i++)
        known += pt_dict_find(&names->dict, recipe->columns[i].name, strlen(recipe->columns[i].name)) != PT_DICT_NONE;
    if (known > 0 && (known >= names->dict.count || !has_number(sheet, false)))
        return true;
    if (fitting)   /* as in preparing */
        return pt_csv_has_header(sheet);
    return recipe->n_numbers > 0 && !has_number(sheet, true);
}

static uint32_t *new_map(size_t n, ptron_error *err)
{
    uint32_t *map = pt_array(n, sizeof *map);

    if (map == NULL)
        pt_fail_memory(err, n * sizeof *map, "columns");
    for (size_t j = 0; map != NULL && j < n; j++)
        map[j] = UINT32_MAX;
    return map;
}

/* Every column stands where the recipe has it. */
static bool is_plain(const struct pt_recipe *recipe, const uint32_t *map, size_t n)
{
    size_t j = 0;

    while (j < n && j < recipe->n_columns && (map[j] == j || recipe->columns[j].role == PT_ROLE_IGNORED))
        j++;
    return j == n && n == recipe->n_columns;
}

/* A file that parts its cells by something else than the training file did reads as one column. */
static const char *hint_of(const struct pt_sheet *sheet)
{
    const struct pt_cell *cell = &sheet->cells[0];

    return pt_sheet_width(sheet, 0) == 1 && (memchr(cell->text, ',', cell->length) != NULL ||
                                             memchr(cell->text, ';', cell->length) != NULL ||
                                             memchr(cell->text, '\t', cell->length) != NULL)
               ? "; its cells must be parted as in training"
               : "";
}

/* From *extra on: a column of the file that the recipe does not have, not even to ignore it. */
static bool find_extra(const struct pt_recipe *recipe, const struct pt_sheet *sheet, const uint32_t *map, size_t *extra)
{
    for (; *extra < pt_sheet_width(sheet, 0); ++*extra) {
        const struct pt_cell *cell = &sheet->cells[*extra];

        if (map[*extra] == UINT32_MAX && cell->length > 0 && !cell->escaped &&
            pt_csv_find_column(recipe, cell->text, cell->length) == recipe->n_columns)
            return true;
    }
    return false;
}

ptron_status pt_csv_extra(const struct pt_recipe *recipe, const char *header, size_t length, const uint32_t *columns,
                          size_t *n, struct pt_printable *first, ptron_error *err)
{
    struct pt_sheet sheet;

    *n = 0;
    PT_TRY(pt_sheet_read(&sheet, recipe, header, length, 1, err));
    for (size_t extra = 0; sheet.n_lines > 0 && find_extra(recipe, &sheet, columns, &extra); extra++)
        if ((*n)++ == 0)
            *first = pt_printable(sheet.cells[extra].text, sheet.cells[extra].length);
    pt_sheet_fini(&sheet);
    return PTRON_OK;
}

static ptron_status match_names(const struct pt_recipe *recipe, const struct pt_sheet *sheet,
                                const struct names *names, bool fitting, uint32_t **columns, size_t *n_columns,
                                ptron_error *err)
{
    const size_t n = pt_sheet_width(sheet, 0);
    uint32_t *map = new_map(n, err);
    size_t extra = 0;

    if (map == NULL)
        return PTRON_NOMEM;
    for (size_t i = 0; i < recipe->n_columns; i++) {
        const struct pt_column *column = &recipe->columns[i];
        const size_t j = column->role == PT_ROLE_IGNORED ? SIZE_MAX : find_name(names, sheet, column->name);

        if (j != SIZE_MAX) {
            map[j] = (uint32_t)i;
        } else if (column->role == PT_ROLE_NUMBER || column->role == PT_ROLE_CATEGORY ||
                   column->role == PT_ROLE_TEXT) {
            pt_release(map);
            return pt_fail_at(err, PTRON_DATA, NULL, 1, 0, "file has no column '%s'%s",
                              pt_printable(column->name, strlen(column->name)).text, hint_of(sheet));
        }
    }
    if (fitting && find_extra(recipe, sheet, map, &extra)) {
        const struct pt_cell *cell = &sheet->cells[extra];

        pt_release(map);
        return pt_fail_at(err, PTRON_DATA, NULL, 1, (uint64_t)(cell->text - sheet->cells[0].text) + 1,
                          "column '%s' is not in the first file; all files of a training set have the same columns",
                          pt_printable(cell->text, cell->length).text);
    }
    *n_columns = n;
    *columns = is_plain(recipe, map, n) ? NULL : map;
    if (*columns == NULL)
        pt_release(map);
    return PTRON_OK;
}

/* By position: all columns, or all but the label. */
static ptron_status match_positions(const struct pt_recipe *recipe, size_t n, uint32_t **columns,
                                    size_t *n_columns, ptron_error *err)
{
    uint32_t label = 0;

    *n_columns = n;
    if (n == recipe->n_columns)
        return PTRON_OK;
    while (label < recipe->n_columns && recipe->columns[label].role != PT_ROLE_LABEL)
        label++;
    if (n + 1 != recipe->n_columns || label == recipe->n_columns)
        return pt_fail_at(err, PTRON_DATA, NULL, 1, 0, "file has %zu column%s, wanted %zu", n, pt_plural(n),
                          recipe->n_columns);
    *columns = new_map(n, err);
    if (*columns == NULL)
        return PTRON_NOMEM;
    for (uint32_t j = 0; j < n; j++)
        (*columns)[j] = j < label ? j : j + 1;
    return PTRON_OK;
}

static ptron_status match_sheet(const struct pt_recipe *recipe, const struct pt_sheet *sheet,
                                const ptron_options *options, bool fitting, uint32_t **columns, size_t *n_columns,
                                size_t *skip, ptron_error *err)
{
    struct names names;
    ptron_status status = read_names(&names, sheet, err);

    if (status == PTRON_OK) {
        const bool header = pt_csv_choose_header(options, guess_header(recipe, sheet, &names, fitting));

        *skip = header ? sheet->first_end : 0;
        status = header && recipe->header
                     ? match_names(recipe, sheet, &names, fitting, columns, n_columns, err)
                     : match_positions(recipe, header ? pt_sheet_width(sheet, 0) : pt_sheet_usual_width(sheet),
                                       columns, n_columns, err);
    }
    pt_dict_fini(&names.dict);
    pt_release(names.column);
    return status;
}

ptron_status pt_csv_match(const struct pt_recipe *recipe, const ptron_options *options, bool fitting, const char *bytes,
                          size_t length, uint32_t **columns, size_t *n_columns, size_t *skip, ptron_error *err)
{
    struct pt_sheet sheet;
    ptron_status status = PTRON_OK;

    *columns = NULL;
    *n_columns = recipe->n_columns;
    *skip = 0;
    PT_TRY(pt_sheet_read(&sheet, recipe, bytes, length, PT_SHEET_LINES, err));
    if (sheet.n_lines > 0)
        status = match_sheet(recipe, &sheet, options, fitting, columns, n_columns, skip, err);
    pt_sheet_fini(&sheet);
    return status;
}
