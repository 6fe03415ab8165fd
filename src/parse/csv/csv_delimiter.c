/* What parts the cells of a CSV file, and whether a file is one. csv.h has the rules. */
#include "parse/csv/csv.h"

#include <string.h>

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
        if (!pt_line_skipped(p, end, delimiter, '\0', &p)) {
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

/* Whether most cells so parted are numbers with a comma: then the comma does not part cells. */
static bool has_decimal_commas(const char *bytes, size_t length, char delimiter)
{
    const char *p = bytes, *end = bytes + length;
    size_t commas = 0, others = 0;

    for (size_t lines = 0; p < end && lines < PT_SHEET_LINES; lines++)
        for (bool more = !pt_line_skipped(p, end, delimiter, '\0', &p); more;) {
            struct pt_cell cell;

            more = pt_cell_read(&p, end, delimiter, &cell);
            if (pt_cell_has_comma(&cell))
                commas++;
            else
                others += cell.length > 0 && memchr(cell.text, ',', cell.length) != NULL;
        }
    return commas > others;
}

/* As many cells in every line, and a column of nothing but numbers below the first. False: no memory to tell. */
static bool ask_for_spaces(const char *bytes, size_t length, bool *parted)
{
    size_t width, lines;
    struct pt_recipe recipe;
    struct pt_sheet sheet;

    *parted = false;
    if (count_agreeing(bytes, length, ' ', &width, &lines) < lines || lines < 3)
        return true;
    pt_recipe_init(&recipe);
    recipe.delimiter = ' ';
    if (pt_sheet_read(&sheet, &recipe, bytes, length, PT_SHEET_LINES, NULL) != PTRON_OK)
        return false;
    for (size_t j = 0; j < width && !*parted; j++)
        *parted = pt_sheet_has_numbers(&sheet, j, 1);
    pt_sheet_fini(&sheet);
    return true;
}

char pt_csv_delimiter(const char *bytes, size_t length, char decimal, int *agree)
{
    static const char candidates[] = {'\t', ';', '|', ','};
    size_t best_share = 0, best_width = 0;
    char best = ',';
    bool parted = false;

    for (size_t i = 0; i < sizeof candidates; i++) {
        size_t width, lines;
        const size_t agreeing = count_agreeing(bytes, length, candidates[i], &width, &lines);
        const size_t share = lines == 0 ? 0 : 100 * agreeing / lines;

        if (candidates[i] == ',' && (decimal == ',' || (best_share > 0 && has_decimal_commas(bytes, length, best))))
            continue;
        if (share > best_share || (share == best_share && width > best_width)) {
            best_share = share;
            best_width = width;
            best = candidates[i];
        }
    }
    if (best_share == 0 && !ask_for_spaces(bytes, length, &parted))
        return '\0';
    if (parted) {
        best_share = 100;
        best = ' ';
    }
    *agree = (int)best_share;
    return best;
}

/* ---- recognising ---- */

static bool named_so(const char *name)
{
    static const char *const endings[] = {".csv", ".tsv", ".csv.gz", ".tsv.gz", ".csv.zst", ".tsv.zst",
                                         ".csv.xz", ".tsv.xz"};

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
        if (!pt_line_skipped(p, end, delimiter, '\0', &p)) {
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
    const char delimiter = pt_csv_delimiter(bytes, length, '.', &agree);
    const int least = named_so(name) ? 40 : 0;

    if (delimiter == '\0')
        return -1;
    if (length == 0 || memchr(bytes, '\0', length) != NULL || looks_like_svm(bytes, length, delimiter))
        return 0;
    if (delimiter == ' ')   /* other formats have spaces too */
        return least > 0 ? least : 10;
    return agree >= 50 ? (60 * agree / 100 > least ? 60 * agree / 100 : least) : least;
}
