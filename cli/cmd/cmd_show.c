/* perceptron show: everything a model says of itself; its largest weights by name. */
#include "cmd/commands.h"
#include "cmd/show_importance.h"
#include "cmd/tune_report.h"
#include "diag.h"
#include "words/facts.h"
#include "words/numbers.h"
#include "words/training.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct showing {
    const struct args *args;
    ptron_model      *model;
    ptron_model_facts facts;
    ptron_result training;
    double           *weights;   /* [vectors][features]; NULL: kernels, networks and neighbours have none to show */
    uint64_t          top;
    struct importance importance;
};

/* ---- the largest weights -------------------------------------------------------------------------- */

struct ranked {
    double weight;
    size_t feature;
};

/* Largest first; equal weights in the order of the features. */
static int compare(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;

    if (x->weight != y->weight)
        return x->weight > y->weight ? -1 : 1;
    return x->feature < y->feature ? -1 : x->feature > y->feature;
}

/* The features of one vector whose weight has this sign, largest first; NULL without memory. Owned by the
 * caller. Weights in it are positive. */
static struct ranked *rank(const struct showing *s, size_t vector, double sign, size_t *n)
{
    const double *weights = s->weights + vector * s->facts.features;
    struct ranked *list = malloc(((size_t)s->facts.features + 1) * sizeof *list);

    *n = 0;
    for (size_t j = 0; list != NULL && j < s->facts.features; j++)
        if (sign * weights[j] > 0.0 && ptron_model_uses(s->model, j))
            list[(*n)++] = (struct ranked){sign * weights[j], j};
    if (list != NULL)
        qsort(list, *n, sizeof *list, compare);
    if (*n > s->top)
        *n = (size_t)s->top;
    return list;
}

/* The label that a weight of this sign speaks for; with one vector per class the class itself, for or
 * against. */
static const char *label_of(const struct showing *s, size_t vector, double sign)
{
    if (s->facts.vectors == 1)
        return ptron_model_class_name(s->model, sign > 0.0 ? 1 : 0);
    return ptron_model_class_name(s->model, vector);
}

/* The largest weight of a vector, whichever its sign: what the bars of both sides are measured by. */
static double largest(const struct showing *s, size_t vector)
{
    const double *weights = s->weights + vector * s->facts.features;
    double most = 0.0;

    for (size_t j = 0; j < s->facts.features; j++)
        most = fmax(most, fabs(weights[j]));
    return most;
}

static ptron_status print_side(const struct showing *s, size_t vector, double sign, ptron_error *err)
{
    const char *word = s->facts.vectors > 1 && sign < 0.0 ? "against" : "for";
    size_t n;
    struct ranked *list = rank(s, vector, sign, &n);
    const double most = largest(s, vector);
    enum { WIDTH = 20 };
    char name[200];

    if (list == NULL)
        return diag_fail(err, PTRON_NOMEM, "no memory to sort the weights");
    printf("\nWeights that speak %s '%s'%s\n", word, text_name(label_of(s, vector, sign)).s, n == 0 ? ": none" : "");
    for (size_t i = 0; i < n; i++) {
        ptron_model_feature_name(s->model, list[i].feature, name, sizeof name);
        printf("  %12s  ", text_number(sign * list[i].weight).s);
        for (int bar = 0; bar < WIDTH; bar++)
            putchar(bar == 0 || bar < (int)lround(list[i].weight / most * WIDTH) ? '#' : ' ');
        printf("  %s\n", text_name(name).s);
    }
    free(list);
    return PTRON_OK;
}

/* ---- in words ------------------------------------------------------------------------------------ */

/* The bias of two classes on its own line; of many, with its class. */
static void print_bias(const struct showing *s)
{
    if (s->weights == NULL)
        return;
    if (!s->facts.has_bias)
        run_line(stdout, "bias", "none: the boundary passes through the origin");
    for (size_t v = 0; s->facts.has_bias && v < s->facts.vectors; v++) {
        const struct shown label = text_name(s->facts.vectors > 1 ? ptron_model_class_name(s->model, v) : NULL);
        run_line(stdout, v == 0 ? "bias" : "", "%-12s %s%s%s", text_number(ptron_model_bias(s->model, v)).s,
                 label.s[0] != '\0' ? "of '" : "added to every score", label.s,
                 label.s[0] != '\0' ? "'" : "");
    }
}

