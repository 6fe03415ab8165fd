/* Settings: what was given, without what does nothing, each once; what they are called, and which is simpler. */
#include "base/alloc.h"
#include "base/number.h"
#include "learn/learner.h"
#include "tune/tune.h"

#include <string.h>

static bool is_in(const ptron_options *options, const struct pt_param *param, const char *group)
{
    for (size_t t = 0; t < options->n_tables; t++)
        for (size_t i = 0; i < *options->tables[t].n; i++)
            if (&options->tables[t].params[i] == param)
                return strcmp(options->tables[t].group, group) == 0;
    return false;
}

/* ---- keys and names ------------------------------------------------------------------------------ */

enum what { ALL, READING, BUT_EPOCHS };

/* Whether rows read otherwise with another value of it. */
static bool says_reading(const ptron_options *options, const struct pt_param *param)
{
    if (is_in(options, param, "data"))
        return true;
    return pt_option_text(options, "features")[0] != '\0' &&
           (strcmp(param->name, "gamma") == 0 || strcmp(param->name, "seed") == 0);
}

/* What was set, in the order of the tables, defaults left out, so that equal settings read equal. Owned; NULL: no
 * memory. */
static char *key_of(const ptron_options *options, enum what what)
{
    const struct pt_param *param;
    const char *value;
    struct pt_buffer text;

    pt_buffer_init(&text);
    for (size_t i = 0; pt_options_setting(options, i, &param, &value); i++)
        if (strcmp(value, param->initial) != 0 && !pt_param_is_manner(param->name) &&
            !is_in(options, param, "tune") && (what != READING || says_reading(options, param)) &&
            (what != BUT_EPOCHS || strcmp(param->name, "epochs") != 0))
            pt_buffer_format(&text, "%s=%s\n", param->name, value);
    pt_buffer_byte(&text, '\0');
    if (!text.failed)
        return text.bytes;
    pt_buffer_fini(&text);
    return NULL;
}

static const char *value_of(const ptron_options *options, const struct pt_param *param)
{
    for (size_t i = 0; i < options->n; i++)
        if (options->settings[i].param == param)
            return options->settings[i].value;
    return param->initial;
}

static bool varies(const ptron_tuning *t, const struct pt_param *param)
{
    for (size_t i = 1; i < t->n; i++)
        if (strcmp(value_of(t->settings[i].options, param), value_of(t->settings[0].options, param)) != 0)
            return true;
    return false;
}

/* The algorithm first; an option that does nothing beside the others is not named. */
static char *name_of(const ptron_tuning *t, const struct pt_tune_setting *s)
{
    struct pt_buffer text;

    pt_buffer_init(&text);
    if (t->n == 1 || varies(t, pt_option_find(s->options, "algorithm")))
        pt_buffer_text(&text, pt_option_text(s->options, "algorithm"));
    for (size_t k = 0; k < s->options->n_tables; k++)
        for (size_t i = 0; i < *s->options->tables[k].n; i++) {
            const struct pt_param *param = &s->options->tables[k].params[i];

            if (strcmp(param->name, "algorithm") == 0 || pt_param_is_manner(param->name) || !varies(t, param) ||
                pt_option_idles(s->options, false, param->name))
                continue;
            pt_buffer_format(&text, "%s%s=%s", text.length > 0 ? " " : "", param->name,
                             pt_option_text(s->options, param->name));
        }
    pt_buffer_byte(&text, '\0');
    if (!text.failed)
        return text.bytes;
    pt_buffer_fini(&text);
    return NULL;
}

/* ---- which is simpler ---------------------------------------------------------------------------- */

static double sum_of_list(const ptron_options *options, const char *name)
{
    double sum = 0.0, value;
    const char *item;
    size_t length;

    for (size_t i = 0; pt_option_item(options, name, i, &item, &length); i++) {
        const char *at = item;
        sum += pt_parse_double(&at, item + length, &value) ? value : 0.0;
    }
    return sum;
}

