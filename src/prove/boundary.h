/* Of a set that is not separable: is there a hyperplane with every row on its side or on it, and not all on it
 * (quasi-complete separation, Albert and Anderson 1984), and which rows must lie on it?
 *
 * Rows of a contradiction have product 0 with every such w, and so has their span. Beside that span the rest may
 * be separable, or contradict itself again, which makes the span larger: at most `width` times. What peeling took
 * can always be on its side. The w that comes out is made orthogonal to the span over the whole numbers and every
 * product is checked. */
#ifndef PT_PROVE_BOUNDARY_H
#define PT_PROVE_BOUNDARY_H

#include "prove/certify.h"

/* Fills proof->boundary, forced, boundary_weights, from its contradiction. UNKNOWN when that would take long. */
ptron_status pt_boundary_find(const struct pt_exact *exact, struct pt_watch *watch, struct pt_proof *proof,
                              ptron_error *err);

#endif
