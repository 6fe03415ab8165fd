/* Runs, wave by wave: the sets of some cells are read, then all runs in them go side by side. */
#include "base/alloc.h"
#include "base/clock.h"
#include "base/size.h"
#include "judge/score.h"
#include "par/lock.h"
#include "tune/tune.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Of rows at a time in memory, about; and cells. */
enum { WAVE_BYTES = 256 << 20, WAVE_CELLS = 64 };

/* ---- scores -------------------------------------------------------------------------------------- */

static double error_of(const ptron_evaluation_facts *f) { return f->error; }
static double log_loss_of(const ptron_evaluation_facts *f) { return f->log_loss; }
static double auc_of(const ptron_evaluation_facts *f) { return f->auc; }
static double f1_of(const ptron_evaluation_facts *f) { return f->macro_f1; }
static double balanced_of(const ptron_evaluation_facts *f) { return f->balanced_accuracy; }
static double precision_of(const ptron_evaluation_facts *f) { return f->average_precision; }

const struct pt_score *pt_score_named(const char *name)
{
    static const struct pt_score scores[] = {
        {"error", false, error_of},      {"log-loss", false, log_loss_of},
        {"auc", true, auc_of},           {"macro-f1", true, f1_of},
        {"balanced-accuracy", true, balanced_of}, {"average-precision", true, precision_of},
    };

    for (size_t i = 0; i < sizeof scores / sizeof *scores; i++)
        if (strcmp(scores[i].name, name) == 0)
            return &scores[i];
    return NULL;
}

/* ---- cells --------------------------------------------------------------------------------------- */

struct cell {
    size_t reading, test, share;
    struct pt_tune_part learn, tested;
    ptron_status status;
    ptron_error  err;
};

struct wave {
    ptron_tuning *tuning;
    struct cell  *cells;               /* [n_cells] */
    size_t        n_cells;
    bool          alone;               /* each set is read by one thread */
    struct pt_trial *trials;           /* [n] */
    struct { size_t cell, setting; } *of;   /* [n] setting: that the run has come to */
    size_t        n;
    const ptron_tuning_watch *watch;
    pt_lock       telling;             /* done, stopped */
    uint64_t      done, runs;
    bool          stopped;
};

/* The first setting's that reads so, with as many threads as there may be. */
static ptron_status options_to_read(const struct wave *w, const struct cell *cell, ptron_options **out,
                                    ptron_error *err)
{
    PT_TRY(pt_options_copy(w->tuning->settings[cell->reading].trial, out, err));
    return ptron_options_set(*out, "threads", w->alone ? "1" : pt_option_text(w->tuning->options, "threads"), err);
}

static ptron_status read_cell(const struct wave *w, struct cell *cell, uint32_t *learn, uint32_t *tested,
                              ptron_error *err)
{
    const ptron_tuning *t = w->tuning;
    ptron_options *options = NULL;
    uint64_t n_learn, n_tested;
    ptron_status status = options_to_read(w, cell, &options, err);

    pt_tune_choose(t, cell->test, t->shares[cell->share], learn, &n_learn, tested, &n_tested);
    if (status == PTRON_OK && n_learn == 0)
        status = pt_fail(err, PTRON_DATA, "there are no rows to learn from beside fold %zu", cell->test + 1);
    if (status == PTRON_OK)
        status = pt_tune_part(&t->rows, learn, n_learn, options, NULL, &cell->learn, err);
    if (status == PTRON_OK)
        status = pt_tune_part(&t->rows, tested, n_tested, options, cell->learn.set->shared, &cell->tested, err);
    ptron_options_free(options);
    if (status != PTRON_OK && err->line > 0) {   /* lines of a fold are not those of the file */
        err->line = err->column = 0;
    }
    return status;
}

static void do_cell(void *context, size_t i)
{
    struct wave *w = context;
    struct cell *cell = &w->cells[i];
    const size_t n = (size_t)w->tuning->rows.n;
    uint32_t *rows = pt_array(n, 2 * sizeof *rows);

    if (w->stopped)
        return;
    cell->status = rows == NULL ? pt_fail_memory(&cell->err, 2 * n * sizeof *rows, "a fold")
                                : read_cell(w, cell, rows, rows + n, &cell->err);
    pt_release(rows);
}

/* ---- runs ---------------------------------------------------------------------------------------- */

