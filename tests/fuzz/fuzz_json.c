/* Any bytes, read as JSON lines: as they are, then with gaps filled, lines skipped and values scaled. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static const char *const plain[] = {"format", "jsonl", NULL};
    static const char *const anything[] = {"format", "jsonl", "missing", "mean", "on-bad", "skip", "scale", "standard",
                                           NULL};

    fuzz_format(plain, bytes, length);
    fuzz_format(anything, bytes, length);
    return 0;
}
