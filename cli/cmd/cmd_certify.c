/* perceptron certify: separable or not, proved, with the bracket of the best margin. */
#include "cmd/commands.h"
#include "diag.h"
#include "output.h"
#include "progress.h"
#include "words/facts.h"
#include "words/numbers.h"
#include "words/proof.h"
#include "words/report_page.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS_SHOWN = 12 };

struct certifying {
    const struct args  *args;
    ptron_dataset      *set;
    ptron_dataset_facts facts;
    size_t              first, n;        /* classes that are looked at */
    ptron_certificate **certificates;    /* [n]; [0] NULL: only all labels at once are asked for */
    bool                all_wanted;      /* three labels or more, all at once */
    ptron_certificate  *all;
    char                why_not[300];    /* all NULL: too large */
};

/* ---- the search ---------------------------------------------------------------------------------- */

/* Each label against the rest, all at once, or both. */
static ptron_status choose_questions(struct certifying *c, ptron_error *err)
{
    const char *how = args_value(c->args, "multiclass");
    const bool direct = how != NULL && strcmp(how, "direct") == 0;

    if (how != NULL && !direct && strcmp(how, "one-vs-rest") != 0)
        return diag_fail(err, PTRON_ARGUMENT, "--multiclass is direct or one-vs-rest, not '%s'", how);
    if (how != NULL && c->n == 1)
        return diag_fail(err, PTRON_ARGUMENT, "--multiclass is for three labels or more; here are %s",
                         text_count(c->facts.classes).s);
    c->all_wanted = c->n > 1 && (how == NULL || direct);
    if (direct && args_value(c->args, "report") != NULL)
        return diag_fail(err, PTRON_ARGUMENT, "--report draws one label against the rest; leave out --multiclass");
    if (c->n > 1 && !c->all_wanted && args_value(c->args, "output") != NULL)
        return diag_fail(err, PTRON_ARGUMENT, "a certificate is about one label against the rest or about all at once: "
                         "choose with --positive LABEL, or leave out --multiclass");
    c->n = direct ? 0 : c->n;
    return PTRON_OK;
}

static ptron_status load_rows(struct certifying *c, ptron_error *err)
{
    static const char *const names[] = {"gap", "time", NULL};
    const struct args *args = c->args;

    TRY(args_hand_on(args, names, err));
    if (args_flag(args, "no-margin"))
        TRY(ptron_options_set(args->options, "margins", "no", err));
    if (args_flag(args, "no-bias"))
        TRY(ptron_options_set(args->options, "bias", "no", err));
    if (!ptron_options_is(args->options, "scale", "none") || ptron_options_get(args->options, "features")[0] != '\0')
        return diag_fail(err, PTRON_ARGUMENT, "a proof is about the values as they stand; leave out --scale and "
                         "--features");
    if (ptron_options_is(args->options, "values", "f32"))
        return diag_fail(err, PTRON_ARGUMENT, "a proof is about the values as they stand; leave out --values f32");
    TRY(ptron_options_set(args->options, "digits", "yes", err));
    TRY(output_possible(args_value(args, "output"), err));
    TRY(page_possible(args, err));
    TRY(ptron_dataset_load(args->files, args->n_files, args->options, NULL, &c->set, err));
    ptron_dataset_describe(c->set, &c->facts);
    c->first = c->facts.classes == 2 ? 1 : 0;
    c->n = c->facts.classes > 2 ? (size_t)c->facts.classes : 1;
    TRY(choose_questions(c, err));
    c->certificates = calloc(c->n + 1, sizeof(ptron_certificate *));
    return c->certificates != NULL ? PTRON_OK : diag_fail(err, PTRON_NOMEM, "no memory for certificates");
}

