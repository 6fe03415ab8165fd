/* What a CSV file's columns are: found from its first lines, or matched with those of a recipe.
 *
 * Before the first line: as many lines as --skip-lines says, then lines that begin with # and have another number of
 *   cells than the lines behind them.
 * Delimiter: the one of tab, semicolon, bar and comma that cuts most of the first lines into the same number of cells,
 *   two or more; among equals the one that makes more cells, but no comma that makes decimals of a semicolon's cells.
 *   Spaces, when none of these does, every line has as many cells and some column has numbers.
 * Header: the first line is one when none of its cells is a number and either some column has only numbers
 *   (or missing cells) below it, or its cells are all there, all different, and none comes again below it.
 * Label: the column asked for; else the only one named label, class, target, species, diagnosis, type or y
 *   (any case; y only when it stands first or last); else, where the first has text and the last numbers, the only one
 *   that holds yes and no or another such pair, or the first if there is none; else the last, unless it has neither two
 *   values nor few words and there is one such pair.
 * Everything else is a number unless it is ignored, one-hot or the row weights; a column of yes and no, true and false
 * is 1 and 0, and dates are days where that is asked for. With --one-hot auto a column becomes categories when more
 * than one cell in twenty is text, and no number with another decimal mark either. Columns are called by name or, where
 * no name fits, by number from 1. */
#ifndef PT_PARSE_CSV_CSV_H
#define PT_PARSE_CSV_CSV_H

#include "parse/csv/csv_cell.h"
#include "parse/parser.h"

/* Members of pt_parser_csv; see parser.h. */
int pt_csv_recognise(const char *bytes, size_t length, const char *name);
ptron_status pt_csv_prepare(struct pt_recipe *recipe, const ptron_options *options, const char *bytes,
                            size_t length, ptron_error *err);
/* How many columns a file with this header has that the recipe does not, not even to ignore them; *first: one of those
 * names. columns: as pt_csv_match found them. */
ptron_status pt_csv_extra(const struct pt_recipe *recipe, const char *header, size_t length, const uint32_t *columns,
                          size_t *n, struct pt_printable *first, ptron_error *err);
ptron_status pt_csv_match(const struct pt_recipe *recipe, const ptron_options *options, bool fitting, const char *bytes,
                          size_t length, uint32_t **columns, size_t *n_columns, size_t *skip, ptron_error *err);

/* Bytes before the first line that counts; not told: more bytes are needed to tell. fitting: in training. */
ptron_status pt_csv_preamble(const struct pt_recipe *recipe, const ptron_options *options, bool fitting,
                             const char *bytes, size_t length, size_t *skip, bool *told, ptron_error *err);

/* A column of the recipe by name or, where no name fits, by number from 1; n_columns: there is none. */
size_t pt_csv_find_column(const struct pt_recipe *recipe, const char *wanted, size_t length);

/* Gives the columns of numbers their features, then those whose missing cells are marked a second one, and says whether
 * rows are dense. */
ptron_status pt_csv_finish_columns(struct pt_recipe *recipe, ptron_error *err);

/* The first lines of a file as cells. */
struct pt_sheet {
    const struct pt_recipe *recipe;   /* which cells are missing, which are numbers */
    struct pt_cell *cells;      /* all cells, line after line */
    size_t         *start;      /* [n_lines + 1] where each line's cells begin */
    size_t          n_lines, n_cells;
    size_t          first_end;  /* bytes up to the end of the first line that is not blank */
    const char     *open;       /* a quote that is never closed, or NULL */
    size_t          cell_room, line_room;
};

/* Reads at most `lines` lines that are not blank, fewer when they are very wide, as the recipe's delimiter and comment
 * mark say. A line with an open quote ends the
 * sheet and is not in it. A line of more than PT_COLUMNS_MOST cells is refused. */
ptron_status pt_sheet_read(struct pt_sheet *sheet, const struct pt_recipe *recipe, const char *bytes, size_t length,
                           size_t lines, ptron_error *err);
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

/* What the cells of a column are, missing ones apart. A cell may be counted as several. */
struct pt_cell_census {
    size_t missing, present;
    size_t numbers, flags, dates, commas;   /* commas: numbers if a comma stood before their decimals */
    size_t first_large, second_large;       /* dates whose first, whose second number is above 12 */
};
void pt_csv_count_cell(const struct pt_recipe *recipe, const struct pt_cell *cell, struct pt_cell_census *census);
/* Counts into census[recipe->n_columns], over at most that many lines. */
void pt_csv_census(const struct pt_recipe *recipe, const char *bytes, size_t length, size_t lines,
                   struct pt_cell_census *census);
/* Nearly all of its cells are numbers, or flags or dates. */
bool pt_csv_nearly(const struct pt_cell_census *census, size_t of);

/* Decides roles, and how the cells of numbers are written, where options leave it open. */
ptron_status pt_csv_decide(struct pt_recipe *recipe, const ptron_options *options, const char *bytes, size_t length,
                           ptron_error *err);
/* The label by the rule above, of the columns that nothing else was said about; n_columns when none is left. */
size_t pt_csv_guess_label(const struct pt_recipe *recipe, const struct pt_sheet *sheet);
bool   pt_csv_wants_auto(const ptron_options *options, const char *list);
ptron_status pt_csv_no_column(const struct pt_recipe *recipe, const char *wanted, size_t length, ptron_error *err);

/* The delimiter that the first lines speak for, and how many lines of 100 agree; 0 agree: none does. decimal: the mark
 * before decimals, which is none. '\0': no memory to tell. */
char pt_csv_delimiter(const char *bytes, size_t length, char decimal, int *agree);
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
