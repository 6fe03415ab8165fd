/* Which kind of run it was: its options, in memory or in a model's record. */
#include "learn/statement/traits.h"
#include "base/number.h"
#include "learn/online/rule.h"

#include <math.h>
#include <string.h>

/* ---- options, of a run or of a model's record ------------------------------------------------------ */

static const char *initial_of(const char *name)
{
    const struct pt_param_table tables[] = {{"", pt_train_params, &pt_n_train_params},
                                            {"", pt_rule_params, &pt_n_rule_params},
                                            {"", pt_batch_params, &pt_n_batch_params}};

    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
        for (size_t i = 0; i < *tables[t].n; i++)
            if (strcmp(tables[t].params[i].name, name) == 0)
                return tables[t].params[i].initial;
    return "";
}

const char *pt_run_given(const struct pt_run *run, const char *name)   /* NULL: not */
{
    if (run->options != NULL)
        return ptron_options_given(run->options, name) ? pt_option_text(run->options, name) : NULL;
    for (size_t i = 0; i < run->model->n_parameters; i++)
        if (strcmp(run->model->parameters[i].name, name) == 0)
            return run->model->parameters[i].value;
    return NULL;
}

const char *pt_run_text(const struct pt_run *run, const char *name)
{
    const char *text = pt_run_given(run, name);

    return text != NULL ? text : initial_of(name);
}

double pt_run_real(const struct pt_run *run, const char *name)
{
    const char *text = pt_run_text(run, name);
    double value = NAN;

    return pt_parse_double(&text, text + strlen(text), &value) ? value : (double)NAN;
}

bool pt_run_is(const struct pt_run *run, const char *name, const char *word)
{
    return strcmp(pt_run_text(run, name), word) == 0;
}

static bool is_a_word(const char *text, const char *const *words)
{
    for (; *words != NULL; words++)
        if (strcmp(text, *words) == 0)
            return true;
    return false;
}

bool pt_run_wants_rest(const struct pt_run *run)
{
    const unsigned can = run->algorithm->can;

    return (can & PT_OWN_REST) == 0 && ((can & PT_MANY_CLASSES) == 0 || pt_run_is(run, "multiclass", "one-vs-rest"));
}

/* ---- what a bound depends on ----------------------------------------------------------------------- */

static double greatest_threshold(const struct pt_run *run)
{
    double tau = 0.0;

    for (const char *const *o = run->algorithm->options; *o != NULL; o++)
        if (strncmp(*o, "margin", 6) == 0 &&
            (run->algorithm->proved != PT_PROVED_KERNEL || pt_run_given(run, *o) != NULL))
            tau = fmax(tau, pt_run_real(run, *o));
    return tau;
}

static double greatest_rate(const struct pt_run *run, const struct pt_schedule *schedule)
{
    double most = 0.0;

    for (size_t i = 0; schedule != NULL && i < schedule->n; i++)
        most = fmax(most, schedule->table[i]);
    return pt_run_real(run, "rate") * (schedule != NULL && schedule->n > 0 ? most : 1.0);
}

struct pt_traits pt_traits_of(const struct pt_run *run)
{
    static const char *const falls[] = {"constant", "inverse", "root", "power", NULL};
    static const char *const orders[] = {"given", "once", "each", NULL};
    const struct pt_run_numbers *n = run->numbers;
    const bool weighs = (run->algorithm->can & PT_ROW_WEIGHTS) != 0;
    const bool by_class = weighs && pt_run_text(run, "class-weight")[0] != '\0';
    bool plain;
    struct pt_traits t = {
        .many = run->classes > 2,
        .falling = !pt_run_is(run, "schedule", "constant"),
        .started = !pt_run_is(run, "start", "zero"),
        .weighted = by_class || (weighs && (n != NULL ? !(n->c_min == 1.0 && n->c_max == 1.0)
                                                      : pt_recipe_may_weigh(&run->model->recipe))),
        .shards = (run->algorithm->can & PT_CAN_MIX) != 0 && !pt_run_is(run, "shards", "1"),
        .tau = greatest_threshold(run),
        .rate = greatest_rate(run, n == NULL ? NULL : n->schedule),
    };

    plain = !t.started && is_a_word(pt_run_text(run, "schedule"), falls) &&
            (run->algorithm->proved != PT_PROVED_BATCH || is_a_word(pt_run_text(run, "order"), orders));
    t.known = plain && !t.weighted;
    t.unsure = plain && t.weighted && !by_class;   /* until the bound is looked at (tell.c) */
    return t;
}

bool pt_traits_prove(const struct pt_run *run, const struct pt_traits *t)
{
    const enum pt_proved proved = run->algorithm == NULL ? PT_PROVED_NOTHING : run->algorithm->proved;
    const struct pt_run_numbers *n = run->numbers;

    if (proved == PT_PROVED_NOTHING || (t->many && pt_run_wants_rest(run)) || (t->shards && t->falling) ||
        (n != NULL && !(n->c_min > 0.0 && n->c_max < INFINITY)))
        return false;
    switch (proved) {
    case PT_PROVED_KERNEL:    /* a row that is taken out again is in no proof; many classes are learned one by one */
        return !t->many && (pt_run_given(run, "budget") == NULL || pt_run_is(run, "budget", "0"));
    case PT_PROVED_DYNAMIC:
        return !t->falling && !t->shards && !t->weighted && !t->started;
    case PT_PROVED_CLIPPED:
    case PT_PROVED_SOFTENED:
    case PT_PROVED_SHORTEST:
        return !t->shards && !t->started;
    default:
        return true;
    }
}
