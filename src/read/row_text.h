/* The text that rows of a stream were made of: the line of a row as it stands in the source, the lines above the rows
 * of its file, and cells that are kept beside the row though nothing is learned from them. */
#ifndef PT_READ_ROW_TEXT_H
#define PT_READ_ROW_TEXT_H

#include "read/reader.h"

struct pt_given_text {          /* of the block given last */
    const char *bytes;          /* [length] whole lines */
    size_t      length;
    uint64_t    line;           /* number of the first, from 1 */
    uint32_t    file;
    const char *header;         /* [header_length] what stood above the rows of the file; NULL: nothing */
    size_t      header_length;
    char        delimiter;      /* CSV; 0 elsewhere */
};

struct pt_row_text {                /* which cells, and where the last line was found; zeroed at first */
    char    **names;            /* [n] owned */
    size_t   *columns;          /* [n] in the file at hand */
    size_t    n;
    struct pt_given_text given;
    const char *at;             /* within the bytes; NULL: look from their beginning */
    uint64_t  line;             /* of it */
    uint32_t  file;             /* that `columns` are of; UINT32_MAX: of none yet */
    struct pt_buffer text;
};

/* The line that begins with that number: its text without the end; for CSV, all lines of a row with line ends in
 * quotes. */
ptron_status pt_kept_line(struct pt_row_text *kept, const struct pt_given_text *given, uint64_t line, const char **text,
                          size_t *length, ptron_error *err);
/* The names are copied. */
ptron_status pt_kept_names(struct pt_row_text *kept, const char *const *names, size_t n, ptron_error *err);
/* Cell i of those kept, without its quotes; valid until the next call. Empty where the line is too short. */
ptron_status pt_kept_cell(struct pt_row_text *kept, const struct pt_given_text *given, uint64_t line, size_t i,
                          const char **text, size_t *length, ptron_error *err);
void pt_kept_fini(struct pt_row_text *kept);

#endif
