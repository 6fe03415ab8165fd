/* What the rows say, as 64 digits that any program can compute from the raw file: see
 * docs/certificate-format.md. */
#ifndef PT_ROWS_FINGERPRINT_H
#define PT_ROWS_FINGERPRINT_H

#include "base/sha256.h"
#include "rows/view.h"

/* Rows of the view's positive class are +, all others -. decimal: a value is its shortest decimal, else the binary
 * number itself. */
void pt_fingerprint(const struct pt_view *view, bool decimal, char text[PT_SHA256_TEXT + 1]);

#endif
