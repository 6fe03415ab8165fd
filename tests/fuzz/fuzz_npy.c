/* Any bytes, read as NumPy arrays. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static const char *const options[] = {"format", "npy", NULL};

    fuzz_format(options, bytes, length);
    return 0;
}
