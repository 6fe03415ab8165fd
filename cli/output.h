/* The library's output file (ptron_output) as a stream to print to; NULL or "-" is standard output. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include "perceptron.h"

#include <stdio.h>

struct output {
    FILE *file;
    ptron_output *to;   /* NULL: standard output */
};

ptron_status output_open(struct output *output, const char *path, ptron_error *err);
/* Sends what is buffered on its way; an error when that or an earlier write failed. */
ptron_status output_flush(struct output *output, ptron_error *err);
/* Puts the file in its place. Call output_discard afterwards in any case. */
ptron_status output_commit(struct output *output, ptron_error *err);
/* Frees; removes what was not committed. A zeroed output is fine. */
void output_discard(struct output *output);

/* A whole file at once. */
ptron_status output_write(const char *path, const void *bytes, size_t length, ptron_error *err);

/* Whether a file could be written there, so that nobody trains for an hour first. */
ptron_status output_possible(const char *path, ptron_error *err);

#endif
