/* Which options of training do something in a run. What an algorithm takes stands in its row of the table of
 * algorithms: its own options by name, the shared ones by what it can do; what counts only beside another option stands
 * here. */
#include "learn/trainer/trainer.h"

#include <stdio.h>
#include <string.h>

/* Shared options that not every algorithm takes: those do that can any of this. Shared ones that are not listed
 * (epochs, order, seed, ...) are the trainer's: how rows are gone through, whatever is learned from them. */
static const struct {
    const char *option;
    unsigned can;
} shared[] = {
    {"start", PT_TAKES_START},
    {"rate", PT_TAKES_RATE}, {"schedule", PT_TAKES_RATE}, {"power", PT_TAKES_RATE},
    {"average", PT_TAKES_AVERAGE},
    {"tie", PT_TAKES_TIE},
    {"class-weight", PT_ROW_WEIGHTS}, {"weight", PT_ROW_WEIGHTS},
    {"shards", PT_CAN_SHARD}, {"mix", PT_CAN_MIX},
    {"gap", PT_TAKES_GAP},
    {"bias", PT_TAKES_BIAS}, {"bias-scale", PT_TAKES_BIAS},
};

/* What counts only beside another option, of one of these values; NULL: of any but its default. */
static const struct need {
    const char *option, *other, *values;
} needs[] = {
    {"power", "schedule", "power"},
    {"mix", "shards", NULL},
    {"bias-scale", "bias", "yes"},
    {"free-bias", "bias", "yes"},
    {"patience", "holdout", NULL},
    {"threshold-for", "holdout", NULL},
    {"degree", "kernel", "polynomial"},
    {"coef0", "kernel", "polynomial"},
    {"gamma", "kernel", "polynomial|rbf"},
    {"removal", "budget", NULL},
    {"momentum", "optimizer", "momentum|nesterov"},
};

static bool lists(const struct pt_algorithm *algorithm, const char *option)
{
    const char *const *own = algorithm->options;

    while (*own != NULL && strcmp(*own, option) != 0)
        own++;
    return *own != NULL;
}

/* Whether it is some algorithm's own. */
static bool is_own(const char *option)
{
    for (size_t i = 0; pt_algorithm_at(i) != NULL; i++)
        if (lists(pt_algorithm_at(i), option))
            return true;
    return false;
}

bool pt_algorithm_takes(const struct pt_algorithm *algorithm, const char *option)
{
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
        if (strcmp(shared[i].option, option) == 0)
            return (algorithm->can & shared[i].can) != 0;
    return lists(algorithm, option) || !is_own(option);
}

static bool is_default(const ptron_options *options, const char *option)
{
    return strcmp(pt_option_text(options, option), pt_option_find(options, option)->initial) == 0;
}

/* Whether the word is one of "a|b|c". */
static bool is_among(const char *words, const char *word)
{
    const size_t length = strlen(word);

    for (const char *at = words; at != NULL; at = strchr(at, '|') == NULL ? NULL : strchr(at, '|') + 1)
        if (strncmp(at, word, length) == 0 && (at[length] == '|' || at[length] == '\0'))
            return true;
    return false;
}

/* What it needs beside it and has not got; NULL: nothing. */
static const struct need *lacks(const ptron_options *options, bool validation, const char *option)
{
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++) {
        const struct need *need = &needs[i];

        if (strcmp(need->option, option) == 0)
            return (validation && strcmp(need->other, "holdout") == 0) ||
                   (need->values == NULL ? !is_default(options, need->other)
                                         : is_among(need->values, pt_option_text(options, need->other))) ? NULL : need;
    }
    return NULL;
}

bool pt_option_idles(const ptron_options *options, bool validation, const char *option)
{
    const struct pt_algorithm *algorithm = pt_algorithm_named(pt_option_text(options, "algorithm"));

    if (algorithm == NULL || (!is_own(option) && is_default(options, option)))
        return false;   /* a shared option at its default asks for nothing */
    if (strcmp(option, "gamma") == 0 && !is_default(options, "features"))
        return false;   /* the features made take it */
    return !pt_algorithm_takes(algorithm, option) || lacks(options, validation, option) != NULL;
}

static ptron_status refuse_beside(const struct need *need, ptron_error *err)
{
    const char *values = need->values == NULL || strcmp(need->values, "yes") == 0 ? "" : need->values;
    const char *bar = strchr(values, '|');

    const int first = (int)(bar == NULL ? strlen(values) : (size_t)(bar - values));

    return pt_detail(err, PTRON_DETAIL_OPTION_IDLE,
                     pt_fail(err, PTRON_ARGUMENT, "--%s does nothing without --%s%s%.*s%s%s%s", need->option,
                             need->other, first == 0 ? "" : " ", first, values, bar == NULL ? "" : " or ",
                             bar == NULL ? "" : bar + 1,
                             strcmp(need->other, "holdout") == 0 ? " or rows for validation" : ""));
}

ptron_status pt_option_refuse(const ptron_options *options, bool validation, const char *option, ptron_error *err)
{
    const struct pt_algorithm *algorithm = pt_algorithm_named(pt_option_text(options, "algorithm"));
    char names[170] = "";
    size_t length = 0;

    if (pt_algorithm_takes(algorithm, option))
        return refuse_beside(lacks(options, validation, option), err);
    for (size_t i = 0; pt_algorithm_at(i) != NULL && length < sizeof names; i++)
        if (pt_algorithm_takes(pt_algorithm_at(i), option))
            length += (size_t)snprintf(names + length, sizeof names - length, "%s%s", length == 0 ? "" : ", ",
                                       pt_algorithm_at(i)->name);
    return pt_detail(err, PTRON_DETAIL_OPTION_IDLE,
                     pt_fail(err, PTRON_ARGUMENT, "--%s does nothing with %s; algorithms that take it: %s", option,
                             algorithm->name, names));
}

ptron_status pt_options_check_use(const ptron_options *options, bool validation, ptron_error *err)
{
    const struct pt_param *param;
    const char *value;

    for (size_t i = 0; pt_options_setting(options, i, &param, &value); i++)
        if (pt_option_idles(options, validation, param->name))
            return pt_option_refuse(options, validation, param->name, err);
    return PTRON_OK;
}

void pt_options_drop_idle(ptron_options *options, bool validation)
{
    const struct pt_param *param;
    const char *value;

    for (size_t i = 0; pt_options_setting(options, i, &param, &value);) {
        if (pt_option_idles(options, validation, param->name))
            ptron_options_unset(options, param->name);
        else
            i++;
    }
}

ptron_status pt_trainer_check_use(const ptron_trainer *t, ptron_error *err)
{
    const bool alone = t->ops == &pt_one_vs_rest_ops && (t->algorithm->can & PT_OWN_GAP) == 0;
    const struct {
        const char *option, *why;
        bool idle;
    } cases[] = {
        {"multiclass", "with two labels", t->setup.classes == 2},
        {"gap", "for one label against the rest: there is no margin of all of them", t->setup.classes > 2 && alone},
        {"threshold-for", "with more than two labels: the largest score wins", t->setup.classes > 2},
        {"holdout", "beside rows for validation", t->validation != NULL},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (cases[i].idle && !is_default(t->options, cases[i].option))
            return pt_detail(err, PTRON_DETAIL_OPTION_IDLE,
                             pt_fail(err, PTRON_ARGUMENT, "--%s does nothing %s", cases[i].option, cases[i].why));
    return PTRON_OK;
}
