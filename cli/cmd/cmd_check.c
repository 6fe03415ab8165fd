/* perceptron check: what a user should know about the data before training. Each finding is a function that
 * looks at the facts and, when there is something to say, writes one sentence. */
#include "cmd/check_advice.h"
#include "cmd/commands.h"
#include "diag.h"
#include "progress.h"
#include "words/facts.h"
#include "words/numbers.h"
#include "words/training.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

struct checking {
    const struct args  *args;
    ptron_dataset      *set;
    ptron_dataset_facts facts;
    ptron_checkup       checkup;
    struct advice       advice;
    bool                again;     /* the rows were refused as given, and read as advised */
    ptron_error         refusal;
};

enum { SENTENCE = 640, PLACE = 160 };

/* ---- findings: a sentence, or nothing ------------------------------------------------------------- */

static void find_one_label(const struct checking *k, char *text)
{
    if (k->facts.classes == 1)
        snprintf(text, SENTENCE, "every row is labelled '%.60s': training needs two labels",
                 text_name(ptron_dataset_class_name(k->set, 0)).s);
}

static void find_contradictions(const struct checking *k, char *text)
{
    const uint64_t n = k->checkup.contradictions;
    char a[PLACE], b[PLACE];

    if (n == 0)
        return;
    facts_row_place(k->set, k->checkup.contradiction_rows[0], a, sizeof a);
    facts_row_place(k->set, k->checkup.contradiction_rows[1], b, sizeof b);
    snprintf(text, SENTENCE, "%s vector%s more than one label, as in %s and %s: no hyperplane can separate "
             "them; --algorithm averaged or pocket makes the best of it", text_count(n).s,
             pt_one_many(n, " carries", "s carry"), a, b);
}

static void find_scales(const struct checking *k, char *text)
{
    char why[SENTENCE / 2];
    const char *scale = facts_scale_for(k->set, &k->facts, &k->checkup, why, sizeof why);

    if (scale != NULL)
        snprintf(text, SENTENCE, "%s: use --scale %s", why, scale);
}

static void find_sorted(const struct checking *k, char *text)
{
    if (k->checkup.sorted_by_class)
        snprintf(text, SENTENCE, "rows are sorted by class: the default order shuffles them; do not train with "
                 "--order given");
}

static void find_imbalance(const struct checking *k, char *text)
{
    size_t rarest = 0, commonest = 0;
    uint64_t few, many;
    int at;

    for (size_t c = 1; c < k->facts.classes; c++) {
        if (ptron_dataset_class_rows(k->set, c) < ptron_dataset_class_rows(k->set, rarest))
            rarest = c;
        if (ptron_dataset_class_rows(k->set, c) > ptron_dataset_class_rows(k->set, commonest))
            commonest = c;
    }
    few = ptron_dataset_class_rows(k->set, rarest);
    many = ptron_dataset_class_rows(k->set, commonest);
    if (k->facts.classes < 2 || many < 10 * few)
        return;
    at = snprintf(text, SENTENCE, "label '%.60s' is rare: %s row%s against %s of '%.60s'",
                  text_name(ptron_dataset_class_name(k->set, rarest)).s, text_count(few).s, pt_plural(few),
                  text_count(many).s,
                  text_name(ptron_dataset_class_name(k->set, commonest)).s);
    if ((double)many >= 0.8 * (double)k->facts.rows)
        snprintf(text + at, SENTENCE - (size_t)at,
                 "; always answering '%.60s' would err on only %s, so look at recall, "
                 "not at the error alone",
                 text_name(ptron_dataset_class_name(k->set, commonest)).s,
                 text_percent(1.0 - (double)many / (double)k->facts.rows).s);
}

static void find_duplicates(const struct checking *k, char *text)
{
    const uint64_t n = k->checkup.duplicates;

    if (n > 0)
        snprintf(text, SENTENCE, "%s row%s an earlier row again, label and all: harmless in training, but a test set "
                 "cut from these rows may know %s answers", text_count(n).s, pt_one_many(n, " is", "s are"),
                 pt_one_many(n, "its", "their"));
}

