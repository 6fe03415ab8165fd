/* A model that is a sum of kernels around kept rows: score of vector v = sum over rows i of coef[i][v] k(x_i, x). */
#ifndef PT_MODEL_DUAL_H
#define PT_MODEL_DUAL_H

#include "math/kernel_function.h"
#include "model/rowset.h"

struct pt_dual {
    struct pt_kernel kernel;
    struct pt_rowset rows;
    uint32_t vectors;
    double  *coef;     /* [rows.n][vectors] */
    double   norm2;    /* in the kernel's space; NaN: not known */
};

/* `own` and its like: a struct pt_dual. */
void pt_dual_fini(void *own);

/* scores [n][vectors] of up to PT_TILE_ROWS rows, within the width. scratch: pt_dual_scratch doubles. */
size_t pt_dual_scratch(const struct pt_dual *dual);
void   pt_dual_score_tile(const struct pt_dual *dual, const struct pt_blas *blas, const struct pt_row *rows, size_t n,
                          double *scratch, double *scores);
/* One row, without BLAS or memory: slow, and the same but for rounding. */
void   pt_dual_score(const struct pt_dual *dual, const struct pt_row *row, double *scores);

void         pt_dual_save(const void *own, struct pt_buffer *out);
ptron_status pt_dual_load(void *own, struct pt_cursor *in, ptron_error *err);

#endif
