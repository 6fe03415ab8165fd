/* A certificate as it was read: what it claims, and the evidence it gives. Nothing in it is believed yet. */
#ifndef PT_VERIFY_VERIFY_CLAIM_H
#define PT_VERIFY_VERIFY_CLAIM_H

#include "base/error.h"
#include "base/sha256.h"

#include <gmp.h>

enum { PT_CLAIM_REASON = 160 };

enum pt_claim_bound { PT_BOUND_RADIUS, PT_BOUND_THEOREM, PT_BOUND_DISTANCE, PT_BOUND_K_MAX, PT_N_BOUNDS };

struct pt_claim_range {
    bool  has[2];     /* lower, upper */
    mpq_t value[2];
};

struct pt_claim_list {     /* rows or features (0-based; the bias is feature `features`) with whole numbers */
    bool      there;
    size_t    n;
    uint64_t *id;          /* [n] */
    mpz_t    *by;          /* [n]; a peeling sign is 1 or -1 */
    uint64_t *line;        /* [n] contradiction only; else NULL */
    uint64_t  on;          /* boundary only: rows that lie on it */
};

enum pt_claim_section { PT_CLAIM_PEEL, PT_CLAIM_WEIGHTS, PT_CLAIM_THEOREM, PT_CLAIM_DISTANCE, PT_CLAIM_CONTRADICTION,
                        PT_CLAIM_BOUNDARY, PT_CLAIM_FORCED, PT_N_CLAIM_SECTIONS };

struct pt_claim {
    bool     decimal, bias, separable;
    uint64_t classes;      /* 0: one label against all others */
    char   **labels;       /* [classes], or that one; owned */
    uint64_t rows, features;
    /* what the lists number: the same, or rows by rivals and features by labels (verify_stack.c) */
    uint64_t of_rows, of_features;
    bool     of_bias;
    char     fingerprint[PT_SHA256_TEXT + 1];
    struct pt_claim_range range[PT_N_BOUNDS];
    struct pt_claim_list  list[PT_N_CLAIM_SECTIONS];
    mpz_t    common;       /* forced: the multiplier of rows that are not listed */
};

/* *good is false, with the reason, when the text is not a certificate. */
ptron_status pt_claim_read(struct pt_claim *claim, const char *text, size_t length, bool *good,
                           char reason[PT_CLAIM_REASON], ptron_error *err);
void         pt_claim_fini(struct pt_claim *claim);

#endif
