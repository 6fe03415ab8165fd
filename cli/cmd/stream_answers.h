/* The file of --predictions: what the weights said of each row of a stream before they learned from it. A line has the
 * row's number, counted from 1 over all runs, the answer, its score and the row's own label, with TABs between. Lines
 * are written as rows come and are in the file before the model that learned from them is; a run that goes on cuts off
 * those of rows that its model has not seen, so the file is that of a run which nobody disturbed. */
#ifndef CLI_CMD_STREAM_ANSWERS_H
#define CLI_CMD_STREAM_ANSWERS_H

#include "perceptron.h"

#include <stdio.h>

struct stream_answers {            /* zeroed: none are wanted */
    const char *path;
    FILE *file;                    /* NULL: none are wanted */
    bool  cuts;                    /* a file that lines can be cut off from; no pipe, no terminal */
    long  began;                   /* where this run's lines begin */
    const ptron_dataset *rows;     /* being learned from: they have the names of classes */
    char *text;                    /* [room] a label as it can stand in a line */
    size_t room;
    bool  failed;                  /* no memory for one */
};

/* path NULL: none are wanted. seen: rows that the model has learned from before. */
ptron_status stream_answers_open(struct stream_answers *answers, const char *path, uint64_t seen, ptron_error *err);
/* For the trainer; user: the answers. */
bool stream_answers_add(struct stream_answers *answers, const ptron_answer *answer);
/* Rows begin with the first again: the lines of this run go. */
ptron_status stream_answers_restart(struct stream_answers *answers, ptron_error *err);
ptron_status stream_answers_flush(struct stream_answers *answers, ptron_error *err);
void stream_answers_close(struct stream_answers *answers);

#endif