/* Too large to look at is an answer where other answers are there, and no file was promised. */
static ptron_status search_all(struct certifying *c, ptron_error *err)
{
    struct proof_progress progress;
    ptron_certify_observer observer;
    ptron_status status;

    proof_progress_init(&progress, &observer, args_flag(c->args, "quiet"));
    status = ptron_certify_classes(c->set, c->args->options, &observer, &c->all, err);
    proof_progress_clear(&progress);
    if (status != PTRON_DATA || c->n == 0 || args_value(c->args, "output") != NULL)
        return status;
    snprintf(c->why_not, sizeof c->why_not, "%s", err->message);
    *err = (ptron_error){0};
    return PTRON_OK;
}

static ptron_status search(struct certifying *c, ptron_error *err)
{
    struct proof_progress progress;
    ptron_certify_observer observer;
    ptron_status status = PTRON_OK;

    interrupts_catch();
    for (size_t k = 0; status == PTRON_OK && k < c->n; k++) {
        proof_progress_init(&progress, &observer, args_flag(c->args, "quiet"));
        status = ptron_certify(c->set, c->first + k, c->args->options, &observer, &c->certificates[k], err);
        proof_progress_clear(&progress);
    }
    return status == PTRON_OK && c->all_wanted ? search_all(c, err) : status;
}

/* ---- the answer ---------------------------------------------------------------------------------- */

static ptron_verdict verdict_of(const ptron_certificate *certificate)
{
    PTRON_SIZED(ptron_certificate_facts, facts);

    ptron_certificate_describe(certificate, &facts);
    return facts.verdict;
}

/* What the exit code says. Of several classes: not separable when one is not, else undecided when one is; of all at
 * once only when nothing else was asked. */
static ptron_verdict overall(const struct certifying *c)
{
    ptron_verdict verdict = PTRON_VERDICT_SEPARABLE;

    if (c->n == 0)
        return verdict_of(c->all);
    for (size_t k = 0; k < c->n; k++) {
        const ptron_verdict one = verdict_of(c->certificates[k]);
        if (one == PTRON_VERDICT_NOT_SEPARABLE)
            return one;
        if (one == PTRON_VERDICT_UNDECIDED)
            verdict = one;
    }
    return verdict;
}

/* The certificate that a file gets; NULL where nothing was proved. */
static const ptron_certificate *to_save(const struct certifying *c)
{
    const ptron_certificate *one = c->n == 1 ? c->certificates[0] : c->all;

    return one == NULL || verdict_of(one) == PTRON_VERDICT_UNDECIDED ? NULL : one;
}

static ptron_status save(const struct certifying *c, ptron_error *err)
{
    const char *path = args_value(c->args, "output");
    void *bytes = NULL;
    size_t length = 0;
    ptron_status status;

    if (path == NULL || to_save(c) == NULL)
        return PTRON_OK;
    status = ptron_certificate_write(to_save(c), &bytes, &length, err);
    if (status == PTRON_OK)
        status = output_write(path, bytes, length, err);
    ptron_bytes_free(bytes);
    return status;
}

/* The page is about one class; of many, the first that is not separable. */
static ptron_status write_page(const struct certifying *c, ptron_error *err)
{
    PTRON_SIZED(ptron_certificate_facts, facts);
    const bool two = c->facts.classes == 2;
    ptron_run *run = NULL;
    char sentence[400];
    size_t k = 0;
    ptron_status status;

    if (args_value(c->args, "report") == NULL)
        return PTRON_OK;
    while (k + 1 < c->n && verdict_of(c->certificates[k]) != PTRON_VERDICT_NOT_SEPARABLE)
        k++;
    ptron_certificate_describe(c->certificates[k], &facts);
    snprintf(sentence, sizeof sentence, "Asked whether a hyperplane tells \u2018%.80s\u2019 from %s%.80s%s in %s: "
             "%s.", text_name(facts.positive).s, two ? "\u2018" : "the rest",
             two ? text_name(ptron_dataset_class_name(c->set, 0)).s : "", two ? "\u2019" : "",
             text_counted(facts.rows, "row").s,
             ptron_verdict_text(facts.verdict));
    status = ptron_run_of_certificate(c->certificates[k], c->set, args_value(c->args, "axes"), &run, err);
    if (status == PTRON_OK)
        status = page_tell(run, c->args, sentence, err);
    ptron_run_free(run);
    return status;
}

