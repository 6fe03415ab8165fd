/* A run in words: one sentence per stop reason, one line per number. */
#include "words/training.h"
#include "words/margins.h"
#include "words/numbers.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

void run_line(FILE *out, const char *name, const char *format, ...)
{
    va_list args;

    fprintf(out, "  %-16s", name);
    va_start(args, format);
    vfprintf(out, format, args);
    va_end(args);
    fputc('\n', out);
}

/* ---- why it stopped ------------------------------------------------------------------------------ */

static bool knows_errors(const ptron_result *r)
{
    return r->train_errors != UINT64_MAX && !isnan(r->train_error);
}

static void errors_left(FILE *out, const ptron_result *r)
{
    if (knows_errors(r) && r->train_errors > 0)
        fprintf(out, " Even so, %s of the rows %s still wrong.", text_count(r->train_errors).s,
                pt_one_many(r->train_errors, "is", "are"));
}

static void last_epoch(FILE *out, const ptron_result *r)
{
    fprintf(out, " The last epoch made %s%s.", text_some(r->last_epoch_mistakes, "mistake").s,
            r->last_epoch_mistakes == 0 && r->reason == PTRON_STOP_EPOCHS ? ", only updates" : "");
}

static void print_not_separable(FILE *out, const ptron_result *r)
{
    fprintf(out, "%s, so some rows, each times a positive number, add up to zero: no weights have every row on its "
            "own side. It would have gone on for ever; %s %s made.",
            r->step_norm == 0.0 ? "The step came out as exactly zero with mistakes left" : "The same weights came back",
            text_some(r->updates, "update").s, text_was(r->updates));
}

/* The bracket that was closed: of distances, where the bias is free. */
static void print_bracket(FILE *out, const ptron_result *r)
{
    const bool plain = !isnan(r->distance_upper) && r->distance != r->margin_lower;

    if (isnan(plain ? r->distance : r->margin_lower) || isnan(plain ? r->distance_upper : r->margin_upper)) {
        fputs("The bracket of the best margin is as close as was asked, but its ends are lost in rounding.", out);
        return;
    }
    fprintf(out, "The best %s is known as closely as was asked: between %s and %s.", plain ? "distance" : "margin",
            text_at_least(plain ? r->distance : r->margin_lower).s,
            text_at_most(plain ? r->distance_upper : r->margin_upper).s);
}

static void print_asked(FILE *out, const ptron_result *r)
{
    if (r->row == r->rows - r->earlier_rows)   /* a stream: nobody knows how many are still to come */
        fprintf(out, "You asked, after %s.", text_some(r->rows, "row").s);
    else
        fprintf(out, "You asked, in epoch %s after %s of its %s.", text_count(r->epochs + 1).s, text_count(r->row).s,
                text_some(r->rows, "row").s);
    fputs(" The model so far can be used, and its training resumed, like any other's.", out);
}

/* What would have ended the run before its epochs did. */
static const char *epochs_short_of(const ptron_result *r, const ptron_algorithm_info *info)
{
    return info->objective != NULL ? r->classes > 2 && !info->many_classes
                                         ? " before the duality gap of every label closed"
                                         : " before the duality gap closed"
           : !info->margins && info->risk != NULL ? ""   /* a network: its steps have no end of their own */
                                                  : " before an epoch without an update came";
}

/* What is watched on held-out rows: of a network, which has weights but no margins, its loss. */
static const char *watched(const ptron_algorithm_info *info)
{
    return info->weights && !info->margins ? "loss" : "error";
}

/* The epoch in which it stopped: the next one after those that were made, unless it was with the last row of one. */
static uint64_t epoch_of_stop(const ptron_result *r)
{
    return r->row == 0 && r->epochs > 0 ? r->epochs : r->epochs + 1;
}

