/* Making a trace: rows into memory, a run whose steps are kept, and a line for each. */
#include "trace/trace.h"
#include "diag.h"
#include "progress.h"
#include "words/numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_VALUES = 10000000 };

void trace_free(struct trace *t)
{
    for (size_t i = 0; i < t->n_lines; i++)
        free(t->lines[i].weights);
    free(t->lines);
    free(t->values);
    free(t->scaled);
    free(t->signs);
    free(t->w);
    free(t->reference.exact);
    ptron_run_free(t->run);
    ptron_dataset_free(t->set);
}

static ptron_status no_memory(ptron_error *err)
{
    return diag_fail(err, PTRON_NOMEM, "no memory for the trace");
}

/* ---- the rows ------------------------------------------------------------------------------------- */

static bool is_whole(double value)
{
    return value == floor(value) && fabs(value) < 0x1p31;
}

/* Row i as n + 1 values, the constant feature last. */
static ptron_status copy_row(struct trace *t, uint64_t i, uint32_t *features, double *values, ptron_error *err)
{
    double *x = t->values + i * (t->n + 1);
    size_t stored;
    const ptron_status status = ptron_dataset_row(t->set, i, features, values, t->n, &stored, err);

    for (size_t j = 0; j < stored; j++)
        x[features[j]] = values[j];
    x[t->n] = t->constant;
    for (size_t j = 0; j <= t->n; j++)
        t->whole &= is_whole(x[j]);
    t->signs[i] = ptron_dataset_row_class(t->set, i) == 1 ? 1 : -1;
    return status;
}

static ptron_status copy_rows(struct trace *t, ptron_error *err)
{
    uint32_t *features = malloc((t->n + 1) * sizeof *features);
    double *values = malloc((t->n + 1) * sizeof *values);
    ptron_status status = PTRON_OK;
    bool good;

    t->values = calloc((size_t)t->facts.rows * (t->n + 1), sizeof *t->values);
    t->signs = calloc((size_t)t->facts.rows, sizeof *t->signs);
    good = features != NULL && values != NULL && t->values != NULL && t->signs != NULL;
    t->whole = is_whole(t->rate);
    for (uint64_t i = 0; good && status == PTRON_OK && i < t->facts.rows; i++)
        status = copy_row(t, i, features, values, err);
    free(features);
    free(values);
    if (!good || (t->exact && !trace_prepare_exact(t)))
        return no_memory(err);
    return status;
}

static ptron_status load_rows(struct trace *t, ptron_error *err)
{
    const ptron_options *o = t->args->options;

    TRY(ptron_dataset_load(t->args->files, t->args->n_files, o, NULL, &t->set, err));
    t->facts.size = sizeof t->facts;
    ptron_dataset_describe(t->set, &t->facts);
    t->n = (size_t)t->facts.features;
    t->rate = ptron_options_real(o, "rate");
    t->zero_start = ptron_options_is(o, "start", "zero");
    t->constant = ptron_options_flag(o, "bias") ? ptron_options_real(o, "bias-scale") : 0.0;
    if (t->facts.classes > 2 && (t->exact || t->latex))
        return diag_fail(err, PTRON_DATA, "--%s is for two labels, found %s; choose with --positive LABEL or "
                         "--classes A,B", t->exact ? "exact" : "latex", text_count(t->facts.classes).s);
    if (t->facts.rows * (t->facts.features + 1) > MOST_VALUES)
        return diag_fail(err, PTRON_DATA, "a trace is for sets of up to %s values, found %s rows of %s features",
                         text_count(MOST_VALUES).s, text_count(t->facts.rows).s, text_count(t->facts.features).s);
    if (t->exact && strcmp(t->facts.scaling, "none") != 0)
        return diag_fail(err, PTRON_ARGUMENT, "--exact is about the values as they stand; leave out --scale");
    if (t->exact && !t->zero_start)
        return diag_fail(err, PTRON_ARGUMENT, "--exact starts at zero; leave out --start");
    return copy_rows(t, err);
}

/* ---- the run ---------------------------------------------------------------------------------------- */

/* The library keeps the steps; here they are only looked at. */
static bool on_row(void *user, const ptron_step *step)
{
    struct trace *t = user;

    t->no_classes = t->facts.classes > 2 && (step->vectors < 2 || step->weights == NULL ||
                                             step->label >= step->vectors || step->rival >= step->vectors);
    if (step->step != 0.0) {
        t->n_moved++;
        if (step->step != t->rate && t->odd_step == 0.0)
            t->odd_step = step->step;
        if (t->exact && t->odd_step == 0.0)
            trace_use_exact(t, step->row, step->sign, step->step);
    }
    return !t->no_classes && !interrupts_any();
}

static ptron_status train(struct trace *t, ptron_trainer *trainer, ptron_error *err)
{
    const ptron_observer inner = {.size = sizeof inner, .user = t, .on_row = on_row};
    ptron_observer observer = {.size = sizeof observer};

    TRY(ptron_run_new(t->set, &t->run, err));
    ptron_run_keep(t->run, t->limit > 0 ? t->limit : UINT64_MAX);
    TRY(ptron_run_watch(t->run, &inner, &observer, err));
    TRY(ptron_trainer_run(trainer, &observer, err));
    t->result.size = sizeof t->result;
    t->theorem.size = sizeof t->theorem;
    TRY(ptron_trainer_result(trainer, &t->result, err));
    return t->facts.classes == 2 ? ptron_run_theorem(t->run, trainer, &t->theorem, err) : PTRON_OK;
}