static void print_one(FILE *out, const struct certifying *c, const ptron_certificate *certificate)
{
    PTRON_SIZED(ptron_certificate_facts, facts);

    ptron_certificate_describe(certificate, &facts);
    fputc('\n', out);
    if (c->n > 1)
        fprintf(out, "'%s' against the rest. ", text_name(facts.positive).s);
    proof_print_verdict(out, c->set, &facts);
    fputc('\n', out);
    if (facts.n_rows > 0) {
        proof_print_rows(out, c->set, certificate, args_flag(c->args, "all") ? SIZE_MAX : ROWS_SHOWN);
        if (!args_flag(c->args, "no-margin"))
            proof_print_boundary(out, PROOF_BOUNDARY(&facts));
        fputc('\n', out);
    }
    proof_print_numbers(out, &facts);
}

static void print_all(FILE *out, const struct certifying *c)
{
    PTRON_SIZED(ptron_certificate_facts, facts);

    fputc('\n', out);
    if (c->all == NULL) {
        fprintf(out, "All labels at once: not looked at; %s.\n", c->why_not);
        return;
    }
    ptron_certificate_describe(c->all, &facts);
    proof_print_verdict_of_all(out, &facts);
    fputc('\n', out);
    if (facts.n_rows > 0) {
        proof_print_rows(out, c->set, c->all, args_flag(c->args, "all") ? SIZE_MAX : ROWS_SHOWN);
        if (!args_flag(c->args, "no-margin"))
            proof_print_boundary_of_all(out, PROOF_BOUNDARY(&facts));
        fputc('\n', out);
    }
    proof_print_numbers_of_all(out, &facts);
}

static void print_values(FILE *out, const struct certifying *c)
{
    PTRON_SIZED(ptron_certificate_facts, facts);

    ptron_certificate_describe(c->n > 0 ? c->certificates[0] : c->all, &facts);
    if (!facts.literal)
        fputc('\n', out);
    proof_print_values(out, facts.literal, facts.values);
}

static void print_report(FILE *out, const struct certifying *c)
{
    const char *path = args_value(c->args, "output");
    size_t separable = 0;

    facts_print(out, c->args, 0, c->set, &c->facts);
    print_values(out, c);
    for (size_t k = 0; k < c->n; k++) {
        print_one(out, c, c->certificates[k]);
        separable += verdict_of(c->certificates[k]) == PTRON_VERDICT_SEPARABLE;
    }
    if (c->n > 1)
        fprintf(out, "\n%zu of %zu classes can be separated from the rest.\n", separable, c->n);
    if (c->all_wanted)
        print_all(out, c);
    if (path == NULL || strcmp(path, "-") == 0)
        return;
    if (to_save(c) == NULL)
        fprintf(out, "\nNo certificate was written.\n");
    else
        fprintf(out, "\nThe certificate is in %s. To check it: perceptron verify %s %s%s\n", text_path(path).s,
                text_path(path).s, text_path(c->args->files[0]).s, c->args->n_files > 1 ? " ..." : "");
}

static void print_json(FILE *out, const struct certifying *c)
{
    struct json json = json_begin(out);

    if (c->n < 2) {
        proof_json(&json, c->set, c->n == 0 ? c->all : c->certificates[0]);
    } else {
        json_text(&json, "verdict", ptron_verdict_text(overall(c)));
        json_array(&json, "classes");
        for (size_t k = 0; k < c->n; k++) {
            json_object(&json, NULL);
            proof_json(&json, c->set, c->certificates[k]);
            json_end_object(&json);
        }
        json_end_array(&json);
        if (c->all == NULL) {
            json_text(&json, "direct", NULL);
        } else {
            json_object(&json, "direct");
            proof_json(&json, c->set, c->all);
            json_end_object(&json);
        }
    }
    json_text(&json, "certificate", to_save(c) == NULL ? NULL : args_value(c->args, "output"));
    json_finish(&json);
}