/* A sentence or two for each reason. */
static void print_reason(FILE *out, const ptron_result *r, const ptron_algorithm_info *info)
{
    switch (r->reason) {
    case PTRON_STOP_SEPARATED:
        if (r->functional_margin <= 0.0 && r->train_errors == 0)   /* worked out with more digits than the run has */
            fprintf(out, "A whole epoch went by without an update: after %s the products of all rows came out above 0, "
                    "but not all are; the difference is lost in rounding.", text_some(r->updates, "update").s);
        else if (info->margins && !info->kernels && r->classes == 2 && r->train_errors == 0 && isnan(r->margin_lower))
            fprintf(out, "A whole epoch went by without an update: after %s the products of all rows came out above 0; "
                    "whether all are is lost in rounding.", text_some(r->updates, "update").s);
        else if (r->updates == 0)
            fputs("A whole epoch went by without an update: the weights it began with have every row on its own "
                  "side.", out);
        else
            fprintf(out, "A whole epoch went by without an update: after %s the last weights have every row on its own "
                    "side.", text_some(r->updates, "update").s);
        if (knows_errors(r) && r->train_errors > 0)
            fprintf(out, " The weights the model keeps are not those last ones, and err on %s of the rows.",
                    text_count(r->train_errors).s);
        break;
    case PTRON_STOP_NOT_SEPARABLE:
        print_not_separable(out, r);
        break;
    case PTRON_STOP_MARGIN:
        print_bracket(out, r);
        break;
    case PTRON_STOP_STEP:
        fputs("No step of the last epoch was longer than eps", out);
        if (!isnan(r->step_norm))
            fprintf(out, "; the longest was %s", text_number(r->step_norm).s);
        fputc('.', out);
        errors_left(out, r);
        break;
    case PTRON_STOP_RISK:
        fprintf(out, "The last step was no longer than eps, and changed the risk by no more than eps; the risk is %s.",
                text_number(r->risk).s);
        errors_left(out, r);
        break;
    case PTRON_STOP_EPOCHS:
        if (r->epochs == 0)   /* back to the first row after each update: no epoch ever ended */
            fprintf(out, "As many rows as the epochs allowed were visited before a pass without an update came.");
        else
            fprintf(out, "The %s allowed %s used up%s.", text_some(r->epochs, "epoch").s, text_was(r->epochs),
                    epochs_short_of(r, info));
        last_epoch(out, r);
        break;
    case PTRON_STOP_UPDATES:
        fprintf(out, "The updates allowed were used up in epoch %s; %s %s made.", text_count(epoch_of_stop(r)).s,
                text_some(r->updates, "update").s, text_was(r->updates));
        break;
    case PTRON_STOP_TIME:
        fprintf(out, "The time allowed was used up after %s.", text_some(r->epochs, "whole epoch").s);
        last_epoch(out, r);
        break;
    case PTRON_STOP_HOLDOUT:
        fprintf(out, "The hold-out %s has not fallen for as many epochs as patience allows; epoch %s was the best.",
                watched(info), text_count(r->best_epoch).s);
        break;
    case PTRON_STOP_ASKED:
        print_asked(out, r);
        break;
    case PTRON_STOP_END:
        fprintf(out, "The stream came to its end after %s.", text_some(r->rows, "row").s);
        break;
    case PTRON_STOP_IDLE:
        fputs(info->weights ? "A whole epoch left every weight as it was, so that more epochs change nothing."
                            : "Every row is kept, and there are no weights to learn.", out);
        if (info->weights)
            errors_left(out, r);
        if (isfinite(r->objective))   /* it need not set every row right */
            fputs(" No step lowers the objective by what doubles can tell.", out);
        else if (knows_errors(r) && r->train_errors > 0 && (r->last_epoch_mistakes > 0 || info->kernels))
            fputs(isnan(r->radius)
                      ? " Either nothing sets them right, or what would is lost: products of values this small are 0, "
                        "and --scale minmax brings them near 1."
                      : " Either nothing sets them right, or what would is lost in rounding: --scale standard brings "
                        "values near 0, where less is.", out);
        break;
    case PTRON_STOP_GAP:
        fprintf(out, "The objective is %s, and no weights at all reach one that is lower by more than a share of %s.",
                text_number(r->objective).s, text_at_most(r->gap).s);
        break;
    default: break;
    }
}

