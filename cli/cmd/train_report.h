/* What `train` says at the end: the data, why it stopped, the numbers, what to try next. */
#ifndef CLI_CMD_TRAIN_REPORT_H
#define CLI_CMD_TRAIN_REPORT_H

#include "arguments.h"
#include "cmd/train_defaults.h"
#include "words/judgement.h"

#include <stdio.h>

struct diagnosis;

struct training {
    const struct args *args;
    struct defaults defaults;    /* what was chosen for want of a word */
    ptron_model   *resumed;      /* NULL: a fresh start */
    ptron_dataset *set;          /* NULL: a stream */
    ptron_stream  *stream;       /* NULL: rows in memory */
    ptron_dataset *validation;   /* NULL: none */
    ptron_trainer *trainer;
    ptron_model   *model;
    ptron_run     *run;          /* NULL: no page, record or plot was asked for */
    ptron_result   result;
    double         row_pace;     /* of several ranks: rows learned from in a second, by all together; NaN: not known */
    ptron_evaluation *held_out;  /* of the model, on the rows held out; NULL: none were */
    struct judgement  judgement; /* that */
    ptron_tuning  *folds;        /* the same setting tested on folds; NULL: not asked for */
    const char    *saved_to;     /* NULL: nowhere */
    const struct diagnosis *diagnosis;   /* of a run that did not end by itself */
};

/* Goes on from the model that --resume names; what is wrong with its state is told with its name. */
ptron_status train_resume(struct training *training, ptron_error *err);
struct save_every;
/* Learns from the rows as they come (train_stream.c); the model so far is written now and then. PTRON_CANCELED: asked
 * to stop before there was a model. */
ptron_status train_stream(struct training *training, const struct save_every *every, ptron_error *err);

void train_report(FILE *out, const struct training *training);
void train_report_json(FILE *out, const struct training *training);
/* A line: where the time went, of rows in memory. */
void train_times(FILE *out, const struct training *training);
/* Notes on stderr about the data, before training starts. */
void train_notes(const struct training *training);

#endif
