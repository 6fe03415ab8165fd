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

ptron_status pt_sheet_read(struct pt_sheet *sheet, const char *bytes, size_t length, char delimiter, size_t lines,
                           ptron_error *err)
{
    const char *p = bytes, *end = bytes + length, *next;
    ptron_status status;

    *sheet = (struct pt_sheet){0};
    status = mark_line(sheet) ? PTRON_OK : pt_fail_memory(err, lines, "the first lines");
    while (status == PTRON_OK && p < end && sheet->n_lines < lines && sheet->n_cells < PT_COLUMNS_MOST &&
           sheet->open == NULL) {
        if (pt_line_blank(p, end, delimiter, &next)) {
            p = next;
            continue;
        }
        status = add_line(sheet, &p, end, delimiter, err);
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

        if (!pt_cell_missing(&cell) && !pt_cell_number(&cell, &value))
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

        any = !pt_cell_missing(&cell) && pt_cell_number(&cell, &value);
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

        if (pt_cell_number(&sheet->cells[j], &value))
            return false;
    }
    for (size_t j = 0; j < width; j++) {
        if (pt_sheet_has_numbers(sheet, j, 1))
            return true;
        again |= comes_again(sheet, j);
    }
    return width > 0 && !again && are_distinct(sheet);
}

/* ---- the delimiter ---- */

/* Cells in the line at *p, which moves behind it; 0 when a quote stays open. */
static size_t count_cells(const char **p, const char *end, char delimiter)
{
    size_t n = 0;
    bool more = true;

    for (; more; n++) {
        struct pt_cell cell;

        more = pt_cell_read(p, end, delimiter, &cell);
        if (cell.open != NULL)
            return 0;
    }
    return n;
}

/* How many of the first lines have as many cells as most of them, that number of cells in *width. */
static size_t count_agreeing(const char *bytes, size_t length, char delimiter, size_t *width, size_t *lines)
{
    size_t widths[PT_SHEET_LINES], best = 0;
    const char *p = bytes, *end = bytes + length;

    *lines = *width = 0;
    while (p < end && *lines < PT_SHEET_LINES)
        if (!pt_line_blank(p, end, delimiter, &p)) {
            const size_t n = count_cells(&p, end, delimiter);

            if (n == 0)
                break;
            widths[(*lines)++] = n;
        }
    for (size_t i = 0; i < *lines; i++) {
        size_t agree = 0;

        for (size_t k = 0; k < *lines; k++)
            agree += widths[k] == widths[i];
        if (widths[i] > 1 && agree > best) {
            best = agree;
            *width = widths[i];
        }
    }
    return best;
}

char pt_csv_delimiter(const char *bytes, size_t length, int *agree)
{
    static const char candidates[] = {'\t', ';', ','};
    size_t best_share = 0, best_width = 0;
    char best = ',';

    for (size_t i = 0; i < sizeof candidates; i++) {
        size_t width, lines;
        const size_t agreeing = count_agreeing(bytes, length, candidates[i], &width, &lines);
        const size_t share = lines == 0 ? 0 : 100 * agreeing / lines;

        if (share > best_share || (share == best_share && width > best_width)) {
            best_share = share;
            best_width = width;
            best = candidates[i];
        }
    }
    *agree = (int)best_share;
    return best;
}

/* ---- recognising ---- */

static bool named_so(const char *name)
{
    static const char *const endings[] = {".csv", ".tsv", ".csv.gz", ".tsv.gz", ".csv.zst", ".tsv.zst"};

    const size_t n = name == NULL ? 0 : strlen(name);

    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const size_t m = strlen(endings[i]);

        if (n >= m && memcmp(name + n - m, endings[i], m) == 0)
            return true;
    }
    return false;
}

/* "12:0.5": what the lines of LIBSVM are made of. */
static bool looks_like_pair(const struct pt_cell *cell)
{
    const char *s = cell->text, *end = s + cell->length;

    while (s < end && *s >= '0' && *s <= '9')
        s++;
    return s > cell->text && s < end && *s == ':';
}

/* Most second cells are pairs. */
static bool looks_like_svm(const char *bytes, size_t length, char delimiter)
{
    const char *p = bytes, *end = bytes + length;
    size_t pairs = 0, lines = 0;

    while (p < end && lines < PT_SHEET_LINES)
        if (!pt_line_blank(p, end, delimiter, &p)) {
            struct pt_cell cell;

            lines++;
            if (pt_cell_read(&p, end, delimiter, &cell)) {
                const char *second = p;

                pt_cell_read(&second, end, delimiter, &cell);
                pairs += looks_like_pair(&cell);
                count_cells(&p, end, delimiter);
            }
        }
    return 2 * pairs > lines;
}

int pt_csv_recognise(const char *bytes, size_t length, const char *name)
{
    int agree;
    const char delimiter = pt_csv_delimiter(bytes, length, &agree);
    const int least = named_so(name) ? 40 : 0;

    if (length == 0 || memchr(bytes, '\0', length) != NULL || looks_like_svm(bytes, length, delimiter))
        return 0;
    return agree >= 50 ? (60 * agree / 100 > least ? 60 * agree / 100 : least) : least;
}