/* Of a model made by hand no algorithm is known: it has weights, and margins. */
static ptron_algorithm_info algorithm_of(const ptron_result *r)
{
    PTRON_SIZED(ptron_algorithm_info, info);

    if (r->algorithm == NULL || !ptron_algorithm_find(r->algorithm, &info))
        info = (ptron_algorithm_info){.size = sizeof info, .weights = true, .margins = true};
    return info;
}

bool run_by_hand(const ptron_result *r)
{
    return r->rows == 0 && r->updates == 0 && r->reason == PTRON_STOP_RUNNING;
}

void run_print_stop(FILE *out, const ptron_result *r)
{
    if (run_by_hand(r)) {
        fputs("Not trained: the weights were set by hand.\n", out);
        return;
    }
    const ptron_algorithm_info info = algorithm_of(r);

    fprintf(out, "Stopped: %s. ", ptron_stop_text(r->reason));
    print_reason(out, r, &info);
    fputc('\n', out);
}

struct shown run_order_text(const char *order, uint64_t seed)
{
    struct shown text;

    if (strcmp(order, "given") == 0)
        snprintf(text.s, sizeof text.s, "in the order of the file");
    else if (strcmp(order, "each") == 0 || strcmp(order, "once") == 0)
        snprintf(text.s, sizeof text.s, "shuffled %s, seed %" PRIu64, *order == 'e' ? "anew each epoch" : "once", seed);
    else
        snprintf(text.s, sizeof text.s, "in the order of %.380s", text_name(order).s);
    return text;
}

/* ---- the numbers --------------------------------------------------------------------------------- */

/* R, and of which vectors it is the length: with a bias every row has a constant feature more. */
static void print_radius(FILE *out, const ptron_result *r, const ptron_model *model, const ptron_algorithm_info *info)
{
    PTRON_SIZED(ptron_model_facts, facts);

    ptron_model_describe(model, &facts);
    if (isnan(r->radius))
        run_line(out, "R", "%-12s length of the longest row: too small to be squared", text_number(r->radius).s);
    else
        run_line(out, "R", "%-12s length of the longest row%s%s", text_number(r->radius).s,
                 info->kernels                        ? ", in the kernel's space"
                 : strcmp(facts.scaling, "none") == 0 ? "" : ", after scaling",
                 facts.has_bias ? ", with the constant feature of a bias" : "");
}

static void print_counts(FILE *out, const ptron_result *r, const ptron_model *model, const ptron_algorithm_info *info)
{
    if (r->earlier_rows > 0)
        run_line(out, "rows", "%-12s learned from in all, %s of them before this stream began", text_count(r->rows).s,
                 text_count(r->earlier_rows).s);
    run_line(out, "epochs", "%-12s %s", text_count(r->epochs).s,
             r->earlier_rows > 0 ? "streams of rows that came to their end" : "whole passes over the rows");
    run_line(out, info->weights ? "updates" : "kept", "%-12s %s", text_count(r->updates).s,
             info->weights ? "times the weights moved" : "rows that vote");
    if (!isnan(r->mixed_updates))
        run_line(out, "mixed updates", "%-12s each times its shard's share", text_number(r->mixed_updates).s);
    if (info->weights)
        run_line(out, "mistakes", "%-12s rows that were wrong when learning came to them%s", text_count(r->mistakes).s,
                 r->reason == PTRON_STOP_IDLE && r->mistakes == 0 && knows_errors(r) && r->train_errors > 0
                     ? ", ties taken for right" : "");
    if (info->weights)
        print_radius(out, r, model, info);
}

/* Of more than two labels that are learned one against the rest, what was added up. */
static const char *over_labels(const ptron_result *r, const ptron_algorithm_info *info)
{
    return r->classes > 2 && !info->many_classes ? ", summed over the labels, each against the rest" : "";
}

