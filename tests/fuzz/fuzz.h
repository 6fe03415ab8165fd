/* What the fuzz targets share. A target is one function; fuzz_NAME.c links with libFuzzer (make fuzz) or with
 * replay.c, which runs the files of a corpus once (make test). */
#ifndef PT_TEST_FUZZ_H
#define PT_TEST_FUZZ_H

#include "perceptron.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

/* Stops the program, so that the fuzzer keeps the input, when a promise does not hold. */
#define FUZZ_CHECK(promise)                                       \
    do {                                                          \
        if (!(promise))                                           \
            fuzz_broken(#promise, __FILE__, __LINE__);            \
    } while (0)

void fuzz_broken(const char *promise, const char *file, int line);

/* An error has a code, a message that ends, and leaves nothing behind. */
void fuzz_check_error(ptron_status status, const ptron_error *err, const void *out);

/* The same when it may have gone well, and then left something. */
void fuzz_check_answer(ptron_status status, const ptron_error *err, const void *out);

/* The same of a call that sets `out`. */
#define FUZZ_ANSWER(call, err, out)                               \
    do {                                                          \
        const ptron_status status_of_call = (call);               \
        fuzz_check_answer(status_of_call, err, out);              \
    } while (0)

/* The path of a file with these bytes, the same one at every call. */
const char *fuzz_file(const void *bytes, size_t length);

/* Options of name, value pairs ended by NULL: two epochs, one thread. */
ptron_options *fuzz_options(const char *const *pairs, const char *on_bad);

/* Looks at the rows, trains a little, writes the model and reads it back; NULL when there is none. */
ptron_model *fuzz_learn(const ptron_options *options, const ptron_dataset *set);

/* What was saved loads, and saving it again gives the same bytes. */
void fuzz_round_trip(const ptron_model *model);

/* The whole way of one format: read (bad rows refused, then skipped), look at the rows, train a little, write
 * the model and read it back, use it on the same bytes. `options` as above. */
void fuzz_format(const char *const *options, const uint8_t *bytes, size_t length);

/* Predicts and evaluates the rows with the model. */
void fuzz_use(const ptron_model *model, const ptron_dataset *rows);

#endif
