/* Making a trace: rows into memory, a run whose steps are kept, and a line for each. */
#include "trace/trace.h"
#include "diag.h"
#include "progress.h"
#include "words/numbers.h"
#include "words/training.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_VALUES = 10000000 };

static void forget_numbers(struct number *numbers, size_t n)
{
    for (size_t i = 0; numbers != NULL && i < n; i++)
        free(numbers[i].text);
}

void trace_free(struct trace *t)
{
    for (size_t i = 0; i < t->n_lines; i++) {
        forget_numbers(t->lines[i].numbers, LINE_NUMBERS);
        forget_numbers(t->lines[i].weights, t->n_weights);
        free(t->lines[i].weights);
    }
    forget_numbers(t->numbers, RUN_NUMBERS);
    trace_exact_end(t);
    free(t->rounding.exact);
    free(t->lines);
    free(t->values);
    free(t->signs);
    free(t->alphas);
    ptron_run_free(t->run);
    ptron_dataset_free(t->set);
}

ptron_status trace_no_memory(ptron_error *err)
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
    t->whole = is_whole(ptron_options_real(t->args->options, "rate"));
    for (uint64_t i = 0; good && status == PTRON_OK && i < t->facts.rows; i++)
        status = copy_row(t, i, features, values, err);
    free(features);
    free(values);
    return good ? status : trace_no_memory(err);
}

static ptron_status load_rows(struct trace *t, bool exact, ptron_error *err)
{
    const ptron_options *o = t->args->options;

    if (exact)
        TRY(ptron_options_set(t->args->options, "digits", "yes", err));
    TRY(ptron_dataset_load(t->args->files, t->args->n_files, o, NULL, &t->set, err));
    t->facts.size = sizeof t->facts;
    ptron_dataset_describe(t->set, &t->facts);
    t->n = (size_t)t->facts.features;
    t->constant = ptron_options_flag(o, "bias") ? ptron_options_real(o, "bias-scale") : 0.0;
    if (t->facts.classes > 2 && (exact || t->latex))
        return diag_fail(err, PTRON_DATA, "--%s is for two labels, found %s; choose with --positive LABEL or "
                         "--classes A,B", exact ? "exact" : "latex", text_count(t->facts.classes).s);
    if (t->facts.rows * (t->facts.features + 1) > MOST_VALUES)
        return diag_fail(err, PTRON_DATA, "a trace is for sets of up to %s values, found %s of %s",
                         text_count(MOST_VALUES).s, text_counted(t->facts.rows, "row").s,
                         text_counted(t->facts.features, "feature").s);
    TRY(copy_rows(t, err));
    return exact ? trace_exact_begin(t, err) : PTRON_OK;
}

/* ---- the run ---------------------------------------------------------------------------------------- */

/* What a table could show: weights of one vector, or of each class, or a number for the row. */
static const char *find_unfit(const struct trace *t, const ptron_step *step, const char *algorithm)
{
    PTRON_SIZED(ptron_algorithm_info, info);
    const bool vectors = step->vectors >= 2 && step->weights != NULL && step->label < step->vectors &&
                         step->rival < step->vectors;

    if (t->facts.classes > 2 && (vectors || (ptron_algorithm_find(algorithm, &info) && info.one_vs_rest)))
        return vectors ? NULL : "learns each of many labels against the rest, a run of its own; choose one with "
                                "--positive LABEL";
    if (ptron_algorithm_takes(algorithm, "penalty"))
        return "moves once an epoch, by a step that all rows solve for together; 'train -v' tells of its epochs";
    return step->n_weights > 0 || !isnan(step->alpha)
               ? NULL : "has neither a vector of weights nor a number for each row that a table could follow; "
                        "'train -v' tells of its epochs";
}