/* ---- the command --------------------------------------------------------------------------------- */

static void answer(const struct certifying *c)
{
    const char *path = args_value(c->args, "output");
    FILE *out = path != NULL && strcmp(path, "-") == 0 ? stderr : stdout;

    if (args_flag(c->args, "json"))
        print_json(out, c);
    else if (!args_flag(c->args, "quiet"))
        print_report(out, c);
}

static void certifying_free(struct certifying *c)
{
    for (size_t k = 0; c->certificates != NULL && k < c->n; k++)
        ptron_certificate_free(c->certificates[k]);
    free(c->certificates);
    ptron_certificate_free(c->all);
    ptron_dataset_free(c->set);
}

static int run_certify(const struct args *args)
{
    struct certifying c = {.args = args, .facts = {.size = sizeof c.facts}};
    ptron_error err = {0};
    ptron_status status = load_rows(&c, &err);
    int code;

    if (status == PTRON_OK && !args_flag(args, "quiet"))
        facts_note_skipped(&c.facts);
    if (status == PTRON_OK)
        status = search(&c, &err);
    if (status == PTRON_OK)
        status = save(&c, &err);
    if (status == PTRON_OK)
        status = write_page(&c, &err);
    if (status == PTRON_OK) {
        answer(&c);
        code = proof_exit(overall(&c));
    } else {
        code = diag_error(args->command->name, &err);
    }
    certifying_free(&c);
    return code;
}

const struct command cmd_certify = {
    .name = "certify",
    .summary = "prove that rows can be separated, or that they cannot",
    .operands = "DATA...",
    .files = {1, SIZE_MAX},
    .about = "Answers whether a hyperplane separates the labels, with evidence that 'perceptron verify' checks in\n"
             "exact arithmetic. Separable: the best margin there is, between two proved ends. Not separable: which\n"
             "rows contradict each other, and how often each must be taken for all of them to add up to zero.\n"
             "With more than two labels each is held against the rest (--positive LABEL chooses one), and all at once\n"
             "against each other: do some weights, a vector for each label, give every row its own label the highest\n"
             "score? The certificate of -o is then about all at once.\n"
             "Exit: 0 separable, 1 not separable, 6 undecided. Of more than two labels: 0 when every one is separable\n"
             "from the rest, 1 when one is not, else 6; with --multiclass direct, whether all at once are. Ctrl-C\n"
             "ends the search with what is known by then.\n",
    .examples = "  perceptron certify examples/data/iris.csv --positive setosa -o iris.cert\n"
                "  perceptron certify examples/data/xor.csv\n"
                "  perceptron certify big.svm.gz --no-margin --time 60 --json | jq .verdict\n",
    .options = {
        {"output", 'o', "FILE", "write the certificate here, for 'perceptron verify'; '-' is standard output"},
        {"report", 0, "PAGE", "write a page about it here: one HTML file that needs nothing else"},
        {"axes", 0, "A,B", "with --report: draw these two features, by name"},
        {"multiclass", 0, "direct|one-vs-rest",
         "three labels or more: all at once, or each against the rest; both when not given"},
        {"gap", 0, "SHARE",
         "how close the ends of a bracket should come, as a share; as close as is cheap when not given"},
        {"no-margin", 0, NULL, "the verdict alone: no brackets, no rows on the boundary"},
        {"no-bias", 0, NULL, "hyperplanes through the origin only"},
        {"time", 0, "SECONDS", "time to search at most, for each class; no limit when not given"},
        {"all", 0, NULL, "show every row of a contradiction, not the first twelve"},
        {"json", 0, NULL, "the result as one JSON object"},
        {"quiet", 'q', NULL, "no report, no notes, no progress: the exit code and the certificate only"},
    },
    .groups = {"data"},
    .run = run_certify,
};
