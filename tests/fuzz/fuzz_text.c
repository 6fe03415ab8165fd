/* Any bytes, read as label<TAB>text messages: their words, then n-grams. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static const char *const words[] = {"format", "text", NULL};
    static const char *const grams[] = {"format", "text", "ngrams", "1..3", "chars", "2..4", "min-df", "2",
                                        "counts", "log", "scale", "tfidf", "norm", "l1", NULL};

    fuzz_format(words, bytes, length);
    fuzz_format(grams, bytes, length);
    return 0;
}
