/* Options by name: what was set, checked against the tables when it was set. */
#include "base/alloc.h"
#include "base/number.h"
#include "base/param.h"
#include "base/sized.h"

#include <assert.h>
#include <math.h>
#include <string.h>

const char *pt_param_type_name(enum pt_param_type type)
{
    static const char *const names[] = {"real", "count", "choice", "flag", "text", "file", "list", "seed"};

    return names[type];
}

/* Parameter i of all tables in order, or NULL. */
static const struct pt_param *param_at(const ptron_options *options, size_t i)
{
    for (size_t t = 0; t < options->n_tables; i -= *options->tables[t++].n)
        if (i < *options->tables[t].n)
            return &options->tables[t].params[i];
    return NULL;
}

const struct pt_param *pt_option_find(const ptron_options *options, const char *name)
{
    for (size_t t = 0; t < options->n_tables; t++)
        for (size_t i = 0; i < *options->tables[t].n; i++)
            if (options->tables[t].params[i].name[0] == name[0] && strcmp(options->tables[t].params[i].name, name) == 0)
                return &options->tables[t].params[i];
    return NULL;
}

bool pt_param_is_manner(const char *name)
{
    static const char *const manner[] = {"threads", "memory", "time", "layout"};

    for (size_t i = 0; i < sizeof manner / sizeof *manner; i++)
        if (strcmp(manner[i], name) == 0)
            return true;
    return false;
}

ptron_status pt_options_new(const struct pt_param_table *tables, size_t n_tables, ptron_options **out,
                            ptron_error *err)
{
    *out = pt_zeroed(1, sizeof **out);
    if (*out == NULL)
        return pt_fail_memory(err, sizeof **out, "options");
    (*out)->tables = tables;
    (*out)->n_tables = n_tables;
    return PTRON_OK;
}

void ptron_options_free(ptron_options *options)
{
    if (options == NULL)
        return;
    for (size_t i = 0; i < options->n; i++)
        pt_release(options->settings[i].value);
    pt_release(options->settings);
    pt_release(options);
}

ptron_status ptron_options_watch(ptron_options *options, const ptron_watch *watch, ptron_error *err)
{
    if (options == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "options are needed");
    return pt_take_sized(watch, &options->watch, sizeof options->watch, err);
}

ptron_watch pt_option_watch(const ptron_options *options)
{
    return options->watch;
}

/* ---- checking ------------------------------------------------------------------------------------ */

static bool is_choice(const char *choices, const char *value)
{
    const size_t length = strlen(value);

    for (const char *at = choices; length > 0; at++) {
        const size_t word = strcspn(at, "|");
        if (word == length && memcmp(at, value, length) == 0)
            return true;
        at += word;
        if (*at == '\0')
            break;
    }
    return false;
}

static ptron_status check_real(const struct pt_param *param, const char *value, ptron_error *err)
{
    const char *at = value, *end = value + strlen(value);
    double number;

    if (!pt_parse_double(&at, end, &number) || at != end || !isfinite(number))
        return pt_fail(err, PTRON_ARGUMENT, "%s is '%.40s', wanted a number", param->name, value);
    if (!(number >= param->least && number <= param->most))
        return pt_fail(err, PTRON_ARGUMENT, "%s is %.40s, wanted %g to %g", param->name, value, param->least,
                       param->most);
    return PTRON_OK;
}

static ptron_status check_count(const struct pt_param *param, const char *value, ptron_error *err)
{
    const char *at = value, *end = value + strlen(value);
    uint64_t number;

    if (!pt_parse_u64(&at, end, &number) || at != end)
        return pt_fail(err, PTRON_ARGUMENT, "%s is '%.40s', wanted a whole number", param->name, value);
    if (param->type == PT_COUNT && !((double)number >= param->least && (double)number <= param->most))
        return pt_fail(err, PTRON_ARGUMENT, "%s is %.40s, wanted %.0f to %.0f", param->name, value, param->least,
                       param->most);
    return PTRON_OK;
}

static ptron_status check_value(const struct pt_param *param, const char *value, ptron_error *err)
{
    switch (param->type) {
    case PT_REAL:
        return check_real(param, value, err);
    case PT_COUNT:
    case PT_SEED:
        return check_count(param, value, err);
    case PT_CHOICE:
        if (!is_choice(param->choices, value))
            return pt_fail(err, PTRON_ARGUMENT, "%s is '%.40s', wanted one of %.120s", param->name, value,
                           param->choices);
        return PTRON_OK;
    case PT_FLAG:
        if (!is_choice("yes|no", value))
            return pt_fail(err, PTRON_ARGUMENT, "%s is '%.40s', wanted yes or no", param->name, value);
        return PTRON_OK;
    case PT_TEXT:
    case PT_FILE:
    case PT_LIST:
        break;
    }
    return PTRON_OK;
}

bool pt_param_names_file(const struct pt_param *param, const char *value)
{
    return param->type == PT_FILE && value[0] != '\0' && !is_choice(param->choices, value);
}

static struct pt_setting *setting_of(const ptron_options *options, const struct pt_param *param)
{
    for (size_t i = 0; i < options->n; i++)
        if (options->settings[i].param == param)
            return &options->settings[i];
    return NULL;
}

static ptron_status unknown_name(const ptron_options *options, const char *name, ptron_error *err)
{
    const struct pt_param *param;
    const char *nearest = NULL;

    for (size_t i = 0; (param = param_at(options, i)) != NULL; i++)
        nearest = ptron_nearer_word(name, nearest, param->name);
    if (nearest == NULL)
        pt_fail(err, PTRON_ARGUMENT, "no option '%.40s'", name);
    else
        pt_fail(err, PTRON_ARGUMENT, "no option '%.40s'; did you mean '%s'?", name, nearest);
    return pt_detail(err, PTRON_DETAIL_OPTION_UNKNOWN, PTRON_ARGUMENT);
}

