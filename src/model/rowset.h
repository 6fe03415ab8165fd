/* Rows that a model keeps: those that a kernel perceptron erred on, or all, for nearest neighbours.
 *
 * Dense, as one matrix that BLAS can multiply with, or sparse where rows are sparse and wide. Which of the two
 * is decided by the first row, and by nothing but its format and the number of features. */
#ifndef PT_MODEL_ROWSET_H
#define PT_MODEL_ROWSET_H

#include "base/blas.h"
#include "base/buffer.h"
#include "rows/row.h"

enum {
    PT_ROWSET_DENSE = 2048,   /* features up to which sparse rows are kept dense: a matrix product is faster there */
    PT_TILE_ROWS = 64,        /* rows times kept rows of one matrix product: part of the numeric contract */
    PT_TILE_KEPT = 256,
};

struct pt_rowset {
    bool      dense;
    uint32_t  width;                  /* features */
    size_t    n, row_room;
    double   *norm2;                  /* [n] */
    double   *value;                  /* dense: [n][width]; sparse: [value_room] */
    size_t    n_values, value_room;   /* sparse; n_values counts holes that erased rows left */
    uint32_t *index;                  /* sparse: [value_room] */
    uint64_t *start, *length;         /* sparse: [n] */
    size_t    holes;                  /* sparse: values of erased rows */
};

void         pt_rowset_init(struct pt_rowset *set, uint32_t width);
void         pt_rowset_fini(struct pt_rowset *set);
ptron_status pt_rowset_copy(struct pt_rowset *to, const struct pt_rowset *from, const size_t *slots, size_t n,
                            ptron_error *err);   /* slots [n] of `from`, in that order; NULL: the first n */
ptron_status pt_rowset_widen(struct pt_rowset *set, uint32_t width, ptron_error *err);
/* The row's values are copied; features at or beyond the width are left out. */
ptron_status pt_rowset_add(struct pt_rowset *set, const struct pt_row *row, ptron_error *err);
/* The last row takes the place of the erased one. */
void         pt_rowset_erase(struct pt_rowset *set, size_t slot);
struct pt_row pt_rowset_row(const struct pt_rowset *set, size_t slot);   /* a borrow, without label */
bool         pt_rowset_equals(const struct pt_rowset *set, size_t slot, const struct pt_row *row);

/* How many of a row's values have features below the width: all after them are beyond. */
size_t pt_row_known(const struct pt_row *row, uint32_t width);
/* The part of a row that the set has features for, its norm with it. */
struct pt_row pt_row_within(const struct pt_row *row, uint32_t width);
/* x.z of two rows as they are, in index order; the first has doubles, as all kept ones. */
double pt_row_product(const struct pt_row *a, const struct pt_row *b);

/* Doubles of scratch that n rows need below. */
size_t pt_rowset_scratch(const struct pt_rowset *set, size_t n);
/* Brings rows (within the width) into the shape that products are made from. */
void pt_rowset_pack(const struct pt_rowset *set, const struct pt_row *rows, size_t n, double *scratch);
/* Who multiplies by kept rows, and by what stands beside them. */
const struct pt_blas *pt_rowset_blas(const struct pt_rowset *set, const struct pt_blas *blas);
/* out [n][n_kept]: products of packed rows with kept rows from..from+n_kept. */
void pt_rowset_products(const struct pt_rowset *set, const struct pt_blas *blas, const struct pt_row *rows, size_t n,
                        double *scratch, size_t from, size_t n_kept, double *out);

/* Bytes, with the narrowest exact kind of value; back with everything checked. */
/* A value of one kind, and a number narrowed to it. */
void         pt_value_save(struct pt_buffer *out, enum pt_kind kind, double x);
double       pt_value_load(struct pt_cursor *in, enum pt_kind kind);
void         pt_rowset_save(const struct pt_rowset *set, struct pt_buffer *out);
ptron_status pt_rowset_load(struct pt_rowset *set, struct pt_cursor *in, ptron_error *err);

#endif