static void find_empty(const struct checking *k, char *text)
{
    const uint64_t n = k->checkup.empty_rows;

    if (n > 0)
        snprintf(text, SENTENCE, "%s row%s nothing but zeros: only the bias can place %s", text_count(n).s,
                 pt_one_many(n, " holds", "s hold"), pt_one_many(n, "it", "them"));
}

static void find_constant(const struct checking *k, char *text)
{
    const uint64_t n = k->checkup.constant_features;
    char name[80];

    if (n == 0)
        return;
    ptron_dataset_feature_name(k->set, (size_t)k->checkup.constant_example, name, sizeof name);
    snprintf(text, SENTENCE, "%s feature%s the same in every row (the first: %s) and can tell nothing apart",
             text_count(n).s, pt_one_many(n, " is", "s are"), text_name(name).s);
}

static void find_unused(const struct checking *k, char *text)
{
    const uint64_t n = k->checkup.unused_features;

    if (n > 0)
        snprintf(text, SENTENCE, "%s feature%s zero in every row: no weight will ever be learned for %s",
                 text_count(n).s, pt_one_many(n, " is", "s are"), pt_one_many(n, "it", "them"));
}

static void find_long_row(const struct checking *k, char *text)
{
    char place[PLACE];

    if (!(k->checkup.largest_norm > 20.0 * k->checkup.mean_norm))
        return;
    facts_row_place(k->set, k->checkup.largest_norm_row, place, sizeof place);
    snprintf(text, SENTENCE, "%s is %s times as long as the average row: one such row can undo all that the others "
             "taught; look at it, or use --scale unit", place,
             text_number(k->checkup.largest_norm / k->checkup.mean_norm).s);
}

/* Value of feature j in row i; rows of tables are short. */
static double value_at(const struct checking *k, uint64_t i, size_t j, uint32_t *features, double *values)
{
    size_t n;

    ptron_dataset_row(k->set, i, features, values, (size_t)k->facts.features, &n, NULL);
    for (size_t at = 0; at < n; at++)
        if (features[at] == j)
            return values[at];
    return 0.0;
}

/* A column that counts the rows says nothing of them, and a model would learn it all the same. */
static void find_numbering(const struct checking *k, char *text)
{
    enum { LOOKED_AT = 200, COLUMNS = 64 };
    const uint64_t rows = k->facts.rows < LOOKED_AT ? k->facts.rows : LOOKED_AT;
    uint32_t features[COLUMNS];
    double values[COLUMNS];
    char name[120];

    if (!k->facts.named_columns || k->facts.features > COLUMNS || rows < 5)
        return;
    for (size_t j = 0; j < k->facts.features; j++) {
        uint64_t i = 1;
        while (i < rows && value_at(k, i, j, features, values) == value_at(k, i - 1, j, features, values) + 1.0)
            i++;
        if (i < rows)
            continue;
        ptron_dataset_feature_name(k->set, j, name, sizeof name);
        snprintf(text, SENTENCE,
                 "'%.120s' counts the rows and says nothing of them: leave it out with --ignore '%.120s'",
                 text_name(name).s, text_name(name).s);
        return;
    }
}

static void find_categories(const struct checking *k, char *text)
{
    struct facts_categories found;

    if (facts_many_categories(k->set, &k->facts, &found))
        snprintf(text, SENTENCE, "column '%.120s' has %s categories in %s, as in '%.120s': %s",
                 text_name(found.column).s, text_count(found.n).s, text_counted(k->facts.rows, "row").s,
                 text_name(found.example).s,
                 found.comma ? "if these are numbers, use --decimal ,"
                             : "if each row has its own, leave it out with --ignore");
}

static void find_memory(const struct checking *k, char *text)
{
    if (k->checkup.training_bytes >= UINT64_C(1000000000))
        snprintf(text, SENTENCE, "training will need about %s of memory", text_bytes(k->checkup.training_bytes).s);
}

static void (*const findings[])(const struct checking *, char *) = {
    find_one_label, find_contradictions, find_scales,   find_sorted, find_imbalance, find_long_row, find_duplicates,
    find_empty,     find_constant,       find_unused,   find_memory, find_categories, find_numbering,
};

enum { N_FINDINGS = sizeof findings / sizeof *findings };

