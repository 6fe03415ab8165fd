/* Lines before the first that counts: as many as --skip-lines says, then those that begin with # and are no row. */
#include "base/param.h"
#include "parse/csv/csv.h"

/* Behind n lines; NULL: there are fewer. */
static const char *pass_lines(const char *p, const char *end, uint64_t n)
{
    for (; n > 0; n--) {
        const char *stop = p == end ? NULL : memchr(p, '\n', (size_t)(end - p));

        if (stop == NULL)
            return NULL;
        p = stop + 1;
    }
    return p;
}

static size_t count_cells(const char *line, const char *end, char delimiter)
{
    struct pt_cell cell;
    size_t n = 1;

    while (pt_cell_read(&line, end, delimiter, &cell))
        n++;
    return n;
}

/* Whether a row that the model can read stands among the n lines. */
static bool has_row(const struct pt_recipe *recipe, const char *p, const char *end, uint64_t n)
{
    for (; n > 0 && p < end; n--) {
        const char *stop = memchr(p, '\n', (size_t)(end - p));
        const size_t cells = count_cells(p, stop == NULL ? end : stop, recipe->delimiter);

        if (cells == recipe->n_columns || cells + 1 == recipe->n_columns)
            return true;
        p = stop == NULL ? end : stop + 1;
    }
    return false;
}

/* Past lines that begin with #: where the first other line is. */
static const char *pass_marked(const char *p, const char *end)
{
    while (p != NULL && p < end && *p == '#')
        p = pass_lines(p, end, 1);
    return p;
}

/* As many cells as the rows below have, and no header among these: a row or a header, whatever it begins with. */
static ptron_status is_row(const struct pt_recipe *recipe, const ptron_options *options, const char *line,
                           const char *rest, const char *end, bool *row, ptron_error *err)
{
    struct pt_recipe as = {.delimiter = recipe->delimiter, .decimal = pt_option_text(options, "decimal")[0]};
    struct pt_sheet sheet;
    int agree;

    if (as.delimiter == '\0')
        as.delimiter = pt_csv_delimiter_named(pt_option_text(options, "delimiter"));
    if (as.delimiter == '\0')
        as.delimiter = pt_csv_delimiter(rest, (size_t)(end - rest), as.decimal, &agree);
    if (as.delimiter == '\0')
        return pt_fail_memory(err, (size_t)(end - rest), "the first lines");
    PT_TRY(pt_sheet_read(&sheet, &as, rest, (size_t)(end - rest), PT_SHEET_LINES, err));
    *row = !pt_csv_has_header(&sheet) && count_cells(line, rest, as.delimiter) == pt_sheet_usual_width(&sheet);
    pt_sheet_fini(&sheet);
    return PTRON_OK;
}

/* How many lines to skip: as asked, as in training unless rows stand there. */
static uint64_t lines_to_skip(const struct pt_recipe *recipe, const ptron_options *options, bool fitting,
                              const char *bytes, const char *end)
{
    if (fitting || ptron_options_given(options, "skip-lines"))
        return pt_option_count(options, "skip-lines");
    return has_row(recipe, bytes, end, recipe->skip_lines) ? 0 : recipe->skip_lines;
}

ptron_status pt_csv_preamble(const struct pt_recipe *recipe, const ptron_options *options, bool fitting,
                             const char *bytes, size_t length, size_t *skip, bool *told, ptron_error *err)
{
    const char *end = bytes + length;
    const char *p = pass_lines(bytes, end, lines_to_skip(recipe, options, fitting, bytes, end));
    const char *rest = pass_marked(p, end);
    bool row = false;

    *skip = p == NULL ? length : (size_t)(p - bytes);
    *told = rest != NULL && rest != end;
    if (!*told)   /* all that is there, so far */
        return PTRON_OK;
    while (p < rest) {
        PT_TRY(is_row(recipe, options, p, rest, end, &row, err));
        if (row)
            break;
        p = pass_lines(p, end, 1);
    }
    *skip = (size_t)(p - bytes);
    return PTRON_OK;
}
