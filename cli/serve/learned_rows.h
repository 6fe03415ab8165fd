/* What is told of rows that were learned from: number, label, and what was answered before. */
#ifndef CLI_SERVE_LEARNED_ROWS_H
#define CLI_SERVE_LEARNED_ROWS_H

#include "perceptron.h"

#include <stdio.h>

struct learned_rows {              /* zeroed at first */
    struct { uint32_t answer; double score; } *row;   /* [room] */
    size_t n, room;
};

/* For the trainer; user: the rows. */
bool learned_rows_hear(void *user, const ptron_answer *answer);
/* Of the rows that the stream gave last, `before` having been learned from; those that were bad are added to
 * *errors. */
void learned_rows_write(const struct learned_rows *learned, FILE *out, const ptron_stream *stream,
                        const ptron_dataset *rows, uint64_t before, uint64_t *errors);
void learned_rows_end(struct learned_rows *learned);

#endif
