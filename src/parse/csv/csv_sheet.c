/* The first lines of a CSV file: cut into cells, and what can be guessed from them. csv.h has the rules. */
#include "base/alloc.h"
#include "parse/csv/csv.h"

#include <string.h>

/* ---- the sheet ---- */

/* Notes where line number n_lines begins. */
static bool mark_line(struct pt_sheet *sheet)
{
    void *start = sheet->start;

    if (!pt_grow(&start, &sheet->line_room, sheet->n_lines + 1, sizeof *sheet->start))
        return false;
    sheet->start = start;
    sheet->start[sheet->n_lines] = sheet->n_cells;
    return true;
}

/* A line with an open quote is not taken: it may go on behind these bytes. */
static ptron_status add_line(struct pt_sheet *sheet, const char **p, const char *end, char delimiter,
                             ptron_error *err)
{
    const size_t before = sheet->n_cells;
    bool more = true;

    while (more && sheet->open == NULL) {
        void *cells = sheet->cells;

        if (sheet->n_cells - before == PT_COLUMNS_MOST)
            return pt_fail(err, PTRON_DATA, "a line has more than %d cells; write such wide rows as libsvm",
                           PT_COLUMNS_MOST);
        if (!pt_grow(&cells, &sheet->cell_room, sheet->n_cells + 1, sizeof *sheet->cells))
            return pt_fail_memory(err, sheet->n_cells * sizeof *sheet->cells, "the first lines");
        sheet->cells = cells;
        more = pt_cell_read(p, end, delimiter, &sheet->cells[sheet->n_cells]);
        sheet->open = sheet->cells[sheet->n_cells++].open;
    }
    if (sheet->open != NULL)
        sheet->n_cells = before;
    else
        sheet->n_lines++;
    return mark_line(sheet) ? PTRON_OK : pt_fail_memory(err, sheet->n_lines, "the first lines");
}

ptron_status pt_sheet_read(struct pt_sheet *sheet, const struct pt_recipe *recipe, const char *bytes, size_t length,
                           size_t lines, ptron_error *err)
{
    const char *p = bytes, *end = bytes + length, *next;
    ptron_status status;

    *sheet = (struct pt_sheet){.recipe = recipe};
    status = mark_line(sheet) ? PTRON_OK : pt_fail_memory(err, lines, "the first lines");
    while (status == PTRON_OK && p < end && sheet->n_lines < lines && sheet->n_cells < PT_COLUMNS_MOST &&
           sheet->open == NULL) {
        if (pt_line_skipped(p, end, recipe->delimiter, recipe->comment, &next)) {
            p = next;
            continue;
        }
        status = add_line(sheet, &p, end, recipe->delimiter, err);
        if (sheet->n_lines == 1 && sheet->first_end == 0)
            sheet->first_end = (size_t)(p - bytes);
    }
    if (status != PTRON_OK)
        pt_sheet_fini(sheet);
    return status;
}

void pt_sheet_fini(struct pt_sheet *sheet)
{
    pt_release(sheet->cells);
    pt_release(sheet->start);
    *sheet = (struct pt_sheet){0};
}

size_t pt_sheet_usual_width(const struct pt_sheet *sheet)
{
    size_t best = 0, width = 0;

    for (size_t line = 0; line < sheet->n_lines; line++) {
        size_t agree = 0;

        for (size_t other = 0; other < sheet->n_lines; other++)
            agree += pt_sheet_width(sheet, other) == pt_sheet_width(sheet, line);
        if (agree > best) {
            best = agree;
            width = pt_sheet_width(sheet, line);
        }
    }
    return width;
}

bool pt_sheet_has_text(const struct pt_sheet *sheet, size_t j, size_t from)
{
    for (size_t line = from; line < sheet->n_lines; line++) {
        const struct pt_cell cell = pt_sheet_cell(sheet, line, j);
        double value;

        if (!pt_cell_number(&cell, sheet->recipe->decimal, &value) && !pt_cell_missing_number(&cell, sheet->recipe))
            return true;
    }
    return false;
}

bool pt_sheet_has_numbers(const struct pt_sheet *sheet, size_t j, size_t from)
{
    bool any = false;

    for (size_t line = from; line < sheet->n_lines && !any; line++) {
        const struct pt_cell cell = pt_sheet_cell(sheet, line, j);
        double value;

        any = pt_cell_number(&cell, sheet->recipe->decimal, &value) && !pt_cell_missing_number(&cell, sheet->recipe);
    }
    return any && !pt_sheet_has_text(sheet, j, from);
}

/* ---- the header ---- */

/* All cells of the first line are there and different. */
static bool are_distinct(const struct pt_sheet *sheet)
{
    const size_t width = pt_sheet_width(sheet, 0);
    struct pt_dict seen;
    size_t j = 0;

    pt_dict_init(&seen);
    while (j < width && sheet->cells[j].length > 0 &&
           pt_dict_add(&seen, sheet->cells[j].text, sheet->cells[j].length) == j)
        j++;
    pt_dict_fini(&seen);
    return j == width;
}

/* The cell above column j is also in the column. */
static bool comes_again(const struct pt_sheet *sheet, size_t j)
{
    for (size_t line = 1; line < sheet->n_lines; line++) {
        const struct pt_cell below = pt_sheet_cell(sheet, line, j);

        if (below.length == sheet->cells[j].length && memcmp(below.text, sheet->cells[j].text, below.length) == 0)
            return true;
    }
    return false;
}

bool pt_csv_has_header(const struct pt_sheet *sheet)
{
    const size_t width = sheet->n_lines == 0 ? 0 : pt_sheet_width(sheet, 0);
    bool again = false;

    for (size_t j = 0; j < width; j++) {
        double value;

        if (pt_cell_number(&sheet->cells[j], sheet->recipe->decimal, &value))
            return false;
    }
    for (size_t j = 0; j < width; j++) {
        if (pt_sheet_has_numbers(sheet, j, 1))
            return true;
        again |= comes_again(sheet, j);
    }
    return width > 0 && !again && are_distinct(sheet);
}
