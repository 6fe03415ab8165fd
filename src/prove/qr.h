/* A thin QR factorisation that columns join and leave: E = Q R, Q [rows][columns] orthonormal.
 *
 * Columns join by Gram-Schmidt done twice and leave by Givens rotations (Daniel, Gragg, Kaufman, Stewart
 * 1976). The Gram matrix is never formed: it would square the condition number. */
#ifndef PT_PROVE_QR_H
#define PT_PROVE_QR_H

#include "base/error.h"
#include "math/vec.h"

struct pt_qr {
    const struct pt_vec_ops *ops;
    size_t   m;             /* length of a column */
    size_t   n, room;       /* columns */
    double **q;             /* [room] each [m]; owned */
    double **r;             /* [room] each [room]: column k has k + 1 entries; owned */
    double  *coefficient;   /* [room] */
};

void pt_qr_init(struct pt_qr *qr, const struct pt_vec_ops *ops, size_t m);
void pt_qr_fini(struct pt_qr *qr);
void pt_qr_clear(struct pt_qr *qr);   /* no columns, memory kept */

/* Appends a column. *independent is false, and nothing has changed, when what is left of it beside the
 * others is within `tiny` of its length. */
ptron_status pt_qr_add(struct pt_qr *qr, const double *column, double tiny, bool *independent, ptron_error *err);
void pt_qr_drop(struct pt_qr *qr, size_t k);

/* What is left of a vector [m] (changed) beside the columns, as a share of its length; 0 for the zero vector. */
double pt_qr_left(struct pt_qr *qr, double *vector);

/* The part of the last unit vector that no column reaches: residual [m]; and z [n] = the coefficients of
 * the part that the columns do reach. */
void pt_qr_last_unit(struct pt_qr *qr, double *residual, double *z);

#endif
