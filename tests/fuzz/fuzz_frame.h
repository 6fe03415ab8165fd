/* The frame of a model file, as docs/model-format.md lays it out (little-endian, as this machine must be too):
 * checksums are put right, so that a fuzzer gets past them. */
#ifndef PT_TEST_FUZZ_FRAME_H
#define PT_TEST_FUZZ_FRAME_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { FRAME = 12, HEAD = 12, SUM = 8 };   /* bytes: magic and format; tag and length; checksum */

/* The payload of the section at *at, and its length; NULL at the end. *at moves on. */
static inline uint8_t *next_section(uint8_t *bytes, size_t length, size_t *at, size_t *payload)
{
    uint64_t n;
    uint8_t *found = bytes + *at + HEAD;

    if (*at >= length || length - *at < HEAD + SUM)
        return NULL;
    memcpy(&n, bytes + *at + 4, sizeof n);
    if (n > length - *at - HEAD - SUM)
        return NULL;
    *payload = (size_t)n;
    *at += HEAD + (size_t)n + SUM;
    return found;
}

/* Where META holds the fingerprint of the rows: behind three texts. NULL: nowhere. */
static inline uint8_t *fingerprint_place(uint8_t *bytes, size_t length)
{
    uint8_t *meta;
    size_t at = FRAME, payload = 0, place = 0;

    while ((meta = next_section(bytes, length, &at, &payload)) != NULL && memcmp(meta - HEAD, "META", 4) != 0)
        ;
    for (int text = 0; meta != NULL && text < 3; text++) {
        uint32_t n;
        if (payload - place < sizeof n)
            return NULL;
        memcpy(&n, meta + place, sizeof n);
        if (n > payload - place - sizeof n)
            return NULL;
        place += sizeof n + n;
    }
    return meta != NULL && payload - place >= sizeof(uint64_t) ? meta + place : NULL;
}

static inline void mend_frame(uint8_t *bytes, size_t length)
{
    uint8_t *section;
    size_t at = FRAME, payload = 0;

    while ((section = next_section(bytes, length, &at, &payload)) != NULL) {
        uint64_t sum;
        if (payload == sizeof sum && memcmp(section - HEAD, "END ", 4) == 0) {
            sum = XXH64(bytes, (size_t)(section - HEAD - bytes), 0);
            memcpy(section, &sum, sizeof sum);
        }
        sum = XXH64(section - HEAD, HEAD + payload, 0);
        memcpy(section + payload, &sum, sizeof sum);
    }
}

#endif
