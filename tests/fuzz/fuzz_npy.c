/* Any bytes, read as a NumPy array whose first column is the label; then with four labels from a file. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static const char *const with_column[] = {"format", "npy", "label", "1", NULL};
    static const char *const with_file[] = {"format", "npy", "labels", FUZZ_CORPUS "/npy/labels", NULL};

    fuzz_format(with_column, bytes, length);
    fuzz_format(with_file, bytes, length);
    return 0;
}
