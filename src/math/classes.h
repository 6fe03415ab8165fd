/* Products of one row with many weight vectors at once. The weights stand feature by feature,
 * [features][vectors], so that all vectors' weights of a feature share cache lines. Each product has the bits
 * that pt_vec_dot would give for that vector alone: sparse in index order, dense in eight lanes. */
#ifndef PT_MATH_CLASSES_H
#define PT_MATH_CLASSES_H

#include "rows/row.h"

/* scores [vectors]. The row has no feature beyond the weights': checked by the caller. */
void pt_classes_dot(const double *w, size_t vectors, const struct pt_row *row, double *scores);
/* Vector v += a x. */
void pt_classes_add(double *w, size_t vectors, size_t v, double a, const struct pt_row *row);

#endif
