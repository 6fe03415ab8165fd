/* Any bytes as the two small files that options name: an order of the rows, and a rate for each update. */
#include "fuzz.h"

#include <string.h>

static void train(const ptron_dataset *set, const char *option, const char *path)
{
    const char *const pairs[] = {option, path, NULL};
    ptron_options *options = fuzz_options(pairs, "error");

    ptron_model_free(fuzz_learn(options, set));
    ptron_options_free(options);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static const char rows[] = "x,y,label\n1,2,a\n2,1,a\n-1,0.5,b\n-2,-1,b\n0.5,-1,a\n";
    static ptron_dataset *set;
    const char *path = fuzz_file(bytes, length);

    if (set == NULL)
        FUZZ_CHECK(ptron_dataset_read(rows, strlen(rows), "rows", NULL, NULL, &set, NULL) == PTRON_OK);
    train(set, "order", path);
    train(set, "schedule", path);
    return 0;
}
