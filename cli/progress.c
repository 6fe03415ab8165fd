/* Facts from the observer as lines on a terminal. */
#include "progress.h"
#include "diag.h"
#include "launched.h"
#include "status_line.h"
#include "words/numbers.h"

#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- signals ------------------------------------------------------------------------------------- */

static const int asking[] = {SIGINT, SIGTERM, SIGHUP};
static atomic_int interrupts;   /* the first of them that came; 0: none. Asked for by every thread */

static void on_interrupt(int number)
{
    if (interrupts > 0)
        _exit(EXIT_SIGNAL + number);
    interrupts = number;
}

/* A job that was started with one of them ignored (in the background of a script, by nohup) goes on ignoring it. */
void interrupts_catch(void)
{
    interrupts = 0;
    for (size_t i = 0; i < sizeof asking / sizeof *asking; i++) {
        struct sigaction action;

        if (sigaction(asking[i], NULL, &action) == 0 && action.sa_handler == SIG_IGN)
            continue;
        memset(&action, 0, sizeof action);
        action.sa_handler = on_interrupt;
        action.sa_flags = SA_RESTART;   /* a read in progress is not an error */
        sigemptyset(&action.sa_mask);
        sigaction(asking[i], &action, NULL);
    }
}

bool interrupts_any(void)
{
    return interrupts > 0;
}

int interrupts_code(void)
{
    const int number = interrupts;

    return EXIT_SIGNAL + (number > 0 ? number : SIGINT);
}

/* ---- lines --------------------------------------------------------------------------------------- */

static const double redraw_seconds = 0.2;

/* With the part of one that is under way. */
static double epochs_done(const ptron_progress *p)
{
    return p->row > 0 ? (double)p->epoch - 1.0 + (double)p->row / (double)p->rows : (double)p->epoch;
}

/* Epochs a second since the first look; NaN at the first one. */
static double pace(const struct progress *progress, const ptron_progress *p)
{
    const double gained = epochs_done(p) - progress->first, time = p->seconds - progress->first_at;

    return gained > 0.0 && time > 0.0 ? gained / time : (double)NAN;
}

/* Until the epochs are done or the time is up. */
static double seconds_left(const struct progress *progress, const ptron_progress *p)
{
    const double epochs = p->epochs > 0 ? ((double)p->epochs - epochs_done(p)) / pace(progress, p) : (double)NAN;
    const double time = progress->limit > 0.0 ? fmax(progress->limit - p->seconds, 0.0) : (double)NAN;

    return fmin(epochs, time);
}

static void say_epoch(struct line *line, const ptron_progress *p)
{
    line_add(line, 0, "epoch %s", text_count(p->epoch).s);
    if (p->epochs > 0)
        line_add(line, 1, " of %s", text_count(p->epochs).s);
    line_add(line, 0, ": %s mistake%s", text_count(p->mistakes).s, pt_plural(p->mistakes));
    if (!isnan(p->margin_lower) && !isnan(p->margin_upper))
        line_add(line, 3, ", best margin %s to %s", text_at_least(p->margin_lower).s, text_at_most(p->margin_upper).s);
    else if (!isnan(p->margin_upper))
        line_add(line, 3, ", best margin at most %s", text_at_most(p->margin_upper).s);
    else if (!isnan(p->margin_lower))
        line_add(line, 3, ", margin %s", text_number(p->margin_lower).s);
    if (!isnan(p->holdout_error))
        line_add(line, 2, ", hold-out error %s", text_percent(p->holdout_error).s);
    if (!isnan(p->risk))
        line_add(line, 3, ", risk %s", text_number(p->risk).s);
}

