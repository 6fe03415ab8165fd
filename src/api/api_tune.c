/* The public face of tuning: arguments are looked at here, work is done in tune. */
#include "api/api.h"
#include "base/alloc.h"
#include "model/model.h"
#include "record/record.h"
#include "tune/tune.h"

#include <math.h>

static ptron_status check(const ptron_options *const *settings, size_t n, ptron_tuning **out, ptron_error *err)
{
    if (out == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a place for the tuning is needed");
    *out = NULL;
    if (settings == NULL || n == 0)
        return pt_fail(err, PTRON_ARGUMENT, "no setting is given to try");
    return PTRON_OK;
}

/* NULL settings are the defaults. */
static ptron_status make(const char *const *paths, size_t n_paths, const ptron_dataset *set,
                         const ptron_options *options, const ptron_options *const *settings, size_t n,
                         ptron_tuning **out, ptron_error *err)
{
    const ptron_options **given = pt_zeroed(n, sizeof *given);
    ptron_status status;

    if (given == NULL)
        return pt_fail_memory(err, n * sizeof *given, "settings");
    for (size_t i = 0; i < n; i++)
        given[i] = pt_options_given(settings[i]);
    status = pt_tuning_new(paths, n_paths, set, pt_options_given(options), given, n, out, err);
    pt_release(given);
    return status;
}

ptron_status ptron_tuning_open(const char *const *paths, size_t n_paths, const ptron_options *options,
                               const ptron_options *const *settings, size_t n, ptron_tuning **out, ptron_error *err)
{
    PT_TRY(check(settings, n, out, err));
    for (size_t i = 0; paths != NULL && i < n_paths; i++)
        if (paths[i] == NULL)
            return pt_fail(err, PTRON_ARGUMENT, "path %zu is NULL", i);
    if (paths == NULL || n_paths == 0)
        return pt_fail(err, PTRON_ARGUMENT, "no file is named");
    return make(paths, n_paths, NULL, options, settings, n, out, err);
}

ptron_status ptron_tuning_of_set(const ptron_dataset *set, const ptron_options *options,
                                 const ptron_options *const *settings, size_t n, ptron_tuning **out, ptron_error *err)
{
    PT_TRY(check(settings, n, out, err));
    if (set == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a set is needed");
    return make(NULL, 0, set, options, settings, n, out, err);
}

void ptron_tuning_free(ptron_tuning *tuning)
{
    pt_tuning_free(tuning);
}

ptron_status ptron_tuning_run(ptron_tuning *tuning, const ptron_tuning_watch *watch, ptron_error *err)
{
    ptron_tuning_watch full;

    if (tuning == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a tuning is needed");
    PT_TRY(pt_take_sized(watch, &full, sizeof full, err));
    return pt_tune_run_all(tuning, &full, err);
}

static uint64_t rank_of(const ptron_tuning *t, size_t setting)
{
    for (size_t i = 0; t->ranked && i < t->n; i++)
        if (t->rank[i] == setting)
            return i;
    return UINT64_MAX;
}

void ptron_tuning_describe(const ptron_tuning *t, ptron_tuning_facts *facts)
{
    ptron_tuning_facts full = {.size = sizeof full};

    if (t == NULL || facts == NULL)
        return;
    full.rows = t->rows.n;
    full.features = t->rows.features;
    full.classes = t->rows.n_labels;
    full.settings = t->n;
    full.folds = pt_tune_tests(t);
    full.sizes = t->n_shares;
    full.score = t->score->name;
    full.more_is_better = t->score->more;
    full.best = rank_of(t, t->best);
    full.simplest = rank_of(t, t->simplest);
    full.chosen = rank_of(t, t->chosen);
    pt_tune_count(t, &full.runs, &full.done);
    pt_hand_over(&full, facts, sizeof full, NULL);
}

bool ptron_tuning_get(const ptron_tuning *t, uint64_t rank, ptron_tuned *tuned)
{
    ptron_tuned full;

    if (t == NULL || tuned == NULL || rank >= t->n)
        return false;
    pt_tune_tell(t, t->rank[rank], t->settings[t->rank[rank]].left, &full);
    return pt_hand_over(&full, tuned, sizeof full, NULL) == PTRON_OK;
}

double ptron_tuning_score(const ptron_tuning *t, uint64_t rank, uint64_t i)
{
    const struct pt_tune_run *run;

    if (t == NULL || rank >= t->n || i >= pt_tune_tests(t))
        return (double)NAN;
    run = pt_tune_run_at(t, t->settings[t->rank[rank]].left, t->rank[rank], (size_t)i);
    return run->done ? run->score : (double)NAN;
}

uint64_t ptron_tuning_fold(const ptron_tuning *t, uint64_t repeat, uint64_t row)
{
    if (t == NULL || repeat >= t->repeats || row >= t->rows.n)
        return UINT64_MAX;
    const uint32_t fold = t->fold[repeat * t->rows.n + row];
    return fold == UINT32_MAX ? UINT64_MAX : fold;
}

bool ptron_tuning_curve(const ptron_tuning *t, uint64_t rank, uint64_t i, ptron_curve_point *point)
{
    ptron_curve_point full = {.size = sizeof full};
    ptron_tuned tuned;

    if (t == NULL || point == NULL || rank >= t->n || i >= t->n_shares || t->halves)
        return false;
    pt_tune_tell(t, t->rank[rank], (size_t)i, &tuned);
    full.test = tuned.mean;
    full.test_error = tuned.standard_error;
    full.train = tuned.train;
    for (size_t k = 0; k < pt_tune_tests(t); k++)
        full.rows += (double)pt_tune_run_at(t, (size_t)i, t->rank[rank], k)->rows / (double)pt_tune_tests(t);
    return pt_hand_over(&full, point, sizeof full, NULL) == PTRON_OK;
}

ptron_status ptron_tuning_write(const ptron_tuning *tuning, void **bytes, size_t *length, ptron_error *err)
{
    struct pt_buffer buffer;

    if (tuning == NULL || bytes == NULL || length == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a tuning and places for its bytes are needed");
    *bytes = NULL;
    *length = 0;
    pt_buffer_init(&buffer);
    pt_tuning_write(tuning, &buffer);
    return pt_give_bytes(&buffer, pt_buffer_status(&buffer, err), bytes, length);
}

ptron_status ptron_tuning_restore(ptron_tuning *tuning, const void *bytes, size_t length, ptron_error *err)
{
    if (tuning == NULL || bytes == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a tuning and bytes are needed");
    return pt_tuning_restore(tuning, bytes, length, err);
}

const ptron_options *ptron_tuning_chosen(const ptron_tuning *tuning)
{
    return tuning == NULL || !tuning->ranked ? NULL : tuning->settings[tuning->chosen].options;
}

ptron_status ptron_tuning_finish(const ptron_tuning *tuning, const ptron_observer *observer, ptron_result *result,
                                 ptron_model **out, ptron_error *err)
{
    ptron_observer seen;
    ptron_result full = {.size = sizeof full};

    if (tuning == NULL || out == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a tuning and a place for the model are needed");
    *out = NULL;
    if (!tuning->ranked)
        return pt_fail(err, PTRON_ARGUMENT, "not every run is done: nothing is chosen yet");
    if (result != NULL && pt_size_of(result) == 0)
        return pt_fail_size(err);
    PT_TRY(pt_take_sized(observer, &seen, sizeof seen, err));
    PT_TRY(pt_tuning_finish(tuning, &seen, &full, out, err));
    return result == NULL ? PTRON_OK : pt_hand_over(&full, result, sizeof full, err);
}

ptron_status ptron_run_tuning(ptron_run *run, const ptron_tuning *tuning, ptron_error *err)
{
    ptron_curve_point p = {.size = sizeof p};
    ptron_tuning_facts facts = {.size = sizeof facts};

    if (run == NULL || tuning == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a run and a tuning are needed");
    ptron_tuning_describe(tuning, &facts);
    if (facts.sizes < 2 || facts.chosen == UINT64_MAX)
        return PTRON_OK;
    for (uint64_t i = 0; ptron_tuning_curve(tuning, facts.chosen, i, &p); i++)
        PT_ADD_ROW(run->record, learning, .rows = p.rows, .test = p.test, .test_error = p.test_error,
                   .train = p.train);
    return pt_record_status(run->record, err);
}

bool ptron_model_tuned(const ptron_model *model, uint64_t rank, ptron_tuned *tuned)
{
    return model != NULL && tuned != NULL && rank < model->n_tuned &&
           pt_hand_over(&model->tuned[rank], tuned, sizeof *tuned, NULL) == PTRON_OK;
}

const char *ptron_model_tuned_by(const ptron_model *model)
{
    return model == NULL ? NULL : model->tuned_by;
}
