/* perceptron compare: the same rows learned in many ways at once, and how much it matters. */
#include "base/plural.h"
#include "cmd/commands.h"
#include "cmd/compare_ways.h"
#include "cmd/train_defaults.h"
#include "diag.h"
#include "progress.h"
#include "words/facts.h"
#include "words/report_page.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char *const axis_option[N_AXES] = {"algorithm", "order", "start", "rate", "seed"};
const char *const axis_list[N_AXES] = {"algorithms", "orders", "starts", "rates", "seeds"};

enum { MOST_RUNS = 100000, SEED_ROOM = 24 };

const char *compare_value(const struct comparison *c, size_t run, enum axis axis)
{
    size_t step = 1;

    for (int a = N_AXES - 1; a > (int)axis; a--)
        step *= c->n_values[a];
    return c->values[axis][run / step % c->n_values[axis]];
}

/* ---- lists --------------------------------------------------------------------------------------- */

static ptron_status out_of_memory(ptron_error *err)
{
    return diag_fail(err, PTRON_NOMEM, "no memory for a list of runs");
}

/* Cuts the text at commas, in place. */
static ptron_status cut(struct comparison *c, enum axis axis, char *text, ptron_error *err)
{
    size_t n = 1;

    for (const char *at = text; *at != '\0'; at++)
        n += *at == ',';
    c->values[axis] = calloc(n, sizeof *c->values[axis]);
    if (c->values[axis] == NULL)
        return out_of_memory(err);
    for (size_t i = 0; i < n; i++) {
        const size_t length = strcspn(text, ",");
        if (length == 0)
            return diag_fail(err, PTRON_ARGUMENT, "%s: a value is missing between commas", axis_list[axis]);
        text[length] = '\0';
        c->values[axis][i] = text;
        text += length + 1;
    }
    c->n_values[axis] = n;
    return PTRON_OK;
}

/* A whole number, moving on; false: none. */
static bool take_number(const char **at, uint64_t *value)
{
    const char *from = *at;

    for (*value = 0; **at >= '0' && **at <= '9' && *value < UINT64_MAX / 10 - 1; ++*at)
        *value = *value * 10 + (uint64_t)(**at - '0');
    return *at != from;
}

/* "1..3,7" becomes "1,2,3,7". */
static char *spell_seeds(const char *list, ptron_error *err)
{
    size_t length = 0, n = 0;
    char *text = malloc(1);

    for (const char *at = list; text != NULL; at++) {
        uint64_t first, last;
        bool right = take_number(&at, &first);
        char *longer;

        last = first;
        if (right && at[0] == '.' && at[1] == '.') {
            at += 2;
            right = take_number(&at, &last) && last >= first;
        }
        if (!right || (*at != ',' && *at != '\0') || last - first >= MOST_RUNS - n) {
            free(text);
            diag_fail(err, PTRON_ARGUMENT, "seeds is '%s', wanted up to %d numbers such as 1..20 or 1,5,7", list,
                      MOST_RUNS);
            return NULL;
        }
        n += (size_t)(last - first) + 1;
        longer = realloc(text, n * SEED_ROOM);
        if (longer == NULL)
            break;
        text = longer;
        for (uint64_t seed = first; seed <= last; seed++)
            length += (size_t)snprintf(text + length, SEED_ROOM, "%s%" PRIu64, length > 0 ? "," : "", seed);
        if (*at == '\0')
            return text;
    }
    free(text);
    out_of_memory(err);
    return NULL;
}

static const char *list_of(const struct comparison *c, enum axis axis)
{
    const char *given = args_value(c->args, axis_list[axis]);
    bool others = false;

    if (given != NULL || axis != AXIS_SEED)
        return given;
    for (int a = 0; a < AXIS_SEED; a++)
        others |= args_value(c->args, axis_list[a]) != NULL;
    return others || ptron_options_given(c->args->options, "seed") ? NULL : "1..20";
}

/* Every axis's list in one text: those given, or the option's single value. */
static ptron_status list_values(struct comparison *c, ptron_error *err)
{
    char *texts[N_AXES] = {NULL}, *to;
    size_t room = 0;
    ptron_status status = PTRON_OK;

    for (int a = 0; a < N_AXES && status == PTRON_OK; a++) {
        const char *list = list_of(c, (enum axis)a);
        c->varies[a] = list != NULL;
        if (list == NULL)
            list = ptron_options_get(c->args->options, axis_option[a]);
        texts[a] = a == AXIS_SEED ? spell_seeds(list, err) : strdup(list);
        if (texts[a] == NULL)
            status = err->code != PTRON_OK ? err->code : out_of_memory(err);
        else
            room += strlen(texts[a]) + 1;
    }
    if (status == PTRON_OK && (c->text = malloc(room)) == NULL)
        status = out_of_memory(err);
    to = c->text;
    for (int a = 0; a < N_AXES && status == PTRON_OK; a++) {
        const size_t length = strlen(texts[a]) + 1;
        memcpy(to, texts[a], length);
        status = cut(c, (enum axis)a, to, err);
        to += length;
    }
    for (int a = 0; a < N_AXES; a++)
        free(texts[a]);
    return status;
}

