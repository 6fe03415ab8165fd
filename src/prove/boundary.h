/* Of a set that is not separable: is there a hyperplane with every row on its side or on it, and not all on it
 * (quasi-complete separation, Albert and Anderson 1984), and which rows must lie on it?
 *
 * Rows of a contradiction have product 0 with every such w, and so has their span. Beside that span the rest may
 * be separable, or contradict itself again, which makes the span larger: at most `width` times. What peeling took
 * can always be on its side. Floating point proposes; what is said rests on whole numbers alone: a w whose products
 * were all checked, and a contradiction that uses every row said to be forced (Stiemke 1915: one that uses all rows
 * exists exactly when there is no such w). */
#ifndef PT_PROVE_BOUNDARY_H
#define PT_PROVE_BOUNDARY_H

#include "prove/certify.h"

/* Fills proof->boundary, boundary_weights, on, forced, forced_rows and forced_common, from its contradiction. UNKNOWN
 * when that would take long, or when rounding hides the answer. */
ptron_status pt_boundary_find(const struct pt_exact *exact, struct pt_watch *watch, struct pt_proof *proof,
                              ptron_error *err);

#endif