/* The library keeps the steps; here they are only looked at. */
static bool on_row(void *user, const ptron_step *step)
{
    struct trace *t = user;

    t->unfit = find_unfit(t, step, ptron_options_get(t->args->options, "algorithm"));
    if (t->unfit != NULL)
        return false;
    t->n_weights = t->facts.classes > 2 ? 0 : step->n_weights;
    t->gathers = step->gathers;
    if (t->exact != NULL)
        trace_exact_follow(t, step);
    if (t->n_weights == 0 && t->alphas != NULL)
        t->alphas[step->row] += step->step;
    return !interrupts_any();
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
    const ptron_options *o = t->args->options;
    PTRON_SIZED(ptron_algorithm_info, info);
    ptron_trainer *trainer = NULL;
    ptron_status status;

    if (ptron_options_count(o, "shards") != 1)
        return diag_fail(err, PTRON_ARGUMENT, "a trace shows one step after another; shards learn side by side");
    if (ptron_algorithm_find(ptron_options_get(o, "algorithm"), &info) && info.kernels &&
        ptron_options_count(o, "budget") == 0) {
        t->alphas = calloc(2 * (size_t)t->facts.rows, sizeof *t->alphas);
        if (t->alphas == NULL)
            return trace_no_memory(err);
    }
    TRY(ptron_trainer_new(o, t->set, NULL, &trainer, err));
    status = train(t, trainer, err);
    ptron_trainer_free(trainer);
    if (t->unfit != NULL)
        return diag_fail(err, PTRON_ARGUMENT, "'%s' %s", ptron_options_get(o, "algorithm"), t->unfit);
    return status;
}

/* ---- lines ------------------------------------------------------------------------------------------ */

/* The numbers as the library worked them out. */
static void fill_line(const struct trace *t, const ptron_step *step, const ptron_sides *sides, struct trace_line *line)
{
    const double numbers[LINE_NUMBERS] = {
        [N_PRODUCT] = step->product, [N_STEP] = step->step, [N_KEEP] = step->keep, [N_ALPHA] = step->alpha,
        [N_BIAS] = t->n_weights > 0 && t->constant > 0.0 ? step->bias : (double)NAN, [N_MASS] = step->mass,
        [N_LOWER] = sides->lower, [N_UPPER] = sides->upper, [N_LEMMA1] = sides->along,
        [N_LEMMA1_LEAST] = sides->along_least, [N_LEMMA2] = sides->norm2, [N_LEMMA2_MOST] = sides->norm2_most,
    };

    for (size_t i = 0; i < LINE_NUMBERS; i++)   /* no -0, and none beyond all doubles */
        line->numbers[i].value = isfinite(numbers[i]) ? numbers[i] + 0.0 : (double)NAN;
    for (size_t j = 0; j < t->n_weights; j++)
        line->weights[j].value = step->weights[j] + 0.0;
}

static ptron_status make_line(struct trace *t, size_t i, ptron_error *err)
{
    PTRON_SIZED(ptron_step, step);
    PTRON_SIZED(ptron_sides, sides);
    struct trace_line *line = &t->lines[i];

    ptron_run_step(t->run, i, &step, &sides);
    *line = (struct trace_line){.epoch = step.epoch, .row = step.row, .sign = step.sign, .mistake = step.mistake,
                                .moved = step.step != 0.0 || step.keep < 1.0 || step.keep > 1.0,
                                .updates = step.updates,
                                .steps = step.ends_batch && step.updates > (i == 0 ? 0 : line[-1].updates),
                                .weights = calloc(t->n_weights + 1, sizeof *line->weights)};
    t->n_lines++;
    if (line->weights == NULL)
        return trace_no_memory(err);
    fill_line(t, &step, &sides, line);
    if (t->alphas != NULL)   /* the learner's own is that of all equal rows together */
        line->numbers[N_ALPHA].value = t->alphas[t->facts.rows + step.row] += step.step;
    return t->exact == NULL ? PTRON_OK : trace_exact_fill(t, &step, line, err);
}

static void fill_reference(struct trace *t)
{
    const ptron_theorem *theorem = &t->theorem;
    const double numbers[RUN_NUMBERS] = {
        [R_GAMMA] = theorem->gamma, [R_NORM2] = theorem->norm2, [R_RADIUS2] = theorem->radius2,
        [R_START2] = theorem->start_norm2, [R_THRESHOLD] = theorem->threshold, [R_LONGEST] = theorem->longest,
        [R_BOUND] = theorem->bound, [R_MASS] = theorem->mass, [R_MASS_BOUND] = theorem->longest * theorem->bound,
    };

    t->known = theorem->applies;
    t->has_lemma2 = theorem->has_lemma2;
    for (size_t i = 0; i < RUN_NUMBERS; i++)
        t->numbers[i].value = numbers[i];
}

