/* Any bytes as a model file: as they are, and with the checksums of their sections put right, so that the
 * fuzzer gets past them. What loads must be saved, and answer for rows. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { FRAME = 12, HEAD = 12, SUM = 8 };   /* bytes: magic and format; tag and length; checksum */

/* Walks the sections as docs/model-format.md lays them out (little-endian, as this machine must be too). */
static void mend(uint8_t *bytes, size_t length)
{
    size_t at = FRAME;

    while (at < length && length - at >= HEAD + SUM) {
        uint64_t payload, sum;

        memcpy(&payload, bytes + at + 4, sizeof payload);
        if (payload > length - at - HEAD - SUM)
            return;
        if (payload == sizeof sum && memcmp(bytes + at, "END ", 4) == 0) {
            sum = XXH64(bytes, at, 0);
            memcpy(bytes + at + HEAD, &sum, sizeof sum);
        }
        sum = XXH64(bytes + at, HEAD + (size_t)payload, 0);
        memcpy(bytes + at + HEAD + payload, &sum, sizeof sum);
        at += HEAD + (size_t)payload + SUM;
    }
}

static void use(const ptron_model *model)
{
    static const char rows[] = "1,2,3,4,a\n0,0,0,0,b\n";
    ptron_options *options = NULL;
    ptron_dataset *set = NULL;
    char name[8];

    for (size_t j = 0; j < 100; j++)
        ptron_model_feature_name(model, j, name, sizeof name);
    FUZZ_CHECK(ptron_options_new(&options, NULL) == PTRON_OK);
    if (ptron_dataset_read(rows, sizeof rows - 1, "rows", options, model, &set, NULL) == PTRON_OK)
        fuzz_use(model, set);
    ptron_dataset_free(set);
    ptron_options_free(options);
}

static void load(const uint8_t *bytes, size_t length)
{
    ptron_error err = {0};
    ptron_model *model = NULL;
    void *again = NULL;
    size_t again_length = 0;
    const ptron_status status = ptron_model_read(bytes, length, &model, &err);

    if (status != PTRON_OK) {
        fuzz_check_error(status, &err, model);
        return;
    }
    use(model);
    FUZZ_CHECK(ptron_model_write(model, &again, &again_length, NULL) == PTRON_OK);
    ptron_bytes_free(again);
    ptron_model_free(model);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    uint8_t *copy = malloc(length > 0 ? length : 1);

    FUZZ_CHECK(copy != NULL);
    load(bytes, length);
    memcpy(copy, bytes, length);
    mend(copy, length);
    load(copy, length);
    free(copy);
    return 0;
}
