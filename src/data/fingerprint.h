/* What the rows say, as 64 digits that any program can compute from the raw file: see
 * docs/certificate-format.md. */
#ifndef PT_DATA_FINGERPRINT_H
#define PT_DATA_FINGERPRINT_H

#include "base/sha256.h"
#include "data/row.h"

/* Rows whose class is `positive` are +, all others -. decimal: a value is its shortest decimal, else the binary
 * number itself. */
void pt_fingerprint(const struct pt_block *blocks, size_t n_blocks, uint32_t positive, bool decimal,
                    char text[PT_SHA256_TEXT + 1]);

#endif