static ptron_status follow_training(struct trace *t, ptron_error *err)
{
    ptron_trainer *trainer = NULL;
    ptron_status status;

    if (ptron_options_count(t->args->options, "shards") != 1)
        return diag_fail(err, PTRON_ARGUMENT, "a trace shows one step after another; shards learn side by side");
    TRY(ptron_trainer_new(t->args->options, t->set, NULL, &trainer, err));
    status = train(t, trainer, err);
    ptron_trainer_free(trainer);
    if (status == PTRON_OK && t->no_classes)
        return diag_fail(err, PTRON_ARGUMENT, "with %s labels '%s' learns each against the rest, a run of its own; "
                         "choose one with --positive LABEL", text_count(t->facts.classes).s, t->result.algorithm);
    if (status == PTRON_OK && t->exact && t->odd_step != 0.0)   /* exact sums need steps that are decimals */
        return diag_fail(err, PTRON_ARGUMENT, "--exact is for rules that add whole rows; %s made a step of %s",
                         t->result.algorithm, text_exact(t->odd_step).s);
    return status;
}

/* ---- lines ------------------------------------------------------------------------------------------ */

static ptron_status make_lines(struct trace *t, ptron_error *err)
{
    PTRON_SIZED(ptron_step, step);
    PTRON_SIZED(ptron_sides, sides);
    size_t n = 0;

    while (ptron_run_step(t->run, n, &step, NULL))
        n++;
    t->lines = calloc(n + 1, sizeof *t->lines);
    for (; t->lines != NULL && t->n_lines < n && !t->checks.failed; t->n_lines++) {
        struct trace_line *line = &t->lines[t->n_lines];
        ptron_run_step(t->run, t->n_lines, &step, t->exact ? NULL : &sides);
        *line = (struct trace_line){.epoch = step.epoch, .row = step.row, .sign = step.sign, .mistake = step.mistake,
                                    .moved = step.step != 0.0, .updates = step.updates,
                                    .weights = calloc(t->n + 1, sizeof *line->weights)};
        if (line->weights == NULL)
            return no_memory(err);
        trace_fill(t, &step, &sides, line);
    }
    return t->lines == NULL ? no_memory(err) : PTRON_OK;
}

ptron_status trace_make(struct trace *t, ptron_error *err)
{
    TRY(load_rows(t, err));
    TRY(follow_training(t, err));
    if (t->facts.classes > 2)
        return PTRON_OK;
    if (t->exact) {   /* the sums start anew for the lines */
        t->reference.exact = t->w;
        t->w = calloc(t->n + 1, sizeof *t->w);
        t->exact_mass = t->exact_squares = 0;
        if (t->w == NULL)
            return no_memory(err);
    }
    trace_reference_numbers(t);
    if (t->exact || t->whole)
        t->times = t->theorem.times;
    TRY(make_lines(t, err));
    if (t->checks.failed)
        return diag_fail(err, PTRON_DATA, "the exact numbers outgrow 128 bits; the trace without --exact goes on");
    return PTRON_OK;
}

/* ---- texts ---------------------------------------------------------------------------------------- */

enum { SHOWN = 6 };   /* coordinates of a vector */

static void put_cut(size_t n, size_t shown, char *text, size_t room, size_t at)
{
    if (n > shown)
        at += (size_t)snprintf(text + at, room - at, ", ... %zu more", n - shown);
    snprintf(text + at, room - at, ")");
}

void trace_vector_text(const double *w, size_t stride, size_t n, size_t shown, char *text, size_t room)
{
    size_t at = 0;

    for (size_t j = 0; j < n && j < shown; j++)
        at += (size_t)snprintf(text + at, room - at, "%s%s", j == 0 ? "(" : ", ", text_number(w[j * stride]).s);
    put_cut(n, shown, text, room, at);
}

void trace_row_text(const struct trace *t, uint64_t row, char *text, size_t room)
{
    trace_vector_text(t->values + row * (t->n + 1), 1, t->n, SHOWN, text, room);
}

void trace_weights_text(const struct trace *t, const struct trace_line *line, char *text, size_t room)
{
    size_t at = 0;

    for (size_t j = 0; j < t->n && j < SHOWN; j++)
        at += (size_t)snprintf(text + at, room - at, "%s%s", j == 0 ? "(" : ", ", line->weights[j].text);
    put_cut(t->n, SHOWN, text, room, at);
}

/* ---- rows known from textbooks --------------------------------------------------------------------- */

static const struct known {
    double x[4][2];
    int    sign[4];
    const char *note;
} known[] = {
    {{{1, 1}, {2, 2}, {1, 2}, {2, 1}}, {1, 1, -1, -1},
     "These four rows are a well-known worked example, said to converge in one pass. It does not: in epoch 1 the "
     "product of row 3, (1, 2), is -4, a mistake, where the usual table calls it correctly classified. The rows "
     "cannot be separated at all: both pairs have the same sum, (3, 3)."},
    {{{0, 0}, {1, 1}, {0, 1}, {1, 0}}, {1, 1, -1, -1},
     "A well-known table for these rows takes mistakes for correctly classified rows. In epoch 1 the product of "
     "row 3, (0, 1), is -1, a mistake; those of rows 1 and 4 are 0, ties, which count as mistakes. Exclusive or "
     "cannot be separated, and the weights that come back prove it."},
};

const char *trace_note(const struct trace *t)
{
    for (size_t k = 0; k < sizeof known / sizeof *known && t->n == 2 && t->facts.rows == 4; k++) {
        bool same = true;
        for (size_t i = 0; i < 4; i++)
            same &= t->values[3 * i] == known[k].x[i][0] && t->values[3 * i + 1] == known[k].x[i][1] &&
                    t->signs[i] == known[k].sign[i];
        if (same)
            return known[k].note;
    }
    return NULL;
}
