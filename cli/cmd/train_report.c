/* The report of a training run. Advice is a list of questions, each asked of the run and the data; those
 * that apply are printed. */
#include "cmd/train_report.h"
#include "cmd/diagnosis.h"
#include "cmd/tune_report.h"
#include "diag.h"
#include "words/facts.h"
#include "words/numbers.h"
#include "words/training.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- notes before training ----------------------------------------------------------------------- */

static bool is_sorted_by_class(const ptron_dataset *set, const ptron_dataset_facts *facts)
{
    uint64_t changes = 0;

    for (uint64_t i = 1; i < facts->rows && changes < facts->classes; i++)
        changes += ptron_dataset_row_class(set, i) != ptron_dataset_row_class(set, i - 1);
    return facts->rows > 2 * facts->classes && changes + 1 == facts->classes;
}

/* Where only the algorithm's own bound ends a run, and that is beyond all patience. */
static void note_endless(const ptron_options *options)
{
    const double fraction = ptron_options_real(options, "fraction");

    if (ptron_options_is(options, "algorithm", "pdm") && fraction > 0.5 && ptron_options_is(options, "epochs", "0") &&
        ptron_options_is(options, "max-updates", "0") && !(ptron_options_real(options, "time") > 0.0))
        diag_note("no budget is set, and pdm --fraction %s may take a number of updates that grows like (R/gamma*)^%s; "
                  "--epochs, --max-updates or --time sets one, and Ctrl-C keeps the model", text_number(fraction).s,
                  text_number(1.0 / (1.0 - fraction)).s);
}

void train_notes(const struct training *t)
{
    PTRON_SIZED(ptron_dataset_facts, facts);
    struct facts_categories many;

    ptron_dataset_describe(t->set, &facts);
    facts_note_skipped(&facts);
    note_endless(t->args->options);
    if (facts.scaled_only)
        diag_note("sparse rows are scaled but not centred: centring would fill them");
    if (facts_many_categories(t->set, &facts, &many))
        diag_note("column '%s' has %s categories in %s, as in '%s'; is it meant to be one-hot?",
                  text_name(many.column).s, text_count(many.n).s, text_counted(facts.rows, "row").s,
                  text_name(many.example).s);
    if (ptron_options_is(t->args->options, "order", "given") && is_sorted_by_class(t->set, &facts))
        diag_note("the rows are sorted by class and --order given keeps them so: expect poor weights; "
                  "--order each shuffles them");
}

void train_times(FILE *out, const struct training *t)
{
    PTRON_SIZED(ptron_dataset_facts, facts);

    ptron_dataset_describe(t->set, &facts);
    fprintf(out, "%s of reading, %s of moving rows, %s of training\n", text_seconds(facts.reading_seconds).s,
            text_seconds(facts.moving_seconds).s, text_seconds(t->result.seconds).s);
}

/* ---- advice -------------------------------------------------------------------------------------- */

/* What the advice is drawn from; the checkup only for sets small enough that it costs next to nothing. */
struct situation {
    const struct training *t;
    ptron_dataset_facts facts;
    ptron_checkup checkup;
    bool checked;
};

static const double CHECKUP = 10;   /* times that it looks at each value, as long as it takes */
static const double least_scale = 1e-140;   /* products of smaller values are lost: no rule here learns from them */

static void print_goal(FILE *out, const char *goal, const char *way)
{
    fprintf(out, "  - %s: %s\n", goal, way);
}

static bool ran_out(const ptron_result *r)
{
    return r->reason == PTRON_STOP_EPOCHS || r->reason == PTRON_STOP_UPDATES || r->reason == PTRON_STOP_TIME;
}

static bool products_lost(const struct situation *s)
{
    return (isnan(s->t->result.radius) && !(s->checked && s->checkup.largest_scale == 0.0)) ||
           (s->checked && s->checkup.smallest_scale > 0.0 && s->checkup.smallest_scale < least_scale);
}

static void advise_tiny(FILE *out, const struct situation *s)
{
    if (products_lost(s))
        print_goal(out, "products of values this small are lost, however many epochs there are", "--scale minmax");
}

static void advise_contradictions(FILE *out, const struct situation *s)
{
    char a[160], b[160];

    if (!ptron_options_is(s->t->args->options, "holdout", "0"))   /* one of the two may not have been learned from */
        return;
    if (!s->checked || s->checkup.contradictions == 0 || diagnosis_is(s->t->diagnosis, PTRON_VERDICT_NOT_SEPARABLE))
        return;
    facts_row_place(s->t->set, s->checkup.contradiction_rows[0], a, sizeof a);
    facts_row_place(s->t->set, s->checkup.contradiction_rows[1], b, sizeof b);
    fprintf(out, "  - more epochs cannot end it: %s vector%s more than one label, as in %s and %s\n",
            text_count(s->checkup.contradictions).s,
            pt_one_many(s->checkup.contradictions, " carries", "s carry"), a, b);
}

