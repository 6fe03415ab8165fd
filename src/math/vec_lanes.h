/* How the sums of dense rows are folded: every instruction set must do it alike, bit for bit. */
#ifndef PT_MATH_VEC_LANES_H
#define PT_MATH_VEC_LANES_H

/* Folds eight running sums in the order two 4-lane registers would use: halves, then pairs. */
static inline double pt_fold_lanes(const double lane[8])
{
    return ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]));
}

#endif
