/* perceptron explain: the convergence theorem in the user's own numbers, or why there can be no end. */
#include "cmd/commands.h"
#include "cmd/explain_more.h"
#include "diag.h"
#include "progress.h"
#include "words/facts.h"
#include "words/numbers.h"
#include "words/proof.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const double work = 2e8;   /* stored values that a run here may touch, about */

/* Options of a run of its own, which is not made for a model. */
static ptron_status check_options(const struct explanation *e, ptron_error *err)
{
    static const char *const names[] = {"epochs", "order", "seed", "holdout"};

    for (size_t i = 0; e->args->n_files > 1 && i < sizeof names / sizeof *names; i++)
        if (args_value(e->args, names[i]) != NULL)
            return diag_fail(err, PTRON_ARGUMENT, "--%s is for a run of explain's own; MODEL has been trained already",
                             names[i]);
    return PTRON_OK;
}

static ptron_status load_rows(struct explanation *e, ptron_error *err)
{
    static const char *const names[] = {"epochs", "order", "seed", "time", NULL};
    PTRON_SIZED(ptron_model_facts, model);

    if (e->args->n_files > 1) {
        TRY(ptron_model_load(e->args->files[1], &e->model, err));
        ptron_model_describe(e->model, &model);
        e->run.size = sizeof e->run;
        ptron_model_training(e->model, &e->run, NULL);
        if (model.vectors != (model.classes == 2 ? 1 : model.classes) ||
            ptron_model_copy_weights(e->model, NULL, 0, NULL, NULL) != PTRON_OK)
            return diag_fail(err, PTRON_MODEL, "an explanation is about linear models, and this one is %s", model.kind);
    }
    TRY(args_hand_on(e->args, names, err));
    if ((e->model != NULL && !model.has_bias) || args_flag(e->args, "no-bias"))
        TRY(ptron_options_set(e->args->options, "bias", "no", err));
    TRY(ptron_options_set(e->args->options, "digits", "yes", err));
    TRY(ptron_dataset_load(e->args->files, 1, e->args->options, e->model, &e->set, err));
    ptron_dataset_describe(e->set, &e->facts);
    if (e->facts.classes < 2)
        return diag_fail(err, PTRON_DATA, "an explanation is about two labels or more, found %s",
                         text_count(e->facts.classes).s);
    if (e->facts.classes > 2 && args_value(e->args, "holdout") != NULL)
        return diag_fail(err, PTRON_ARGUMENT, "--holdout is for an explanation of two labels; choose with "
                         "--positive LABEL or --classes A,B");
    return PTRON_OK;
}

static ptron_status prove(struct explanation *e, ptron_error *err)
{
    struct proof_progress progress;
    ptron_certify_observer observer;
    ptron_status status;

    proof_progress_init(&progress, &observer, args_flag(e->args, "quiet"));
    if (e->facts.classes == 2)
        status = ptron_certify(e->set, 1, e->args->options, &observer, &e->certificate, err);
    else
        status = ptron_certify_classes(e->set, e->args->options, &observer, &e->certificate, err);
    proof_progress_clear(&progress);
    if (status == PTRON_OK)
        ptron_certificate_describe(e->certificate, &e->proof);
    return status;
}

/* ---- the run ------------------------------------------------------------------------------------- */

static ptron_status set_epochs(const struct explanation *e, ptron_error *err)
{
    const double epochs = work / (double)(e->facts.nonzeros + e->facts.rows + e->facts.features);
    char text[32];

    if (args_value(e->args, "epochs") != NULL)
        return PTRON_OK;
    snprintf(text, sizeof text, "%.0f", fmin(1e5, fmax(10.0, floor(epochs))));
    return ptron_options_set(e->args->options, "epochs", text, err);
}

static ptron_status train(struct explanation *e, ptron_error *err)
{
    ptron_trainer *trainer = NULL;
    ptron_observer observer;
    struct progress progress;
    ptron_status status = set_epochs(e, err);

    e->own_run = true;
    if (status == PTRON_OK)
        status = ptron_options_set(e->args->options, "time", "0", err);   /* that was for the proof */
    if (status == PTRON_OK)
        status = ptron_trainer_new(e->args->options, e->set, NULL, &trainer, err);
    if (status == PTRON_OK) {
        progress_init(&progress, &observer, 0.0, args_flag(e->args, "quiet"), false);
        status = ptron_trainer_run(trainer, &observer, err);
        progress_clear(&progress);
    }
    if (status == PTRON_OK || status == PTRON_CANCELED)
        status = ptron_trainer_result(trainer, &e->run, err);
    if (status == PTRON_OK)
        status = ptron_trainer_snapshot(trainer, &e->model, err);
    ptron_trainer_free(trainer);
    return status;
}

