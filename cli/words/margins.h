/* Margins and bounds in words, under the names they have everywhere: the theorem margin counts the bias in the length
 * of the weights, the distance does not. What was not proved of a run is not said. */
#ifndef CLI_WORDS_MARGINS_H
#define CLI_WORDS_MARGINS_H

#include "perceptron.h"

#include <stdio.h>

/* The least margins of fixed weights on some rows: theorem margin, distance, functional margin; NaN: none. Without a
 * bias the first two are one number, and told once. */
struct margins {
    double theorem, distance, functional;
    bool   kernel, many;   /* of a kernel, in its space; of more than two classes */
};
void margins_print(FILE *out, const struct margins *margins);

/* All that a run knows: its margins, what bounds the best ones, and what bounds the run. `hopeless`: it is proved that
 * no weights separate its rows, so that nothing is to be said of the case that some do. */
void margins_print_run(FILE *out, const ptron_result *result, const ptron_algorithm_info *info, bool hopeless);

#endif
