/* A matrix in an IDX or .npy file, with the labels that go with it: as segments of whole rows.
 * Labels come from a second file (IDX: found by name when not given) or from a column of the matrix. */
#ifndef PT_READ_ARRAY_MATRIX_H
#define PT_READ_ARRAY_MATRIX_H

#include "parse/chunk.h"
#include "read/array/array.h"
#include "read/lookahead.h"

struct pt_matrix {
    struct pt_array_head rows, labels;   /* labels: meaningful when has_labels */
    struct pt_lookahead label_lookahead;
    bool     has_labels;                 /* there is a label file */
    uint32_t width;                      /* columns of the matrix */
    uint32_t label_column;               /* UINT32_MAX: none */
    size_t   row_bytes;
    uint64_t n_rows, row;                /* rows in all, rows given out */
    char    *whole;                      /* Fortran order: all items; freed when the last row is out */
};

struct pt_matrix_request {
    const ptron_options *options;
    const char *path;                    /* NULL: memory, there are no files beside it */
    size_t      file, n_files;           /* which of how many */
    const struct pt_recipe *recipe;
    struct pt_recipe *fit;               /* the same, to be written; NULL: it is fitted */
};

/* The lookahead stands at the header; it is left behind it. While fitting, fills the recipe's shape (first file)
 * or holds the file against it; a fitted recipe is only held against. The matrix must be zeroed. */
ptron_status pt_matrix_open(struct pt_matrix *matrix, struct pt_lookahead *lookahead,
                            const struct pt_matrix_request *request, ptron_error *err);
void pt_matrix_close(struct pt_matrix *matrix);

struct pt_matrix_segment {                    /* bytes of some rows and of their labels; owned by the caller */
    char  *bytes, *labels;
    size_t room, labels_room;
    size_t n_rows;
};

/* The next rows: about `wanted` bytes, at least one row; n_rows 0 at the end. Bytes missing, or left over, are
 * an error. */
ptron_status pt_matrix_next(struct pt_matrix *matrix, struct pt_lookahead *lookahead, size_t wanted,
                            struct pt_matrix_segment *segment, ptron_error *err);

/* Appends the rows to the chunk. A bad place is counted in cells: row * width + column. */
void pt_matrix_parse(const struct pt_matrix *matrix, const struct pt_parse *parse,
                     const struct pt_matrix_segment *segment, struct pt_chunk *chunk);

#endif