/* What only some algorithms have. */
static void print_own(FILE *out, const ptron_result *r, const ptron_algorithm_info *info)
{
    if (!isnan(r->step_norm))
        run_line(out, "step", "%-12s length of the last epoch's longest step", text_number(r->step_norm).s);
    if (!isnan(r->risk) && r->risk_is != NULL)
        run_line(out, "risk", "%-12s %s%s", text_number(r->risk).s, r->risk_is, over_labels(r, info));
    else if (info->risk != NULL && r->classes > 2 && info->adds_rows)
        run_line(out, "risk", "%-12s of more than two labels it is worked out for batches of all rows (--batch-size 0)",
                 "unknown");
    if (!isnan(r->objective) && info->objective != NULL)
        run_line(out, "objective", "%-12s %s%s", text_number(r->objective).s, info->objective, over_labels(r, info));
    if (isfinite(r->gap))
        run_line(out, "duality gap", "%-12s share by which the objective may still be too high",
                 text_at_most(r->gap).s);
}

void run_print_numbers(FILE *out, const ptron_result *r, const ptron_model *model, bool hopeless)
{
    const ptron_algorithm_info info = algorithm_of(r);

    print_counts(out, r, model, &info);
    margins_print_run(out, r, &info, hopeless);
    print_own(out, r, &info);
    if (knows_errors(r))
        run_line(out, "training error", "%-12s %s of %s wrong with %s",
                 text_percent(r->train_error).s, text_count(r->train_errors).s, text_some(r->rows, "row").s,
                 info.weights ? "the weights kept" : "all rows voting, each on itself too");
    else if (!isnan(r->progressive_error))
        run_line(out, "progressive", "%-12s of the rows were wrong when they came, before learning from them",
                 text_percent(r->progressive_error).s);
    if (!isnan(r->holdout_error))
        run_line(out, "hold-out error", "%-12s on %s it did not learn from", text_percent(r->holdout_error).s,
                 text_some(r->holdout_rows, "row").s);
    if (!isnan(r->holdout_error) && r->best_epoch > 0)
        run_line(out, "best epoch", "%-12s the lowest hold-out %s was there", text_count(r->best_epoch).s,
                 watched(&info));
    if (!isnan(r->seconds))
        run_line(out, "time", "%-12s of training", text_seconds(r->seconds).s);
}

/* ---- JSON ---------------------------------------------------------------------------------------- */

void run_json(struct json *json, const ptron_result *r)
{
    json_put(json, COUNT("learned_rows", r->rows), COUNT("earlier_rows", r->earlier_rows),
             COUNT("epochs", r->epochs), COUNT("updates", r->updates), REAL("mixed_updates", r->mixed_updates),
             COUNT("mistakes", r->mistakes),
             OBJECT("stop"), TEXT("reason", ptron_stop_text(r->reason)), COUNT("epoch", r->epochs),
             COUNT("row", r->row), COUNT("last_epoch_mistakes", r->last_epoch_mistakes), END,
             REAL("radius", r->radius),
             OBJECT("margin"), REAL("lower", r->margin_lower), REAL("upper", r->margin_upper), END,
             REAL("distance", r->distance), REAL("distance_upper", r->distance_upper),
             REAL("functional_margin", r->functional_margin));
    if (r->bounded == NULL)
        json_text(json, "bound", NULL);
    else
        json_put(json, OBJECT("bound"), TEXT("of", r->bounded), TEXT("formula", r->bound_formula),
                 REAL("lower", r->k_max_lower), REAL("upper", r->k_max_upper), REAL("value", r->bounded_value), END);
    if (r->train_errors == UINT64_MAX)
        json_text(json, "train_errors", NULL);
    else
        json_count(json, "train_errors", r->train_errors);
    json_put(json, REAL("train_error", r->train_error), REAL("step_norm", r->step_norm), REAL("risk", r->risk),
             TEXT("risk_is", isnan(r->risk) ? NULL : r->risk_is),
             REAL("objective", r->objective), REAL("gap", r->gap), REAL("progressive_error", r->progressive_error),
             REAL("holdout_error", r->holdout_error), COUNT("holdout_rows", r->holdout_rows),
             COUNT("best_epoch", r->best_epoch), COUNT("seed", r->seed), REAL("seconds", r->seconds));
}