static ptron_status test_model(struct wave *w, size_t i, ptron_trainer *trainer, struct pt_tune_run *run,
                               ptron_error *err)
{
    ptron_model *model = NULL;
    ptron_evaluation *evaluation = NULL;
    ptron_evaluation_facts facts = {.size = sizeof facts};
    ptron_status status = pt_trainer_answer(trainer, &model, &run->train, err);

    if (status == PTRON_OK)
        status = pt_evaluation_new(model, (struct pt_cut){0}, &(ptron_watch){.size = sizeof(ptron_watch)}, &evaluation,
                                   err);
    if (status == PTRON_OK)
        status = pt_evaluation_add(evaluation, w->cells[w->of[i].cell].tested.set, err);
    if (status == PTRON_OK) {
        pt_evaluation_describe(evaluation, &facts);
        run->score = w->tuning->score->of(&facts);
    }
    ptron_evaluation_free(evaluation);
    ptron_model_free(model);
    return status;
}

static bool tell(struct wave *w)
{
    if (w->watch->on_run != NULL && !w->stopped)
        w->stopped = !w->watch->on_run(w->watch->user, w->done, w->runs);
    return !w->stopped;
}

static bool on_block(void *user, const ptron_progress *progress)
{
    struct wave *w = user;
    bool go_on;

    (void)progress;
    pt_lock_take(&w->telling);
    go_on = tell(w);
    pt_lock_give(&w->telling);
    return go_on;
}

static bool wants(const ptron_tuning *t, size_t setting, const struct cell *cell)
{
    return t->settings[setting].reading == cell->reading &&
           (!t->halves || t->settings[setting].left >= cell->share) &&
           !pt_tune_run_at(t, cell->share, setting, cell->test)->done;
}

/* This setting, or the first of those further on that is wanted; n: none. */
static size_t wanted_from(const ptron_tuning *t, size_t setting, const struct cell *cell)
{
    while (setting < t->n && !wants(t, setting, cell))
        setting = t->settings[setting].further;
    return setting;
}

static ptron_status after_run(void *context, size_t i, ptron_trainer *trainer, uint64_t *more, ptron_error *err)
{
    struct wave *w = context;
    const ptron_tuning *t = w->tuning;
    const struct cell *cell = &w->cells[w->of[i].cell];
    const size_t further = wanted_from(t, t->settings[w->of[i].setting].further, cell);
    struct pt_tune_run run = {.rows = cell->learn.set->n_rows};
    const double began = pt_clock_seconds();

    if (ptron_trainer_reason(trainer) != PTRON_STOP_ASKED)
        PT_TRY(test_model(w, i, trainer, &run, err));
    pt_lock_take(&w->telling);
    if (ptron_trainer_reason(trainer) != PTRON_STOP_ASKED) {
        run.seconds = trainer->seconds + pt_clock_seconds() - began;
        run.done = true;
        *pt_tune_run_at(w->tuning, cell->share, w->of[i].setting, cell->test) = run;
        w->done++;
        if (tell(w) && further < t->n) {
            w->of[i].setting = further;
            *more = pt_option_count(t->settings[further].trial, "epochs");
        }
    }
    pt_lock_give(&w->telling);
    return PTRON_OK;
}

static ptron_status plan_runs(struct wave *w, ptron_error *err)
{
    const ptron_tuning *t = w->tuning;
    const size_t room = w->n_cells * t->n;

    w->trials = pt_zeroed(room, sizeof *w->trials);
    w->of = pt_zeroed(room, sizeof *w->of);
    if (w->trials == NULL || w->of == NULL)
        return pt_fail_memory(err, room * sizeof *w->trials, "runs");
    for (size_t c = 0; c < w->n_cells; c++)
        for (size_t first = 0; first < t->n; first++) {
            const size_t s = t->settings[first].begins ? wanted_from(t, first, &w->cells[c]) : t->n;

            if (s == t->n)
                continue;
            w->of[w->n].cell = c;
            w->of[w->n].setting = s;
            w->trials[w->n++] = (struct pt_trial){t->settings[s].trial, w->cells[c].learn.set, NULL, NULL};
        }
    return PTRON_OK;
}

/* An error says which setting, where there are several, and of data which fold was left out. */
static ptron_status name_setting(const struct wave *w, ptron_status status, ptron_error *err)
{
    char message[sizeof err->message];

    if (status == PTRON_OK || err == NULL || status == PTRON_NOMEM || (w->tuning->n == 1 && status != PTRON_DATA))
        return status;
    for (size_t i = 0; i < w->n; i++) {
        ptron_options *alone = NULL;
        ptron_trainer *trainer = NULL;
        ptron_error again = {0};
        const bool same = pt_options_copy(w->trials[i].options, &alone, NULL) == PTRON_OK &&
                          pt_trainer_new(alone, w->trials[i].set, NULL, &trainer, &again) == status &&
                          strcmp(again.message, err->message) == 0;

        ptron_trainer_free(trainer);
        ptron_options_free(alone);
        if (!same)
            continue;
        if (status == PTRON_DATA)
            snprintf(message, sizeof message, "%.80s, learning without fold %zu: %.120s",
                     w->tuning->settings[w->of[i].setting].name, w->cells[w->of[i].cell].test + 1, err->message);
        else
            snprintf(message, sizeof message, "%.80s: %.150s", w->tuning->settings[w->of[i].setting].name,
                     err->message);
        memcpy(err->message, message, sizeof message);
        break;
    }
    return status;
}