static void print_model(const struct showing *s)
{
    const ptron_model_facts *f = &s->facts;
    const char *name, *value;
    char structure[400];
    bool any = false;

    run_line(stdout, "model", "%s, made by perceptron %s", f->kind, f->version);
    if (ptron_model_structure(s->model, structure, sizeof structure) > 0)
        run_line(stdout, "made of", "%s", structure);
    if (!run_by_hand(&s->training))
        run_line(stdout, "algorithm", "%s, seed %" PRIu64, s->training.algorithm, s->training.seed);
    for (size_t i = 0; ptron_model_parameter(s->model, i, &name, &value); i++) {
        printf("%s%s=%s", any ? ", " : "  parameters      ", text_name(name).s, text_name(value).s);
        any = true;
    }
    if (any)
        putchar('\n');
    run_line(stdout, run_by_hand(&s->training) ? "rows" : "trained on", "%s%s%s (%s, %s%s)",
             run_by_hand(&s->training) ? "" : text_some(s->training.rows, "row").s,
             run_by_hand(&s->training) ? "of " : ", ", text_some(f->features, "feature").s, f->format,
             f->dense ? "dense" : "sparse",
             f->index_base == 0   ? ", indices from 0"
             : f->index_base == 1 ? ", indices from 1"
                                  : "");
    printf("  %-16s", "labels");
    for (size_t c = 0; c < f->classes; c++)
        printf("%s'%s'", c > 0 ? ", " : "", text_name(ptron_model_class_name(s->model, c)).s);
    putchar('\n');
    if (!isnan(f->threshold))
        run_line(stdout, "threshold", "%-12s fitted in training: a score above it means '%s'",
                 text_number(f->threshold).s, text_name(ptron_model_class_name(s->model, 1)).s);
    if (ptron_model_has_probabilities(s->model))
        run_line(stdout, "probabilities", "yes (predict --probabilities)%s",
                 isnan(f->threshold) ? "; the label is the most probable one" : "");
    else if (f->classes == 2 && isnan(f->threshold))
        run_line(stdout, "sign", "a score above 0 means '%s'", text_name(ptron_model_class_name(s->model, 1)).s);
    facts_print_scaling(stdout, s->model, false);
    print_bias(s);
    run_line(stdout, "resume", "%s", f->has_state ? "possible: the learner's state is kept"
                                                  : "not possible: the learner's state is not kept");
}

static ptron_status print_report(const struct showing *s, ptron_error *err)
{
    print_model(s);
    putchar('\n');
    run_print_stop(stdout, &s->training);
    if (!run_by_hand(&s->training)) {
        putchar('\n');
        run_print_numbers(stdout, &s->training, s->model, false);
        tune_model_table(stdout, s->model);
    }
    if (s->importance.path != NULL)
        importance_print(stdout, &s->importance, s->model, s->top);
    else if (s->top > 0 && s->weights == NULL)
        return diag_fail(err, PTRON_ARGUMENT, "a model of kind %s has no weights to list; --json lists what it holds",
                         s->facts.kind);
    for (size_t i = 0; s->top > 0 && s->importance.path == NULL && i < 2 * s->facts.vectors; i++)
        TRY(print_side(s, i / 2, i % 2 == 0 ? 1.0 : -1.0, err));
    return PTRON_OK;
}

/* ---- JSON ---------------------------------------------------------------------------------------- */

