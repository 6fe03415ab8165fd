/* What a training run has to say for itself: why it stopped and its numbers, in words and as JSON. Used by
 * `train` for the run just done and by `show` for the one a model remembers. */
#ifndef CLI_WORDS_TRAINING_H
#define CLI_WORDS_TRAINING_H

#include "json_stream.h"
#include "perceptron.h"
#include "words/numbers.h"

/* "Stopped: separated. ..." in one paragraph. */
void run_print_stop(FILE *out, const ptron_result *result);
/* Whether there was no run: the weights were set by hand. */
bool run_by_hand(const ptron_result *result);
/* "in the order of the file", "shuffled anew each epoch, seed 1", "in the order of NAME": after "rows". */
struct shown run_order_text(const char *order, uint64_t seed);
/* One number per line, each explained. `hopeless`: the rows learned from are proved not to be separable. */
void run_print_numbers(FILE *out, const ptron_result *result, const ptron_model *model, bool hopeless);
/* epochs, updates, mistakes, stop, radius, margins, bound, errors, seed, seconds: into an open object. */
void run_json(struct json *json, const ptron_result *result);

/* "  name            text": the lines of every report. */
void run_line(FILE *out, const char *name, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

#endif
