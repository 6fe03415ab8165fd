/* Products of one row with many weight vectors at once. The weights stand feature by feature,
 * [features][vectors], so that all vectors' weights of a feature share cache lines. Each product has the bits
 * that pt_vec_dot would give for that vector alone: sparse in index order, dense in eight lanes. */
#ifndef PT_MATH_CLASSES_H
#define PT_MATH_CLASSES_H

#include "rows/row.h"

#include <math.h>

/* A group of `wide` vectors from `w`, `stride` apart from feature to feature. */
typedef void pt_classes_group(const double *w, size_t stride, size_t wide, const struct pt_row *row, double *scores);

/* scores [vectors]. The row has no feature beyond the weights': checked by the caller. */
void pt_classes_dot(const double *w, size_t vectors, const struct pt_row *row, double *scores);
/* Vector v += a x. */
void pt_classes_add(double *w, size_t vectors, size_t v, double a, const struct pt_row *row);

/* The margin of a row by its scores [n]. One score: y times it, class 1 is +. More: the score of its own class less
 * the best other, which is *rival (of equals the first; NULL: not asked). */
static inline double pt_margin_of(const double *scores, size_t n, uint32_t label, uint32_t *rival)
{
    double best = -(double)INFINITY;
    uint32_t which = label == 0;

    if (n == 1)
        return label == 1 ? scores[0] : -scores[0];
    for (uint32_t c = 0; c < n; c++)
        if (c != label && scores[c] > best) {
            best = scores[c];
            which = c;
        }
    if (rival != NULL)
        *rival = which;
    return scores[label] - best;
}

/* Whether scores [n] of a row tell its label: a sum may overflow though all its numbers are finite. */
static inline bool pt_scores_finite(const double *scores, size_t n)
{
    bool finite = true;

    for (size_t v = 0; v < n; v++)
        finite &= isfinite(scores[v]) != 0;
    return finite;
}

#endif