/* ---- runs ---------------------------------------------------------------------------------------- */

static ptron_status make_runs(struct comparison *c, ptron_error *err)
{
    struct defaults chosen;

    c->n_runs = 1;
    for (int a = 0; a < N_AXES; a++) {
        if (c->n_values[a] > MOST_RUNS / c->n_runs)
            return diag_fail(err, PTRON_ARGUMENT, "the lists make more than %d runs", MOST_RUNS);
        c->n_runs *= c->n_values[a];
    }
    c->runs = calloc(c->n_runs, sizeof *c->runs);
    c->results = calloc(c->n_runs, sizeof *c->results);
    if (c->runs == NULL || c->results == NULL)
        return out_of_memory(err);
    for (size_t i = 0; i < c->n_runs; i++) {
        c->results[i].size = sizeof *c->results;
        TRY(ptron_options_copy(c->args->options, &c->runs[i], err));
        for (int a = 0; a < N_AXES; a++)
            if (c->varies[a])
                TRY(ptron_options_set(c->runs[i], axis_option[a], compare_value(c, i, (enum axis)a), err));
        if (ptron_options_given(c->runs[i], "algorithm"))
            TRY(defaults_choose(&chosen, c->runs[i], false, err));
    }
    return PTRON_OK;
}

static bool go_on(void *user, const ptron_progress *progress)
{
    (void)user, (void)progress;
    return !interrupts_any();
}

/* [n_runs], free it; NULL: no memory. */
static ptron_result **places_of(const struct comparison *c)
{
    ptron_result **places = calloc(c->n_runs, sizeof *places);

    for (size_t i = 0; places != NULL && i < c->n_runs; i++)
        places[i] = &c->results[i];
    return places;
}

static ptron_status run_all(struct comparison *c, ptron_error *err)
{
    const ptron_observer observer = {.size = sizeof observer, .on_block = go_on};
    ptron_result **places = places_of(c);
    const ptron_options **runs = calloc(c->n_runs, sizeof *runs);
    const bool good = places != NULL && runs != NULL;
    ptron_status status = good ? PTRON_OK : out_of_memory(err);

    for (size_t i = 0; good && i < c->n_runs; i++)
        runs[i] = c->runs[i];
    interrupts_catch();
    if (status == PTRON_OK)
        status = ptron_compare(runs, c->n_runs, c->set, c->validation,
                               (size_t)ptron_options_count(c->args->options, "threads"), &observer,
                               places, err);
    free(places);
    free(runs);
    return interrupts_any() && status == PTRON_OK ? PTRON_CANCELED : status;
}

/* ---- the command --------------------------------------------------------------------------------- */

static ptron_status load_rows(struct comparison *c, ptron_error *err)
{
    const bool quiet = args_flag(c->args, "quiet");
    bool given = false;
    struct reading reading;
    ptron_status status;
    PTRON_SIZED(ptron_dataset_facts, facts);

    for (size_t i = 0; i < c->n_values[AXIS_ORDER]; i++)
        given |= strcmp(c->values[AXIS_ORDER][i], "given") == 0;
    reading_begin(&reading, c->args->options, quiet);
    status = args_load_rows(c->args, given ? NULL : "shuffled", NULL, &c->set, &c->validation, err);
    reading_end(&reading, c->args->options);
    if (status == PTRON_OK && !quiet) {
        ptron_dataset_describe(c->set, &facts);
        facts_note_skipped(&facts);
    }
    return status;
}

static void comparison_free(struct comparison *c)
{
    for (size_t i = 0; c->runs != NULL && i < c->n_runs; i++)
        ptron_options_free(c->runs[i]);
    for (int a = 0; a < N_AXES; a++)
        free(c->values[a]);
    free(c->runs);
    free(c->results);
    free(c->text);
    ptron_dataset_free(c->validation);
    ptron_dataset_free(c->set);
}