static void advise_scale(FILE *out, const struct situation *s)
{
    const ptron_checkup *c = &s->checkup;
    char why[320];

    if (s->checked && strcmp(s->facts.scaling, "none") == 0 && !products_lost(s) &&
        facts_say_reach(s->t->set, c->least_reach, c->least_reach_feature, c->greatest_reach, c->greatest_reach_feature,
                        why, sizeof why))
        print_goal(out, why, "--scale standard");
}

static void advise_algorithm(FILE *out, const struct situation *s)
{
    PTRON_SIZED(ptron_algorithm_info, info);

    /* Who answers with the last weights gains by a mean of them, or the best. */
    if (ptron_algorithm_find(s->t->result.algorithm, &info) && info.theorem && !products_lost(s)) {
        print_goal(out, "fewer errors on new rows", "--algorithm averaged");
        print_goal(out, "the fewest errors on these rows", "--algorithm pocket");
    }
}

/* No straight boundary is right about these rows: another kind may be. */
static void advise_shape(FILE *out, const struct situation *s)
{
    if (!diagnosis_is(s->t->diagnosis, PTRON_VERDICT_NOT_SEPARABLE) || (s->checked && s->checkup.contradictions > 0))
        return;
    if (!ptron_options_flag(s->t->args->options, "bias"))
        print_goal(out, "a boundary that need not pass through the origin", "leave out --no-bias");
    else
        print_goal(out, "a boundary that bends", "--algorithm kernel, or mlp");
}

/* What a longer run is for: separating is not what a network or a solver with a gap of its own is after. */
static const char *why_longer(const struct training *t)
{
    PTRON_SIZED(ptron_algorithm_info, info);

    if (ptron_algorithm_find(t->result.algorithm, &info) && info.risk != NULL && !info.margins)
        return "as far as the loss still falls, longer";
    if (isfinite(t->result.gap))
        return "to close the duality gap, longer";
    return diagnosis_is(t->diagnosis, PTRON_VERDICT_SEPARABLE) ? "since the rows can be separated, longer"
                                                               : "if the rows can be separated at all, longer";
}

static void advise_longer(FILE *out, const struct situation *s)
{
    const struct training *t = s->t;
    char way[sizeof(struct shown_path) + 100];

    if ((s->checked && s->checkup.contradictions > 0) || diagnosis_is(t->diagnosis, PTRON_VERDICT_NOT_SEPARABLE) ||
        products_lost(s))
        return;
    if (t->saved_to != NULL && strcmp(t->saved_to, "-") != 0 && t->result.reason == PTRON_STOP_EPOCHS)
        snprintf(way, sizeof way, "--resume %s --epochs %" PRIu64 " goes on from here", text_path(t->saved_to).s,
                 t->result.epochs * 10);
    else if (t->result.reason == PTRON_STOP_EPOCHS)
        snprintf(way, sizeof way, "--epochs %" PRIu64, t->result.epochs * 10);
    else
        snprintf(way, sizeof way, t->result.reason == PTRON_STOP_TIME ? "a larger --time" : "a larger --max-updates");
    print_goal(out, why_longer(t), way);
}

static bool checkup_is_cheap(const struct training *t, uint64_t values)
{
    return values <= SMALL_SET || CHECKUP * (double)values <= run_work(t) / 10.0;
}

static void print_advice(FILE *out, const struct training *t)
{
    static void (*const advice[])(FILE *, const struct situation *) = {advise_contradictions, advise_tiny, advise_scale,
                                                                       advise_algorithm, advise_shape,
                                                                       advise_longer};
    struct situation s = {.t = t, .facts = {.size = sizeof s.facts}, .checkup = {.size = sizeof s.checkup}};
    char *words = NULL;
    size_t length = 0;
    FILE *text;

    if (t->set == NULL || !ran_out(&t->result) || t->result.train_errors == 0)
        return;
    ptron_dataset_describe(t->set, &s.facts);
    s.checked = checkup_is_cheap(t, s.facts.nonzeros) &&
                ptron_dataset_check(t->set, NULL, &s.checkup, NULL) == PTRON_OK;
    text = open_memstream(&words, &length);
    for (size_t i = 0; text != NULL && i < sizeof advice / sizeof *advice; i++)
        advice[i](text, &s);
    if (text != NULL && fclose(text) == 0 && length > 0)
        fprintf(out, "\nWhat to try next\n%s", words);
    free(words);
}

/* ---- the report ---------------------------------------------------------------------------------- */

static void print_method(FILE *out, const struct training *t)
{
    const char *order = ptron_options_get(t->args->options, "order");
    const char *shards = ptron_options_get(t->args->options, "shards");
    PTRON_SIZED(ptron_algorithm_info, info);

    if (ptron_algorithm_find(t->result.algorithm, &info)) {
        run_line(out, "algorithm", "%s: %s", info.name, info.update);
        if (info.restarts && !ptron_options_given(t->args->options, "order"))
            order = "given";
    }
    if (strcmp(shards, "1") != 0)
        run_line(out, "shards", "%s, side by side, %s after each epoch", shards,
                 isnan(t->result.mixed_updates) ? "added up" : "mixed");
    run_line(out, "order", "rows %s", run_order_text(order != NULL ? order : "each", t->result.seed).s);
}

