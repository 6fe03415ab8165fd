/* Any bytes, read as LIBSVM text. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static const char *const options[] = {"format", "libsvm", NULL};

    fuzz_format(options, bytes, length);
    return 0;
}
