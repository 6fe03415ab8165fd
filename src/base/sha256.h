/* SHA-256 (FIPS 180-4), for fingerprints that other programs can compute too. */
#ifndef PT_BASE_SHA256_H
#define PT_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { PT_SHA256_TEXT = 64 };   /* hexadecimal digits */

struct pt_sha256 {
    uint32_t state[8];
    uint64_t length;              /* bytes so far */
    unsigned char block[64];
};

void pt_sha256_init(struct pt_sha256 *hash);
void pt_sha256_add(struct pt_sha256 *hash, const void *bytes, size_t length);
/* Ends the hash and writes PT_SHA256_TEXT lower-case digits and a NUL. */
void pt_sha256_text(struct pt_sha256 *hash, char text[PT_SHA256_TEXT + 1]);

#endif
