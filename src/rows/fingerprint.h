/* What the rows say, as 64 digits that any program can compute from the raw file: see
 * docs/certificate-format.md. */
#ifndef PT_ROWS_FINGERPRINT_H
#define PT_ROWS_FINGERPRINT_H

#include "base/sha256.h"
#include "rows/row.h"

/* All blocks but the last have rows_per_block rows; at [n_rows] is the place of each row in them, NULL: in order.
 * Rows whose class is `positive` are +, all others -. decimal: a value is its shortest decimal, else the binary
 * number itself. */
void pt_fingerprint(const struct pt_block *blocks, uint64_t rows_per_block, uint64_t n_rows, const uint32_t *at,
                    uint32_t positive, bool decimal, char text[PT_SHA256_TEXT + 1]);

#endif
