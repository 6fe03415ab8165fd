/* Goes through a peeling order. */
#ifndef PT_VERIFY_VERIFY_PEEL_H
#define PT_VERIFY_VERIFY_PEEL_H

#include "verify/verify_sum.h"

/* Sets gone [rows] for every row that the order takes, *left to how many it does not. *good is false when a
 * feature has both signs among the rows that are left, or none. */
ptron_status pt_verify_peel(const struct pt_sums *sums, const struct pt_claim_list *order, unsigned char *gone,
                            size_t *left, bool *good, ptron_error *err);

#endif
