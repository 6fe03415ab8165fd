/* Checks certificates (docs/certificate-format.md) from the data, in exact arithmetic.
 *
 * The invariant of this folder: a certificate is accepted only when everything it claims has been worked out again
 * here, from the rows and from nothing else, over the whole numbers. A double is compared and taken apart, never added
 * or multiplied. Nothing of src/prove is included, so that a mistake there cannot hide here (tools/check-layers). */
#ifndef PT_VERIFY_VERIFY_H
#define PT_VERIFY_VERIFY_H

#include "rows/view.h"
#include "verify/verify_claim.h"

/* The claim is held against the rows; their positive class is the one it calls so. *accepted, or why not. Fails only
 * when memory is out or rows have no labels. */
ptron_status pt_verify(const struct pt_claim *claim, const struct pt_view *rows, bool *accepted,
                       char reason[PT_CLAIM_REASON], ptron_error *err);

#endif