static ptron_status find_out(struct explanation *e, ptron_error *err)
{
    TRY(check_options(e, err));
    TRY(load_rows(e, err));
    interrupts_catch();
    if (!args_flag(e->args, "quiet"))
        facts_note_skipped(&e->facts);
    return prove(e, err);
}

ptron_status explain_work_out(struct explanation *e, struct explanation_more *more, ptron_error *err)
{
    if (e->proof.theorem_lower > 0.0 && e->model == NULL)   /* separable, and with a bound to hold a run against */
        TRY(train(e, err));
    TRY(explain_find_bound(e, err));
    TRY(explain_measure(e, err));
    return e->facts.classes == 2 ? explain_more_find(e, more, err) : PTRON_OK;
}

void explain_print(FILE *out, const struct explanation *e, const struct explanation_more *more)
{
    proof_print_values(out, e->proof.literal || strcmp(e->facts.scaling, "none") != 0, e->proof.values);
    if (e->facts.classes > 2 && e->proof.verdict == PTRON_VERDICT_UNDECIDED)
        proof_print_verdict_of_all(out, &e->proof);
    else if (e->facts.classes > 2)
        explain_classes(out, e);
    else if (e->proof.verdict == PTRON_VERDICT_SEPARABLE)
        explain_theorem(out, e);
    else if (e->proof.verdict == PTRON_VERDICT_NOT_SEPARABLE)
        explain_contradiction(out, e);
    else
        proof_print_verdict(out, e->set, &e->proof);
    explain_more_print(out, e, more);
}

/* ---- the command --------------------------------------------------------------------------------- */

static int run_explain(const struct args *args)
{
    struct explanation e = {.args = args, .facts = {.size = sizeof e.facts}, .proof = {.size = sizeof e.proof},
                            .run = {.size = sizeof e.run}};
    struct explanation_more more = {0};
    ptron_error err = {0};
    ptron_status status = find_out(&e, &err);
    int code = EXIT_DONE;

    if (status == PTRON_OK)
        status = explain_work_out(&e, &more, &err);
    if (status != PTRON_OK)
        code = diag_error(args->command->name, &err);
    else if (args_flag(args, "json"))
        explain_json(stdout, &e, &more);
    else
        explain_print(stdout, &e, &more);
    if (status == PTRON_OK && e.proof.verdict == PTRON_VERDICT_UNDECIDED)
        code = EXIT_UNDECIDED;
    explain_more_free(&more);
    ptron_certificate_free(e.certificate);
    ptron_dataset_free(e.set);
    ptron_model_free(e.model);
    return code;
}

const struct command cmd_explain = {
    .name = "explain",
    .summary = "the convergence theorem in your own numbers, or why there is no end",
    .operands = "DATA [MODEL]",
    .files = {1, 2},
    .about = "Writes the perceptron's convergence theorem out with the numbers of DATA: the longest row R, the best\n"
             "margin gamma*, the bound (R/gamma*)^2, how much of it MODEL's training used, both lemmas and the angle.\n"
             "Without a MODEL it trains a perceptron for this. With three labels or more it takes all at once: the\n"
             "bound is 2 R^2/gamma*^2. Of rows that cannot be separated it shows the contradiction, as a sum to check\n"
             "by hand where it is small. Then, of two labels, separable or not: how many mistakes one pass can make\n"
             "at most, what that says of new rows, and how many labelings are separable. Exit 6: it is not known\n"
             "whether the rows are separable.\n",
    .examples = "  perceptron explain examples/data/iris.csv --positive setosa\n"
                "  perceptron explain examples/data/xor.csv\n"
                "  perceptron explain examples/data/eighty-five.csv my.model --json | jq .run.lemma1\n",
    .options = {
        {"no-bias", 0, NULL, "hyperplanes through the origin only"},
        {"epochs", 0, "N", "without MODEL: epochs to train at most; as many as take a few seconds when not given"},
        {"order", 0, "given|once|each|FILE", "without MODEL: the order of the rows; each when not given"},
        {"seed", 0, "N", "without MODEL: the seed of that order; 1 when not given"},
        {"holdout", 0, "SHARE", "without MODEL: rows kept back to measure the error on new ones; none when not given"},
        {"time", 0, "SECONDS", "time to search for the proof at most; no limit when not given"},
        {"json", 0, NULL, "the numbers as one JSON object"},
        {"quiet", 'q', NULL, "no notes, no progress"},
    },
    .groups = {"data"},
    .run = run_explain,
};