static bool has_finding(const struct checking *k, size_t i, char *text)
{
    text[0] = '\0';
    findings[i](k, text);
    return text[0] != '\0';
}

/* ---- in words ------------------------------------------------------------------------------------ */

static void print_report(const struct checking *k)
{
    char text[SENTENCE];
    bool any = false;

    facts_print(stdout, k->args, 0, k->set, &k->facts);
    if (isinf(k->facts.radius)) {
        run_line(stdout, "R", "%-12s length of the longest row: too large to be squared", "unknown");
    } else {
        run_line(stdout, "R", "%-12s length of the longest row, the bias's constant feature included",
                 text_number(k->facts.radius).s);
        run_line(stdout, "row length", "%s to %s, %s on average (without the constant feature)",
                 text_number(k->checkup.smallest_norm).s, text_number(k->checkup.largest_norm).s,
                 text_number(k->checkup.mean_norm).s);
    }
    run_line(stdout, "memory", "%-12s about what training will need", text_bytes(k->checkup.training_bytes).s);
    for (size_t i = 0; i < N_FINDINGS; i++) {
        if (!has_finding(k, i, text))
            continue;
        if (!any)
            printf("\nWorth knowing\n");
        any = true;
        printf("  - %s\n", text);
    }
    if (!any)
        printf("\nNothing%s stands in the way of training.\n", k->again ? " else" : "");
    advice_print(&k->advice);
}

/* ---- JSON ---------------------------------------------------------------------------------------- */

static void print_json(const struct checking *k)
{
    const ptron_checkup *c = &k->checkup;
    struct json json = json_begin(stdout);
    char text[SENTENCE];

    facts_json(&json, k->set, &k->facts);
    json_put(&json, REAL("radius", k->facts.radius), COUNT("bytes", k->facts.bytes),
             COUNT("duplicates", c->duplicates), COUNT("contradictions", c->contradictions));
    json_array(&json, "contradiction_example");
    for (size_t i = 0; i < 2 && c->contradictions > 0; i++) {
        const char *file = NULL;
        uint64_t line = 0;
        json_object(&json, NULL);
        json_count(&json, "row", c->contradiction_rows[i]);
        if (ptron_dataset_row_place(k->set, c->contradiction_rows[i], &file, &line))
            json_put(&json, TEXT("file", file), COUNT("line", line));
        json_end_object(&json);
    }
    json_end_array(&json);
    json_put(&json, COUNT("empty_rows", c->empty_rows), COUNT("constant_features", c->constant_features),
             COUNT("unused_features", c->unused_features), REAL("smallest_norm", c->smallest_norm),
             REAL("mean_norm", c->mean_norm), REAL("largest_norm", c->largest_norm),
             REAL("smallest_scale", c->smallest_scale), REAL("largest_scale", c->largest_scale),
             FLAG("sorted_by_class", c->sorted_by_class), COUNT("training_bytes", c->training_bytes));
    json_array(&json, "advice");
    for (size_t i = 0; i < N_FINDINGS; i++)
        if (has_finding(k, i, text))
            json_text(&json, NULL, text);
    json_end_array(&json);
    if (k->again)
        json_put(&json, OBJECT("refused"), TEXT("message", k->refusal.message), TEXT("file", k->refusal.file),
                 COUNT("line", k->refusal.line), COUNT("column", k->refusal.column), END);
    else
        json_text(&json, "refused", NULL);
    advice_json(&json, &k->advice);
    json_finish(&json);
}

static bool has_pipe(const struct args *args)
{
    for (size_t i = 0; i < args->n_files; i++)
        if (strcmp(args->files[i], "-") == 0)
            return true;
    return false;
}

/* ---- the command --------------------------------------------------------------------------------- */

static ptron_status load(struct checking *k, ptron_options *options, ptron_error *err)
{
    struct reading reading;
    ptron_status status;

    reading_begin(&reading, options, args_flag(k->args, "quiet"));
    status = ptron_dataset_load(k->args->files, k->args->n_files, options, NULL, &k->set, err);
    reading_end(&reading, options);
    return status;
}