/* The number after the colon of fourier:D. */
static double made_features(const ptron_options *options, const char *name)
{
    const char *text = pt_option_text(options, name), *at = strchr(text, ':');
    double value;

    if (at == NULL)
        return 0.0;
    at++;
    return pt_parse_double(&at, text + strlen(text), &value) ? value : 0.0;
}

static double number_of(const ptron_options *options, const char *name)
{
    const char *text = pt_option_text(options, name), *at = text;
    double value;

    return pt_parse_double(&at, text + strlen(text), &value) ? value : 0.0;
}

/* 0: a plane; then planes among features made of the others, kernels and neighbours, networks. */
static double shape_of(const ptron_options *options, const char *name)
{
    const struct pt_algorithm *algorithm = pt_algorithm_named(pt_option_text(options, name));

    if (algorithm != NULL && strcmp(algorithm->name, "mlp") == 0)
        return sum_of_list(options, "hidden") > 0.0 ? 3.0 : 0.0;
    if (algorithm != NULL && (pt_algorithm_takes(algorithm, "kernel") || pt_algorithm_takes(algorithm, "k")))
        return pt_option_is(options, "kernel", "linear") && pt_algorithm_takes(algorithm, "kernel") ? 0.0 : 2.0;
    return made_features(options, "features") > 0.0 ? 1.0 : 0.0;
}

/* In the order they count; sign -1: the larger is the simpler. */
static const struct measure {
    const char *option;
    int         sign;
    double    (*of)(const ptron_options *options, const char *name);
} measures[] = {
    {"algorithm", 1, shape_of}, {"hidden", 1, sum_of_list}, {"features", 1, made_features}, {"degree", 1, number_of},
    {"gamma", 1, number_of}, {"C", 1, number_of}, {"lambda", -1, number_of}, {"r", -1, number_of},
    {"l2", -1, number_of}, {"k", -1, number_of}, {"budget", 1, number_of}, {"epochs", 1, number_of},
};

bool pt_tune_simpler(const struct pt_tune_setting *a, const struct pt_tune_setting *b)
{
    for (size_t i = 0; i < sizeof measures / sizeof *measures; i++) {
        const struct measure *m = &measures[i];
        const double x = m->sign * m->of(a->options, m->option), y = m->sign * m->of(b->options, m->option);

        if (x != y)
            return x < y;
    }
    return a->given < b->given;
}

/* ---- making them --------------------------------------------------------------------------------- */

/* The column that holds groups together is no feature. */
static ptron_status ignore_group(ptron_options *options, const char *group, ptron_error *err)
{
    const char *ignored = pt_option_text(options, "ignore");
    struct pt_buffer list;
    ptron_status status;

    if (group[0] == '\0')
        return PTRON_OK;
    pt_buffer_init(&list);
    pt_buffer_format(&list, "%s%s\"%s\"", ignored, ignored[0] == '\0' ? "" : ",", group);
    pt_buffer_byte(&list, '\0');
    status = pt_buffer_status(&list, err);
    if (status == PTRON_OK)
        status = ptron_options_set(options, "ignore", list.bytes, err);
    pt_buffer_fini(&list);
    return status;
}

static void drop_tuning(ptron_options *options)
{
    for (size_t i = 0; i < pt_n_tune_params; i++)
        ptron_options_unset(options, pt_tune_params[i].name);
}

static ptron_status make_setting(struct pt_tune_setting *s, const ptron_options *given, const char *group,
                                 ptron_error *err)
{
    PT_TRY(pt_options_copy(given, &s->options, err));
    drop_tuning(s->options);
    PT_TRY(ignore_group(s->options, group, err));
    pt_options_drop_idle(s->options, false);
    PT_TRY(pt_options_copy(s->options, &s->trial, err));
    PT_TRY(ptron_options_set(s->trial, "state", "no", err));
    PT_TRY(ptron_options_set(s->trial, "threads", "1", err));
    s->key = key_of(s->options, ALL);
    return s->key == NULL ? pt_fail_memory(err, 0, "settings") : PTRON_OK;
}

static void free_setting(struct pt_tune_setting *s)
{
    ptron_options_free(s->options);
    ptron_options_free(s->trial);
    pt_release(s->key);
    pt_release(s->name);
}