/* The values of a run along every axis that varies, seeds apart: "averaged, rate 0.1". Owned by the caller. */
static char *way_of(const struct comparison *c, size_t run)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);

    if (out == NULL)
        return NULL;
    for (int axis = 0; axis < N_AXES; axis++)
        if (axis != AXIS_SEED && c->n_values[axis] > 1)
            fprintf(out, "%s%s%s", ftell(out) > 0 ? ", " : "", axis == AXIS_RATE ? "rate " : "",
                    compare_value(c, run, (enum axis)axis));
    if (ftell(out) == 0)
        fputs(c->results[run].algorithm, out);
    if (fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}

static ptron_status draw_page(const struct comparison *c, const char *const *ways, ptron_error *err)
{
    ptron_run *run = NULL;
    char sentence[200];
    ptron_result **places = places_of(c);
    ptron_status status = places == NULL ? out_of_memory(err)
                                         : ptron_run_of_results((const ptron_result *const *)places, ways, c->n_runs,
                                                                &run, err);

    snprintf(sentence, sizeof sentence, "The same rows learned %zu time%s, in %zu way%s: how much it matters.",
             c->n_runs, pt_plural(c->n_runs), compare_ways(c), pt_plural(compare_ways(c)));
    if (status == PTRON_OK)
        status = page_tell(run, c->args, sentence, err);
    free(places);
    ptron_run_free(run);
    return status;
}

static ptron_status write_page(const struct comparison *c, ptron_error *err)
{
    char **ways = NULL;
    ptron_status status = PTRON_OK;

    if (args_value(c->args, "report") == NULL)
        return PTRON_OK;
    ways = calloc(c->n_runs, sizeof *ways);
    for (size_t i = 0; ways != NULL && status == PTRON_OK && i < c->n_runs; i++)
        if ((ways[i] = way_of(c, i)) == NULL)
            status = out_of_memory(err);
    if (ways == NULL)
        status = out_of_memory(err);
    if (status == PTRON_OK)
        status = draw_page(c, (const char *const *)ways, err);
    for (size_t i = 0; ways != NULL && i < c->n_runs; i++)
        free(ways[i]);
    free(ways);
    return status;
}

static int run_compare(const struct args *args)
{
    struct comparison c = {.args = args};
    ptron_error err = {0};
    ptron_status status = list_values(&c, &err);
    int code = EXIT_DONE;

    if (status == PTRON_OK)
        status = make_runs(&c, &err);
    if (status == PTRON_OK)
        status = load_rows(&c, &err);
    if (status == PTRON_OK)
        status = run_all(&c, &err);
    if (status == PTRON_OK)
        status = write_page(&c, &err);
    if (status == PTRON_OK && !(args_flag(args, "json") ? compare_json : compare_report)(stdout, &c))
        status = diag_fail(&err, PTRON_NOMEM, "no memory to compare the runs");
    if (status != PTRON_OK)
        code = interrupts_any() ? interrupts_code() : diag_error(args->command->name, &err);
    comparison_free(&c);
    return code;
}

const struct command cmd_compare = {
    .name = "compare",
    .summary = "train in many ways at once, and see how much it matters",
    .operands = "DATA...",
    .files = {1, SIZE_MAX},
    .about = "Learns the same rows once for every combination of lists: seeds, algorithms, orders, starts, rates.\n"
             "Prints how epochs, updates, margins and errors spread over the seeds: least, median, most, and a bar\n"
             "from the least to the most (= the middle half, # the median). --threads changes no number.\n",
    .examples = "  perceptron compare examples/data/eighty-five.csv --seeds 1..20\n"
                "  perceptron compare messages.tsv --algorithms perceptron,averaged,arow --seeds 1..5 --holdout 0.2\n"
                "  perceptron compare table.csv --starts zero,ones,random --rates 0.1,1,10 --json\n",
    .options = {
        {"seeds", 0, "LIST", "seeds, such as 1..20 or 1,5,7; 1..20 when nothing else varies"},
        {"algorithms", 0, "LIST", "algorithms, separated by commas"},
        {"orders", 0, "LIST", "orders: given, once, each, or files of row numbers"},
        {"starts", 0, "LIST", "starts: zero, ones, random, or models"},
        {"rates", 0, "LIST", "rates, such as 0.1,1,10"},
        {"validation", 0, "FILE", "rows to measure the error on, never learned from"},
        {"report", 0, "PAGE", "write a page about it here: one HTML file that needs nothing else"},
        {"json", 0, NULL, "every run and every way as one JSON object"},
        {"quiet", 'q', NULL, "no notes and no progress"},
    },
    .groups = {"data", "train"},
    .run = run_compare,
};
