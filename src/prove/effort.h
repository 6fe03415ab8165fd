/* A verdict within an amount of work that is named beforehand. */
#ifndef PT_PROVE_EFFORT_H
#define PT_PROVE_EFFORT_H

#include "prove/certify.h"

/* pt_certify within options->effort multiplications, roughly: where they do not do for all rows, a contradiction is
 * looked for among some of them, spread evenly over the set, and is one of all; or it is not looked for at all. */
ptron_status pt_certify_within(const struct pt_rows *rows, const struct pt_certify_options *options,
                               struct pt_proof *proof, ptron_error *err);

#endif
