/* Checks certificates (docs/certificate-format.md) from the data, in exact arithmetic.
 *
 * The invariant of this folder: a certificate is accepted only when everything it claims has been worked out again
 * here, from the rows and from nothing else, over the whole numbers. A double is compared and taken apart, never added
 * or multiplied. Nothing of src/prove is included, so that a mistake there cannot hide here (tools/check-layers). */
#ifndef PT_VERIFY_VERIFY_H
#define PT_VERIFY_VERIFY_H

#include "rows/view.h"
#include "verify/verify_claim.h"

struct pt_verified {
    bool     accepted;
    char     reason[PT_CLAIM_REASON];   /* why not */
    /* accepted, not separable: what was proved about hyperplanes with no row on the wrong side and some row off them */
    bool     some_plane;        /* there is one, */
    uint64_t on, forced;        /* with so many rows on it, of which so many lie on all such hyperplanes */
    bool     no_plane;          /* there is none */
};

/* Rows by rivals, for a claim about all labels at once (docs/certificate-format.md): row i of the larger set is row
 * i / (K - 1) of the data, held against one of the labels that are not its own. */
struct pt_verify_stack {
    struct pt_view  view;
    struct pt_block block;
    void *memory[6];      /* owned */
};

/* place [classes]: where the data's classes stand in the claim. */
ptron_status pt_verify_stack_init(struct pt_verify_stack *stack, const struct pt_claim *claim,
                                  const struct pt_view *rows, const uint32_t *place, ptron_error *err);
void         pt_verify_stack_fini(struct pt_verify_stack *stack);

/* The claim is held against the rows; their positive class is the one it calls so. Fails only when memory is out or
 * rows have no labels. */
ptron_status pt_verify(const struct pt_claim *claim, const struct pt_view *rows, struct pt_verified *verified,
                       ptron_error *err);

#endif
