/* What a user sees while reading and training run, and what stops them: Ctrl-C, SIGTERM and SIGHUP alike. On a terminal
 * one line, redrawn at most five times a second; in a pipe nothing; with --verbose a line per epoch. All of it on
 * stderr.
 *
 * The first of these signals ends training at the next block, so that the model so far is kept; the second ends the
 * program at once. Which came is the one mutable global of the command: a signal handler sees nothing else. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include "perceptron.h"

struct progress {
    bool   line, verbose;     /* redraw a line; print one per epoch */
    bool   drawn;             /* a line stands on the terminal */
    bool   begun;
    double drawn_at;          /* seconds of training when it was last drawn */
    double limit;             /* seconds of training at most; 0: none */
    double first, first_at;   /* epochs done when first seen, and when: for the time left */
    double row_pace;          /* rows learned from in a second since then, by all ranks together; NaN: not yet known */
};

/* Prepares the state and the observer that feeds it; `progress` must outlive the observer. `limit` is the time
 * that training may take in seconds; 0: any. */
void progress_init(struct progress *progress, ptron_observer *observer, double limit, bool quiet, bool verbose);
/* Takes the line off the terminal. */
void progress_clear(struct progress *progress);

struct reading {
    bool   drawn, draws;
    bool   waits;             /* for the end of a pipe, where --stream would not: told once when that takes long */
    double began, drawn_at;
    double moved_at;          /* when bytes came */
    uint64_t taken, total;    /* bytes */
};

/* A line while what these options read is being read; `reading` must live until _end. */
void reading_begin(struct reading *reading, ptron_options *options, bool quiet);
void reading_end(struct reading *reading, ptron_options *options);   /* takes it off the terminal */

/* From now on these signals are counted; the second one exits. */
void interrupts_catch(void);
bool interrupts_any(void);
int  interrupts_code(void);   /* the exit code of who was stopped before there was anything to keep */

double clock_now(void);       /* seconds, from some moment on */

#endif
