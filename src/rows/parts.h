/* Rows dealt out into parts of given shares: each label as evenly as whole rows allow, groups kept together. Used for
 * files that are cut in parts, and for folds. */
#ifndef PT_ROWS_PARTS_H
#define PT_ROWS_PARTS_H

#include "base/error.h"

struct pt_dealing {
    const uint32_t *labels;    /* [n] any numbers below n_labels */
    uint32_t        n_labels;
    const uint32_t *groups;    /* [n] numbers below n_groups: rows of a group go into one part; NULL: each on its own */
    uint32_t        n_groups;
    uint64_t        n;
    const double   *shares;    /* [n_parts] that sum to 1 */
    size_t          n_parts;
    uint64_t        seed;
};

/* part [n]. Without groups every part has its share of all rows, and of each label, to within a row. */
ptron_status pt_deal(const struct pt_dealing *dealing, uint32_t *part, ptron_error *err);

#endif