ptron_status trace_make(struct trace *t, bool exact, ptron_error *err)
{
    PTRON_SIZED(ptron_step, step);
    size_t n = 0;

    TRY(load_rows(t, exact, err));
    TRY(follow_training(t, err));
    if (t->facts.classes > 2)
        return PTRON_OK;
    fill_reference(t);
    if (t->exact != NULL)
        TRY(trace_exact_reference(t, err));
    if (t->theorem.times != NULL && (t->exact != NULL ? trace_exact_adds_up(t, t->theorem.times) : t->whole))
        t->times = t->theorem.times;
    while (ptron_run_step(t->run, n, &step, NULL))
        n++;
    t->lines = calloc(n + 1, sizeof *t->lines);
    if (t->lines == NULL)
        return trace_no_memory(err);
    for (size_t i = 0; i < n; i++)
        TRY(make_line(t, i, err));
    trace_find_columns(t);
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

    for (size_t j = 0; j < t->n_weights && j < SHOWN && at < room / 2; j++) {
        const struct number *w = &line->weights[j];
        at += (size_t)snprintf(text + at, room - at, "%s%s", j == 0 ? "(" : ", ",
                               w->text != NULL ? w->text : text_number(w->value).s);
    }
    put_cut(t->n_weights, SHOWN, text, room, at < room ? at : room - 1);
}

void trace_print_order(FILE *out, const struct trace *t)
{
    const ptron_options *o = t->args->options;
    PTRON_SIZED(ptron_algorithm_info, info);
    /* Whether train takes that order too. */
    const bool alike = ptron_algorithm_find(t->result.algorithm, &info) && info.restarts;

    fprintf(out, "Rows %s%s.\n", run_order_text(ptron_options_get(o, "order"), ptron_options_count(o, "seed")).s,
            ptron_options_is(o, "order", "given") && !alike
                ? " (train shuffles them anew each epoch unless told otherwise)" : "");
    if (t->numbers_are[0] != '\0')
        fprintf(out, "%sNumbers: %s.\n", t->latex ? "% " : "", t->numbers_are);
}

/* ---- rows known from textbooks --------------------------------------------------------------------- */

static const struct known {
    double x[4][2];
    int    sign[4];
    double product[4];        /* of the first epoch, all ties and negative ones being mistakes */
    const char *note;
} known[] = {
    {{{1, 1}, {2, 2}, {1, 2}, {2, 1}}, {1, 1, -1, -1}, {0, 5, -4, 1},
     "These four rows are a well-known worked example, said to converge in one pass. It does not: in epoch 1 the "
     "product of row 3, (1, 2), is -4, a mistake, where the usual table calls it correctly classified. The rows "
     "cannot be separated at all: both pairs have the same sum, (3, 3)."},
    {{{0, 0}, {1, 1}, {0, 1}, {1, 0}}, {1, 1, -1, -1}, {0, 1, -1, 0},
     "A well-known table for these rows takes mistakes for correctly classified rows. In epoch 1 the product of "
     "row 3, (0, 1), is -1, a mistake; those of rows 1 and 4 are 0, ties, which count as mistakes. Exclusive or "
     "cannot be separated at all."},
};

/* The rows, and the first epoch as the note tells it. */
static bool is_known(const struct trace *t, const struct known *k)
{
    if (t->n != 2 || t->facts.rows != 4 || t->n_lines < 4 || strcmp(t->result.algorithm, "perceptron") != 0)
        return false;
    for (size_t i = 0; i < 4; i++)
        if (t->values[3 * i] != k->x[i][0] || t->values[3 * i + 1] != k->x[i][1] || t->signs[i] != k->sign[i] ||
            t->lines[i].row != i || t->lines[i].numbers[N_PRODUCT].value != k->product[i] ||
            t->lines[i].mistake != (k->product[i] <= 0.0))
            return false;
    return true;
}

const char *trace_note(const struct trace *t)
{
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (is_known(t, &known[k]))
            return known[k].note;
    return NULL;
}
