/* perceptron verify: is a certificate true of these rows? Yes or no, in exact arithmetic. */
#include "cmd/commands.h"
#include "diag.h"
#include "json_stream.h"
#include "words/facts.h"
#include "words/numbers.h"
#include "words/proof.h"

#include <stdio.h>

/* All labels at once. */
static void print_all(const ptron_verification *v)
{
    if (v->verdict == PTRON_VERDICT_SEPARABLE)
        printf("The %s are separable, all %s at once: some weights, a vector for each label, give every\n"
               "row its own label the highest score.\n", text_counted(v->rows, "row").s,
               text_counted(v->classes, "label").s);
    else
        printf("The %s are not separable, all %s at once%s: %s of a row's own label with\n"
               "a rival %s exactly zero.\n", text_counted(v->rows, "row").s, text_counted(v->classes, "label").s,
               v->bias ? "" : " and without a bias", text_some(v->n_rows, "comparison").s,
               pt_one_many(v->n_rows, "is", "add up to"));
    if (v->boundary != PTRON_BOUNDARY_UNKNOWN)
        proof_print_boundary_of_all(stdout, PROOF_BOUNDARY(v));
}

static void print_accepted(const struct args *args, const ptron_dataset *set, const ptron_verification *v)
{
    const char *label = ptron_dataset_class_name(set, v->positive_class);   /* NULL: all labels */
    const char *origin = v->bias ? "" : ", by a hyperplane through the origin";

    printf("Accepted: every number of the certificate was recomputed from %s%s.\n", text_path(args->files[1]).s,
           args->n_files > 2 ? " and the other files" : "");
    proof_print_values(stdout, v->literal, v->values);
    if (v->classes > 0) {
        print_all(v);
        return;
    }
    if (v->verdict == PTRON_VERDICT_SEPARABLE && proof_of_one_label(set))
        printf("The %s %s no label but '%s', and a hyperplane%s has %s on one side.\n",
               text_counted(v->rows, "row").s, pt_one_many(v->rows, "has", "have"), text_name(label).s,
               v->bias ? "" : " through the origin", v->rows == 1 ? "it" : "all of them");
    else if (v->verdict == PTRON_VERDICT_SEPARABLE)
        printf("The %s are separable: '%s' from all others%s.\n", text_counted(v->rows, "row").s,
               text_name(label).s, origin);
    else if (v->rows == 1)
        printf("The row is not separable from the origin: it is exactly zero.\n");
    else
        printf("The %s are not separable, '%s' from all others%s: %s of them %s exactly zero.\n",
               text_counted(v->rows, "row").s, text_name(label).s, origin, text_count(v->n_rows).s,
               pt_one_many(v->n_rows, "is", "add up to"));
    if (v->boundary != PTRON_BOUNDARY_UNKNOWN)
        proof_print_boundary(stdout, PROOF_BOUNDARY(v));
}

/* What is accepted is about a label of the rows, whole: one that is cut may be another of them. */
static const char *label_of(const ptron_dataset *set, const ptron_verification *v)
{
    if (v->verdict == PTRON_VERDICT_UNDECIDED || v->classes > 0)
        return NULL;
    return v->accepted ? ptron_dataset_class_name(set, v->positive_class) : v->positive;
}

static void print_json(const ptron_dataset *set, const ptron_verification *v)
{
    struct json json = json_begin(stdout);

    json_put(&json, FLAG("accepted", v->accepted), TEXT("reason", v->accepted ? NULL : v->reason),
             TEXT("verdict", v->verdict == PTRON_VERDICT_UNDECIDED ? NULL : ptron_verdict_text(v->verdict)),
             TEXT("positive", label_of(set, v)));
    proof_boundary_json(&json, v->boundary, v->n_forced, v->n_on);
    json_put(&json, FLAG("literal", v->literal), TEXT("values_are", v->values));
    json_finish(&json);
}

static void print_answer(const struct args *args, const ptron_dataset *set, const ptron_verification *v)
{
    if (args_flag(args, "json"))
        print_json(set, v);
    else if (!args_flag(args, "quiet") && v->accepted)
        print_accepted(args, set, v);
    else if (!args_flag(args, "quiet"))
        printf("Refused: %s.\n", v->reason);
}

static int run_verify(const struct args *args)
{
    PTRON_SIZED(ptron_dataset_facts, facts);
    PTRON_SIZED(ptron_verification, v);
    ptron_dataset *set = NULL;
    ptron_error err = {0};
    ptron_status status = ptron_options_set(args->options, "digits", "yes", &err);

    if (status == PTRON_OK)
        status = ptron_dataset_load(args->files + 1, args->n_files - 1, args->options, NULL, &set, &err);
    if (status == PTRON_OK) {
        ptron_dataset_describe(set, &facts);
        if (!args_flag(args, "quiet"))
            facts_note_skipped(&facts);
        status = ptron_verify_file(args->files[0], set, &v, &err);
    }
    if (status == PTRON_OK)
        print_answer(args, set, &v);
    ptron_dataset_free(set);
    if (status != PTRON_OK)
        return diag_error(args->command->name, &err);
    return v.accepted ? EXIT_DONE : EXIT_NO;
}

const struct command cmd_verify = {
    .name = "verify",
    .summary = "check a certificate against the rows it is about",
    .operands = "CERTIFICATE DATA...",
    .files = {2, SIZE_MAX},
    .about = "Recomputes everything a certificate of 'perceptron certify' claims from the rows themselves, in exact\n"
             "arithmetic, by code that shares nothing with what made it but the readers of data. One digit changed,\n"
             "in the certificate or in a row, and it is refused. Read the rows with the options that certify had.\n"
             "Exit: 0 accepted, 1 refused.\n",
    .examples = "  perceptron verify iris.cert examples/data/iris.csv\n"
                "  perceptron verify iris.cert examples/data/iris.csv --json | jq .accepted\n",
    .options = {
        {"json", 0, NULL, "the answer as one JSON object"},
        {"quiet", 'q', NULL, "the exit code only"},
    },
    .groups = {"data"},
    .run = run_verify,
};
