/* Any bytes as a model file. What loads must save to the same bytes, and answer for rows. */
#include "fuzz.h"

#include <string.h>

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

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    ptron_error err = {0};
    ptron_model *model = NULL;
    void *again = NULL;
    size_t again_length = 0;
    const ptron_status status = ptron_model_read(bytes, length, &model, &err);

    if (status != PTRON_OK) {
        fuzz_check_error(status, &err, model);
        return 0;
    }
    use(model);
    FUZZ_CHECK(ptron_model_write(model, &again, &again_length, NULL) == PTRON_OK);
    ptron_bytes_free(again);
    ptron_model_free(model);
    return 0;
}
