/* SHA-256 as the standard writes it. */
#include "base/sha256.h"
#include "base/size.h"

#include <string.h>

static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turn(uint32_t x, unsigned by)
{
    return x >> by | x << (32 - by);
}

static void compress(uint32_t state[8], const unsigned char *block)
{
    uint32_t w[64], v[8];

    for (size_t t = 0; t < 16; t++)
        w[t] = (uint32_t)block[4 * t] << 24 | (uint32_t)block[4 * t + 1] << 16 | (uint32_t)block[4 * t + 2] << 8 |
               block[4 * t + 3];
    for (size_t t = 16; t < 64; t++)
        w[t] = (turn(w[t - 2], 17) ^ turn(w[t - 2], 19) ^ w[t - 2] >> 10) + w[t - 7] +
               (turn(w[t - 15], 7) ^ turn(w[t - 15], 18) ^ w[t - 15] >> 3) + w[t - 16];
    memcpy(v, state, sizeof v);
    for (size_t t = 0; t < 64; t++) {
        const uint32_t a = v[0], e = v[4];
        const uint32_t one = v[7] + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & v[5]) ^ (~e & v[6])) + K[t] + w[t];
        const uint32_t two =
            (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));

        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += one;
        v[0] = one + two;
    }
    for (size_t k = 0; k < 8; k++)
        state[k] += v[k];
}

void pt_sha256_init(struct pt_sha256 *hash)
{
    *hash = (struct pt_sha256){.state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c,
                                         0x1f83d9ab, 0x5be0cd19}};
}

void pt_sha256_add(struct pt_sha256 *hash, const void *bytes, size_t length)
{
    const unsigned char *from = bytes;

    while (length > 0) {
        const size_t used = (size_t)(hash->length % sizeof hash->block);
        const size_t n = pt_min(length, sizeof hash->block - used);

        memcpy(hash->block + used, from, n);
        hash->length += n;
        from += n;
        length -= n;
        if (used + n == sizeof hash->block)
            compress(hash->state, hash->block);
    }
}

void pt_sha256_text(struct pt_sha256 *hash, char text[PT_SHA256_TEXT + 1])
{
    static const char digit[] = "0123456789abcdef";
    const uint64_t bits = hash->length * 8;
    unsigned char end[72] = {0x80};
    const size_t zeros = (size_t)((119 - hash->length % 64) % 64);   /* up to eight bytes before a block's end */

    for (size_t k = 0; k < 8; k++)
        end[1 + zeros + k] = (unsigned char)(bits >> (56 - 8 * k));
    pt_sha256_add(hash, end, 1 + zeros + 8);
    for (size_t k = 0; k < PT_SHA256_TEXT; k++)
        text[k] = digit[hash->state[k / 8] >> (28 - 4 * (k % 8)) & 15];
    text[PT_SHA256_TEXT] = '\0';
}