static void json_facts(struct json *json, const struct showing *s)
{
    const ptron_model_facts *f = &s->facts;
    const char *name, *value;
    char structure[400];

    json_text(json, "kind", f->kind);
    if (ptron_model_structure(s->model, structure, sizeof structure) > 0)
        json_text(json, "structure", structure);
    json_put(json, TEXT("version", f->version), TEXT("algorithm", s->training.algorithm));
    json_object(json, "parameters");
    for (size_t i = 0; ptron_model_parameter(s->model, i, &name, &value); i++)
        json_text(json, name, value);
    json_end_object(json);
    json_put(json, TEXT("format", f->format), TEXT("scaling", f->scaling), COUNT("running_rows", f->running_rows));
    if (f->index_base >= 0)
        json_count(json, "index_base", (uint64_t)f->index_base);
    json_real(json, "threshold", f->threshold);
    json_put(json, FLAG("dense", f->dense), FLAG("resumable", f->has_state), COUNT("rows", s->training.rows),
             COUNT("features", f->features));
    json_array(json, "classes");
    for (size_t c = 0; c < f->classes; c++)
        json_text(json, NULL, ptron_model_class_name(s->model, c));
    json_end_array(json);
}

static void json_vector(struct json *json, const char *key, const struct showing *s, size_t vector)
{
    const double *weights = s->weights + vector * s->facts.features;

    json_array(json, key);
    for (size_t j = 0; j < s->facts.features; j++)
        json_real(json, NULL, weights[j]);
    json_end_array(json);
}

/* Two classes: weights [features], bias a number. More: weights [classes][features], bias [classes]. */
static void json_weights(struct json *json, const struct showing *s)
{
    if (s->facts.vectors == 1) {
        json_vector(json, "weights", s, 0);
        json_real(json, "bias", ptron_model_bias(s->model, 0));
        return;
    }
    json_array(json, "weights");
    for (size_t v = 0; v < s->facts.vectors; v++)
        json_vector(json, NULL, s, v);
    json_end_array(json);
    json_array(json, "bias");
    for (size_t v = 0; v < s->facts.vectors; v++)
        json_real(json, NULL, ptron_model_bias(s->model, v));
    json_end_array(json);
}

static ptron_status json_side(struct json *json, const struct showing *s, size_t vector, double sign,
                              ptron_error *err)
{
    size_t n;
    struct ranked *list = rank(s, vector, sign, &n);
    char name[1024];

    if (list == NULL)
        return diag_fail(err, PTRON_NOMEM, "no memory to sort the weights");
    for (size_t i = 0; i < n; i++) {
        ptron_model_feature_name(s->model, list[i].feature, name, sizeof name);
        json_put(json, OBJECT(NULL), TEXT("label", label_of(s, vector, sign)), TEXT("feature", name),
                 REAL("weight", sign * list[i].weight), END);
    }
    free(list);
    return PTRON_OK;
}

/* What kernels and networks hold in the place of weights, as export says it. */
static ptron_status json_structure(struct json *json, const struct showing *s, ptron_error *err)
{
    void *bytes = NULL;
    size_t length = 0;

    if (strcmp(s->facts.kind, "kernel") != 0 && strcmp(s->facts.kind, "network") != 0)
        return PTRON_OK;
    TRY(ptron_model_export(s->model, "json", &bytes, &length, err));
    json_value(json, "holds", bytes, length > 0 ? length - 1 : 0);   /* without the end of the line */
    ptron_bytes_free(bytes);
    return PTRON_OK;
}

static ptron_status print_json(const struct showing *s, ptron_error *err)
{
    struct json json = json_begin(stdout);
    ptron_status status = PTRON_OK;
    char name[1024];

    json_facts(&json, s);
    run_json(&json, &s->training);
    tune_model_json(&json, s->model);
    if (s->top > 0 && s->weights != NULL) {
        json_array(&json, "top");
        for (size_t i = 0; i < 2 * s->facts.vectors && status == PTRON_OK; i++)
            status = json_side(&json, s, i / 2, i % 2 == 0 ? 1.0 : -1.0, err);
        json_end_array(&json);
    }
    if (s->importance.path != NULL)
        importance_json(&json, &s->importance, s->model);
    if (args_flag(s->args, "names")) {
        json_array(&json, "names");
        for (size_t j = 0; j < s->facts.features; j++) {
            ptron_model_feature_name(s->model, j, name, sizeof name);
            json_text(&json, NULL, name);
        }
        json_end_array(&json);
    }
    if (s->weights != NULL)
        json_weights(&json, s);
    else if (status == PTRON_OK)
        status = json_structure(&json, s, err);
    json_finish(&json);
    return status;
}

