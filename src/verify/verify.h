/* Checks certificates (docs/certificate-format.md) from the data, in exact arithmetic. Shares nothing with the
 * code that makes them but the readers of data: it must not believe that code. */
#ifndef PT_VERIFY_VERIFY_H
#define PT_VERIFY_VERIFY_H

#include "rows/row.h"
#include "verify/verify_claim.h"

struct pt_verify_set {                /* the rows a claim is held against */
    const struct pt_block *blocks;    /* all of rows_per_block rows but the last */
    uint64_t rows_per_block, n_rows;
    const uint32_t *at;               /* [n_rows] place of each row in the blocks; NULL: in order */
    uint32_t n_features;
    uint32_t positive;                /* the class the claim calls positive */
};

/* *accepted, or why not. Fails only when memory is out or rows have no labels. */
ptron_status pt_verify(const struct pt_claim *claim, const struct pt_verify_set *set, bool *accepted,
                       char reason[PT_CLAIM_REASON], ptron_error *err);

#endif
