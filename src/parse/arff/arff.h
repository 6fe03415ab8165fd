/* ARFF, Weka's format: @relation, @attribute lines that name and type the columns, @data, then rows of cells with
 * commas between, or sparse rows, {index value, ...}, counted from 0.
 *
 * numeric, real and integer columns are numbers. Nominal ones ({a, b, c}) and strings are categories; a value that a
 * nominal column does not list is an error in training. In a sparse row a number that is not there is 0, a nominal
 * value the first of its list. ? is a missing cell, % begins a line of comment. A row may end in its weight, {2.5}.
 * Cells in single or double quotes hold anything, with \ before quotes. Columns of relations are refused. The rules of
 * CSV find the label: most often it is the last column, or the one named class. */
#ifndef PT_PARSE_ARFF_ARFF_H
#define PT_PARSE_ARFF_ARFF_H

#include "parse/csv/csv_cell.h"
#include "parse/parser.h"

enum pt_arff_kind { PT_ARFF_NUMBER, PT_ARFF_NOMINAL, PT_ARFF_STRING, PT_ARFF_DATE };

struct pt_arff_header {
    struct pt_dict names;          /* of the columns */
    uint8_t *kinds;                /* [names.count] enum pt_arff_kind */
    size_t   kind_room;
    struct pt_dict declared;       /* "column=value" of each nominal value, in their order */
    size_t   bytes;                /* up to the first row */
};

/* One cell: a borrow of the line, or of `decoded` where it had escapes. */
struct pt_arff_cell {
    struct pt_cell cell;
    const char *at;                /* where it stands in the line */
};

void pt_arff_header_init(struct pt_arff_header *header);
void pt_arff_header_fini(struct pt_arff_header *header);
/* Whether the bytes begin as a header does: after comments and blank lines with an @. */
bool pt_arff_has_header(const char *bytes, size_t length);
ptron_status pt_arff_header_read(struct pt_arff_header *header, const char *bytes, size_t length, ptron_error *err);

/* The cell at *p, up to one of the stops (or the end, or the line end), blanks around it left out; *p is then at the
 * stop. Escapes are resolved behind what `decoded` has, which has room for the line. A quote that is not closed:
 * cell.open; text behind a closing quote: cell.stray. */
void pt_arff_cell_read(const char **p, const char *end, const char *stops, struct pt_buffer *decoded,
                       struct pt_arff_cell *out);

/* Where a line ends, and where the next begins; false: it is blank or a comment. *s moves to its first byte. */
bool pt_arff_line(const char **s, const char *end, const char **stop, const char **next);

/* What a sparse row has where a column is not there: "0", or the first value that is declared of it, or nothing.
 * first: [n_columns] numbers in `declared`, PT_DICT_NONE where there is none. */
void pt_arff_first_values(const struct pt_recipe *recipe, uint32_t *first);

/* Members of pt_parser_arff; see parser.h. */
int pt_arff_recognise(const char *bytes, size_t length, const char *name);
ptron_status pt_arff_prepare(struct pt_recipe *recipe, const ptron_options *options, const char *bytes, size_t length,
                             ptron_error *err);
ptron_status pt_arff_match(const struct pt_recipe *recipe, const ptron_options *options, bool fitting,
                           const char *bytes, size_t length, uint32_t **columns, size_t *n_columns, size_t *skip,
                           ptron_error *err);

#endif
