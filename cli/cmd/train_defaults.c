/* The table of what `train` chooses by itself, and saying so. */
#include "cmd/train_defaults.h"
#include "diag.h"
#include "words/training.h"

#include <string.h>

/* The tables are those of docs/accuracy.md, without any tuning. */
#define MEAN_SERVES  "on most of 13 tables the mean of all weights erred less on new rows than the last"
#define TWENTY_SERVE "on 13 tables 100 epochs erred within 0.1 points of it on new rows, on average"

/* Of a run that names no algorithm: the first two. */
static const struct chosen unnamed[] = {
    {"algorithm", "averaged", "none was named; " MEAN_SERVES},
    {"scale", "auto", "as 'check' would advise, so that no feature drowns the others"},
};

static const struct {
    const char *algorithm;
    struct chosen chosen;
} named[] = {
    {"averaged", {"epochs", "20", TWENTY_SERVE}},
    {"pa-1", {"average", "yes", MEAN_SERVES}},
    {"pa-1", {"epochs", "20", TWENTY_SERVE}},
    {"pa-2", {"average", "yes", MEAN_SERVES}},
    {"pa-2", {"epochs", "20", TWENTY_SERVE}},
    {"kernel", {"keeper", "average", MEAN_SERVES}},
    {"svm", {"epochs", "205", "it ends when its gap is closed; this is the most it may take"}},
    {"hard-margin", {"epochs", "220", "it ends when its gap is closed; this is the most it may take"}},
};

const struct own_initial default_initials[] = {
    {"algorithm", "averaged"},
    {"scale", "auto without --algorithm, else none"},
    {"epochs", "100; averaged, pa-1, pa-2: 20; svm: 205; hard-margin: 220"},
    {"average", "no; pa-1, pa-2: yes"},
    {"keeper", "average"},
    {NULL, NULL},
};

static bool needs_rows_again(const char *option)
{
    return strcmp(option, "epochs") == 0 || strcmp(option, "scale") == 0;
}

static ptron_status choose(struct defaults *d, ptron_options *options, bool stream, const struct chosen *chosen,
                           ptron_error *err)
{
    if (ptron_options_given(options, chosen->option) || (stream && needs_rows_again(chosen->option)))
        return PTRON_OK;
    d->items[d->n++] = *chosen;
    return ptron_options_set(options, chosen->option, chosen->value, err);
}

ptron_status defaults_choose(struct defaults *d, ptron_options *options, bool stream, ptron_error *err)
{
    const bool is_named = ptron_options_given(options, "algorithm");

    d->n = 0;
    for (size_t i = 0; !is_named && i < sizeof unnamed / sizeof *unnamed; i++)
        TRY(choose(d, options, stream, &unnamed[i], err));
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (ptron_options_is(options, "algorithm", named[i].algorithm))
            TRY(choose(d, options, stream, &named[i].chosen, err));
    return PTRON_OK;
}

void defaults_print(FILE *out, const struct defaults *d)
{
    for (size_t i = 0; i < d->n; i++)
        run_line(out, i == 0 ? "chosen" : "", "--%s %s: %s", d->items[i].option, d->items[i].value, d->items[i].why);
}

void defaults_json(struct json *json, const struct defaults *d)
{
    json_array(json, "chosen");
    for (size_t i = 0; i < d->n; i++)
        json_put(json, OBJECT(NULL), TEXT("option", d->items[i].option), TEXT("value", d->items[i].value),
                 TEXT("why", d->items[i].why), END);
    json_end_array(json);
}
