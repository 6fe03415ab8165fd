/* Columns of other formats than CSV are fitted by the rules of CSV: their first rows, written as CSV, are what is
 * looked at. A format that knows more of its columns says so in the roles afterwards. */
#ifndef PT_PARSE_AS_CSV_H
#define PT_PARSE_AS_CSV_H

#include "parse/parser.h"

/* A cell in quotes, and the delimiter or line end behind it. */
void pt_as_csv_cell(struct pt_buffer *csv, const char *text, size_t length, bool last);
/* Fits the recipe's columns to a CSV text with a header. Roles may be changed then, before pt_as_csv_finish. */
ptron_status pt_as_csv_prepare(struct pt_recipe *recipe, const ptron_options *options, const struct pt_buffer *csv,
                               ptron_error *err);
ptron_status pt_as_csv_finish(struct pt_recipe *recipe, const ptron_options *options, ptron_error *err);

#endif