/* ---- the command --------------------------------------------------------------------------------- */

/* By the largest weight of each feature, where there are any. */
static ptron_status find_importance(struct showing *s, ptron_error *err)
{
    const size_t n = (size_t)s->facts.features;
    double *most = s->weights == NULL ? NULL : calloc(n + 1, sizeof *most);
    ptron_status status;

    if (s->weights != NULL && most == NULL)
        return diag_fail(err, PTRON_NOMEM, "no memory to sort the weights");
    for (size_t i = 0; most != NULL && i < n * (size_t)s->facts.vectors; i++)
        most[i % n] = fmax(most[i % n], fabs(s->weights[i]));
    status = importance_fill(&s->importance, s->model, most, n, err);
    free(most);
    return status;
}

static int run_show(const struct args *args)
{
    struct showing s = {.args = args, .facts = {.size = sizeof s.facts}, .training = {.size = sizeof s.training}};
    ptron_error err = {0};
    ptron_status status;

    s.importance.path = args_value(args, "importance");
    if (!args_count(args, "top", 0, &s.top) || !args_count(args, "repeats", 5, &s.importance.repeats) ||
        !args_count(args, "seed", 1, &s.importance.seed))
        return EXIT_USAGE;
    if (s.importance.path == NULL && (args_flag(args, "repeats") || args_flag(args, "seed")))
        return diag_usage("show", "--repeats and --seed are for --importance");
    if (s.importance.repeats < 1 || s.importance.repeats > 10000)
        return diag_usage("show", "repeats is %s, wanted 1 to 10,000", text_count(s.importance.repeats).s);
    status = ptron_model_load(args->files[0], &s.model, &err);
    if (status == PTRON_OK) {
        ptron_model_describe(s.model, &s.facts);
        status = ptron_model_training(s.model, &s.training, &err);
    }
    if (status == PTRON_OK && ptron_model_copy_weights(s.model, NULL, 0, NULL, NULL) == PTRON_OK) {
        const size_t n = (size_t)(s.facts.vectors * s.facts.features);
        s.weights = malloc((n + 1) * sizeof *s.weights);
        status = s.weights == NULL ? diag_fail(&err, PTRON_NOMEM, "no memory to show the weights")
                                   : ptron_model_copy_weights(s.model, s.weights, n, NULL, &err);
    }
    if (status == PTRON_OK && s.importance.path != NULL)
        status = find_importance(&s, &err);
    if (status == PTRON_OK)
        status = args_flag(args, "json") ? print_json(&s, &err) : print_report(&s, &err);
    free(s.weights);
    importance_free(&s.importance);
    ptron_model_free(s.model);
    return status == PTRON_OK ? EXIT_DONE : diag_error(args->command->name, &err);
}

const struct command cmd_show = {
    .name = "show",
    .summary = "what a model says of itself, and its weights by name",
    .operands = "MODEL",
    .files = {1, 1},
    .about = "Prints what the model remembers of its making: algorithm, parameters, labels, the data's shape, why\n"
             "training stopped and with which numbers. --top lists the weights that matter most, by name.\n"
             "--importance tells what each column is worth: how much more often the model is wrong on labelled rows\n"
             "when that column's values are exchanged between them (give it rows that were not learned from).\n",
    .examples = "  perceptron show iris.model\n"
                "  perceptron show spam.model --top 10\n"
                "  perceptron show iris.model --importance examples/data/iris.csv --repeats 20\n"
                "  perceptron show iris.model --json | jq '.weights, .bias'\n",
    .options = {
        {"top", 0, "N", "the N largest weights of each sign, by name, with the label they speak for"},
        {"importance", 0, "ROWS",
         "permutation importance of each column on these labelled rows; --top N: of the first N"},
        {"repeats", 0, "N", "with --importance: how often each column is exchanged; 5 when not given"},
        {"seed", 0, "N", "with --importance: seed of the exchanges; 1 when not given"},
        {"names", 0, NULL, "with --json: the names of all features, in the order of the weights"},
        {"json", 0, NULL, "everything as one JSON object, with all weights and biases, or the rows kept"},
    },
    .run = run_show,
};
