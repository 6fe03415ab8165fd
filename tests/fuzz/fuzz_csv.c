/* Any bytes, read as comma, tab or semicolon separated columns: all numbers, then with categories and gaps. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static const char *const numbers[] = {"format", "csv", NULL};
    static const char *const anything[] = {"format", "csv", "missing", "mean", "one-hot", "auto", "scale",
                                           "standard", NULL};

    fuzz_format(numbers, bytes, length);
    fuzz_format(anything, bytes, length);
    return 0;
}
