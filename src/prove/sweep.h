/* Quick sweeps of the perceptron over rows whose columns were brought to one scale: most separable sets that
 * are easy are done here. */
#ifndef PT_PROVE_SWEEP_H
#define PT_PROVE_SWEEP_H

#include "prove/rows.h"

/* live [n] or NULL: all rows; scale [width] factors of the columns. True: a whole epoch without a mistake, to rounding;
 * w [width] are then weights for the rows as they are. `work` limits the multiplications. */
bool pt_sweep_run(const struct pt_rows *rows, const uint32_t *live, size_t n, const double *scale, double work,
                  double *w);

#endif
