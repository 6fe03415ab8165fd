/* Any bytes as a certificate about three small sets: as they are, and with fingerprint and checksum put right, so that
 * the fuzzer gets past them. Whatever they say, XOR is not separable, and the other two are. */
#include "base/sha256.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *rows;
    ptron_verdict never;
} sets[] = {
    {"x1,x2,class\n0,0,a\n1,1,a\n0,1,b\n1,0,b\n", PTRON_VERDICT_SEPARABLE},
    {"x1,x2,class\n0,0,a\n1,1,b\n0,1,a\n1,0,a\n", PTRON_VERDICT_NOT_SEPARABLE},
    {"+1 1:1 2:1\n-1 2:1 3:2\n+1 1:1\n", PTRON_VERDICT_NOT_SEPARABLE},
};

enum { HEX = PT_SHA256_TEXT };

static void put_hex(const void *bytes, size_t length, char *hex)
{
    struct pt_sha256 sum;
    char text[PT_SHA256_TEXT + 1];

    pt_sha256_init(&sum);
    pt_sha256_add(&sum, bytes, length);
    pt_sha256_text(&sum, text);
    memcpy(hex, text, HEX);
}

/* The last place of a word at the beginning of a line with HEX bytes behind it, or NULL. */
static char *behind(char *text, size_t length, const char *word)
{
    const size_t n = strlen(word);

    for (size_t at = length; at-- > 0;)
        if ((at == 0 || text[at - 1] == '\n') && length - at >= n + HEX && memcmp(text + at, word, n) == 0)
            return text + at + n;
    return NULL;
}

static void fingerprint_of(const ptron_dataset *set, char *hex)
{
    ptron_certificate *certificate = NULL;
    void *bytes = NULL;
    size_t length = 0;

    FUZZ_CHECK(ptron_certify(set, 1, NULL, NULL, &certificate, NULL) == PTRON_OK);
    FUZZ_CHECK(ptron_certificate_write(certificate, &bytes, &length, NULL) == PTRON_OK);
    memcpy(hex, behind(bytes, length, "fingerprint "), HEX);
    ptron_bytes_free(bytes);
    ptron_certificate_free(certificate);
}

static void check(const void *bytes, size_t length, const ptron_dataset *set, ptron_verdict never)
{
    PTRON_SIZED(ptron_verification, verification);
    ptron_error err = {0};
    const ptron_status status = ptron_verify(bytes, length, set, &verification, &err);

    if (status != PTRON_OK)
        fuzz_check_error(status, &err, NULL);
    FUZZ_CHECK(status != PTRON_OK || !verification.accepted || verification.verdict != never);
    FUZZ_CHECK(status != PTRON_OK || verification.accepted || verification.reason[0] != '\0');
}

static struct {
    ptron_dataset *rows;
    char           fingerprint[HEX];
} known[sizeof sets / sizeof *sets];

static void prepare(size_t i)
{
    if (known[i].rows != NULL)
        return;
    FUZZ_CHECK(ptron_dataset_read(sets[i].rows, strlen(sets[i].rows), "rows", NULL, NULL, &known[i].rows, NULL) ==
               PTRON_OK);
    fingerprint_of(known[i].rows, known[i].fingerprint);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        char *copy = malloc(length > 0 ? length : 1), *place;   /* ends where the certificate does */

        FUZZ_CHECK(copy != NULL);
        prepare(i);
        memcpy(copy, bytes, length);
        check(copy, length, known[i].rows, sets[i].never);
        place = behind(copy, length, "fingerprint ");
        if (place != NULL)
            memcpy(place, known[i].fingerprint, HEX);
        place = behind(copy, length, "end ");
        if (place != NULL)
            put_hex(copy, (size_t)(place - copy) - 4, place);
        check(copy, length, known[i].rows, sets[i].never);
        free(copy);
    }
    return 0;
}
