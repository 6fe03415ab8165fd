/* Any bytes, read as IDX images; their labels, four of them, come from a file. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static const char *const options[] = {"format", "idx", "labels", FUZZ_CORPUS "/idx/labels", NULL};

    fuzz_format(options, bytes, length);
    return 0;
}
