/* --try NAME=A,B,C for each option that varies; values that hold commas are parted by bars: hidden=100|256,64. */
#include "cmd/tune_grid.h"
#include "cmd/train_defaults.h"
#include "diag.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Without --try: of some algorithms, or of the one given, what matters most; and scaling. */
static const char *const usual[][3] = {
    {"averaged", NULL, NULL},
    {"svm", "C", "0.1,1,10"},
    {"logistic", "C", "0.1,1,10"},
    {"arow", "r", "0.1,1,10"},
};
static const char *const own[][2] = {
    {"C", "0.01,0.1,1,10,100"}, {"r", "0.01,0.1,1,10,100"}, {"lambda", "1e-6,1e-5,1e-4,1e-3,1e-2"},
    {"margin", "0.01,0.1,1,10"}, {"k", "1,3,5,9,15"}, {"hidden", "20|100|100,50"}, {"gamma", "auto,0.01,0.1,1,10"},
    {"epochs", "5,10,20,50"},
};

static ptron_status no_memory(ptron_error *err)
{
    return diag_fail(err, PTRON_NOMEM, "no memory for the settings");
}

static ptron_status add(struct grid *g, const ptron_options *like, ptron_error *err)
{
    if (g->n == MOST_SETTINGS)
        return diag_fail(err, PTRON_ARGUMENT, "the lists make more than %d settings", MOST_SETTINGS);
    if (g->n == g->room) {
        void *more = realloc(g->settings, (2 * g->room + 16) * sizeof *g->settings);
        if (more == NULL)
            return no_memory(err);
        g->settings = more;
        g->room = 2 * g->room + 16;
    }
    TRY(ptron_options_copy(like, &g->settings[g->n], err));
    g->n++;
    return PTRON_OK;
}

/* Settings from `first` on become as many for each value of the list, in its order, the last list varying fastest. */
static ptron_status multiply(struct grid *g, size_t first, const char *name, const char *list, ptron_error *err)
{
    const char *parts = strchr(list, '|') != NULL ? "|" : ",";
    const size_t n = g->n - first;
    struct grid made = {0};
    ptron_status status = PTRON_OK;

    for (size_t i = 0; i < n && status == PTRON_OK; i++)
        for (const char *at = list; status == PTRON_OK; at++) {
            const size_t length = strcspn(at, parts);
            char *value = strndup(at, length);

            status = value == NULL ? no_memory(err)
                     : length == 0 ? diag_fail(err, PTRON_ARGUMENT, "--try %s: a value is missing in '%s'", name, list)
                                   : add(&made, g->settings[first + i], err);
            if (status == PTRON_OK)
                status = ptron_options_set(made.settings[made.n - 1], name, value, err);
            free(value);
            at += length;
            if (*at == '\0')
                break;
        }
    for (size_t i = 0; i < n; i++)
        ptron_options_free(g->settings[first + i]);
    g->n = first;
    for (size_t i = 0; i < made.n && status == PTRON_OK; i++)
        status = add(g, made.settings[i], err);
    grid_free(&made);
    return status;
}

static ptron_status check_algorithms(const char *list, ptron_error *err)
{
    PTRON_SIZED(ptron_algorithm_info, info);

    for (const char *at = list; *at != '\0'; at += *at == ',' || *at == '|') {
        const size_t length = strcspn(at, ",|");
        char name[64];

        snprintf(name, sizeof name, "%.*s", (int)length, at);
        if (!ptron_algorithm_find(name, &info))
            return diag_fail(err, PTRON_ARGUMENT, "unknown algorithm '%s'; '--algorithm list' prints them all", name);
        at += length;
    }
    return PTRON_OK;
}

/* NAME=LIST: an option of how rows are read or how it learns. */
static ptron_status vary(struct grid *g, const char *word, ptron_error *err)
{
    PTRON_SIZED(ptron_option_info, info);
    const size_t length = strcspn(word, "=");
    char name[64];
    bool known = false;

    if (word[length] != '=' || length == 0 || length >= sizeof name || word[length + 1] == '\0')
        return diag_fail(err, PTRON_ARGUMENT, "try is '%s', wanted NAME=VALUES, as in C=0.1,1,10", word);
    snprintf(name, sizeof name, "%.*s", (int)length, word);
    for (size_t i = 0; !known && ptron_option_describe(i, &info); i++)
        known = strcmp(info.name, name) == 0 && (strcmp(info.group, "data") == 0 || strcmp(info.group, "train") == 0);
    if (known && strcmp(name, "threads") == 0)
        return diag_fail(err, PTRON_ARGUMENT, "--try threads: it changes no result");
    if (!known && ptron_options_get(NULL, name) != NULL)
        return diag_fail(err, PTRON_ARGUMENT, "--try %s: only options of reading and learning can vary", name);
    if (strcmp(name, "algorithm") == 0)
        TRY(check_algorithms(word + length + 1, err));
    return multiply(g, 0, name, word + length + 1, err);
}

/* What matters most to the algorithm that was asked for. */
static ptron_status vary_own(struct grid *g, const ptron_options *options, ptron_error *err)
{
    const char *algorithm = ptron_options_get(options, "algorithm");

    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (ptron_algorithm_takes(algorithm, own[i][0]) && !ptron_options_given(options, own[i][0]))
            return multiply(g, 0, own[i][0], own[i][1], err);
    return PTRON_OK;
}

static ptron_status make_usual(struct grid *g, const ptron_options *options, ptron_error *err)
{
    if (ptron_options_given(options, "algorithm")) {
        TRY(add(g, options, err));
        TRY(vary_own(g, options, err));
    } else {
        for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
            const size_t first = g->n;
            TRY(add(g, options, err));
            TRY(ptron_options_set(g->settings[first], "algorithm", usual[i][0], err));
            if (usual[i][1] != NULL && !ptron_options_given(options, usual[i][1]))
                TRY(multiply(g, first, usual[i][1], usual[i][2], err));
        }
    }
    return ptron_options_given(options, "scale") ? PTRON_OK : multiply(g, 0, "scale", "none,standard", err);
}

static ptron_status make_asked(struct grid *g, const struct args *args, ptron_error *err)
{
    TRY(add(g, args->options, err));
    for (size_t i = 0; i < args->n_many; i++)
        TRY(vary(g, args->many[i], err));
    return PTRON_OK;
}

/* What a setting leaves open is chosen as `train` would. */
ptron_status grid_make(struct grid *g, const struct args *args, bool alone, ptron_error *err)
{
    struct defaults chosen;

    TRY(args->n_many == 0 && !alone ? make_usual(g, args->options, err) : make_asked(g, args, err));
    for (size_t i = 0; i < g->n; i++)
        TRY(defaults_choose(&chosen, g->settings[i], false, err));
    return PTRON_OK;
}

void grid_free(struct grid *g)
{
    for (size_t i = 0; i < g->n; i++)
        ptron_options_free(g->settings[i]);
    free(g->settings);
    *g = (struct grid){0};
}