static ptron_status do_wave(struct wave *w, pt_pool *pool, ptron_error *err)
{
    const ptron_observer observer = {.size = sizeof observer, .user = w, .on_block = on_block};
    const struct pt_trials how = {pool, &observer, after_run, w};
    ptron_status status = PTRON_OK;

    if (w->alone)
        pt_pool_run(pool, w->n_cells, do_cell, w);
    else
        for (size_t i = 0; i < w->n_cells; i++)
            do_cell(w, i);
    for (size_t i = 0; i < w->n_cells && status == PTRON_OK; i++) {
        status = w->cells[i].status;
        if (status != PTRON_OK && err != NULL)
            *err = w->cells[i].err;
    }
    if (status == PTRON_OK && !w->stopped)
        status = plan_runs(w, err);
    if (status == PTRON_OK && !w->stopped)
        status = name_setting(w, pt_try(w->trials, w->n, &how, err), err);
    for (size_t i = 0; i < w->n_cells; i++) {
        pt_tune_part_fini(&w->cells[i].tested);
        pt_tune_part_fini(&w->cells[i].learn);
    }
    pt_release(w->trials);
    pt_release(w->of);
    w->trials = NULL;
    w->n = w->n_cells = 0;
    return status;
}

static bool has_work(const ptron_tuning *t, const struct cell *cell)
{
    for (size_t s = 0; s < t->n; s++)
        if (wants(t, s, cell))
            return true;
    return false;
}

/* All cells of one size. */
static ptron_status do_share(struct wave *w, size_t share, pt_pool *pool, ptron_error *err)
{
    const ptron_tuning *t = w->tuning;
    const uint64_t bytes = 4 * (t->rows.text.length + (t->rows.set == NULL ? 0 : t->rows.set->n_values * 4)) + 1;
    const size_t most = (size_t)pt_max(1, pt_min(WAVE_BYTES / bytes, WAVE_CELLS));
    struct cell cells[WAVE_CELLS];

    w->cells = cells;
    w->alone = most >= pt_pool_threads(pool);
    for (size_t reading = 0; reading < t->n; reading++)
        for (size_t test = 0; test < pt_tune_tests(t) && !w->stopped; test++) {
            const struct cell cell = {.reading = reading, .test = test, .share = share};

            if (t->settings[reading].reading != reading || !has_work(t, &cell))
                continue;
            cells[w->n_cells++] = cell;
            if (w->n_cells == most)
                PT_TRY(do_wave(w, pool, err));
        }
    if (w->n_cells > 0 && !w->stopped)
        PT_TRY(do_wave(w, pool, err));
    return w->stopped ? pt_detail(err, PTRON_DETAIL_CANCELED, pt_fail(err, PTRON_CANCELED, "stopped by the caller"))
                      : PTRON_OK;
}

/* ---- all of them --------------------------------------------------------------------------------- */

size_t pt_tune_survivors(size_t n)
{
    return (n + 2) / 3;
}

void pt_tune_count(const ptron_tuning *t, uint64_t *runs, uint64_t *done)
{
    size_t alive = t->n;

    *runs = *done = 0;
    for (size_t s = 0; s < t->n_shares; s++) {
        *runs += alive * pt_tune_tests(t);
        alive = t->halves ? pt_tune_survivors(alive) : alive;
    }
    for (size_t i = 0; i < t->n_shares * t->n * pt_tune_tests(t); i++)
        *done += t->runs[i].done;
}

ptron_status pt_tune_run_all(ptron_tuning *t, const ptron_tuning_watch *watch, ptron_error *err)
{
    struct wave w = {.tuning = t, .watch = watch, .telling = PT_LOCK_INIT};
    ptron_error own = {0}, *tell_to = err == NULL ? &own : err;
    pt_pool *pool = NULL;
    ptron_status status = pt_pool_new((size_t)pt_option_count(t->options, "threads"), &pool, tell_to);

    for (size_t i = 0; i < t->n; i++)
        t->settings[i].left = t->n_shares - 1;
    pt_tune_count(t, &w.runs, &w.done);
    for (size_t s = 0; s < t->n_shares && status == PTRON_OK; s++) {
        status = do_share(&w, s, pool, tell_to);
        if (status == PTRON_OK && t->halves && s + 1 < t->n_shares)
            pt_tune_thin(t, s);
    }
    pt_pool_free(pool);
    if (status == PTRON_OK || status == PTRON_CANCELED)
        pt_tune_rank(t);
    return status;
}
