/* The formats say which options speak of them; a table here, which choices a fitted recipe has made for good. */
#include "read/option_scope.h"
#include "base/param.h"

#include <string.h>

static bool same_scale(const ptron_options *o, const struct pt_recipe *recipe)
{
    return pt_option_choice(o, "scale") == (size_t)recipe->scaling;
}

static bool same_missing(const ptron_options *o, const struct pt_recipe *recipe)
{
    return pt_option_choice(o, "missing") == (size_t)recipe->missing;
}

static bool same_hash(const ptron_options *o, const struct pt_recipe *recipe)
{
    return pt_option_count(o, "hash-bits") == recipe->hash_bits;
}

static bool same_base(const ptron_options *o, const struct pt_recipe *recipe)
{
    return pt_option_is(o, "index-base", "auto") || pt_option_is(o, "index-base", "1") == (recipe->index_base == 1);
}

static bool same_positive(const ptron_options *o, const struct pt_recipe *recipe)
{
    const char *label = pt_option_text(o, "positive");

    return label[0] == '\0' || pt_labels_class(&recipe->labels, label, strlen(label)) == 1;
}

static bool same_delimiter(const ptron_options *o, const struct pt_recipe *recipe)
{
    const char *given = pt_option_text(o, "delimiter");
    const char wanted = recipe->delimiter;

    return given[0] == '\0' || (given[0] == wanted && given[1] == '\0') ||
           (wanted == ',' && strcmp(given, "comma") == 0) || (wanted == ';' && strcmp(given, "semicolon") == 0) ||
           (wanted == '\t' && (strcmp(given, "tab") == 0 || strcmp(given, "\\t") == 0));
}

static const struct {
    const char *name;
    bool (*same)(const ptron_options *options, const struct pt_recipe *recipe);
} choices[] = {
    {"scale", same_scale},     {"missing", same_missing},   {"hash-bits", same_hash},
    {"index-base", same_base}, {"positive", same_positive}, {"delimiter", same_delimiter},
};

/* Whether some format takes the option, but not this one. */
static bool is_foreign(const char *option, enum pt_format format)
{
    if (pt_format_lists(pt_formats[format].options, option))
        return false;
    for (size_t i = 0; i < PT_N_FORMATS; i++)
        if (pt_format_lists(pt_formats[i].options, option))
            return true;
    return false;
}

ptron_status pt_option_scope_check(const ptron_options *options, const struct pt_recipe *recipe, bool fitted,
                                   ptron_error *err)
{
    const struct pt_param *param;
    const char *value;

    for (size_t i = 0; pt_options_setting(options, i, &param, &value); i++)
        if (is_foreign(param->name, recipe->format))
            return pt_fail(err, PTRON_ARGUMENT, "%s means nothing for %s rows", param->name,
                           pt_formats[recipe->format].name);
    for (size_t i = 0; fitted && i < sizeof choices / sizeof *choices; i++)
        if (ptron_options_given(options, choices[i].name) && !choices[i].same(options, recipe))
            return pt_fail(err, PTRON_ARGUMENT, "%s was settled in training, and '%.60s' it is not", choices[i].name,
                           pt_option_text(options, choices[i].name));
    return PTRON_OK;
}