/* The rows as the advice would read them, where that differs from what was given; bad ones left out in the end. */
static ptron_status load_as_advised(struct checking *k, ptron_error *err)
{
    ptron_error first = {0};
    ptron_status status = load(k, k->advice.options, &first);

    if (status == PTRON_OK || status != PTRON_DATA || ptron_options_given(k->advice.options, "on-bad")) {
        *err = first;
        return status;
    }
    TRY(advice_skip_bad(&k->advice, &first, err));
    status = load(k, k->advice.options, err);
    if (status == PTRON_OK) {
        ptron_dataset_describe(k->set, &k->facts);
        if (20 * k->facts.bad_rows <= k->facts.rows)
            return PTRON_OK;
        ptron_dataset_free(k->set);
        k->set = NULL;
    }
    *err = first;
    return PTRON_DATA;
}

/* As given; where training refuses that, as advised. */
static ptron_status look(struct checking *k, ptron_error *err)
{
    ptron_error refusal = {0};
    ptron_status status;

    TRY(advice_read(&k->advice, k->args, err));
    status = load(k, k->args->options, &refusal);
    if (status != PTRON_OK && status != PTRON_DATA) {
        *err = refusal;
        return status;
    }
    if (status != PTRON_OK) {
        k->refusal = refusal;
        k->again = true;
        if (has_pipe(k->args) || load_as_advised(k, err) != PTRON_OK) {
            *err = refusal;
            return PTRON_DATA;
        }
    } else if (k->advice.changes) {
        ptron_dataset *given = k->set;

        k->set = NULL;
        if (load_as_advised(k, err) == PTRON_OK) {
            ptron_dataset_free(given);
        } else {
            ptron_dataset_free(k->set);
            k->set = given;
        }
    }
    ptron_dataset_describe(k->set, &k->facts);
    TRY(ptron_dataset_check(k->set, NULL, &k->checkup, err));
    advice_learn(&k->advice, k->set, &k->facts, &k->checkup);
    return PTRON_OK;
}

static void say_refusal(const struct checking *k)
{
    const ptron_error *e = &k->refusal;

    if (k->again)
        diag_note("as it is, training refuses it: %s:%" PRIu64 ":%" PRIu64 ": %s", text_path(e->file).s, e->line,
                  e->column, e->message);
}

static void print_refused(const ptron_error *err)
{
    struct json json = json_begin(stdout);

    json_put(&json, OBJECT("refused"), TEXT("message", err->message), TEXT("file", err->file), COUNT("line", err->line),
             COUNT("column", err->column), END);
    json_text(&json, "command", NULL);
    json_finish(&json);
}

static int run_check(const struct args *args)
{
    struct checking k = {.args = args, .facts = {.size = sizeof k.facts}, .checkup = {.size = sizeof k.checkup}};
    ptron_error err = {0};
    const ptron_status status = look(&k, &err);
    int code = EXIT_DONE;

    if (status != PTRON_OK) {
        code = diag_error(args->command->name, &err);
        if (args_flag(args, "json") && status == PTRON_DATA)
            print_refused(&err);
    } else {
        if (!args_flag(args, "quiet")) {
            say_refusal(&k);
            facts_note_skipped(&k.facts);
        }
        (args_flag(args, "json") ? print_json : print_report)(&k);
    }
    ptron_dataset_free(k.set);
    advice_free(&k.advice);
    return code;
}

const struct command cmd_check = {
    .name = "check",
    .summary = "what to know about the data before training",
    .operands = "DATA...",
    .files = {1, SIZE_MAX},
    .about = "Reads DATA as training would and tells what is in it: rows, features, labels and their balance,\n"
             "the length of the rows, and whatever will make learning hard, each with what to do about it:\n"
             "equal rows with different labels, features on very different scales, rows sorted by class.\n"
             "Ends with one command to paste that trains on DATA, and says why each of its options is there.\n",
    .examples = "  perceptron check examples/data/iris.csv\n"
                "  perceptron check table.csv --label diagnosis --on-bad skip\n"
                "  perceptron check table.csv --json | jq .advice\n",
    .options = {
        {"json", 0, NULL, "the findings as one JSON object"},
        {"quiet", 'q', NULL, "no notes"},
    },
    .groups = {"data"},
    .run = run_check,
};
