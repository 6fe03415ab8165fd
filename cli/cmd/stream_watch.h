/* What a stream says while it learns, when it saves what it has learned, and what it answered. */
#ifndef CLI_CMD_STREAM_WATCH_H
#define CLI_CMD_STREAM_WATCH_H

#include "cmd/stream_answers.h"
#include "cmd/train_report.h"

struct save_every {         /* --save-every N, or Ns for seconds (m minutes, h hours) */
    uint64_t rows;          /* 0: not by rows */
    double   seconds;       /* 0: not by time */
};

/* False, with the line printed: no such thing. Without the option neither is set. */
bool save_every_parse(const struct args *args, struct save_every *every);

/* A stream comes once, in its own order: what the defaults say of epochs and order is for rows in memory. One that
 * goes on after whole epochs of a model is one epoch more. (train_stream.c) */
ptron_status stream_options_fix(ptron_options *options, const ptron_model *resumed, ptron_error *err);

struct stream_watch {
    struct training *training;
    struct save_every every;
    struct stream_answers answers;
    bool     live;              /* rows come from a pipe */
    bool     quiet, verbose, line;
    uint64_t before;            /* rows that the model had seen when it went on */
    uint64_t rows;              /* of this run, before the rows at hand */
    uint64_t seen, mistakes;    /* rows learned from in all, and those wrong when they came */
    uint64_t told, told_mistakes;   /* when the last line was told */
    uint64_t saved;             /* rows seen when the model was last written */
    double   saved_at, drawn_at, came_at, asked_at;
    bool     drawn, settled_told;
    ptron_status status;        /* of what was done while waiting */
    ptron_error *err;
};

void stream_watch_begin(struct stream_watch *watch, struct training *training, const struct save_every *every,
                        ptron_error *err);
/* Rows begin with the first again. */
ptron_status stream_watch_restart(struct stream_watch *watch, ptron_error *err);
/* Writes the model when it is time. `rows` were fed; all of this run. */
ptron_status stream_watch_fed(struct stream_watch *watch, uint64_t rows, ptron_error *err);
/* Whether someone asked to stop, and no more rows that have come are to be learned from: a pipe gets a second. */
bool stream_watch_stops(struct stream_watch *watch);
/* For the trainer and for the options that the stream reads with. */
bool stream_on_block(void *user, const ptron_progress *progress);
bool stream_on_answer(void *user, const ptron_answer *answer);
bool stream_on_wait(void *user, uint64_t taken);
void stream_watch_end(struct stream_watch *watch);

#endif
