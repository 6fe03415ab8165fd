/* Facts from the observer as lines on a terminal. */
#include "progress.h"
#include "diag.h"
#include "words/numbers.h"

#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- Ctrl-C -------------------------------------------------------------------------------------- */

static volatile sig_atomic_t interrupts;

static void on_interrupt(int number)
{
    (void)number;
    if (interrupts > 0)
        _exit(EXIT_INTERRUPTED);
    interrupts = 1;
}

/* A job that was started with SIGINT ignored (in the background of a script) goes on ignoring it. */
void interrupts_catch(void)
{
    struct sigaction action;

    if (sigaction(SIGINT, NULL, &action) == 0 && action.sa_handler == SIG_IGN)
        return;
    interrupts = 0;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_interrupt;
    action.sa_flags = SA_RESTART;   /* a read in progress is not an error */
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
}

bool interrupts_any(void)
{
    return interrupts > 0;
}

/* ---- lines --------------------------------------------------------------------------------------- */

static const double redraw_seconds = 0.2;

static bool can_redraw(void)
{
    const char *term = getenv("TERM");

    return isatty(STDERR_FILENO) && (term == NULL || strcmp(term, "dumb") != 0);
}

/* The line is cut at the edge of the terminal: only one line can be taken back. */
static void begin_line(void)
{
    fputs("\r\033[K\033[?7l", stderr);
}

static void end_line(void)
{
    fputs("\033[?7h", stderr);
    fflush(stderr);
}

static void clear_line(bool drawn)
{
    if (drawn)
        fputs("\r\033[K", stderr);
}

/* Share of all epochs that is done; NaN without a limit. */
static double share_done(const ptron_progress *p)
{
    const double within = p->rows > 0 ? (double)p->row / (double)p->rows : 0.0;

    return p->epochs > 0 ? ((double)p->epoch - 1.0 + within) / (double)p->epochs : (double)NAN;
}

/* Until the epochs are done or the time is up. */
static double seconds_left(const struct progress *progress, const ptron_progress *p)
{
    const double done = share_done(p), gained = done - progress->first;
    const double epochs = gained > 0.0 ? (p->seconds - progress->first_at) * (1.0 - done) / gained : (double)NAN;
    const double time = progress->limit > 0.0 ? fmax(progress->limit - p->seconds, 0.0) : (double)NAN;

    return fmin(epochs, time);
}

static void print_epoch(const ptron_progress *p)
{
    fprintf(stderr, "epoch %" PRIu64, p->epoch);
    if (p->epochs > 0)
        fprintf(stderr, " of %" PRIu64, p->epochs);
    fprintf(stderr, ": %s mistake%s", text_count(p->mistakes).s, text_plural(p->mistakes));
    if (!isnan(p->margin_lower) && !isnan(p->margin_upper))
        fprintf(stderr, ", margin %s to %s", text_at_least(p->margin_lower).s, text_at_most(p->margin_upper).s);
    else if (!isnan(p->margin_upper))
        fprintf(stderr, ", margin at most %s", text_at_most(p->margin_upper).s);
    else if (!isnan(p->margin_lower))
        fprintf(stderr, ", margin %s", text_number(p->margin_lower).s);
    if (!isnan(p->holdout_error))
        fprintf(stderr, ", hold-out error %s", text_percent(p->holdout_error).s);
    if (!isnan(p->risk))
        fprintf(stderr, ", risk %s", text_number(p->risk).s);
}

static void see(struct progress *progress, const ptron_progress *p)
{
    double left;

    if (!progress->begun) {
        progress->begun = true;
        progress->first = share_done(p);
        progress->first_at = progress->drawn_at = p->seconds;
    }
    if (!progress->line || p->seconds - progress->drawn_at < redraw_seconds)
        return;
    left = seconds_left(progress, p);
    progress->drawn = true;
    progress->drawn_at = p->seconds;
    begin_line();
    print_epoch(p);
    if (!isnan(left))
        fprintf(stderr, ", about %s left", text_seconds(left).s);
    end_line();
}

static bool on_block(void *user, const ptron_progress *p)
{
    see(user, p);
    return !interrupts_any();
}

static bool on_epoch(void *user, const ptron_progress *p)
{
    struct progress *progress = user;

    see(progress, p);
    if (progress->verbose) {
        print_epoch(p);
        fprintf(stderr, ", %s update%s so far, %s\n", text_count(p->updates).s, text_plural(p->updates),
                text_seconds(p->seconds).s);
    }
    return !interrupts_any();
}

void progress_init(struct progress *progress, ptron_observer *observer, double limit, bool quiet, bool verbose)
{
    memset(progress, 0, sizeof *progress);
    progress->verbose = verbose;
    progress->limit = limit;
    progress->line = !quiet && !verbose && can_redraw();
    *observer = (ptron_observer){
        .size = sizeof *observer, .user = progress, .on_block = on_block, .on_epoch = on_epoch,
        .wants_risk = verbose};
}

void progress_clear(struct progress *progress)
{
    clear_line(progress->drawn);
    progress->drawn = false;
}

/* ---- reading ------------------------------------------------------------------------------------- */

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static const double patient_seconds = 5.0;

static bool on_read(void *user, uint64_t taken, uint64_t total)
{
    struct reading *reading = user;
    const double time = now();

    if (reading->waits && time - reading->began > patient_seconds) {
        reading->waits = false;
        clear_line(reading->drawn);
        reading->drawn = false;
        diag_note("standard input is read to its end before learning begins; --stream learns from rows as they come");
    }
    if (!reading->draws || time - reading->drawn_at < redraw_seconds)
        return true;
    reading->drawn = true;
    reading->drawn_at = time;
    begin_line();
    if (taken == 0 || taken > total)   /* not known, or a file that grows */
        fprintf(stderr, "reading: %s", text_bytes(taken).s);
    else
        fprintf(stderr, "reading: %.0f %% of %s, about %s left", 100.0 * (double)taken / (double)total,
                text_bytes(total).s,
                text_seconds((time - reading->began) * ((double)total / (double)taken - 1.0)).s);
    end_line();
    return true;
}

void reading_begin(struct reading *reading, ptron_options *options, bool quiet)
{
    const ptron_watch watch = {.size = sizeof watch, .user = reading, .on_read = on_read};

    *reading = (struct reading){.began = now(), .drawn_at = now(), .draws = can_redraw()};
    if (!quiet)
        ptron_options_watch(options, &watch, NULL);
}

void reading_end(struct reading *reading, ptron_options *options)
{
    ptron_options_watch(options, NULL, NULL);
    clear_line(reading->drawn);
    reading->drawn = false;
}
