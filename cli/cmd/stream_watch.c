/* Lines and saves of a stream. */
#include "cmd/stream_watch.h"
#include "diag.h"
#include "progress.h"
#include "status_line.h"
#include "words/numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double redraw_seconds = 0.2, idle_seconds = 1.0;
static const double grace_seconds = 1.0;   /* for rows of a pipe that have come when someone asks to stop */

/* ---- --save-every ---------------------------------------------------------------------------------- */

bool save_every_parse(const struct args *args, struct save_every *every)
{
    static const struct {
        const char *unit;
        double      seconds;
    } units[] = {{"s", 1.0}, {"m", 60.0}, {"h", 3600.0}};
    const char *text = args_value(args, "save-every");
    char *end = NULL;
    double value;

    *every = (struct save_every){0};
    if (text == NULL)
        return true;
    value = strtod(text, &end);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (end != text && strcmp(end, units[i].unit) == 0)
            every->seconds = value * units[i].seconds;
    if (end != text && *end == '\0' && value >= 1.0 && value < 1e18 && value == floor(value))
        every->rows = (uint64_t)value;
    if (every->rows > 0 || (every->seconds > 0.0 && every->seconds < 1e9))
        return true;
    diag_usage(args->command->name, "save-every is '%s', wanted a number of rows, or a time such as 60s, 5m or 1h",
               text);
    return false;
}

/* Until both classes have come there is no model to write. */
static ptron_status save_now(struct stream_watch *watch, ptron_error *err)
{
    ptron_model *model;
    ptron_status status = ptron_trainer_snapshot(watch->training->trainer, &model, err);

    watch->saved_at = clock_now();
    if (status == PTRON_DATA)
        return PTRON_OK;
    watch->saved = watch->seen;
    if (status == PTRON_OK)
        status = ptron_model_save(model, args_value(watch->training->args, "output"), err);
    ptron_model_free(model);
    return status;
}

static ptron_status save_if_due(struct stream_watch *watch, ptron_error *err)
{
    const struct save_every *every = &watch->every;

    if (watch->seen == watch->saved || watch->training->trainer == NULL ||
        !((every->rows > 0 && watch->seen - watch->saved >= every->rows) ||
          (every->seconds > 0.0 && clock_now() - watch->saved_at >= every->seconds)))
        return PTRON_OK;
    return save_now(watch, err);
}

/* ---- lines ------------------------------------------------------------------------------------------ */

/* The error of all rows, and that of the rows since the last line. */
static void say_error(const struct stream_watch *watch, struct line *line)
{
    line_add(line, 0, "%s row%s", text_count(watch->seen).s, pt_plural(watch->seen));
    if (watch->seen == 0)
        return;
    line_add(line, 0, ", progressive error %s", text_percent((double)watch->mistakes / (double)watch->seen).s);
    if (watch->told > 0 && watch->seen > watch->told && watch->mistakes >= watch->told_mistakes)
        line_add(line, 2, ", %s since row %s",
                 text_percent((double)(watch->mistakes - watch->told_mistakes) / (double)(watch->seen - watch->told)).s,
                 text_count(watch->told).s);
}

/* With --verbose whenever the rows have doubled. */
static void tell(struct stream_watch *watch)
{
    struct line line = {0};

    if (watch->seen < 2 * watch->told || watch->seen == 0)
        return;
    if (watch->verbose) {
        say_error(watch, &line);
        fprintf(stderr, "%s\n", line.text);
    }
    watch->told = watch->seen;
    watch->told_mistakes = watch->mistakes;
}

static void draw(struct stream_watch *watch)
{
    const double time = clock_now(), idle = time - watch->came_at;
    struct line line = {0};

    if (!watch->line || time - watch->drawn_at < redraw_seconds)
        return;
    watch->drawn_at = time;
    watch->drawn = true;
    say_error(watch, &line);
    if (idle >= idle_seconds)
        line_add(&line, 1, ", waiting for %s", text_about(idle).s);
    line_draw(&line);
}

/* What the first rows of a slow pipe have settled, said once. */
static void tell_settled(struct stream_watch *watch)
{
    PTRON_SIZED(ptron_dataset_facts, facts);

    if (watch->quiet || watch->settled_told || watch->rows == 0 || watch->training->resumed != NULL ||
        clock_now() - watch->came_at < idle_seconds)
        return;
    watch->settled_told = true;
    ptron_stream_describe(watch->training->stream, &facts);
    if (watch->drawn)
        line_clear();
    watch->drawn = false;
    diag_note("%s so far, read as %s%s, %s label%s; the rows of the first megabyte settle that, and are learned "
              "anew where one changes it", text_some(facts.rows, "row").s, facts.format,
              facts.index_base == 0 ? " with indices from 0" : facts.index_base == 1 ? " with indices from 1" : "",
              text_count(facts.classes).s, pt_plural(facts.classes));
}

/* ---- asked by others -------------------------------------------------------------------------------- */

bool stream_watch_stops(struct stream_watch *watch)
{
    if (!interrupts_any())
        return false;
    if (watch->asked_at == 0.0)
        watch->asked_at = clock_now();
    return !watch->live || clock_now() - watch->asked_at > grace_seconds;
}

bool stream_on_block(void *user, const ptron_progress *progress)
{
    struct stream_watch *watch = user;

    watch->seen = watch->before + watch->rows + progress->row;
    watch->mistakes = progress->mistakes;
    tell(watch);
    draw(watch);
    return !stream_watch_stops(watch);
}

bool stream_on_answer(void *user, const ptron_answer *answer)
{
    struct stream_watch *watch = user;

    return stream_answers_add(&watch->answers, answer);
}

bool stream_on_wait(void *user, uint64_t taken)
{
    struct stream_watch *watch = user;

    (void)taken;
    tell_settled(watch);
    draw(watch);
    watch->status = save_if_due(watch, watch->err);
    return watch->status == PTRON_OK && !interrupts_any();
}

/* ---- around it ---------------------------------------------------------------------------------------- */

void stream_watch_begin(struct stream_watch *watch, struct training *training, const struct save_every *every,
                        ptron_error *err)
{
    const bool quiet = args_flag(training->args, "quiet"), verbose = args_flag(training->args, "verbose");
    const double time = clock_now();

    *watch = (struct stream_watch){.training = training, .every = *every, .quiet = quiet, .verbose = verbose,
                                   .line = !quiet && !verbose && line_possible(), .err = err, .saved_at = time,
                                   .drawn_at = time, .came_at = time};
    if (training->resumed != NULL) {
        PTRON_SIZED(ptron_result, result);

        ptron_model_training(training->resumed, &result, NULL);
        watch->before = watch->seen = watch->saved = result.row;
    }
}

ptron_status stream_watch_restart(struct stream_watch *watch, ptron_error *err)
{
    watch->rows = watch->seen = watch->mistakes = watch->told = watch->told_mistakes = watch->saved = 0;
    return stream_answers_restart(&watch->answers, err);
}

ptron_status stream_watch_fed(struct stream_watch *watch, uint64_t rows, ptron_error *err)
{
    watch->rows = rows;
    watch->seen = watch->before + rows;
    watch->came_at = clock_now();
    TRY(stream_answers_flush(&watch->answers, err));
    return save_if_due(watch, err);
}

void stream_watch_end(struct stream_watch *watch)
{
    if (watch->drawn)
        line_clear();
    watch->drawn = false;
}
