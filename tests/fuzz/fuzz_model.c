/* Any bytes as a model file: as they are, and with the checksums of their sections put right, so that the
 * fuzzer gets past them. What loads must be saved, load again, be exported, and answer for rows. */
#include "fuzz.h"
#include "fuzz_frame.h"

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

static void export(const ptron_model *model)
{
    static const char *const forms[] = {"json", "liblinear", "c"};

    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        ptron_error err = {0};
        void *text = NULL;
        size_t length = 0;

        FUZZ_ANSWER(ptron_model_export(model, forms[i], &text, &length, &err), &err, text);
        ptron_bytes_free(text);
    }
}

static void load(const uint8_t *bytes, size_t length)
{
    ptron_error err = {0};
    ptron_model *model = NULL;
    const ptron_status status = ptron_model_read(bytes, length, &model, &err);

    if (status != PTRON_OK) {
        fuzz_check_error(status, &err, model);
        return;
    }
    use(model);
    fuzz_round_trip(model);
    export(model);
    ptron_model_free(model);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    uint8_t *copy = malloc(length > 0 ? length : 1);

    FUZZ_CHECK(copy != NULL);
    load(bytes, length);
    memcpy(copy, bytes, length);
    mend_frame(copy, length);
    load(copy, length);
    free(copy);
    return 0;
}
