/* The direction behind a proof's lower bound, rounded to doubles: for people to look at, no part of the proof. */
#ifndef PT_PROVE_DIRECTION_H
#define PT_PROVE_DIRECTION_H

#include "prove/certify.h"

/* w [width] of norm 1; *known is false, and w untouched, when the proof has no weights for all rows. */
ptron_status pt_direction(const struct pt_rows *rows, const struct pt_proof *proof, bool decimal, double *w,
                          bool *known, ptron_error *err);

#endif