void pt_tune_settings_fini(ptron_tuning *t)
{
    for (size_t i = 0; t->settings != NULL && i < t->n; i++)
        free_setting(&t->settings[i]);
    pt_release(t->settings);
    t->settings = NULL;
    t->n = 0;
}

static bool is_known(const ptron_tuning *t, const struct pt_tune_setting *s)
{
    for (size_t i = 0; i < t->n; i++)
        if (strcmp(t->settings[i].key, s->key) == 0)
            return true;
    return false;
}

/* The first setting that reads rows alike. */
static void find_readings(ptron_tuning *t, char *const *keys)
{
    for (size_t i = 0; i < t->n; i++) {
        size_t j = 0;

        while (strcmp(keys[j], keys[i]) != 0)
            j++;
        t->settings[i].reading = j;
    }
}

/* 0: it goes on from no run, and none from it. Runs that start anew within themselves count rows, not epochs; time is
 * that of all epochs. */
static uint64_t epochs_of(const struct pt_tune_setting *s)
{
    const struct pt_algorithm *algorithm = pt_algorithm_named(pt_option_text(s->options, "algorithm"));

    return algorithm != NULL && (algorithm->can & PT_RESTARTS) == 0 && ptron_options_given(s->options, "epochs") &&
                   !ptron_options_given(s->options, "time")
               ? pt_option_count(s->options, "epochs") : 0;
}

/* A run of more epochs begins as one of fewer: gone on with from there it is the same. Of runs of as many ("7", "07")
 * each is the next one's beginning. */
static void find_further(ptron_tuning *t, char *const *keys)
{
    for (size_t i = 0; i < t->n; i++) {
        struct pt_tune_setting *s = &t->settings[i];
        const uint64_t own = epochs_of(s);
        uint64_t least = UINT64_MAX;

        s->further = t->n;
        s->begins = true;
        for (size_t j = 0; own > 0 && j < t->n; j++) {
            const uint64_t other = strcmp(keys[i], keys[j]) == 0 ? epochs_of(&t->settings[j]) : 0;
            const bool after = other > own || (other == own && j > i);

            s->begins &= other == 0 || after || j == i;
            if (after && other < least) {
                least = other;
                s->further = j;
            }
        }
    }
}

static ptron_status find_alike(ptron_tuning *t, enum what what, void (*find)(ptron_tuning *t, char *const *keys),
                               ptron_error *err)
{
    char **keys = pt_zeroed(t->n, sizeof *keys);
    ptron_status status = keys == NULL ? pt_fail_memory(err, t->n * sizeof *keys, "settings") : PTRON_OK;

    for (size_t i = 0; status == PTRON_OK && i < t->n; i++)
        if ((keys[i] = key_of(t->settings[i].options, what)) == NULL)
            status = pt_fail_memory(err, 0, "settings");
    if (status == PTRON_OK)
        find(t, keys);
    for (size_t i = 0; keys != NULL && i < t->n; i++)
        pt_release(keys[i]);
    pt_release(keys);
    return status;
}

ptron_status pt_tune_settings_make(ptron_tuning *t, const ptron_options *const *given, size_t n, ptron_error *err)
{
    const char *group = pt_option_text(t->options, "group");

    t->settings = pt_zeroed(n, sizeof *t->settings);
    if (t->settings == NULL)
        return pt_fail_memory(err, n * sizeof *t->settings, "settings");
    for (size_t i = 0; i < n; i++) {
        struct pt_tune_setting *s = &t->settings[t->n];
        const ptron_status status = make_setting(s, given[i], group, err);

        s->given = i;
        if (status == PTRON_OK && !is_known(t, s)) {
            t->n++;
            continue;
        }
        free_setting(s);
        *s = (struct pt_tune_setting){0};
        PT_TRY(status);
    }
    for (size_t i = 0; i < t->n; i++)
        if ((t->settings[i].name = name_of(t, &t->settings[i])) == NULL)
            return pt_fail_memory(err, 0, "settings");
    PT_TRY(find_alike(t, READING, find_readings, err));
    return find_alike(t, BUT_EPOCHS, find_further, err);
}