ptron_status ptron_options_set(ptron_options *options, const char *name, const char *value, ptron_error *err)
{
    const struct pt_param *param;
    struct pt_setting *setting;
    void *settings = NULL;
    char *copy;

    if (options == NULL || name == NULL || value == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "options, name and value are needed");
    param = pt_option_find(options, name);
    if (param == NULL)
        return unknown_name(options, name, err);
    if (check_value(param, value, err) != PTRON_OK)
        return pt_detail(err, PTRON_DETAIL_OPTION_VALUE, PTRON_ARGUMENT);
    copy = pt_copy_text(value, strlen(value));
    settings = options->settings;
    if (copy == NULL || !pt_grow(&settings, &options->room, options->n + 1, sizeof *options->settings)) {
        pt_release(copy);
        return pt_fail_memory(err, strlen(value), "an option");
    }
    options->settings = settings;
    setting = setting_of(options, param);
    if (setting == NULL) {
        setting = &options->settings[options->n++];
        *setting = (struct pt_setting){param, NULL};
    }
    pt_release(setting->value);
    setting->value = copy;
    return PTRON_OK;
}

bool ptron_options_given(const ptron_options *options, const char *name)
{
    const struct pt_param *param = options == NULL || name == NULL ? NULL : pt_option_find(options, name);

    return param != NULL && setting_of(options, param) != NULL;
}

ptron_status pt_options_copy(const ptron_options *options, ptron_options **out, ptron_error *err)
{
    PT_TRY(pt_options_new(options->tables, options->n_tables, out, err));
    (*out)->ranks = options->ranks;
    (*out)->settings = pt_array(options->n + 1, sizeof *(*out)->settings);
    (*out)->room = (*out)->settings == NULL ? 0 : options->n + 1;
    for (size_t i = 0; i < options->n; i++) {
        const struct pt_setting *s = &options->settings[i];
        char *value = (*out)->room == 0 ? NULL : pt_copy_text(s->value, strlen(s->value));

        if (value == NULL) {
            ptron_options_free(*out);
            *out = NULL;
            return pt_fail_memory(err, strlen(s->value), "an option");
        }
        (*out)->settings[(*out)->n++] = (struct pt_setting){s->param, value};
    }
    (*out)->resumes = options->resumes;
    return PTRON_OK;
}

void ptron_options_unset(ptron_options *options, const char *name)
{
    const struct pt_param *param = options == NULL || name == NULL ? NULL : pt_option_find(options, name);
    struct pt_setting *setting = param == NULL ? NULL : setting_of(options, param);

    if (setting == NULL)
        return;
    pt_release(setting->value);
    *setting = options->settings[--options->n];
}

bool pt_options_setting(const ptron_options *options, size_t i, const struct pt_param **param, const char **value)
{
    for (size_t p = 0; (*param = param_at(options, p)) != NULL; p++) {
        const struct pt_setting *s = setting_of(options, *param);
        if (s == NULL || i-- > 0)
            continue;
        *value = s->value;
        return true;
    }
    return false;
}

/* ---- typed access -------------------------------------------------------------------------------- */

const char *pt_option_text(const ptron_options *options, const char *name)
{
    const struct pt_param *param = pt_option_find(options, name);
    const struct pt_setting *setting = setting_of(options, param);

    assert(param != NULL);
    return setting != NULL ? setting->value : param->initial;
}

double pt_option_real(const ptron_options *options, const char *name)
{
    const char *text = pt_option_text(options, name), *at = text;
    double value = 0.0;

    pt_parse_double(&at, text + strlen(text), &value);
    return value;
}

uint64_t pt_option_count(const ptron_options *options, const char *name)
{
    const char *text = pt_option_text(options, name), *at = text;
    uint64_t value = 0;

    pt_parse_u64(&at, text + strlen(text), &value);
    return value;
}

bool pt_option_is(const ptron_options *options, const char *name, const char *word)
{
    return strcmp(pt_option_text(options, name), word) == 0;
}

bool pt_option_flag(const ptron_options *options, const char *name)
{
    return pt_option_is(options, name, "yes");
}

size_t pt_option_choice(const ptron_options *options, const char *name)
{
    const struct pt_param *param = pt_option_find(options, name);
    const char *value = pt_option_text(options, name), *at = param->choices;
    const size_t length = strlen(value);

    for (size_t i = 0;; i++) {
        const size_t word = strcspn(at, "|");
        if ((word == length && memcmp(at, value, length) == 0) || at[word] == '\0')
            return i;
        at += word + 1;
    }
}

/* The item at `at`, and where the next one's comma or the end is. Quotes around it, and nothing else, are not part of
 * it. */
static const char *read_item(const char *at, const char **item, size_t *length)
{
    const char *close = *at == '"' ? strchr(at + 1, '"') : NULL;
    const bool quoted = close != NULL && (close[1] == ',' || close[1] == '\0');

    *item = quoted ? at + 1 : at;
    *length = quoted ? (size_t)(close - *item) : strcspn(at, ",");
    return quoted ? close + 1 : at + *length;
}

bool pt_option_item(const ptron_options *options, const char *name, size_t i, const char **item, size_t *length)
{
    const char *at = pt_option_text(options, name), *end = read_item(at, item, length);

    for (; i > 0; i--) {
        if (*end == '\0')
            return false;
        at = end + 1;
        end = read_item(at, item, length);
    }
    return *at != '\0';
}