static void see(struct progress *progress, const ptron_progress *p)
{
    struct line line = {0};
    double left;

    if (!progress->begun) {
        progress->begun = true;
        progress->first = epochs_done(p);
        progress->first_at = progress->drawn_at = p->seconds;
    }
    progress->row_pace = pace(progress, p) * (double)p->rows;
    if (!progress->line || p->seconds - progress->drawn_at < redraw_seconds)
        return;
    left = seconds_left(progress, p);
    progress->drawn = true;
    progress->drawn_at = p->seconds;
    say_epoch(&line, p);
    if (!isnan(left))
        line_add(&line, 1, ", about %s left", text_about(left).s);
    line_draw(&line);
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
        struct line line = {0};

        say_epoch(&line, p);
        line_add(&line, 0, ", %s update%s so far", text_count(p->updates).s, pt_plural(p->updates));
        line_add(&line, 0, ", %s", text_seconds(p->seconds).s);
        if (ranks_many() && !isnan(progress->row_pace))
            line_add(&line, 0, ", %s row%s a second over all ranks", text_count((uint64_t)progress->row_pace).s,
                     pt_plural((uint64_t)progress->row_pace));
        fprintf(stderr, "%s\n", line.text);
    }
    return !interrupts_any();
}

void progress_init(struct progress *progress, ptron_observer *observer, double limit, bool quiet, bool verbose)
{
    memset(progress, 0, sizeof *progress);
    progress->verbose = verbose;
    progress->limit = limit;
    progress->row_pace = NAN;
    progress->line = !quiet && !verbose && line_possible();
    *observer = (ptron_observer){
        .size = sizeof *observer, .user = progress, .on_block = on_block, .on_epoch = on_epoch,
        .wants_risk = verbose};
}

void progress_clear(struct progress *progress)
{
    if (progress->drawn)
        line_clear();
    progress->drawn = false;
}

/* ---- reading ------------------------------------------------------------------------------------- */

double clock_now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static const double patient_seconds = 5.0;

static void reading_clear(struct reading *reading)
{
    if (reading->drawn)
        line_clear();
    reading->drawn = false;
}

static void reading_draw(struct reading *reading, double time)
{
    const uint64_t taken = reading->taken, total = reading->total;
    struct line line = {0};

    if (!reading->draws || time - reading->drawn_at < redraw_seconds)
        return;
    reading->drawn = true;
    reading->drawn_at = time;
    if (taken == 0 || taken > total) {   /* not known, or a file that grows */
        line_add(&line, 0, "reading: %s", text_bytes(taken).s);
        if (time - reading->moved_at > 1.0)
            line_add(&line, 1, ", waiting for more");
    } else {
        line_add(&line, 0, "reading: %.0f %%", 100.0 * (double)taken / (double)total);
        line_add(&line, 2, " of %s", text_bytes(total).s);
        line_add(&line, 1, ", about %s left",
                 text_about((time - reading->began) * ((double)total / (double)taken - 1.0)).s);
    }
    line_draw(&line);
}

static bool look(struct reading *reading)
{
    const double time = clock_now();

    if (reading->waits && time - reading->began > patient_seconds) {
        reading->waits = false;
        reading_clear(reading);
        diag_note("standard input is read to its end before learning begins; --stream learns from rows as they come");
    }
    reading_draw(reading, time);
    return true;
}

static bool on_read(void *user, uint64_t taken, uint64_t total)
{
    struct reading *reading = user;

    reading->taken = taken;
    reading->total = total;
    reading->moved_at = clock_now();
    return look(reading);
}

static bool on_wait(void *user, uint64_t taken)
{
    struct reading *reading = user;

    if (taken > reading->taken)
        return on_read(reading, taken, 0);
    return look(reading);
}

void reading_begin(struct reading *reading, ptron_options *options, bool quiet)
{
    const ptron_watch watch = {.size = sizeof watch, .user = reading, .on_read = on_read, .on_wait = on_wait};
    const double time = clock_now();

    *reading = (struct reading){.began = time, .drawn_at = time, .moved_at = time, .draws = line_possible()};
    if (!quiet)
        ptron_options_watch(options, &watch, NULL);
}

void reading_end(struct reading *reading, ptron_options *options)
{
    ptron_options_watch(options, NULL, NULL);
    reading_clear(reading);
}
