/* --checkpoint: the training so far, as a model that --resume goes on from, written whole or not at all when an epoch
 * ends. */
#ifndef CLI_CMD_CHECKPOINT_H
#define CLI_CMD_CHECKPOINT_H

#include "cmd/train_report.h"

struct checkpoint {
    struct training *training;
    const char      *path;
    double           every;      /* seconds between two; 0: each epoch */
    double           written;    /* when the last one was */
    ptron_observer   inner;
    ptron_status     status;     /* of writing: training ends when one cannot be written */
    ptron_error      error;
};

/* Puts itself before the observer, where a checkpoint was asked for; it must live as long. */
ptron_status checkpoint_watch(struct checkpoint *checkpoint, struct training *training, ptron_observer *observer,
                              ptron_error *err);

#endif
