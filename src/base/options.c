/* Options by name: what was set, checked against the tables when it was set. */
#include "base/alloc.h"
#include "base/number.h"
#include "base/param.h"

#include <assert.h>
#include <math.h>
#include <string.h>

struct ptron_options {
    struct setting {
        const struct pt_param *param;
        char *value;
    } *settings;   /* [n] those that were set */
    size_t n, room;
    ptron_watch watch;   /* not part of a copy */
};

static const char *const type_names[] = {"real", "count", "choice", "flag", "text", "file", "list", "seed"};

const struct pt_param *pt_param_find(const char *name)
{
    for (size_t t = 0; t < pt_n_param_tables; t++)
        for (size_t i = 0; i < *pt_param_tables[t]->n; i++)
            if (strcmp(pt_param_tables[t]->params[i].name, name) == 0)
                return &pt_param_tables[t]->params[i];
    return NULL;
}

bool pt_param_is_manner(const char *name)
{
    static const char *const manner[] = {"threads", "memory", "time"};

    for (size_t i = 0; i < sizeof manner / sizeof *manner; i++)
        if (strcmp(manner[i], name) == 0)
            return true;
    return false;
}

ptron_status ptron_options_new(ptron_options **out, ptron_error *err)
{
    *out = pt_zeroed(1, sizeof **out);
    return *out == NULL ? pt_fail_memory(err, sizeof **out, "options") : PTRON_OK;
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

void ptron_options_watch(ptron_options *options, const ptron_watch *watch)
{
    options->watch = watch == NULL || watch->size < sizeof *watch ? (ptron_watch){0} : *watch;
}

ptron_watch pt_option_watch(const ptron_options *options)
{
    return options == NULL ? (ptron_watch){0} : options->watch;
}

/* ---- nearest name -------------------------------------------------------------------------------- */

static size_t least(size_t a, size_t b, size_t c)
{
    const size_t ab = a < b ? a : b;

    return ab < c ? ab : c;
}

enum { LONGEST_NAME = 32 };

/* Letters to change, add or drop; names past LONGEST_NAME are far from everything. */
static size_t distance(const char *a, const char *b)
{
    const size_t m = strlen(a), n = strlen(b);
    size_t row[LONGEST_NAME + 1];

    if (m > LONGEST_NAME || n > LONGEST_NAME)
        return SIZE_MAX;
    for (size_t j = 0; j <= n; j++)
        row[j] = j;
    for (size_t i = 1; i <= m; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= n; j++) {
            const size_t above = row[j];
            row[j] = least(above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1]));
            diagonal = above;
        }
    }
    return row[n];
}

static const char *nearest_name(const char *name)
{
    const char *nearest = NULL;
    size_t best = 4;   /* farther than this is no suggestion */

    for (size_t t = 0; t < pt_n_param_tables; t++)
        for (size_t i = 0; i < *pt_param_tables[t]->n; i++) {
            const size_t d = distance(name, pt_param_tables[t]->params[i].name);
            if (d < best) {
                best = d;
                nearest = pt_param_tables[t]->params[i].name;
            }
        }
    return nearest;
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

static struct setting *setting_of(const ptron_options *options, const struct pt_param *param)
{
    for (size_t i = 0; options != NULL && i < options->n; i++)
        if (options->settings[i].param == param)
            return &options->settings[i];
    return NULL;
}

static ptron_status unknown_name(const char *name, ptron_error *err)
{
    const char *nearest = nearest_name(name);

    if (nearest != NULL)
        return pt_fail(err, PTRON_ARGUMENT, "no option '%.40s'; did you mean '%s'?", name, nearest);
    return pt_fail(err, PTRON_ARGUMENT, "no option '%.40s'", name);
}

ptron_status ptron_options_set(ptron_options *options, const char *name, const char *value, ptron_error *err)
{
    const struct pt_param *param;
    struct setting *setting;
    void *settings = NULL;
    char *copy;

    if (options == NULL || name == NULL || value == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "options, name and value are needed");
    param = pt_param_find(name);
    if (param == NULL)
        return unknown_name(name, err);
    PT_TRY(check_value(param, value, err));
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
        *setting = (struct setting){param, NULL};
    }
    pt_release(setting->value);
    setting->value = copy;
    return PTRON_OK;
}