static void print_saved(FILE *out, const struct training *t)
{
    const bool asked = t->result.reason == PTRON_STOP_ASKED;
    const bool to_stdout = t->saved_to != NULL && strcmp(t->saved_to, "-") == 0;

    if (t->saved_to == NULL) {
        fputs("\nThe model is not saved: -o FILE keeps it.\n", out);
        return;
    }
    fprintf(out, "\nThe model is in %s.\n", to_stdout ? "standard output" : text_path(t->saved_to).s);
    if (asked && !to_stdout)
        fprintf(out, "To go on%s: perceptron train %s%s%s --resume %s -o %s\n",
                t->stream != NULL ? ", with the rows behind these" : "", t->stream != NULL ? "--stream " : "",
                text_path(t->args->files[0]).s, t->args->n_files > 1 ? " ..." : "", text_path(t->saved_to).s,
                text_path(t->saved_to).s);
}

static void print_held_out(FILE *out, const struct training *t)
{
    if (t->held_out == NULL)
        return;
    fprintf(out, "\nOn the %s %s\n", text_some(t->judgement.facts.rows, "row").s,
            t->validation != NULL ? "of the validation file" : "held out");
    judgement_print(out, &t->judgement);
    if (t->judgement.wanted != NULL)
        fputs("The model keeps this threshold: predict and test go by it. Expect a little less on new rows.\n", out);
    if (ptron_options_count(t->args->options, "patience") > 0)
        fputs("The epoch whose weights are kept was chosen by these rows: expect a little more error on new ones.\n",
              out);
    if (!ptron_options_is(t->args->options, "calibrate", "none"))
        fputs("The probabilities were fitted to these rows: expect them to be a little less right on new ones.\n", out);
}

/* The mean over the folds, and how sure it is. */
static void print_folds(FILE *out, const struct training *t)
{
    PTRON_SIZED(ptron_tuning_facts, facts);
    PTRON_SIZED(ptron_tuned, tuned);

    if (t->folds == NULL || !ptron_tuning_get(t->folds, 0, &tuned))
        return;
    ptron_tuning_describe(t->folds, &facts);
    run_line(out, "folds", "%s error on rows not learned from, +- %s: the mean of %s, spread %s",
             text_percent(tuned.mean).s, text_percent(tuned.standard_error).s, text_counted(facts.folds, "fold").s,
             text_percent(tuned.spread).s);
}

void train_report(FILE *out, const struct training *t)
{
    PTRON_SIZED(ptron_dataset_facts, facts);

    if (t->stream != NULL) {
        ptron_stream_describe(t->stream, &facts);
        facts_print_stream(out, t->args, t->model, &facts);
    } else {
        ptron_dataset_describe(t->set, &facts);
        facts_print(out, t->args, 0, t->set, &facts);
    }
    defaults_print(out, &t->defaults);
    print_method(out, t);
    fputc('\n', out);
    run_print_stop(out, &t->result);
    diagnosis_print(out, t->diagnosis, t);
    fputc('\n', out);
    run_print_numbers(out, &t->result, t->model, diagnosis_hopeless(t->diagnosis, t));
    if (!isnan(t->row_pace))
        run_line(out, "pace", "%-12s row%s a second, learned from by all ranks together",
                 text_count((uint64_t)t->row_pace).s, pt_plural((uint64_t)t->row_pace));
    if (!ptron_options_is(t->args->options, "calibrate", "none"))
        run_line(out, "probabilities",
                 "fitted on the rows held out; predict goes by them, the errors above by the scores");
    print_folds(out, t);
    print_held_out(out, t);
    print_advice(out, t);
    print_saved(out, t);
    if (args_value(t->args, "report") != NULL)
        fprintf(out, "The page is in %s.\n", text_path(args_value(t->args, "report")).s);
}

void train_report_json(FILE *out, const struct training *t)
{
    PTRON_SIZED(ptron_dataset_facts, facts);
    struct json json = json_begin(out);

    json_text(&json, "algorithm", t->result.algorithm);
    defaults_json(&json, &t->defaults);
    if (t->stream != NULL) {
        ptron_stream_describe(t->stream, &facts);
        facts_json_stream(&json, t->model, &facts);
    } else {
        ptron_dataset_describe(t->set, &facts);
        facts_json(&json, t->set, &facts);
        json_real(&json, "reading_seconds", facts.reading_seconds);
        json_real(&json, "moving_seconds", facts.moving_seconds);
    }
    run_json(&json, &t->result);
    diagnosis_json(&json, t->diagnosis, t);
    if (t->held_out != NULL) {
        json_object(&json, "held_out");
        judgement_json(&json, &t->judgement, NULL);
        json_end_object(&json);
    }
    if (t->folds != NULL) {
        json_object(&json, "folds");
        tune_json(&json, t->folds);
        json_end_object(&json);
    }
    json_text(&json, "model", t->saved_to);
    json_finish(&json);
}
