/* Any bytes, read as comma, tab or semicolon separated columns: all numbers, then with categories and gaps,
 * then with texts and products. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static const char *const numbers[] = {"format", "csv", NULL};
    static const char *const anything[] = {"format", "csv", "missing", "mean", "one-hot", "auto", "scale",
                                           "standard", NULL};
    static const char *const texts[] = {"format", "csv", "missing", "zero", "one-hot", "auto", "text", "1", "ngrams",
                                        "1..2",
                                        "chars", "2", "cross", "2,3", "scale", "tfidf", NULL};

    fuzz_format(numbers, bytes, length);
    fuzz_format(anything, bytes, length);
    fuzz_format(texts, bytes, length);
    return 0;
}
