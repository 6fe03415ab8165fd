/* Any bytes, read as label<TAB>text messages. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static const char *const options[] = {"format", "text", NULL};

    fuzz_format(options, bytes, length);
    return 0;
}
