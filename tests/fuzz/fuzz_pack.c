/* Any bytes as a pack: as they are, and as a short form of one, whose layout and checksums are put right, so that the
 * fuzzer gets past them. The short form is the header's numbers, then the arrays, then the recipe and the files' names,
 * without what a pack pads with zeros. What loads must be usable, and load again when it is packed again. */
#include "fuzz.h"
#include "pack/pack_parts.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { SHORT_HEAD = 48, MOST = 1 << 18 };

static void put(uint8_t **at, const void *value, size_t n)
{
    memcpy(*at, value, n);
    *at += n;
}

static void put_head(uint8_t *pack, const uint8_t *numbers, const struct pt_pack_head *h)
{
    uint8_t *at = pack;

    put(&at, PT_PACK_MAGIC, 8);
    put(&at, numbers, SHORT_HEAD);
    for (size_t i = 0; i < PT_N_MEMORY; i++) {
        put(&at, &h->array[i], 8);
        put(&at, &h->bytes[i], 8);
    }
    const uint64_t ends[] = {h->recipe, h->recipe_bytes, h->checks, h->length};
    put(&at, ends, sizeof ends);
}

static void put_checks(uint8_t *pack, const struct pt_pack_head *h)
{
    XXH3_state_t *state = XXH3_createState();
    uint8_t *at = pack + h->checks;

    FUZZ_CHECK(state != NULL);
    for (uint64_t from = PT_PACK_PAGE; from < h->checks; from += PT_PACK_BLOCK) {
        const uint64_t left = h->checks - from, n = left < PT_PACK_BLOCK ? left : PT_PACK_BLOCK;
        const uint64_t sum = XXH3_64bits(pack + from, (size_t)n);
        put(&at, &sum, sizeof sum);
    }
    XXH3_64bits_reset(state);
    XXH3_64bits_update(state, pack, PT_PACK_HEADER - 8);
    XXH3_64bits_update(state, pack + h->checks, (size_t)(h->length - h->checks));
    const uint64_t sum = XXH3_64bits_digest(state);
    memcpy(pack + PT_PACK_HEADER - 8, &sum, sizeof sum);
    XXH3_freeState(state);
}

/* The pack of a short form, owned; NULL: too large for a fuzzer. */
static uint8_t *pack_of(const uint8_t *bytes, size_t length, size_t *size)
{
    struct pt_pack_head h = {0};
    uint32_t small[8];

    memcpy(small, bytes, sizeof small);
    memcpy(&h.n_rows, bytes + 32, 8);
    memcpy(&h.n_values, bytes + 40, 8);
    h.kind = small[2];
    h.dense = small[3];
    h.weighted = small[5] & 1;
    h.placed = small[6] & 1;
    if (h.kind >= PT_N_KINDS || h.n_rows > MOST || h.n_values > MOST)
        return NULL;
    h.recipe = pt_pack_lay_out(&h, PT_PACK_PAGE);
    const uint8_t *at = bytes + SHORT_HEAD, *end = bytes + length;
    uint64_t arrays = 0;
    for (size_t i = 0; i < PT_N_MEMORY; i++)
        arrays += h.bytes[i];
    h.recipe_bytes = arrays < (uint64_t)(end - at) ? (uint64_t)(end - at) - arrays : 0;
    h.checks = h.recipe + h.recipe_bytes;
    h.length = h.checks + pt_pack_chunks(&h) * sizeof(uint64_t);
    uint8_t *pack = calloc((size_t)h.length, 1);
    FUZZ_CHECK(pack != NULL);
    put_head(pack, bytes, &h);
    for (size_t i = 0; i < PT_N_MEMORY; i++) {   /* what the short form does not have is zero */
        const size_t left = (size_t)(end - at), n = h.bytes[i] < left ? (size_t)h.bytes[i] : left;
        if (n > 0)
            memcpy(pack + h.array[i], at, n);
        at += n;
    }
    memcpy(pack + h.recipe, at, (size_t)(end - at) < h.recipe_bytes ? (size_t)(end - at) : (size_t)h.recipe_bytes);
    put_checks(pack, &h);
    *size = (size_t)h.length;
    return pack;
}

static void pack_again(const ptron_dataset *set)
{
    char path[] = "/dev/shm/fuzz-pack-XXXXXX";
    const char *const files[] = {path};
    const int file = mkstemp(path);
    ptron_dataset *again = NULL;

    FUZZ_CHECK(file >= 0);
    close(file);
    if (ptron_dataset_pack(set, path, NULL, NULL) == PTRON_OK)
        FUZZ_CHECK(ptron_dataset_load(files, 1, NULL, NULL, &again, NULL) == PTRON_OK);
    ptron_dataset_free(again);
    unlink(path);
}

static void load(const uint8_t *bytes, size_t length)
{
    static const char *const ways[][7] = {{NULL}, {"features", "fourier:4", NULL}, {"scale", "standard", NULL}};
    const char *const files[] = {fuzz_file(bytes, length)};

    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        ptron_options *options = fuzz_options(ways[i], "error");
        ptron_dataset *set = NULL;
        ptron_error err = {0};

        FUZZ_ANSWER(ptron_dataset_load(files, 1, options, NULL, &set, &err), &err, set);
        ptron_model *model = fuzz_learn(options, set);
        if (model != NULL)
            fuzz_use(model, set);
        if (model != NULL && i == 0)
            pack_again(set);
        ptron_model_free(model);
        ptron_dataset_free(set);
        ptron_options_free(options);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    uint8_t *pack;
    size_t size;

    if (length < SHORT_HEAD || memcmp(bytes, PT_PACK_MAGIC, 8) == 0) {
        load(bytes, length);
        return 0;
    }
    pack = pack_of(bytes, length, &size);
    if (pack != NULL)
        load(pack, size);
    free(pack);
    return 0;
}