static const char *value_of(const ptron_options *options, const struct pt_param *param)
{
    const struct setting *setting = setting_of(options, param);

    return setting != NULL ? setting->value : param->initial;
}

const char *ptron_options_get(const ptron_options *options, const char *name)
{
    const struct pt_param *param = name == NULL ? NULL : pt_param_find(name);

    return param == NULL ? NULL : value_of(options, param);
}

bool ptron_options_given(const ptron_options *options, const char *name)
{
    const struct pt_param *param = name == NULL ? NULL : pt_param_find(name);

    return param != NULL && setting_of(options, param) != NULL;
}

ptron_status pt_options_copy(const ptron_options *options, ptron_options **out, ptron_error *err)
{
    PT_TRY(ptron_options_new(out, err));
    for (size_t i = 0; options != NULL && i < options->n; i++) {
        const struct setting *s = &options->settings[i];
        const ptron_status status = ptron_options_set(*out, s->param->name, s->value, err);
        if (status != PTRON_OK) {
            ptron_options_free(*out);
            *out = NULL;
            return status;
        }
    }
    return PTRON_OK;
}

bool pt_options_setting(const ptron_options *options, size_t i, const struct pt_param **param, const char **value)
{
    for (size_t t = 0; t < pt_n_param_tables; t++)
        for (size_t p = 0; p < *pt_param_tables[t]->n; p++) {
            const struct setting *s = setting_of(options, &pt_param_tables[t]->params[p]);
            if (s == NULL || i-- > 0)
                continue;
            *param = s->param;
            *value = s->value;
            return true;
        }
    return false;
}

/* ---- typed access -------------------------------------------------------------------------------- */

const char *pt_option_text(const ptron_options *options, const char *name)
{
    const struct pt_param *param = pt_param_find(name);

    assert(param != NULL);
    return value_of(options, param);
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
    const struct pt_param *param = pt_param_find(name);
    const char *value = pt_option_text(options, name), *at = param->choices;
    const size_t length = strlen(value);

    for (size_t i = 0;; i++) {
        const size_t word = strcspn(at, "|");
        if ((word == length && memcmp(at, value, length) == 0) || at[word] == '\0')
            return i;
        at += word + 1;
    }
}

bool pt_option_item(const ptron_options *options, const char *name, size_t i, const char **item, size_t *length)
{
    const char *at = pt_option_text(options, name);

    for (; i > 0; i--) {
        at += strcspn(at, ",");
        if (*at == '\0')
            return false;
        at++;
    }
    *item = at;
    *length = strcspn(at, ",");
    return *length > 0 || *at != '\0';
}

/* ---- describing ---------------------------------------------------------------------------------- */

size_t ptron_option_count(void)
{
    size_t n = 0;

    for (size_t t = 0; t < pt_n_param_tables; t++)
        n += *pt_param_tables[t]->n;
    return n;
}

bool ptron_option_describe(size_t i, ptron_option_info *info)
{
    for (size_t t = 0; t < pt_n_param_tables; i -= *pt_param_tables[t++]->n) {
        if (i >= *pt_param_tables[t]->n)
            continue;
        const struct pt_param *p = &pt_param_tables[t]->params[i];
        const ptron_option_info full = {
            info->size, p->name, pt_param_tables[t]->group, type_names[p->type], p->initial,
            p->choices != NULL ? p->choices : "", p->metavar, p->help,
        };
        memcpy(info, &full, info->size < sizeof full ? info->size : sizeof full);
        return true;
    }
    return false;
}
