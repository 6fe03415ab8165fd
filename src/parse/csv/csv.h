/* What a CSV file's columns are: found from its first lines, or matched with those of a recipe.
 *
 * Delimiter: the one of tab, semicolon and comma that cuts most of the first lines into the same number of
 *   cells, two or more; among equals the one that makes more cells.
 * Header: the first line is one when none of its cells is a number and either some column has only numbers
 *   (or missing cells) below it, or its cells are all there, all different, and none comes again below it.
 * Label: the column asked for; else the only one named label, class, target, species, diagnosis, type or y
 *   (any case; y only when it stands first or last); else the first, when it has text where the last has
 *   numbers; else the last.
 * Everything else is a number unless it is ignored, one-hot or the row weights. Columns are called by name or,
 * where no name fits, by number from 1. */
#ifndef PT_PARSE_CSV_CSV_H
#define PT_PARSE_CSV_CSV_H

#include "parse/csv/csv_cell.h"
#include "parse/parser.h"

/* Members of pt_parser_csv; see parser.h. */
int pt_csv_recognise(const char *bytes, size_t length, const char *name);
ptron_status pt_csv_prepare(struct pt_recipe *recipe, const ptron_options *options, const char *bytes,
                            size_t length, ptron_error *err);
ptron_status pt_csv_match(const struct pt_recipe *recipe, const ptron_options *options, const char *bytes,
                          size_t length, uint32_t **columns, size_t *n_columns, size_t *skip, ptron_error *err);

/* A column of the recipe by name or, where no name fits, by number from 1; n_columns: there is none. */
size_t pt_csv_find_column(const struct pt_recipe *recipe, const char *wanted, size_t length);

/* The first lines of a file as cells. */
struct pt_sheet {
    struct pt_cell *cells;      /* all cells, line after line */
    size_t         *start;      /* [n_lines + 1] where each line's cells begin */
    size_t          n_lines, n_cells;
    size_t          first_end;  /* bytes up to the end of the first line that is not blank */
    const char     *open;       /* a quote that is never closed, or NULL */
    size_t          cell_room, line_room;
};

/* Reads at most `lines` lines that are not blank, fewer when they are very wide. A line with an open quote ends the
 * sheet and is not in it. A line of more than PT_COLUMNS_MOST cells is refused. */
ptron_status pt_sheet_read(struct pt_sheet *sheet, const char *bytes, size_t length, char delimiter, size_t lines,
                           ptron_error *err);
void pt_sheet_fini(struct pt_sheet *sheet);

static inline size_t pt_sheet_width(const struct pt_sheet *sheet, size_t line)
{
    return sheet->start[line + 1] - sheet->start[line];
}

/* Cell j of the line, or an empty one. */
static inline struct pt_cell pt_sheet_cell(const struct pt_sheet *sheet, size_t line, size_t j)
{
    return j < pt_sheet_width(sheet, line) ? sheet->cells[sheet->start[line] + j] : (struct pt_cell){.text = ""};
}

/* Cells in most of the lines. */
size_t pt_sheet_usual_width(const struct pt_sheet *sheet);

/* What column j holds from line `from` on: numbers (at least one) and missing cells only; or any text. */
bool pt_sheet_has_numbers(const struct pt_sheet *sheet, size_t j, size_t from);
bool pt_sheet_has_text(const struct pt_sheet *sheet, size_t j, size_t from);

/* The delimiter that the first lines speak for, and how many lines of 100 agree; 0 agree: none does. */
char pt_csv_delimiter(const char *bytes, size_t length, int *agree);
/* The one that --delimiter names, or NUL. */
char pt_csv_delimiter_named(const char *word);
bool pt_csv_has_header(const struct pt_sheet *sheet);
/* --header yes or no, else the guess. */
bool pt_csv_choose_header(const ptron_options *options, bool guess);

enum {
    PT_SHEET_LINES = 50,          /* enough to guess by */
    PT_COLUMNS_MOST = 1 << 20,    /* beyond, a dense row makes no sense */
};

#endif
